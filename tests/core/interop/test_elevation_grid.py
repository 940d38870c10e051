"""Reading ESRI ASCII grids: every header that tools write, and every fault with its line."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interop import elevation_grid
from core.interop.elevation_grid import BadGrid, read_elevation_grid

GOOD = """ncols 3
nrows 2
xllcorner 100
yllcorner 200
cellsize 10
NODATA_value -9999
1 2 3
4 5 -9999
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "ground.asc"
    file.write_text(text)
    return file


def test_rows_run_from_north_to_south_and_unknown_heights_are_nan(tmp_path):
    grid = read_elevation_grid(written(tmp_path, GOOD))
    assert np.array_equal(grid.heights, [[1, 2, 3], [4, 5, np.nan]], equal_nan=True)
    assert (grid.west, grid.south, grid.east, grid.north) == (100, 200, 130, 220)
    assert not grid.geographic


def test_a_grid_cannot_be_changed(tmp_path):
    grid = read_elevation_grid(written(tmp_path, GOOD))
    with pytest.raises(ValueError, match="read-only"):
        grid.heights[0, 0] = 7


def test_keys_may_stand_in_any_order_and_case_and_name_centres(tmp_path):
    text = "NROWS 2\nCELLSIZE 10\nYLLCENTER 205\nxllCenter 105\nnCols 3\n1 2 3 4 5 6\n"
    grid = read_elevation_grid(written(tmp_path, text))
    assert (grid.west, grid.south, grid.cell) == (100, 200, (10, 10))
    assert grid.heights.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_cells_may_be_wider_than_high(tmp_path):
    grid = read_elevation_grid(written(tmp_path, GOOD.replace("cellsize 10", "dx 10\ndy 20")))
    assert (grid.east, grid.north) == (130, 240)


@pytest.mark.parametrize(
    ("corner", "cell", "degrees"), [((-84, 36), 0.0008, True), ((700000, 36), 0.0008, False), ((10, 36), 5, False)]
)
def test_degrees_are_told_from_metres_by_their_size(tmp_path, corner, cell, degrees):
    text = f"ncols 2\nnrows 2\nxllcorner {corner[0]}\nyllcorner {corner[1]}\ncellsize {cell}\n1 2 3 4\n"
    file = written(tmp_path, text)
    assert read_elevation_grid(file).geographic is degrees
    assert read_elevation_grid(file, unit="metres").geographic is False


@pytest.mark.parametrize(
    ("old", "new", "line", "text"),
    [
        ("ncols 3", "ncolls 3", 1, 'Unknown key "ncolls" in the header. Did you mean "ncols"?'),
        ("nrows 2", "nrows two", 2, 'nrows needs one number, not "two"'),
        ("nrows 2", "nrows", 2, "nrows needs one number"),
        ("nrows 2", "nrows 2.5", 2, "nrows must be a whole number"),
        ("nrows 2", "nrows nan", 2, "nrows needs one number"),
        ("nrows 2\n", "", 6, "nrows is missing"),
        ("nrows 2", "nrows 2\nnrows 2", 3, "nrows is given twice (first in line 2)"),
        ("xllcorner 100\n", "", 6, "xllcorner or xllcenter is missing"),
        ("xllcorner 100", "xllcorner 100\nxllcenter 1", 4, "give xllcorner or xllcenter, not both"),
        ("cellsize 10", "cellsize 0", 5, "cellsize must be more than 0"),
        ("cellsize 10", "dx 10", 7, "dy is missing"),
        ("cellsize 10", "cellsize 10\ndx 10", 5, "cellsize and also dx or dy"),
        ("nrows 2", "nrows 20000000", 2, "too many"),
        ("4 5 -9999", "4 five -9999", 8, 'A height must be a number, not "five"'),
        ("4 5 -9999", "4 inf -9999", 8, "A height must be finite"),
        ("4 5 -9999", "4 5", 8, "ends after 5 heights; the header promises 3 × 2 = 6"),
        ("4 5 -9999", "4 5 6 7", 8, "More heights than the header promises"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path, old, new, line, text):
    assert old in GOOD
    file = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(BadGrid) as caught:
        read_elevation_grid(file)
    assert caught.value.place.line == line
    assert str(caught.value).startswith(f"{file}:{line}: ")
    assert text in str(caught.value)


def test_a_file_without_heights_says_so(tmp_path):
    with pytest.raises(BadGrid, match="ends before its first height"):
        read_elevation_grid(written(tmp_path, GOOD.split("1 2 3")[0]))
    with pytest.raises(BadGrid, match="No cell has a height"):
        read_elevation_grid(written(tmp_path, GOOD.split("1 2 3")[0] + "-9999 " * 6))


def test_a_file_much_bigger_than_its_header_is_not_read(tmp_path):
    with pytest.raises(BadGrid, match="far too big"):
        read_elevation_grid(written(tmp_path, GOOD + " " * 100_000))


def test_a_line_without_end_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(elevation_grid, "LONGEST_LINE", 50)
    with pytest.raises(BadGrid, match="more than 50 characters"):
        read_elevation_grid(written(tmp_path, GOOD + "1 " * 60))


def test_a_file_of_another_kind_is_refused(tmp_path):
    file = tmp_path / "picture.asc"
    file.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(BadGrid, match="Unknown key"):
        read_elevation_grid(file)


def test_a_file_that_is_not_there_says_so(tmp_path):
    with pytest.raises(BadGrid, match=r"missing\.asc: The file cannot be read: No such file or directory\."):
        read_elevation_grid(tmp_path / "missing.asc")
    with pytest.raises(BadGrid, match="cannot be read: Is a directory"):
        read_elevation_grid(tmp_path)


def test_what_the_progress_callback_raises_ends_the_reading(tmp_path):
    def cancel(done: float, what: str) -> None:
        raise KeyboardInterrupt(what)

    with pytest.raises(KeyboardInterrupt, match="reading heights"):
        read_elevation_grid(written(tmp_path, GOOD), progress=cancel)


@given(
    rows=st.lists(st.lists(st.integers(-400, 8000), min_size=3, max_size=3), min_size=2, max_size=6), words=st.integers(1, 7)
)
def test_line_ends_among_the_heights_mean_nothing(tmp_path_factory, rows, words):
    flat = [str(height) for row in rows for height in row]
    body = "\n".join(" ".join(flat[k : k + words]) for k in range(0, len(flat), words))
    text = f"ncols 3\nnrows {len(rows)}\nxllcorner 0\nyllcorner 0\ncellsize 1\n{body}\n"
    assert read_elevation_grid(written(tmp_path_factory.mktemp("grid"), text)).heights.tolist() == rows


def test_a_byte_order_mark_before_the_header_means_nothing(tmp_path):
    plain = read_elevation_grid(written(tmp_path, GOOD))
    marked = tmp_path / "marked.asc"
    marked.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert np.array_equal(read_elevation_grid(marked).heights, plain.heights, equal_nan=True)
