"""What BCS 1.1 asks on the ground, played by commands in the box that ships: screens, routes, trains, traffic; and replayed."""

from pathlib import Path

from whole_turns import played

SCRIPT = Path(__file__).with_name("bcs_ground.txt")
PLAYERS = {"korrin": "Ann", "veldany": "Bob"}
OPTIONS = dict.fromkeys(("fatigue.planned", "jumps.soft_hard", "recon.screens"), "on")


def test_what_is_done_on_the_ground_is_kept_and_replayed_from_its_journal(tmp_path: Path) -> None:
    turn = played("amber-road", "seven-days-in-october.scenario.yaml", PLAYERS, SCRIPT, tmp_path, OPTIONS)
    assert turn.end.deployment is not None
    assert {id_: turn.stand[id_] for id_ in ("3-40-motor", "border-cavalry", "40-scouts", "61st-trains")} == {
        "3-40-motor": "3019",
        "border-cavalry": "3017",
        "40-scouts": "2322",
        "61st-trains": "1803",
    }
    pieces = turn.end.deployment.pieces
    assert all(pieces[id_].marks == frozenset({"screen"}) for id_ in ("border-cavalry", "40-scouts"))
    assert turn.end.conditions["k40", "fatigue"] == "Fat-0"
    assert turn.end.conditions["v61", "trains"] == "with ghost trains"
    assert not any(mark.kind == "traffic" for marks in turn.end.deployment.marks.values() for mark in marks)
