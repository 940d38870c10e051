"""Looks of a box change as values: what files could not keep is settled, and colours change their names everywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.look_books import look_books

from core.model.edits.edit import Aspect
from core.model.edits.look_edits import ChangeLooks, new_look_id, renamed_colour, who_name
from core.model.edits.map_edits import restated
from core.model.looks import NO_LIMIT, Chosen, Element, Look, LookBook, MarkerKind, kept_area, kept_book
from core.model.new_map import NewMap
from core.model.work import Work

WORK = Work(NewMap("t", columns=3, rows=3).box())
BAND = Element("box", (0.0, 0.0, 1.0, 0.1), fill=Chosen("pale sand"), ink=Chosen("black", "steps", (("1", "sand"),)))
BOOK = LookBook(
    {"sand": "#e0d0a0"},
    {"own": Look("own", "Own", ground=Chosen("sand"), front=(BAND,)), "other": Look("other", "Other")},
    {"mud": MarkerKind("mud", "Mud", "1", "It.", ("hex",), ground=Chosen("deep sand"), parts=(BAND,))},
)
numbers = st.floats(-2, 3)


@given(look_books)
def test_looks_are_as_they_were_changed_and_restated_for_those_who_follow(book: LookBook) -> None:
    edit = ChangeLooks("Change looks", book)
    work = edit.apply(WORK)
    assert work.box.looks == book
    touched = edit.touched(WORK)
    assert touched.aspects == ({Aspect.LOOKS} if book else set())
    assert not edit.touched(work)
    if book:
        (again,) = restated(work, touched)
        assert again.apply(WORK).box.looks == book


def test_another_order_of_looks_is_a_change() -> None:
    turned = LookBook(BOOK.colours, dict(reversed(BOOK.looks.items())), BOOK.markers)
    work = ChangeLooks("", BOOK).apply(WORK)
    assert ChangeLooks("", turned).touched(work).aspects == {Aspect.LOOKS}


@given(st.tuples(numbers, numbers, numbers, numbers))
def test_an_area_is_kept_inside_the_square(area: tuple[float, float, float, float]) -> None:
    left, top, width, height = kept = kept_area(area)
    assert 0 <= left <= left + width <= 1.00001
    assert 0 <= top <= top + height <= 1.00001
    assert kept_area(kept) == kept


@given(look_books)
def test_what_is_kept_is_kept_as_it_is(book: LookBook) -> None:
    assert kept_book(book) == book


def test_halves_of_characters_and_colours_that_are_none_go_before_a_file_must_hold_them() -> None:
    look = Look(
        "a", "A \ud800", front=(Element("text", (0.0, 0.0, 1.0, 1.0), text=Chosen("\udfff")),), colours=(("x", "#123456"),)
    )
    book = kept_book(LookBook({"good": "#ABCDEF", "bad": "pink"}, {"a": look}))
    assert dict(book.colours) == {"good": "#abcdef"}
    kept = book.looks["a"]
    assert (kept.title, kept.colours) == ("A \ufffd", ())
    assert kept.front[0].text == Chosen("\ufffd")
    assert kept.front[0].below_px == NO_LIMIT


def test_a_colour_is_renamed_wherever_looks_and_markers_name_it() -> None:
    assert who_name(BOOK, "sand") == ("Own", "Mud")
    made = renamed_colour(BOOK, "sand", "dune")
    assert dict(made.colours) == {"dune": "#e0d0a0"}
    own = made.looks["own"]
    assert own.ground == Chosen("dune")
    assert own.front[0].fill == Chosen("pale dune")
    assert own.front[0].ink == Chosen("black", "steps", (("1", "dune"),))
    assert made.markers["mud"].ground == Chosen("deep dune")
    assert who_name(made, "sand") == ()
    assert renamed_colour(made, "dune", "sand") == BOOK


@pytest.mark.parametrize(("wanted", "id_"), [("New look", "new-look"), ("Own", "own-2"), ("\u00d6", "\u00f6"), ("?", "look")])
def test_ids_are_made_of_titles_and_never_twice(wanted: str, id_: str) -> None:
    assert new_look_id(BOOK.looks, wanted) == id_
