"""The scenario that is printed or written, as the user names it."""

import pytest

from app.canvas.counters.print import UnknownScenario, find_scenario
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.scenario import Scenario


def test_scenarios_are_named_by_file_or_title_and_unknown_ones_are_told(made_up_box):
    start = Deployment().with_pieces({"r0": Piece(Hex(0, 0))})
    box = made_up_box.with_scenarios({"first-light.scenario.yaml": Scenario("First light", start=start)})
    for name in ("first-light.scenario.yaml", "first-light", "FIRST LIGHT"):
        assert find_scenario(box, name).start == start
    with pytest.raises(UnknownScenario, match="First light"):
        find_scenario(box, "Frist light")
    with pytest.raises(UnknownScenario, match="has none"):
        find_scenario(made_up_box, "any")
