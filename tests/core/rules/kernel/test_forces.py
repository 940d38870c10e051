"""What a case knows of the ground under its units."""

from core.model.new_map import NewMap
from core.model.state import GameState
from core.rules.kernel.forces import Forces

BOX = NewMap("Forces", columns=3, rows=3).box()


def test_forces_of_a_box_alone_compile_its_net_once():
    forces = Forces(BOX)
    assert forces.net.hexes == tuple(sorted(BOX.cells))
    assert forces.net is forces.net


def test_forces_take_the_net_that_somebody_keeps_and_only_when_it_is_asked_for():
    kept = Forces(BOX).net
    asked = []

    def keep():
        asked.append(1)
        return kept

    forces = Forces(BOX, GameState(), mapped=keep)
    assert not asked
    assert forces.net is kept
    assert forces.net is kept
    assert asked == [1]
