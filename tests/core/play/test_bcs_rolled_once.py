"""Rolls that an activation of BCS 1.1 has once, played by commands in a box that ships: kept, gone back over, replayed."""

from pathlib import Path

from whole_turns import played

SCRIPT = Path(__file__).with_name("bcs_rolled_once.txt")
PLAYERS = {"korrin": "Ann", "veldany": "Bob"}


def test_what_an_activation_has_rolled_for_is_kept_and_goes_with_its_roll(tmp_path: Path) -> None:
    turn = played("amber-road", "seven-days-in-october.scenario.yaml", PLAYERS, SCRIPT, tmp_path)
    said = {key: word for key, word in turn.end.conditions.items() if key[0] in ("k40", "k17")}
    assert said == {
        ("k40", "activation"): "Done",
        ("k40", "fatigue"): "Fat-0",
        ("k17", "activation"): "Active",
        ("k17", "snafu"): "SNAFU Full",
        ("k17", "second"): "without a second activation",
    }
