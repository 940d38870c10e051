"""What a ruling on movement comes to as something that can be done: units go their way, up to the first hex in which anything
is asked of who enters it, and that is asked then."""

from collections.abc import Callable

from core.model.box import GameBox
from core.model.edits.piece_edits import moved
from core.model.work import Work
from core.play.driving import Desk, Said
from core.questions.battle_answers import proposal_text, proposals_json
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Ruling
from core.rules.operations.movement import MINIMUM, REACHED
from core.rules.operations.movement_detail import RangeDetail


def going(ruling: Ruling, work: Work, box: GameBox, called: Callable[[str], str] = str) -> tuple[Proposal, ...]:
    """The move that a ruling has a way for; nothing where none was asked for, or nobody may go it now. `called` says what a
    unit is called."""
    detail = ruling.detail
    if not isinstance(detail, RangeDetail) or not detail.way or detail.idle or ruling.verdict not in (REACHED, MINIMUM):
        return ()
    way, then = detail.gone_to_first(lambda met: True)
    place = way[-1].into
    label = f"Move to {box.label(place)}: {', '.join(map(called, detail.units))}"
    turned = {each.unit: (each.face, each.mode or "") for each in detail.own if each.face is not None}
    return (Proposal(label, (moved(work, detail.units, place, label, turned),), then=then),)


def told_going(desk: Desk, ruling: Ruling) -> Said:
    """The move that an answer has a way for, of units of who sits here, as something that "take" does."""
    if not isinstance(ruling.detail, RangeDetail):
        return Said()
    sides = {desk.session.record.began.units.get(unit, ("", ""))[0] for unit in ruling.detail.units}
    found = going(ruling, desk.work, desk.box, desk.teller.unit) if desk.side in ("", *sides) else ()
    if not found:
        return Said()
    desk.offer(found, desk.because)
    lines = (line for number, each in enumerate(found, 1) for line in proposal_text(number, each, desk.box).splitlines())
    return Said(tuple(f"  {line}" for line in lines), {"proposals": proposals_json(found, desk.box)})
