"""Symbol codes: every code that is read is built again as it was, and what is wrong with a text is said in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.sidc import ECHELONS, IDENTITIES, MOBILITIES, STATUSES, BadSidc, Sidc


def digits(count: int) -> st.SearchStrategy[str]:
    return st.text("0123456789", min_size=count, max_size=count)


codes = st.builds(
    "".join,
    st.tuples(
        digits(3),
        st.sampled_from(sorted(IDENTITIES)),
        digits(2),
        st.sampled_from(sorted(STATUSES)),
        st.sampled_from("01234567"),
        digits(12),
        st.sampled_from(["", "0000000000", "1200000826"]),
    ),
)


@given(codes)
def test_a_code_is_built_as_it_was_read(code: str) -> None:
    assert str(Sidc.parse(code)) == code
    assert Sidc.parse(str(Sidc.parse(code))) == Sidc.parse(code)


@given(codes, st.sampled_from([" ", "-", ".", "  "]))
def test_spaces_between_the_digits_do_not_count(code: str, space: str) -> None:
    assert Sidc.parse(f" {code[:4]}{space}{code[4:10]}{space}{code[10:]} ") == Sidc.parse(code)


@given(
    st.sampled_from(sorted(IDENTITIES.values())),
    st.sampled_from(["", *ECHELONS.values()]),
    st.sampled_from(sorted(STATUSES.values())),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_words_become_digits_and_digits_words(
    identity: str, echelon: str, status: str, headquarters: bool, task_force: bool, dummy: bool
) -> None:
    made = Sidc.of(
        "1211020027",
        identity=identity,
        echelon=echelon,
        status=status,
        headquarters=headquarters,
        task_force=task_force,
        dummy=dummy,
    )
    read = Sidc.parse(str(made))
    assert read == made
    assert (IDENTITIES[read.identity], read.echelon, STATUSES[read.status]) == (identity, echelon, status)
    assert (read.is_headquarters, read.is_task_force, read.is_dummy) == (headquarters, task_force, dummy)
    assert (read.entity, read.first, read.second) == ("121102", "00", "27")


def test_the_code_of_an_armoured_infantry_company_is_that_of_the_standard() -> None:
    assert str(Sidc.of("121102", echelon="company")) == "10031000151211020000"
    assert str(Sidc.of("120200", symbol_set="15", identity="hostile", mobility="tracked")) == "10061500331202000000"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "A symbol code is missing"),
        ("1003100016121100000", "it has 19 digits"),
        ("1003100016121100000X", '"X" is no digit'),
        ("10091000161211000000", "its fourth digit is 9; allowed: 0 pending, 1 unknown"),
        ("10031009161211000000", "its eighth digit is 9"),
        ("10031008161211000000", "its eighth digit is 8"),
        ("10031000 16121100 0000 1", "it has 21 digits"),
        ("٣٠٠٣١٠٠٠١٦١٢١١٠٠٠٠٠٠", "is no digit"),
    ],
)
def test_what_is_no_code_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(BadSidc) as fault:
        Sidc.parse(text)
    assert said in str(fault.value)
    assert str(fault.value).endswith(".")


def test_a_status_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSidc, match="its seventh digit is 9; allowed: 0 present, 1 planned"):
        Sidc.parse("10031090161211000000")


def test_words_that_are_nearly_right_are_corrected() -> None:
    with pytest.raises(BadSidc, match=r'no echelon "batallion" of symbols\. Did you mean "battalion"'):
        Sidc.of("121100", echelon="batallion")
    with pytest.raises(BadSidc, match='Did you mean "hostile"'):
        Sidc().with_identity("hostil")
    with pytest.raises(BadSidc, match="six digits, or ten"):
        Sidc.of("1211")
    with pytest.raises(BadSidc, match="not both"):
        Sidc.of("121100", echelon="company", mobility="tracked")


def test_the_four_frames_and_who_has_them() -> None:
    by_frame: dict[str, list[str]] = {}
    for name in IDENTITIES.values():
        by_frame.setdefault(Sidc().with_identity(name).affiliation, []).append(name)
    assert by_frame == {
        "unknown": ["pending", "unknown"],
        "friend": ["assumed friend", "friend"],
        "neutral": ["neutral"],
        "hostile": ["suspect", "hostile"],
    }


def test_what_is_not_certain_is_dashed() -> None:
    assert Sidc.of("121100", status="planned").is_planned
    assert Sidc.of("121100", identity="suspect").is_planned
    assert not Sidc.of("121100", identity="hostile").is_planned


def test_one_pair_of_digits_holds_the_size_or_the_mobility() -> None:
    assert not set(ECHELONS) & set(MOBILITIES)
    assert Sidc.of("121100", echelon="army group").mobility == ""
    assert Sidc.of("120200", mobility="half-tracked").echelon == ""
    assert Sidc.of("121100", echelon="corps").with_echelon("").amplifier == "00"
    assert Sidc().with_command(headquarters=True).command == "2"
