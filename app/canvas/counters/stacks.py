"""What of each stack is seen, and where: cards from the bottom up, resolved into faces, at places around the hex's centre.

Lengths are scene units, x to the right and y down. Nothing hides under something without a hint: lower counters show a rim,
a number says how many there are where rims do not, and a star beside it that markers lie under a counter.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from app.canvas.counters.off_map import cells
from app.canvas.style import CountersStyle
from app.canvas.transform import HEX, Span
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Piece, Spot
from core.model.oob import Counter, Oob
from core.rules.kernel.faces import Face, Part
from core.rules.kernel.looks import NO_SIDE, face_of, has_back
from core.rules.kernel.markers import marker_face
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.totals import steps_left

STEP_LOSS = "step-loss"
"""The marker that says how many steps are lost, in series that have it."""

HIDDEN = "*"
"""Stands behind the number of a stack in which markers lie under a counter."""

BADGE_LEFT = -0.36
"""How far to the left of its hex's centre the middle of a number lies at most, in hexes."""

BESIDE = 0.47
"""How far the middle of a marker lies beside the edge of its counter, as a share of the marker's side."""

CLOSE = 0.38
"""Half of what lies between the middles of two markers, as a share of their side."""

LOWER = 1.38
"""How far the middle of a third marker lies below that of its hex, as a share of its side."""

OVER_RIMS = -1.0
"""The same of the first marker of a hex with a stack."""

MOST_IN_BOX = 2
"""Markers of a counter that have room beside it in a box beside the map."""

MOST_OF_HEX = 2
"""Markers of a hex that have room at the left of its counters."""

CardKind = Literal["unit", "mark", "badge"]


