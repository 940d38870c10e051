"""What is printed on counter sheets: the counters of a box and markers of its ruleset, in groups, and the faces of each."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.counters.painter import letter_height
from app.export.counter_layout import MOST_COPIES, Group, Grouping
from core.base.errors import WrongUse, did_you_mean
from core.model.looks import MarkerKind
from core.model.oob import Counter, Oob, Side
from core.rules.kernel.faces import Face
from core.rules.kernel.looks import face_of, name_of
from core.rules.kernel.markers import marker_face, marker_title, parted
from core.rules.kernel.ruleset import Ruleset

BLANK = Face("#ffffff", "#888888")
"""The back of a marker that has nothing there."""

LEAST_LETTERS_MM = 0.9
"""Capitals below this height are hard to read on paper: those of type of four points are about as high."""

LOOSE = ":"
"""Behind the id of a formation: the counters directly in it; of a side: those that belong to no formation."""

MOST_MARKERS = 200
"""The most that is printed of one marker."""

SLICE = 16
"""Counters that are looked at between two rests."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What of a box is printed.

    `only` are ids of sides and formations, all below included unless `LOOSE` stands behind; None for all counters. Of each
    counter its `copies` are printed, all of that `sets` times. `markers` says how many of each kind, of each of its numbers and
    for each side where it belongs to sides.
    """

    only: tuple[str, ...] | None = None
    sets: int = 1
    markers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to be cut out: a counter, or a marker by its word, of a side where it belongs to one."""

    counter: Counter | None = None
    marker: str = ""
    side: Side | None = None


@dataclass(frozen=True)
class PieceGroup:
    """Pieces that are kept together, each with how often it is printed."""

    title: str
    pieces: tuple[tuple[Piece, int], ...]

    @cached_property
    def group(self) -> Group:
        """The group as it is laid out."""
        return Group(self.title, sum(times for _, times in self.pieces))


class SmallText(NamedTuple):
    """A text that is hard to read: on which counter, and how high its capitals are in millimetres."""

    piece: str
    text: str
    height: float


def _tr(text: str) -> str:
    return QCoreApplication.translate("CounterSheets", text)


def check_choice(choice: Choice, oob: Oob, ruleset: Ruleset | None) -> None:
    """Raises WrongUse for what is neither there nor can be printed so often."""
    if not 1 <= choice.sets <= MOST_COPIES:
        raise WrongUse(f"Counters cannot be printed {choice.sets} times. Allowed: 1 to {MOST_COPIES}.")
    known = [*oob.ids("sides"), *oob.ids("formations")]
    for id_ in choice.only or ():
        if id_.removesuffix(LOOSE) not in known:
            raise WrongUse(f'This box has no side or formation "{id_}".{did_you_mean(id_, known)}')
    kinds = ruleset.markers if ruleset is not None else {}
    for id_, count in choice.markers.items():
        if id_ not in kinds:
            raise WrongUse(f'The rules of this box have no marker "{id_}".{did_you_mean(id_, kinds)}')
        if not 0 <= count <= MOST_MARKERS:
            raise WrongUse(f'Of the marker "{id_}" {count} cannot be printed. Allowed: 0 to {MOST_MARKERS}.')


def gathered(oob: Oob, ruleset: Ruleset | None, choice: Choice, grouping: Grouping) -> tuple[PieceGroup, ...]:
    """What is printed, in groups: sides as they stand in the box, formations as in its tree, markers last."""
    found = []
    sides = {side.id: side for side in reversed(list(oob.sides))}
    for title, counters in _grouped(oob, _chosen(oob, choice.only), grouping):
        pieces = tuple((Piece(each, side=sides.get(each.side)), each.copies * choice.sets) for each in counters)
        if any(times for _, times in pieces):
            found.append(PieceGroup(title, pieces))
    markers = tuple(_markers(oob, ruleset, choice.markers))
    if markers:
        found.append(PieceGroup(_tr("Markers"), markers))
    return tuple(found)


def numbered(groups: Iterable[PieceGroup]) -> list[Piece]:
    """Every piece as often as it is printed, in the order in which they are laid out."""
    return [piece for group in groups for piece, times in group.pieces for _ in range(times)]


def _chosen(oob: Oob, only: tuple[str, ...] | None) -> list[Counter]:
    if only is None:
        return list(oob.counters)
    wanted = set(only)

    def is_wanted(counter: Counter) -> bool:
        loose = oob.formation(counter.formation) is None
        if counter.side in wanted or (counter.side if loose else counter.formation) + LOOSE in wanted:
            return True
        return any(each.id in wanted for each in oob.above(counter.formation))

    return [counter for counter in oob.counters if is_wanted(counter)]


