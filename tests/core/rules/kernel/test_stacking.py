"""What counts for stacking, by the rules of every series, and laws that hold of all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.deployment import Piece
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.rules.kernel.rulings import Ruling
from core.rules.registry import SYSTEMS

HERE = "05.05"
RULESETS = {id_: load_ruleset(id_) for id_ in ruleset_ids()}


def counted(ruling: Ruling, side: str = "red") -> dict[str, int]:
    return {count.name: count.total for each in ruling.detail.sides if each.side == side for count in each.counts}


def tcs(id_, kind, steps, **values):
    return unit(id_, kind, steps=steps, **values)


def test_30_steps_on_foot_and_6_of_vehicles_fit_and_one_more_of_either_does_not() -> None:
    units = [tcs(f"p{n}", "infantry", 5, target__class="area") for n in range(6)] + [
        tcs("t", "vehicle", 5),
        tcs("gun", "at_gun", 1),
    ]
    at = {f"p{n}": HERE for n in range(6)}
    game = board("tcs-4.01", [*units, tcs("t2", "vehicle", 1), tcs("t3", "vehicle", 1)], {**at, "t": HERE, "t2": HERE})
    fits = ask("stacking", game, hex=HERE)
    assert (fits.verdict, fits.value, counted(fits)) == ("fits", 0, {"infantry and weapons": 30, "vehicles and carriers": 6})
    assert ask("stacking", game, hex=HERE, **{"with": "gun"}).value == 1
    over = ask("stacking", game, hex=HERE, **{"with": "gun, t3"})
    assert (over.verdict, over.value) == ("over", 2)
    assert [str(reason.rule) for reason in over.reasons] == ["TCS 4.01 5.1", "TCS 4.01 5.1"]


def test_units_in_carriers_do_not_count_but_towed_ones_and_riders_do() -> None:
    units = [
        tcs("truck", "carrier", 2),
        tcs("inside", "infantry", 5, target__class="area"),
        tcs("gun", "at_gun", 1, target__class="both"),
        tcs("tank", "vehicle", 3),
        tcs("rider", "infantry", 5, target__class="area"),
    ]
    at = {
        "truck": HERE,
        "tank": HERE,
        "inside": Piece(HERE, on="truck"),
        "gun": Piece(HERE, on="truck"),
        "rider": Piece(HERE, on="tank"),
    }
    ruling = ask("stacking", board("tcs-4.01", units, at), hex=HERE)
    assert counted(ruling) == {"infantry and weapons": 6, "vehicles and carriers": 5}
    assert ruling.detail.sides[0].free == (("inside", "5.1", "mounted in a carrier"),)


@pytest.mark.parametrize(
    ("piece", "on_foot", "on_tracks"),
    [
        (Piece(HERE, face=0), 0, 2),
        (Piece(HERE, face=1), 5, 0),
        (Piece(HERE, mode="move foot"), 5, 0),
        (Piece(HERE, lost=3), 0, 1),
    ],
)
def test_a_platoon_with_its_own_carriers_counts_as_them_while_it_moves_in_them(piece, on_foot, on_tracks) -> None:
    own = tcs("pz", "infantry", 5, target__class="area", carrier__integrated=True)
    assert counted(ask("stacking", board("tcs-4.01", [own], {"pz": piece}), hex=HERE)) == {
        "infantry and weapons": on_foot,
        "vehicles and carriers": on_tracks,
    }


def test_a_towed_gun_with_its_own_carrier_counts_beside_it() -> None:
    own = tcs("ig", "infantry_gun", 1, target__class="both", carrier__integrated=True)
    ruling = ask("stacking", board("tcs-4.01", [own], {"ig": HERE}), hex=HERE)
    assert counted(ruling) == {"infantry and weapons": 1, "vehicles and carriers": 1}


def test_the_sides_of_an_assault_are_counted_apart_and_may_be_together_in_nothing_else() -> None:
    units = [tcs("a", "infantry", 5), unit("b", "infantry", "blue", steps=5)]
    ruling = ask("stacking", board("tcs-4.01", units, {"a": HERE, "b": HERE}), hex=HERE)
    assert ruling.verdict == "enemies"
    assert counted(ruling)["infantry and weapons"] == counted(ruling, "blue")["infantry and weapons"] == 5
    assert "5.2b" in str(ruling.reasons[0].rule)


def test_the_limit_of_scs_is_the_stand_in_of_its_chart_until_the_box_says_its_own() -> None:
    units = [unit(f"u{n}", "combat", attack=n, defence=1, movement=4, steps=1) for n in range(4)]
    at = {f"u{n}": HERE for n in range(4)}
    ruling = ask("stacking", board("scs-1.6", units, at), hex=HERE)
    assert (ruling.verdict, ruling.value, ruling.charts[0].status) == ("over", 1, "stand-in")
    own = ask("stacking", board("scs-1.6", units, at, options={"stacking.limit": "5"}), hex=HERE)
    assert (own.verdict, own.charts) == ("fits", ())
    # A box of another program may have any text that is a number.
    assert ask("stacking", board("scs-1.6", units, at, options={"stacking.limit": "6/2"}), hex=HERE).value == 1


def test_on_top_lies_a_combat_unit_with_an_attack_strength_where_there_is_one() -> None:
    weak = unit("weak", "combat", attack=0, defence=1)
    guns = unit("guns", "artillery", barrage=9, defence=1)
    strong = unit("strong", "combat", attack=4, defence=4, back={"attack": 0})
    at = {"strong": Piece(HERE, rank=0), "guns": Piece(HERE, rank=1), "weak": Piece(HERE, rank=2)}
    ruling = ask("stacking", board("scs-1.6", [weak, guns, strong], at), hex=HERE)
    assert (ruling.detail.sides[0].top, ruling.detail.sides[0].tops) == ("weak", ("strong",))
    assert "WEAK lies on top; it must be one of these: STRONG" in as_text(ruling, board("scs-1.6", []).box)
    flipped = ask("stacking", board("scs-1.6", [weak, guns, strong], {**at, "strong": Piece(HERE, face=1)}), hex=HERE)
    assert set(flipped.detail.sides[0].tops) == {"weak", "guns", "strong"}


def test_air_units_and_markers_count_for_nothing() -> None:
    ruling = ask("stacking", board("scs-1.6", [unit("planes", "air", barrage=9)], {"planes": HERE}), hex=HERE)
    assert counted(ruling) == {"units": 0}


def test_density_counts_soft_units_apart_and_binds_nobody() -> None:
    units = [unit("tank", "combat", armour="tank"), *(unit(f"f{n}", "combat", armour="soft") for n in range(2))]
    ruling = ask("stacking", board("new-scs", units, {"tank": HERE, "f0": HERE, "f1": HERE}), hex=HERE)
    assert ruling.verdict == "fits"
    assert [(count.what, count.total) for count in ruling.detail.sides[0].counts] == [
        ("units", 3),
        ("units", 3),
        ("units without armour", 2),
    ]


def test_three_units_of_vcs_fit_of_which_one_parent_fights() -> None:
    units = [unit("a", "parent"), unit("b", "parent"), unit("c", "artillery"), unit("d", "depot"), unit("e", "subordinate")]
    game = board("vcs", units, {"a": HERE, "b": HERE, "c": HERE, "d": HERE})
    ruling = ask("stacking", game, hex=HERE)
    assert (ruling.verdict, counted(ruling)) == (
        "fits",
        {"units": 3, "parent units that fight": 2, "artillery that supports": 1},
    )
    assert ask("stacking", game, hex=HERE, **{"with": "e"}).verdict == "over"


def test_headquarters_and_trains_of_bcs_count_for_nothing_and_mixed_stacks_are_told() -> None:
    units = [unit("a", "combat", formation="x"), unit("b", "combat", formation="y"), unit("hq", "headquarters", formation="x")]
    ruling = ask("stacking", board("bcs-1.1", units, {each.id: HERE for each in units}), hex=HERE)
    assert (ruling.verdict, counted(ruling)) == ("fits", {"combat units": 2, "a mixed stack": 2})


def test_an_empty_hex_is_empty_and_unknown_units_are_refused_with_the_nearest() -> None:
    game = board("tcs-4.01", [tcs("1st-plt", "infantry", 5)])
    assert ask("stacking", game, hex=HERE).verdict == "empty"
    with pytest.raises(WrongUse, match=r'with: there is no unit "1st-pl" in this box. Did you mean "1st-plt"'):
        ask("stacking", game, hex=HERE, **{"with": "1st-pl"})
    with pytest.raises(WrongUse, match="named twice"):
        ask("stacking", game, hex=HERE, **{"with": "1st-plt, 1ST-PLT"})
    with pytest.raises(WrongUse, match='no scenario "battel"'):
        ask("stacking", game, hex=HERE, scenario="battel")
    assert ask("stacking", game, hex=HERE, scenario="Battle").detail == ask("stacking", game, hex=HERE, scenario=FILE).detail


def test_one_name_of_several_units_is_asked_for_by_its_ids() -> None:
    units = [unit("a", "combat", piece__name="Tiger"), unit("b", "combat", piece__name="Tiger")]
    with pytest.raises(WrongUse, match="several units are called: a and b"):
        ask("stacking", board("scs-1.6", units), hex=HERE, **{"with": "tiger"})


@st.composite
def stacks(draw: st.DrawFn):
    """A ruleset and some of its units in one hex, all of one side."""
    id_ = draw(st.sampled_from(sorted(RULESETS)))
    kinds = sorted(SYSTEMS[RULESETS[id_].series].force_rules.kinds)
    counters = []
    for number in range(draw(st.integers(1, 6))):
        values = {"steps": draw(st.integers(1, 6))}
        if draw(st.booleans()):
            values |= {"carrier__integrated": True, "target__class": draw(st.sampled_from(["area", "both"]))}
        counters.append(
            unit(f"u{number}", draw(st.sampled_from(kinds)), formation=draw(st.sampled_from(["", "x", "y"])), **values)
        )
    return id_, counters


@law(60)
@given(stacks(), st.data())
def test_one_more_unit_never_lowers_a_count_and_the_order_of_a_stack_changes_none(made, data) -> None:
    id_, counters = made
    ranks = data.draw(st.permutations(range(len(counters))))
    at = {
        each.id: Piece(HERE, rank=rank, face=data.draw(st.integers(0, 1))) for each, rank in zip(counters, ranks, strict=True)
    }
    fewer = {name: piece for name, piece in at.items() if name != counters[-1].id}
    alike = {name: Piece(piece.at, face=piece.face) for name, piece in at.items()}
    all_, some, other = (ask("stacking", board(id_, counters, each), hex=HERE) for each in (at, fewer, alike))
    assert counted(all_) == counted(other)
    assert all(counted(all_).get(name, 0) >= total for name, total in counted(some).items())
    joined = ask("stacking", board(id_, counters, fewer), hex=HERE, **{"with": [counters[-1].id]})
    if not counters[-1].values.get("carrier.integrated"):
        assert counted(joined) == counted(all_)
    assert as_json(all_, board(id_, []).box)["hex"] == HERE
    for side in all_.detail.sides:
        assert set(side.tops) <= set(side.units)
        for count in side.counts:
            assert sum(share for _, share in count.shares) == count.total


def test_one_that_counts_is_told_in_the_singular() -> None:
    game = board("tcs-4.01", [tcs("gun", "at_gun", 1), tcs("t", "vehicle", 5)], {"gun": HERE, "t": HERE})
    text = as_text(ask("stacking", game, hex=HERE), game.box)
    assert "infantry and weapons: 1 step of at most 30" in text
    assert "vehicles and carriers: 5 steps of at most 6" in text
