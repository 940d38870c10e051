"""A whole game turn of VCS from the box that ships, played by commands: every answer as the text has it, and replayed."""

from pathlib import Path

from whole_turns import played

SCRIPT = Path(__file__).with_name("vcs_whole_turn.txt")
PLAYERS = {"alliance": "Ann", "korrin": "Bob"}


def test_a_whole_turn_is_played_as_the_rules_have_it_and_replayed_from_its_journal(tmp_path: Path) -> None:
    turn = played("cape-lorne", "the-landing.scenario.yaml", PLAYERS, SCRIPT, tmp_path)
    assert turn.end.deployment is not None and turn.end.moment.phase == "turn_end"
    pieces = turn.end.deployment.pieces
    assert "btl-porta" not in pieces
    assert {
        id_: turn.stand[id_]
        for id_ in ("1-1", "1-eng", "2-1", "13-5", "14-5", "3-commando", "629-210", "40-14", "14-div-hq", "14-pio")
    } == {
        "1-1": "1511",
        "1-eng": "1511",
        "2-1": "1510",
        "13-5": "1909",
        "14-5": "2308",
        "3-commando": "2009",
        "629-210": "1414",
        "40-14": "1513",
        "14-div-hq": "1621",
        "14-pio": "1215",
    }
    assert {id_ for id_, piece in pieces.items() if piece.lost} == {"630-210", "14-5"}
    assert {id_ for id_, chit in turn.end.held.items() if chit.reduced} == {"630-210", "14-5"}
    assert {id_ for id_, piece in pieces.items() if piece.marks} == {"btl-sandry"}
    assert turn.end.points["alliance", "support points"] == 5 and turn.end.points["korrin", "support points"] == 2
    assert turn.end.points["alliance", "naval points"] == 1 and turn.end.points["alliance", "air missions"] == 2
    assert not any(turn.end.deployment.marks.values())
