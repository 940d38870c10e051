import random

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QPolygonF

from app.canvas.bins import Bins, Owner, Piece, Squares, Stamps, changed_spans
from app.canvas.scatter import block
from app.canvas.transform import Span, meets


def some_span(dice: random.Random) -> Span:
    x, y = dice.uniform(-2000, 2000), dice.uniform(-2000, 2000)
    return x, y, x + dice.expovariate(0.01), y + dice.expovariate(0.01)


@given(seed=st.integers(0, 10**6))
def test_whatever_is_put_and_taken_is_found_in_the_order_of_owners_and_nothing_else(seed: int) -> None:
    dice, bins, held = random.Random(seed), Bins[int](), dict[Owner, list[Piece[int]]]()
    for number in range(40):
        owner = dice.randrange(3), dice.randrange(6)
        pieces = [Piece(some_span(dice), 100 * number + k, dice.choice((None, k))) for k in range(dice.randrange(4))]
        before = held.get(owner, [])
        assert bins.put(owner, pieces) == changed_spans(before, pieces)
        held[owner] = pieces
        span = some_span(dice)
        wanted = [piece.thing for owner in sorted(held) for piece in held[owner] if meets(piece.span, span)]
        assert list(bins.within(span)) == wanted
        assert bins.owners(span) == [o for o in sorted(held) if any(meets(piece.span, span) for piece in held[o])]
    assert len(bins) == sum(map(len, held.values()))


def test_pieces_that_look_the_same_are_not_told() -> None:
    a, b = Piece((0.0, 0.0, 1.0, 1.0), "a", "look"), Piece((0.0, 0.0, 1.0, 1.0), "b", "look")
    other = Piece((5.0, 5.0, 6.0, 6.0), "c", "look")
    assert changed_spans([a], [b]) == []
    assert changed_spans([a, other], [b]) == [other.span]
    assert changed_spans([a], [Piece(a.span, "a")]) == [a.span, a.span]


@given(seed=st.integers(0, 10**6))
def test_small_things_are_found_by_square_until_they_are_dropped(seed: int) -> None:
    dice, squares = random.Random(seed), Squares[int](200.0)
    held: dict[Owner, list[int]] = {}
    for number in range(60):
        owner = (dice.randrange(5),)
        if dice.random() < 0.2:
            squares.drop(owner)
            held.pop(owner, None)
        else:
            squares.add(owner, dice.uniform(-900, 900), dice.uniform(-900, 900), number)
            held.setdefault(owner, []).append(number)
    everywhere = list(squares.within((-1000.0, -1000.0, 1000.0, 1000.0)))
    assert sorted(everywhere) == sorted(number for numbers in held.values() for number in numbers)


def test_stamps_of_an_owner_go_and_the_others_stay(qapp: object) -> None:
    stamps = Stamps(30.0)
    shapes: list[QPolygonF] = [block(50.0 + 20 * k, 50.0, 10.0, 6.0, 0.0) for k in range(3)]
    for k, shape in enumerate(shapes):
        stamps.add((k,), 50.0 + 20 * k, 50.0, shape)
    assert [path.elementCount() for path in stamps.within((0.0, 0.0, 100.0, 100.0))] == [15]
    assert stamps.drop((1,)) and not stamps.drop((1,))
    assert [path.elementCount() for path in stamps.within((0.0, 0.0, 100.0, 100.0))] == [10]
    assert list(stamps.within((900.0, 900.0, 950.0, 950.0))) == []
