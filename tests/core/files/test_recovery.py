"""A recovery log leads to the very box that its changes led to, and counts nothing that is torn."""

import json
import zlib
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from core.files.box_files import load_box
from core.files.recovery import (
    BrokenLog,
    LogHead,
    base_line,
    head_line,
    read_log,
    saved_line,
    step_line,
    summary,
)
from core.files.value_text import CLASSES, ENUMS, NoValue, decode, encode, pieces
from core.model.box import GameBox
from core.model.edits.edit import Several
from core.model.edits.map_edits import ChangeBox, ChangeItems, ChangeSheet, ChangeSheets
from core.model.maps import Contour, ItemRef, Spot, Zone
from core.model.work import Work

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
HEAD = LogHead("/boxes/hill", "Hill", "0.1.0", 42)


@pytest.fixture(scope="module")
def box() -> GameBox:
    box = load_box(SCENARIOS / "tcs-example").box
    assert box is not None
    return box


def _steps(box: GameBox) -> list[Any]:
    file = box.sheets[0].file
    spot = Spot(Fraction(1, 10), (1.25, 2.5), "Top")
    zone = Zone("setup", frozenset({(1, 2), (2, 2)}), side="Germans")
    return [
        ChangeItems("", {ItemRef(file, "spots", 77): spot, ItemRef(file, "contours", 1): None}),
        ChangeItems("", {ItemRef(file, "zones", 1): zone}),
        ChangeSheet("", file, replace(box.sheets[0].sheet.head, title="Renamed", contour_interval=Fraction(5, 2))),
        ChangeBox("", replace(box.head, title="Renamed", note='a "note"\nof two lines')),
    ]


def _written(file: Path, box: GameBox, steps: list[Any]) -> Work:
    work = Work(box)
    lines = [head_line(HEAD), base_line(box)]
    for step in steps:
        work = step.apply(work)
        lines.append(step_line([step]))
    file.write_bytes(b"".join(lines))
    return work


def test_the_changes_lead_to_the_box_that_they_led_to(tmp_path, box):
    file = tmp_path / "a.recovery"
    work = _written(file, box, _steps(box))
    found = read_log(file)
    assert found.box == work.box
    assert [placed.sheet.items("contours").keys for placed in found.box.sheets] == [
        placed.sheet.items("contours").keys for placed in work.box.sheets
    ]
    assert (found.head, found.changes, found.lost, found.whole) == (HEAD, 4, 0, file.stat().st_size)


def test_sheets_keep_the_keys_of_their_items_when_they_are_replaced(tmp_path, box):
    steps = _steps(box)
    changed = steps[0].apply(Work(box)).box
    ref = ItemRef(box.sheets[0].file, "spots", 77)
    moved = ChangeItems("", {ref: Spot(Fraction(2), (3.0, 3.0))})
    file = tmp_path / "a.recovery"
    work = _written(file, box, [ChangeSheets("", changed.sheets), moved])
    assert read_log(file).box.item(ref) == work.box.item(ref) == Spot(Fraction(2), (3.0, 3.0))


@pytest.mark.parametrize("name", sorted(path.parent.name for path in SCENARIOS.glob("*/game.yaml")))
def test_every_shipped_box_is_written_and_read_as_the_same(name):
    box = load_box(SCENARIOS / name).box
    assert decode(encode(box)) == box


def test_what_is_written_in_pieces_is_what_json_writes_of_the_whole(box):
    for value in (box, tuple(_steps(box)), (ChangeSheets("", box.sheets),), (), (Several("", _steps(box)),)):
        assert "".join(pieces(value)) == json.dumps(encode(value), ensure_ascii=False, separators=(",", ":"))


def test_a_long_line_is_written_with_rests(box):
    rests = []
    file = box.sheets[0].file
    many = [ChangeItems("", {ItemRef(file, "spots", key): Spot(Fraction(key), (1.0, 2.0)) for key in range(1, 400)})]
    assert step_line(many, 1, lambda: rests.append(1)) == step_line(many, 1)
    assert len(rests) > 3


def test_a_torn_last_line_does_not_count(tmp_path, box):
    file = tmp_path / "a.recovery"
    steps = _steps(box)
    before = _written(file, box, steps[:-1])
    whole = file.stat().st_size
    _written(file, box, steps)
    data = file.read_bytes()
    for end in (whole + 1, whole + 30, len(data) - 1):
        file.write_bytes(data[:end])
        found = read_log(file)
        assert (found.box, found.changes, found.lost, found.whole) == (before.box, 3, 1, whole)


