"""One window at a time has a file, and a process that ends leaves it free."""

import subprocess
import sys

import pytest

from core.base.lock import InUse, Lock, in_use

HOLDER = """
import sys
from pathlib import Path
from core.base.lock import Lock
lock = Lock(Path(sys.argv[1]))
print("taken", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.journal"


def test_a_file_is_locked_once_and_free_afterwards(file):
    with Lock(file) as lock:
        with pytest.raises(InUse, match=r"a\.journal is open in this window already\. Leave it before") as refused:
            Lock(file)
        assert refused.value.here
        assert lock.path.exists()
    assert not lock.path.exists()
    Lock(file).release()


def test_a_lock_is_given_back_once(file):
    first = Lock(file)
    first.release()
    with Lock(file) as second:
        first.release()
        assert second.path.exists()


def test_a_file_has_one_lock_under_all_its_names(file, tmp_path):
    file.touch()
    other = tmp_path / "b.journal"
    other.symlink_to(file)
    with Lock(file), pytest.raises(InUse):
        Lock(other)


def test_another_process_has_it_until_it_is_killed(file):
    command = [sys.executable, "-c", HOLDER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "taken\n"
        with pytest.raises(InUse, match=rf"in another window \(process {holder.pid}\)\. Close it there") as refused:
            Lock(file)
        assert not refused.value.here
        holder.kill()
    with Lock(file) as lock:
        assert lock.path.exists()


def test_what_a_lock_file_says_is_shown_only_where_it_names_a_process(file):
    with Lock(file) as lock:
        lock.path.write_text("<b>nobody</b>\n")
        with pytest.raises(InUse, match=r"open in another window\. Close"):
            Lock(file)
        lock.path.write_text("12 elsewhere\n")
        with pytest.raises(InUse, match=r"\(process 12 on elsewhere\)"):
            Lock(file)


def test_whether_a_file_is_in_use_is_told_and_leaves_nothing(file):
    with Lock(file) as lock:
        assert in_use(file)
    assert not in_use(file) and not lock.path.exists()
    assert not in_use(file.parent / "nowhere" / file.name)
