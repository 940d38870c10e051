"""Writes files so that a reader sees the old text or the new one, never half of either."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A temporary file beside `path`, for work that writes piece by piece; in the end it takes the place of `path` in one step.

    What was written is synced to disk before, and the folder after, so that a file stays written once this has ended. When
    anything is raised within, the old file stays and the temporary one goes. Raises OSError when the folder cannot be written.
    """
    made = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as stream:
            os.fsync(stream.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    for folder in (path.parent, *(folder.parent for folder in made)):
        _sync_folder(folder)


def write_bytes(path: Path, data: bytes) -> None:
    """Replaces `path` by `data` in one step: a temporary file beside it, synced to disk, then renamed.

    Raises OSError when the folder cannot be written; the old file is then untouched.
    """
    with replaced(path) as temporary:
        temporary.write_bytes(data)


def write_text(path: Path, text: str) -> None:
    """Replaces `path` by `text` in UTF-8 with plain line ends, in one step."""
    write_bytes(path, text.encode("utf-8"))


def _sync_folder(folder: Path) -> None:
    """Has the names in a folder written to disk, on systems and disks that can be asked to."""
    if os.name == "nt":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
