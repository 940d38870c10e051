import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.items import Items

changes = st.dictionaries(st.integers(-3, 12), st.none() | st.text("abc", min_size=1, max_size=2), max_size=6)


@given(st.lists(st.text("xyz", max_size=2), max_size=8), st.lists(changes, max_size=4))
def test_items_behave_like_a_sorted_dictionary(first, edits):
    items, plain = Items(first), dict(enumerate(first, start=1))
    for edit in edits:
        items = items.with_changes(edit)
        plain = {key: item for key, item in {**plain, **edit}.items() if item is not None}
    assert list(items.keyed()) == sorted(plain.items())
    assert list(items) == [plain[key] for key in sorted(plain)]
    assert len(items) == len(plain)
    assert items.next_key not in plain
    assert all(key < items.next_key for key in plain)


@given(st.lists(st.integers(), max_size=6), changes)
def test_a_change_leaves_the_collection_it_was_made_from_alone(first, edit):
    items = Items(first)
    items.with_changes(edit)
    assert list(items) == first


def test_items_are_equal_by_what_they_hold_and_not_by_their_keys():
    assert Items.of_keys({4: "a", 9: "b"}) == Items(["a", "b"])
    assert Items.of_keys({4: "b", 9: "a"}) != Items(["a", "b"])
    assert hash(Items.of_keys({4: "a"})) == hash(Items(["a"]))


def test_keys_survive_the_way_to_another_process():
    items = Items.of_keys({4: "a", 9: "b"})
    assert list(pickle.loads(pickle.dumps(items)).keyed()) == [(4, "a"), (9, "b")]


def test_positions_and_slices_read_in_order():
    items = Items.of_keys({9: "b", 4: "a", 11: "c"})
    assert (items[0], items[-1], items[1:]) == ("a", "c", ("b", "c"))
    with pytest.raises(IndexError):
        items[3]
