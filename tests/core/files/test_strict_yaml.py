"""What the YAML dialect reads, refuses, and how it names places."""

import os
from decimal import Decimal
from pathlib import Path

import pytest

from core.base.errors import Place
from core.files.strict_yaml import MOST_LEVELS, REFUSED, MissingFile, Unreadable, parse_document, read_document


def said(text: str) -> list[str]:
    return [str(issue) for issue in parse_document(text, "f.yaml").issues]


def refusal(text: str) -> str:
    with pytest.raises(Unreadable) as caught:
        parse_document(text, "f.yaml")
    return str(caught.value.issue)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("12:30", "12:30"),
        ("010", "010"),
        ("02.09", "02.09"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("2024-05-01", "2024-05-01"),
        (".nan", ".nan"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("17", 17),
        ("-3", -3),
        ("4.10", Decimal("4.10")),
        ("1e3", Decimal("1000")),
        ('"17"', "17"),
        ("'true'", "true"),
    ],
)
def test_a_scalar_is_what_it_looks_like_and_else_text(written: str, value: object) -> None:
    read = parse_document(f"key: {written}\n", "f.yaml").value["key"]
    assert read == value
    assert type(read) is type(value)


def test_values_and_keys_know_their_line_and_column() -> None:
    document = parse_document('a: 1\nlist:\n- {x: "é", y: [10, 4.10]}\n', "f.yaml")
    assert document.place(("a",)) == Place("f.yaml", 1, 4)
    assert document.place(("list", 0)) == Place("f.yaml", 3, 3)
    assert document.place(("list", 0, "y", 1)) == Place("f.yaml", 3, 20)
    assert document.key_place(("list", 0, "y")) == Place("f.yaml", 3, 12)
    assert document.text(("list", 0, "y", 1)) == "4.10"
    assert document.at(("list", 0, "y")) == [10, Decimal("4.10")]


def test_the_place_of_what_is_missing_is_that_of_its_holder() -> None:
    document = parse_document("a:\n- {b: 1}\n", "f.yaml")
    assert document.place(("a", 0, "nothing", 3)) == Place("f.yaml", 2, 3)
    assert document.text(("a", 7)) == ""


def test_a_repeated_key_is_reported_and_the_first_counts() -> None:
    document = parse_document("a: 1\nb: 2\na: 3\n", "f.yaml")
    assert document.value == {"a": 1, "b": 2}
    assert [str(issue) for issue in document.issues] == [
        'f.yaml:3:1: error: The key "a" stands here again; the first one, in line 1, counts.'
    ]


def test_an_alias_and_its_anchor_are_refused_and_the_rest_is_read() -> None:
    document = parse_document("a: &x 1\nb: *x\nc: 2\n", "f.yaml")
    assert document.value == {"a": 1, "b": REFUSED, "c": 2}
    assert [str(issue.place) for issue in document.issues] == ["f.yaml:1:4", "f.yaml:2:4"]
    assert "alias *x" in document.issues[1].text


def test_what_is_refused_again_and_again_is_told_once_with_how_many_more() -> None:
    text = "a: &x {b: 1}\n" + "".join(f"c{n}: [*x, {{<<: *x}}, !t 1]\n" for n in range(300)) + "d: *y\n"
    assert said(text) == [
        "f.yaml:1:4: error: The anchor &x is not allowed; aliases are refused, so leave it out.",
        "f.yaml:2:6: error: The alias *x is not allowed; write its value out. So it stands in 599 more places of the file.",
        "f.yaml:2:11: error: The merge key << is not allowed; write the keys out. So it stands in 299 more places of the file.",
        "f.yaml:2:20: error: The tag !t is not allowed; leave it out. So it stands in 299 more places of the file.",
        "f.yaml:302:4: error: The alias *y is not allowed; write its value out.",
    ]
    assert said("a: &x 1\nb: *x\nc: *x\n")[1].endswith("So it stands in 1 more place of the file.")


def test_a_nest_of_aliases_stays_small() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{n}: &{n} [*{p}, *{p}]\n" for p, n in zip("abcdefghij", "bcdefghijk", strict=True))
    document = parse_document(bomb, "f.yaml")
    assert document.value["k"] == [REFUSED, REFUSED]


def test_a_merge_key_is_refused() -> None:
    document = parse_document("a: {<<: {b: 1}, c: 2}\n", "f.yaml")
    assert document.value == {"a": {"c": 2}}
    assert [str(issue.place) for issue in document.issues] == ["f.yaml:1:5"]


