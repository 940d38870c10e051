"""What units that are lost count for: their battalion, the nearest one, a track, or nobody."""

from dataclasses import replace
from typing import Any

import pytest
from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.oob import Counter, Formation, Values
from core.model.state import GameState, Moment
from core.model.work import Work
from core.questions.game import Game
from core.rules.kernel.charts import Consulted
from core.rules.operations.board import Board
from core.rules.operations.questions import board_of
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.procedures.destroyed import Toll, box_of, destroying, formation_of, marked_of, toll_of
from core.rules.tcs.set_up import RULES

BATTALION, TRACK, NONE = ({"morale.kind": word} for word in ("battalion", "vehicles", "none"))
FORMATIONS = {"1-bn": BATTALION, "2-bn": BATTALION, "tanks": {**TRACK, "vehicle.track": "o 1 1"}, "trucks": NONE, "hq": {}}


def platoon(id_: str, formation: str = "1-bn") -> Counter:
    return unit(id_, "infantry", "red", formation, steps=5, target__class="area", morale=4)


def gun(id_: str, formation: str = "1-bn") -> Counter:
    return unit(id_, "at_gun", "red", formation, steps=1, target__class="both", target__defence=0, morale=3)


def tank(id_: str, steps: int = 3, formation: str = "tanks") -> Counter:
    return unit(id_, "vehicle", "red", formation, steps=steps, target__class="point", target__defence=3)


def truck(id_: str, formation: str = "trucks") -> Counter:
    return unit(id_, "carrier", "red", formation, steps=2, target__class="both", target__defence=0)


class Field:
    """A state of play in which units are lost."""

    def __init__(self, at: dict[Counter, str | Piece], **formations: dict[str, Any]) -> None:
        said = FORMATIONS | formations
        made = [Formation(id_, id_, "red", values=Values(values)) for id_, values in said.items()]
        blue = unit("foe", "infantry", "blue", steps=5, target__class="area", morale=4)
        places = {each.id: where for each, where in at.items()} | {"foe": "12.12"}
        self.game: Game = board("tcs-4.01", [*at, blue], places, formations=made)
        start = self.game.box.scenarios[self.game.forces.file].start
        self._show(GameState(scenario=self.game.forces.file, deployment=start, moment=Moment(1)))

    def _show(self, state: GameState) -> None:
        self.game = self.game.with_state(state)

    @property
    def board(self) -> Board:
        return board_of(self.game.case, {}, OPERATIONS, RULES)

    def loses(self, **steps: int) -> Toll:
        toll = toll_of(self.board, {name.replace("_", "-"): number for name, number in steps.items()})
        for edit in toll.edits:
            self._show(edit.apply(Work(self.game.box, self.game.state)).state)
        return toll

    def morale(self, formation: str) -> int:
        found = self.game.forces.formation_named("formation", formation)
        if found.values.get("morale.kind") == "battalion":
            return box_of(self.game.case, self.game.forces, found).morale
        marked = marked_of(self.game.case, Consulted(self.game.case.charts), self.game.forces, found)
        assert marked is not None
        return marked.track.morale


def test_each_infantry_platoon_is_a_point_and_every_third_of_the_others() -> None:
    field = Field({platoon("a"): "05.05", **{gun(f"g{n}"): "05.05" for n in range(4)}})
    assert field.morale("1-bn") == 0
    field.loses(a=5, g0=1)
    assert field.morale("1-bn") == 1
    field.loses(g1=1)
    assert field.morale("1-bn") == 1
    field.loses(g2=1)
    assert field.morale("1-bn") == 2


def test_who_lost_some_steps_alone_counts_for_nothing() -> None:
    field = Field({platoon("a"): "05.05"})
    toll = field.loses(a=4)
    assert not toll.destroyed and field.morale("1-bn") == 0
    assert field.loses(a=9).destroyed[0].id == "a"
    assert field.morale("1-bn") == 1


