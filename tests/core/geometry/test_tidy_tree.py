"""Trees of boxes: no box touches another, children are below their parents, lines run through no box."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.geometry.tidy_tree import TreeBox, TreeLook, connectors, extent, tidy_tree

LOOK = TreeLook(across=2.0, down=6.0, indent=4.0, hang_from=3)
SIZES = st.integers(1, 30).map(float)
BOXES = st.recursive(
    st.builds(TreeBox, st.integers(), SIZES, SIZES),
    lambda inner: st.builds(TreeBox, st.integers(), SIZES, SIZES, st.lists(inner, min_size=1, max_size=5).map(tuple)),
    max_leaves=24,
)


def apart(one, other):
    return (
        one.right <= other.x + 1e-9
        or other.right <= one.x + 1e-9
        or one.bottom <= other.y + 1e-9
        or other.bottom <= one.y + 1e-9
    )


@given(BOXES)
def test_no_box_lies_upon_another(root):
    placed = tidy_tree(root, LOOK)
    for one, other in combinations(placed, 2):
        assert apart(one, other)


@given(BOXES)
def test_children_lie_below_their_parents_with_the_gap_of_generations(root):
    placed = tidy_tree(root, LOOK)
    for child in placed:
        if child.parent >= 0:
            assert child.y >= placed[child.parent].bottom + LOOK.down - 1e-9


@given(BOXES)
def test_a_parent_stands_over_the_middle_of_its_first_and_last_child(root):
    placed = tidy_tree(root, LOOK)
    for number, parent in enumerate(placed):
        children = [each for each in placed if each.parent == number and not each.hangs]
        if children:
            assert abs(parent.middle - (children[0].middle + children[-1].middle) / 2) < 1e-6


@given(BOXES)
def test_neighbours_stand_in_their_order(root):
    placed = tidy_tree(root, LOOK)
    for number in range(len(placed)):
        children = [each for each in placed if each.parent == number]
        for one, other in pairwise(children):
            assert one.bottom <= other.y if one.hangs else one.right + LOOK.across <= other.x + 1e-9


@given(BOXES)
def test_every_box_of_the_tree_is_there_once_and_the_corner_is_at_nought(root):
    placed = tidy_tree(root, LOOK)

    def count(box):
        return 1 + sum(count(child) for child in box.children)

    assert len(placed) == count(root)
    assert min(each.x for each in placed) == 0 == min(each.y for each in placed)
    width, height = extent(placed)
    assert all(each.right <= width and each.bottom <= height for each in placed)


@given(BOXES)
def test_no_line_runs_through_a_box(root):
    placed = tidy_tree(root, LOOK)
    for line in connectors(placed, LOOK):
        for (ax, ay), (bx, by) in pairwise(line):
            left, right, top, bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
            for box in placed:
                inside = left < box.right - 1e-6 and right > box.x + 1e-6 and top < box.bottom - 1e-6 and bottom > box.y + 1e-6
                assert not inside


def test_many_leaves_hang_in_a_column_and_few_stand_side_by_side():
    many = TreeBox("division", 20, 5, tuple(TreeBox(n, 10, 5) for n in range(5)))
    few = TreeBox("brigade", 20, 5, tuple(TreeBox(n, 10, 5) for n in range(2)))
    assert len({each.x for each in tidy_tree(many, LOOK)[1:]}) == 1
    assert len({each.y for each in tidy_tree(few, LOOK)[1:]}) == 1


def test_a_tree_as_deep_as_a_bad_file_makes_it_is_laid_out():
    box = TreeBox(0, 1, 1)
    for depth in range(1, 3000):
        box = TreeBox(depth, 1, 1, (box,))
    assert len(tidy_tree(box, LOOK)) == 3000
