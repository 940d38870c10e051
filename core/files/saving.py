"""Saves a box over what is on disk: never over what somebody else has written, never without the previous version.

The previous version is the whole box as it was before the last save, in `BACKUP_FOLDER` inside its folder: it travels with
the box, can be looked at without this program, and opens like any other box.
"""

import errno
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from core.base.atomic import write_bytes, write_text
from core.base.errors import CoreError
from core.files.canonical import GAME_FILE, all_file_names, box_texts
from core.files.names import bad_file_name
from core.files.saves import BACKUP_FOLDER, Examined, Prints, SaveResult, prints_of
from core.model.box import GameBox

_MAY_COMMENT = re.compile(r"(?:^|\s)#", re.MULTILINE)

_REASONS = {
    errno.EACCES: "it may not be written there",
    errno.EPERM: "it may not be written there",
    errno.EROFS: "the disk can only be read",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "there is no more room for you on the disk",
}


def files_of(box: GameBox) -> tuple[str, ...]:
    """The files that a box is saved in, by their names inside its folder. Raises WrongUse for names that cannot be used."""
    return all_file_names(box)


def examine(folder: Path, files: Sequence[str]) -> Examined:
    """The files of a box as they are on disk."""
    return Examined(prints_of(folder, files), tuple(file for file in files if has_comments(folder / file)))


def has_comments(path: Path) -> bool:
    """Whether a YAML file holds comments, which are lost when the program writes it. A file that cannot be read holds none."""
    try:
        text = path.read_text(encoding="utf-8")
        if not _MAY_COMMENT.search(text):
            return False
        at = 0
        for token in yaml.scan(text, Loader=yaml.CSafeLoader):
            if "#" in text[at : token.start_mark.index]:
                return True
            at = max(at, token.end_mark.index)
        return "#" in text[at:]
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return False


def save(folder: Path, box: GameBox, known: Prints | None, source: Path | None = None) -> SaveResult:
    """Writes a box into a folder, after the files that are there have been copied to the backup.

    `known` are the fingerprints of the files when they were last read or written; where one is another now, nothing is
    written. Files of maps that the box no longer has are among them: they stay where they are, and only what has since been
    written into one counts. None writes over whatever is there. `source` is the folder that the box was opened from when this
    is a copy: scans under its maps are copied along.
    """
    try:
        files = files_of(box)
        named = _named_in(folder)
        if known is not None:
            now = prints_of(folder, dict.fromkeys((*files, *known)))
            changed = tuple(file for file, digest in now.items() if digest != known.get(file, "") and (digest or file in files))
            if changed:
                return SaveResult("changed", changed)
        before = {file: data for file in dict.fromkeys((*files, *named)) if (data := _read(folder / file)) is not None}
        texts = {file: text for file, text in box_texts(box).items() if text.encode("utf-8") != before.get(file)}
        if source is not None and source != folder:
            _copy_scans(box, source, folder)
        if texts:
            _back_up(folder, before)
        # The game file comes last, after the sheets that it names.
        for file, text in texts.items():
            write_text(folder / file, text)
    except OSError as error:
        reason = _REASONS.get(error.errno or 0, error.strerror or str(error))
        return SaveResult("refused", text=f"The box could not be saved in {folder}: {reason}.")
    except CoreError as error:
        return SaveResult("refused", text=str(error))
    return SaveResult("saved", tuple(texts), prints_of(folder, dict.fromkeys((*files, *named, *(known or ())))))


def _named_in(folder: Path) -> tuple[str, ...]:
    """The files of the box that is in a folder now, as far as its game file can be read."""
    try:
        game = yaml.load((folder / GAME_FILE).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValueError, RecursionError):
        return ()
    if not isinstance(game, dict):
        return ()
    maps, scenarios = game.get("maps"), game.get("scenarios")
    files = [each.get("file") for each in maps if isinstance(each, dict)] if isinstance(maps, list) else []
    files += [game.get("looks"), game.get("oob"), *(scenarios if isinstance(scenarios, list) else ())]
    return tuple(file for file in files if isinstance(file, str) and not bad_file_name(file))


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _back_up(folder: Path, files: Mapping[str, bytes]) -> None:
    """Puts the files into the backup, in the place of what was there before."""
    backup = folder / BACKUP_FOLDER
    if files and backup.is_dir():
        for old in sorted(backup.rglob("*.yaml")):
            if old.relative_to(backup).as_posix() not in files:
                old.unlink()
    for file, data in files.items():
        write_bytes(backup / file, data)


def _copy_scans(box: GameBox, source: Path, folder: Path) -> None:
    for placed in box.sheets:
        underlay = placed.sheet.underlay
        if underlay is None or bad_file_name(underlay.file):
            continue
        scan, copy = source / underlay.file, folder / underlay.file
        if scan.is_file() and not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(scan, copy)
