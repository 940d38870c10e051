"""A formation shows what all its counters are, and the size that its name says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.formation_symbols import SIZE_WORDS, echelon_in, symbol_of_all
from core.model.sidc import ECHELONS, Sidc
from core.model.symbol_table import functions

INFANTRY, MORTAR = str(Sidc.of("121100", echelon="platoon")), str(Sidc.of("130800"))
ARMOURED_INFANTRY = str(Sidc.of("1211020000", echelon="company"))


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("2nd Battalion, 71st Infantry Regiment", "battalion"),
        ("2nd Battalion 71st Infantry Regiment", "battalion"),
        ("71st Infantry Regiment (2nd Battalion)", "regiment"),
        ("II. Abteilung", "battalion"),
        ("1/K Company", "company"),
        ("A Coy of the 2nd Battalion", "company"),
        ("Corps Artillery Brigade", "brigade"),
        ("Army Group Centre", "army group"),
        ("Combat Team Baker", ""),
        ("1/119 Inf", ""),
        ("", ""),
    ],
)
def test_the_first_size_of_a_name_counts(name: str, size: str) -> None:
    assert echelon_in(name) == size


def test_size_words_mean_echelons() -> None:
    assert set(SIZE_WORDS.values()) <= set(ECHELONS.values())


def test_what_all_counters_are_is_shown_with_the_size_of_the_name() -> None:
    assert symbol_of_all("2nd Battalion", [INFANTRY, INFANTRY]) == str(Sidc.of("121100", echelon="battalion"))
    assert symbol_of_all("The Guard", [INFANTRY]) == str(Sidc.of("121100"))


def test_modifiers_that_differ_and_arms_that_differ_are_left_out() -> None:
    assert symbol_of_all("3rd Bn", [INFANTRY, ARMOURED_INFANTRY]) == str(Sidc.of("121100", echelon="battalion"))
    assert symbol_of_all("3rd Bn", [INFANTRY, MORTAR, INFANTRY]) == str(Sidc.of("000000", echelon="battalion"))
    assert symbol_of_all("The Guard", [INFANTRY, MORTAR]) == ""


def test_what_cannot_be_read_counts_for_nothing() -> None:
    assert symbol_of_all("Z", ["", "rubbish", INFANTRY]) == str(Sidc.of("121100"))
    assert symbol_of_all("Z", ["", "rubbish"]) == ""
    assert symbol_of_all("9th Division", []) == str(Sidc.of("000000", echelon="division"))


def test_the_frame_is_the_one_that_all_have() -> None:
    hostile = str(Sidc.of("121100", identity="hostile"))
    assert symbol_of_all("Z", [hostile]) == hostile
    assert symbol_of_all("Z", [hostile, INFANTRY]) == str(Sidc.of("121100"))


@given(st.text(max_size=20), st.lists(st.sampled_from([str(each.sidc) for each in functions()]), max_size=4), st.randoms())
def test_the_order_of_the_counters_and_how_many_they_are_change_nothing(name: str, codes: list[str], random) -> None:
    again = codes * 2
    random.shuffle(again)
    made = symbol_of_all(name, codes)
    assert symbol_of_all(name, again) == made
    assert not made or symbol_of_all(name, [*codes, made]) == made
