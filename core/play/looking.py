"""Looking at a journal again: what this program has found right before is not verified a second time.

The links of lines that were found right are remembered (`core.play.memories`). Where one of them stands in a file, and the
chain of lines fits up to it, all lines before are those that were verified: a link binds them. If anything is wrong before that
line, the whole file is verified anew, so that nothing is called good that nobody has looked at.
"""

from pathlib import Path

from core.play import trust
from core.play.events import Entry
from core.play.glance import glance
from core.play.journal import Check, last_linked
from core.play.memories import found_right, keep_found_right
from core.play.record import Record
from core.play.snapshots import Loaded, load


def look(path: Path, states: Path | None = None, memories: Path | None = None) -> Loaded:
    """`core.play.snapshots.load` that verifies each line once. `states` and `memories` are folders, else the user's.

    Raises OSError when the file cannot be read, CoreError when it is too large for a journal.
    """
    seen = glance(path)
    if seen is None or seen.kind != "mail":
        # At one table there is little to verify.
        return load(path, folder=states)
    known = last_linked(path, found_right(seen.session, seen.sides, memories))
    loaded = load(path, _after(known), states) if known else load(path, folder=states)
    if len(loaded.read.entries) < known:
        loaded = load(path, folder=states)
        known = 0
    entries = loaded.read.entries
    if len(entries) > known and loaded.tables is not None:
        keep_found_right(seen.session, entries[-1].link, memories)
    return loaded


def _after(known: int) -> Check:
    """Asks of lines after one what `trust.fault` asks, and nothing of those before it."""

    def check(record: Record, entry: Entry, link: bytes) -> str:
        return trust.fault(record, entry, link) if entry.number > known else ""

    return check
