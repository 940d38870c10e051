"""A whole turn of SCS 1.6 from the box that ships, played by commands: every answer as the text has it, and replayed."""

from pathlib import Path

from whole_turns import played

SCRIPT = Path(__file__).with_name("scs_whole_turn.txt")
PLAYERS = {"korrin": "Ann", "veldany": "Bob"}


def test_a_whole_turn_is_played_as_the_rules_have_it_and_replayed_from_its_journal(tmp_path: Path) -> None:
    turn = played("sable-river", "summer-storm.scenario.yaml", PLAYERS, SCRIPT, tmp_path)
    assert turn.end.deployment is not None and turn.end.moment.phase == "turn_end"
    pieces = turn.end.deployment.pieces
    assert "2-scout" not in pieces
    assert {id_: turn.stand[id_] for id_ in ("21-tank", "6-mech", "5-mech", "40-rifle", "1-art", "7-rgt-3")} == {
        "21-tank": "1413",
        "6-mech": "1411",
        "5-mech": "1217",
        "40-rifle": "1316",
        "1-art": "1318",
        "7-rgt-3": "1015",
    }
    assert {id_ for id_, piece in pieces.items() if piece.lost} == {"9-rgt-3", "1-rgt-1", "4-rgt-1", "6-mech"}
