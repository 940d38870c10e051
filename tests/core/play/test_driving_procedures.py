"""Procedures that are led through by words: dice that answers wait for, and what is asked after what was done."""

from collections.abc import Iterator

import pytest
from play_desks import desk_of

from core.model.edits.piece_edits import marked
from core.model.state import Owed
from core.play.driving import Asking, Desk
from core.play.events import Rolled
from core.play.replaying import done, driven
from core.rules.kernel.combat import Facts
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling

FIRE = "ask fire.at to=20.18 units=hmg-1-h-71"


def errors(desk: Desk, text: str) -> list[str]:
    return [answer.error for answer in driven(desk, text.strip().splitlines()) if answer.error]


def follows(name: str, may: bool = False, **given: str) -> Next:
    return Next(name, Reason(RuleRef("tcs", "4.01", "15.1"), f"What {name} says"), given, "blue", may)


def answer(desk: Desk, *proposals: Proposal, to: Owed | None = None) -> None:
    """An answer that proposes something, as to what is owed."""
    ruling = Ruling("made.up", "tcs-4.01", "read", None, (), ProcedureDetail(Facts({}).facts, proposals=proposals))
    desk.propose(ruling, asking=Asking("made.up", {}, to))


def marking(desk: Desk, unit: str, *then: Next) -> Proposal:
    return Proposal(f"Mark {unit}", (marked(desk.work, [unit], "suppressed"),), then=then)


def names(desk: Desk) -> list[str]:
    return [each.question for each in desk.session.state.owed]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = desk_of("cove-creek", kind="solitaire")
    assert not errors(desk, "move 1-6-933 20.18")
    yield desk


def test_dice_that_an_answer_waits_for_are_rolled_or_told_and_asked_with(desk: Desk) -> None:
    assert not errors(desk, FIRE)
    assert [each.parameter for each in desk.asking.wanted] == ["roll"]
    said = done(desk, "throw roll=34")
    rolled = desk.session.entries[-1].event
    assert isinstance(rolled, Rolled) and rolled.pips == (3, 4) and rolled.purpose == "fire at 20.18"
    assert any("A roll of 34" in line for line in said.lines)
    assert desk.because == desk.session.number and not desk.asking.wanted
    assert not errors(desk, f"{FIRE}\nthrow")
    assert desk.session.entries[-1].event.seed


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("throw", "waits for no dice"),
        (f"{FIRE}\nthrow rol=34", 'No dice are wanted for "rol". Did you mean "roll"?'),
        (f"{FIRE}\nthrow roll=3", "is no roll of"),
        (f"{FIRE}\nthrow roll=34,35", "roll: 1 rolls are wanted, 2 are told"),
        ("follow", "Nothing is to be asked"),
        ("leave", "Nothing is to be asked"),
    ],
)
def test_what_cannot_be_thrown_or_followed_is_told_and_writes_nothing(desk: Desk, text: str, error: str) -> None:
    before = desk.session.number
    (told,) = errors(desk, text)
    assert error in told and desk.session.number == before


def test_what_follows_is_asked_before_what_waited_and_undo_brings_it_back(desk: Desk) -> None:
    first, second, nested = follows("los", to="20.18"), follows("stacking"), follows("crossfire", may=True)
    answer(desk, marking(desk, "1-6-933", first, second))
    assert any("los" in line and "[15.1]" in line for line in done(desk, "take 1").lines)
    assert names(desk) == ["los", "stacking"]
    answer(desk, marking(desk, "1-6-933", nested), marking(desk, "hmg-1-h-71", nested), to=desk.session.state.owed[0])
    done(desk, "take 2")
    assert names(desk) == ["crossfire", "stacking"]
    done(desk, "undo")
    assert names(desk) == ["los", "stacking"]
    done(desk, "redo")
    assert names(desk) == ["crossfire", "stacking"]
    done(desk, "leave")
    assert names(desk) == ["stacking"]
    (told,) = errors(desk, "leave")
    assert "leave WHY" in told and names(desk) == ["stacking"]
    done(desk, "leave both agree that nobody is there")
    assert not names(desk) and "both agree" in desk.session.entries[-2].event.text


