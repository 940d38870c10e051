"""The steps that a result asks for, whom each is about, and which one comes next as units are lost and go."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import CombatDetail, read_result
from core.rules.operations.aftermath_detail import Aftermath, Fighting, Flight, after_result
from core.rules.operations.battle_detail import fact_of

TARGET, WEST, EAST, BEHIND = Hex(5, 3), Hex(4, 3), Hex(6, 2), Hex(5, 4)
NEXT = Hex(4, 4)
"""Another hex that is attacked at once."""
ATTACKERS = {"r1": WEST, "r2": WEST, "r3": EAST}


def label(place: Hex) -> str:
    return f"{place.q:02}.{place.r:02}"


def after(
    result: str,
    defenders: Mapping[str, Hex] | None = None,
    targets: tuple[Hex, ...] = (TARGET,),
    beside: Mapping[str, Hex] | None = None,
    **facts: str,
) -> Aftermath:
    losses = read_result(result)
    assert losses is not None
    fighting = Fighting("attack", targets, ATTACKERS, defenders or {"b1": TARGET, "b2": TARGET}, beside or {})
    return after_result(fighting, CombatDetail(losses=losses, facts=facts), losses, label)


def told(found: Aftermath) -> list[tuple[object, ...]]:
    return [(each.kind, each.side, each.units, each.place, each.count) for each in found.steps]


def pieces(**at: Hex) -> dict[str, Piece]:
    """Where everybody stands, those who are said to stand elsewhere there."""
    return {unit: Piece(place, 0) for unit, place in {**ATTACKERS, "b1": TARGET, "b2": TARGET, **at}.items()}


def test_the_defenders_come_first_then_the_attackers_stack_by_stack_and_last_who_advances() -> None:
    assert told(after("A2r1D1r3", {"b1": TARGET})) == [
        ("losses", "defender", ("b1",), TARGET, 1),
        ("retreat", "defender", ("b1",), TARGET, 3),
        ("losses", "attacker", ("r1", "r2", "r3"), None, 2),
        ("retreat", "attacker", ("r1", "r2"), WEST, 1),
        ("retreat", "attacker", ("r3",), EAST, 1),
        ("advance", "attacker", ("r1", "r2", "r3"), TARGET, 3),
    ]


@pytest.mark.parametrize(
    ("result", "kinds"), [("none", ["advance"]), ("A1", ["losses", "advance"]), ("Dr1", ["retreat", "advance"])]
)
def test_what_a_result_does_not_ask_for_is_no_step(result: str, kinds: list[str]) -> None:
    assert [kind for kind, *_ in told(after(result))] == kinds


def test_nobody_advances_where_the_hex_holds() -> None:
    assert [each.kind for each in after("A1", hex_falls="holds").steps] == ["losses"]


def test_defenders_follow_each_stack_of_attackers_that_retreats_where_the_series_has_that_and_only_once() -> None:
    found = after("A1r2", hex_falls="holds", defenders_advance="yes")
    follow = [each for each in told(found) if each[0] == "advance"]
    assert follow == [("advance", "defender", ("b1", "b2"), place, 2) for place in (WEST, EAST)]
    last = found.steps[-1]
    gone = dict.fromkeys(ATTACKERS, BEHIND)
    assert found.present(last, pieces(**gone, b1=WEST)) == ("b2",), "who has followed one stack does not follow the other"
    assert found.present(last, pieces(b1=WEST)) == (), "nobody follows into a hex that is held"


def test_who_stands_idle_beside_the_attackers_suffers_with_them_and_may_advance() -> None:
    units = {(kind, side, place): units for kind, side, units, place, _ in told(after("A1r1", beside={"r9": WEST}))}
    assert units["losses", "attacker", None] == ("r1", "r2", "r9", "r3")
    assert units["retreat", "attacker", WEST] == ("r1", "r2", "r9") and units["retreat", "attacker", EAST] == ("r3",)
    assert units["advance", "attacker", TARGET] == ("r1", "r2", "r3", "r9")


def test_who_was_lost_neither_retreats_nor_advances() -> None:
    found = replace(after("D4r2"), done=1)
    gone = {unit: piece for unit, piece in pieces().items() if unit[0] == "r"}
    number = found.now(gone)
    assert number is not None and found.steps[number].kind == "advance"
    assert found.now({}) is None, "nobody is left for anything"


def test_one_unit_after_the_other_advances() -> None:
    found, fled = after("none"), {"b1": BEHIND, "b2": BEHIND}
    assert found.present(found.steps[0], pieces(**fled, r1=TARGET)) == ("r2", "r3"), "who has advanced does not once more"
    assert found.now(pieces(**fled, r1=TARGET, r2=TARGET, r3=TARGET)) is None
    assert found.now(pieces()) is None, "the hex is held"


def test_who_has_retreated_or_paid_for_standing_fast_is_asked_for_no_other_retreat() -> None:
    found = after("Dr1")
    retreat = found.steps[0]
    assert found.present(retreat, pieces(b1=BEHIND)) == ("b2",)
    stood = replace(found, flights={TARGET: Flight(stood=frozenset({"b1"}))})
    assert stood.present(retreat, pieces()) == ("b2",)
    both = replace(found, flights={TARGET: Flight(stood=frozenset({"b1", "b2"}))})
    assert both.now(pieces()) is None, "they stay, and nobody advances"


def test_each_of_several_hexes_has_its_own_retreat_and_advance_and_who_advanced_into_one_stays_there() -> None:
    falls = {fact_of("hex_falls", label(place), True): "surely" for place in (TARGET, NEXT)}
    found = after("D1r1", {"b1": TARGET, "b2": NEXT}, (TARGET, NEXT), **falls)
    assert [(each.kind, each.units, each.place) for each in found.steps] == [
        ("losses", ("b1", "b2"), None),
        ("retreat", ("b1",), TARGET),
        ("retreat", ("b2",), NEXT),
        ("advance", ("r1", "r2", "r3"), TARGET),
        ("advance", ("r1", "r2", "r3"), NEXT),
    ]
    assert found.present(found.steps[-1], pieces(r1=TARGET)) == ("r2", "r3")
    one = after("A1", {"b1": TARGET, "b2": NEXT}, (TARGET, NEXT), **{fact_of("hex_falls", label(TARGET), True): "holds"})
    assert [each.place for each in one.steps if each.kind == "advance"] == [NEXT]


def test_a_result_that_was_read_without_dice_knows_it() -> None:
    losses = read_result("A1")
    assert losses is not None
    fighting = Fighting("attack", (TARGET,), ATTACKERS, {"b1": TARGET})
    for roll in (9, None):
        table = ChartDetail("demo.crt", "Results", "", "3:2", (), "3:2", (), "", roll, "A1")
        assert after_result(fighting, CombatDetail(losses=losses, tables=(table,)), losses, label).diced == (roll is not None)
