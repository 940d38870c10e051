"""A fight of BCS 1.1 from the box that ships, played by commands: every answer as the charts have it, and replayed."""

from pathlib import Path

from whole_turns import played

SCRIPT = Path(__file__).with_name("bcs_fight.txt")
PLAYERS = {"korrin": "Ann", "veldany": "Bob"}
OPTIONS = {"engagement.ranged_fires": "on", "jumps.soft_hard": "on", "recon.screens": "on"}


def test_a_fight_is_led_from_the_roll_to_its_end_and_replayed_from_its_journal(tmp_path: Path) -> None:
    turn = played("amber-road", "seven-days-in-october.scenario.yaml", PLAYERS, SCRIPT, tmp_path, OPTIONS)
    assert turn.end.deployment is not None and turn.end.moment.phase == "activation.clean_up"
    fought = [(each.what, each.units, *map(turn.label, each.against)) for each in turn.end.fought]
    assert fought == [
        ("attack", ("1-40-mech", "4-40-tank"), "2117"),
        ("engagement", ("4-40-tank",), "1914"),
        ("engagement", ("4-40-tank",), "1914"),
        ("barrage", ("40th-hq",), "1617"),
        ("barrage", ("40th-hq",), "1617"),
        ("shifted", ("61st-hq", "61st-trains"), "1706", "1803"),
    ]
    pieces = turn.end.deployment.pieces
    assert {id_: piece.lost for id_, piece in pieces.items() if piece.lost} == {"3-61": 2, "1-61": 1}
    stand = {id_: turn.stand[id_] for id_ in ("3-61", "61-antitank", "61st-hq", "61st-trains")}
    assert stand == {"3-61": "2117", "61-antitank": "1911", "61st-hq": "1706", "61st-trains": "1803"}
    assert turn.end.conditions["k40", "artillery"] == "2"
    assert not turn.end.owed
