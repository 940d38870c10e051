"""Looks: what the counters of a series look like, as data, and the face that a look gives to one counter.

A look says for kinds of pieces where in a unit square which values stand, in which colours, and on which conditions. `face_of`
fills in what one counter prints. Words in braces stand for values: "{attack}-{defence}-{movement}"; "{range|–}" prints a dash
where there is no range. Beside the values of the ruleset there are `SPECIAL` ones.

Colours are names of the look's file, #rrggbb, or one of `COLOURS`; "pale" or "deep" before any of them mixes it with white or
black; deep ones hold white letters. Ink that is a colour of the side is exchanged where it could not be read. Ink that a value
decides is information: it stays, and gets an outline.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, Protocol

from core.base.colours import BLACK, LEAST_CONTRAST, WHITE, contrast, is_colour, legible, mixed, standing_out
from core.model.oob import Counter, Oob, Side, Value
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.faces import NO_LIMIT, Align, Area, Face, Form, Part

SPECIAL: Mapping[str, str] = MappingProxyType(
    {
        "name": "what the counter is called, or else its id",
        "formation": "the name of its formation",
        "parent": "the name of the formation that this one belongs to",
        "stripe": "the colour of its formation",
        "side": "the name of its side",
        "number": "the number of a marker",
    }
)
"""What looks can name beside the values of the ruleset."""

COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "side": "the colour of the side's counters",
        "ink": "the ink of the side, or what can be read",
        "stripe": "the colour of the formation, or none",
    }
)
"""Colours that differ from counter to counter."""

NO_SIDE = "#cfcab8"
"""The colour of counters whose side has none."""

PALE, DEEP = 0.55, 0.35
"""How much white makes a colour pale, and how much black at least makes it deep."""

BackWhen = Literal["always", "printed"]
"""When a counter has the back of its look: always, or where it prints values of its own there."""

_SLOT = re.compile(r"\{([\w.]+)(?:\|([^{}]*))?\}")

_GLYPHS: Mapping[Fraction, str] = MappingProxyType(
    {
        Fraction(1, 2): "½",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
    }
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A text or colour that a value decides: `choices` by what the value says, `other` for all else and where it is missing.

    Without `by` it is always `other`. A value that is a colour itself, or the name of one, needs no entry.
    """

    other: str = ""
    by: str = ""
    choices: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.by or self.other)


NOTHING = Chosen()


@dataclass(frozen=True, slots=True)
class Condition:
    """What a value must be: one of some words, or printed at all, or not. A flag that is off is not printed."""

    value: str
    among: tuple[str, ...] = ()
    printed: bool = True


@dataclass(frozen=True, slots=True)
class Element:
    """One thing that a look draws: see `Part`. `small` is where it stands on a small counter, None for the same place.

    `text` is a template, or the code of a symbol where the counter has none of its own; `echelon` are the two digits that such
    a code says no size by. All of `when` must hold.
    """

    form: Form
    area: Area
    small: Area | None = None
    text: Chosen = NOTHING
    echelon: Chosen = NOTHING
    fill: Chosen = NOTHING
    ink: Chosen = NOTHING
    bar: Chosen = NOTHING
    when: tuple[Condition, ...] = ()
    width: float = 0.0
    dashed: bool = False
    round: float = 0.0
    align: Align = "middle"
    bold: bool = True
    turn: float = 0.0
    from_px: float = 0.0
    below_px: float = NO_LIMIT


@dataclass(frozen=True, slots=True)
class Look:
    """How counters of some kinds are drawn. `of` are kinds of pieces; none for a look that counters ask for by its id.

    `ground` and `back_ground` are the colours of the two sides. `back` is drawn where `back_when` says so. Below
    `full_px` pixels a counter counts as small.
    """

    id: str
    title: str
    of: tuple[str, ...] = ()
    ground: Chosen = Chosen("side")
    front: tuple[Element, ...] = ()
    back_ground: Chosen = Chosen("side")
    back: tuple[Element, ...] = ()
    back_when: BackWhen | tuple[Condition, ...] = "printed"
    full_px: float = 44.0
    colours: tuple[tuple[str, str], ...] = ()


