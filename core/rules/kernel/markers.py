"""Kinds of markers: what lies on units, in hexes, and with formations and sides, and what each looks like.

Pieces and hexes carry markers as words, a number behind a blank where the kind has one: "suppressed", "step-loss 2".
"""

from collections.abc import Mapping
from typing import Protocol

from core.base.colours import BLACK
from core.model.looks import Chosen, Element, MarkerKind
from core.model.oob import Side, Value
from core.rules.kernel.faces import Face
from core.rules.kernel.looks import Paints, Said, resolved


class MarkingRules(Protocol):
    """What markers need of a ruleset."""

    @property
    def markers(self) -> Mapping[str, MarkerKind]:
        """The kinds of markers of the series by id."""


def parted(word: str) -> tuple[str, int | None]:
    """The kind and the number of a marker.

    >>> parted("step-loss 2"), parted("fired")
    (('step-loss', 2), ('fired', None))
    """
    kind, _, number = word.rpartition(" ")
    return (kind, int(number)) if kind and number.isdecimal() else (word, None)


def marker_title(rules: MarkingRules | None, word: str) -> str:
    """What a marker is called, with its number."""
    kind, number = parted(word)
    found = rules.markers.get(kind) if rules is not None else None
    title = found.title if found is not None else kind
    return title if number is None else f"{title} {number}"


def marker_face(rules: MarkingRules | None, word: str, side: Side | None = None, text: str = "") -> Face:
    """The face of a marker. `word` is its kind, with its number behind a blank; `side` owns it; `text` is written on it.

    A kind that the rules do not have shows its own name.
    """
    id_, number = parted(word)
    kind = rules.markers.get(id_) if rules is not None else None
    if kind is None:
        kind = MarkerKind(id_, id_, "", "", ("hex",), parts=_LETTERS)
    said = marker_said(kind, number, side, text)
    return resolved(kind.parts, kind.ground, said, Paints(side, kind.colours), full_px=kind.full_px)


def marker_said(kind: MarkerKind, number: int | None = None, side: Side | None = None, text: str = "") -> Said:
    """What a marker says, by the names that looks use; one with numbers and without `number` says its least."""
    said: dict[str, Value] = {"name": text or kind.title, "text": text, "side": side.name if side is not None else ""}
    if number is None:
        number = kind.least
    if number is not None:
        said["number"] = number
    return Said(said)


_LETTERS = (Element("text", (0.06, 0.38, 0.88, 0.24), text=Chosen("{name}"), ink=Chosen(BLACK)),)
