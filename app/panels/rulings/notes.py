"""What a ruling says beside its table: the ends of a line, the hexes that would complete a cross fire, what a field misses."""

from collections.abc import Iterable

from app.panels.words import exact, height, how_word, quarter, tr
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.rules.kernel.rulings import Ruling

MOST_LINKS = 40

OPTION = "option:"
"""How links to options begin."""


def note_of(ruling: Ruling, box: GameBox, ink: str) -> str:
    """Rich text with hexes as links "q,r" and options as links "option:id", in the colour `ink`; empty when there is nothing
    to add."""
    text = f"{_caution(ruling)} {_plain_note(ruling, box)}".strip()
    return text.replace("<a href", f'<a style="color: {ink}" href')


def _caution(ruling: Ruling) -> str:
    """That the box has errors; said first, for it concerns everything below."""
    if not ruling.box_errors:
        return ""
    text = tr("Errors in this box: {count} (see Issues). They may change this answer.")
    return f"<b>⚠ {text.format(count=ruling.box_errors)}</b>"


def _plain_note(ruling: Ruling, box: GameBox) -> str:
    match ruling.question:
        case "los":
            return _ends(ruling, box)
        case "crossfire":
            return f"{_completing(ruling, box)} {_readings(ruling)}".strip()
        case "field":
            return _undecidable(ruling, box)
        case "elevation":
            return f"{_chord(ruling)} {_readings(ruling)}".strip()
    return ""


def hex_link(place: Hex, box: GameBox) -> str:
    """A hex's number as a link."""
    return f'<a href="{place.q},{place.r}">{box.label(place)}</a>'


def hex_of_link(link: str) -> Hex:
    """The hex that a link names."""
    q, r = link.split(",")
    return Hex(int(q), int(r))


def option_of_link(link: str) -> str:
    """The id of the option that a link names; empty for a link to a hex."""
    return link.removeprefix(OPTION) if link.startswith(OPTION) else ""


def _links(places: Iterable[Hex], box: GameBox) -> str:
    ordered = sorted(places)
    shown = ", ".join(hex_link(each, box) for each in ordered[:MOST_LINKS])
    rest = len(ordered) - MOST_LINKS
    return tr("{hexes} and {count} more").format(hexes=shown, count=rest) if rest > 0 else shown


def _ends(ruling: Ruling, box: GameBox) -> str:
    detail = ruling.detail
    ends = tr("From {start} ({start_height}) to {end} ({end_height}).").format(
        start=hex_link(detail.start, box),
        start_height=height(detail.start_height),
        end=hex_link(detail.end, box),
        end_height=height(detail.end_height),
    )
    return f"{ends} {_readings(ruling)}".strip()


def _readings(ruling: Ruling) -> str:
    """The readings that the verdict rests on; another choice would change it."""
    decided = [reason for reason in ruling.reasons if {"reading", "title"} <= set(reason.values)]
    titles = [
        f'<a href="{OPTION}{reason.values["reading"]}">{reason.values["title"]}</a> ({reason.rule.section})'
        for reason in decided
    ]
    return tr("Another reading would change this: {titles}.").format(titles="; ".join(titles)) if titles else ""


def _completing(ruling: Ruling, box: GameBox) -> str:
    detail = ruling.detail
    if not detail.firers:
        return tr("Click the hexes that fire at {target}.").format(target=hex_link(detail.target, box))
    if ruling.verdict == "crossfire":
        return tr("These firers already make a cross fire.")
    if not detail.completing:
        return tr("No hex within reach would complete a cross fire with these firers.")
    parts = [tr("One more firer in one of {count} hexes would make a cross fire.").format(count=len(detail.completing))]
    if detail.completing_seen is not None:
        seen = _links(detail.completing_seen, box)
        none = tr("None of them sees the target.")
        parts.append(tr("Of these see the target: {hexes}.").format(hexes=seen) if seen else none)
    else:
        parts.append(_links(detail.completing, box) + ".")
    return " ".join(parts)


def _undecidable(ruling: Ruling, box: GameBox) -> str:
    missing = ruling.detail.undecidable
    return tr("Not decidable for want of heights: {hexes}.").format(hexes=_links(missing, box)) if missing else ""


def _chord(ruling: Ruling) -> str:
    detail = ruling.detail
    if detail.chord is None:
        return ""
    chord = detail.chord
    return tr("{how}: nearest to the {mark} mark from {low} to {high}.").format(
        how=how_word(detail.how).capitalize(),
        mark=quarter(chord.part),
        low=exact(chord.low_height),
        high=exact(chord.high_height),
    )
