"""The titles and sentences of rulesets in the user's language. They are data, and translations hold them in one context."""

from PySide6.QtCore import QCoreApplication

RULES = "Rules"
"""The context in which translations hold what rulesets say; `core.files.rule_texts` lists it."""


def said(text: str) -> str:
    """A title or sentence of a ruleset as it is shown; what no translation has, such as an owner's own words, stays."""
    return QCoreApplication.translate(RULES, text) if text else ""
