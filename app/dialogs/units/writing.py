"""Texts into cells of the units grid: what becomes of the counters, and which texts are not taken."""

import re
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from app.dialogs.units.columns import kind_words, title_of
from core.interop.counter_cells import is_carried, with_cell
from core.interop.counter_csv import Column, cell_text
from core.interop.unit_ids import NewIds
from core.model.formation_symbols import symbol_of_all
from core.model.maps import NOWHERE
from core.model.oob import Counter, Formation, Oob, OobItem, OobRef, Side
from core.model.side_colours import colour_for
from core.rules.kernel.cells import Fault, in_role, kind_of, name_of
from core.rules.kernel.looks import symbol_on
from core.rules.kernel.ruleset import Ruleset

SLICE = 100
"""Cells that are read between two looks at the clock, some milliseconds."""

_QUOTED = re.compile(r'"([^"]*)"')

Cell = tuple[int, str]
"""The key of a counter, and the heading of a column."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A text that is no value of its cell, kept beside the box until it is mended. `was` is what the box holds there."""

    counter: str
    text: str
    reason: str
    was: str


@dataclass(frozen=True)
class Written:
    """What texts make of counters: those that become others or are new, and for each cell what is wrong with it, or None."""

    counters: Mapping[OobRef, Counter] = field(default_factory=lambda: MappingProxyType({}))
    wrong: Mapping[Cell, Wrong | None] = field(default_factory=lambda: MappingProxyType({}))


def told_of(text: str, reason: str) -> str:
    """A text that is no value and why, in one kind of quotation marks; the text comes first unless the reason says it.

    >>> told_of("1/119 Inf", 'There is no formation "1/119 Inf".'), told_of("x", "A whole number stands here.")
    ('There is no formation “1/119 Inf”.', '“x”. A whole number stands here.')
    """
    said = _QUOTED.sub("“\\1”", reason)
    return said if f"“{text}”" in said else f"“{text}”. {said}"


def not_carried(column: Column, kind: str) -> str:
    """Why nothing can stand in a cell."""
    return f"{kind_words(kind).capitalize()} does not print {title_of(column)}."


def taken(
    oob: Oob,
    ruleset: Ruleset | None,
    columns: Mapping[str, Column],
    cells: Mapping[Cell, str],
    fresh: Mapping[int, Counter] = MappingProxyType({}),
) -> Generator[tuple[int, int], None, Written]:
    """Takes texts into cells, in slices. `columns` are all by their headings; `fresh` are counters that are not there yet.

    What decides of others is read first: the kind, and the side before the formation. A fresh counter may be given an id; one
    that says what it is called is named by it.
    """
    values = ruleset.values if ruleset is not None else ()
    kind = in_role(values, "kind")
    first = {heading: place for place, heading in enumerate(("id", kind.id if kind is not None else "", "side", "formation"))}
    by_counter: dict[int, list[str]] = {key: [] for key in fresh}
    for key, heading in cells:
        by_counter.setdefault(key, []).append(heading)
    counters: dict[OobRef, Counter] = {}
    wrong: dict[Cell, Wrong | None] = {}
    ids = NewIds("counters", oob.ids("counters")) if fresh else None
    used = set(oob.ids("counters")) if fresh else set()
    done, since = 0, 0
    for key, headings in by_counter.items():
        was = fresh.get(key) or oob.counters.get(key)
        if was is None:
            continue
        now = was
        said: dict[str, tuple[str, str]] = {}
        for heading in sorted(headings, key=lambda each: first.get(each, len(first))):
            text, column = cells[key, heading], columns[heading]
            if heading == "id" and ids is not None and key in fresh:
                continue
            made: Counter | Fault
            if text.strip() == cell_text(column, now):
                made = now
            elif text.strip() and not is_carried(column, kind_of(values, now.values)):
                made = Fault(not_carried(column, kind_of(values, now.values)))
            else:
                made = with_cell(column, now, text, oob, ruleset)
            if isinstance(made, Fault):
                said[heading] = (text, made.text)
            else:
                now = made
                wrong[key, heading] = None
        if ids is not None and key in fresh:
            now, reason = _named(now, cells.get((key, "id"), "").strip(), ids, used, name_of(values, now.values))
            if reason:
                said["id"] = (cells[key, "id"], reason)
        for heading, (text, reason) in said.items():
            wrong[key, heading] = Wrong(now.id, text, reason, cell_text(columns[heading], now))
        if now != was or key in fresh:
            counters[OobRef("counters", key)] = now
        done += 1
        since += len(headings)
        if since >= SLICE:
            since = 0
            yield done, len(by_counter)
    return Written(counters, wrong)


