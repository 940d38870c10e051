"""What a formation adds up to: counters, steps and strengths, by the values that the ruleset says are added up.

It needs no case, no map and nothing that takes long, so that the order of battle can show it for every formation.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.model.deployment import Piece
from core.model.oob import Counter
from core.rules.kernel.cells import in_role, kind_of
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.parameters import in_words

COUNTERS, STEPS = "Counters", "Steps"


@dataclass(frozen=True, slots=True)
class Total:
    """One row: what is added up, and how much it comes to. `value` is the id of the value, "" for counts; `kind` the kind of
    pieces that are meant, "" for all.
    """

    title: str
    number: int | Fraction
    value: str = ""
    kind: str = ""


def totals(
    values: tuple[CounterValue, ...], counters: Iterable[Counter], pieces: Mapping[str, Piece] | None = None
) -> tuple[Total, ...]:
    """The rows of some counters: how many, their steps, how many of each kind, and the sums of their strengths.

    With `pieces` the steps that are lost do not count, nor does a counter that has none left, and strengths are those of the
    side that is up. Counters of no copy are not counted.
    """
    kind = in_role(values, "kind")
    kinds: dict[str, int] = {}
    sums: dict[tuple[str, str], int | Fraction] = {}
    number = steps = 0
    for counter in counters:
        piece = (pieces or {}).get(counter.id)
        left = steps_left(values, counter, piece)
        if counter.copies < 1 or left == 0:
            continue
        number, steps = number + 1, steps + left
        its_kind = kind_of(values, counter.values)
        kinds[its_kind] = kinds.get(its_kind, 0) + 1
        for key, part in _parts(values, counter, piece, its_kind, left):
            sums[key] = sums.get(key, 0) + part
    rows = [Total(COUNTERS, number), Total(STEPS, steps)]
    for id_, _ in kind.choices if kind is not None else ():
        if id_ in kinds:
            rows.append(Total(in_words(id_), kinds[id_], kind=id_))
    for value in values:
        for id_ in ("", *(each for each, _ in kind.choices)) if kind is not None else ("",):
            if (value.id, id_) in sums:
                title = f"{value.title}, {in_words(id_).lower()}" if id_ else value.title
                rows.append(Total(title, sums[value.id, id_], value.id, id_))
    return tuple(rows)


def _parts(
    values: tuple[CounterValue, ...], counter: Counter, piece: Piece | None, kind: str, left: int
) -> Iterator[tuple[tuple[str, str], int | Fraction]]:
    """What one counter adds to the sums, each known by its value and, where only one kind is added up, the kind."""
    face = counter.face(piece.face if piece is not None else 0)
    for value in values:
        printed = face.get(value.id) if value.total else None
        if isinstance(printed, int | Fraction) and not isinstance(printed, bool):
            times = left if kind in value.by_step else 1
            yield (value.id, kind if value.total == "kind" else ""), printed * times


def steps_left(values: Iterable[CounterValue], counter: Counter, piece: Piece | None = None) -> int:
    """The steps that a counter has left; one at full strength where it prints none."""
    steps = in_role(values, "steps")
    printed = counter.values.get(steps.id) if steps is not None else None
    full = printed if isinstance(printed, int) and not isinstance(printed, bool) and printed > 0 else 1
    return max(0, full - (piece.lost if piece is not None else 0))
