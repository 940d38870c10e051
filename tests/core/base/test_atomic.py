import os
import stat

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


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be synced there")
def test_the_folder_is_synced_after_the_file_has_taken_its_place(tmp_path, monkeypatch):
    path = tmp_path / "new" / "deep" / "map.yaml"
    synced = []
    sync = os.fsync

    def noting(handle):
        found = os.fstat(handle)
        synced.append(("folder" if stat.S_ISDIR(found.st_mode) else "file", found.st_ino, path.exists()))
        sync(handle)

    monkeypatch.setattr(os, "fsync", noting)
    write_bytes(path, b"text")
    file, *folders = synced
    assert file[0] == "file" and not file[2]
    assert folders == [("folder", at.stat().st_ino, True) for at in (path.parent, path.parent.parent, tmp_path)]


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be synced there")
def test_a_disk_that_cannot_sync_folders_is_written_all_the_same(tmp_path, monkeypatch):
    sync = os.fsync

    def refusing(handle):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(22, "Invalid argument")
        sync(handle)

    monkeypatch.setattr(os, "fsync", refusing)
    write_bytes(tmp_path / "map.yaml", b"text")
    assert (tmp_path / "map.yaml").read_bytes() == b"text"