@dataclass(frozen=True, slots=True)
class Card:
    """One square of a stack: its middle, seen from the centre of the hex, and its side. `id` is the counter that it is, or that
    the marker lies on, "" for markers of the hex; a badge has the id of the top counter."""

    kind: CardKind
    id: str
    face: Face
    x: float
    y: float
    side: float

    @property
    def span(self) -> Span:
        """The square around the centre of the hex."""
        half = self.side / 2
        return self.x - half, self.y - half, self.x + half, self.y + half

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the square."""
        return abs(x - self.x) <= self.side / 2 and abs(y - self.y) <= self.side / 2


@dataclass(frozen=True, slots=True)
class Block:
    """What a stack is from afar, one for each side in it: a square in the colour of its counters, larger with more steps. In a
    box beside the map there is one for each counter."""

    colour: str
    x: float
    side: float
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class StackPicture:
    """What is drawn of one hex. `badge` is drawn of small stacks only if not `counted`."""

    cards: tuple[Card, ...]
    badge: Card | None = None
    counted: bool = False

    def seen(self, small: bool) -> tuple[Card, ...]:
        """The cards that are drawn, from the bottom up."""
        return (*self.cards, self.badge) if self.badge is not None and (self.counted or small) else self.cards

    def under(self, x: float, y: float) -> str:
        """The counter at a point, seen from the centre of the hex; "" where there is none."""
        return next((card.id for card in reversed(self.cards) if card.id and card.holds(x, y)), "")

    def card(self, id_: str) -> Card | None:
        """The card of a counter; of one that lies deeper than cards are seen, the lowest."""
        units = [card for card in self.cards if card.kind == "unit"]
        return next((card for card in units if card.id == id_), units[0] if units else None)


class Stacks:
    """The deployment of a box as pictures, each made when it is asked for and kept while nothing in it changes."""

    def __init__(self, style: CountersStyle) -> None:
        self.style = style
        self._ruleset: Ruleset | None = None
        self._oob = Oob()
        self._deployment = Deployment()
        self._faces: dict[tuple[str, int], tuple[Counter, Face]] = {}
        self._marks: dict[tuple[str, str, str], Face] = {}
        self._pictures: dict[Spot, StackPicture] = {}
        self._blocks: dict[Spot, tuple[Block, ...]] = {}

    @property
    def deployment(self) -> Deployment:
        """Where the pieces are."""
        return self._deployment

    @property
    def hexes(self) -> Iterator[Hex]:
        """The hexes in which anything lies."""
        yield from (spot for spot in self._deployment.stacks if isinstance(spot, Hex))
        stacks = self._deployment.stacks
        yield from (spot for spot in self._deployment.marks if isinstance(spot, Hex) and spot not in stacks)

    def boxes(self, named: Iterable[str]) -> dict[str, int]:
        """How many counters and markers lie in boxes beside the map: in those that are named, then in all others that hold
        any."""
        deployment = self._deployment
        used = (spot for spots in (deployment.stacks, deployment.marks) for spot in spots if isinstance(spot, str))
        names = dict.fromkeys((*named, *sorted(used)))
        return {name: len(self._ids(name)) + len(deployment.marks.get(name, ())) for name in names}

    def _ids(self, spot: Spot) -> list[str]:
        """The counters of a stack or a box that are known, from the bottom to the top."""
        return [id_ for id_ in self._deployment.stack(spot) if self._oob.counter(id_) is not None]

    def holds(self, place: Spot) -> bool:
        """Whether anything lies in a hex."""
        return place in self._deployment.stacks or place in self._deployment.marks

    def show(self, ruleset: Ruleset | None, oob: Oob, deployment: Deployment) -> frozenset[Spot] | None:
        """Takes over what there is now; the hexes and boxes of which something else is to be drawn, None for all of them."""
        before, had, rules = self._deployment, self._oob, self._ruleset
        self._ruleset, self._oob, self._deployment = ruleset, oob, deployment
        if rules is not ruleset or had.sides is not oob.sides or had.formations is not oob.formations:
            self._faces.clear()
            self._marks.clear()
            self._forget()
            return None
        # Kept faces know their counters, so that only what became another is made anew.
        changed = _changed(before, deployment) | _restacked(had, oob, deployment)
        for place in changed:
            self._pictures.pop(place, None)
            self._blocks.pop(place, None)
        return changed

    def _forget(self) -> None:
        self._pictures.clear()
        self._blocks.clear()

    # Faces ---------------------------------------------------------------------------------------------------------------

    def face(self, id_: str) -> Face | None:
        """The face of a counter as it lies now, its front where it is not in play; None for no counter."""
        counter = self._oob.counter(id_)
        if counter is None:
            return None
        piece = self._deployment.pieces.get(id_)
        up = piece.face if piece is not None else 0
        kept = self._faces.get((id_, up))
        if kept is None or kept[0] is not counter:
            kept = self._faces[id_, up] = counter, face_of(self._ruleset, self._oob, counter, up)
        return kept[1]

    def mark_face(self, mark: Mark) -> Face:
        """The face of a marker."""
        key = mark.kind, mark.side, mark.text
        if key not in self._marks:
            self._marks[key] = marker_face(self._ruleset, mark.kind, self._oob.side(mark.side), mark.text)
        return self._marks[key]

    def _has_back(self, id_: str) -> bool:
        counter = self._oob.counter(id_)
        return counter is not None and has_back(self._ruleset, counter)

    def words(self, id_: str) -> tuple[str, ...]:
        """The markers that a piece carries, with the one for lost steps, and for its mode where no side of it shows that."""
        piece = self._deployment.pieces[id_]
        known = self._ruleset.markers if self._ruleset is not None else {}
        found = [piece.mode] if piece.mode and piece.mode in known and not self._has_back(id_) else []
        if piece.lost and not any(each.startswith(f"{STEP_LOSS} ") for each in piece.marks):
            found.append(f"{STEP_LOSS} {piece.lost}" if STEP_LOSS in known else f"−{piece.lost}")
        return (*found, *sorted(piece.marks))

    # Pictures ------------------------------------------------------------------------------------------------------------

    def picture(self, place: Spot) -> StackPicture:
        """What is drawn of a hex, or of a box beside the map around the middle of its counters."""
        found = self._pictures.get(place)
        if found is None:
            made = self._made_box(place) if isinstance(place, str) else self._made(place)
            found = self._pictures[place] = made
        return found

    def is_made(self, place: Spot) -> bool:
        """Whether the picture of a hex is there already, so that asking for it takes no time."""
        return place in self._pictures

    def has_blocks(self, place: Spot) -> bool:
        """The same of its blocks."""
        return place in self._blocks

    def blocks(self, place: Spot) -> tuple[Block, ...]:
        """What a hex is from afar."""
        found = self._blocks.get(place)
        if found is None:
            made = self._made_box_blocks(place) if isinstance(place, str) else self._made_blocks(place)
            found = self._blocks[place] = tuple(made)
        return found

    def _made(self, place: Hex) -> StackPicture:
        style = self.style
        ids = self._ids(place)
        shown = ids[-style.most_cards :]
        step = self._step(len(shown))
        cards: list[Card] = []
        x = y = 0.0
        for n, id_ in enumerate(shown):
            aside = step * (n - (len(shown) - 1) / 2)
            x, y = aside, -aside
            face = self.face(id_)
            assert face is not None
            cards.append(Card("unit", id_, face, x, y, style.side))
        marks = self._deployment.marks.get(place, ())
        if not ids:
            return StackPicture(tuple(self._lone(marks)))
        top = ids[-1]
        cards += self._marks_of(top, x, y)
        cards += self._marks_of_hex(marks, x, y, stacked=len(shown) > 1)
        covered = any(self.words(id_) for id_ in ids[:-1])
        badge = None
        if len(ids) > 1:
            text = f"{len(ids)}{HIDDEN}" if covered else str(len(ids))
            # On the rims at the left, in its own hex, so that it covers neither a number of the top one nor a neighbour.
            rim = max(cards[0].x - style.side / 2 - style.badge / 8, BADGE_LEFT * HEX)
            badge = Card("badge", top, self.badge_face(text), rim, style.badge * 0.45, style.badge)
        return StackPicture(tuple(cards), badge, len(ids) > len(shown) or covered)

    def _step(self, count: int) -> float:
        """How far each of so many cards lies beside the one below it."""
        return min(self.style.step, self.style.spread / max(count - 1, 1))

    def covers(self, place: Hex) -> float:
        """The side of the square around the centre of a hex that its counters cover, or its markers where it has none; 0 where
        nothing lies. No face is made for that."""
        count = min(len(self._ids(place)), self.style.most_cards)
        if count:
            return self.style.side + self._step(count) * (count - 1)
        marks = len(self._deployment.marks.get(place, ()))
        return self.style.lone_mark + self._lone_step(marks) * (marks - 1) if marks else 0.0

    def _made_box(self, name: str) -> StackPicture:
        """The counters of a box beside the map in their order, each with its markers, and the markers of the box."""
        ids, marks = self._ids(name), self._deployment.marks.get(name, ())
        places = iter(cells(len(ids) + len(marks)))
        cards: list[Card] = []
        for id_, (x, y) in zip(ids, places, strict=False):
            face = self.face(id_)
            assert face is not None
            x -= self.style.mark / 2
            cards.append(Card("unit", id_, face, x, y, self.style.side))
            beside = self._few([self.mark_face(Mark(word)) for word in self.words(id_)], MOST_IN_BOX)
            aside = x + self.style.side / 2 + self.style.mark * BESIDE
            first = -CLOSE * (len(beside) - 1)
            for n, each in enumerate(beside):
                cards.append(Card("mark", id_, each, aside, y + (first + 2 * CLOSE * n) * self.style.mark, self.style.mark))
        for mark, (x, y) in zip(marks, places, strict=False):
            cards.append(Card("mark", "", self.mark_face(mark), x, y, self.style.lone_mark))
        return StackPicture(tuple(cards))

    def _made_box_blocks(self, name: str) -> Iterator[Block]:
        for card in self.picture(name).cards:
            counter = self._oob.counter(card.id) if card.kind == "unit" else None
            if counter is not None:
                side = self._oob.side(counter.side)
                colour = side.colour if side is not None and side.colour else NO_SIDE
                yield Block(colour, card.x, self.style.least_block, card.y)

    def _lone(self, marks: Iterable[Mark]) -> Iterator[Card]:
        """Markers of a hex in which no unit is, each aside from the next."""
        faces = [self.mark_face(mark) for mark in marks]
        step = self._lone_step(len(faces))
        for n, face in enumerate(faces):
            aside = step * (n - (len(faces) - 1) / 2)
            yield Card("mark", "", face, aside, -aside, self.style.lone_mark)

    def _lone_step(self, count: int) -> float:
        """How far each of so many markers lies beside the one below it."""
        return min(self.style.mark / 2, self.style.spread / max(count - 1, 1))

    def _marks_of(self, id_: str, x: float, y: float) -> Iterator[Card]:
        """The markers of a counter at its right, where they cover nothing that is to be read, neither of its own nor of the
        counters in the hexes around; so the third stands lower."""
        style = self.style
        faces = self._few([self.mark_face(Mark(word)) for word in self.words(id_)], style.most_marks)
        right = x + style.side / 2 + style.mark * BESIDE
        middle = y if x == 0 else 0.0
        heights = (0.0,) if len(faces) < 2 else (-CLOSE, CLOSE, LOWER)
        for n, face in enumerate(faces):
            height = heights[n] if n < len(heights) else LOWER + (n - 2) * 2 * CLOSE
            # Below the counter there is room under it; a neighbour's may begin at the right.
            aside = min(right, style.side / 2 + style.mark * BESIDE) if height >= LOWER else right
            yield Card("mark", id_, face, aside, middle + height * style.mark, style.mark)

    def _marks_of_hex(self, marks: Iterable[Mark], x: float, y: float, *, stacked: bool) -> Iterator[Card]:
        """The markers of a hex, at the left of its top counter, in a stack over the rims of the others and their number."""
        style = self.style
        faces = self._few([self.mark_face(mark) for mark in marks], MOST_OF_HEX)
        left = x - style.side / 2 - style.mark * BESIDE
        first = OVER_RIMS if stacked else -2 * CLOSE * (len(faces) - 1)
        for n, face in enumerate(faces):
            yield Card("mark", "", face, left, (0.0 if stacked else y) + (first + 2 * CLOSE * n) * style.mark, style.mark)

    def _few(self, faces: list[Face], most: int) -> list[Face]:
        """Markers for which there is room; of more than that the last place says how many more there are."""
        if len(faces) <= most:
            return faces
        return [*faces[: most - 1], self.badge_face(f"+{len(faces) - most + 1}")]

    def badge_face(self, text: str) -> Face:
        """A number on a plate."""
        style = self.style
        width = 0.84 if len(text) > 1 else 0.6
        letters = Part("text", ((1 - width) / 2, 0.2, width, 0.6), text=text, ink=style.badge_ink)
        return Face(style.badge_fill, style.badge_ink, (letters,))

    def _made_blocks(self, place: Hex) -> Iterator[Block]:
        style, pieces = self.style, self._deployment.pieces
        values = self._ruleset.values if self._ruleset is not None else ()
        steps: dict[str, int] = {}
        for id_ in self._deployment.stack(place):
            if (counter := self._oob.counter(id_)) is not None:
                steps[counter.side] = steps.get(counter.side, 0) + steps_left(values, counter, pieces[id_])
        if not steps:
            yield Block(self.mark_face(self._deployment.marks[place][-1]).fill, 0.0, style.least_block)
            return
        for n, (side, some) in enumerate(steps.items()):
            found = self._oob.side(side)
            share = math.sqrt(min(max(some - 1, 0) / max(style.full_steps - 1, 1), 1.0))
            aside = style.least_block * 0.6 * (n - (len(steps) - 1) / 2)
            colour = found.colour if found is not None and found.colour else NO_SIDE
            yield Block(colour, aside, style.least_block + share * (style.side - style.least_block))


def _changed(before: Deployment, now: Deployment) -> frozenset[Spot]:
    """The hexes and boxes in which something lies otherwise."""
    if before is now:
        return frozenset()
    found: set[Spot] = set()
    for old, new in ((before.pieces, now.pieces), (now.pieces, before.pieces)):
        for id_, piece in _differing(old, new):
            found.add(piece.at)
            other = new.get(id_)
            if other is not None:
                found.add(other.at)
    for marks, others in ((before.marks, now.marks), (now.marks, before.marks)):
        found.update(spot for spot, some in marks.items() if others.get(spot) is not some)
    return frozenset(found)


def _differing(old: Mapping[str, Piece], new: Mapping[str, Piece]) -> Iterator[tuple[str, Piece]]:
    if old is not new:
        yield from ((id_, piece) for id_, piece in old.items() if new.get(id_) is not piece)


def _restacked(before: Oob, now: Oob, deployment: Deployment) -> frozenset[Spot]:
    """The hexes and boxes of counters that have become others."""
    if before.counters is now.counters:
        return frozenset()
    pieces = deployment.pieces.items()
    return frozenset(piece.at for id_, piece in pieces if before.counter(id_) is not now.counter(id_))
