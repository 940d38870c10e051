"""Former versions of a file: nothing that somebody has written is overwritten for good.

Every version that was there stays beside the file, as `….yaml.old`, `….yaml.2.old` and so on, the highest number the latest.
"""

import os
import re
from pathlib import Path

OLD = ".old"
"""The end of the names of former versions."""


def keep_before(path: Path) -> Path | None:
    """Keeps what a file holds beside it, before it is written anew; the file stays until then. Raises OSError.

    Returns the file that holds it now, None when there was nothing to keep.
    """
    return set_aside(path, path.read_bytes()) if path.is_file() else None


def former_versions(path: Path) -> tuple[Path, ...]:
    """The former versions of a file that lie beside it, the oldest first. Raises OSError."""
    if not path.parent.is_dir():
        return ()
    name = re.compile(rf"{re.escape(path.name)}(?:\.([1-9]\d{{0,8}}))?{re.escape(OLD)}")
    found = [(int(match[1] or 1), held) for held in path.parent.iterdir() if (match := name.fullmatch(held.name))]
    return tuple(held for _, held in sorted(found))


def set_aside(path: Path, data: bytes) -> Path:
    """Keeps some bytes as a former version of a file: in one that holds them already, or in a new one after all others.

    Raises OSError. Returns the file that holds them.
    """
    former = former_versions(path)
    for held in reversed(former):
        if held.is_file() and held.read_bytes() == data:
            return held
    last = former[-1].name.removesuffix(OLD).removeprefix(path.name).lstrip(".") if former else "0"
    number = int(last or 1) + 1
    while True:
        held = path.with_name(f"{path.name}{f'.{number}' if number > 1 else ''}{OLD}")
        try:
            # Only a name that nobody has, not even another window of the program.
            stream = held.open("xb")
        except FileExistsError:
            number += 1
            continue
        try:
            with stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
        except BaseException:
            held.unlink(missing_ok=True)
            raise
        return held
