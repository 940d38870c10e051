"""The charts of TCS: nothing in them is wrong, the rules' examples come out, stand-ins meet what is known of printed ones."""

from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from core.files.ruleset_files import load_ruleset
from core.model.charts import NEVER, Axis, Chart, read_span
from core.rules.kernel.charts import cell, chances, find, number_in, result
from core.rules.kernel.dice import dice

ROOT = Path(__file__).resolve().parents[4]
SCRIPTS = ROOT / "packaging" / "calibrate"
RULES = load_ruleset("tcs-4.01")
ROLLS = dice("11..66").rolls
FIRE = RULES.charts["tcs.fire"]
PLACES = {label: n for n, label in enumerate(FIRE.columns.labels)}

IDS = (
    "tcs.area.other",
    "tcs.area.range",
    "tcs.area.stacking",
    "tcs.area.stacking_unspotted",
    "tcs.area.terrain",
    "tcs.area.terrain_unspotted",
    "tcs.artillery.adjustment",
    "tcs.artillery.direction",
    "tcs.artillery.missions",
    "tcs.artillery.nationality",
    "tcs.artillery.point_fire",
    "tcs.artillery.point_fire.modifiers",
    "tcs.artillery.rockets",
    "tcs.artillery.scatter",
    "tcs.artillery.strengths",
    "tcs.at_roll",
    "tcs.at_roll.modifiers",
    "tcs.command_prep",
    "tcs.command_prep_turns",
    "tcs.command_prep_weights",
    "tcs.fire",
    "tcs.illumination",
    "tcs.minefield",
    "tcs.morale",
    "tcs.morale.modifiers",
    "tcs.morale.printed",
    "tcs.on_map_direct_fire",
    "tcs.point.differential",
    "tcs.point.other",
    "tcs.point.range",
    "tcs.point.steps",
    "tcs.point.terrain",
    "tcs.smoke.mortar_gun",
    "tcs.sortie.modifiers",
    "tcs.sortie.point",
    "tcs.sortie.success",
    "tcs.spotting",
    "tcs.spotting.base",
    "tcs.spotting.shifts",
    "tcs.stacking",
    "tcs.steps",
    "tcs.syr",
    "tcs.vehicle_track",
    "tcs.terrain_effects",
)


def number(result_: str) -> int:
    return int(result_) if result_.isdecimal() else 0


def loss(column: str, roll: int) -> int:
    return number(result(FIRE, find(FIRE.columns, column), roll))


def mean(chart: Chart, column: str) -> Fraction:
    """Counted roll by roll, beside the counting of the scripts."""
    return Fraction(sum(number(result(chart, find(chart.columns, column), roll)) for roll in ROLLS), len(ROLLS))


def troubled(chart: Chart, column: str) -> Fraction:
    """The chance of anything but the mildest result."""
    return 1 - chances(chart, find(chart.columns, column)).get(chart.order[0], Fraction(0))


def shift(chart: str, row: int | str, column: int | str) -> Fraction:
    return number_in(RULES.charts[chart], row, column)


def row(chart: str, label: str) -> list[Fraction]:
    held = RULES.charts[chart]
    return [number_in(held, label, column) for column in held.columns.labels]


def falls(values: list[Fraction]) -> bool:
    return all(after <= before for before, after in pairwise(values))


# Every chart


def test_every_chart_that_the_rules_name_has_a_file():
    assert sorted(RULES.charts) == sorted(IDS)


def test_every_chart_that_an_example_of_the_rules_touches_is_judged():
    judged = {chart for example in RULES.examples for chart in example.charts}
    assert judged >= {
        *("tcs.fire", "tcs.morale", "tcs.spotting", "tcs.at_roll", "tcs.command_prep", "tcs.command_prep_turns"),
        *("tcs.area.terrain", "tcs.area.range", "tcs.area.stacking", "tcs.area.other"),
        *("tcs.point.steps", "tcs.point.terrain", "tcs.point.range", "tcs.point.differential"),
        *("tcs.morale.modifiers", "tcs.spotting.base", "tcs.spotting.shifts", "tcs.at_roll.modifiers"),
        *(
            "tcs.artillery.scatter",
            "tcs.artillery.missions",
            "tcs.artillery.rockets",
            "tcs.on_map_direct_fire",
            "tcs.minefield",
        ),
    }


