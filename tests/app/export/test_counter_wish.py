from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.export.counter_command import _parser, piece_choice, sheet_wish
from app.export.counter_layout import BACKS, BEGINS, GROUPINGS, SheetWish
from app.export.counter_pieces import Choice
from app.export.counter_wish import arguments, counts_from, counts_text, wish_from, wish_text
from app.export.paper import TURNS

tenths = st.integers(0, 40).map(lambda number: number / 10)
wishes = st.builds(
    SheetWish,
    side=st.sampled_from([12.7, 14.2875, 15.875, 20.5]),
    paper=st.sampled_from(["a4", "letter", "200x300"]),
    turn=st.sampled_from(TURNS),
    margin=tenths,
    gutter=tenths,
    bleed=tenths,
    backs=st.sampled_from(BACKS),
    over=st.booleans(),
    offset=st.tuples(tenths, tenths.map(lambda number: -number)),
    group=st.sampled_from(GROUPINGS),
    begin=st.sampled_from(BEGINS),
    marks=st.booleans(),
    lines=st.booleans(),
    labels=st.booleans(),
)
choices = st.builds(
    Choice,
    st.none() | st.lists(st.sampled_from(["a", "b:", "c"]), unique=True).map(tuple),
    st.integers(1, 9),
    st.dictionaries(st.sampled_from(["fired", "step-loss"]), st.integers(1, 9)),
)


@given(wishes)
def test_a_wish_that_is_kept_comes_back(wish):
    assert wish_from(wish_text(wish)) == wish


@given(wishes, choices)
def test_the_command_writes_what_the_dialog_shows(wish, choice):
    asked = _parser().parse_args(["box", *arguments(wish, choice, Path("out.pdf"))])
    assert sheet_wish(asked) == wish
    assert piece_choice(asked, None) == choice
    assert asked.counters == Path("out.pdf")


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"side": "wide", "offset": [1], "turn": 3, "marks": 1, "bleed": 99}'])
def test_what_is_no_longer_understood_is_preset(text):
    assert wish_from(text) == SheetWish()


def test_what_is_understood_beside_it_stays():
    assert wish_from('{"gutter": 2, "paper": "a44", "gone": 1}') == SheetWish(gutter=2.0)


def test_counts_of_markers_come_back_and_odd_ones_do_not():
    assert counts_from(counts_text({"fired": 3, "smoke": 0})) == {"fired": 3}
    assert counts_from('{"fired": -1, "smoke": true, "dug-in": "2", "illum": 4000, "ok": 1}') == {"ok": 1}
    assert counts_from("nothing") == {}
