"""What units without orders, and vehicles under fire, may do; the readings that decide it are named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from tcs_asking import game, told

from core.base.errors import WrongUse


def cited(found) -> list[str]:
    return [reason["rule"].removeprefix("TCS 4.01 ") for reason in found["reasons"]]


def readings(found) -> list[str]:
    return [reason["text"] for reason in found["reasons"] if reason["text"].startswith("Decided by the reading")]


HOLDS = st.sampled_from(["yes", "no"])


@law(200)
@given(
    st.sampled_from(["assigned", "unassigned", "move sheet", "moving to defend"]),
    *(st.integers(0, 12), st.integers(0, 12)),
    *(HOLDS, HOLDS, HOLDS),
    st.sampled_from(["free", "bound"]),
)
def test_units_without_orders_end_no_closer_to_enemies_and_no_further_from_their_rally_point(
    units, start, end, closer, retreat, preliminary, reading
):
    parameters = {"units": units, "start": start, "end": end, "closer": closer, "retreat": retreat, "preliminary": preliminary}
    found = told("move.end", game(unassigned__move_sheets=reading), **parameters)
    bound = units == "unassigned" or (units in ("move sheet", "moving to defend") and reading == "bound")
    # The five hexes are those of 6.3c.
    bound = bound and start > 5
    further = end > start and retreat == "no" and preliminary == "no"
    assert (found["bound"] == "yes") == bound
    assert (found["verdict"] == "prohibited") == (bound and (closer == "yes" or further))
    free = told("move.end", game(unassigned__move_sheets="free"), **parameters)["verdict"]
    held = told("move.end", game(unassigned__move_sheets="bound"), **parameters)["verdict"]
    assert len(readings(found)) == (free != held)


@pytest.mark.parametrize(("units", "section"), [("assigned", "6.3"), ("move sheet", "6.6d"), ("moving to defend", "6.6e")])
def test_what_frees_units_is_cited(units, section):
    assert cited(told("move.end", units=units, start=9))[0] == section


def test_nobody_asks_for_limits_where_the_command_rules_are_left_out():
    with pytest.raises(WrongUse, match="command rules are not used"):
        told("move.end", game(command__play="without"), units="unassigned", start=9)


@pytest.mark.parametrize(
    ("trigger", "reading", "allowed"),
    [
        ("point fire action", "point_action", True),
        ("point fire action", "any_point_fire", True),
        ("other point fire", "point_action", False),
        ("other point fire", "any_point_fire", True),
        ("no point fire", "point_action", False),
        ("no point fire", "any_point_fire", False),
    ],
)
def test_vehicles_retreat_from_point_fire(trigger, reading, allowed):
    found = told("syr.vehicles", game(vehicle_syr__trigger=reading), trigger=trigger)
    assert found["verdict"] == ("allowed" if allowed else "prohibited")
    assert found.get("hexes") == (6 if allowed else None)
    assert len(readings(found)) == (trigger == "other point fire")
    assert [chart["id"] for chart in found["charts"]] == (["tcs.syr"] if allowed else [])
    fired = told("syr.vehicles", game(vehicle_syr__trigger=reading), trigger=trigger, fired="yes")
    assert (fired["verdict"], readings(fired)) == ("prohibited", [])
    assert "17.4" in cited(fired)
