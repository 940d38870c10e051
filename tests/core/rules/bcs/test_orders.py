"""Orders of BCS as they are written on the map: any hex may be clicked, waypoints before the destination or after it."""

from oracles.led import in_play
from oracles.stacks import board, unit

from core.model.oob import Formation
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.procedure import BESIDE, OPEN, TARGET


def assigning() -> Game:
    """Blue writes orders for a headquarters in 05.05."""
    staff = unit("hq", "headquarters", "blue", "blue-1", movement=16, movement__class="truck")
    formations = [Formation("blue-1", "Blue 1", "blue")]
    game = board("bcs-1.1", [staff], {"hq": "05.05"}, formations=formations, options={"orders.written": "on"})
    return in_play(game, "", "assignment.orders")


def test_waypoints_are_said_before_the_destination_and_any_hex_can_still_be_it() -> None:
    game = assigning()
    by_way, goal = game.box.hex("07.05"), game.box.hex("09.05")
    first = ask("orders.at", game, formation="blue-1", via=(by_way,)).detail
    assert (first.place, first.along) == ("destination", "via") and not first.proposals
    assert first.hexes == {BESIDE: {by_way}} and OPEN not in first.hexes
    then = ask("orders.at", game, formation="blue-1", via=(by_way,), destination=goal).detail
    assert then.hexes == {TARGET: {goal}, BESIDE: {by_way}}
    assert [each.label for each in then.proposals] == ["Order of Blue 1"] and then.ways == (
        (game.box.hex("05.05"), by_way, goal),
    )


def test_where_no_formation_is_meant_nothing_of_an_order_is_said_yet() -> None:
    detail = ask("orders.at", assigning()).detail
    assert {"destination", "via", "path"} <= detail.idle
    assert [each.label for each in detail.proposals][-1] == "Write the order of Blue 1"