_SYMBOL = "10031000000000000000"
_NAME_LINE: Area = (0.06, 0.7, 0.88, 0.16)

PLAIN = Look(
    "plain",
    "Symbol and designation",
    front=(
        Element("symbol", (0.16, 0.16, 0.68, 0.46), text=Chosen(_SYMBOL), ink=Chosen("ink"), fill=Chosen("pale side")),
        Element("text", _NAME_LINE, (0.03, 0.7, 0.94, 0.22), text=Chosen("{name}"), ink=Chosen("ink")),
    ),
    back=(Element("text", _NAME_LINE, text=Chosen("{name}"), ink=Chosen("ink")),),
)
"""The look of counters that the ruleset has none for."""


class PrintingRules(Protocol):
    """What faces need of a ruleset."""

    @property
    def values(self) -> tuple[CounterValue, ...]:
        """What counters print."""

    @property
    def looks(self) -> Mapping[str, Look]:
        """The looks of the series by id."""


def printed(value: Value) -> str:
    """A value as a counter prints it; a flag prints nothing.

    >>> printed(Fraction(5, 2)), printed(Fraction(1, 2)), printed(12), printed(Fraction(6, 5))
    ('2½', '½', '12', '1.2')
    """
    if isinstance(value, bool):
        return ""
    if isinstance(value, Fraction):
        whole, rest = divmod(value, 1)
        if not rest:
            return str(whole)
        glyph = _GLYPHS.get(rest)
        if glyph is None:
            return f"{float(value):.2f}".rstrip("0")
        return f"{whole}{glyph}" if whole else glyph
    return str(value)


def slots(template: str) -> tuple[str, ...]:
    """What a template names.

    >>> slots("{attack}-{defence}"), slots("Cadre")
    (('attack', 'defence'), ())
    """
    return tuple(slot[1] for slot in _SLOT.finditer(template))


def kind_of(rules: PrintingRules | None, counter: Counter) -> str:
    """The kind of piece that a counter is, "" where it does not say."""
    id_ = _by_role(rules.values if rules is not None else (), "kind")
    return str(counter.values.get(id_, ""))


def name_of(rules: PrintingRules | None, counter: Counter) -> str:
    """What a counter is called, its id where it has no name."""
    return str(counter.values.get(_by_role(rules.values if rules is not None else (), "name"), "")) or counter.id


def look_of(rules: PrintingRules | None, counter: Counter) -> Look:
    """The look that a counter is drawn by: the one that it names, else the one of its kind, else a plain one."""
    if rules is None:
        return PLAIN
    named = rules.looks.get(counter.look)
    if named is not None:
        return named
    kind = kind_of(rules, counter)
    return next((look for look in rules.looks.values() if kind and kind in look.of), PLAIN)


def has_back(rules: PrintingRules | None, counter: Counter) -> bool:
    """Whether anything is printed on the other side of a counter."""
    return _has_back(look_of(rules, counter), _Said(dict(counter.face(1))), counter)


def face_of(rules: PrintingRules | None, oob: Oob, counter: Counter, side: int = 0) -> Face:
    """The face of a counter: 0 its front, 1 its back. Without rules it is the symbol and the designation."""
    look = look_of(rules, counter)
    above = tuple(oob.above(counter.formation))
    said = _Said(
        {
            "name": name_of(rules, counter),
            "formation": above[0].name if above else "",
            "parent": above[1].name if len(above) > 1 else "",
            "stripe": oob.stripe(counter),
            "side": found.name if (found := oob.side(counter.side)) is not None else "",
            **counter.face(side),
        }
    )
    paints = Paints(oob.side(counter.side), look.colours, oob.stripe(counter))
    if side == 0:
        return resolved(look.front, look.ground, said, paints, full_px=look.full_px, sidc=counter.sidc)
    if not _has_back(look, said, counter):
        return Face(paints.colour("pale side"), paints.colour("deep side"))
    return resolved(look.back, look.back_ground, said, paints, full_px=look.full_px, sidc=counter.sidc)


