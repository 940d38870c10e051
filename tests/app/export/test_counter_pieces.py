"""What is printed: every counter that is chosen and no other, in groups, markers with their numbers, and their faces."""

from pathlib import Path

import pytest

from app.export.counter_pieces import (
    BLANK,
    LEAST_LETTERS_MM,
    LOOSE,
    Choice,
    PieceFaces,
    check_choice,
    gathered,
    marker_pieces,
    numbered,
)
from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.box_files import load_box
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.rules.kernel.looks import face_of
from core.rules.kernel.markers import marker_face

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"

FORCES = Oob(
    Items((Side("blue", "Blue", "#3355aa"), Side("red", "Red", "#aa3333"))),
    Items(
        (
            Formation("corps", "I Corps", "blue"),
            Formation("one", "1st", "blue", "corps"),
            Formation("two", "2nd", "blue", "corps"),
            Formation("far", "Far", "red"),
        )
    ),
    Items(
        (
            Counter("a", "blue", formation="two"),
            Counter("b", "blue", formation="one", copies=3),
            Counter("c", "blue", formation="corps"),
            Counter("d", "blue"),
            Counter("e", "red", formation="far"),
            Counter("f", "nobody"),
            Counter("g", "red", copies=0),
        )
    ),
)


def printed(choice, grouping="none"):
    return [piece.counter.id for piece in numbered(gathered(FORCES, None, choice, grouping))]


@pytest.fixture(scope="module")
def river():
    return load_box(SCENARIOS / "sable-river")


def test_each_counter_is_printed_as_often_as_it_has_copies_and_sets():
    assert printed(Choice()) == ["a", "b", "b", "b", "c", "d", "e", "f"]
    assert printed(Choice(sets=2)).count("b") == 6
    assert sorted(printed(Choice(), "side")) == sorted(printed(Choice(), "formation")) == sorted(printed(Choice()))


@pytest.mark.parametrize(
    ("only", "ids"),
    [
        (("blue",), "abbbcd"),
        (("corps",), "abbbc"),
        (("one",), "bbb"),
        (("corps" + LOOSE,), "c"),
        (("blue" + LOOSE,), "d"),
        (("blue" + LOOSE, "far"), "de"),
        ((), ""),
    ],
)
def test_only_what_is_chosen_is_printed(only, ids):
    assert "".join(printed(Choice(only))) == ids


def test_groups_are_sides_or_formations_in_the_order_of_the_tree():
    by_side = [(group.title, group.group.count) for group in gathered(FORCES, None, Choice(), "side")]
    assert by_side == [("Blue", 6), ("Red", 1), ("nobody", 1)]
    by_formation = [(group.title, group.group.count) for group in gathered(FORCES, None, Choice(), "formation")]
    assert by_formation == [
        ("Blue · I Corps", 1),
        ("Blue · I Corps · 1st", 3),
        ("Blue · I Corps · 2nd", 1),
        ("Blue", 1),
        ("Red · Far", 1),
        ("nobody", 1),
    ]


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Choice(("blu",)), 'no side or formation "blu". Did you mean "blue"?'),
        (Choice(sets=0), "Allowed: 1 to 50"),
        (Choice(markers={"fird": 1}), 'no marker "fird"'),
    ],
)
def test_what_is_not_there_cannot_be_printed(choice, said):
    with pytest.raises(WrongUse) as told:
        check_choice(choice, FORCES, None)
    assert said in str(told.value)


def test_markers_come_with_all_their_numbers_and_for_every_side_that_has_them(river):
    kinds = river.ruleset.markers
    for id_, kind in kinds.items():
        groups = gathered(river.box.oob, river.ruleset, Choice((), markers={id_: 2}), "none")
        pieces = numbered(groups)
        assert len(pieces) == 2 * marker_pieces(kind, len(river.box.oob.sides))
        assert {piece.marker for piece in pieces} == set(kind.words())
        if kind.owned:
            assert {piece.side.id for piece in pieces} == {side.id for side in river.box.oob.sides}


@pytest.mark.parametrize("name", ["sable-river", "cove-creek", "amber-road"])
def test_faces_are_those_that_play(name):
    loaded = load_box(SCENARIOS / name)
    oob, rules = loaded.box.oob, loaded.ruleset
    faces = PieceFaces(oob, rules)
    for piece in numbered(gathered(oob, rules, Choice(markers=dict.fromkeys(rules.markers, 1)), "side")):
        if piece.counter is not None:
            assert faces.face(piece) == face_of(rules, oob, piece.counter, 0)
            assert faces.face(piece, True) == face_of(rules, oob, piece.counter, 1)
        else:
            assert faces.face(piece) == marker_face(rules, piece.marker, piece.side)
            kind = rules.markers[piece.marker.partition(" ")[0]]
            assert (faces.face(piece, True) == BLANK) == (kind.other not in rules.markers)


def test_letters_that_are_too_small_are_found_and_fewer_on_larger_counters(river, qapp):
    faces = PieceFaces(river.box.oob, river.ruleset)
    pieces = numbered(gathered(river.box.oob, river.ruleset, Choice(), "none"))
    found = [finish(faces.small_texts(pieces, side, True)) for side in (7.0, 9.0, 60.0)]
    assert len(found[0]) > len(found[1]) > len(found[2]) == 0
    assert all(each.height < LEAST_LETTERS_MM for each in found[0])
    assert list(found[0]) == sorted(found[0], key=lambda each: each.height)
    named = {(each.piece, each.text) for each in found[0]}
    assert len(named) == len(found[0])
