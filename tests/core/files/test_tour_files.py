"""Tours as files: what ships leads to sheets that the rules find sound, and what is wrong is told with its place."""

from dataclasses import replace

import pytest

from core.base.errors import CoreError, WrongUse
from core.files.box_files import load_box
from core.files.measure_files import load_motifs
from core.files.resources import resources_folder, scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.files.tour_files import BrokenTour, copy_for_tour, load_tour, tour_names
from core.model.orders import OpSheet
from core.model.tours import Drawn, Sound, lacking, reached
from core.questions.catalogue import ask
from core.questions.game import Game

TOUR = "op-sheets"
TEXT = (resources_folder() / "tours" / f"{TOUR}.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    return load_box(copy_for_tour(TOUR, tmp_path_factory.mktemp("tours") / TOUR)).box


@pytest.fixture(scope="module")
def tour(box):
    return load_tour(TOUR, box)


def sheet_of(lesson, box):
    sheet = OpSheet("Op sheet 1", lesson.side, "Move")
    for goal in lesson.goals:
        assert isinstance(goal, Sound) or lacking(goal, lesson, box.oob, sheet), goal
        sheet = reached(goal, lesson, box.oob, sheet)
    assert not any(lacking(goal, lesson, box.oob, sheet) for goal in lesson.goals)
    return sheet


def test_every_lesson_ends_with_a_sheet_that_the_rules_find_sound(box, tour) -> None:
    sheets = tuple(sheet_of(lesson, box) for lesson in tour.lessons)
    scenario = box.scenarios[tour.scenario]
    whole = box.with_scenarios({tour.scenario: replace(scenario, sheets=sheets)})
    game = Game.of(whole, load_ruleset(whole.ruleset))
    verdicts = {each.id: ask("opsheet.check", game, sheet=each.id, scenario=tour.scenario).verdict for each in sheets}
    assert verdicts == {lesson.sheet: "sound" for lesson in tour.lessons}
    assert all(lesson.goals and isinstance(lesson.goals[-1], Sound) for lesson in tour.lessons)


def test_the_lessons_are_those_that_the_rules_have(box, tour) -> None:
    fish, numbers, birds = tour.lessons

    def drawn(lesson):
        return [(goal.measure.kind, goal.measure.text) for goal in lesson.goals if isinstance(goal, Drawn)]

    assert {"axis-main", "axis-supporting", "support-by-fire"} <= {kind for kind, _ in drawn(fish)}
    motifs = load_motifs()
    # Whoever takes the names that the program suggests has those that the tasks speak of.
    suggested = [text for _, text in drawn(fish) if text], [text for _, text in drawn(birds) if text and not text.isdecimal()]
    assert suggested == tuple([*motifs[id_].names[: len(some)]] for id_, some in zip(("fish", "birds"), suggested, strict=True))
    assert sorted(text for kind, text in drawn(numbers) if kind == "battle-position") == [*"123456"]
    assert {"point-of-departure", "release-point", "probable-line-of-deployment"} <= {kind for kind, _ in drawn(birds)}


def test_the_copy_has_no_op_sheets_and_the_sample_stays_what_it_is(tmp_path, box) -> None:
    sample = scenarios_folder() / "cove-creek"
    before = {path.name: path.read_bytes() for path in sample.iterdir() if path.is_file()}
    folder = copy_for_tour(TOUR, tmp_path / "deep" / TOUR)
    assert load_box(sample).box.scenarios[next(iter(box.scenarios))].sheets
    assert all(not scenario.sheets for scenario in load_box(folder).box.scenarios.values())
    (folder / "mine.txt").write_text("kept")
    assert copy_for_tour(TOUR, folder) == folder and (folder / "mine.txt").read_text() == "kept"
    assert {path.name: path.read_bytes() for path in sample.iterdir() if path.is_file()} == before
    assert sorted(path.name for path in folder.parent.iterdir()) == [TOUR], "nothing half made is left"


def test_a_copy_that_cannot_be_written_is_refused(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CoreError, match="cannot be written"):
        copy_for_tour(TOUR, tmp_path / "file" / TOUR)


def test_a_tour_that_there_is_not() -> None:
    assert TOUR in tour_names()
    with pytest.raises(WrongUse, match='no tour "op-sheet"'):
        copy_for_tour("op-sheet", resources_folder())


BROKEN = {
    "a unit": ("units: [r2, rp]", "units: [r2, rq]", 'The box has no unit "rq".'),
    "a hex": ('at: "18.34"', 'at: "99.34"', "99.34"),
    "a side": ("side: blue", "side: bleu", 'The box has no side "bleu". Did you mean "blue"?'),
    "a kind of measure": ("kind: objective,", "kind: objectiv,", 'There is no kind of control measure "objectiv".'),
    "a part of the window": ("targets: [draw, kind, text]", "targets: [draw, kin, text]", 'cannot be "kin"'),
    "what a goal does": ("{does: check}", "{does: chek}", 'cannot be "chek"'),
    "a goal without what it needs": ("{does: list, units: [r2, rp]}", "{does: list}", 'A goal that does "list" needs "units".'),
    "a scenario": ("scenario: bridges", "scenario: bridge", "The box has no scenario"),
    "a key": ("    goals:\n", "    gaols:\n", 'A step has no key "gaols".'),
}


@pytest.mark.parametrize(("right", "wrong", "said"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_in_a_tour_is_told_with_its_line(tmp_path, box, right, wrong, said) -> None:
    assert right in TEXT
    path = tmp_path / "tour.yaml"
    path.write_text(TEXT.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(BrokenTour) as problem:
        load_tour(TOUR, box, path)
    assert said in str(problem.value)
    line = TEXT[: TEXT.index(right)].count("\n") + 1
    assert any(abs(issue.place.line - line) <= 1 for issue in problem.value.issues)
