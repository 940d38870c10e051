"""Leads through what follows the roll of a combat in the real window, as somebody does who presses what is offered."""

from core.rules.operations.aftermath_detail import QUESTION

MOST = 40


def procedures_of(bench):
    return bench.tools.context.procedures


def answered(bench, qtbot):
    """Waits until the step in hand is answered, or nothing is in hand any more; its verdict, "" for nothing."""
    procedures = procedures_of(bench)
    qtbot.waitUntil(lambda: procedures.hand is None or procedures.ruling is not None or bool(procedures.told))
    assert not procedures.told, procedures.told
    return procedures.ruling.verdict if procedures.ruling is not None else ""


def go_on(bench, qtbot):
    """Does the result, where it is in hand, and waits for the first step after it."""
    procedures = procedures_of(bench)
    answered(bench, qtbot)
    assert procedures.step.is_result
    assert procedures.take()
    return answered(bench, qtbot)


def take(bench, qtbot, label=""):
    """Does the first thing that is proposed, or what is called so; what it was."""
    procedures = procedures_of(bench)
    verdict = answered(bench, qtbot)
    labels = [each.label for each in procedures.asked.proposals]
    procedures.pick(next(number for number, each in enumerate(labels) if label in each))
    proposal = procedures.proposal
    assert procedures.take(), procedures.told
    return verdict, proposal.label


def take_all(bench, qtbot, until=""):
    """Takes the first of each step until nothing is left, or a step of a kind is next; what was done."""
    done = []
    while len(done) < MOST and (verdict := answered(bench, qtbot)) and verdict != until:
        assert procedures_of(bench).step.question == QUESTION
        done.append(take(bench, qtbot))
    return done
