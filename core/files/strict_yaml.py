"""YAML for people who do not know YAML: what stands in the file is what is read, and every value knows its place.

The dialect: keys are text and occur once, `true`, `false`, `null` and plain decimal numbers are what they look like, all
else is text (`on`, `12:30` and `010` included). Aliases, anchors, merge keys and tags are refused. A document is built from
the parser's events in a loop, so that nesting cannot exhaust the stack.
"""

import re
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import yaml

from core.base.counted import counted
from core.base.errors import CoreError, Place
from core.model.issues import Issue

MOST_BYTES: Final = 64 * 1024 * 1024
MOST_VALUES: Final = 1_000_000
MOST_LEVELS: Final = 40

Route = tuple[str | int, ...]
"""The keys and indexes that lead from the top of a document to a value."""

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,29})")
_DECIMAL = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,60})?|\.[0-9]{1,60})(?:[eE][-+]?[0-9]{1,4})?")
_WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None, "~": None, "": None}
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Refused:
    """Stands where a value was that this dialect refuses; its issue is already in the document's list."""

    def __repr__(self) -> str:
        return "REFUSED"


REFUSED: Final = Refused()


class Unreadable(CoreError):
    """A file of which nothing can be read; `issue` says where and why."""

    def __init__(self, issue: Issue) -> None:
        super().__init__(str(issue))
        self.issue = issue


class MissingFile(Unreadable):
    """There is no such file."""


