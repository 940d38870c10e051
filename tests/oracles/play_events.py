"""Made-up events of every kind, for properties of whatever keeps, shows or sends them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import immutables
from hypothesis import strategies as st
from oracles.forces import a_map_of_two, op_sheets, scenarios

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Mark, Piece
from core.model.edits.edit import IN_PLAY, Edit, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState, ClearSmoke, Count, PlaceSmoke, RemoveSmoke, SetVisibility, SetWithout
from core.model.items import Items
from core.model.oob import Counter, Oob
from core.model.scenario import Scenario
from core.model.state import Declared, Held, Moment, Owed
from core.play.events import (
    Answered,
    Began,
    Bookmarked,
    Did,
    Disclosed,
    Drew,
    Entry,
    Event,
    HandedOver,
    Joined,
    Noted,
    Opened,
    OrdersOpened,
    Overruled,
    Player,
    Pledged,
    PutBack,
    Rolled,
    Ruled,
    Sealed,
    SealedPart,
    Settled,
    Shuffled,
    Unlocked,
    Went,
)

T = TypeVar("T")

texts = st.text(st.characters(codec="utf-8"), max_size=8)
names = st.sampled_from(["red", "blue", "1-a", "ü", "b-12", "say", "is", "p", "n"])
hexes = st.builds(Hex, st.integers(-99, 99), st.integers(-99, 99))
spots = hexes | names
data = st.binary(max_size=40)
counts = st.integers(0, 99)
lights = st.sampled_from(["day", "twilight", "night"])

pieces = st.builds(
    Piece, spots, counts, st.integers(0, 1), counts, texts, st.frozensets(names, max_size=2), names | st.just("")
)
marks = st.builds(Mark, names, names | st.just(""), texts)
moments = st.builds(Moment, counts, texts, names | st.just(""), st.integers(1, 9), texts)
declared = st.builds(Declared, names, st.lists(names, max_size=2).map(tuple), st.lists(spots, max_size=2).map(tuple), texts)
told = st.lists(st.tuples(texts, texts), max_size=2).map(tuple)
owed = st.builds(Owed, names, told, names | st.just(""), st.booleans(), texts, texts, told)

SAID: Mapping[str, st.SearchStrategy[object]] = MappingProxyType(
    {
        "moment": moments,
        "order": st.lists(names, max_size=2).map(tuple),
        "light": lights,
        "weather": texts,
        "visibility": st.none() | counts,
        "points": st.dictionaries(st.tuples(names, texts), st.integers(-9, 99), max_size=3).map(immutables.Map),
        "ticked": st.frozensets(texts, max_size=2),
        "owed": st.lists(owed, max_size=2).map(tuple),
        "declared": st.lists(declared, max_size=2).map(tuple),
        "held": st.dictionaries(names, st.builds(Held, names, texts, st.booleans()), max_size=2).map(immutables.Map),
    }
)
"""What may be said of the state of play, by its names."""


def in_short(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """The same, told by a name: Hypothesis refuses to tell what is drawn in tens of thousands of letters."""

    @st.composite
    def drawn(draw: st.DrawFn) -> T:
        return draw(strategy)

    return drawn()


def changes_of_pieces(units: st.SearchStrategy[str] = names) -> st.SearchStrategy[ChangePieces]:
    """Changes of pieces in play, of markers, or of both."""
    some_marks = st.dictionaries(spots, st.lists(marks, max_size=2).map(tuple), max_size=2)
    changed = st.dictionaries(units, st.none() | pieces, max_size=3)
    return st.builds(ChangePieces, texts, st.just(IN_PLAY), changed, some_marks.map(MappingProxyType))


changes_of_state = st.builds(ChangeState, texts, st.fixed_dictionaries({}, optional=dict(SAID)))
orders = in_short(st.lists(op_sheets(hexes), max_size=2).map(lambda sheets: {sheet.id: sheet for sheet in sheets}))
plain_edits: st.SearchStrategy[Edit] = st.one_of(
    changes_of_pieces(),
    changes_of_state,
    st.builds(Count, texts, st.dictionaries(st.tuples(names, names), st.integers(-9, 9), max_size=2)),
    st.builds(PlaceSmoke, hexes, st.sampled_from(["smoke", "smoke_barrage", "continuous_fire"])),
    st.builds(RemoveSmoke, hexes),
    st.builds(ChangeOrders, texts, orders),
    st.builds(ClearSmoke),
    st.builds(SetVisibility, st.none() | counts),
    st.builds(SetWithout, st.frozensets(texts, max_size=2)),
)
edits: st.SearchStrategy[Edit] = st.recursive(
    plain_edits, lambda inner: st.builds(Several, texts, st.lists(inner, max_size=3).map(tuple)), max_leaves=4
)


def some_scenarios() -> st.SearchStrategy[Scenario]:
    """Scenarios on a small map, with some counters at their start."""
    counters = Items([Counter("a", "red"), Counter("b-1", "blue"), Counter("7", "blue")])
    return in_short(scenarios(GameBox("A box", "scs-1.6", a_map_of_two(), oob=Oob(counters=counters))))


players = st.builds(Player, names, texts, texts)
kinds = st.sampled_from(["hot_seat", "solitaire", "mail"])
tables = st.dictionaries(texts, texts, max_size=3).map(MappingProxyType)
begun = st.builds(
    Began,
    *(texts, kinds, texts, data, texts, some_scenarios(), st.lists(players, max_size=2).map(tuple), texts, data),
    options=tables,
    units=st.dictionaries(names, st.tuples(names, texts), max_size=2).map(MappingProxyType),
    program=texts,
)
sealed_parts = st.builds(SealedPart, counts, data, data)
several_data = st.lists(data, max_size=3).map(tuple)
several_texts = st.lists(texts, max_size=3).map(tuple)


def events_of(earlier: st.SearchStrategy[int]) -> Mapping[type, st.SearchStrategy[Event]]:
    """Events of every kind, that name earlier entries."""
    none_or_earlier = st.just(0) | earlier
    some_pips = st.lists(st.integers(1, 6), max_size=3).map(tuple)
    some_rolls = st.lists(st.tuples(names, texts), max_size=3).map(tuple)
    shuffles = st.builds(Shuffled, texts, several_data, counts)
    locks_off = st.builds(Unlocked, texts, several_texts, several_data)
    return MappingProxyType(
        {
            Began: begun,
            Did: st.builds(Did, texts, st.lists(edits, max_size=3).map(tuple), none_or_earlier, st.none() | sealed_parts),
            Went: st.builds(Went, earlier, texts, texts),
            Rolled: st.builds(Rolled, names, some_pips, texts, data, none_or_earlier, counts, texts),
            Ruled: st.builds(Ruled, texts, tables, texts, data, data),
            Overruled: st.builds(Overruled, texts, texts, texts),
            Noted: st.builds(Noted, texts, none_or_earlier, st.booleans()),
            Bookmarked: st.builds(Bookmarked, earlier, texts),
            Joined: st.builds(Joined, data, data, data, counts),
            HandedOver: st.builds(HandedOver, names, data),
            Sealed: st.builds(Sealed, texts, texts, counts, data, data, texts),
            OrdersOpened: st.builds(OrdersOpened, data, counts),
            Opened: st.builds(Opened, texts, several_texts, several_data),
            Pledged: st.builds(Pledged, some_rolls, data),
            Answered: st.builds(Answered, earlier, data),
            Disclosed: st.builds(Disclosed, earlier, data),
            Shuffled: shuffles,
            Drew: st.builds(Drew, texts, texts, texts, several_data),
            PutBack: st.builds(PutBack, texts, texts, several_data, texts),
            Settled: st.builds(Settled, st.lists(shuffles, max_size=2).map(tuple), st.lists(locks_off, max_size=2).map(tuple)),
        }
    )


EVENTS = events_of(st.integers(1, 9))
events = st.sampled_from(sorted(EVENTS, key=str)).flatmap(EVENTS.__getitem__)
entries = st.builds(Entry, st.integers(10, 9999), st.integers(-9, 2**40), names | st.just(""), events)
"""Entries with the numbers from 10 on, which name entries before them."""

assert set(EVENTS) == set(get_args(Event)), "events of every kind are made up"

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("lepmisnafkx"), inner, max_size=3),
    max_leaves=8,
)
"""What JSON may hold."""


def spoiled(value: Any, draw: Callable[..., Any]) -> Any:
    """What was written with one part of it replaced by something else."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: spoiled(value[key], draw)}
    if isinstance(value, list) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], spoiled(value[at], draw), *value[at + 1 :]]
    return draw(anything)
