import os

import pytest

from core.base.atomic import replaced, write_bytes


def test_what_is_written_piece_by_piece_takes_the_place_of_the_old_file_in_the_end(tmp_path):
    path = tmp_path / "new folder" / "map.png"
    write_bytes(path, b"old")
    path.chmod(0o640)
    with replaced(path) as temporary:
        assert temporary.parent == path.parent
        temporary.write_bytes(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o640


def test_the_old_file_stays_when_writing_fails(tmp_path):
    path = tmp_path / "map.png"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError, match="half way"), replaced(path) as temporary:
        temporary.write_bytes(b"half")
        raise RuntimeError("half way")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
