"""Changes of op sheets: those that a scenario begins with, and those in play."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.base.whole_text import whole_within
from core.model.edits.edit import IN_PLAY, Aspect, Touched
from core.model.edits.map_edits import settled_point
from core.model.graphics import Measure
from core.model.orders import OpSheet
from core.model.work import Work


def _settled(sheet: OpSheet) -> OpSheet:
    """A sheet with whole texts, and with control points as files and journals keep them; the very same where it is so."""
    made = whole_within(sheet)
    measures = tuple(_kept(each) for each in made.measures)
    if all(new is old for new, old in zip(measures, made.measures, strict=True)):
        return made
    return replace(made, measures=measures)


def _kept(measure: Measure) -> Measure:
    points = tuple(map(settled_point, measure.points))
    return measure if points == measure.points else replace(measure, points=points)


@dataclass(frozen=True, slots=True)
class ChangeOrders:
    """Writes op sheets, says something else on them, or (None) throws them away, each by its id.

    `file` is that of a scenario where the sheets that it begins with are meant, `IN_PLAY` for those of play. Raises ValueError
    for a sheet under an id that is not its own.
    """

    label: str
    sheets: Mapping[str, OpSheet | None]
    file: str = IN_PLAY

    def __post_init__(self) -> None:
        """Makes texts whole and control points settled."""
        for id_, sheet in self.sheets.items():
            if sheet is not None and sheet.id != id_:
                raise ValueError(f'the op sheet "{sheet.id}" cannot stand under the id "{id_}"')
        made = {id_: None if sheet is None else _settled(sheet) for id_, sheet in self.sheets.items()}
        object.__setattr__(self, "sheets", MappingProxyType(made))

    def apply(self, work: Work) -> Work:
        """The work with these sheets; as it is without that scenario."""
        if self.file == IN_PLAY:
            orders = work.state.orders
            for id_, sheet in self.sheets.items():
                if sheet is not None:
                    orders = orders.set(id_, sheet)
                elif id_ in orders:
                    orders = orders.delete(id_)
            return replace(work, state=replace(work.state, orders=orders))
        scenario = work.box.scenarios.get(self.file)
        if scenario is None:
            return work
        kept = tuple(self.sheets.get(each.id, each) for each in scenario.sheets)
        known = {each.id for each in scenario.sheets}
        new = (sheet for id_, sheet in self.sheets.items() if id_ not in known)
        sheets = tuple(each for each in (*kept, *new) if each is not None)
        return replace(work, box=work.box.with_scenarios({self.file: replace(scenario, sheets=sheets)}))

    def touched(self, before: Work) -> Touched:
        """The op sheets in play, or the scenario, where one becomes other than it was."""
        after = self.apply(before)
        if self.file == IN_PLAY:
            return Touched(frozenset({Aspect.ORDERS})) if after.state.orders != before.state.orders else Touched()
        changed = after.box.scenarios.get(self.file) != before.box.scenarios.get(self.file)
        return Touched(scenarios=frozenset({self.file})) if changed else Touched()
