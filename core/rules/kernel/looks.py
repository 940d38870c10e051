"""The face that a look (`core.model.looks`) gives to one counter.

A look says for kinds of pieces where in a unit square which values stand, in which colours, and on which conditions. `face_of`
fills in what one counter prints. Words in braces stand for values: "{attack}-{defence}-{movement}"; "{range|–}" prints a dash
where there is no range. Beside the values of the ruleset there are `SPECIAL` ones.

Colours are names of the look's file, #rrggbb, or one of `COLOURS`; "pale" or "deep" before any of them mixes it with white or
black; deep ones hold white letters. Ink that is a colour of the side is exchanged where it could not be read. Ink that a value
decides is information: it stays, and gets an outline. Letters that are given no ink, such as those for whose value there is no
choice, have the one that can be read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from core.base.amounts import short
from core.base.colours import BLACK, LEAST_CONTRAST, WHITE, contrast, is_colour, legible, mixed, standing_out
from core.model.looks import Area, Chosen, Condition, Element, Form, Look
from core.model.oob import Counter, Oob, Side, Value
from core.rules.kernel.cells import called
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.faces import Face, Part
from core.rules.kernel.signs import is_stroke

SPECIAL: Mapping[str, str] = MappingProxyType(
    {
        "name": "what the counter is called, or else its id",
        "formation": "the name of its formation",
        "parent": "the name of the formation that this one belongs to",
        "stripe": "the colour of its formation",
        "side": "the name of its side",
        "number": "the number of a marker",
        "text": "what is written on a marker",
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

_SLOT = re.compile(r"\{([\w.]+)(?:\|([^{}]*))?\}")

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

    >>> from fractions import Fraction
    >>> printed(Fraction(5, 2)), printed(Fraction(1, 2)), printed(12), printed(Fraction(6, 5))
    ('2½', '½', '12', '1.2')
    """
    if isinstance(value, bool):
        return ""
    if isinstance(value, int | str):
        return str(value)
    return short(value)


def slots(template: str) -> tuple[str, ...]:
    """What a template names.

    >>> slots("{attack}-{defence}"), slots("Cadre")
    (('attack', 'defence'), ())
    """
    return tuple(slot[1] for slot in _SLOT.finditer(template))


def is_whole(template: str) -> bool:
    """Whether every brace of a template belongs to a pair with the name of a value in it.

    >>> is_whole("{attack}-{defence|–}"), is_whole("{attack}-{defence")
    (True, False)
    """
    return not set("{}") & set(_SLOT.sub("", template))


class Said:
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
        for each, text in chosen.choices:
            if each == word:
                return text
        if not isinstance(self._values.get(chosen.by), str):
            return chosen.other
        folded = word.casefold()
        held = [each for each in chosen.choices if each[0].casefold() in folded]
        return max(held, key=lambda each: len(each[0]))[1] if held else chosen.other

    def filled(self, template: str) -> str:
        """A template with what it names; empty where nothing of that is printed."""
        if "{" not in template:
            return template
        named = list(_SLOT.finditer(template))
        if named and not any(self.is_printed(each[1]) or each[2] for each in named):
            return ""
        return _SLOT.sub(lambda slot: self.text(slot[1]) if self.is_printed(slot[1]) else slot[2] or "", template)


def kind_of(rules: PrintingRules | None, counter: Counter) -> str:
    """The kind of piece that a counter is, "" where it does not say."""
    id_ = _by_role(rules.values if rules is not None else (), "kind")
    return str(counter.values.get(id_, ""))


def name_of(rules: PrintingRules | None, counter: Counter) -> str:
    """What a counter is called, its id where it has no name; in plain words where its kind prints none."""
    return called(rules.values, counter.values, counter.id) if rules is not None else counter.id


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
    return _has_back(look_of(rules, counter), Said(dict(counter.face(1))), counter)


def face_of(rules: PrintingRules | None, oob: Oob, counter: Counter, side: int = 0) -> Face:
    """The face of a counter: 0 its front, 1 its back. Without rules it is the symbol and the designation."""
    look = look_of(rules, counter)
    said = said_of(rules, oob, counter, side)
    paints = Paints(oob.side(counter.side), look.colours, oob.stripe(counter))
    if side == 0:
        return resolved(look.front, look.ground, said, paints, full_px=look.full_px, sidc=counter.sidc)
    if not _has_back(look, said, counter):
        return Face(paints.colour("pale side"), paints.colour("deep side"))
    return resolved(look.back, look.back_ground, said, paints, full_px=look.full_px, sidc=counter.sidc)


def symbol_on(rules: PrintingRules | None, oob: Oob, counter: Counter) -> str:
    """The code of the symbol on the front of a counter, be it its own or the one of its kind; "" where it shows none."""
    look, said = look_of(rules, counter), said_of(rules, oob, counter)
    symbols = (each for each in look.front if each.form == "symbol" and said.holds(each.when))
    return next((code for each in symbols if (code := _text(each, said, counter.sidc))), counter.sidc)


def said_of(rules: PrintingRules | None, oob: Oob, counter: Counter, side: int = 0) -> Said:
    """What a counter says on one side, by the names that looks use."""
    above = tuple(oob.above(counter.formation))
    return Said(
        {
            "name": name_of(rules, counter),
            "formation": above[0].name if above else "",
            "parent": above[1].name if len(above) > 1 else "",
            "stripe": oob.stripe(counter),
            "side": found.name if (found := oob.side(counter.side)) is not None else "",
            **counter.face(side),
        }
    )


def _has_back(look: Look, said: Said, counter: Counter) -> bool:
    if look.back_when == "always":
        return True
    if look.back_when == "printed":
        return counter.back is not None
    return counter.back is not None or said.holds(look.back_when)


