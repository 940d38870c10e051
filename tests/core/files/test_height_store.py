"""Stored heights: what was kept comes back, and no file in the folder, whatever it holds, gives a wrong height or a fault."""

import hashlib
import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from oracles import contour_maps
from oracles.grounds import ground_of, lines_of
from oracles.laws import law

from core.analysis.elevation import Heights, HeightSettings, survey
from core.analysis.ground import Ground
from core.files.height_store import keep, recall

FORMED = HeightSettings(hilltop="rise", bottom="fall")
SETTINGS = [HeightSettings(), FORMED, HeightSettings(between="next_lower", bottom="interval_lower")]
GROUND = ground_of(lines_of(contour_maps.smooth(1)), spots=(((3.0, 3.0), Fraction(89, 2)),), sea=shapely.box(0, 0, 2, 1))


def _surveyed(settings: HeightSettings, ground: Ground = GROUND) -> Heights:
    heights = Heights(ground, settings)
    for _ in survey(heights):
        pass
    return heights


def _stored(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


@pytest.mark.parametrize("settings", SETTINGS)
def test_kept_heights_come_back_exactly(settings: HeightSettings, tmp_path: Path) -> None:
    heights = _surveyed(settings)
    keep(heights, tmp_path)
    again = Heights(GROUND, settings)
    decided = {h: level for h, level in heights.known.items() if level.height is not None}
    assert recall(again, tmp_path) == len(decided) > 40
    # Which line a dot lies on is for the sentence of a missing height; it is not kept.
    assert again.known == {h: replace(level, line=None) for h, level in decided.items()}
    assert {level.how for level in decided.values()} >= {"sea", "hilltop"}


def test_what_is_known_already_is_not_overwritten(tmp_path: Path) -> None:
    heights = _surveyed(SETTINGS[0])
    keep(heights, tmp_path)
    again = Heights(GROUND, SETTINGS[0])
    place = GROUND.hexes[0]
    own = again.known[place] = replace(heights.known[place], tied=True, reach=1.5)
    recall(again, tmp_path)
    assert again.known[place] is own


def test_heights_of_other_settings_or_other_ground_are_not_found(tmp_path: Path) -> None:
    keep(_surveyed(SETTINGS[0]), tmp_path)
    line = GROUND.lines[0]
    moved = replace(line, points=((line.points[0][0] + 1e-9, line.points[0][1]), *line.points[1:]))
    for ground, settings in (
        (GROUND, FORMED),
        (GROUND, replace(SETTINGS[0], tie_up=False)),
        (replace(GROUND, lines=(moved, *GROUND.lines[1:])), SETTINGS[0]),
        (replace(GROUND, lines=(replace(line, height=line.height + 1), *GROUND.lines[1:])), SETTINGS[0]),
        (replace(GROUND, spots=()), SETTINGS[0]),
        (replace(GROUND, interval=Fraction(10)), SETTINGS[0]),
        (replace(GROUND, sea=shapely.box(0, 0, 2, 1.5)), SETTINGS[0]),
    ):
        other = Heights(ground, settings)
        assert recall(other, tmp_path) == 0
        assert other.known == {}


def _kept(folder: Path) -> tuple[Path, bytes]:
    """The file of one survey, written anew into a folder."""
    heights = Heights(GROUND, SETTINGS[0])
    for place in GROUND.hexes[:30]:
        heights.centre(place)
    keep(heights, folder)
    path = _stored(folder)
    return path, path.read_bytes()


def _recalled(folder: Path) -> Heights:
    heights = Heights(GROUND, SETTINGS[0])
    recall(heights, folder)
    return heights


@law(60)
@given(data=st.data())
def test_a_damaged_file_gives_the_right_heights_or_none(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("store")
    path, whole = _kept(folder)
    at = data.draw(st.integers(0, len(whole) - 1))
    damage = data.draw(st.sampled_from(["cut", "flip", "digit", "drop", "double"]))
    if damage == "cut":
        path.write_bytes(whole[:at])
    elif damage == "flip":
        path.write_bytes(whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :])
    elif damage == "digit":
        path.write_bytes(whole[:at] + whole[at:].replace(b"5", b"6", 1))
    elif damage == "drop":
        path.write_bytes(whole[:at] + whole[at + 1 :])
    else:
        path.write_bytes(whole + whole)
    right = Heights(GROUND, SETTINGS[0])
    for place, level in _recalled(folder).known.items():
        assert level.height == right.centre(place).height


HOSTILE = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b'{"levels": 5}',
    b'{"levels": [5]}',
    b'{"levels": [[0, 0]]}',
    b'{"levels": [[null, 0, "1", "contour", null, 0, null]]}',
    b'{"levels": [[1e400, 0, "1", "contour", null, 0, null]]}',
    b'{"levels": [[0, 0, "1/0", "contour", null, 0, null]]}',
    b'{"levels": [[0, 0, "nan", "contour", null, 0, null]]}',
    b'{"levels": [[0, 0, "1e999999999", "contour", null, 0, null]]}',
    b'{"levels": [[0, 0, "1", ["contour"], null, 0, null]]}',
    b'{"levels": [[0, 0, "1", "guessed", null, 0, null]]}',
    b'{"levels": [[0, 0, "1", "between", null, 0, [1, 2, 3]]]}',
    b'{"levels": [[0, 0, "1", "between", null, 0, [0, 0, 1, 1, "1e999999999", "2", 0.5]]]}',
    b'{"levels": [[0, 0, "' + b"9" * 5000 + b'", "contour", null, 0, null]]}',
    b"[" * 100_000,
    b"\xff\xfe\x00",
    b'{"levels": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
]


@pytest.mark.parametrize("content", HOSTILE, ids=[repr(c[:40]) for c in HOSTILE])
@pytest.mark.parametrize("sealed", [False, True], ids=["bare", "under its own seal"])
def test_a_file_of_anything_else_is_passed_over(content: bytes, sealed: bool, tmp_path: Path) -> None:
    path, _ = _kept(tmp_path)
    seal = hashlib.sha256(content).hexdigest().encode() + b"\n" if sealed else b""
    path.write_bytes(seal + content)
    assert _recalled(tmp_path).known == {}


def test_a_folder_in_the_place_of_the_file_is_passed_over(tmp_path: Path) -> None:
    path, _ = _kept(tmp_path)
    path.unlink()
    path.mkdir()
    assert _recalled(tmp_path).known == {}
    keep(_surveyed(SETTINGS[0]), tmp_path)
    assert recall(Heights(GROUND, SETTINGS[0]), tmp_path / "none") == 0


def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keep(_surveyed(SETTINGS[0]), tmp_path / "file" / "heights")
    assert (tmp_path / "file").read_text() == ""


def test_undecidable_heights_are_not_stored_and_infinite_reaches_are(tmp_path: Path) -> None:
    lonely = ground_of([replace(GROUND.lines[0], high=0)])
    heights = _surveyed(FORMED, lonely)
    keep(heights, tmp_path)
    again = Heights(lonely, FORMED)
    recall(again, tmp_path)
    assert all(level.height is not None for level in again.known.values())
    full = Heights(GROUND, FORMED)
    keep(_surveyed(FORMED), tmp_path / "other")
    recall(full, tmp_path / "other")
    assert any(math.isinf(level.reach) for level in full.known.values())
    assert "Infinity" not in _stored(tmp_path / "other").read_text(encoding="utf-8")
    assert json.loads(_stored(tmp_path / "other").read_text(encoding="utf-8").splitlines()[-1])