# The scripts that derive stand-ins


@pytest.mark.parametrize("spread", [1, 3, 4, 6])
def test_no_other_spread_of_losses_fits_all_constraints(spread, monkeypatch):
    monkeypatch.syspath_prepend(SCRIPTS)
    script = import_module("tcs_fire")
    assert script.fire_table() == FIRE
    monkeypatch.setattr(script, "SPREAD", spread)
    with pytest.raises((ValueError, SystemExit)):
        script.fire_table()


# Fire Table


def test_the_columns_of_the_fire_table_lie_as_the_examples_have_them():
    assert FIRE.columns.labels[0] == "0"
    assert FIRE.columns.labels[-1] == "101+"
    assert PLACES["6"] == PLACES["4"] + 2
    assert PLACES["14-16"] == PLACES["11-13"] + 1
    assert find(FIRE.columns, 18).index == PLACES["14-16"] + 1
    assert find(FIRE.columns, 11).label == find(FIRE.columns, 18).shifted(-2).label == "11-13"
    assert find(FIRE.columns, "0").shifted(-1).label == "none"
    assert find(FIRE.columns, "101+").shifted(3).label == find(FIRE.columns, 500).label == "101+"


def test_the_fire_table_has_the_known_results():
    two_left = FIRE.columns.labels[PLACES["4"] - 2]
    assert loss(two_left, 62) == 0
    assert loss(two_left, 63) >= 1
    assert [loss("6", 65), loss("6", 66), loss("14-16", 65)] == [1, 2, 3]
    assert any(loss(column, roll) == 8 for column in PLACES for roll in ROLLS)


@pytest.mark.parametrize("column", FIRE.columns.labels)
def test_the_mean_loss_is_five_in_a_hundred_of_the_strength_as_nearly_as_thirty_six_rolls_allow(column):
    span = read_span(column)
    assert span is not None
    # The last column has no middle; three columns double the strength.
    middle = Fraction(span.low + span.high, 2) if span.high is not None else 2 * Fraction(51 + 63, 2)
    assert abs(mean(FIRE, column) - middle / 20) <= Fraction(1, 72)


@pytest.mark.parametrize("column", FIRE.columns.labels)
def test_the_chance_of_a_check_rises_evenly(column):
    wanted = Fraction(25, 100) + Fraction(5, 100) * (PLACES[column] - PLACES["4"])
    assert abs(troubled(FIRE, column) - wanted) <= Fraction(12, 1000)


def test_losses_go_up_to_nine():
    assert max(loss(column, roll) for column in PLACES for roll in ROLLS) == 9


def columns_apart(by: int, first: str) -> list[Fraction]:
    labels = FIRE.columns.labels[PLACES[first] :]
    return [mean(FIRE, after) / mean(FIRE, before) for before, after in zip(labels, labels[by:], strict=False)]


def test_three_columns_double_the_losses_and_five_treble_them():
    threes, fives = columns_apart(3, "4"), columns_apart(5, "4")
    assert (min(threes), max(threes)) >= (Fraction(185, 100), Fraction(2))
    assert max(threes) <= Fraction(205, 100)
    assert min(fives) >= Fraction(29, 10)
    assert max(fives) <= Fraction(32, 10)


def test_who_is_not_spotted_dug_in_and_well_covered_escapes_nearly_all():
    hidden = int(shift("tcs.area.terrain_unspotted", "Dug In", "Protective") - shift("tcs.area.terrain", "Fire", "Open"))
    labels = FIRE.columns.labels
    escaped = [1 - mean(FIRE, labels[n + hidden]) / mean(FIRE, labels[n]) for n in range(PLACES["17-20"], len(labels))]
    assert min(escaped) >= Fraction(86, 100)
    assert max(escaped) <= Fraction(88, 100)