def test_what_the_box_holds_at_the_start_counts_with_it() -> None:
    held = {**BATTALION, "morale.start": 2, "morale.platoons": 1, "morale.others": 2}
    field = Field({gun("g", "3-bn"): "05.05"}, **{"3-bn": held})
    assert field.morale("3-bn") == 3
    field.loses(g=1)
    assert field.morale("3-bn") == 4


def test_a_section_is_no_platoon() -> None:
    section = unit("s", "infantry", "red", "1-bn", steps=2, target__class="area", morale=4)
    field = Field({section: "05.05"})
    field.loses(s=2)
    assert field.morale("1-bn") == 0
    assert field.game.state.conditions["1-bn", "others"] == "1"


def test_units_of_no_battalion_count_for_the_nearest() -> None:
    field = Field({truck("t"): "05.05", platoon("near"): "05.07", platoon("far", "2-bn"): "05.09"})
    toll = field.loses(t=2)
    assert field.game.state.conditions["1-bn", "others"] == "1"
    assert "17.1c" in {reason.rule.section for reason in toll.said} and not toll.then


def test_the_other_side_breaks_ties() -> None:
    field = Field({truck("t"): "05.05", platoon("one"): "05.07", platoon("two", "2-bn"): "05.03"})
    (asked,) = field.loses(t=2).then
    assert (asked.question, asked.side) == ("losses.box", "blue")
    assert asked.given == {"unit": "t", "among": "1-bn, 2-bn"}
    assert not field.game.state.conditions


def test_vehicles_mark_tracks_step_by_step_and_vehicle_morale_is_asked_about() -> None:
    field = Field({tank("t"): "05.05"})
    (asked,) = field.loses(t=1).then
    assert field.morale("tanks") == 0
    assert asked.question == "vehicle_morale.at"
    assert asked.given == {"formation": "tanks", "losses": "1", "counted": "yes"}
    field.loses(t=1)
    assert field.morale("tanks") == 1
    # Two of three steps are gone: the next square counts twice.
    field.loses(t=1)
    assert field.morale("tanks") == 3


def test_vehicles_of_no_track_are_ignored() -> None:
    field = Field({tank("t", formation="hq"): "05.05", tank("u", formation="1-bn"): "05.05"})
    toll = field.loses(t=3, u=3)
    assert not toll.then and {reason.rule.section for reason in toll.said} == {"17.8f"}
    assert not field.game.state.conditions


def test_what_a_destroyed_carrier_had_with_it_is_destroyed_and_counts() -> None:
    field = Field({truck("t"): "05.05", platoon("a"): Piece("05.05", on="t"), platoon("b"): "05.06"})
    toll = field.loses(t=2)
    assert {each.id for each in toll.destroyed} == {"t", "a"}
    assert field.game.state.conditions["1-bn", "platoons"] == "1"
    assert field.game.state.deployment is not None and set(field.game.state.deployment.pieces) == {"b", "foe"}


def test_losses_turn_no_counter_over() -> None:
    both = replace(platoon("a"), back=Values({"fire.strength": 4}))
    field = Field({both: Piece("05.05", face=1)})
    field.loses(a=2)
    piece = field.game.forces.deployment.pieces["a"]
    assert (piece.face, piece.lost) == (1, 2)


@pytest.mark.parametrize(("kind", "formation", "found"), [("infantry", "hq", None), ("infantry", "tanks", None)])
def test_who_has_no_box(kind: str, formation: str, found: object) -> None:
    field = Field({platoon("a", formation): "05.05"})
    held = field.game.forces.unit("a")
    assert held is not None and formation_of(field.game.forces, held) is found


def test_eliminating_takes_all_that_is_left() -> None:
    field = Field({platoon("a"): Piece("05.05", lost=3)})
    toll = destroying(field.board, [unit for _, unit in field.board.of("red")])
    assert [each.id for each in toll.destroyed] == ["a"]
