"""The audit of who moved or attacked in the phase of others, or as its phase does not allow."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from auditing import DG, going, mended, playing
from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.oob import Formation
from core.model.state import Declared, Moment
from core.play.audit import Finding, audit
from core.questions.game import Game


def test_a_reserve_that_moved_or_stands_beside_an_enemy_or_has_no_supply_is_none() -> None:
    units = [unit(id_, "parent", unit__type="infantry", steps=2) for id_ in ("a", "b", "c", "d")]
    units.append(unit("foe", "parent", "blue", unit__type="infantry", steps=2))
    held = frozenset({"reserve"})
    at = {
        "a": Piece("02.02", marks=held),
        "b": Piece("05.05", marks=held),
        "c": Piece("09.09", marks=held | {"isolated 1"}),
        "d": Piece("02.09", marks=held),
        "foe": "05.06",
    }
    game = board("vcs", units, at)
    start = playing(game, "movement")
    end = going(game, start, a="02.03")
    found = [each for each in audit(game, start, end) if each.code == "reserve"]
    assert {each.units[0]: each.text.split(" and ", 1)[1] for each in found} == {
        "a": "has moved in this phase; it is none.",
        "b": "stands beside foe; it is none.",
        "c": "is not in supply; it is none.",
    }
    assert mended(game, end, found).pieces["d"].marks == held
    assert [each.section for each in audit(game, end, replace(end, moment=Moment(1, "reserves", "red")))] == ["6.0"]


def test_a_reserve_that_went_out_and_came_back_has_moved() -> None:
    units = [unit("a", "parent", unit__type="infantry", steps=2), unit("foe", "parent", "blue", unit__type="infantry", steps=2)]
    game = board("vcs", units, {"a": Piece("05.05", marks=frozenset({"reserve"})), "foe": "11.11"})
    state = playing(game, "movement")
    way = {"a": tuple(game.box.hex(label) for label in ("05.05", "05.06", "05.05"))}
    found = [each for each in audit(game, state, state, None, way) if each.code == "reserve"]
    assert [each.text.split(" and ", 1)[1] for each in found] == ["has moved in this phase; it is none."]
    assert not [each for each in audit(game, state, state) if each.code == "reserve"]


def test_enemies_beside_a_stack_that_attacked_were_attacked_too_in_vcs() -> None:
    prints = {"unit__type": "infantry", "unit__size": "battalion", "movement": 5, "strength__fixed": 2, "steps": 1}
    units = [unit("a", "subordinate", **prints), unit("b", "subordinate", **prints)]
    units += [unit(id_, "subordinate", "blue", **prints) for id_ in ("hit", "spared", "other")]
    game = board("vcs", units, {"a": "05.05", "b": "05.09", "hit": "05.06", "spared": "06.05", "other": "05.10"})
    state = playing(game, "combat")
    one, two, far = (
        Declared("red", (by,), (game.box.hex(at),)) for by, at in (("a", "05.06"), ("a", "06.05"), ("b", "05.10"))
    )  # fmt: skip

    def spared(*done: Declared) -> list[tuple[str, ...]]:
        found = audit(game, state, going(game, replace(state, fought=done), hit="01.01"))
        return [each.units for each in found if each.code == "targets"]

    assert spared() == []
    assert spared(far) == []
    assert spared(one) == [("spared",)]
    assert spared(one, two) == []


def facing(ruleset: str, a: str = "05.05", foe: str | Piece = "05.06", **more: Any) -> Game:
    """A unit of each side that attacks, with a zone of control, and exploits."""
    strong = {"steps": 2, "attack": 4, "defence": 4, "exploitation": True, "movement": 8}
    limit = {"stacking.limit": "4"} | more.pop("options", {}) if ruleset == "scs-1.6" else {}
    units = [unit("a", "combat", **strong), unit("foe", "combat", "blue", **strong)]
    return board(ruleset, units, {"a": a, "foe": foe}, options=limit, **more)


def moves(findings: Iterable[Finding]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(each.section, each.weight, each.units) for each in findings if each.code == "moved"]


@pytest.mark.parametrize(("foe", "weight"), [("09.06", "mend"), ("05.06", "look")])
@pytest.mark.parametrize("phase", ["movement.move", "exploitation"])
def test_enemies_that_moved_in_a_phase_of_scs_are_found(phase: str, foe: str, weight: str) -> None:
    game = facing("scs-1.6", foe=foe)
    state = playing(game, phase)
    went = going(game, state, foe="02.02")
    found = audit(game, state, went)
    assert moves(found) == [("3.3b", weight, ("foe",))]
    assert mended(game, went, [each for each in found if each.code == "moved"]) == state.deployment
    own = Moment(1, phase, "blue")
    assert "3.3b" not in {each.section for each in audit(game, replace(state, moment=own), replace(went, moment=own))}


def test_where_the_other_side_came_by_an_enemy_may_have_had_to_retreat() -> None:
    game = facing("scs-1.6", foe="09.06")
    state = playing(game, "movement.move")
    far = going(game, state, foe="02.02", a="11.11")
    assert moves(audit(game, state, far)) == [("3.3b", "mend", ("foe",))]
    way = {"a": (game.box.hex("05.05"), game.box.hex("09.06"), game.box.hex("11.11"))}
    assert moves(audit(game, state, far, trails=way)) == [("3.3b", "look", ("foe",))]


def test_units_that_dice_have_put_elsewhere_are_not_found_to_have_moved() -> None:
    game = facing("scs-1.6")
    state = playing(game, "movement.move")
    gone = going(game, state, foe="05.07")
    assert moves(audit(game, state, gone)) == [("3.3b", "look", ("foe",))]
    assert moves(audit(game, state, gone, forced=frozenset({"foe"}))) == []


def test_a_move_is_not_taken_back_into_a_hex_in_which_enemies_stand_now() -> None:
    game = facing("scs-1.6")
    state = playing(game, "movement.move")
    (free,) = [each for each in audit(game, state, going(game, state, foe="05.07")) if each.code == "moved"]
    (taken,) = [each for each in audit(game, state, going(game, state, foe="05.07", a="05.06")) if each.code == "moved"]
    assert free.edits and not taken.edits


def test_units_that_began_exploitation_in_an_enemy_zone_have_not_moved() -> None:
    game = facing("scs-1.6")
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="02.02"))) == [("2.1b, 11.0b", "mend", ("a",))]
    free = facing("scs-1.6", foe="05.08")
    start = playing(free, "exploitation")
    assert moves(audit(free, start, going(free, start, a="05.07"))) == []


def test_a_zone_that_terrain_keeps_from_a_hex_holds_nobody_back_from_exploitation() -> None:
    trucks = {"steps": 2, "attack": 4, "defence": 4, "movement": 8, "movement__class": "truck", "exploitation": True}
    units = [unit("a", "combat", **trucks), unit("foe", "combat", "blue", **trucks)]
    game = board("scs-1.6", units, {"a": "05.05", "foe": "05.06"}, sides={"major-river": ["05.05 05.06"]})
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="02.02"))) == []


def test_by_the_other_reading_one_hex_out_of_a_zone_is_nothing_to_be_found() -> None:
    game = facing("scs-1.6", options={"movement.minimum_hex": "minimum_wins"})
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="05.04"))) == []
    assert moves(audit(game, state, going(game, state, a="05.03"))) == [("2.1b, 11.0b", "mend", ("a",))]


def test_units_that_do_not_exploit_have_not_moved_in_the_exploitation_phase() -> None:
    unlike = [unit("a", "combat", steps=2, attack=4, defence=4)]
    game = board("scs-1.6", unlike, {"a": "05.05"}, options={"stacking.limit": "4"})
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="05.04"))) == [("11.0a", "mend", ("a",))]
    by_game = board("scs-1.6", unlike, {"a": "05.05"}, options={"exploitation.who": "game"})
    start = playing(by_game, "exploitation")
    assert moves(audit(by_game, start, going(by_game, start, a="05.04"))) == []


def test_in_the_reaction_of_new_scs_others_move_and_not_out_of_zones_nor_unready() -> None:
    game = facing("new-scs")
    state = playing(game, "reaction")
    assert moves(audit(game, state, going(game, state, foe="05.08"))) == [("Enemy reaction phase", "mend", ("foe",))]
    assert moves(audit(game, state, going(game, state, a="05.04"))) == [("Enemy reaction phase", "mend", ("a",))]
    away = facing("new-scs", foe="08.08")
    start = playing(away, "reaction")
    assert moves(audit(away, start, going(away, start, foe="09.09"))) == []
    kept = facing("new-scs", foe=Piece("08.08", marks=frozenset({"unready"})))
    start = playing(kept, "reaction")
    found = audit(kept, start, going(kept, start, foe="09.09"))
    assert moves(found) == [("Enemy reaction phase", "mend", ("foe",))] and "FOE is unready" in found[0].text
    assert mended(kept, going(kept, start, foe="09.09"), found) == start.deployment
    for phase in ("road", "movement", "exploitation"):
        start = playing(away, phase)
        assert moves(audit(away, start, going(away, start, foe="09.09"))) == [
            ("SCS 1.6 3.3b, which it builds on", "mend", ("foe",))
        ]


def test_a_zone_that_terrain_keeps_from_a_hex_holds_nobody_back_from_reaction() -> None:
    quick = {"steps": 2, "attack": 4, "defence": 4, "movement": 8, "movement__class": "truck", "exploitation": True}
    units = [unit("a", "combat", **quick), unit("foe", "combat", "blue", **quick)]
    game = board("new-scs", units, {"a": "05.05", "foe": "05.06"}, sides={"major-river": ["05.05 05.06"]})
    state = playing(game, "reaction")
    assert moves(audit(game, state, going(game, state, foe="05.08"))) == []


@pytest.mark.parametrize(("place", "found"), [("05.09", []), ("05.10", ["foe"])])
def test_who_reacts_goes_half_of_its_allowance(place: str, found: list[str]) -> None:
    game = facing("new-scs", a="01.01", foe="05.05")
    state = playing(game, "reaction")
    assert [units[0] for _, _, units in moves(audit(game, state, going(game, state, foe=place)))] == found
    # The one hex that may always be moved is not too far, whatever it costs.
    slow = unit("foe", "combat", "blue", steps=2, attack=4, defence=4, movement=1, exploitation=True)
    near = board("new-scs", [slow, unit("a", "combat")], {"foe": "05.05", "a": "12.12"}, terrain={"05.06": "forest"})
    start = playing(near, "reaction")
    assert moves(audit(near, start, going(near, start, foe="05.06"))) == []
    assert len(moves(audit(near, start, going(near, start, foe="05.07")))) == 1


@pytest.mark.parametrize(("marks", "exploits", "found"), [((), True, 0), ((), False, 1), (("out-of-supply",), True, 1)])
def test_only_supplied_units_that_exploit_move_in_the_exploitation_of_new_scs(
    marks: tuple[str, ...], exploits: bool, found: int
) -> None:
    quick = unit("a", "combat", steps=2, attack=4, defence=4, movement=8, exploitation=exploits)
    foe = unit("foe", "combat", "blue", attack=4, defence=4)
    game = board("new-scs", [quick, foe], {"a": Piece("05.05", marks=frozenset(marks)), "foe": "05.06"})
    state = playing(game, "exploitation")
    went = going(game, state, a=Piece(game.box.hex("05.04"), marks=frozenset(marks)))
    assert len(moves(audit(game, state, went))) == found


def test_road_movement_keeps_away_from_enemies_and_out_of_stacks() -> None:
    prints = {"steps": 2, "attack": 4, "defence": 4, "movement": 8}
    units = [*(unit(id_, "combat", **prints) for id_ in ("a", "b", "c")), unit("foe", "combat", "blue", **prints)]
    game = board("new-scs", units, {"a": "01.01", "b": Piece("01.01", 1), "c": "01.06", "foe": "08.08"})
    state = playing(game, "road")

    def texts(trail: tuple[str, ...] = (), **at: str) -> list[str]:
        way = {"a": tuple(game.box.hex(label) for label in trail)} if trail else {}
        return [each.text for each in audit(game, state, going(game, state, **at), None, way) if each.code == "moved"]

    assert texts(c="03.01") == []
    assert texts(c="08.04") == []
    assert texts(c="08.05") == ["C went from 01.06 to 08.05 by road, and 08.05 lies within 3 hexes of enemy units."]
    assert texts(a="03.01") == ["A went from 01.01 to 03.01 by road, and was in 01.01 in one stack with B."]
    assert texts(c="01.01") == ["C went from 01.06 to 01.01 by road, and was in 01.01 in one stack with A, B."]
    # Who went first leaves no stack behind to who goes after it.
    assert len(texts(a="03.01", b="01.03")) == 0
    passing = texts(("01.01", "08.07", "12.01"), a="12.01", b="01.03")
    assert passing == ["A went from 01.01 to 12.01 by road, and 08.07 lies within 3 hexes of enemy units."]


def test_only_the_formation_that_is_active_moves() -> None:
    prints = {"steps": 2, "attack": 4, "defence": 4, "movement": 8, "exploitation": True}
    units = [unit("a", "combat", formation="f", **prints), unit("b", "combat", formation="g", **prints)]
    groups = [Formation("f", "First", "red"), Formation("g", "Second", "red")]
    game = board("new-scs", units, {"a": "05.05", "b": "09.09"}, formations=groups)
    for phase in ("road", "movement", "exploitation"):
        state = playing(game, phase, of="f")
        found = moves(audit(game, state, going(game, state, a="05.06", b="09.08")))
        assert found == [("Unified sequence of play", "mend", ("b",))]
        whole = playing(game, phase)
        assert moves(audit(game, whole, going(game, whole, a="05.06", b="09.08"))) == []


@pytest.mark.parametrize(
    ("way", "far"),
    [
        (("05.05", "05.08"), False),
        (("05.05", "05.09"), True),
        (("05.05", "05.07", "05.06"), False),
        (("05.05", "05.07", "05.05"), True),
        (("05.05", "05.07", "05.08", "05.07"), True),
        (("05.05", "12.12"), True),
    ],
)
def test_who_went_farther_than_half_in_the_exploitation_of_new_scs_is_unready(way: tuple[str, ...], far: bool) -> None:
    quick = {"steps": 2, "attack": 4, "defence": 4, "movement": 7, "movement__class": "truck", "exploitation": True}
    units = [unit("a", "combat", **quick), unit("slow", "combat", **{**quick, "exploitation": False})]
    game = board("new-scs", units, {"a": way[0], "slow": "01.01"})
    start = playing(game, "exploitation")
    state = going(game, start, a=way[-1], slow="01.06")
    trails = {"a": tuple(game.box.hex(label) for label in way)}
    found = [each for each in audit(game, start, state, None, trails) if each.code == "unready"]
    assert [each.units for each in found] == ([("a",)] if far else [])
    if far:
        text = "A moved more than half the allowance in exploitation, and is not marked as unready."
        assert found[0].text == text and "unready" in mended(game, state, found).pieces["a"].marks
    other = replace(state, moment=Moment(1, "movement", "red"))
    assert "unready" not in {each.code for each in audit(game, playing(game, "movement"), other, None, trails)}


@pytest.mark.parametrize("phase", ["rally", "ready", "supply"])
@pytest.mark.parametrize(("side", "of"), [("", ""), ("red", "Nobody knows this")])
def test_where_nobody_said_who_is_active_nothing_is_mended(phase: str, side: str, of: str) -> None:
    marks = DG | {"unready"}
    game = facing("new-scs", "02.02", Piece("09.09", marks=marks))
    state = playing(game, phase, side, of)
    state = going(game, state, a=Piece(game.box.hex("02.02"), marks=marks))
    found = audit(game, state, state)
    assert found and {each.weight for each in found} == {"look"} and not any(each.edits for each in found)
