"""Bombardments and overruns of New SCS on the map: what is counted, what is left open, and what is proposed."""

from dataclasses import replace
from typing import Any

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.base.errors import WrongUse
from core.model.deployment import Mark, Piece
from core.model.edits.edit import flat
from core.model.state import Declared, Moment
from core.model.work import Work
from core.questions.answers import as_text
from core.questions.catalogue import ask
from core.questions.game import Game

TARGET = "05.05"
KINDS = ("tank", "light_armour", "anti_tank", "soft")
TERRAIN = {"forest": 0, "village": -1, "heavy-bocage": -1, "city": -2}


def gun(id_: str, rating: int = 3, reach: int | None = 4, **more: Any):
    """A gun of red."""
    prints = {"attack": 0, "defence": 1, "movement": 8, "movement__class": "truck", "steps": 1, "bombardment__rating": rating}
    return unit(id_, "artillery", **prints, **({"bombardment__range": reach} if reach is not None else {}), **more)


def foe(id_: str, armour: str = "soft", steps: int = 2, **more: Any):
    """A unit of blue."""
    prints = {"attack": 1, "defence": 2, "movement": 5, "movement__class": "leg", "steps": steps, "armour": armour}
    return unit(id_, "combat", "blue", **prints, **more)


def in_play(game: Game, phase: str, side: str, **said: Any) -> Game:
    """The same game while it is played, in a phase of a side."""
    return game.with_state(replace(game.state, deployment=game.forces.deployment, moment=Moment(1, phase, side), **said))


def after(game: Game, proposal: Any) -> Work:
    """What a proposal makes of the pieces."""
    work = Work(game.box, replace(game.state, scenario=FILE))
    for edit in flat(proposal.edits):
        work = edit.apply(work)
    return work


@given(
    st.integers(1, 5),
    st.sampled_from([1, 3]),
    st.booleans(),
    st.sampled_from([*TERRAIN, ""]),
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 2)), min_size=1, max_size=4),
    st.integers(1, 6),
    st.integers(1, 6),
)
@law(80)
def test_ratings_losses_and_markers_are_what_a_player_makes_of_them(
    rating: int, guns: int, moved: bool, ground: str, there: list[tuple[str, int]], white: int, red: int
) -> None:
    units = [gun(f"g{n}", rating) for n in range(guns)] + [foe(f"f{n}", *each) for n, each in enumerate(there)]
    at = {
        **{f"g{n}": Piece("05.03", rank=n) for n in range(guns)},
        **{f"f{n}": Piece(TARGET, rank=n) for n in range(len(there))},
    }
    game = board("new-scs", units, at, terrain={TARGET: ground} if ground else {})
    names = [f"g{n}" for n in range(guns)]
    ruling = ask("bombardment", game, units=names, to=TARGET, moved="yes" if moved else "no", white=white, red=red)
    facts = ruling.detail.facts

    whole = rating + (guns == 3) - moved + TERRAIN.get(ground, 0)
    soft = [f"f{n}" for n, (kind, _) in enumerate(there) if kind not in ("tank", "light_armour")]
    hard = [f"f{n}" for n, (kind, _) in enumerate(there) if kind in ("tank", "light_armour")]
    against = {"soft": max(1, whole), "armour": max(1, whole - 1)}
    for kind, some in (("soft", soft), ("armour", hard)):
        assert facts.get(f"rating_{kind}") == (against[kind] if some else None)
    best = against["soft"] if soft else against["armour"]
    assert ruling.verdict == ("hit" if white <= best else "miss")
    assert facts["steps_present"] == sum(steps for _, steps in there)

    first, *others = ruling.detail.proposals
    deployment = after(game, first).deployment
    assert all("unready" in deployment.pieces[name].marks for name in names)
    for kind, some in (("soft", soft), ("armour", hard)):
        broken = [name for name in some if name in deployment.pieces and "disorganized" in deployment.pieces[name].marks]
        left = [name for name in some if name in deployment.pieces]
        assert broken == (left if white <= against[kind] else [])
    lost = int(facts.get("steps", 0))
    for each in (first, *others):
        left_over = after(game, each).deployment.pieces
        gone = {f"f{n}": steps if f"f{n}" not in left_over else left_over[f"f{n}"].lost for n, (_, steps) in enumerate(there)}
        assert sum(gone.values()) == lost
        assert any(name in left_over for name in gone)
        assert not lost or not soft or any(gone[name] for name in soft)


