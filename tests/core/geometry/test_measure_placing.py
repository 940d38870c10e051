"""Texts of drawings keep clear of each other, of lines and of what must not be covered."""

import math
import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.geometry.lines import signed_area
from core.geometry.measures.drawing import drawn
from core.geometry.measures.parts import Drawn, Letters, Seat, Shape, Stroke
from core.geometry.measures.placing import Placing, Texts, box, overlap, placed, reach

AREA, FLAG, LINE = Shape("area"), Shape("flag"), Shape("named-line")


def flag(x: float, y: float, text: str = "Sparrow") -> Drawn:
    return drawn(FLAG, ((x, y),), words={"label": text, "letters": "RP"})


def covered(letters: list[Letters]) -> float:
    return sum(overlap(box(one), box(other)) for one, other in combinations(letters, 2))


def every(places: tuple[tuple[Letters, ...], ...]) -> list[Letters]:
    return [each for drawing in places for each in drawing]


def test_with_nothing_in_the_way_texts_take_their_first_places():
    drawings = [flag(0, 0), flag(10, 0), drawn(LINE, ((0, 5), (8, 6)), words={"label": "PL Trout"})]
    assert placed(drawings) == tuple(drawing.letters for drawing in drawings)


def test_two_names_side_by_side_change_places():
    drawings = [flag(0, 0), flag(1.6, 0.1)]
    assert covered([each for drawing in drawings for each in drawing.letters]) > 0.2
    assert covered(every(placed(drawings))) == 0


def test_a_name_goes_out_of_the_way_of_what_must_not_be_covered_and_of_lines():
    drawing = flag(0, 0)
    first = next(each for each in drawing.letters if each.slot == "label")
    ((_, moved),) = placed([drawing], [box(first)])
    assert moved.seat != first.seat and overlap(box(moved), box(first)) == 0
    crossing = Drawn((Stroke(((0.6, -1.0), (3.0, 3.0))), Stroke(((0.6, 3.0), (3.0, -1.0)))))
    ((_, aside), ()) = placed([drawing, crossing])
    assert aside.seat != first.seat


def test_a_text_in_a_gap_stays_and_others_make_room():
    route = drawn(Shape("trace"), ((0, 0), (10, 0)), words={"label": "ROUTE Pike"})
    (gap,) = route.letters
    beside = flag(gap.seat.at[0] - 2.0, -0.9)
    (kept,), (*_, name) = placed([route, beside])
    assert kept == gap
    assert overlap(box(name), box(gap)) == 0


def test_all_places_are_kept_for_the_next_time():
    drawings = [flag(0, 0), flag(1.6, 0.1)]
    for drawing, letters in zip(drawings, placed(drawings), strict=True):
        for before, after in zip(drawing.letters, letters, strict=True):
            assert {before.seat, *before.others} == {after.seat, *after.others}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_choosing_never_covers_more_and_far_away_nothing_changes(seed):
    chance = random.Random(seed)
    drawings = [flag(chance.uniform(0, 7), chance.uniform(0, 7)) for _ in range(8)]
    before = [each for drawing in drawings for each in drawing.letters]
    chosen = placed(drawings)
    assert covered(every(chosen)) <= covered(before) + 0.5
    assert placed(drawings) == chosen
    # One more, and then the same one moved, far from all others.
    for x in (60, 70):
        assert placed([*drawings, flag(x, 50)])[:-1] == chosen
        assert placed([flag(x, 50), *drawings])[1:] == chosen


@given(st.integers(-180, 180), st.sampled_from(["start", "middle", "end"]))
def test_the_box_of_a_text_lies_around_its_letters(angle, anchor):
    letters = Letters("label", "Trout", Seat((3.0, 4.0), float(angle), anchor), 0.5)
    corners = box(letters)
    assert signed_area(corners) == pytest.approx(letters.width * 0.55)
    start = {"start": 0.5, "middle": 0.0, "end": -0.5}[anchor] * letters.width
    middle = (3.0 + start * math.cos(math.radians(angle)), 4.0 + start * math.sin(math.radians(angle)))
    assert tuple(sum(corner[axis] for corner in corners) / 4 for axis in (0, 1)) == pytest.approx(middle)


def test_rings_that_do_not_meet_share_nothing():
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert overlap(square, tuple((x + 5, y) for x, y in square)) == 0
    assert overlap(square, square) == pytest.approx(1.0)
    tilted = ((0.5, -0.5), (1.5, 0.5), (0.5, 1.5), (-0.5, 0.5))
    assert overlap(square, tilted) == pytest.approx(1.0)


