"""Does what a ruling proposes, and says whose it is to do that."""

from collections.abc import Callable, Iterable
from typing import Protocol

from core.model.box import GameBox
from core.model.edits.edit import Edit, Several, flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import Become, ChangeState
from core.model.oob import Oob
from core.model.orders import OpSheet
from core.model.state import Declared, GameState, Owed
from core.model.work import Work
from core.play.cup_leads import going_back
from core.play.events import Entry
from core.play.owing import owed_after
from core.play.passage import passed
from core.play.session import Session
from core.play.turns import Course
from core.rules.kernel.proposals import Activation, Proposal


class Does(Protocol):
    """Makes an edit in a session, which counts as something that was not declared before."""

    def __call__(self, edit: Edit, counts: Declared | None) -> Entry | None:
        """The entry, None where nothing is changed."""


def side_of(oob: Oob, sheets: Iterable[OpSheet], proposal: Proposal) -> str:
    """The side that alone does a proposal, or that it activates, else the one whose units, or whose op sheets of those that are
    known, it changes first; "" where it changes neither."""
    if proposal.side or proposal.activates is not None:
        return proposal.side or (proposal.activates.side if proposal.activates is not None else "")
    known = {sheet.id: sheet.side for sheet in sheets}
    for edit in flat(proposal.edits):
        if isinstance(edit, ChangePieces):
            sides = [counter.side for unit in edit.pieces if (counter := oob.counter(unit)) is not None]
        elif isinstance(edit, ChangeOrders):
            sides = [known[id_] for id_ in edit.sheets if id_ in known]
        else:
            continue
        if sides:
            return sides[0]
    return ""


def do_proposed(
    session: Session,
    box: GameBox,
    proposal: Proposal,
    do: Does,
    tell: Callable[[Entry], object],
    answers: Owed | None = None,
    course: Callable[[], Course] | None = None,
) -> bool:
    """Has `do` make what is proposed, as one step; False when nothing is changed by it. What is to be asked afterwards is a
    part of it; `answers` is what was to be asked and is answered so. What it counts as is a part of it, too, unless that stands
    declared, or has to be: then it is declared before and resolved behind, which `tell` hears of. Who
    is activated by it, and which chits go back into their cup, needs a `course` of play.

    Raises CoreError when its unit is gone, and where nobody is activated now; OSError when the journal is not written.
    """
    edits, made = tuple(_kept(session.state, edit) for edit in flat(proposal.edits)), proposal.attempt
    if proposal.activates is not None and course is not None:
        edits = _activating(session, box, edits, proposal.activates, course())
    owed = owed_after(session.state, box, proposal, answers)
    if owed != session.state.owed:
        edits += (ChangeState(proposal.label, {"owed": owed}),)
    edit = Several(proposal.label, edits)
    if made is None:
        entry = do(edit, None)
        if entry is not None and proposal.back and course is not None:
            played = course()
            rules = played.rules.cups_in(played.choices, session.state.moment.turn)
            for put in tuple(going_back(session.record, rules, proposal.back)):
                tell(session.add(put, entry.by))
        return entry is not None
    if session.acts_at_once and _standing(session, made) is None:
        return do(edit, made) is not None
    if _standing(session, made) is None:
        tell(session.declare(made.units, made.against, made.by, made.what))
    done = not edits or do(edit, None) is not None
    if (standing := _standing(session, made)) is not None:
        last = session.number
        session.resolve([standing], made.by, proposal.undiced)
        for number in range(last + 1, session.number + 1):
            tell(session.entry(number))
    return done


def _activating(session: Session, box: GameBox, edits: tuple[Edit, ...], who: Activation, course: Course) -> tuple[Edit, ...]:
    """Some edits with those by which play goes to the beginning of an activation behind them. Raises WrongUse where there is
    none."""
    work = Work(box, session.state)
    for edit in edits:
        work = edit.apply(work)
    moment = course.again(work.state, who.side, who.of, passed(session))
    going = tuple(flat(course.edits_to(work.state, moment)))
    # Where they say all that formations are, what some of them become is said with it.
    says_all = any(isinstance(edit, ChangeState) and "conditions" in edit.said for edit in going)
    return (*(edit for edit in edits if not (says_all and isinstance(edit, Become))), *going)


def _kept(state: GameState, edit: Edit) -> Edit:
    """An edit with the points that those who asked could not see as they are: nobody who spends of its own says anything of
    what others have left."""
    if not isinstance(edit, ChangeState) or "points" not in edit.said:
        return edit
    unseen = {key: left for key, left in state.points.items() if key not in edit.said["points"]}
    return ChangeState(edit.label, {**edit.said, "points": edit.said["points"].update(unseen)}) if unseen else edit


def _standing(session: Session, made: Declared) -> Declared | None:
    """An attempt as it stands declared; None where it does not."""
    wanted = made.by, made.what, made.units, made.against
    return next((each for each in session.state.declared if (each.by, each.what, each.units, each.against) == wanted), None)