def test_what_stands_behind_an_altered_line_does_not_count(tmp_path, box):
    file = tmp_path / "a.recovery"
    work = _written(file, box, _steps(box))
    lines = file.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"Germans", b"Germanx")
    file.write_bytes(b"".join(lines))
    found = read_log(file)
    assert (found.changes, found.lost) == (1, 3)
    assert found.box != work.box


@pytest.mark.parametrize("point", ["[1.5]", "[]", "null", '"ab"', "1.5", '["a","b"]'])
def test_a_whole_line_that_holds_no_change_ends_what_counts(tmp_path, box, point):
    file = tmp_path / "a.recovery"
    work = _written(file, box, _steps(box))
    whole = file.stat().st_size
    drawn = ChangeItems("", {ItemRef(box.sheets[0].file, "contours", 99): Contour(Fraction(20), ((1.5, 7.5), (2.0, 2.0)))})
    text = step_line([drawn])[9:-1]
    broken = text.replace(b"[1.5,7.5]", point.encode())
    assert broken != text
    with file.open("ab") as stream:
        stream.write(b"%08x " % zlib.crc32(broken) + broken + b"\n")
    found = read_log(file)
    assert (found.box, found.changes, found.lost, found.whole) == (work.box, 4, 1, whole)


def test_a_log_without_its_base_says_so(tmp_path, box):
    file = tmp_path / "a.recovery"
    _written(file, box, _steps(box))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], *lines[2:]]))
    with pytest.raises(BrokenLog, match="changes began from"):
        read_log(file)
    found = summary(file)
    assert found is not None and "changes began from" in found.wrong


def test_a_log_of_another_format_says_whose_it_is(tmp_path, box):
    file = tmp_path / "a.recovery"
    file.write_bytes(head_line(replace(HEAD, format=99, program="7.0")) + base_line(box))
    with pytest.raises(BrokenLog, match=r"another version of Phaseline \(7.0\)"):
        read_log(file)
    found = summary(file)
    assert found is not None and "7.0" in found.wrong


def test_a_summary_counts_changes_and_knows_when_nothing_is_left_to_recover(tmp_path, box):
    file = tmp_path / "a.recovery"
    assert summary(file) is None
    _written(file, box, [])
    assert summary(file) is None
    _written(file, box, _steps(box))
    found = summary(file)
    assert found is not None
    assert (found.head, found.changes, found.wrong) == (HEAD, 4, "")
    with file.open("ab") as stream:
        stream.write(saved_line())
    assert summary(file) is None
    with file.open("ab") as stream:
        stream.write(step_line(_steps(box)[:1]))
    assert summary(file) is not None


def test_a_log_that_cannot_be_read_now_is_not_taken_for_an_empty_one(tmp_path):
    (tmp_path / "a.recovery").mkdir()
    found = summary(tmp_path / "a.recovery")
    assert found is not None and "cannot be read" in found.wrong
    assert summary(tmp_path / "gone.recovery") is None


@pytest.mark.parametrize("data", [b"", b"\n", b"no log\n", b"00000000 {}\n", b'{"head": 1}', b"\xff\xfe" * 50])
def test_a_file_that_is_no_log_is_refused_in_words(tmp_path, data):
    file = tmp_path / "a.recovery"
    file.write_bytes(data)
    with pytest.raises(BrokenLog):
        read_log(file)


@pytest.mark.parametrize(
    "plain",
    [
        {"is": "os.system"},
        {"is": "Spot", "wrong": 1},
        {"is": "Spot"},
        {"/": "1/0"},
        {"/": "many"},
        {"enum": "TerrainKind", "value": "lava"},
        {"what": 1},
        {"items": [[1]]},
        {"pairs": [[[{"set": []}], {"pairs": 1}]]},
    ],
)
def test_a_text_that_is_no_value_is_refused(plain):
    with pytest.raises(NoValue):
        decode(plain)


def test_whatever_a_box_can_hold_can_be_written():
    """Walks the annotations of the model, so that a class that is new in it cannot be forgotten here."""
    seen: set[object] = set()
    left: list[object] = [GameBox, *(CLASSES[name] for name in ("ChangeItems", "ChangeSheet", "ChangeSheets", "ChangeBox"))]
    while left:
        kind = left.pop()
        if kind in seen:
            continue
        seen.add(kind)
        left += get_args(kind)
        if isinstance(kind, type) and is_dataclass(kind):
            assert CLASSES.get(kind.__name__) is kind
            hints = get_type_hints(kind)
            left += [hints[each.name] for each in fields(kind)]
        elif isinstance(kind, type) and issubclass(kind, Enum):
            assert ENUMS.get(kind.__name__) is kind
