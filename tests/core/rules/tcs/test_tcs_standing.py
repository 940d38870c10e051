"""What op sheets make of units: who is Assigned, by which sheet, and where those without orders gather."""

from dataclasses import replace

import pytest
from oracles.stacks import board, hexes, unit

from core.model.deployment import Piece
from core.model.oob import Formation, Values
from core.model.orders import Addition, Commitment, OpSheet, TaskGroup
from core.rules.tcs.orders.standing import OrdersInForce, Standing

EMPTY = board("tcs-4.01", [])
HERE, THERE = hexes(EMPTY, "05.05", "06.06")
HAS_MORALE = Values({"morale.kind": "battalion"})
FORMATIONS = (
    Formation("1-bn", "1-123", "red", values=HAS_MORALE),
    Formation("a-co", "A/1-123", "red", "1-bn"),
    Formation("2-bn", "2-123", "red", values=HAS_MORALE),
)
UNITS = [
    unit("p1", "infantry", formation="a-co", steps=5),
    unit("p2", "infantry", formation="1-bn", steps=5),
    unit("p3", "infantry", formation="2-bn", steps=5),
    unit("foe", "infantry", "blue", steps=5),
]
ATTACK = OpSheet("Oak", "red", "Attack", ("1-bn",), (("1-bn", HERE),))


def orders(*sheets: OpSheet, modes: dict[str, str] | None = None, options: dict[str, str] | None = None) -> OrdersInForce:
    at = {each.id: Piece("02.02", mode=(modes or {}).get(each.id, "fire")) for each in UNITS}
    game = board("tcs-4.01", UNITS, at, formations=FORMATIONS, options=options)
    return OrdersInForce(game.case, game.forces, sheets)


def of(force: OrdersInForce, id_: str = "p1") -> Standing:
    return force.of(force.forces.unit(id_))


def test_a_sheet_in_force_binds_all_units_of_the_formations_that_it_names() -> None:
    force = orders(ATTACK)
    assert of(force) == of(force, "p2") == Standing("assigned", "Attack", "Oak", HERE, ("Oak",))
    assert of(force, "p3") == Standing("unassigned") == of(force, "foe")
    assert force.members(ATTACK) == {"p1", "p2"}


def test_a_sheet_in_preparation_does_not_bind_and_gives_no_rally_point_yet() -> None:
    waiting = replace(ATTACK, status="waiting")
    assert of(orders(waiting)) == Standing("unassigned", listed=("Oak",))
    # Until it comes into force units stay under the old one (6.8).
    later = replace(waiting, id="Elm", turn=3, rally=(("1-bn", THERE),))
    assert of(orders(ATTACK, later)) == Standing("assigned", "Attack", "Oak", HERE, ("Oak", "Elm"))


def test_preliminary_instructions_leave_units_unassigned_with_the_rally_point_of_the_new_sheet() -> None:
    force = orders(replace(ATTACK, status="preliminary"))
    assert of(force) == Standing("preliminary", "", "Oak", HERE, ("Oak",))
    assert force.counts_as_unassigned(of(force))


def test_units_on_a_move_sheet_count_as_unassigned() -> None:
    force = orders(replace(ATTACK, type="Move"))
    assert of(force).orders == "move sheet" and force.counts_as_unassigned(of(force))


@pytest.mark.parametrize("kind", ["Hasty Defense", "Prepared Defense"])
def test_a_defender_in_move_mode_is_on_its_way_and_counts_as_unassigned(kind: str) -> None:
    force = orders(replace(ATTACK, type=kind), modes={"p1": "move"})
    assert (of(force).orders, of(force, "p2").orders) == ("moving to defend", "assigned")
    assert force.counts_as_unassigned(of(force)) and not force.counts_as_unassigned(of(force, "p2"))
    attackers = orders(ATTACK, modes={"p1": "move"})
    assert of(attackers).orders == "assigned"


def test_a_group_has_a_mission_of_its_own() -> None:
    groups = (TaskGroup("Support", ("a-co",), "Hasty Defense"), TaskGroup("Assault", ("p2",)))
    force = orders(replace(ATTACK, groups=groups))
    assert [of(force, id_).type for id_ in ("p1", "p2")] == ["Hasty Defense", "Attack"]