def _by_role(values: tuple[CounterValue, ...], role: str) -> str:
    return next((value.id for value in values if value.role == role), "")


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
        if not text:
            return ""
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
    elements: Iterable[Element], ground: Chosen, said: Said, paints: Paints, *, full_px: float, sidc: str = ""
) -> Face:
    """The face that elements make of what a counter or marker says."""
    fill, made = drawn(elements, ground, said, paints, full_px=full_px, sidc=sidc)
    return Face(fill, mixed(fill, BLACK, 0.45), tuple(part for _, _, parts in made for part in parts))


Drawn = tuple[int, str, list[Part]]
"""The number of an element, the ink that it asks for, "" for none, and what is drawn of it."""


def drawn(
    elements: Iterable[Element], ground: Chosen, said: Said, paints: Paints, *, full_px: float, sidc: str = ""
) -> tuple[str, list[Drawn]]:
    """The colour of the card, and what is drawn of each element, of those that are drawn at all."""
    fill = _paint(ground, said, paints) or paints.colour("side")
    found: list[Drawn] = []
    solid: list[Part] = []
    for number, element in enumerate(elements):
        if said.holds(element.when):
            made = _parts(element, solid, fill, said, paints, full_px=full_px, sidc=sidc)
            found.append((number, _paint(element.ink, said, paints), made))
            solid += (part for part in made if part.is_solid)
    return fill, found


def _parts(
    element: Element, under: list[Part], ground: str, said: Said, paints: Paints, *, full_px: float, sidc: str
) -> list[Part]:
    """What an element draws, at most twice: as it stands on small counters and on others. `under` are the solid parts below."""
    form = element.form
    text = _text(element, said, sidc)
    fill, wanted = _paint(element.fill, said, paints), _paint(element.ink, said, paints)
    ink = wanted or (paints.colour("ink") if _needs_ink(form, text, fill) else "")
    if form in ("text", "symbol", "sign") and not text:
        return []
    if (form in ("box", "oval") and not fill and not (ink and element.width)) or (form == "line" and not ink):
        return []
    is_edge = bool(fill) and form != "symbol" and not (form == "sign" and is_stroke(text))
    made = []
    for area, shown, from_px, below_px, room in _sizes(element, text, full_px):
        # The edge of what is filled is no letter.
        inked, halo, outer = ink, "", ""
        if ink and not is_edge:
            behind = _behind(under, area, from_px, below_px, ground)
            informs = bool(wanted and element.ink.by)
            inked, halo = _inked(ink, fill if fill and form == "symbol" else behind, informs=informs)
            outer = legible(inked, behind) if form == "symbol" else ""
        part = Part(
            form=form,
            area=area,
            text=shown,
            fill=fill,
            ink=inked,
            halo=halo,
            width=element.width,
            dashed=element.dashed,
            round=element.round,
            align=element.align,
            bold=element.bold,
            bar=bool(said.chosen(element.bar)),
            turn=element.turn,
            room=room,
            outer=outer if outer != inked else "",
            from_px=from_px,
            below_px=below_px,
        )
        made.append(part)
    return made


def _text(element: Element, said: Said, sidc: str) -> str:
    if element.form != "symbol":
        return said.filled(said.chosen(element.text))
    code = sidc or said.chosen(element.text)
    echelon = said.chosen(element.echelon)
    return f"{code[:8]}{echelon}{code[10:]}" if len(code) >= 20 and len(echelon) == 2 and code[8:10] == "00" else code


def _paint(chosen: Chosen, said: Said, paints: Paints) -> str:
    """The colour that is chosen; a value that names one itself needs no entry."""
    if not chosen.by:
        return paints.colour(chosen.other) if chosen.other else ""
    word = said.word(chosen.by).casefold()
    if word and paints.knows(word) and all(each != word for each, _ in chosen.choices):
        return paints.colour(word)
    return paints.colour(said.chosen(chosen))


def _needs_ink(form: Form, text: str, fill: str) -> bool:
    """Whether nothing would be seen without ink; shapes and filled signs do without."""
    return form in ("text", "symbol") or (form == "sign" and (not fill or is_stroke(text)))


def _sizes(element: Element, text: str, full_px: float) -> Iterator[tuple[Area, str, float, float, bool]]:
    """Area, text, least and most pixels of an element on small counters and on others, and whether a symbol has its room."""
    from_px, below_px = element.from_px, element.below_px
    if element.small is None:
        yield element.area, text, from_px, below_px, True
        return
    if from_px < full_px:
        # The sign of its size is the first thing of a symbol that cannot be read any more.
        small = f"{text[:8]}00{text[10:]}" if element.form == "symbol" and len(text) >= 20 else text
        yield element.small, small, from_px, min(full_px, below_px), False
    if below_px > full_px:
        yield element.area, text, max(full_px, from_px), below_px, True


def _behind(under: list[Part], area: Area, from_px: float, below_px: float, ground: str) -> str:
    """The colour that lies under the middle of an area, at the sizes at which it is drawn upon."""
    x, y = area[0] + area[2] / 2, area[1] + area[3] / 2
    for each in reversed(under):
        if each.from_px < below_px and from_px < each.below_px and each.covers(x, y):
            return each.fill
    return ground


def _inked(ink: str, behind: str, *, informs: bool) -> tuple[str, str]:
    """The ink that can be read on what lies behind, and its outline; one that informs stays as it is."""
    if not ink:
        return "", ""
    if not informs:
        return legible(ink, behind), ""
    return ink, standing_out(ink) if contrast(ink, behind) < LEAST_CONTRAST else ""