def _has_back(look: Look, said: "_Said", counter: Counter) -> bool:
    if look.back_when == "always":
        return True
    if look.back_when == "printed":
        return counter.back is not None
    return counter.back is not None or said.holds(look.back_when)


@lru_cache(maxsize=64)
def _by_role(values: tuple[CounterValue, ...], role: str) -> str:
    return next((value.id for value in values if value.role == role), "")


class _Said:
    """What a counter or marker says, by the names that looks use."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = values

    def text(self, id_: str) -> str:
        """A value as it is printed, "" for none."""
        value = self._values.get(id_)
        return "" if value is None else printed(value)

    def is_printed(self, id_: str) -> bool:
        """Whether a value is there; a flag that is off is not, nor is an empty text."""
        value = self._values.get(id_)
        return value is not None and value is not False and value != ""

    def word(self, id_: str) -> str:
        """A value as conditions and choices name it."""
        value = self._values.get(id_)
        return str(value).lower() if isinstance(value, bool) else self.text(id_)

    def holds(self, conditions: Iterable[Condition]) -> bool:
        """Whether all conditions hold."""
        return all(
            self.word(each.value) in each.among if each.among else self.is_printed(each.value) == each.printed
            for each in conditions
        )

    def chosen(self, chosen: Chosen) -> str:
        """What a value decides. A word that has no entry of its own is looked for in the longer of those that it holds."""
        if not chosen.by:
            return chosen.other
        word = self.word(chosen.by)
        choices = dict(chosen.choices)
        if word in choices:
            return choices[word]
        folded = word.casefold()
        held = sorted((each for each in choices if each.casefold() in folded), key=len)
        if word and held and not isinstance(self._values.get(chosen.by), int | Fraction):
            return choices[held[-1]]
        return chosen.other

    def filled(self, template: str) -> str:
        """A template with what it names; empty where nothing of that is printed."""
        named = list(_SLOT.finditer(template))
        if named and not any(self.is_printed(each[1]) or each[2] for each in named):
            return ""
        return _SLOT.sub(lambda slot: self.text(slot[1]) if self.is_printed(slot[1]) else slot[2] or "", template)


class Paints:
    """The colours of one counter: of its side, its formation, and those that its look names."""

    def __init__(self, side: Side | None, named: tuple[tuple[str, str], ...] = (), stripe: str = "") -> None:
        ground = side.colour if side is not None and is_colour(side.colour) else NO_SIDE
        ink = side.ink if side is not None and is_colour(side.ink) else standing_out(ground)
        self._named = {**dict(named), "side": ground, "ink": ink, "stripe": stripe if is_colour(stripe) else ""}

    def knows(self, text: str) -> bool:
        """Whether a text is a colour here."""
        return is_colour(text) or text in self._named

    def colour(self, text: str) -> str:
        """A colour as #rrggbb, "" for none."""
        tone, _, rest = text.rpartition(" ")
        found = rest.lower() if is_colour(rest) else self._named.get(rest, "")
        if not found or not tone:
            return found
        return mixed(found, WHITE, PALE) if tone == "pale" else deepened(found)


@lru_cache(maxsize=256)
def deepened(colour: str) -> str:
    """A colour with black in it, as much as white letters need to be read on it.

    >>> contrast(deepened("#e3d9a8"), WHITE) >= LEAST_CONTRAST
    True
    """
    share = DEEP
    while contrast(found := mixed(colour, BLACK, share), WHITE) < LEAST_CONTRAST:
        share += 0.02
    return found