@dataclass(slots=True)
class _Mark:
    """Where a value begins, and for a scalar the text that was written."""

    line: int
    column: int
    text: str = ""
    children: "list[_Mark] | dict[str, tuple[int, int, _Mark]] | None" = None


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML document: plain values (dict, list, str, int, Decimal, bool, None) and the place of each.

    `issues` lists what was refused while the rest could be read.
    """

    file: str
    value: Any
    issues: tuple[Issue, ...]
    _root: _Mark = field(repr=False, compare=False)

    def at(self, route: Route) -> Any:
        """The value at a route. Raises LookupError where there is none."""
        value = self.value
        for step in route:
            value = value[step]
        return value

    def place(self, route: Route = ()) -> Place:
        """Where the value at a route begins; where there is none, the place of what should hold it."""
        mark = self._root
        for step in route:
            child = _child(mark, step)
            if child is None:
                break
            mark = child[2]
        return Place(self.file, mark.line, mark.column)

    def key_place(self, route: Route) -> Place:
        """Where the key stands that a route ends with; for an item of a list, where the item begins."""
        mark: _Mark | None = self._mark(route[:-1])
        found = _child(mark, route[-1]) if mark else None
        return Place(self.file, found[0], found[1]) if found else self.place(route)

    def text(self, route: Route) -> str:
        """What was written for the scalar at a route, without its quotes; empty where there is none."""
        mark = self._mark(route)
        return mark.text if mark else ""

    def _mark(self, route: Route) -> _Mark | None:
        mark = self._root
        for step in route:
            child = _child(mark, step)
            if child is None:
                return None
            mark = child[2]
        return mark


def _child(mark: _Mark, step: str | int) -> tuple[int, int, _Mark] | None:
    if isinstance(mark.children, dict):
        return mark.children.get(step) if isinstance(step, str) else None
    if isinstance(mark.children, list) and isinstance(step, int) and 0 <= step < len(mark.children):
        item = mark.children[step]
        return item.line, item.column, item
    return None


def read_document(path: Path, name: str) -> Document:
    """Reads one YAML file; `name` is what places call it.

    Raises Unreadable for a file that is missing (MissingFile), no file, over 64 MB (judged before it is read), not UTF-8, not
    YAML, or nested too deeply.
    """
    return parse_document(_decoded(_bytes(path, name), name), name)


def parse_document(text: str, name: str) -> Document:
    """Reads YAML text. Raises Unreadable when it is not YAML or nested too deeply."""
    bad = _UNPRINTABLE.search(text)
    if bad:
        raise Unreadable(
            Issue(_place_of(text, bad.start(), name), f"The character U+{ord(bad[0]):04X} does not belong in a text file.")
        )
    builder = _Builder(name)
    try:
        for event in _events(text):
            builder.take(event)
            if builder.done:
                break
    except yaml.MarkedYAMLError as error:
        raise Unreadable(_syntax_issue(error, text, name)) from error
    except yaml.YAMLError as error:
        raise Unreadable(Issue(Place(name), f"This is not YAML: {error}.")) from error
    if builder.root is None:
        raise Unreadable(Issue(Place(name), "The file is empty."))
    return Document(name, builder.value, builder.told(), builder.root)


def _bytes(path: Path, name: str) -> bytes:
    def refused(text: str) -> Unreadable:
        return Unreadable(Issue(Place(name), text))

    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise refused("This is a folder; a file is wanted here.")
        if not stat.S_ISREG(status.st_mode):
            raise refused("This is no ordinary file.")
        if status.st_size > MOST_BYTES:
            raise refused(f"The file is {_size(status.st_size)}; Phaseline reads files of up to {_size(MOST_BYTES)}.")
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise MissingFile(Issue(Place(name), "There is no such file.")) from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise refused(f"The file cannot be read: {why}.") from error
    if len(data) > MOST_BYTES:
        raise refused(f"The file grew over {_size(MOST_BYTES)} while it was read.")
    return data


def _size(count: int) -> str:
    """A number of bytes for people.

    >>> _size(64 * 1024 * 1024), _size(1024 ** 3)
    ('64 MB', '1.0 GB')
    """
    megabytes = count / 1024**2
    return f"{megabytes / 1024:.1f} GB" if megabytes >= 1000 else f"{megabytes:.0f} MB"


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder counts from behind a byte order mark, which is cut off in what it shows.
        before = error.object[: error.start].decode("utf-8")
        place = _place_of(before, len(before), name)
        raise Unreadable(Issue(place, f"The file is not text in UTF-8 (byte {error.object[error.start]:#04x}).")) from error


def _place_of(text: str, index: int, name: str) -> Place:
    line_start = text.rfind("\n", 0, index) + 1
    return Place(name, text.count("\n", 0, index) + 1, index - line_start + 1)


def _events(text: str) -> Iterator[yaml.Event]:
    loader = yaml.CSafeLoader(text)
    try:
        while (event := loader.get_event()) is not None:
            yield event
    finally:
        loader.dispose()


def _syntax_issue(error: yaml.MarkedYAMLError, text: str, name: str) -> Issue:
    mark = error.problem_mark or error.context_mark
    place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
    said = f"This is not YAML: {error.problem or 'it cannot be understood'}"
    if error.context:
        begun = f" that begins in line {error.context_mark.line + 1}" if error.context_mark else ""
        said += f", {error.context}{begun}"
    lines = text.split("\n")
    if mark and mark.line < len(lines) and lines[mark.line][mark.column : mark.column + 1] == "\t":
        said += "; indent with spaces, not with tabs"
    return Issue(place, f"{said}.")


class _Frame:
    """A list or mapping that is not yet closed."""

    __slots__ = ("awaits_value", "key", "key_mark", "mark", "refused", "value")

    def __init__(self, value: list[Any] | dict[str, Any], mark: _Mark, refused: bool) -> None:
        self.value, self.mark, self.refused = value, mark, refused
        self.awaits_value = False
        self.key: str | None = None  # None while the value that follows has no key to go to
        self.key_mark: _Mark = mark


class _Builder:
    """Builds the document's value from events, one `take` per event, without recursion."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.value: Any = None
        self.root: _Mark | None = None
        self.done = False
        self._issues: list[Issue] = []
        self._refused: dict[str, int] = {}
        self._more: Counter[int] = Counter()
        self._stack: list[_Frame] = []
        self._count = 0

    def take(self, event: Any) -> None:
        """Adds what one event of the parser brings."""
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._scalar(event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._open(event, {} if kind is yaml.MappingStartEvent else [])
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            frame = self._stack.pop()
            self._attach(REFUSED if frame.refused else frame.value, frame.mark)
        elif kind is yaml.AliasEvent:
            mark = self._mark(event)
            self._refuse(mark, f"The alias *{event.anchor} is not allowed; write its value out.")
            self._attach(REFUSED, mark)
        elif kind is yaml.DocumentStartEvent and self.root is not None:
            self._report(self._mark(event), "A second document begins here; a file holds one, the rest is not read.")
            self.done = True

    def _mark(self, event: Any) -> _Mark:
        start = event.start_mark
        return _Mark(start.line + 1, start.column + 1)

    def _report(self, mark: _Mark, text: str) -> None:
        self._issues.append(Issue(Place(self.name, mark.line, mark.column), text))

    def _refuse(self, mark: _Mark, text: str) -> None:
        """Reports what this program does not read, at its first place alone: programs write such things by the hundred."""
        if text in self._refused:
            self._more[self._refused[text]] += 1
            return
        self._refused[text] = len(self._issues)
        self._report(mark, text)

    def told(self) -> tuple[Issue, ...]:
        """What was refused, with how many more of what is told once."""
        for number, more in self._more.items():
            issue = self._issues[number]
            self._issues[number] = replace(
                issue, text=f"{issue.text} So it stands in {counted(more, 'more place')} of the file."
            )
        self._more.clear()
        return tuple(self._issues)

    def _count_value(self, mark: _Mark) -> None:
        self._count += 1
        if self._count > MOST_VALUES:
            place = Place(self.name, mark.line, mark.column)
            raise Unreadable(Issue(place, f"The file holds more than {MOST_VALUES:,} values."))

    def _scalar(self, event: Any) -> None:
        mark = self._mark(event)
        mark.text = text = event.value
        self._count_value(mark)
        if not event.style:
            # The parser calls plain scalars by an empty style; only these may be something else than text.
            value: Any = _plain(text)
            if text == "<<" and self._stack and not self._stack[-1].awaits_value and isinstance(self._stack[-1].value, dict):
                self._refuse(mark, "The merge key << is not allowed; write the keys out.")
                value = REFUSED
        else:
            value = text
        if self._decorated(event, mark):
            value = REFUSED
        self._attach(value, mark)

    def _open(self, event: Any, value: list[Any] | dict[str, Any]) -> None:
        mark = self._mark(event)
        mark.children = [] if isinstance(value, list) else {}
        self._count_value(mark)
        if len(self._stack) >= MOST_LEVELS:
            place = Place(self.name, mark.line, mark.column)
            raise Unreadable(Issue(place, f"Values are nested more than {MOST_LEVELS} levels deep here."))
        self._stack.append(_Frame(value, mark, self._decorated(event, mark)))

    def _decorated(self, event: Any, mark: _Mark) -> bool:
        """Reports an anchor or a tag; whether the value must be refused for it."""
        if event.anchor is not None:
            self._refuse(mark, f"The anchor &{event.anchor} is not allowed; aliases are refused, so leave it out.")
        if event.tag is not None:
            self._refuse(mark, f"The tag {_short_tag(event.tag)} is not allowed; leave it out.")
            return True
        return False

    def _attach(self, value: Any, mark: _Mark) -> None:
        if not self._stack:
            self.value, self.root = value, mark
            return
        frame = self._stack[-1]
        holder, children = frame.value, frame.mark.children
        if isinstance(holder, list):
            assert isinstance(children, list)
            holder.append(value)
            children.append(mark)
        elif frame.awaits_value:
            assert isinstance(children, dict)
            if frame.key is not None:
                holder[frame.key] = value
                children[frame.key] = (frame.key_mark.line, frame.key_mark.column, mark)
            frame.awaits_value = False
        else:
            frame.key, frame.key_mark = self._key(holder, children, value, mark), mark
            frame.awaits_value = True

    def _key(self, holder: dict[str, Any], children: Any, value: Any, mark: _Mark) -> str | None:
        """The key to use, None for one that is refused together with its value."""
        if isinstance(value, Refused):
            return None
        if not isinstance(value, str):
            self._report(mark, unquoted(mark.text) if mark.text else "A key must be text.")
            return None
        if value in holder:
            first = children[value][0]
            self._report(mark, f'The key "{value}" stands here again; the first one, in line {first}, counts.')
            return None
        return value


def unquoted(text: str) -> str:
    """The sentence for a number or `true` that stands where text is wanted.

    >>> unquoted("4.10")
    '4.10 without quotes is a number and not text; write it in quotes: "4.10".'
    """
    what = f"is {text}" if text in _WORDS else "is a number"
    return f'{text} without quotes {what} and not text; write it in quotes: "{text}".'


def _plain(text: str) -> Any:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    # Decimals stay decimals: a height or a table value must not pass through a binary float.
    return Decimal(text) if _DECIMAL.fullmatch(text) else text


def _short_tag(tag: str) -> str:
    return tag.replace("tag:yaml.org,2002:", "!!")