def _named(counter: Counter, wanted: str, ids: NewIds, used: set[str], name: str) -> tuple[Counter, str]:
    """A counter that is new under the id that is wanted, or under one made of what it is called."""
    if wanted and wanted not in used:
        id_, reason = wanted, ""
        ids.take(wanted)
    else:
        id_ = ids.made_of(wanted or name or counter.id)
        reason = f'There is a counter "{wanted}" already; this one is "{id_}".' if wanted else ""
    used.add(id_)
    return _with_id(counter, id_), reason


def _with_id(counter: Counter, id_: str) -> Counter:
    return replace(counter, id=id_, place=NOWHERE)


def missing_names(oob: Oob, wrong: Mapping[Cell, Wrong]) -> tuple[dict[OobRef, OobItem], dict[Cell, str]]:
    """Sides and formations that cells name and that are not there, to be made, and those cells with what they name.

    A formation is made for the side of its counter, be that one of the new ones.
    """
    made: dict[OobRef, OobItem] = {}
    cells: dict[Cell, str] = {}
    sides, formations = NewIds("sides", oob.ids("sides")), NewIds("formations", oob.ids("formations"))
    named: dict[str, str] = {}
    colours = [side.colour for side in oob.sides]
    key = oob.sides.next_key
    for at, held in wrong.items():
        if at[1] == "side" and held.text.strip():
            cells[at] = name = held.text.strip()
            if name.casefold() not in named:
                named[name.casefold()] = id_ = sides.made_of(name)
                colours.append(colour_for(name, colours))
                made[OobRef("sides", key)] = Side(id_, name, colours[-1])
                key += 1
    known: set[tuple[str, str]] = set()
    key = oob.formations.next_key
    for at, held in wrong.items():
        counter = oob.counters.get(at[0])
        if at[1] == "formation" and held.text.strip() and counter is not None:
            cells[at] = name = held.text.strip()
            side = named.get(cells.get((at[0], "side"), "").casefold(), counter.side)
            if (side, name.casefold()) not in known:
                known.add((side, name.casefold()))
                made[OobRef("formations", key)] = Formation(formations.made_of(name), name, side)
                key += 1
    return made, cells


def with_symbols(oob: Oob, ruleset: Ruleset | None, made: Mapping[OobRef, OobItem]) -> dict[OobRef, OobItem]:
    """What is made for names, each formation with the symbol of what all its counters in an order of battle are."""
    formations = {item.id for item in made.values() if isinstance(item, Formation)}
    codes: dict[str, dict[str, None]] = {}
    for counter in oob.counters if formations else ():
        if counter.formation in formations:
            codes.setdefault(counter.formation, {})[symbol_on(ruleset, oob, counter)] = None
    return {
        ref: replace(item, sidc=symbol_of_all(item.name, codes.get(item.id, ()))) if isinstance(item, Formation) else item
        for ref, item in made.items()
    }


def empty_counters(count: int, oob: Oob, like: Counter | None, ruleset: Ruleset | None) -> dict[int, Counter]:
    """Counters to be added behind all others, by the keys that they get: of the side, formation and kind of another one."""
    values = ruleset.values if ruleset is not None else ()
    kind = in_role(values, "kind")
    made = Counter("", next(iter(oob.ids("sides")), "") if len(oob.sides) == 1 else "")
    wanted = "counter"
    if like is not None:
        made = Counter("", like.side, formation=like.formation)
        if kind is not None and kind.id in like.values:
            made = Counter("", like.side, made.values.set(kind.id, like.values[kind.id]), formation=like.formation)
            wanted = f"{like.side} {like.values[kind.id]}"
    return {oob.counters.next_key + n: _with_id(made, wanted) for n in range(count)}


def duplicates(counters: Iterable[Counter], oob: Oob) -> dict[OobRef, Counter]:
    """The same counters once more, behind all others, under ids of their own."""
    ids = NewIds("counters", oob.ids("counters"))
    return {
        OobRef("counters", oob.counters.next_key + n): _with_id(each, ids.made_of(_stem(each.id, oob)))
        for n, each in enumerate(counters)
    }


def _stem(id_: str, oob: Oob) -> str:
    """An id without the number that tells it from that of another counter."""
    stem, _, number = id_.rpartition("-")
    return stem if number.isdecimal() and oob.counter(stem) is not None else id_
