from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Piece, Spot

spots: st.SearchStrategy[Spot] = st.sampled_from([Hex(0, 0), Hex(1, 0), Hex(0, 1), "Off map"])
counters = st.sampled_from("abcdef")
placed = st.builds(Piece, at=spots, rank=st.integers(-2, 3))
changes = st.lists(st.dictionaries(counters, st.none() | placed, max_size=4), max_size=8)


@given(changes)
def test_stacks_that_follow_changes_are_those_counted_anew(steps: list[dict[str, Piece | None]]) -> None:
    followed = Deployment()
    assert not followed.stacks
    for step in steps:
        followed = followed.with_pieces(step)
        assert followed.stacks == Deployment(followed.pieces).stacks


@given(changes)
def test_every_piece_lies_in_one_stack_ordered_by_rank(steps: list[dict[str, Piece | None]]) -> None:
    there = Deployment()
    for step in steps:
        there = there.with_pieces(step)
    lying = [id_ for ids in there.stacks.values() for id_ in ids]
    assert sorted(lying) == sorted(there.pieces)
    for spot in there.stacks:
        ranks = [there.pieces[id_].rank for id_ in there.stack(spot)]
        assert ranks == sorted(ranks)


def test_what_is_carried_lies_where_its_carrier_lies() -> None:
    truck, gun = Piece(Hex(1, 1)), Piece(Hex(1, 1), 1, on="truck")
    there = Deployment().with_pieces({"truck": truck, "gun": gun, "other": Piece(Hex(2, 1), on="truck")})
    assert there.carried("truck") == ("gun",)


def test_markers_of_a_hex_are_replaced_and_taken_off() -> None:
    mined = Deployment().with_marks({Hex(0, 0): (Mark("minefield", "de"),)})
    assert mined.marks[Hex(0, 0)] == (Mark("minefield", "de"),)
    assert not mined.with_marks({Hex(0, 0): ()}).marks