def test_the_ends_of_the_fire_table_are_plausible():
    assert mean(FIRE, "0") == 0
    assert 0 < troubled(FIRE, "0") <= Fraction(1, 10)
    assert troubled(FIRE, "101+") == 1
    assert chances(FIRE, find(FIRE.columns, "101+"))["9"] < Fraction(1, 3)


@pytest.mark.parametrize("steps", range(1, 30))
def test_each_firing_step_of_a_point_fire_counts_as_the_first(steps):
    entered = shift("tcs.point.steps", "column", steps)
    assert find(FIRE.columns, entered).label == find(FIRE.columns, 4 * steps).label


# Shifts


@pytest.mark.parametrize("chart", ["tcs.area.terrain", "tcs.area.terrain_unspotted", "tcs.point.terrain"])
def test_more_cover_and_a_lower_posture_never_help_the_firer(chart):
    held = RULES.charts[chart]
    classes = held.columns.labels[:4]
    assert classes == ("Billiard Table", "Open", "Partly Protective", "Protective")
    for posture in held.rows.labels:
        assert falls([number_in(held, posture, each) for each in classes])
    for each in held.columns.labels:
        assert falls([number_in(held, posture, each) for posture in ("Move", "Fire", "Dug In")])


def test_what_is_not_spotted_is_always_harder_to_hit():
    seen, unseen = RULES.charts["tcs.area.terrain"], RULES.charts["tcs.area.terrain_unspotted"]
    assert all(unseen.cells[at] < value for at, value in seen.cells.items())
    seen, unseen = RULES.charts["tcs.area.stacking"], RULES.charts["tcs.area.stacking_unspotted"]
    assert all(unseen.cells[at] <= value for at, value in seen.cells.items())


def test_range_never_helps_and_hurts_infantry_most():
    for firer in ("infantry", "low trajectory", "high trajectory"):
        assert falls(row("tcs.area.range", firer))
    for hexes in range(45):
        infantry, low, high = (
            shift("tcs.area.range", each, hexes) for each in ("infantry", "low trajectory", "high trajectory")
        )
        assert infantry <= low <= high
    assert shift("tcs.area.range", "infantry", 3) >= shift("tcs.area.range", "infantry", 4) == -1
    # In 13.1 infantry at 4 has the worst shift among these.
    assert min(shift("tcs.area.range", "low trajectory", 4), shift("tcs.area.range", "high trajectory", 16)) >= -1


def test_the_shift_of_a_full_hex_grows_with_the_root_of_its_steps():
    assert [shift("tcs.area.stacking", "shift", steps) for steps in (0, 6, 7, 8)] == [0, 0, 0, 1]
    assert falls(row("tcs.area.stacking", "shift")[::-1])
    for steps in range(8, 40):
        columns = int(shift("tcs.area.stacking", "shift", steps))
        assert 2 ** (2 * (columns - 1)) * 7**3 < steps**3 <= 2 ** (2 * columns) * 7**3


def test_nearer_and_stronger_point_fires_are_never_worse():
    assert falls(row("tcs.point.range", "shift"))
    assert falls(row("tcs.point.differential", "shift")[::-1])
    assert [shift("tcs.point.differential", "shift", n) for n in (-9, -1, 0, 2, 9)] == [-8, -2, 0, 2, 6]


@pytest.mark.parametrize("chart", ["tcs.area.other", "tcs.point.other"])
def test_the_other_shifts_have_the_signs_of_the_rules(chart):
    held = {label: number_in(RULES.charts[chart], label, "shift") for label in RULES.charts[chart].rows.labels}
    assert held["crossfire"] > 0
    assert max(held["night"], held["smoke"], held["attack zone"], held["firer suppressed"]) < 0
    assert 0 < held["illumination"] < -held["night"]
    assert held.get("range zero", 1) > 0


# Morale, spotting, AT rolls


MORALE = RULES.charts["tcs.morale"]


@pytest.mark.parametrize("place", range(13))
def test_the_chance_to_fail_a_morale_check_rises_evenly(place):
    column = MORALE.columns.labels[place]
    wanted = min(Fraction(1), Fraction(25, 100) + Fraction(10, 100) * (place + 1 - 3))
    assert abs(troubled(MORALE, column) - wanted) <= Fraction(14, 1000)


