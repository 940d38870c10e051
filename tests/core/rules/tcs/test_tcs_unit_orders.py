"""What orders make of units, asked: of some, of all, of those of whom nothing is known; and who may not come in yet."""

from dataclasses import replace

import pytest
from oracles.stacks import board, hexes, unit
from tcs_asking import texts, told

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.oob import Formation
from core.model.orders import Commitment, OpSheet
from core.model.scenario import Arrival
from core.questions.game import Game
from core.rules.kernel.orders_detail import LETTERS, STATES, UnitOrders
from core.rules.tcs.procedures.morale import morale

(RALLY,) = hexes(board("tcs-4.01", []), "01.05")
UNITS = [
    unit("p1", "infantry", formation="bn", steps=5),
    unit("tank", "vehicle", formation="bn", steps=3),
    unit("foe", "infantry", "blue", steps=5),
    unit("hq", "sortie"),
]
OAK = OpSheet("Oak", "red", "Attack", ("bn",), (("bn", RALLY),))


def field(*sheets: OpSheet, mode: str = "fire", marks: frozenset[str] = frozenset(), **options: str) -> Game:
    chosen = {name.replace("__", "."): value for name, value in options.items()}
    at = {each.id: Piece("09.05", mode=mode, marks=marks) for each in UNITS}
    return board("tcs-4.01", UNITS, at, formations=[Formation("bn", "1-123", "red")], options=chosen, sheets=sheets)


SENT = replace(OAK, reserve=("bn",), committed=(Commitment(("bn",), "Attack"),))


@pytest.mark.parametrize(
    ("sheet", "mode", "state", "letter"),
    [
        (OAK, "fire", "assigned", "A"),
        (replace(OAK, status="failed"), "fire", "unassigned", "U"),
        (replace(OAK, type="Move"), "fire", "move sheet", "M"),
        (replace(OAK, type="Hasty Defense"), "move", "moving to defend", "W"),
        (replace(OAK, status="preliminary"), "fire", "preliminary", "P"),
        (replace(OAK, reserve=("bn",)), "fire", "reserve", "R"),
        (SENT, "fire", "committing", "C"),
    ],
)
def test_every_state_has_a_letter_of_its_own(sheet: OpSheet, mode: str, state: str, letter: str) -> None:
    found = told("opsheet.units", field(sheet, mode=mode), unit="p1")
    assert (found["verdict"], found["units"][0]["orders"], found["units"][0]["letter"]) == (state, state, letter)


def test_letters_tell_states_apart() -> None:
    assert len(set(LETTERS)) == len(LETTERS) == len(STATES)
    assert [UnitOrders("p1", "P1", None, state).letter for state in STATES] == list(LETTERS)


def test_of_all_units_those_are_told_of_whose_orders_are_known() -> None:
    found = told("opsheet.units", field(replace(OAK, units=("p1",))))
    assert (found["verdict"], found["assigned"], found["unassigned"]) == ("read", 1, 1)
    assert [(each["unit"], each["orders"]) for each in found["units"]] == [("p1", "assigned"), ("tank", "unassigned")]
    assert texts(found) == "Oak, assigned (Attack): P1 / unassigned: TANK"


def test_what_is_forbidden_is_what_the_unit_could_do_at_all() -> None:
    found = told("opsheet.units", field(replace(OAK, status="failed")), unit=["p1", "tank"])
    assert [each["barred"] for each in found["units"]] == [
        ["suppressive fire", "point fire", "assaults"],
        ["suppressive fire", "point fire", "assaults", "overruns"],
    ]
    assert "P1: 2 added to its morale" in texts(found) and "TANK: nothing is added" in texts(found)


def test_what_is_added_is_what_the_morale_check_adds() -> None:
    game = field(replace(OAK, status="failed"))
    added = morale(game.case, {"units": ["4+0+0"], "unit": "p1"}).value
    assert f"P1: {added - 4} added to its morale" in texts(told("opsheet.units", game, unit="p1"))


def test_a_marker_that_orders_take_away_is_told() -> None:
    dug = frozenset({"dug-in"})
    assert "not Dug In" in texts(told("opsheet.units", field(replace(OAK, status="failed"), marks=dug), unit="p1"))
    allowed = field(replace(OAK, status="failed"), marks=dug, dug_in__outside_defence="any")
    assert "Dug In" not in texts(told("opsheet.units", allowed, unit="p1"))


def test_of_whom_nothing_is_known_that_is_said() -> None:
    found = told("opsheet.units", field(OAK), unit=["foe", "p1"])
    assert (found["verdict"], len(found["units"])) == ("assigned", 1) and "nothing is known here: FOE" in texts(found)
    assert told("opsheet.units", field())["verdict"] == "undecidable"


def test_without_command_nobody_asks_for_orders() -> None:
    with pytest.raises(WrongUse, match="command rules are not used"):
        told("opsheet.units", field(OAK, command__play="without"))


@pytest.mark.parametrize(
    ("status", "verdict"),
    [("implemented", "open"), ("preliminary", "open"), ("waiting", "waits"), ("failed", "waits")],
)
def test_reinforcements_wait_for_orders(status: str, verdict: str) -> None:
    arrivals = (Arrival(("p1",), 2, hexes=(RALLY,)),)
    sheets = (replace(OAK, status=status),)
    formations = [Formation("bn", "1-123", "red")]
    game = board("tcs-4.01", UNITS, {}, formations=formations, sheets=sheets, arrivals=arrivals)
    assert told("entry", game, unit="p1")["verdict"] == verdict
    free = board(
        "tcs-4.01", UNITS, {}, formations=formations, sheets=sheets, arrivals=arrivals, options={"command.play": "without"}
    )
    assert told("entry", free, unit="p1")["verdict"] == "open"
    bare = board("tcs-4.01", UNITS, {}, formations=formations, arrivals=arrivals)
    assert told("entry", bare, unit="p1")["verdict"] == "open"
