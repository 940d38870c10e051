"""Which panels an answer brings to the front, and what was asked, so that the same answer anew raises nothing."""

from core.rules.kernel.rulings import Ruling

POINTED = frozenset({"zoc", "movement", "movement.onto", "supply"})
"""Questions whose answers follow the pointer: their panel is raised with what is clicked, and not with every hex."""


def raised_with(question: str) -> tuple[str, ...]:
    """The panels that a tool brings to the front as it is chosen, by its question: those that tell what it answers."""
    return ("ruling",) if question in POINTED else ()


def raised_by(ruling: Ruling) -> tuple[tuple[object, ...], tuple[str, ...]]:
    """What was asked, and the panels that tell it; no panels for what is told elsewhere, too."""
    question, detail = ruling.question, ruling.detail
    match question:
        case "los":
            return (question, detail.start, detail.end), ("ruling", "profile")
        case "field":
            return (question, detail.start), ("ruling",)
        case "crossfire":
            return (question, detail.target, detail.firers), ("ruling",)
        case "movement":
            return (question, detail.units), ("ruling",)
        case "movement.onto":
            return (question, detail.hex), ("ruling",)
        case "supply":
            told = tuple(each.unit for each in detail.units if each.line or each.cut)
            return (question, detail.falls, told), ("ruling",)
        case "zoc":
            return (question,), ("ruling",)
    # The height of a selected hex is told in its card, too.
    return (), ()