def test_every_morale_result_occurs_and_the_worst_only_far_right():
    first = {}
    for column in MORALE.columns.labels:
        for each in chances(MORALE, find(MORALE.columns, column)):
            first.setdefault(each, column)
    assert first == {"none": "1", "suppressed": "1", "syr": "4", "paralyzed": "7", "surrender": "10"}
    assert find(MORALE.columns, 30).label == "13+"
    assert find(MORALE.columns, -2).label == "1"


def test_spotting_ranges_rise_and_end_as_the_rules_say():
    chart = RULES.charts["tcs.spotting"]
    ranges = row("tcs.spotting", "range")
    assert falls(ranges[::-1])
    assert [cell(chart, "range", place) for place in (-2, 0, 2, 3)] == [1, 3, 6, 8]
    assert cell(chart, "range", -4) == "0"
    assert cell(chart, "range", 8) == "unlimited"
    # Beside it: the square root of 2, twice a doubling.
    assert ranges == [int(3 * 2 ** (place / 2)) for place in range(-3, 8)]


def test_the_tanks_of_the_point_fire_example_see_each_other():
    place = shift("tcs.spotting.base", "Point", "position") + shift("tcs.spotting.shifts", "Open", "shift")
    assert shift("tcs.spotting", "range", int(place)) >= 8
    area, guns, carriers = (shift("tcs.spotting.base", row, "position") for row in ("Area", "Both", "Both, vehicles"))
    # The hex of 13.1 holds a gun and is spotted no farther than its men (3.2d: vehicles are).
    assert 0 == area == guns < carriers < place


def test_at_rolls_are_easier_in_cover_and_in_the_same_hex():
    chart = RULES.charts["tcs.at_roll"]
    for column in chart.columns.labels:
        assert falls([number_in(chart, each, column) for each in chart.rows.labels])
    assert all(number_in(chart, each, "in hex") < number_in(chart, each, "one hex") for each in chart.rows.labels)


# Command prep


PREP, TURNS = RULES.charts["tcs.command_prep"], RULES.charts["tcs.command_prep_turns"]


def needed(row_: int) -> list[int]:
    return [67 if held == NEVER else int(held) for held in (cell(PREP, row_, column) for column in PREP.columns.labels)]


def test_command_prep_is_easier_with_time_and_harder_with_size():
    rows = [needed(n) for n in range(1, 20)]
    for each in rows:
        assert all(after <= before for before, after in pairwise(each))
    for smaller, larger in pairwise(rows):
        assert all(after >= before for before, after in zip(smaller, larger, strict=True))
    assert set(rows[-1]) == {67}


def test_every_row_of_command_prep_nearly_repeats_the_one_above_a_column_further_right():
    def place(roll: int) -> int:
        return len(ROLLS) if roll == 67 else ROLLS.index(roll)

    for n in range(2, 17):
        above, below = needed(n - 1)[:-1], needed(n)[1:]
        apart = [abs(place(a) - place(b)) for a, b in zip(above, below, strict=True)]
        assert max(apart) <= (3 if n <= 8 else 0), n


def test_only_rows_beyond_what_was_seen_of_command_prep_are_stand_ins():
    for n, label in enumerate(PREP.rows.labels, start=1):
        for column in PREP.columns.labels:
            seen = n <= 8 or (n == 9 and column in ("1", "2", "3"))
            assert PREP.provenance(label, column).status == ("published" if seen else "stand-in")


def test_the_weighted_turns_of_a_column_rise_from_column_to_column():
    assert PREP.columns.labels == TURNS.columns.labels
    for sheet in TURNS.rows.labels:
        assert all(after > before for before, after in pairwise(row("tcs.command_prep_turns", sheet)))


# Artillery and the rest


