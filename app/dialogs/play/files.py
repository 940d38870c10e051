"""Names of files of sessions as they are typed."""

from contextlib import suppress
from pathlib import Path

SUFFIX = ".journal"
"""How the files of sessions end."""


def typed_file(text: str) -> Path | None:
    """The file that somebody means, with the end that files of sessions have; None for no name.

    >>> typed_file(" /tmp/Dawn ").name, typed_file("/tmp/Dawn.journal").name, typed_file("  "), typed_file("..")
    ('Dawn.journal', 'Dawn.journal', None, None)
    """
    path = Path(text.strip())
    with suppress(RuntimeError):
        # Nobody may be called what stands behind the tilde.
        path = path.expanduser()
    if "\0" in text or not path.name.strip(" .") or path.name == SUFFIX:
        return None
    return path if path.suffix == SUFFIX else path.with_name(f"{path.name}{SUFFIX}")
