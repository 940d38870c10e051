"""Where counters are: what is said of the unit itself goes before its code, and that before its formations."""

from dataclasses import replace

import immutables

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Piece
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.model.scenario import Arrival, Scenario, SetUp
from core.model.state import GameState
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.forces import Forces
from core.rules.kernel.set_up import SetUps
from core.rules.kernel.whereabouts import Whence

HERE = Hex(2, 3)
CODE = CounterValue("code", "Code", "word", "1", "code", "", role="arrival")
OOB = Oob(
    Items([Side("red", "Red")]),
    Items([Formation("corps", "Corps", "red"), Formation("division", "Division", "red", "corps")]),
    Items(
        [
            Counter("a", "red", formation="division"),
            Counter("b", "red", immutables.Map({"code": "North"}), formation="division"),
            Counter("c", "red", formation="corps"),
            Counter("d", "red"),
        ]
    ),
)
SCENARIO = Scenario(
    "Battle",
    set_ups=(SetUp(("corps",), zone="West"), SetUp(code="north", box="Port")),
    arrivals=(Arrival(("division",), 4, (HERE,), "Road"), Arrival(("d",), condition="When it rains")),
)


def where(id_, scenario=SCENARIO, pieces=None):
    deployment = Deployment().with_pieces(pieces or {})
    return Whence(OOB, (CODE,), scenario, deployment).of(OOB.counter(id_))


def test_what_lies_somewhere_is_there():
    assert where("a", pieces={"a": Piece(HERE)}).at == HERE
    assert where("a", pieces={"a": Piece("Port")}).box == "Port"


def test_a_unit_that_is_not_there_comes_with_the_nearest_formation_that_is_named():
    found = where("a")
    assert (found.standing, found.turn, found.hexes, found.words) == ("arrives", 4, (HERE,), "Road")
    assert where("c").standing == "to set up" and where("c").words == "West"


def test_the_code_of_a_unit_goes_before_its_formation():
    assert (where("b").standing, where("b").box) == ("to set up", "Port")


def test_conditions_are_told_in_their_words():
    assert (where("d").standing, where("d").words) == ("condition", "When it rains")


def test_without_a_scenario_or_a_word_of_it_a_unit_is_nowhere():
    assert where("a", None).standing == "nowhere"
    assert where("d", Scenario("Another")).standing == "nowhere"


def test_whether_a_unit_comes_in_is_told_as_the_checks_of_scenarios_tell_it():
    both = Scenario(
        "Both", set_ups=(SetUp(("division",)), SetUp(("d",))), arrivals=(Arrival(("division", "d"), 2), Arrival(("c",), 3))
    )
    coded = replace(SCENARIO, set_ups=(SetUp(code="north", box="Port"),))
    for scenario in (both, coded):
        box = GameBox("", "", ()).with_oob(OOB).with_scenarios({"x": scenario})
        forces = Forces(box, GameState(scenario="x"), (CODE,))
        set_ups = SetUps(forces, scenario)
        for counter in OOB.counters:
            unit = forces.unit(counter.id)
            assert (where(counter.id, scenario).standing in ("arrives", "condition")) is set_ups.comes_in(unit)
            assert (where(counter.id, scenario).standing == "to set up") is (
                bool(set_ups.of(unit)) and not set_ups.comes_in(unit)
            )
