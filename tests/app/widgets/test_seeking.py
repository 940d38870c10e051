"""What fits the words that somebody types, and how well."""

from hypothesis import given
from hypothesis import strategies as st

from app.widgets.seeking import ELSEWHERE, IN_TITLE, TITLE_START, finds, fit

WORDS = st.text(alphabet="abcFI 61.é", min_size=1, max_size=8)


def test_words_are_found_in_any_order_and_case():
    assert finds("TABLE fire", "The Fire Table")
    assert not finds("fire chart", "The Fire Table")
    assert finds("", "anything")


def test_rule_numbers_are_found_from_their_start():
    assert finds("6.1", "rules 2.0 6.15")
    assert not finds("6.1", "rules 16.1 2.6.1")


def test_several_words_may_begin_the_title_or_its_words():
    assert fit("fire  tab", "Fire Table") == TITLE_START
    assert fit("tab fire", "Fire Table") < fit("able fire", "Fire Table") == IN_TITLE
    assert fit("9.1", "Fire Table") == ELSEWHERE


@given(WORDS, WORDS)
def test_what_fits_a_title_better_than_elsewhere_stands_in_it(wanted, title):
    if fit(wanted, title) != ELSEWHERE and not any(word[:1].isdigit() for word in wanted.split()):
        assert finds(wanted, title)


@given(WORDS)
def test_a_title_fits_itself_best(title):
    assert fit(title, " ".join(title.split())) == TITLE_START
