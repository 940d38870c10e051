"""The odds helper stays shut while stacks are hidden until an attack on them is declared [SCS 1.6 Fog of War]."""

from core.play.session import Session
from core.rules.kernel.play_rules import Stacks


def shut(session: Session, stacks: Stacks, question: str) -> str:
    """Why a question is not asked in a session just now, as a sentence with its rule; "" when it is.

    Those that add up strengths of units wait until an attack is declared, and are asked until it is resolved. Who plays alone
    knows everything, and asks what he likes.
    """
    if question not in stacks.shut or session.record.began.kind == "solitaire" or session.state.declared:
        return ""
    return f"Strengths are added up only for an attack that is declared; none is [{stacks.section}]."
