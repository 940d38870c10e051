"""What follows the roll of a combat, led through by commands in the series that share it, and replayed from its journal."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from whole_turns import played

SCS = ("sable-river", "summer-storm.scenario.yaml", {"korrin": "Ann", "veldany": "Bob"})
VCS = ("cape-lorne", "the-landing.scenario.yaml", {"alliance": "Ann", "korrin": "Bob"})
NEW_SCS = ("sable-raid", "autumn-raid.scenario.yaml", {"veldany": "Ann", "korrin": "Bob"})


@pytest.mark.parametrize(
    ("series", "box", "stand", "lost"),
    [
        (
            "scs",
            SCS,
            {"1-rgt-1": "1318", "1-art": "1318", "40-rifle": "1316", "41-rifle": "1416", "5-mech": "1217"},
            {"1-rgt-1"},
        ),
        ("vcs", VCS, {"629-210": "1512", "btl-porta": "1512", "1-1": "1511", "1-eng": "1411", "2-1": "1510"}, {"629-210"}),
        ("new_scs", NEW_SCS, {"5-tank": "1915", "2-mot": "1915"}, set()),
    ],
)
def test_a_roll_leads_through_losses_retreats_and_advances(
    tmp_path: Path, series: str, box: tuple[str, str, Mapping[str, str]], stand: Mapping[str, str], lost: set[str]
) -> None:
    turn = played(*box, Path(__file__).with_name(f"{series}_after_combat.txt"), tmp_path)
    assert turn.end.deployment is not None and not turn.end.owed and not turn.end.declared
    assert {id_: turn.stand[id_] for id_ in stand} == stand
    assert {id_ for id_, piece in turn.end.deployment.pieces.items() if piece.lost} == lost
    assert series != "new_scs" or "36-rifle" not in turn.end.deployment.pieces
