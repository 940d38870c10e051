"""What follows when the user's own charts have changed: the rules of the open box, its findings, and where files lie now."""

from PySide6.QtCore import QCoreApplication

from app.documents.document import Document
from core.files.parcels import RulesNow


def aside_words(now: RulesNow) -> str:
    """Where charts lie that others took the place of, or that went out of force; empty when there were none."""
    if not now.aside:
        return ""
    said = QCoreApplication.translate("RulesNow", "What was there before is kept as %s.")
    return said % ", ".join(now.aside)


def take_rules(document: Document, now: RulesNow) -> None:
    """Puts the user's own charts in force as they are now, and says what is wrong with them now, not before."""
    document.set_ruleset(now.ruleset)
    others = tuple(issue for issue in document.issues if not issue.place.file.startswith(now.folder))
    document.show_issues((*others, *now.issues))
