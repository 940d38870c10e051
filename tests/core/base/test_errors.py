"""The nearest word of a message: near enough to have been meant, or none."""

from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.laws import law

from core.base.errors import NEAR, changes, did_you_mean, nearest

WORDS = st.text("abcd-1 ", max_size=9)


def naive(one: str, other: str) -> int:
    """Changes from one text to another, by trying all of them."""

    @cache
    def away(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        ways = [away(i - 1, j) + 1, away(i, j - 1) + 1, away(i - 1, j - 1) + (one[i - 1] != other[j - 1])]
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            ways.append(away(i - 2, j - 2) + 1)
        return min(ways)

    return away(len(one), len(other))


@law(300)
@given(WORDS, WORDS, st.integers(0, 9))
def test_changes_are_those_that_trying_finds_up_to_the_most_that_are_wanted(one: str, other: str, most: int) -> None:
    found, true = changes(one, other, most), naive(one, other)
    assert found == true if true <= most else found > most


@law(300)
@given(WORDS, st.lists(WORDS, max_size=6))
def test_the_nearest_word_is_near_and_no_other_is_nearer(word: str, allowed: list[str]) -> None:
    far = {each: naive(word.casefold(), each.casefold()) for each in allowed}
    near = {each: count for each, count in far.items() if count * NEAR[1] <= max(len(word), len(each)) * NEAR[0]}
    found = nearest(word, allowed)
    assert found == min(near, key=lambda each: (near[each], naive(word, each), each), default=None)


@law(150)
@given(st.text("abcdefgh", min_size=4, max_size=12), st.data())
def test_one_slip_in_a_word_is_always_found(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 2))
    way = data.draw(st.sampled_from(["left out", "doubled", "swapped", "other"]))
    slipped = {
        "left out": word[:at] + word[at + 1 :],
        "doubled": word[: at + 1] + word[at:],
        "swapped": word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        "other": word[:at] + "x" + word[at + 1 :],
    }[way]
    assert nearest(slipped, [word, "unlike anything", "zzz"]) == word


@law(150)
@given(st.text("abcdefgh", max_size=12), st.lists(st.text("stuvwxyz", min_size=1, max_size=12), max_size=6))
def test_what_has_no_letter_in_common_is_never_meant(word: str, allowed: list[str]) -> None:
    assume(word)
    assert nearest(word, allowed) is None
    assert "Did you mean" not in did_you_mean(word, allowed)


@pytest.mark.parametrize(
    ("word", "allowed"),
    [
        ("village", ["vineyard", "ridge"]),
        ("fireOpen", ["overrun", "fire.area"]),
        ("road", ["rail", "river"]),
        ("ab", ["ac", "b"]),
        ("", ["a", "woods"]),
    ],
)
def test_what_is_only_a_little_alike_is_not_proposed(word: str, allowed: list[str]) -> None:
    assert nearest(word, allowed) is None


def test_capital_letters_are_no_change_and_come_back_as_they_are_allowed() -> None:
    assert nearest("HASTY defence", ["Hasty Defense", "Attack"]) == "Hasty Defense"
