"""What is under way, as values: the order of questions, and what of it is known again in another run."""

import pytest

from core.geometry.hexes import Hex
from core.play.procedures import (
    MOST_KEPT,
    NOTHING_UNDER_WAY,
    Done,
    Procedure,
    Standing,
    Step,
    keep_procedures,
    kept_at,
    kept_procedures,
    procedures_path,
    step_of,
    titled,
)
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

REASON = Reason(RuleRef("demo", "1.0", "13.1"), "{count} steps are lost in {hex}", {"count": 1, "hex": Hex(2, 3)})
LINKS = [bytes([number]) * 32 for number in range(1, 4)]


def asked(question, **more):
    return Next(question, REASON, {"to": "02.03"}, **more)


def under_way():
    fire = step_of(asked("fire.at", side="red"))
    hand = Procedure((fire.saying({"units": "a, b"}).reading("roll", "34", 7),))
    after = hand.after(Done("A step is lost", "red"), (asked("losses.at", side="blue"), asked("overwatch.fire", may=True)))
    return Standing(after, (hand,))


def test_what_is_asked_then_comes_before_what_was_asked_and_first_what_is_named_first():
    hand = under_way().hand
    assert [each.question for each in hand.steps] == ["overwatch.fire", "losses.at"]
    assert hand.steps[0].side == "red" and hand.steps[0].may, "who names no side is of the one before"
    nested = hand.after(Done("b1 is lost", "blue"), (asked("morale.at"),))
    assert [nested.level(number) for number in range(2)] == [0, 1] and nested.step.side == "blue"


def test_a_title_says_the_same_as_the_reason_that_it_was():
    title = titled(REASON)
    assert dict(title.values) == {"count": "1", "hex": Hex(2, 3)} and title.reason.hexes == (Hex(2, 3),)


def test_dice_are_taken_away_without_what_was_said_before_them():
    step = under_way().left[0].step
    assert step.parameters == {"to": "02.03", "units": "a, b", "roll": "34"} and step.because == 7
    assert step.unrolled().parameters == {"to": "02.03", "units": "a, b"} and not step.unrolled().because


def test_what_was_kept_at_entries_is_known_in_another_run(tmp_path):
    kept = {1: NOTHING_UNDER_WAY, 2: under_way()}
    keep_procedures("s-1", kept, LINKS, tmp_path)
    assert kept_procedures("s-1", LINKS, tmp_path) == kept
    assert kept_procedures("s-2", LINKS, tmp_path) == {}
    assert kept_procedures("s-1", [LINKS[0], LINKS[2]], tmp_path) == {1: NOTHING_UNDER_WAY}, "of another line nothing is known"


def test_nothing_is_kept_of_what_is_over_and_only_the_latest_of_what_is_long(tmp_path):
    keep_procedures("s-1", {1: under_way()}, LINKS, tmp_path)
    keep_procedures("s-1", {1: NOTHING_UNDER_WAY}, LINKS, tmp_path)
    assert not procedures_path("s-1", tmp_path).exists()
    links = [number.to_bytes(32) for number in range(2 * MOST_KEPT)]
    keep_procedures("s-1", dict.fromkeys(range(1, len(links) + 1), under_way()), links, tmp_path)
    assert min(kept_procedures("s-1", links, tmp_path)) == MOST_KEPT + 1


@pytest.mark.parametrize("text", ["", "[]", '{"phaseline": "procedures under way"}', '{"entries": [[1, "", {"hand": 3}]]}'])
def test_of_a_damaged_file_nothing_is_known(tmp_path, text):
    path = procedures_path("s-1", tmp_path)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert kept_procedures("s-1", LINKS, tmp_path) == {}


def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path):
    (tmp_path / "file").write_text("")
    keep_procedures("s-1", {1: under_way()}, LINKS, tmp_path / "file")
    assert kept_procedures("s-1", LINKS, tmp_path / "file") == {}


def test_at_a_point_without_anything_kept_what_stood_before_it_stands():
    early, late = Standing(Procedure((Step("a", titled(REASON)),))), NOTHING_UNDER_WAY
    parents = {9: 4, 4: 3, 3: 2, 2: 1, 1: 0}
    kept = {2: early, 8: late}
    assert kept_at(kept, 9, parents.__getitem__) is early, "what lies on another branch does not count"
    assert kept_at(kept, 1, parents.__getitem__) == NOTHING_UNDER_WAY
