"""What a graphic must not ask of units when it is drawn up: moves through the enemy, defences before one's own lines."""

from dataclasses import replace
from typing import Any

import immutables
import pytest
from oracles.stacks import board, found, hexes, unit

from core.files.measure_files import load_measures
from core.geometry.layout import plane_centre
from core.model.graphics import Measure
from core.model.issues import Severity
from core.model.oob import Formation, Values
from core.model.orders import OpSheet, TaskGroup
from core.model.scenario import Turn
from core.model.state import GameState, Moment
from core.questions.catalogue import ask
from core.rules.tcs.orders.graphic_checks import CONTROLS, OUTLINES, PLACES, POSITIONS, WAYS, covered

FORMATIONS = (Formation("1-bn", "1-123", "red", values=Values({"morale.kind": "battalion"})),)
UNITS = [*(unit(f"1-{name}", "infantry", formation="1-bn", steps=5) for name in "ab"), unit("foe", "infantry", "blue", steps=5)]
BOARD = board("tcs-4.01", [])


def at(*labels: str) -> tuple[tuple[float, float], ...]:
    return tuple(plane_centre(place) for place in hexes(BOARD, *labels))


def measure(kind: str, *labels: str, **said: Any) -> Measure:
    return Measure(kind, at(*labels), **said)


def told(type_: str, *measures: Measure, foe: str = "08.05", **said: Any) -> list[tuple[str, Severity, str]]:
    rally = (("1-bn", hexes(BOARD, "02.05")[0]),)
    sheet = OpSheet("Oak", "red", type_, ("1-bn",), rally, measures=measures, **said)
    where = {"1-a": "05.05", "1-b": "05.05", "foe": foe}
    game = board("tcs-4.01", UNITS, where, formations=FORMATIONS, sheets=(sheet,), options={"command.rating": "3"})
    return [(issue.rule, issue.severity, issue.text) for issue in found(game, "sheet-graphic")]


def test_a_line_entry_has_no_graphic_that_could_ask_for_anything() -> None:
    through = measure("route", "02.05", "08.05")
    assert [rule for rule, *_ in told("Move", through)] == ["6.6d"] and not told("Move", through, line=True)


def test_all_kinds_that_are_looked_at_are_kinds() -> None:
    kinds = load_measures().kinds
    assert set(kinds) >= WAYS | PLACES | POSITIONS | OUTLINES | CONTROLS
    assert {kind for kind in OUTLINES if kinds[kind].handles != ("corner*",)} == set()


def test_a_move_may_not_lead_through_the_enemy() -> None:
    (rule, severity, text), *more = told("Move", measure("route", "05.05", "10.05", text="Elm"))
    assert (rule, severity, more) == ("6.6d", Severity.ERROR, []) and "route Elm" in text and "08.05" in text
    assert told("Move", measure("route", "05.05", "05.09", "10.09")) == []
    assert told("Attack", measure("axis-main", "05.05", "10.05")) == [], "an attack may"


def test_a_move_may_not_lead_to_the_enemy() -> None:
    around = measure("assembly-area", "07.04", "09.04", "09.06", "07.06")
    assert [rule for rule, _, _ in told("Move", around)] == ["6.6d"]


def test_a_group_that_moves_is_looked_at_by_itself() -> None:
    way = measure("route", "05.05", "10.05", units=("1-a",))
    groups = (TaskGroup("Support", ("1-a",), "Move"), TaskGroup("Assault", ("1-b",)))
    assert [rule for rule, _, _ in told("Attack", way, groups=groups)] == ["6.6d"]
    assert told("Attack", replace(way, units=("1-b",)), groups=groups) == []


@pytest.mark.parametrize("kind", ["Prepared Defense", "Hasty Defense"])
def test_a_defence_lies_behind_ones_own_lines(kind: str) -> None:
    held = measure("battle-position", "04.04", "06.04", "06.06", "04.06", text="1")
    assert told(kind, held) == []
    taken = measure("battle-position", "07.04", "09.04", "09.06", "07.06", text="2")
    assert [(rule, severity) for rule, severity, _ in told(kind, taken)] == [("6.6e", Severity.ERROR)]
    beyond = measure("battle-position", "08.08", "10.08", "10.10", "08.10", text="3")
    assert [(rule, severity) for rule, severity, _ in told(kind, beyond)] == [("6.6e", Severity.WARNING)]
    assert told("Attack", taken) == []


def test_an_engagement_area_is_where_the_enemy_is_to_be() -> None:
    assert told("Hasty Defense", measure("engagement-area", "07.04", "09.04", "09.06", "07.06")) == []


def test_an_outline_covers_what_it_goes_round_and_a_line_what_it_crosses() -> None:
    ring = covered(measure("objective", "03.03", "07.03", "07.07", "03.07"))
    assert set(hexes(BOARD, "05.05", "03.03", "05.04")) <= ring and not ring & set(hexes(BOARD, "09.05", "05.10"))
    line = covered(measure("route", "03.05", "07.05"))
    assert {place.distance(hexes(BOARD, "03.05")[0]) for place in line} == set(range(5))
    assert covered(Measure("route", ())) == frozenset()


ROUTE, LINE_, POINT = (
    measure("route", "02.05", "04.05"),
    measure("phase-line", "03.04", "03.06"),
    measure("check-point", "03.05"),
)


@pytest.mark.parametrize(
    ("type_", "measures", "wanted"),
    [
        ("Attack", (), "no route, axis or direction and no line or point"),
        ("Move", (ROUTE,), "with no line or point that controls it;"),
        ("Attack", (LINE_,), "with no route, axis or direction;"),
        ("Attack", (ROUTE, POINT), ""),
        ("Move", (ROUTE, LINE_), ""),
        ("Hasty Defense", (), ""),
    ],
)
def test_a_mission_that_moves_at_night_has_ways_and_what_leads_it_along_them(
    type_: str, measures: tuple[Measure, ...], wanted: str
) -> None:
    def faults(light: str, state: GameState | None = None, **said: Any) -> list[str]:
        sheet = OpSheet("Oak", "red", type_, ("1-bn",), measures=measures, **said)
        turns = (Turn("22:00", light=light), Turn("06:00"))
        game = board("tcs-4.01", UNITS, {"1-a": "05.05"}, formations=FORMATIONS, sheets=(sheet,), turns=turns)
        if state is None:
            return [issue.text for issue in found(game, "sheet-night") if issue.rule == "26.1b"]
        start = game.box.scenarios[game.forces.file].start
        orders = immutables.Map({"Oak": sheet})
        game = game.with_state(replace(state, scenario=game.forces.file, deployment=start, orders=orders))
        return [each.template for each in ask("opsheet.check", game, sheet="Oak").reasons if each.rule.section == "26.1b"]

    assert len(faults("night")) == bool(wanted) and all(wanted in each for each in faults("night"))
    assert not faults("day")
    night, day = (GameState(moment=Moment(2, "command.create"), light=light) for light in ("night", "day"))
    assert len(faults("day", night, status="waiting", turn=2)) == bool(wanted)
    assert not faults("night", day, status="waiting", turn=2), "the turn in which it is drawn up counts"
    assert not faults("night", night, status="waiting", turn=1, turns=4, elements=1), "it is drawn up already"
    assert not faults("night", line=True, note="Over the creek")
