"""What the panel Op sheets says, without a widget."""

from collections.abc import Sequence

from app.panels.words import tr
from core.base.counted import counted
from core.model.graphics import Measure, MeasureKinds
from core.model.orders import OpSheet


def state_word(sheet: OpSheet) -> str:
    """How far a sheet has come."""
    return {
        "waiting": tr("in preparation"),
        "preliminary": tr("preliminary instructions in force"),
        "implemented": tr("in force"),
        "succeeded": tr("succeeded"),
        "failed": tr("failed"),
    }[sheet.status]


def sheet_words(sheet: OpSheet, side: str) -> str:
    """A sheet in two lines: its name, and whose it is, what it is and how far it has come."""
    parts = [part for part in (side, sheet.type or tr("no type yet"), state_word(sheet)) if part]
    if sheet.in_preparation and sheet.turns:
        parts.append(counted(sheet.turns, tr("weighted turn")))
    return f"{sheet.id}\n{' · '.join(parts)}"


def measure_words(measure: Measure, kinds: MeasureKinds) -> str:
    """A control measure in a line."""
    kind = kinds.kinds.get(measure.kind)
    title = kind.title if kind is not None else measure.kind
    return f"{title} {measure.text}".strip()


def clash(name: str, sheet: OpSheet, others: Sequence[OpSheet]) -> str:
    """Why a sheet cannot have a name; "" where it can."""
    if not name:
        return tr("An op sheet needs a name.")
    if any(each.id.casefold() == name.casefold() for each in others if each is not sheet):
        return tr("Another op sheet has this name.")
    return ""
