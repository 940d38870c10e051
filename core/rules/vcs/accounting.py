"""The Accounting Phase: what depots bring [VCS 4.22, 12.0]."""

from collections.abc import Iterator

from core.model.edits.state_edits import ChangeState
from core.rules.kernel.charts import Consulted
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.forces import Unit
from core.rules.kernel.phase_checks import PhaseEnd
from core.rules.vcs.counters import DEPOT
from core.rules.vcs.depots import depots_of
from core.rules.vcs.states import SUPPORT

DEPOTS_CHART, RATING = "vcs.depots", "depot.rating"
FROM, DEPOTS = "support.points", "depots"


def accounting(end: PhaseEnd) -> Iterator[Finding | None]:
    """Support points that depots bring by the rating of the place where they lie, as long as they are not added. [VCS 12.0]

    Depots that print no rating bring what the scenario allots. What was added since the phase began is taken for theirs. An
    edit says points of all sides at once; each adds what all depots bring, so that one does not undo another.
    """
    yield None
    if end.case.choices.get(FROM, DEPOTS) != DEPOTS:
        return
    consulted, kinds, pending = Consulted(end.case.charts), end.case.ruleset.play, dict[tuple[str, str], list[Unit]]()
    for _, unit in depots_of(end.forces):
        if unit.word(RATING):
            whose, nation = unit.side, unit.word("nationality").casefold()
            counted = [key for key in end.forces.state.points if key[0] == whose and _is_support(kinds.kind_of(key[1]))]
            own = [key for key in counted if nation and nation in key[1].casefold()] or counted[:1]
            if own:
                pending.setdefault(own[0], []).append(unit)
    rows, points = consulted.book.chart(DEPOTS_CHART).rows, end.forces.state.points
    brings, after = dict[tuple[str, str], list[tuple[Unit, int]]](), points
    for key, depots in sorted(pending.items()):
        unknown = [unit for unit in depots if rows.index(unit.word(RATING)) is None]
        for unit in unknown:
            text = f'{unit.name} has the rating "{unit.word(RATING)}", of which the chart says nothing; it lists '
            yield Finding("depot", "12.0", f"{text}{', '.join(rows.labels)}.", LOOK, (unit.id,))
        rated = [
            (unit, int(consulted.number(DEPOTS_CHART, unit.word(RATING), "points"))) for unit in depots if unit not in unknown
        ]
        more = sum(number for _, number in rated)
        if more and points[key] < end.before.state.points.get(key, 0) + more:
            brings[key], after = rated, after.set(key, points[key] + more)
    for key, rated in brings.items():
        brought = ", ".join(f"{unit.name} {number}" for unit, number in rated)
        text = f"The depots of {end.forces.side_name(key[0])} bring {after[key] - points[key]} of {key[1]}: {brought}."
        edit = ChangeState("Add support points", {"points": after})
        # Who does not see all depots of a side cannot count what they bring.
        every = (each for each in end.forces.oob.counters if each.side == key[0] and each.values.get("piece.kind") == DEPOT)
        yield Finding("support", "12.0", text, MEND, tuple(each.id for each in every), (), (edit,))


def _is_support(kind: object) -> bool:
    return getattr(kind, "id", "") == SUPPORT
