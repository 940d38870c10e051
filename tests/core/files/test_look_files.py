"""Files of looks and markers: what is wrong is said with its place, what was allowed, and the nearest match."""

import pytest

from core.files.look_files import read_looks, read_markers
from core.files.look_schemas import LooksFile, MarkersFile
from core.files.strict_yaml import parse_document
from core.files.validation import Reader
from core.model.looks import Condition, Look, MarkerKind
from core.rules.kernel.counter_values import CounterValue

KIND = CounterValue(
    "piece.kind",
    "Kind",
    "choice",
    "1",
    "kind",
    "It.",
    choices=(("tank", "A tank."), ("gun", "A gun.")),
    required=True,
    role="kind",
)
STEPS = CounterValue("steps", "Steps", "whole", "1", "steps", "It.")
READY = CounterValue("ready", "Ready", "flag", "1", "yes or no", "It.")

LOOK = """\
phaseline: looks
version: 1
full_px: 40
colours:
  paper: "#FBF7EA"
groups:
  band:
  - {{form: box, area: [0, 0, 1, 0.2], fill: stripe}}
looks:
  unit:
    title: Unit
    of: [tank]
    front:
    - {{use: band, when: {{steps: true}}}}
    - {element}
"""

MARKER = """\
phaseline: markers
version: 1
markers:
  fired:
    title: Fired
    section: "13.1"
    about: It has fired.
    on: [{on}]
    {more}
    ground: "#ffffff"
    parts:
    - {{form: text, area: [0.1, 0.1, 0.8, 0.8], text: "{{name}}", ink: ink}}
"""

GOOD = '{form: text, area: [0.1, 0.1, 0.8, 0.8], text: "{steps}", ink: ink}'


def looks(text: str) -> tuple[dict[str, Look], list[str]]:
    reader = Reader(parse_document(text, "looks.yaml"))
    head = reader.head(LooksFile)
    found = read_looks(reader, head, (KIND, STEPS, READY)) if head is not None else {}
    return found, [str(issue) for issue in reader.issues]


def markers(text: str) -> tuple[dict[str, MarkerKind], list[str]]:
    reader = Reader(parse_document(text, "markers.yaml"))
    head = reader.head(MarkersFile)
    return (read_markers(reader, head) if head is not None else {}), [str(issue) for issue in reader.issues]


def test_a_look_holds_its_elements_and_those_of_its_groups() -> None:
    found, issues = looks(LOOK.format(element=GOOD))
    assert issues == []
    look = found["unit"]
    assert [element.form for element in look.front] == ["box", "text"]
    assert look.front[0].when == (Condition("steps"),)
    assert (look.full_px, look.colours) == (40.0, (("paper", "#fbf7ea"),))


def test_what_small_counters_leave_out_begins_at_the_full_size() -> None:
    found, _ = looks(LOOK.format(element=GOOD.replace("ink: ink", "ink: ink, small: false")))
    assert (found["unit"].front[1].small, found["unit"].front[1].from_px) == (None, 40.0)


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (GOOD.replace("{steps}", "{stesp}"), 'Nothing that counters print is called "stesp". Did you mean "steps"?'),
        (GOOD.replace("ink: ink", "ink: papre"), 'There is no colour "papre". Did you mean "paper"?'),
        (GOOD.replace("ink: ink", "ink: light paper"), 'A colour cannot be "light". Allowed: deep, pale.'),
        (GOOD.replace("ink: ink", "ink: {by: ready, yes: paper}"), '"ready" cannot be "yes". Allowed: false, true.'),
        (GOOD.replace("ink: ink", "ink: {by: piece.kind, tnak: paper}"), '"piece.kind" cannot be "tnak". Did you mean "tank"?'),
        (GOOD.replace("ink: ink", "ink: {tank: paper}"), '"ink" must say by which value it is chosen, as `by`.'),
        (GOOD.replace("ink: ink", "when: {piece.kind: tnak}"), '"piece.kind" cannot be "tnak". Did you mean "tank"?'),
        (GOOD.replace("ink: ink", "when: {colour: true}"), 'Nothing that counters print is called "colour".'),
        (GOOD.replace("0.8, 0.8]", "0.8, 0.95]"), '"area" must lie in the square from 0 to 1.'),
        (GOOD.replace("0.8, 0.8]", "0.8]"), '"area" must be four numbers, left, top, width and height, not a list.'),
        (GOOD.replace("form: text", "form: txet"), '"form" cannot be "txet". Did you mean "text"?'),
        ("{form: sign, area: [0, 0, 1, 1], text: brust, ink: ink}", 'There is no sign "brust". Did you mean "burst"?'),
        ("{form: text, area: [0, 0, 1, 1], ink: ink}", 'A look element of the form "text" needs a "text".'),
        ("{use: bnad}", 'There is no group "bnad" above. Did you mean "band"?'),
        (GOOD.replace("ink: ink", "inc: ink"), 'A look element has no key "inc". Did you mean "ink"?'),
    ],
)
def test_an_element_that_is_wrong_is_told_with_its_line(element: str, said: str) -> None:
    _, issues = looks(LOOK.format(element=element))
    assert len(issues) == 1
    assert issues[0].startswith("looks.yaml:15:")
    assert said in issues[0]


def test_a_kind_that_there_is_not_is_told() -> None:
    _, issues = looks(LOOK.format(element=GOOD).replace("of: [tank]", "of: [tnak]"))
    assert issues == ['looks.yaml:12:10: error: There is no kind of piece "tnak". Did you mean "tank"?']


def test_a_colour_of_the_file_that_is_none_is_told() -> None:
    _, issues = looks(LOOK.format(element=GOOD).replace('"#FBF7EA"', '"paper"'))
    assert issues == ['looks.yaml:5:10: error: "paper" must be a colour such as "#9dbb6c", not "paper".']


@pytest.mark.parametrize(
    ("back", "when"),
    [("always", "always"), ("printed", "printed"), ("{ready: true}", (Condition("ready"),))],
)
def test_a_look_says_when_it_has_a_back(back: str, when: object) -> None:
    found, issues = looks(LOOK.format(element=GOOD) + f"    back_when: {back}\n")
    assert issues == []
    assert found["unit"].back_when == when


def test_a_marker_has_both_numbers_or_none() -> None:
    _, issues = markers(MARKER.format(on="unit", more="least: 1"))
    assert issues == ['markers.yaml:4:3: error: A marker has both "least" and "most", in that order, or neither.']
    found, issues = markers(MARKER.format(on="unit", more="{least: 1, most: 3}".strip("{}").replace(", ", "\n    ")))
    assert (issues, found["fired"].numbers) == ([], (1, 2, 3))


def test_a_marker_lies_with_something_that_there_is() -> None:
    _, issues = markers(MARKER.format(on="untis", more="owned: true"))
    assert len(issues) == 1
    assert 'cannot be "untis". Did you mean "unit"?' in issues[0]


def test_the_other_side_of_a_marker_is_a_marker_and_says_so() -> None:
    _, issues = markers(MARKER.format(on="unit", more="other: fierd"))
    assert issues == ['markers.yaml:9:12: error: There is no marker "fierd". Did you mean "fired"?']
    second = MARKER.format(on="unit", more="owned: true").split("markers:\n")[1].replace("fired:", "spent:")
    _, issues = markers(MARKER.format(on="unit", more="other: spent") + second)
    assert issues == ['markers.yaml:9:12: error: The other side of "spent" must be "fired".']
