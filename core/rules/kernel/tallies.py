"""What every formation and side adds up to, kept while the order of battle changes: a change costs what it changes.

The rows are those of `totals`, of counters at full strength; those of one counter are worked out once.
"""

from collections import deque
from collections.abc import Iterable
from fractions import Fraction

from core.model.oob import Counter, Oob
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.totals import COUNTERS, STEPS, Total, totals

Key = tuple[str, str, str]
"""Which row is meant: its title, its value and its kind."""


def key_of(row: Total) -> Key:
    """What tells a row from others."""
    return row.title, row.value, row.kind


class Tallies:
    """Sums of an order of battle. `follow` takes a changed one; what is not worked out yet is `due`."""

    def __init__(self, values: tuple[CounterValue, ...], oob: Oob) -> None:
        self._values, self._oob = values, oob
        self._parts: dict[str, tuple[Counter, tuple[Total, ...]]] = {}
        self._order: dict[Key, tuple[int, ...]] = {}
        self._sums: dict[str, dict[Key, Total]] = {}
        self._sides: dict[str, dict[Key, Total]] = {}
        self._due = deque(oob.counters)

    @property
    def is_due(self) -> bool:
        """Whether counters are still to be worked out."""
        return bool(self._due)

    @property
    def values(self) -> tuple[Key, ...]:
        """The sums of values that any counter worked out so far adds to, in their order."""
        return tuple(sorted((key for key in self._order if key[1]), key=lambda key: self._order[key]))

    def advance(self, count: int) -> None:
        """Works out some more counters; one takes some fifty millionths of a second."""
        for _ in range(min(count, len(self._due))):
            self.counter(self._due.popleft())
        if not self._due:
            self._sums.clear()
            self._sides.clear()

    def follow(self, oob: Oob, formations: Iterable[str] | None = None) -> None:
        """Takes another order of battle, in which only what belongs to some formations has changed; None for any of it."""
        self._sides.clear()
        if formations is None:
            self._sums.clear()
        else:
            for id_ in dict.fromkeys(formations):
                for each in (*self._oob.above(id_), *oob.above(id_)):
                    self._sums.pop(each.id, None)
        self._oob = oob

    def counter(self, counter: Counter) -> tuple[Total, ...]:
        """The rows of one counter."""
        known = self._parts.get(counter.id)
        if known is None or known[0] is not counter:
            rows = totals(self._values, (counter,))
            self._parts[counter.id] = known = counter, rows
            for row in rows:
                self._order.setdefault(key_of(row), self._place(row))
        return known[1]

    def formation(self, id_: str) -> tuple[Total, ...]:
        """The rows of a formation and of all that belong to it."""
        return self._listed(self._sum(id_))

    def side(self, id_: str) -> tuple[Total, ...]:
        """The rows of a side."""
        if id_ not in self._sides:
            inner = (row for each in self._oob.children("", id_) for row in self._sum(each.id).values())
            own = (row for counter in self._oob.members("", id_) for row in self.counter(counter))
            self._sides[id_] = self._added((*inner, *own))
        return self._listed(self._sides[id_])

    def some(self, counters: Iterable[Counter]) -> tuple[Total, ...]:
        """The rows of some counters."""
        return self._listed(self._added(row for counter in counters for row in self.counter(counter)))

    def _sum(self, id_: str) -> dict[Key, Total]:
        if id_ not in self._sums:
            # What belongs to a formation comes behind it, and is needed before it.
            for each in reversed(tuple(self._oob.below(id_))):
                if each.id not in self._sums:
                    inner = (row for child in self._oob.children(each.id) for row in self._sums.get(child.id, {}).values())
                    own = (row for counter in self._oob.members(each.id) for row in self.counter(counter))
                    self._sums[each.id] = self._added((*inner, *own))
        return self._sums.get(id_, {})

    def _added(self, rows: Iterable[Total]) -> dict[Key, Total]:
        sums: dict[Key, Total] = {}
        for row in rows:
            key = key_of(row)
            held = sums.get(key)
            number: int | Fraction = row.number + (held.number if held is not None else 0)
            sums[key] = Total(row.title, number, row.value, row.kind)
        return sums

    def _listed(self, sums: dict[Key, Total]) -> tuple[Total, ...]:
        counts = {(title, "", ""): Total(title, 0) for title in (COUNTERS, STEPS)}
        rows = {**counts, **sums}
        for key, row in rows.items():
            if key not in self._order:
                self._order[key] = self._place(row)
        return tuple(rows[key] for key in sorted(rows, key=lambda key: self._order[key]))

    def _place(self, row: Total) -> tuple[int, ...]:
        """Where a row stands among others, as `totals` lists them: counts first, then kinds, then values."""
        kind = next((value for value in self._values if value.role == "kind"), None)
        kinds = [id_ for id_, _ in kind.choices] if kind is not None else []
        its_kind = kinds.index(row.kind) + 1 if row.kind in kinds else 0
        if row.value:
            at = next(number for number, value in enumerate(self._values) if value.id == row.value)
            return 2, at, its_kind
        return (1, its_kind) if row.kind else (0, 0 if row.title == COUNTERS else 1)
