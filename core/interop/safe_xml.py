"""XML of strangers, read without harm: no entities, no external documents, limits on size, depth and number of elements."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from core.base.errors import Place
from core.interop.imported import BadFile

MOST_LEVELS = 64
"""Deepest nesting of elements."""

MOST_ELEMENTS = 5_000_000
"""Most elements of one file."""

CHUNK = 1 << 16

Attributes = Mapping[str, str]


@dataclass(slots=True)
class Element:
    """One element: its name, attributes, children, the text directly inside it, and its line in the file."""

    tag: str
    attributes: Attributes
    line: int
    children: "list[Element]" = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> "list[Element]":
        """The children of a name."""
        return [each for each in self.children if each.tag == tag]

    def first(self, tag: str) -> "Element | None":
        """The first child of a name, None without one."""
        return next((each for each in self.children if each.tag == tag), None)


def walk_xml(
    data: bytes,
    name: str,
    begin: Callable[[str, Attributes, int], None],
    end: Callable[[str], None],
    text: Callable[[str], None] | None = None,
    tick: Callable[[float], None] | None = None,
) -> None:
    """Goes through an XML document and calls back at every begin (with its line) and end of an element, and for text.

    `tick` hears how much has been read. Raises BadFile with the line for what is not well-formed, for any declaration of an
    entity, and beyond the limits.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    levels = count = 0

    def refuse(text: str) -> BadFile:
        return BadFile(Place(name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1), text)

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal levels, count
        levels, count = levels + 1, count + 1
        if levels > MOST_LEVELS:
            raise refuse(f"Elements are nested more than {MOST_LEVELS} levels deep.")
        if count > MOST_ELEMENTS:
            raise refuse(f"The file has more than {MOST_ELEMENTS:,} elements; cut it to the ground that you need.")
        begin(tag, attributes, parser.CurrentLineNumber)

    def stop(tag: str) -> None:
        nonlocal levels
        levels -= 1
        end(tag)

    def entity(*declared: object) -> None:
        raise refuse(f'The file declares an entity ("{declared[0]}"); such files are not read, for entities can do harm.')

    parser.StartElementHandler, parser.EndElementHandler = start, stop
    parser.EntityDeclHandler = entity
    parser.UnparsedEntityDeclHandler = entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    # Without a handler that fetches them, external entities are passed over; this refuses them aloud.
    parser.ExternalEntityRefHandler = lambda *_: 0
    if text is not None:
        parser.CharacterDataHandler = text
    try:
        for at in range(0, max(len(data), 1), CHUNK):
            parser.Parse(data[at : at + CHUNK], at + CHUNK >= len(data))
            if tick is not None:
                tick(min(1.0, (at + CHUNK) / max(len(data), 1)))
    except expat.ExpatError as error:
        said = expat.errors.messages.get(error.code, "not well-formed")
        raise BadFile(Place(name, error.lineno, error.offset + 1), f"This is no well-formed XML: {said}.") from error
    except (LookupError, ValueError) as error:
        raise BadFile(Place(name), f"This XML cannot be decoded: {error}.") from error


def read_xml(data: bytes, name: str) -> Element:
    """The top element of a document, with everything in it. Raises BadFile as `walk_xml` does."""
    open_: list[Element] = []
    top: list[Element] = []

    def begin(tag: str, attributes: Attributes, line: int) -> None:
        element = Element(tag, attributes, line)
        (open_[-1].children if open_ else top).append(element)
        open_.append(element)

    def text(words: str) -> None:
        if open_:
            open_[-1].text += words

    def end(tag: str) -> None:
        open_.pop()

    walk_xml(data, name, begin, end, text)
    return top[0]