def test_two_names_in_one_line_stay_apart_and_are_not_read_as_one():
    first = Letters("label", "LOA", Seat((0.0, 0.0), 0.0, "start"), 0.4)
    close = Seat((first.width + 0.02, 0.0), 0.0, "start")
    second = Letters("label", "FEBA", close, 0.4, (Seat((first.width + 0.02, 0.5), 0.0, "start"),))
    moved = placed([Drawn(letters=(replace(first, others=(Seat((0.0, 3.0)),)),)), Drawn(letters=(second,))])
    assert moved[1][0].seat != close
    apart = replace(second, seat=Seat((first.width + 0.3, 0.0), 0.0, "start"))
    assert placed([Drawn(letters=(first,)), Drawn(letters=(apart,))])[1][0].seat == apart.seat


def test_a_letter_alone_in_a_line_stands_level_and_a_word_lies_along_it():
    for kind, points in (("ring", ((0.0, 0.0), (2.0, 0.0))), ("block", ((-1.0, 0.0), (1.0, 0.0), (0.0, -3.0)))):
        (letter,) = drawn(Shape(kind), points, words={"letters": "I"}).letters
        (word,) = drawn(Shape(kind), points, words={"letters": "II"}).letters
        assert (letter.seat.angle, abs(word.seat.angle)) == (0.0, pytest.approx(90.0))


def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
    half = side / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def again(drawings: list[Drawn], before: tuple[Texts, ...], *obstacles: tuple[tuple[float, float], ...]) -> tuple[Texts, ...]:
    placing = Placing(drawings, obstacles, before=before)
    for _ in placing.steps():
        pass
    return placing.texts


def test_a_name_all_of_whose_places_are_covered_is_pushed_aside_a_little():
    drawing = flag(0, 0)
    first = next(each for each in drawing.letters if each.slot == "label")
    obstacles = [box(first, seat) for seat in (first.seat, *first.others)]
    ((_, pushed),) = placed([drawing], obstacles)
    assert not any(overlap(box(pushed), ring) for ring in obstacles)
    assert min(math.dist(pushed.seat.at, seat.at) for seat in (first.seat, *first.others)) < 3 * first.height


def test_a_crowd_of_names_lies_nowhere_upon_each_other():
    chance = random.Random(3)
    drawings = [flag(chance.uniform(0, 9), chance.uniform(0, 9), name) for name in ("Owl", "Crow", "Heron", "Kite", "Wren") * 3]
    assert covered([each for drawing in drawings for each in drawing.letters if each.slot == "label"]) > 0.5
    assert covered([each for each in every(placed(drawings)) if each.slot == "label"]) < 0.02


def test_those_that_were_there_first_make_room_where_only_they_can():
    """The first takes the only place of the second, before anybody knows of that one."""
    only = Seat((0.0, 0.0))
    first = Letters("label", "Owl", only, 0.4, (Seat((0.0, 9.0)),))
    second = Letters("label", "Kite", only, 0.4, (only,))
    walls = [((x, -5.0), (x + 8.4, -5.0), (x + 8.4, 5.0), (x, 5.0)) for x in (-9.0, 0.6)]
    walls += [((-0.6, y), (0.6, y), (0.6, y + 4.7), (-0.6, y + 4.7)) for y in (-5.0, 0.3)]
    drawings = [Drawn(letters=(first,)), Drawn(letters=(second,))]
    ((moved,), (kept,)) = placed(drawings, walls)
    assert moved.seat == Seat((0.0, 9.0)) and kept.seat == only


def test_a_name_does_not_run_over_the_rim_of_the_paper():
    drawing = flag(0, 0)
    first = next(each for each in drawing.letters if each.slot == "label")
    right = max(x for x, _ in box(first))
    ((_, kept),) = placed([drawing], room=(-9.0, -9.0, right + 0.1, 9.0))
    assert kept.seat == first.seat
    ((_, inside),) = placed([drawing], room=(-9.0, -9.0, right - 0.1, 9.0))
    assert max(x for x, _ in box(inside)) <= right - 0.1


def test_a_name_stays_where_it_stood_until_it_would_be_clearly_better_elsewhere():
    drawing = flag(0, 0)
    first = next(each for each in drawing.letters if each.slot == "label")
    counter = box(first)
    aside = placed([drawing], [counter])
    assert again([drawing], aside) == aside, "that its first place is free again is no reason to jump back"
    (x, y) = first.seat.at
    touching = square(x + first.width / 2, y + 0.22, 0.3)
    assert placed([drawing], [touching]) != again([drawing], (drawing.letters,), touching) == (drawing.letters,)
    assert again([drawing], (drawing.letters,), counter) == aside