def test_what_the_text_leaves_open_is_said() -> None:
    game = board("new-scs", [gun("g", reach=None), foe("f"), foe("g2")], {"g": "05.03", "f": TARGET, "g2": "09.09"})
    text = as_text(ask("bombardment", game, units="g", to=TARGET), game.box)
    assert "These print no range, and the text states none: G" in text
    assert "No unit of Red is within 1 hex of 05.05 to spot it; how guns spot is a stand-in of ours" in text
    assert "Outside play nobody has moved: guns that have bombard with 1 less" in text
    worded = board(
        "new-scs",
        [gun("g"), foe("f")],
        {"g": "05.04", "f": TARGET},
        options={"bombardment.range": "As printed, seen by any unit."},
    )
    said = as_text(ask("bombardment", worded, units="g", to=TARGET), worded.box)
    assert "The game says of range and spotting: As printed, seen by any unit." in said
    assert "A unit of Red within 1 hex of 05.05 spots it" in said
    air = as_text(ask("bombardment", game, air=1, to=TARGET, side="red"), game.box)
    assert "Air points reach everywhere and need no spotting" in air


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"units": "g"}, "Give the hex"),
        ({"to": TARGET}, "Say what bombards"),
        ({"to": TARGET, "units": "g", "air": 1}, "Say what bombards"),
        ({"to": TARGET, "units": "g,f"}, "of one side"),
        ({"to": "09.09", "units": "g"}, "no enemy of Red is in 09.09"),
        ({"to": TARGET, "units": "g,h"}, "One unit bombards a hex, or 3 with the same rating"),
        ({"to": TARGET, "units": "g,h,i"}, "need the same rating"),
        ({"to": TARGET, "units": "g", "soft": 1}, "on the map or by numbers"),
        ({"to": TARGET, "air": 2, "side": "red"}, "One unit bombards a hex, or 3"),
    ],
)
def test_what_cannot_be_bombarded_so_is_told(given_: dict[str, Any], said: str) -> None:
    units = [gun("g"), gun("h"), gun("i", 2), foe("f")]
    game = board("new-scs", units, {"g": "05.03", "h": "05.03", "i": "05.03", "f": TARGET})
    with pytest.raises(WrongUse, match=said):
        ask("bombardment", game, **given_)


@pytest.mark.parametrize("mark", ["disorganized", "out-of-supply", ""])
def test_flak_within_a_hex_counts_while_it_is_in_supply_and_not_dg(mark: str) -> None:
    flak = foe("flak", flak=True)
    for place, near in (("05.06", True), ("05.07", False)):
        piece = Piece(place, marks=frozenset({mark} if mark else ()))
        game = board("new-scs", [flak, foe("f"), gun("g")], {"flak": piece, "f": TARGET, "g": "01.01"})
        wanted = 3 if near and not mark else 4
        assert ask("bombardment", game, air=1, to=TARGET, side="red").value == wanted


def test_own_flak_lowers_nothing_and_own_air_hits_close_a_hex() -> None:
    mine = unit("mine", "combat", attack=1, defence=1, movement=5, steps=1, flak=True)
    game = board("new-scs", [mine, foe("f")], {"mine": "05.06", "f": TARGET})
    assert ask("bombardment", game, air=1, to=TARGET, side="red").value == 4
    for side, verdict in (("red", "prohibited"), ("", "prohibited"), ("blue", "read")):
        hit = board(
            "new-scs", [mine, foe("f")], {"mine": "05.06", "f": TARGET}, marks={TARGET: (Mark("air-bombardment", side),)}
        )
        assert ask("bombardment", hit, air=1, to=TARGET, side="red").verdict == verdict, "others hit in their own activation"


def flyer(id_: str, side: str = "red"):
    """An air point of a side."""
    return unit(id_, "air", side, bombardment__rating=4)


def test_air_points_are_named_as_units_and_bombard_once_in_an_activation() -> None:
    units = [flyer("a"), flyer("b"), flyer("c"), foe("f"), foe("e"), gun("g")]
    game = board("new-scs", units, {"f": TARGET, "e": "05.08", "g": "05.03", "a": "01.01", "b": "01.01", "c": "01.01"})
    one, three = (ask("bombardment", game, units=some, to=TARGET) for some in (["a"], ["a", "b", "c"]))
    assert (one.value, three.value) == (4, 5)
    with pytest.raises(WrongUse, match="air points bombard by themselves"):
        ask("bombardment", game, units=["a", "g"], to=TARGET)
    flown = Declared("red", ("a",), (game.box.hex(TARGET),), "bombardment", ("f",))
    later = in_play(game, "air", "red", fought=(flown,))
    again = ask("bombardment", later, units=["a"], to="05.08")
    assert again.verdict == "prohibited" and "has fired already" in again.reasons[0].template
    assert ask("bombardment", later, units=["b"], to="05.08").verdict == "read"


