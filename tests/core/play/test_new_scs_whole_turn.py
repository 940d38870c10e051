"""A whole turn of New SCS from the box that ships, played by commands: every answer as the text has it, and replayed."""

from pathlib import Path

from whole_turns import played

SCRIPT = Path(__file__).with_name("new_scs_whole_turn.txt")
PLAYERS = {"veldany": "Ann", "korrin": "Bob"}


def test_a_whole_turn_is_played_as_the_rules_have_it_and_replayed_from_its_journal(tmp_path: Path) -> None:
    turn = played("sable-raid", "autumn-raid.scenario.yaml", PLAYERS, SCRIPT, tmp_path)
    assert turn.end.deployment is not None and turn.end.moment.turn == 2
    pieces = turn.end.deployment.pieces
    assert {"36-rifle", "2-art", "6-rockets"}.isdisjoint(pieces)
    assert {id_: turn.stand[id_] for id_ in ("5-tank", "2-mot", "27-rgt", "41-tank", "43-tank", "34-rifle", "3-tank")} == {
        "5-tank": "1715",
        "2-mot": "1715",
        "27-rgt": "1917",
        "41-tank": "1915",
        "43-tank": "1816",
        "34-rifle": "2117",
        "3-tank": "1712",
    }
    assert {id_ for id_, piece in pieces.items() if piece.lost} == {"5-tank", "2-mot", "34-rifle", "35-rifle"}
    assert {id_ for id_, piece in pieces.items() if "unready" in piece.marks} == {"3-tank", "43-tank", "12-art"}
    assert not any("disorganized" in piece.marks for piece in pieces.values())
