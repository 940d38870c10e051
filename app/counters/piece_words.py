"""Pieces in words, as the status bar, the panel Stack and screen readers tell them; and how they travel between widgets."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QMimeData

from app.widgets.rule_words import said
from core.model.deployment import Deployment
from core.model.oob import Oob
from core.rules.kernel.looks import name_of
from core.rules.kernel.markers import parted
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.totals import steps_left

UNITS_MIME = "application/x-phaseline-units"
"""Counters by their ids, one in each line."""


def mime_of(ids: Iterable[str]) -> QMimeData:
    """Counters on their way from one widget to another."""
    made = QMimeData()
    made.setData(UNITS_MIME, "\n".join(ids).encode("utf-8"))
    return made


def ids_in(mime: QMimeData) -> tuple[str, ...]:
    """The counters that are on their way; none where something else is."""
    if not mime.hasFormat(UNITS_MIME):
        return ()
    text = bytes(mime.data(UNITS_MIME).data()).decode("utf-8", "replace")
    return tuple(dict.fromkeys(line for line in text.splitlines() if line))


def marker_words(ruleset: Ruleset | None, word: str) -> str:
    """What a marker is called in the user's language, with its number."""
    kind, number = parted(word)
    known = ruleset.markers.get(kind) if ruleset is not None else None
    title = said(known.title) if known is not None else kind
    return title if number is None else f"{title} {number}"


def piece_name(ruleset: Ruleset | None, oob: Oob, id_: str) -> str:
    """What a counter is called, its id where there is no such counter."""
    counter = oob.counter(id_)
    return name_of(ruleset, counter) if counter is not None else id_


def piece_words(ruleset: Ruleset | None, oob: Oob, deployment: Deployment, id_: str) -> str:
    """A counter as it is told: what it is called, its formation, its steps, its markers, who carries it."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Pieces", text)

    counter, piece = oob.counter(id_), deployment.pieces.get(id_)
    words = [piece_name(ruleset, oob, id_)]
    if piece is None or counter is None:
        return words[0]
    formation = oob.formation(counter.formation)
    if formation is not None and formation.name and formation.name != words[0]:
        words.append(formation.name)
    full = steps_left(ruleset.values if ruleset is not None else (), counter)
    if full > 1 or piece.lost:
        words.append(tr("%(left)d of %(full)d steps") % {"left": max(full - piece.lost, 0), "full": full})
    if piece.face:
        words.append(tr("other side up"))
    words += [marker_words(ruleset, each) for each in sorted(piece.marks)]
    if piece.on:
        words.append(tr("on %s") % piece_name(ruleset, oob, piece.on))
    return ", ".join(words)