def flying(left: int, phase: str = "air") -> Game:
    """Three air points and a gun of red in play, with so many points left for the turn."""
    units = [flyer("a"), flyer("b"), flyer("c"), gun("g"), foe("f")]
    game = board("new-scs", units, {**dict.fromkeys("abc", Piece("Airfield")), "g": "05.03", "f": TARGET})
    return in_play(game, phase, "red", points=immutables.Map({("red", "air points"): left, ("blue", "air points"): 9}))


@pytest.mark.parametrize(("left", "flights", "may"), [(0, 1, False), (1, 1, True), (2, 3, False), (3, 3, True)])
def test_no_more_air_points_bombard_than_the_turn_has_and_they_are_spent(left: int, flights: int, may: bool) -> None:
    game = flying(left)
    for asked in ({"units": ["a", "b", "c"][:flights]}, {"air": flights, "side": "red"}):
        ruling = ask("bombardment", game, to=TARGET, white=1, red=1, **asked)
        assert (ruling.verdict == "hit") == may, asked
        if may:
            done = after(game, ruling.detail.proposals[0])
            assert dict(done.state.points) == {("red", "air points"): left - flights, ("blue", "air points"): 9}
        else:
            assert ("no air points left" if not left else "has 2 air points left") in as_text(ruling, game.box)
    near = {each.unit: each.role for each in ask("bombardment.guns", game, to=TARGET).detail.units}
    assert {near[unit] for unit in "abc"} == {"attacks" if left else "no"}


def test_air_points_that_nobody_counts_are_not_counted_down() -> None:
    game = board("new-scs", [flyer("a"), foe("f")], {"a": Piece("Airfield"), "f": TARGET})
    (proposal, *_) = ask("bombardment", in_play(game, "air", "red"), units=["a"], to=TARGET, white=1, red=1).detail.proposals
    assert proposal.label.startswith("Mark 05.05 as hit from the air; DG")


@pytest.mark.parametrize(("phase", "able"), [("air", "abc"), ("bombardment", "g"), ("movement", "abcg")])
def test_air_points_bombard_in_their_phase_and_guns_in_theirs(phase: str, able: str) -> None:
    game = flying(3, phase)
    near = {each.unit for each in ask("bombardment.guns", game, to=TARGET).detail.units if each.role == "attacks"}
    assert near == set(able)
    for unit_ in "ag":
        assert (ask("bombardment", game, units=[unit_], to=TARGET).verdict == "prohibited") == (unit_ not in able)


def test_who_is_not_to_bombard_in_the_phase_is_told_so() -> None:
    game = board("new-scs", [gun("g"), foe("f")], {"g": "05.03", "f": TARGET})
    for side, told in (("blue", True), ("red", False)):
        said = ask("bombardment", in_play(game, "bombardment", side), units=["g"], to=TARGET).reasons
        assert any(each.values.get("does") == "bombards" for each in said) == told


# Overruns -----------------------------------------------------------------------------------------------------------------


def tank(id_: str, **more: Any):
    """A tank of red."""
    prints = {
        "attack": 7,
        "defence": 5,
        "movement": 9,
        "movement__class": "mechanised",
        "steps": 2,
        "armour": "tank",
        "quality": 3,
    }
    return unit(id_, "combat", **{**prints, "exploitation": True, **more})


def test_an_overrun_is_fought_as_any_combat_from_the_hex_beside_its_target() -> None:
    game = board("new-scs", [tank("t"), foe("f")], {"t": "05.08", "f": TARGET})
    over = ask("overrun", game, units="t", to=TARGET)
    assert over.verdict == "allowed"
    beside = board("new-scs", [tank("t"), foe("f")], {"t": game.box.label(over.detail.source), "f": TARGET})
    fought = ask("combat", beside, units="t", to=TARGET, overrun="yes")
    assert over.detail.odds.detail.odds == fought.detail.odds
    assert over.detail.odds.detail.tables == fought.detail.tables
    text = as_text(over, game.box)
    assert "go on with 2 points if they like, and do not overrun again" in text
    assert "If 05.05 does not become empty, their movement is over" in text


def test_who_has_overrun_goes_on_only_where_the_hex_was_cleared() -> None:
    game = board("new-scs", [tank("t"), foe("f")], {"t": "05.06", "f": TARGET})
    over = Declared("red", ("t",), (game.box.hex(TARGET),), "overrun", ("f",))
    for phase in ("movement", "exploitation"):
        failed = ask("movement", in_play(game, phase, "red", fought=(over,)), units="t", spent=3)
        assert failed.verdict == "may_not_move" and "not cleared it" in failed.reasons[0].template
    cleared = board("new-scs", [tank("t"), foe("f")], {"t": TARGET, "f": "09.09"})
    went_on = ask("movement", in_play(cleared, "exploitation", "red", fought=(over,)), units="t", spent=3, to="05.04")
    assert went_on.verdict == "reached"
    assert any("whatever it spends" in each.template for each in went_on.reasons)


