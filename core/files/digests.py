"""Digests of what files say, so that two players, or one a month later, can tell whether they hold the same."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from core.files.resources import rulesets_folder

SUFFIX = ".yaml"


def box_digest(folder: Path) -> bytes:
    """The digest of all that the files of a box say, pictures and former versions not counted; 32 bytes.

    Line ends count as one, so that a copy that went through another system is the same. Raises OSError.
    """
    return _digest(folder, (path for path in folder.rglob(f"*{SUFFIX}") if not _is_hidden(folder, path)))


def rules_digest(ruleset: str) -> bytes:
    """The digest of all numbers, charts and options of a ruleset that comes with the program, by its id; 32 bytes.

    Of a ruleset that does not come with it, it is the digest of nothing. Raises MissingResource.
    """
    folder = next((each for each in _editions(rulesets_folder()) if _id(each) == ruleset), None)
    return _digest(folder, folder.rglob(f"*{SUFFIX}")) if folder is not None else hashlib.sha256().digest()


def _editions(folder: Path) -> Iterable[Path]:
    return (path.parent for path in sorted(folder.glob(f"**/ruleset{SUFFIX}")))


def _id(folder: Path) -> str:
    return "-".join(folder.relative_to(rulesets_folder()).parts)


def _is_hidden(folder: Path, path: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _digest(folder: Path, paths: Iterable[Path]) -> bytes:
    whole = hashlib.sha256()
    for path in sorted(paths, key=lambda each: each.relative_to(folder).as_posix()):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        name = path.relative_to(folder).as_posix().encode()
        whole.update(b"%d %b %d " % (len(name), name, len(text)))
        whole.update(text)
    return whole.digest()