def _grouped(oob: Oob, counters: list[Counter], grouping: Grouping) -> Iterator[tuple[str, list[Counter]]]:
    """Counters by what they are kept together by; those of unknown sides and formations as well."""
    if grouping == "none":
        yield "", counters
        return
    by_side: dict[str, list[Counter]] = {id_: [] for id_ in oob.ids("sides")}
    for each in counters:
        by_side.setdefault(each.side, []).append(each)
    for id_, some in by_side.items():
        side = oob.side(id_)
        title = side.name if side is not None and side.name else id_ or _tr("No side")
        if grouping == "side":
            yield title, some
        else:
            yield from _by_formation(oob, some, id_, title)


def _by_formation(oob: Oob, counters: list[Counter], side: str, title: str) -> Iterator[tuple[str, list[Counter]]]:
    found: dict[str, list[Counter]] = {each.id: [] for top in oob.children("", side) for each in oob.below(top.id)}
    loose: list[Counter] = []
    for each in counters:
        if oob.formation(each.formation) is None:
            loose.append(each)
        else:
            found.setdefault(each.formation, []).append(each)
    for id_, some in found.items():
        # From the top down, so that formations of one name under two parents are told apart.
        above = [each.name or each.id for each in oob.above(id_)]
        yield " · ".join([title, *reversed(above)]), some
    yield title, loose


def _markers(oob: Oob, ruleset: Ruleset | None, counts: Mapping[str, int]) -> Iterator[tuple[Piece, int]]:
    for id_, kind in (ruleset.markers if ruleset is not None else {}).items():
        count = counts.get(id_, 0)
        if count <= 0:
            continue
        owners: list[Side | None] = list(oob.sides) if kind.owned and oob.sides else [None]
        for side in owners:
            for word in kind.words():
                yield Piece(None, word, side), count


def marker_pieces(kind: MarkerKind, sides: int) -> int:
    """How many pieces one set of a marker is: its numbers, for each side that it can belong to."""
    return len(kind.words()) * (max(sides, 1) if kind.owned else 1)


class PieceFaces:
    """The faces of pieces, each worked out once."""

    def __init__(self, oob: Oob, ruleset: Ruleset | None) -> None:
        self._oob, self._ruleset = oob, ruleset
        self._faces: dict[tuple[bool, str, str, bool], Face] = {}
        self._letters: dict[Face, tuple[tuple[str, float], ...]] = {}

    def name(self, piece: Piece) -> str:
        """What a piece is called; markers of a side with the side."""
        if piece.counter is not None:
            return name_of(self._ruleset, piece.counter)
        title = marker_title(self._ruleset, piece.marker)
        return f"{title}, {piece.side.name or piece.side.id}" if piece.side is not None else title

    def face(self, piece: Piece, back: bool = False) -> Face:
        """One side of a piece."""
        # Counters hold tables of values, their ids say as much and are found sooner.
        named = piece.counter.id if piece.counter is not None else piece.marker
        key = (piece.counter is None, named, piece.side.id if piece.side is not None else "", back)
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = self._made(piece, back)
        return found

    def _made(self, piece: Piece, back: bool) -> Face:
        if piece.counter is not None:
            return face_of(self._ruleset, self._oob, piece.counter, int(back))
        if not back:
            return marker_face(self._ruleset, piece.marker, piece.side)
        id_, number = parted(piece.marker)
        kinds = self._ruleset.markers if self._ruleset is not None else {}
        other = kinds.get(kinds[id_].other) if id_ in kinds else None
        if other is None:
            return BLANK
        if not other.numbers:
            return marker_face(self._ruleset, other.id, piece.side)
        shown = number if number in other.numbers else other.numbers[0]
        return marker_face(self._ruleset, f"{other.id} {shown}", piece.side)

    def small_texts(self, pieces: Iterable[Piece], side: float, backs: bool) -> Generator[None, None, tuple[SmallText, ...]]:
        """The texts that are hard to read on counters of so many millimetres, each once, the smallest first; in slices."""
        found: dict[tuple[str, str], SmallText] = {}
        each_once = {id(piece): piece for piece in pieces}
        for number, piece in enumerate(each_once.values()):
            for back in (False, True)[: 2 if backs else 1]:
                for text, share in self._heights(self.face(piece, back)):
                    if share * side < LEAST_LETTERS_MM:
                        name = self.name(piece)
                        found.setdefault((name, text), SmallText(name, text, share * side))
            if number % SLICE == SLICE - 1:
                yield
        return tuple(sorted(found.values(), key=lambda each: each.height))

    def _heights(self, face: Face) -> tuple[tuple[str, float], ...]:
        known = self._letters.get(face)
        if known is None:
            texts = [(part.text, letter_height(part)) for part in face.seen(float("inf")) if part.form == "text"]
            known = self._letters[face] = tuple((text, share) for text, share in texts if share)
        return known