def test_no_name_stands_within_the_sign_of_another():
    """The box of a flag is large enough for a number, which would be read as its own."""
    large = drawn(FLAG, ((0.0, 0.0),), 3.0, words={"letters": "PD"})
    (ring,) = large.taken
    number = Letters("label", "2", Seat((0.0, ring[2][1] - 0.3)), 0.3, (Seat((9.0, 9.0)),))
    (_, (moved,)) = placed([large, Drawn(letters=(number,))])
    assert overlap(box(number), ring) > 0.01 and overlap(box(moved), ring) == 0


def test_one_that_moves_leaves_all_others_where_they_stood():
    drawings = [flag(x, 0.2 * x) for x in (0.0, 1.6, 3.2, 20.0)]
    before = placed(drawings)
    (*kept, _) = again([*drawings[:-1], flag(21.0, 4.0)], (*before[:-1], None))  # type: ignore[arg-type]
    assert tuple(kept) == before[:-1]


def test_steps_are_small_and_a_drawing_without_end_is_no_trouble():
    long = drawn(LINE, ((-900.0, -700.0), (900.0, 800.0)), words={"label": "On and on " * 40})
    drawings = [long, *(flag(x, 0) for x in (0.0, 1.0, 2.0))]
    placing = Placing(drawings)
    assert len(list(placing.steps())) > 2 * len(drawings)
    assert covered([each for texts in placing.texts[1:] for each in texts]) == 0
    assert all(one is not other for one, other in pairwise(placing.texts))


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_what_lies_beyond_their_reach_moves_no_name(seed):
    chance = random.Random(seed)
    drawings = [flag(chance.uniform(0, 7), chance.uniform(0, 7)) for _ in range(4)]
    drawings.append(drawn(LINE, ((-2, 3), (9, chance.uniform(0, 7))), words={"label": "PL Trout"}))
    rings = [square(chance.uniform(-12, 19), chance.uniform(-12, 19), 1.0) for _ in range(300)]
    low_x, low_y, high_x, high_y = reach(drawings)
    near = [ring for ring in rings if any(low_x <= x <= high_x and low_y <= y <= high_y for x, y in ring)]
    assert len(near) < len(rings)
    chosen = placed(drawings, rings)
    assert placed(drawings, near) == chosen
    for letters in every(chosen):
        assert letters.fixed or all(low_x <= x <= high_x and low_y <= y <= high_y for x, y in box(letters))


def test_where_no_name_may_stand_elsewhere_nothing_is_in_reach():
    assert reach([]) is None and reach([drawn(Shape("text"), ((0, 0),), words={"label": "Here"})]) is None


def test_the_gap_of_a_line_goes_with_its_name_where_something_lies_in_it():
    route = drawn(Shape("trace"), ((0, 0), (16, 0)), words={"label": "ROUTE Pike"})
    (first,) = route.letters
    counter = square(*first.seat.at, 0.9)
    ((moved,),) = texts = placed([route], [counter])
    assert overlap(box(moved), counter) == 0 and moved.seat.at[1] == pytest.approx(0) and moved.tied
    shown = route.lettered(texts[0])
    (left, _), (right, _) = box(moved)[:2]
    assert sorted((a, b) for (a, _), (b, _) in (stroke.points for stroke in shown.strokes)) == [
        (0.0, pytest.approx(left, abs=0.2)),
        (pytest.approx(right, abs=0.2), 16.0),
    ]
    assert shown.lettered(route.letters) == route and [*route.solid()] == []


def test_a_name_in_a_line_stands_on_no_bend_and_others_keep_off_the_whole_line():
    bent = drawn(Shape("trace", traits=frozenset({"angular"})), ((0, 0), (9, 0), (9, 9)), words={"label": "ROUTE Pike"})
    (name,) = bent.letters
    for seat in (name.seat, *name.others):
        (x, y), half = seat.at, name.width / 2
        assert (abs(y) < 0.01 and x + half < 9) or (abs(x - 9) < 0.01 and y - half > 0)
    other = Letters("label", "PL Oak", name.others[0], 0.42, (Seat((4.5, 3.0)),))
    (_, (aside,)) = placed([bent, Drawn(letters=(other,))])
    assert aside.seat.at != other.seat.at
