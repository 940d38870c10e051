"""The columns of the units grid: which there are for the counters that are shown, and below which headings they stand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.widgets.rule_words import said
from core.interop.counter_csv import Column, Part
from core.rules.kernel.cells import in_role
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

MOST_NAMED = 3
"""Kinds that a heading names."""

LEFT: tuple[Part, ...] = ("id", "side", "formation")
RIGHT: tuple[Part, ...] = ("copies", "look", "sidc", "note")


def _tr(text: str) -> str:
    return QCoreApplication.translate("UnitsGrid", text)


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column as it is shown: what its cells hold, its title, and the heading of the columns that it stands among."""

    column: Column
    title: str
    group: str

    @property
    def heading(self) -> str:
        """What stands above the column in tables of text; no two columns have the same."""
        return self.column.heading


def title_of(column: Column) -> str:
    """What a column is called."""
    if column.known is not None:
        return said(column.known.title)
    if column.value:
        return column.value
    titles = {
        "id": _tr("Id"),
        "side": _tr("Side"),
        "formation": _tr("Formation"),
        "copies": _tr("Copies"),
        "look": _tr("Look"),
        "sidc": _tr("Symbol"),
        "note": _tr("Note"),
        "back": _tr("Back is printed"),
    }
    return titles[column.part]


def kind_words(kind: str) -> str:
    """A kind of piece, or another word of a choice, as it is shown."""
    return kind.replace("_", " ")


def group_words(value: CounterValue, kinds: tuple[str, ...]) -> str:
    """The heading for a value: which of the kinds in view print it."""
    carriers = [kind for kind in kinds if not value.of or kind in value.of]
    others = [kind for kind in kinds if kind not in carriers]
    if not others:
        return _tr("All kinds")
    if not carriers:
        return _tr("No kind in view")
    if len(carriers) > MOST_NAMED and len(others) <= 2:
        return _tr("All but %s") % ", ".join(map(kind_words, others))
    named = ", ".join(map(kind_words, carriers[:MOST_NAMED]))
    named = named[:1].upper() + named[1:]
    more = len(carriers) - MOST_NAMED
    return _tr("{kinds} and {count} more").format(kinds=named, count=more) if more > 0 else named


def grid_columns(
    every: Iterable[Column], ruleset: Ruleset | None, kinds: Iterable[str], held: Iterable[str], back: bool
) -> tuple[GridColumn, ...]:
    """The columns for counters of some kinds, fronts or backs.

    `every` are all columns that there can be. Values that none of the kinds prints are left out, unless they are among those
    that some counter in view has all the same (`held`). What all kinds print comes first.
    """
    known = ruleset.values if ruleset is not None else ()
    columns: Mapping[str, Column] = {column.heading: column for column in every}
    seen, there = frozenset(kinds), frozenset(held)
    kind, name = in_role(known, "kind"), in_role(known, "name")
    order = tuple(word for word, _ in kind.choices) if kind is not None else ()
    named = tuple(word for word in order if word in seen) or order
    counter, printing = _tr("Counter"), _tr("Drawn and printed")
    head = [columns[part] for part in LEFT]
    head += [columns[value.id] for value in (kind, name) if value is not None and value.id in columns]
    made = [GridColumn(column, title_of(column), counter) for column in head]
    if back:
        made.append(GridColumn(columns["back"], title_of(columns["back"]), counter))
    groups: dict[str, list[GridColumn]] = {_tr("All kinds"): []}
    strange: list[GridColumn] = []
    for column in columns.values():
        if column.part != ("back-value" if back else "value") or column in head:
            continue
        value = column.known
        if value is None:
            if column.value in there or ruleset is None:
                strange.append(GridColumn(column, title_of(column), _tr("Unknown to the ruleset")))
            continue
        carried = not value.of or not seen or any(each in value.of for each in seen)
        if carried or column.value in there:
            words = group_words(value, named)
            groups.setdefault(words, []).append(GridColumn(column, title_of(column), words))
    for some in groups.values():
        made += some
    made += strange
    made += [GridColumn(columns[part], title_of(columns[part]), printing) for part in RIGHT]
    return tuple(made)
