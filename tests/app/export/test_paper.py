import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.export.paper import MARK_ROOM_MM, PAPERS, TURNS, PageWish, find_paper, page_label, tile
from core.base.errors import WrongUse

wishes = st.builds(
    PageWish,
    st.sampled_from([paper.id for paper in PAPERS]),
    st.sampled_from(TURNS),
    st.floats(0, 40),
    st.floats(0, 40),
)
sizes = st.tuples(st.floats(20, 1500), st.floats(20, 1500))


@given(sizes, wishes)
def test_kept_parts_lie_edge_to_edge_and_fill_the_map(size, wish):
    try:
        cut = tile(size, wish)
    except WrongUse:
        assume(False)
    pages = {(page.column, page.row): page for page in cut.cuts()}
    assert len(pages) == cut.columns * cut.rows
    assert sum(page.kept.width * page.kept.height for page in pages.values()) == pytest.approx(size[0] * size[1], rel=1e-3)
    for (column, row), page in pages.items():
        right, below = pages.get((column + 1, row)), pages.get((column, row + 1))
        assert right is None or right.kept.left == pytest.approx(page.kept.right)
        assert below is None or below.kept.top == pytest.approx(page.kept.bottom)
        # Neighbours both show the overlap, and nobody shows more than its paper has room for.
        assert right is None or page.shown.right - right.shown.left == pytest.approx(wish.overlap, abs=0.02)
        assert page.shown.width <= cut.area[0] + 0.02 and page.shown.height <= cut.area[1] + 0.02
        assert page.shown.left <= page.kept.left + 1e-9 and page.kept.right <= page.shown.right + 1e-9
    last = pages[cut.columns - 1, cut.rows - 1].kept
    assert (last.right, last.bottom) == pytest.approx(size, abs=0.02)


@given(sizes, wishes)
def test_no_page_is_more_than_needed(size, wish):
    try:
        cut = tile(size, wish)
    except WrongUse:
        assume(False)
    # The last column begins before the map ends even without the overlap of the one before it.
    assert cut.columns == 1 or (cut.columns - 1) * (cut.area[0] - wish.overlap) + wish.overlap < size[0]
    assert cut.rows == 1 or (cut.rows - 1) * (cut.area[1] - wish.overlap) + wish.overlap < size[1]


def test_paper_is_turned_as_it_needs_fewer_pages():
    assert tile((270.0, 180.0), PageWish()).turn == "landscape"
    assert tile((180.0, 270.0), PageWish()).turn == "portrait"
    assert tile((270.0, 180.0), PageWish(turn="portrait")).columns == 2


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (PageWish("a5"), 'no paper "a5"'),
        (PageWish(margin=95, overlap=20), "leave nothing of A4 paper"),
        (PageWish(margin=-1), "less than 0 mm"),
        (PageWish(turn="sideways"), 'cannot lie "sideways"'),
    ],
)
def test_what_cannot_be_cut_is_refused_with_a_sentence(wish, said):
    with pytest.raises(WrongUse, match=said):
        tile((500.0, 500.0), wish)


def test_more_pages_than_anybody_would_glue_are_refused():
    with pytest.raises(WrongUse, match=r"would take \d+ pages of A4; the most is 400"):
        tile((9000.0, 9000.0), PageWish())


def test_names_of_pages_count_columns_by_letters():
    assert [page_label(*place) for place in ((0, 0), (25, 0), (26, 9))] == ["A1", "Z1", "AA10"]
    assert find_paper("A3").width == 297.0


def test_narrow_margins_have_no_marks():
    assert not tile((100.0, 100.0), PageWish(margin=MARK_ROOM_MM - 1)).marks
    assert tile((100.0, 100.0), PageWish(margin=MARK_ROOM_MM)).marks
