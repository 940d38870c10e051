"""Rules in the looks of a box: its own before those of the rules, in its colours, and the rules come back without them."""

from dataclasses import replace

import pytest
from hypothesis import given
from oracles.forces import RULESETS, rulesets
from oracles.look_books import look_books
from oracles.printed_counters import FORCES, full_counter

from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.model.edits.edit import Aspect
from core.model.edits.look_edits import ChangeLooks
from core.model.edits.map_edits import restated
from core.model.looks import Chosen, Element, Look, LookBook, MarkerKind
from core.model.work import Work
from core.questions.game import Game
from core.rules.kernel.look_checks import book_issues
from core.rules.kernel.looks import face_of, look_of
from core.rules.kernel.ruleset import Ruleset

NEW_SCS = RULESETS["new-scs"]
OWN = Look("own", "Own", ("combat",), front=(Element("box", (0.0, 0.0, 1.0, 0.5), fill=Chosen("mine")),))
BOOK = LookBook({"mine": "#123456", "exploits": "#00ff00"}, {"own": OWN})


def test_an_own_look_counts_before_that_of_the_rules_and_has_the_colours_of_both() -> None:
    counter = full_counter(NEW_SCS, "combat")
    ruleset = NEW_SCS.dressed(BOOK)
    assert look_of(ruleset, counter).id == "own"
    assert face_of(ruleset, FORCES, counter).parts[0].fill == "#123456"
    assert dict(ruleset.looks["own"].colours)["yellow"] == dict(NEW_SCS.looks["combat"].colours)["yellow"]


def test_a_colour_of_the_box_takes_the_place_of_that_of_the_rules() -> None:
    counter = full_counter(NEW_SCS, "combat")
    ruleset = NEW_SCS.dressed(LookBook({"exploits": "#00ff00"}))
    assert "#00ff00" in {part.fill for part in face_of(ruleset, FORCES, counter).parts}
    assert "#00ff00" not in {part.fill for part in face_of(NEW_SCS, FORCES, counter).parts}


def test_a_look_with_the_id_of_one_of_the_rules_takes_its_place() -> None:
    ruleset = NEW_SCS.dressed(LookBook(looks={"air": replace(OWN, id="air", of=())}))
    assert ruleset.looks["air"].title == "Own"
    assert len(ruleset.looks) == len(NEW_SCS.looks)


def test_markers_of_a_box_come_after_those_of_the_rules_or_in_their_places() -> None:
    known = next(iter(NEW_SCS.markers))
    book = LookBook(markers={each: MarkerKind(each, "Own", "1", "Own.", ("hex",)) for each in ("mud", known)})
    ruleset = NEW_SCS.dressed(book)
    assert list(ruleset.markers) == [*NEW_SCS.markers, "mud"]
    assert ruleset.markers[known].title == "Own"


@given(rulesets, look_books, look_books)
def test_rules_dressed_again_have_nothing_of_the_dress_before(ruleset: Ruleset, one: LookBook, other: LookBook) -> None:
    assert ruleset.dressed(one).dressed(other) == ruleset.dressed(other)
    assert ruleset.dressed(one).dressed(LookBook()) is ruleset


@given(look_books)
def test_whatever_looks_name_every_face_can_be_made(book: LookBook) -> None:
    for look in book.looks.values():
        counter = replace(full_counter(NEW_SCS, "combat"), look=look.id)
        for side in (0, 1):
            face_of(NEW_SCS.dressed(book), FORCES, counter, side)


@pytest.fixture(scope="module")
def raid() -> Game:
    loaded = load_box(scenarios_folder() / "sable-raid")
    assert loaded.box is not None and loaded.ruleset is not None
    return Game.of(loaded.box, loaded.ruleset)


def test_the_worker_follows_looks_that_change(raid: Game) -> None:
    edit = ChangeLooks("Change looks", BOOK)
    work = edit.apply(Work(raid.box))
    touched = edit.touched(Work(raid.box))
    assert touched.aspects == {Aspect.LOOKS} and touched.box and not touched.map
    assert not edit.touched(work)
    followed = raid.with_edits(restated(work, touched))
    assert followed.box.looks.looks == {"own": OWN}
    assert "own" in followed.ruleset.looks


def test_colours_and_kinds_that_cannot_count_are_told(raid: Game) -> None:
    wrong = replace(OWN, front=(replace(OWN.front[0], fill=Chosen("pale yelow")),))
    book = LookBook({"side": "#112233"}, {each: replace(wrong, id=each) for each in ("one", "two")})
    found = [issue.text for issue in book_issues(raid.box.with_looks(book), NEW_SCS.dressed(book), "looks.yaml")]
    assert found == [
        'The colour "side": always means the colour of the side\'s counters; a colour of its own needs another name.',
        'The look "one", element 1 of its front: There is no colour "yelow". Did you mean "yellow"?',
        'The look "two", element 1 of its front: There is no colour "yelow". Did you mean "yellow"?',
        'The look "two": it is for "combat", and so is "one" before it, which counts.',
    ]
