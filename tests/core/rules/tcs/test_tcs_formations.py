"""Vehicle morale tracks: as a box states them, or by the size of a formation."""

from fractions import Fraction
from itertools import pairwise

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.oob import Formation, Values
from core.questions.catalogue import ask
from core.rules.kernel.charts import ChartBook, Consulted
from core.rules.tcs.procedures.formations import stand_in_track

CONSULTED = Consulted(ChartBook.of(load_ruleset("tcs-4.01").charts.values()))
STATED = Formation("b", "2nd Tank", "red", values=Values({"vehicle.track": "o o 2", "vehicle.marked": 1}))
TANKS = [unit(f"t{n}", "vehicle", formation="a", steps=3) for n in range(3)]
GAME = board(
    "tcs-4.01",
    [*TANKS, unit("truck", "carrier", formation="a", steps=2), unit("p", "infantry", formation="c", steps=5)],
    formations=(Formation("a", "1st Tank", "red"), STATED, Formation("c", "Infantry", "red")),
)


def test_nine_tanks_have_the_track_of_the_example() -> None:
    ruling = ask("vehicle_morale.track", GAME, formation="1st tank")
    assert (ruling.value, ruling.detail.facts["steps"], ruling.charts[0].status) == ("o 1 1", 9, "stand-in")
    lost = ask("vehicle_morale", GAME, track=ruling.value.split(), losses=3)
    assert lost.value == 2


def test_what_the_box_states_goes_before_the_chart() -> None:
    ruling = ask("vehicle_morale.track", GAME, formation="b")
    assert (ruling.value, ruling.detail.facts["source"], ruling.detail.facts["marked"]) == ("o o 2", "box", 1)
    assert ruling.charts == ()


def test_a_formation_without_vehicles_has_no_track() -> None:
    assert ask("vehicle_morale.track", GAME, formation="c").verdict == "no_track"


def test_a_larger_formation_never_gains_more_for_a_step() -> None:
    def points(steps: int) -> Fraction:
        boxes = stand_in_track(CONSULTED, steps)
        return Fraction(sum(boxes), len(boxes))

    assert all(points(larger) <= points(smaller) for smaller, larger in pairwise(range(1, 60)))
    assert all(Fraction(5) <= steps * points(steps) <= Fraction(8) for steps in range(3, 30) if steps != 3)


@pytest.mark.parametrize(("given_", "said"), [({}, "needs formation="), ({"formation": "1st Tnak"}, "Did you mean")])
def test_a_track_is_asked_of_a_formation_or_a_size(given_, said) -> None:
    with pytest.raises(WrongUse, match=said):
        ask("vehicle_morale.track", GAME, **given_)