def test_the_next_question_is_asked_with_what_is_known_and_what_is_added(desk: Desk) -> None:
    answer(desk, marking(desk, "1-6-933", follows("fire.at", to="20.18")))
    done(desk, "take 1")
    said = done(desk, "follow units=hmg-1-h-71")
    assert desk.asking.given == {"to": "20.18", "units": "hmg-1-h-71"}
    assert said.data["ruling"]["question"] == "fire.at"
    done(desk, "ask stacking hex=20.18")
    answer(desk, Proposal("Nothing to do", ()))
    done(desk, "take 1")
    assert names(desk) == ["fire.at"], "what another question proposed answers nothing that is owed"


def test_a_move_goes_up_to_the_first_hex_in_which_something_is_asked_and_that_is_owed(desk: Desk) -> None:
    assert not errors(desk, "move 1-5-933 mg-5-933 18.25\njump 1 action.actions red")
    asked = "ask movement units=1-5-933,mg-5-933 to=18.23 path=18.24,18.23 watch=yes"
    said = done(desk, asked)
    assert "  proposal 1: Move to 18.24: 1/5/933, MG/5/933" in said.lines
    assert said.data["proposals"][0]["then"][-1]["question"] == "mines.at"
    done(desk, "take 1")
    assert {desk.label(desk.deployment.pieces[id_].at) for id_ in ("1-5-933", "mg-5-933")} == {"18.24"}
    assert names(desk)[-1] == "mines.at"
    assert not errors(desk, "undo\nside blue")
    done(desk, asked)
    assert not desk.proposals, "nobody moves what is another side's by what an answer proposes"


def test_who_answers_what_is_owed_does_it_in_his_own_name(desk: Desk) -> None:
    assert not errors(desk, "jump 1 action.actions red")
    answer(desk, marking(desk, "1-6-933", follows("los"), follows("stacking"), follows("crossfire", may=True)))
    done(desk, "take 1")
    answer(desk, Proposal("Nothing to do", ()), to=desk.session.state.owed[0])
    done(desk, "take 1")
    assert desk.session.entries[-1].by == "blue"
    done(desk, "leave both agree")
    said = done(desk, "leave")
    assert desk.session.entries[-1].by == "blue" and "Leave out: What crossfire says" in said.lines[0]


def test_what_was_proposed_before_things_changed_is_taken_no_more(desk: Desk) -> None:
    answer(desk, marking(desk, "1-6-933"))
    assert not errors(desk, "note Nothing is changed by this.\ntake 1")
    answer(desk, marking(desk, "2-6-933"))
    (error,) = errors(desk, "next\ntake 1")
    assert error == 'Things have changed since the last answer, which counts no more; ask anew, by "ask" or "steps".'
    assert "suppressed" not in desk.session.state.deployment.pieces["2-6-933"].marks
    answer(desk, marking(desk, "2-6-933", follows("losses.at")))
    assert not errors(desk, "take 1")
    answer(desk, marking(desk, "3-6-933"), to=desk.session.state.owed[0])
    (error,) = errors(desk, "move 1-6-933 20.19\ntake 1")
    assert error.endswith('ask anew, by "follow" or "ask".') and names(desk) == ["losses.at"]


def test_no_dice_are_thrown_for_an_answer_that_counts_no_more(desk: Desk) -> None:
    assert not errors(desk, FIRE)
    before = desk.session.number
    (error,) = errors(desk, "undo A finger slipped.\nthrow")
    assert error.startswith("Things have changed") and not any(
        isinstance(entry.event, Rolled) for entry in desk.session.entries[before:]
    )


def test_what_may_be_left_out_needs_a_line_of_why_once_its_dice_have_fallen(desk: Desk) -> None:
    answer(desk, marking(desk, "1-6-933", follows("fire.at", may=True, to="20.18", units="hmg-1-h-71")))
    assert not errors(desk, "take 1\nfollow\nthrow roll=11\nnote Who looks at it?")
    (told,) = errors(desk, "leave")
    assert told == "Its dice have fallen; leave WHY says why it is left out all the same." and names(desk) == ["fire.at"]
    done(desk, "leave both agree that nobody fires")
    assert not names(desk) and "both agree" in desk.session.entries[-2].event.text
    answer(desk, marking(desk, "2-6-933", follows("fire.at", may=True)))
    # Dice of what was done before are none of it.
    assert not errors(desk, "take 1\nleave") and not names(desk)
