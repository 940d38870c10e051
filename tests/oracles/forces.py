"""Made-up orders of battle and scenarios of every series, for properties of whatever keeps them.

What draws is made once for a ruleset and a map, and kept: Hypothesis looks through every new strategy before it draws from it,
which took longer than the drawing.
"""

from collections.abc import Set
from fractions import Fraction
from functools import cache
from typing import Any, get_args

import immutables
from hypothesis import strategies as st

from core.files.measure_files import load_measures
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.geometry.measures.marks import SIGNS
from core.model.box import GameBox, PlacedSheet
from core.model.deployment import Deployment, Mark, Piece
from core.model.graphics import Measure, MeasureKind
from core.model.items import Items
from core.model.maps import Grid, MapSheet
from core.model.oob import Counter, Formation, Oob, Side, Value, Values
from core.model.orders import Addition, Alternate, Commitment, Left, OpSheet, Status, TaskGroup
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory
from core.rules.kernel.cells import carried
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

RULESETS = {id_: load_ruleset(id_) for id_ in ruleset_ids()}

texts = st.text(st.characters(codec="utf-8"), max_size=8)
words = st.text(st.characters(codec="utf-8"), max_size=8).map(str.strip).filter(bool) | st.sampled_from(
    ["12", "no", "0.50", "-"]
)
ids = st.sampled_from(["a", "b-1", "1-123", "ü", "on", "7", 'say "x"', "a: b"])
colours = st.sampled_from(["", "#aa3310", "#000000"])
rulesets = st.sampled_from(sorted(RULESETS)).map(RULESETS.__getitem__)


@cache
def values_of(value: CounterValue) -> st.SearchStrategy[Value]:
    """Any value of its kind."""
    least = value.least if value.least is not None else -1000
    most = value.most if value.most is not None else 100_000
    match value.type:
        case "whole":
            return st.integers(least, most)
        case "number":
            return st.fractions(least, most, max_denominator=1000) | st.integers(least, most).map(Fraction)
        case "choice":
            return st.sampled_from([word for word, _ in value.choices])
        case "flag":
            return st.booleans()
        case "boxes":
            return st.lists(st.just("o") | st.integers(0, 99).map(str), min_size=1, max_size=6).map(" ".join)
        case _:
            return words


@cache
def printed(known: tuple[CounterValue, ...], back: bool = False) -> st.SearchStrategy[Values]:
    """Some of the values that a ruleset knows; on a back some may be blank."""

    @cache
    def one(value: CounterValue) -> st.SearchStrategy[tuple[str, Value]]:
        held = values_of(value) | st.just("") if back else values_of(value)
        return held.map(lambda each: (value.id, each))

    some = st.lists(st.sampled_from(known).flatmap(one), max_size=5) if known else st.just([])
    return some.map(lambda held: Values(held))


def oobs(ruleset: Ruleset, separate: bool = False) -> st.SearchStrategy[Oob]:
    """An order of battle in which names may mean nothing; `separate` gives every counter an id of its own."""
    return _oobs(ruleset.id, separate)


@cache
def _oobs(id_: str, separate: bool) -> st.SearchStrategy[Oob]:
    ruleset, few = RULESETS[id_], {"max_size": 3}
    known = carried(ruleset.values)
    codes = st.sampled_from(["", "10031000001211000000"])
    counters = st.builds(
        Counter,
        ids,
        ids | st.just(""),
        printed(known),
        st.none() | printed(known, back=True),
        ids | st.just(""),
        codes,
        st.sampled_from(["", "plain", "two words"]),
        st.integers(1, 9),
        texts,
    )
    sides = st.builds(Side, ids, texts, colours, colours, printed(ruleset.side_values), texts)
    above = ids | st.just("")
    formations = st.builds(Formation, ids, texts, above, above, codes, colours, printed(ruleset.formation_values), texts)
    apart = (lambda each: each.id) if separate else None
    return st.builds(
        Oob,
        st.lists(sides, **few).map(Items),
        st.lists(formations, **few).map(Items),
        st.lists(counters, max_size=4, unique_by=apart).map(Items),
    )


def a_map_of_two() -> tuple[PlacedSheet, ...]:
    """Two maps beside each other, with letters."""
    first = SheetFrame.place("even")
    second = SheetFrame.place("odd", beside=first, columns=5, half_rows=2)
    numbers = Numbering("{column:02}.{row:02}", 6, 4)
    return (
        PlacedSheet(MapSheet("A", Grid(6, 4, numbers, raised="even")), first, "A", "a.map.yaml"),
        PlacedSheet(MapSheet("B", Grid(6, 4, numbers, raised="odd")), second, "B", "b.map.yaml"),
    )