@pytest.mark.parametrize("status", ["succeeded", "failed"])
def test_what_is_over_leaves_units_without_orders_and_with_its_rally_point(status: str) -> None:
    over = Standing("unassigned", rally=HERE, listed=("Oak",), fails=status == "failed")
    assert of(orders(replace(ATTACK, status=status))) == over


@pytest.mark.parametrize(("why", "rally"), [("failed", HERE), ("succeeded", HERE), ("reassigned", None), ("scratched", None)])
def test_who_has_left_a_sheet_is_not_bound_by_it(why: str, rally: object) -> None:
    force = orders(replace(ATTACK, left=(("p1", why),)))
    assert of(force) == Standing("unassigned", rally=rally, fails=why == "failed")
    assert of(force, "p2").orders == "assigned"
    assert force.members(replace(ATTACK, left=(("p1", why),))) == {"p2"}


def test_a_new_rally_point_comes_with_the_sheet_that_takes_units_over() -> None:
    old = replace(ATTACK, left=(("p1", "reassigned"),))
    new = OpSheet("Elm", "red", "Attack", ("a-co",), (("a-co", THERE),), turn=4)
    assert of(orders(old, new)) == Standing("assigned", "Attack", "Elm", THERE, ("Elm",))
    assert of(orders(old, replace(new, status="succeeded"))).rally == THERE


@pytest.mark.parametrize(("option", "counts"), [("unassigned", True), ("assigned", False)])
def test_reserves_count_as_unassigned_by_a_reading(option: str, counts: bool) -> None:
    force = orders(replace(ATTACK, reserve=("a-co",)), options={"reserves.state": option})
    assert of(force).orders == "reserve" and of(force, "p2").orders == "assigned"
    assert force.counts_as_unassigned(of(force)) is counts


def test_a_reserve_that_is_sent_in_waits_for_its_die_and_then_has_the_mission_that_it_was_given() -> None:
    sent = replace(ATTACK, reserve=("1-bn",), committed=(Commitment(("a-co",), "Hasty Defense"),))
    force = orders(sent)
    assert (of(force).orders, of(force, "p2").orders) == ("committing", "reserve")
    assert force.counts_as_unassigned(of(force))
    holding = replace(sent, committed=(Commitment(("a-co",), "Hasty Defense", holds=True),))
    assert of(orders(holding)) == Standing("assigned", "Hasty Defense", "Oak", HERE, ("Oak",))


@pytest.mark.parametrize(
    ("status", "found"), [("waiting", "unassigned"), ("preliminary", "preliminary"), ("implemented", "assigned")]
)
def test_units_that_were_added_wait_for_a_roll_of_their_own(status: str, found: str) -> None:
    sheet = replace(ATTACK, added=(Addition(("2-bn",), "Attack", status=status),))
    assert of(orders(sheet), "p3").orders == found and of(orders(sheet)).orders == "assigned"
    assert orders(sheet).members(sheet) == {"p1", "p2", "p3"}


def test_the_later_of_two_sheets_in_force_counts() -> None:
    other = OpSheet("Elm", "red", "Move", ("p1",), turn=2)
    assert of(orders(ATTACK, other)).sheet == "Elm"


@pytest.mark.parametrize("sheets", [(), (ATTACK,), (replace(ATTACK, type="Move"),), (replace(ATTACK, reserve=("p1",)),)])
def test_every_standing_says_why_with_its_rule(sheets: tuple[OpSheet, ...]) -> None:
    force = orders(*sheets)
    (reason,) = force.reasons(force.forces.unit("p1"), of(force))
    assert reason.template.format_map(reason.values).startswith("P1 is") and reason.rule.section.startswith("6.")


def test_units_that_were_added_have_the_mission_of_their_group_and_not_the_hardest_which_is_for_their_roll() -> None:
    added = (Addition(("2-bn",), "Attack", status="implemented"),)
    sheet = replace(ATTACK, added=added, groups=(TaskGroup("Road", ("2-bn",), "Move"), TaskGroup("Hill", ("1-bn",))))
    assert of(orders(sheet), "p3").orders == "move sheet" and of(orders(sheet)).type == "Attack"
    plain = replace(ATTACK, type="Hasty Defense", added=added)
    assert of(orders(plain), "p3").type == "Hasty Defense"
