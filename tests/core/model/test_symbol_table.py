"""What symbol codes mean: names, words to look for, codes of letters, and what is said of codes that are not known."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.resources import resources_folder
from core.model import symbol_table
from core.model.sidc import ECHELONS, BadSidc, Sidc
from core.model.symbol_table import (
    Function,
    describe,
    findings,
    function_words,
    functions,
    nearest_of_standards,
    read_sidc,
    read_words,
    search,
    sidc_of,
)

ALL = functions()
MANUAL = resources_folder() / "manual" / "symbols.md"


def spaced(code: str) -> str:
    return f"{code[:6]} {code[6:8]} {code[8:]}"


def ids(function: Function) -> str:
    return f"{function.symbol_set}-{function.code}"


@pytest.mark.parametrize("function", ALL, ids=ids)
def test_every_function_is_known_by_its_code_and_found_by_its_name(function: Function) -> None:
    assert findings(function.sidc) == ()
    assert function_words(function.sidc) == function.name
    assert function in search(function.name, function.symbol_set, most=10)
    assert len(function.code) == 10 and function.code.isdigit()
    for word in function.words:
        assert function in search(word, function.symbol_set, most=len(ALL)), word


def test_names_codes_and_letters_occur_once() -> None:
    for symbol_set in symbol_table.symbol_sets():
        names = [function.name for function in functions(symbol_set)]
        assert len(names) == len(set(names))
    letters = [each for function in ALL for each in function.letters]
    assert len(letters) == len(set(letters))


def test_every_function_with_modifiers_has_its_entity_and_its_modifiers_or_is_drawn_by_itself() -> None:
    for symbol_set in symbol_table.symbol_sets().values():
        for function in symbol_set.functions.values():
            assert function.code[:6] + "0000" in symbol_set.functions, function
            base = symbol_set.functions.get(function.code[:8] + "00")
            if function.draw is None and (base is None or base.draw is None):
                assert function.code[6:8] in ("00", *symbol_set.first), function
            if function.draw is None:
                assert function.code[8:] in ("00", *symbol_set.second), function


@given(st.sampled_from(functions("10")), st.sampled_from(["", *ECHELONS.values()]))
def test_words_of_a_unit_lead_back_to_its_code(function: Function, echelon: str) -> None:
    sidc = function.sidc.with_echelon(echelon)
    assert sidc_of(describe(sidc)) == sidc
    marked = replace(sidc.with_identity("suspect").with_command(headquarters=True, dummy=True), status="3")
    assert read_words(describe(marked)) == marked


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("mech inf", "armoured infantry"),
        ("inf mech", "armoured infantry"),
        ("MECHANIZED INFANTRY", "armoured infantry"),
        ("mot inf", "motorised infantry"),
        ("para", "parachute infantry"),
        ("gebirgs", "mountain infantry"),
        ("sp art", "self-propelled artillery"),
        ("nebelwerfer", "rocket artillery"),
        ("stug", "assault gun"),
        ("flak", "anti-aircraft guns"),
        ("hmg", "heavy machine guns"),
        ("pio", "engineers"),
        ("kradschutzen", "motorcycle infantry"),
        ("cav", "reconnaissance"),
        ("horse", "horse cavalry"),
        ("Gebirgsjäger", "mountain infantry"),
        ("STURMGESCHÜTZ", "assault gun"),
    ],
)
def test_the_picker_finds_what_players_type(typed: str, found: str) -> None:
    assert found in [function.name for function in search(typed, "10")][:3]


def test_a_search_for_nothing_gives_everything_and_for_nonsense_nothing() -> None:
    assert search("  ", "10", most=500) == functions("10")
    assert search("zzz") == ()
    assert len(search("", most=5)) == 5


def test_what_is_said_to_those_who_do_not_see_the_symbol() -> None:
    assert describe(Sidc.of("121102", echelon="company")) == "armoured infantry company"
    assert describe(Sidc.of("1303000027", echelon="battalion")) == "mountain artillery battalion"
    assert describe(Sidc.of("1303000627", identity="suspect")) == "suspect mountain bridging artillery"
    assert (
        describe(Sidc.of("121100", echelon="division", task_force=True, dummy=True)) == "infantry division, task force, dummy"
    )
    assert describe(Sidc.of("120200", symbol_set="15", mobility="rail", status="destroyed")) == "tank, rail, destroyed"
    assert describe(Sidc.of("129900", echelon="corps")) == "unknown land unit corps"
    assert describe(Sidc.of("110000", symbol_set="35")) == "unknown symbol"


@pytest.mark.parametrize(
    ("letters", "digits"),
    [
        ("SFGPUCIZ---E---", "10031000151211020000"),
        ("sfgpuciz---e---", "10031000151211020000"),
        ("SHGPUCATH--F", "10061000161205000015"),
        ("SFGPUCI---AH---", "10031002181211000000"),
        ("SNGAUCF----G---", "10041010171303000000"),
        ("SDGPUCIO--CD---", "10131003141211000027"),
        ("SHGPEVATM-MQ---", "10061500331202020000"),
        ("SFAPMFB--------", "10030100001101030000"),
        ("SFSPCLDD-------", "10033000001202030000"),
        ("SFGPU----------", "10031000000000000000"),
    ],
)
def test_codes_of_letters_become_digits(letters: str, digits: str) -> None:
    reading = read_sidc(letters)
    assert (str(reading.sidc), reading.finding) == (digits, "")


@pytest.mark.parametrize("function", [f for f in ALL if f.letters], ids=ids)
def test_every_letter_code_of_the_tables_is_read(function: Function) -> None:
    for letters in function.letters:
        if letters[0] == "G" and len(letters) == 1:
            continue
        reading = read_sidc(f"SF{letters[0]}P{letters[1:]}".ljust(15, "-"))
        assert (reading.sidc, reading.finding) == (function.sidc, ""), letters


def test_letters_that_are_too_fine_are_taken_wider_and_said() -> None:
    reading = read_sidc("SFGPUCIZQ--E---")
    assert describe(reading.sidc) == "armoured infantry company"
    assert reading.finding == '"SFGPUCIZQ--E---" names the function UCIZQ, which is not known; taken as armoured infantry.'


@pytest.mark.parametrize("text", ["SFGPX----------", "GFGPUCI--------", "SFPPS----------", "SFGQUCI--------"])
def test_letters_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(BadSidc) as fault:
        read_sidc(text)
    assert text in str(fault.value)


def test_what_is_not_known_is_said() -> None:
    assert findings(Sidc.of("129900")) == (
        'The symbol 10031000001299000000 has the function 129900, which is not known; it is drawn as "?".',
    )
    assert "first modifier 14, which is not known and not drawn" in findings(Sidc.of("1211001400"))[0]
    assert "second modifier 66, which is not known and not drawn" in findings(Sidc.of("1211000066"))[0]
    assert "is of set 35, which is not drawn; drawn are: 10 land unit" in findings(Sidc.of("110000", symbol_set="35"))[0]
    assert "modifiers of APP-6E" in findings(Sidc.parse("100310001612110000001200000000"))[0]
    assert findings(Sidc.parse("100310001612110000000000000826")) == ()
    assert findings(Sidc.of("1407020027")) == ()


def test_a_function_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadSidc, match=r'no symbol for "armored infantrie"\. Did you mean "armoured infantry"'):
        sidc_of("armored infantrie")
    assert sidc_of("fallschirmjager").second == "01"
    assert str(sidc_of("Armour Division", identity="hostile")) == "10061000211205000000"


def test_our_own_codes_have_a_neighbour_in_the_standards() -> None:
    ours = [function for function in ALL if function.instead]
    assert ours
    for function in ours:
        plain = nearest_of_standards(function.sidc)
        neighbour = symbol_table.function_of(plain)
        assert neighbour is not None and not neighbour.instead, function
        row = f"| {function.name} | {spaced(function.code)} | {spaced(neighbour.code)}, {neighbour.name} |"
        assert row in MANUAL.read_text("utf-8"), "the manual lists the codes that are ours"
    combined = nearest_of_standards(Sidc.of("1211019991"))
    assert (combined.entity, combined.first, combined.second) == ("121101", "85", "01")
    assert nearest_of_standards(Sidc.of("121102")) == Sidc.of("121102")
    assert nearest_of_standards(Sidc.of("110000", symbol_set="35")) == Sidc.of("110000", symbol_set="35")
