"""Looks that a box may bring, for tests: anything that the window can make, whether what it names is there or not."""

import string
from typing import get_args

from hypothesis import strategies as st

from core.model.looks import (
    MARKER_PLACES,
    Align,
    Area,
    Chosen,
    Condition,
    Element,
    Form,
    Look,
    LookBook,
    MarkerKind,
    kept_area,
    kept_book,
)

words = st.text(string.ascii_letters + string.digits + "äé .:{}#\"'-|", min_size=1, max_size=8).filter(
    lambda word: word not in ("by", "else")
)
colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
shares = st.integers(0, 10_000).map(lambda number: number / 10_000)
areas: st.SearchStrategy[Area] = st.tuples(shares, shares, shares, shares).map(kept_area)
chosen = st.one_of(
    st.builds(Chosen, words),
    st.just(Chosen()),
    st.builds(
        lambda other, by, choices: Chosen(other, by, tuple(choices.items())),
        st.one_of(st.just(""), words),
        words,
        st.dictionaries(words, st.one_of(st.just(""), words), max_size=3),
    ),
)
conditions = st.lists(
    st.one_of(
        st.builds(lambda value, printed: Condition(value, (), printed), words, st.booleans()),
        st.builds(lambda value, among: Condition(value, tuple(among)), words, st.lists(words, min_size=1, max_size=3)),
    ),
    max_size=3,
).map(tuple)
pixels = st.integers(0, 2000).map(lambda number: number / 4)
elements = st.builds(
    Element,
    form=st.sampled_from(get_args(Form)),
    area=areas,
    small=st.none() | areas,
    text=chosen,
    echelon=chosen,
    fill=chosen,
    ink=chosen,
    bar=chosen,
    when=conditions,
    width=shares,
    dashed=st.booleans(),
    round=shares,
    align=st.sampled_from(get_args(Align)),
    bold=st.booleans(),
    turn=st.integers(-180, 180).map(float),
    from_px=pixels,
    below_px=st.just(float("inf")) | pixels,
)
sides = st.lists(elements, max_size=3).map(tuple)
looks = st.builds(
    Look,
    id=words,
    title=words,
    of=st.lists(words, max_size=2).map(tuple),
    ground=chosen,
    front=sides,
    back_ground=chosen,
    back=sides,
    back_when=st.one_of(st.sampled_from(("always", "printed")), conditions),
    full_px=pixels,
)
numbers = st.none() | st.tuples(st.integers(0, 9), st.integers(10, 99))
markers = st.builds(
    lambda numbers, **rest: MarkerKind(least=numbers and numbers[0], most=numbers and numbers[1], **rest),
    numbers,
    id=words,
    title=words,
    section=words,
    about=words,
    on=st.lists(st.sampled_from(MARKER_PLACES), min_size=1, max_size=2).map(tuple),
    other=st.just("") | words,
    owned=st.booleans(),
    ground=chosen,
    parts=sides,
    full_px=pixels,
)
look_books = st.builds(
    lambda colours, looks, markers: kept_book(
        LookBook(colours, {each.id: each for each in looks}, {each.id: each for each in markers})
    ),
    st.dictionaries(words, colours, max_size=3),
    st.lists(looks, max_size=2),
    st.lists(markers, max_size=2),
)
"""Books as boxes hold them."""
