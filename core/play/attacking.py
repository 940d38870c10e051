"""What the rules say against an attack before it is declared: who declares one sees what lies there, and so is asked for a line
of why where the rules do not allow it. Nothing is forced, and a series that answers no such question is not asked.

Who may ask questions asks them: the window its worker, the command line at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.state import AIR_SUPPLY, BRIDGE_DEMOLITION, ROAD_DEMOLITION, SEA_SUPPLY, SUPPORT, GameState
from core.play.declaring import Known
from core.play.passage import begun_at, trails
from core.play.session import Session
from core.play.turns import Course
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.operations.battle_detail import AttackersDetail
from core.rules.operations.movement_detail import UNCOUNTED, OverrunDetail

ATTACK, OVERRUN = "attack", "overrun"
ACTIVE = "active"
"""Who acts in the phases of one side (`core.rules.kernel.sequence.WHO`)."""

FROM_AFAR = frozenset({"bombardment", "barrage"})
"""What is declared, and can be asked about; fire from afar by questions that are called as it is."""

DEMOLITION: Mapping[str, str] = {BRIDGE_DEMOLITION: "Bridge", ROAD_DEMOLITION: "Road"}
"""What is destroyed, by what is declared (`core.rules.vcs.ground`)."""

BY: Mapping[str, str] = {AIR_SUPPLY: "air", SEA_SUPPLY: "sea"}
"""How a unit is supplied from elsewhere, by what is declared (`core.rules.vcs.relief`)."""

ATTACKERS = "combat.attackers"
ATTACKS, BARRED, PROHIBITED = "attacks", "no", "prohibited"
"""Words of the answers (`core.rules.operations.battle`)."""

ASKS = "Say in a line why it is declared all the same; the line stays in the journal."

Asked = tuple[str, Mapping[str, object]]
"""A question and its parameters."""


def questions(
    session: Session, by: str, units: Sequence[str], against: Iterable[Spot], what: str, label: Callable[[Hex], str] = str
) -> tuple[Asked, ...]:
    """What is asked before something is declared; nothing for boxes beside the map, and for kinds that no question is about.
    `label` says what a hex is called."""
    found: list[Asked] = []
    places = [place for place in against if isinstance(place, Hex)]
    if what == ATTACK and places:
        return ((ATTACKERS, {"to": places, "side": by}),)
    for place in places:
        if what == OVERRUN:
            found.append((OVERRUN, {"units": list(units), "to": place, **_before(session, units, label)}))
        elif what in FROM_AFAR:
            found.append((what, {"units": list(units), "to": place}))
        elif what in DEMOLITION:
            found.append(("demolition", {"units": list(units), "to": place, "target": DEMOLITION[what]}))
        elif what in BY:
            found.append(("supply.air", {"units": list(units), "by": BY[what]}))
    return tuple(found)


def _before(session: Session, units: Sequence[str], label: Callable[[Hex], str]) -> dict[str, object]:
    """Where units began the phase that have left their hex since, so that the rules count what that has taken at least."""
    ways = trails(session, begun_at(session, in_whole=True))
    gone = [f"{unit}*{UNCOUNTED}*{label(ways[unit][0])}" for unit in units if unit in ways]
    return {"before": gone} if gone else {}


def against_phase(course: Course, ruleset: Ruleset, state: GameState, by: str, what: str) -> tuple[Reason, ...]:
    """Why a side does not declare something where play stands: it is for other phases, or for the side whose phase it is.
    Nothing before the first turn, and for what no phase of the game declares."""
    step, phases = course.step(state), course.declaring(state, what)
    if step is None or not phases:
        return ()
    if what not in step.phase.declares:
        told = {"what": ruleset.play.title_of(what), "phases": ", ".join(each.title for each in phases)}
        return (Reason(ruleset.ref(phases[0].section), "{what}: declared in another phase, {phases}", told),)
    if what != SUPPORT and step.phase.who == ACTIVE and state.moment.side not in ("", by):
        side = next((each.name for each in course.box.oob.sides if each.id == state.moment.side), state.moment.side)
        return (
            Reason(ruleset.ref(step.phase.section), "The phase is that of {side}, whose units alone do this", {"side": side}),
        )
    return ()


def against_it(ruling: Ruling, known: Known, units: Sequence[str]) -> tuple[Reason, ...]:
    """Why units do not attack so, by a ruling on one of the `questions`; nothing where they may, or where nobody can tell."""
    detail = ruling.detail
    if ruling.verdict == UNDECIDABLE:
        return ()
    if isinstance(detail, AttackersDetail) and ruling.verdict == PROHIBITED:
        return _once(ruling.reasons)
    if isinstance(detail, AttackersDetail):
        return _once(_barred(ruling, detail, known, units)) if detail.defenders else ()
    if ruling.verdict != PROHIBITED:
        return ()
    if isinstance(detail, OverrunDetail):
        failed = tuple(each.reason for each in detail.conditions if each.met is False)
        return _once(failed or (detail.odds.reasons if detail.odds is not None else ruling.reasons))
    return _once(ruling.reasons)


def _barred(ruling: Ruling, detail: AttackersDetail, known: Known, units: Sequence[str]) -> Iterator[Reason]:
    near = {each.unit: each for each in detail.units}
    rule = ruling.reasons[0].rule
    far = [known.get(unit, ("", ""))[1] or unit for unit in units if unit not in near]
    if far:
        yield Reason(
            rule, "Not near enough to attack {hex}: {units}", {"hex": detail.hex, "units": ", ".join(far)}, (detail.hex,)
        )
    some = [near[unit] for unit in units if unit in near]
    for each in some:
        if each.role == BARRED:
            yield from each.reasons
    if some and all(each.role not in (ATTACKS, BARRED) for each in some):
        yield Reason(rule, "Without others they cannot attack {hex}", {"hex": detail.hex}, (detail.hex,))
        for each in some:
            yield from each.reasons


def _once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    found: list[Reason] = []
    for reason in reasons:
        if reason not in found:
            found.append(reason)
    return tuple(found)


def noted(why: str, what: str, reasons: Iterable[Reason]) -> str:
    """What the journal keeps, for both sides to read: why, and which rules are passed over. It names no units, of which the
    other side may see some only while the attack stands.
    """
    rules = ", ".join(dict.fromkeys(f"[{each.rule}]" for each in reasons))
    return f"{why.strip()} ({what} that {rules} {'do' if rules.count('[') > 1 else 'does'} not allow)"
