"""Tools are offered where the series of the box answers their question."""

from core.rules.kernel.parameters import Heading, Parameter


def heading(name, *parameters):
    return Heading(name, name, "", "", tuple(parameters))


def test_before_the_questions_are_known_series_with_heights_have_lines_of_sight_and_no_zones(bench):
    assert bench.context.heights_known
    assert bench.context.means("los") and bench.context.means("")
    assert not bench.context.means("zoc") and not bench.context.means("movement")


def test_the_questions_of_the_series_decide_once_they_are_known(bench):
    bench.box.learn((heading("zoc"), heading("supply")))
    assert bench.context.means("zoc") and bench.context.means("supply")
    assert not bench.context.means("los") and not bench.context.means("movement")


def test_a_tool_in_hand_whose_question_does_not_exist_is_put_down(bench):
    bench.box.choose("movement")
    bench.box.learn((heading("los"),))
    assert bench.box.current.id == "select"
    bench.box.choose("los")
    bench.box.learn((heading("los"),))
    assert bench.box.current.id == "los"


def test_ways_of_moving_are_those_of_the_question(bench):
    bench.box.choose("movement")
    assert "mode" not in {option.id for option in bench.box.current.options}
    mode = Parameter("mode", "choice", "how they move", choices=("movement", "road_movement"))
    bench.box.learn((heading("movement", mode),))
    option = next(each for each in bench.box.current.options if each.id == "mode")
    assert option.choices == (("", "By the phase"), ("movement", "Movement"), ("road_movement", "Road movement"))
