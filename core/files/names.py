"""File names that a box may use: inside its folder, and the same on every system."""

from pathlib import PurePosixPath

_FORBIDDEN = frozenset('\\:*?"<>|')


def bad_file_name(name: str) -> str:
    """Why a name cannot be a file of a box, as the end of a sentence; empty when it can.

    >>> bad_file_name("a.map.yaml")
    ''
    >>> bad_file_name("../../etc/passwd")
    "leads out of the box's folder"
    """
    path = PurePosixPath(name)
    if not name or name.endswith("/") or not path.name:
        return "is empty"
    if path.is_absolute() or ".." in path.parts or name[1:2] == ":":
        return "leads out of the box's folder"
    bad = sorted({sign for sign in name if sign in _FORBIDDEN or not sign.isprintable()})
    if bad:
        return f"holds {' '.join(repr(sign) for sign in bad)}, which not every system allows"
    return ""