@cache
def op_sheets(hexes: st.SearchStrategy[Hex]) -> st.SearchStrategy[OpSheet]:
    """Op sheets with everything that may be said of them."""
    units = st.lists(ids, max_size=3).map(tuple)
    numbers = st.integers(0, 30)
    status = st.sampled_from(get_args(Status))
    return st.builds(
        OpSheet,
        id=texts,
        side=texts,
        type=texts,
        units=units,
        rally=st.lists(st.tuples(ids, hexes), max_size=2).map(tuple),
        status=status,
        note=texts,
        time=texts,
        groups=_some(st.builds(TaskGroup, texts, units, texts, texts)),
        reserve=units,
        alternates=_some(st.builds(Alternate, units, texts, st.booleans(), st.booleans())),
        failure=texts,
        preliminary=texts,
        line=st.booleans(),
        turn=numbers,
        turns=numbers,
        gained=numbers,
        elements=st.none() | numbers,
        staff=st.none() | st.booleans(),
        left=_some(st.tuples(ids, st.sampled_from(get_args(Left)))),
        added=_some(st.builds(Addition, units, texts, texts, numbers, numbers, status, numbers, numbers, numbers)),
        committed=_some(st.builds(Commitment, units, texts, texts, numbers, st.booleans())),
        measures=_some(measures()),
        begun=numbers,
        joined=units,
        set=texts,
        mines=st.lists(hexes, max_size=2).map(tuple),
    )


@cache
def measures() -> st.SearchStrategy[Measure]:
    """Control measures of every kind, with points as files keep them."""
    kinds = load_measures().kinds.values()
    parts = st.integers(-40_000, 160_000).map(lambda part: part / 10_000)
    points = st.tuples(parts, parts)

    def of(kind: MeasureKind) -> st.SearchStrategy[Measure]:
        return st.builds(
            Measure,
            kind=st.just(kind.id),
            points=st.lists(points, min_size=kind.least, max_size=kind.most or kind.least + 2).map(tuple),
            text=texts,
            side=texts,
            units=st.lists(ids, max_size=2).map(tuple),
            echelon=st.sampled_from(["", *SIGNS]),
            alternate=st.booleans(),
            note=texts,
        )

    by_kind = {kind.id: of(kind) for kind in kinds}
    return st.sampled_from(sorted(by_kind)).flatmap(by_kind.__getitem__)


def _some(values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, max_size=2).map(tuple)


def scenarios(box: GameBox) -> st.SearchStrategy[Scenario]:
    """A scenario on the maps of a box, whose counters may be set up."""
    return _scenarios(frozenset(box.cells), frozenset(each.id for each in box.oob.counters))


@cache
def _places(cells: Set[Hex]) -> st.SearchStrategy[Hex]:
    return st.sampled_from(sorted(cells))


@cache
def _pieces(cells: Set[Hex]) -> st.SearchStrategy[Piece]:
    marks = st.frozensets(words, max_size=2)
    spots = _places(cells) | words
    return st.builds(Piece, spots, st.integers(0, 5), st.integers(0, 1), st.integers(0, 9), texts, marks, ids | st.just(""))


@cache
def _marked(cells: Set[Hex]) -> st.SearchStrategy[dict[Hex | str, tuple[Mark, ...]]]:
    marks = st.lists(st.builds(Mark, words, texts, texts), min_size=1, max_size=2).map(tuple)
    return st.dictionaries(_places(cells) | words, marks, max_size=2)


@cache
def _told(cells: Set[Hex]) -> tuple[st.SearchStrategy[Any], ...]:
    """The parts of a scenario from its title to its notes, in their order."""
    hexes = _places(cells)
    some_hexes = st.lists(hexes, max_size=3).map(tuple)
    units = st.lists(ids, max_size=3).map(tuple)
    numbers, turns = st.integers(0, 30), st.integers(0, 12)
    lights = st.sampled_from(["day", "twilight", "night"])
    return (
        *(texts, texts, texts),
        _some(st.builds(Turn, texts, texts, lights, st.none() | numbers, texts, texts)),
        _some(st.builds(SetUp, units, texts, some_hexes, numbers, texts, texts, numbers, texts)),
        _some(st.builds(Arrival, units, turns, some_hexes, texts, st.booleans(), texts, texts)),
        _some(st.builds(Allotment, texts, texts, numbers, turns, texts)),
        _some(st.builds(Victory, texts, texts, st.none() | st.integers(-9, 9), some_hexes)),
        _some(op_sheets(hexes)),
        _some(words),
        texts,
    )


@cache
def _scenarios(cells: Set[Hex], counters: Set[str]) -> st.SearchStrategy[Scenario]:
    pieces = _pieces(cells)
    placed = st.dictionaries(st.sampled_from(sorted(counters)), pieces) if counters else st.just({})
    start = st.builds(Deployment, placed.map(immutables.Map), _marked(cells).map(immutables.Map))
    return st.builds(Scenario, *_told(cells), start)


@st.composite
def boxes(draw: st.DrawFn) -> GameBox:
    """A box of some series on two maps, with an order of battle and up to two scenarios."""
    ruleset = draw(rulesets)
    box = GameBox("A box", ruleset.id, a_map_of_two(), oob=draw(oobs(ruleset)))
    names = draw(st.lists(st.sampled_from(["dawn.scenario.yaml", "late relief.scenario.yaml"]), unique=True))
    return box.with_scenarios({name: draw(scenarios(box)) for name in names})
