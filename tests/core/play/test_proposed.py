"""What rulings propose is done as one entry: with what it counts as, and with what is to be asked then."""

from dataclasses import replace

import immutables
import pytest
from play_desks import desk_of

from core.base.errors import WrongUse
from core.model.edits.edit import Several
from core.model.edits.piece_edits import marked
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared, Moment, Owed
from core.play.audit import audit
from core.play.driving import Desk
from core.play.event_text import entry_text, read_entry
from core.play.owing import leaving, owed_after, title_of
from core.play.proposed import do_proposed
from core.rules.kernel.findings import LOOK
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason


@pytest.fixture
def desk() -> Desk:
    return desk_of("cove-creek", kind="solitaire")


def done(desk: Desk, proposal: Proposal, answers: Owed | None = None) -> bool:
    def do(edit, counts):
        return desk.session.do(edit, desk.by, counts=counts)

    return do_proposed(desk.session, desk.box, proposal, do, lambda entry: None, answers)


def asks(desk: Desk, name: str, hex_: str = "20.18") -> Next:
    title = Reason(RuleRef("tcs", "4.01", "17.2"), "Morale in {hex}", {"hex": desk.box.hex(hex_)})
    return Next(name, title, {"to": hex_}, "blue")


def test_what_a_proposal_counts_as_and_what_follows_it_are_one_entry(desk: Desk) -> None:
    session, unit = desk.session, "1-e-71"
    made = Declared("blue", (unit,), (desk.box.hex("18.31"),), "suppressive")
    before = session.number
    proposal = Proposal("Fire", (marked(desk.work, [unit], "fired"),), attempt=made, then=(asks(desk, "morale.at"),))
    assert done(desk, proposal)
    assert session.number == before + 1 and session.state.fought == (made,)
    (owed,) = session.state.owed
    assert (owed.question, dict(owed.given), owed.side, owed.section) == ("morale.at", {"to": "20.18"}, "blue", "17.2")
    assert title_of(owed) == "Morale in 20.18"
    assert title_of(owed, lambda text: text.replace("Morale", "Moral")) == "Moral in 20.18"
    assert read_entry(entry_text(session.entries[-1])).event == session.entries[-1].event
    assert "then to be asked: Morale in 20.18" in desk.told(session.entries[-1]).lines[0]
    session.undo()
    assert not session.state.owed and not session.state.fought


def test_a_proposal_without_edits_leads_on_and_one_without_anything_does_nothing(desk: Desk) -> None:
    assert not done(desk, Proposal("Nothing", ()))
    assert done(desk, Proposal("On", (), then=(asks(desk, "losses.at"), asks(desk, "morale.at"))))
    losses, morale = desk.session.state.owed
    assert done(desk, Proposal("Lost", (), then=(asks(desk, "syr.at"),)), losses)
    assert [each.question for each in desk.session.state.owed] == ["syr.at", "morale.at"]
    assert owed_after(desk.session.state, desk.box, Proposal("", ()), losses) == desk.session.state.owed
    desk.session.do(leaving(desk.session.state, morale))
    assert [each.question for each in desk.session.state.owed] == ["syr.at"]


def test_nothing_is_done_with_units_of_others_or_that_are_gone(desk: Desk) -> None:
    made = Declared("red", ("1-e-71",), (desk.box.hex("18.31"),), "suppressive")
    with pytest.raises(WrongUse, match="no unit of side"):
        done(desk, Proposal("Fire", (), attempt=made))
    assert desk.session.number == 1


def test_whatever_stands_in_a_title_of_a_file_only_its_fields_are_filled_in() -> None:
    assert title_of(Owed("x", title="In {hex} {0.x} {nobody} {", told=(("hex", "20.18"),))) == "In 20.18 {0.x} {nobody} {"


def test_what_is_still_to_be_asked_is_found_when_the_phase_ends_and_what_may_be_left_is_not(desk: Desk) -> None:
    morale, overwatch = asks(desk, "morale.at"), replace(asks(desk, "overwatch.fire"), may=True)
    assert done(desk, Proposal("On", (), then=(morale, overwatch)))
    state = replace(desk.session.state, moment=Moment(1, "action.actions", "red"))
    (found,) = (each for each in audit(desk.asked(), state, state) if each.code == "owed")
    assert (found.text, found.section, found.weight) == ("Still to be asked: Morale in 20.18", "17.2", LOOK)


def test_who_spends_of_its_own_says_nothing_of_what_the_other_side_has_left(desk: Desk) -> None:
    both = immutables.Map({("blue", "105 mm HE"): 3, ("red", "105 mm HE"): 4})
    desk.session.do(ChangeState("Give out ammunition", {"points": both}))
    # What is asked by a side that does not see the other's points is proposed without them.
    own = immutables.Map({("blue", "105 mm HE"): 2})
    spending = Proposal("Place a mission", (Several("Place", (ChangeState("Strike off ammunition", {"points": own}),)),))
    assert done(desk, spending)
    assert dict(desk.session.state.points) == {("blue", "105 mm HE"): 2, ("red", "105 mm HE"): 4}
    assert not done(desk, Proposal("The same again", spending.edits))
