"""The canonical text of what a box brings of looks: one element on a line; what has its preset is left out."""

from collections.abc import Iterable, Mapping

from core.files.quoting import Pair, flow, head_lines, plain_text, quoted, row
from core.files.wkt import decimal_text
from core.model.looks import (
    FULL_PX,
    NO_LIMIT,
    NOTHING,
    UNKNOWN_GROUND,
    Area,
    Chosen,
    Condition,
    Element,
    Look,
    LookBook,
    MarkerKind,
)

_INDENT = "    "


def look_book_text(book: LookBook) -> str:
    """The canonical text of a box's looks."""
    lines = head_lines("looks")
    if book.colours:
        lines += ["colours:", *(f"  {plain_text(name)}: {quoted(colour)}" for name, colour in book.colours.items())]
    lines += _section("looks", {id_: _look(look) for id_, look in book.looks.items()})
    lines += _section("markers", {id_: _marker(kind) for id_, kind in book.markers.items()})
    return "\n".join(lines) + "\n"


def _section(name: str, held: Mapping[str, list[str]]) -> list[str]:
    lines = [f"{name}:"] if held else []
    for id_, inner in held.items():
        lines += [f"  {plain_text(id_)}:", *(f"{_INDENT}{line}" for line in inner)]
    return lines


def _look(look: Look) -> list[str]:
    lines = [f"title: {plain_text(look.title)}"]
    if look.of:
        lines.append(f"of: {row(map(plain_text, look.of))}")
    lines += _full_px(look.full_px)
    if look.ground != Chosen("side"):
        lines.append(f"ground: {_chosen(look.ground)}")
    lines += _elements("front", look.front)
    if look.back_ground != Chosen("side"):
        lines.append(f"back_ground: {_chosen(look.back_ground)}")
    if look.back:
        lines += _elements("back", look.back)
    if look.back_when != "printed":
        when = look.back_when
        lines.append(f"back_when: {when if isinstance(when, str) else _conditions(when)}")
    return lines


def _marker(kind: MarkerKind) -> list[str]:
    lines = [
        f"title: {plain_text(kind.title)}",
        f"section: {plain_text(kind.section)}",
        f"about: {plain_text(kind.about)}",
        f"on: {row(kind.on)}",
    ]
    if kind.least is not None and kind.most is not None:
        lines += [f"least: {kind.least}", f"most: {kind.most}"]
    if kind.other:
        lines.append(f"other: {plain_text(kind.other)}")
    if kind.owned:
        lines.append("owned: true")
    lines += [*_full_px(kind.full_px), f"ground: {_chosen(kind.ground) or _chosen(UNKNOWN_GROUND)}"]
    return [*lines, *_elements("parts", kind.parts)]


def _full_px(full_px: float) -> list[str]:
    return [f"full_px: {decimal_text(full_px)}"] if full_px != FULL_PX else []


def _elements(name: str, elements: Iterable[Element]) -> list[str]:
    items = [f"- {flow(_element(each))}" for each in elements]
    return [f"{name}:", *items] if items else [f"{name}: []"]


def _element(element: Element) -> list[Pair]:
    preset = Element(element.form, element.area)
    pairs = [("form", element.form), ("area", _area(element.area))]
    if element.small is not None:
        pairs.append(("small", _area(element.small)))
    for key in ("text", "echelon", "fill", "ink", "bar"):
        held = getattr(element, key)
        pairs.append((key, _chosen(held) if held != NOTHING else ""))
    pairs.append(("when", _conditions(element.when) if element.when else ""))
    for key in ("width", "dashed", "round", "align", "bold", "turn", "from_px", "below_px"):
        held = getattr(element, key)
        if held != getattr(preset, key) and held != NO_LIMIT:
            pairs.append((key, held if isinstance(held, str) else _plain(held)))
    return pairs


def _plain(held: bool | float) -> str:
    return str(held).lower() if isinstance(held, bool) else decimal_text(held)


def _area(area: Area) -> str:
    return row(map(decimal_text, area))


def _chosen(chosen: Chosen) -> str:
    if not chosen.by:
        return plain_text(chosen.other)
    pairs = [("by", plain_text(chosen.by)), *((plain_text(word), plain_text(text)) for word, text in chosen.choices)]
    return flow([*pairs, ("else", plain_text(chosen.other) if chosen.other else "")])


def _conditions(conditions: tuple[Condition, ...]) -> str:
    if len({each.value for each in conditions}) == len(conditions):
        return flow(map(_condition, conditions))
    # A group of keys holds each value once.
    return row(flow((_condition(each),)) for each in conditions)


def _condition(condition: Condition) -> Pair:
    if not condition.among:
        return plain_text(condition.value), _plain(condition.printed)
    words = [plain_text(each) for each in condition.among]
    return plain_text(condition.value), words[0] if len(words) == 1 else row(words)