def test_what_was_spent_before_counts_for_staying_ready() -> None:
    game = board("new-scs", [tank("t")], {"t": "05.06"})
    for spent, ready in ((3, True), (4, False)):
        said = ask("movement", in_play(game, "exploitation", "red"), units="t", to="05.05", spent=spent).reasons
        assert any("stays ready" in each.template and "spends" in each.template for each in said) == ready


def test_what_bars_an_overrun_is_said_condition_by_condition() -> None:
    units = [tank("t"), tank("late", exploitation=False), foe("f")]
    game = board("new-scs", units, {"t": "05.06", "late": "05.06", "f": TARGET}, terrain={TARGET: "city"})
    met = {each.name: each.met for each in ask("overrun", game, units="t,late", to=TARGET).detail.conditions}
    assert met == {
        "together": True,
        "phase": True,
        "who": False,
        "moves": True,
        "once": None,
        "points": True,
        "terrain": False,
        "stacking": True,
    }
    ruling = ask("overrun", game, units="t", to=TARGET)
    assert "With the other reading (allowed) it would be: allowed, 3 points" in as_text(ruling, game.box)


def test_an_overrun_by_numbers_and_one_on_the_map_are_not_mixed() -> None:
    game = board("new-scs", [tank("t"), foe("f")], {"t": "05.06", "f": TARGET})
    with pytest.raises(WrongUse, match=r"leave target=… or units=… out"):
        ask("overrun", game, units="t", to=TARGET, target=1)
    with pytest.raises(WrongUse, match=r"needs target=…"):
        ask("overrun", game, terrain="City")
    with pytest.raises(WrongUse, match="Give the units that overrun"):
        ask("overrun", game)


def test_in_play_a_hex_is_bombarded_once_in_an_activation_and_a_gun_bombards_once() -> None:
    game = board("new-scs", [gun("g"), gun("h"), foe("f")], {"g": "05.03", "h": "05.02", "f": TARGET})
    here, there = game.box.hex(TARGET), game.box.hex("07.07")
    for units, against, what, said in (
        (("h",), here, "bombardment", "05.05 was bombarded already in this activation"),
        (("g",), there, "bombardment", "G has fired already, at 07.07"),
        (("g",), here, "attack", ""),
    ):
        fought = (Declared("red", units, (against,), what),)
        playing = game.with_state(replace(game.state, deployment=game.forces.deployment, fought=fought))
        ruling = ask("bombardment", playing, units="g", to=TARGET)
        assert (ruling.verdict == "prohibited") == bool(said)
        assert said in as_text(ruling, playing.box)


def test_every_gun_near_a_hex_is_told_with_its_rating_or_with_why_not():
    units = [gun("near"), gun("far", reach=1), gun("mute", rating=0), foe("rifle"), unit("leg", "combat", attack=4, defence=4)]
    game = board("new-scs", units, {"near": "05.03", "far": "05.02", "mute": "05.02", "rifle": TARGET, "leg": "05.04"})
    ruling = ask("bombardment.guns", game, to=TARGET)
    assert ruling.verdict == "attackers" and ruling.value == 1 and ruling.detail.defenders == ("rifle",)
    assert {each.unit: each.role for each in ruling.detail.units} == {"near": "attacks", "far": "no", "mute": "no"}
    assert ruling.detail.units[0].unit == "near" and ruling.detail.units[0].reasons[0].values["rating"] == 3


def test_air_points_are_told_with_the_guns_and_bombard_from_wherever_they_lie():
    game = board(
        "new-scs",
        [gun("g"), flyer("flier"), flyer("theirs", "blue"), foe("rifle")],
        {"g": "05.03", "flier": Piece("Airfield"), "theirs": Piece("Airfield"), "rifle": TARGET},
    )
    ruling = ask("bombardment.guns", game, to=TARGET)
    assert {each.unit: each.role for each in ruling.detail.units} == {"g": "attacks", "flier": "attacks"}
    (flier,) = (each for each in ruling.detail.units if each.unit == "flier")
    assert "from the air" in flier.reasons[0].template and "FLIER" in as_text(ruling, game.box)
    there = game.box.hex(TARGET)
    flown = (Declared("red", ("flier",), (game.box.hex("07.07"),), "bombardment"),)
    playing = game.with_state(replace(game.state, deployment=game.forces.deployment, fought=flown))
    ruling = ask("bombardment.guns", playing, to=TARGET)
    assert {each.unit: each.role for each in ruling.detail.units} == {"g": "attacks", "flier": "no"}
    assert there in ruling.reasons[0].hexes