def resolved(
    elements: Iterable[Element], ground: Chosen, said: _Said, paints: Paints, *, full_px: float, sidc: str = ""
) -> Face:
    """The face that elements make of what a counter or marker says."""
    fill = _paint(ground, said, paints) or paints.colour("side")
    parts: list[Part] = []
    for element in elements:
        if said.holds(element.when):
            parts += _parts(element, parts, fill, said, paints, full_px=full_px, sidc=sidc)
    return Face(fill, mixed(fill, BLACK, 0.45), tuple(parts))


def said_of(values: Mapping[str, Value]) -> "_Said":
    """What markers say, for `resolved`."""
    return _Said(values)


def _parts(
    element: Element, under: list[Part], ground: str, said: _Said, paints: Paints, *, full_px: float, sidc: str
) -> Iterator[Part]:
    text = _text(element, said, sidc)
    fill, ink = _paint(element.fill, said, paints), _paint(element.ink, said, paints)
    if element.form in ("text", "symbol", "sign") and not text:
        return
    if element.form in ("box", "oval") and not fill and not (ink and element.width):
        return
    if element.form == "line" and not ink:
        return
    part = Part(
        form=element.form,
        area=element.area,
        text=text,
        fill=fill,
        width=element.width,
        dashed=element.dashed,
        round=element.round,
        align=element.align,
        bold=element.bold,
        bar=bool(_bar(element, said)),
        turn=element.turn,
        from_px=element.from_px,
        below_px=element.below_px,
    )
    for each in _sizes(part, element.small, full_px):
        if part.is_solid:
            # The edge of what is filled is no letter.
            yield replace(each, ink=ink)
        else:
            behind = _behind(under, each, ground)
            inked, halo = _inked(ink, fill if fill and element.form == "symbol" else behind, informs=bool(element.ink.by))
            outer = legible(inked, behind) if element.form == "symbol" else ""
            yield replace(each, ink=inked, halo=halo, outer=outer if outer != inked else "")


def _text(element: Element, said: _Said, sidc: str) -> str:
    if element.form != "symbol":
        return said.filled(said.chosen(element.text))
    code = sidc or said.chosen(element.text)
    echelon = said.chosen(element.echelon)
    return f"{code[:8]}{echelon}{code[10:]}" if len(code) >= 20 and len(echelon) == 2 and code[8:10] == "00" else code


def _bar(element: Element, said: _Said) -> str:
    return said.chosen(element.bar)


def _paint(chosen: Chosen, said: _Said, paints: Paints) -> str:
    """The colour that is chosen; a value that names one itself needs no entry."""
    word = said.word(chosen.by) if chosen.by else ""
    if word and word not in dict(chosen.choices) and paints.knows(word.casefold()):
        return paints.colour(word.casefold())
    return paints.colour(said.chosen(chosen))


def _sizes(part: Part, small: Area | None, full_px: float) -> Iterator[Part]:
    """A part as it stands on small counters and on others."""
    if small is None:
        yield part
        return
    if part.from_px < full_px:
        # The sign of its size is the first thing of a symbol that cannot be read any more.
        text = f"{part.text[:8]}00{part.text[10:]}" if part.form == "symbol" and len(part.text) >= 20 else part.text
        yield replace(part, area=small, text=text, room=False, below_px=min(full_px, part.below_px))
    if part.below_px > full_px:
        yield replace(part, from_px=max(full_px, part.from_px))


def _behind(under: list[Part], part: Part, ground: str) -> str:
    """The colour that lies under the middle of a part, at the sizes at which it is drawn."""
    left, top, width, height = part.area
    for each in reversed(under):
        together = each.from_px < part.below_px and part.from_px < each.below_px
        if together and each.covers(left + width / 2, top + height / 2):
            return each.fill
    return ground


def _inked(ink: str, behind: str, *, informs: bool) -> tuple[str, str]:
    """The ink that can be read on what lies behind, and its outline; one that informs stays as it is."""
    if not ink:
        return "", ""
    if not informs:
        return legible(ink, behind), ""
    return ink, standing_out(ink) if contrast(ink, behind) < LEAST_CONTRAST else ""