def test_a_tag_is_refused_with_its_value() -> None:
    document = parse_document("a: !!python/name:os.system x\nb: !thing {c: 1}\nd: 1\n", "f.yaml")
    assert document.value == {"a": REFUSED, "b": REFUSED, "d": 1}
    assert [issue.place.line for issue in document.issues] == [1, 2]
    assert "!thing" in document.issues[1].text


def test_an_unquoted_number_as_key_is_refused_with_a_hint() -> None:
    assert said("4.10: {a: 1}\n") == [
        'f.yaml:1:1: error: 4.10 without quotes is a number and not text; write it in quotes: "4.10".'
    ]


def test_a_list_as_key_is_refused_and_the_rest_is_read() -> None:
    document = parse_document("? [1, 2]\n: 3\nb: 4\n", "f.yaml")
    assert document.value == {"b": 4}
    assert [str(issue) for issue in document.issues] == ["f.yaml:1:3: error: A key must be text."]


def test_a_second_document_is_reported_and_not_read() -> None:
    document = parse_document("a: 1\n---\na: 2\n", "f.yaml")
    assert document.value == {"a": 1}
    assert [issue.place.line for issue in document.issues] == [2]


def test_a_hundred_thousand_brackets_are_refused_at_once() -> None:
    assert (
        refusal("[" * 100_000)
        == f"f.yaml:1:{MOST_LEVELS + 1}: error: Values are nested more than {MOST_LEVELS} levels deep here."
    )


def test_deep_block_nesting_is_refused() -> None:
    text = "".join(f"{' ' * depth}a:\n" for depth in range(5000))
    assert refusal(text).startswith(f"f.yaml:{MOST_LEVELS + 1}:")


@pytest.mark.parametrize(
    ("text", "place"),
    [("a: [1, 2\nb: 3\n", "f.yaml:2:2"), ('a: "x\n', "f.yaml:2:1"), ("a: b: c\n", "f.yaml:1:5"), ("a:\n\t- b\n", "f.yaml:2:1")],
)
def test_what_is_no_yaml_names_its_place(text: str, place: str) -> None:
    assert refusal(text).startswith(f"{place}: error: This is not YAML: ")


def test_a_tab_as_indentation_gets_a_hint() -> None:
    assert "indent with spaces" in refusal("a:\n\t- b\n")


def test_an_empty_file_is_refused() -> None:
    assert refusal("") == "f.yaml: error: The file is empty."


def test_a_nul_names_its_place() -> None:
    assert refusal("a: 1\nb: x\0y\n") == "f.yaml:2:5: error: The character U+0000 does not belong in a text file."


def test_bytes_that_are_no_utf8_name_their_place(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes("a: 1\nü: ".encode() + b"\xff\n")
    with pytest.raises(Unreadable) as caught:
        read_document(file, "f.yaml")
    assert str(caught.value.issue) == "f.yaml:2:4: error: The file is not text in UTF-8 (byte 0xff)."


def test_a_byte_order_mark_and_windows_line_ends_do_not_move_places(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    document = read_document(file, "f.yaml")
    assert document.value == {"a": 1, "b": 2}
    assert document.place(("b",)) == Place("f.yaml", 2, 4)


def test_a_file_of_one_gigabyte_is_refused_by_its_size(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    with file.open("wb") as stream:
        stream.truncate(1024**3)
    with pytest.raises(Unreadable) as caught:
        read_document(file, "f.yaml")
    assert str(caught.value.issue) == "f.yaml: error: The file is 1.0 GB; Phaseline reads files of up to 64 MB."


def test_a_folder_a_pipe_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, text in ((tmp_path, "folder"), (tmp_path / "pipe", "no ordinary file")):
        with pytest.raises(Unreadable, match=text):
            read_document(path, "f.yaml")
    with pytest.raises(MissingFile):
        read_document(tmp_path / "none.yaml", "f.yaml")


def test_a_number_of_many_digits_stays_text() -> None:
    assert parse_document(f"a: {'9' * 50_000}\n", "f.yaml").value["a"] == "9" * 50_000


def test_more_values_than_any_map_needs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.files.strict_yaml.MOST_VALUES", 10)
    assert refusal("[" + "1, " * 20 + "1]") == "f.yaml:1:29: error: The file holds more than 10 values."