def test_a_better_adjustment_value_shoots_better_and_smoke_fails_by_no_shoot_alone():
    chart = RULES.charts["tcs.artillery.adjustment"]
    good = [chances(chart, find(chart.columns, column))["good shoot"] for column in chart.columns.labels]
    none = [chances(chart, find(chart.columns, column))["no shoot"] for column in chart.columns.labels]
    assert falls(good[::-1])
    assert falls(none)
    values = RULES.charts["tcs.artillery.nationality"]
    assert all(chart.columns.index(str(value)) is not None for value in values.cells.values())


def test_barrages_grow_with_calibre_and_agree_with_the_guns_that_fire_them():
    chart = RULES.charts["tcs.artillery.strengths"]
    for calibre in chart.rows.labels:
        gun = shift("tcs.on_map_direct_fire", calibre, "strength")
        mission = shift("tcs.artillery.missions", "HE", "strength")
        assert number_in(chart, calibre, "good shoot") * mission == 4 * gun
        assert number_in(chart, calibre, "bad shoot") < number_in(chart, calibre, "good shoot")
    for column in chart.columns.labels:
        assert falls([number_in(chart, calibre, column) for calibre in chart.rows.labels][::-1])
    needed_ = RULES.charts["tcs.artillery.point_fire"]
    assert falls([number_in(needed_, calibre, "needed") for calibre in needed_.rows.labels])


def test_missions_combine_as_their_parts_do():
    for number_, times in (("strength", 2), ("battery ammunition", 3), ("battalion ammunition", 3)):
        for mission, fast in (("HE", "fast"), ("continuous", "fast continuous")):
            once, more = (shift("tcs.artillery.missions", each, number_) for each in (mission, fast))
            assert more == times * once


def test_weighted_turns_of_vehicle_sheets_are_triple():
    chart = RULES.charts["tcs.command_prep_weights"]
    for condition in chart.rows.labels:
        assert number_in(chart, condition, "vehicles alone") == 3 * number_in(chart, condition, "any")


@pytest.mark.parametrize(
    ("chart", "label", "sign"),
    [
        *(("tcs.sortie.modifiers", each, -1) for each in ("no observer", "AA gun", "full woods")),
        *(("tcs.morale.modifiers", each, 1) for each in ("night", "unassigned", "crossfire")),
        *(("tcs.morale.modifiers", each, -1) for each in ("Protective", "dug in")),
        *(
            ("tcs.spotting.shifts", each, 1)
            for each in ("target Fired", "target in Move Mode", "road movement", "firer Dug In")
        ),
        *(("tcs.spotting.shifts", each, -1) for each in ("target Dug In", "Partly Protective", "Protective", "smoke")),
        ("tcs.artillery.point_fire.modifiers", "fast fire", 1),
    ],
)
def test_modifiers_have_the_signs_of_the_rules(chart, label, sign):
    held = RULES.charts[chart]
    assert number_in(held, label, held.columns.labels[0]) * sign > 0


def test_basic_terrain_covers_the_terrain_of_the_series_in_words_that_the_rules_know():
    chart = RULES.charts["tcs.terrain_effects"]
    assert {terrain.name for terrain in RULES.terrain.values()} <= set(chart.rows.labels)
    assert {"Open", "Contour"} <= set(chart.rows.labels)
    classes = {*RULES.charts["tcs.at_roll"].rows.labels, "ot"}
    for label in chart.rows.labels:
        assert cell(chart, label, "counts") in ("hex", "added", "road")
        assert cell(chart, label, "combat class") in classes
        for foot in ("foot", "tracked", "wheeled"):
            held = cell(chart, label, foot)
            assert held in ("P", "ot", "all") or (isinstance(held, Fraction) and 0 <= held <= 6)


def test_the_charts_that_are_looked_up_by_number_leave_no_number_out():
    for chart in RULES.charts.values():
        for axis in (chart.columns, chart.rows):
            if axis.find == "span":
                assert_covered(chart, axis)


def assert_covered(chart: Chart, axis: Axis) -> None:
    """From the first to the last label there is no gap, and the last is open where the rules know no end."""
    spans = [read_span(label) for label in axis.labels]
    assert None not in spans, chart.id
    assert all(before.high + 1 == after.low for before, after in pairwise(spans)), chart.id
