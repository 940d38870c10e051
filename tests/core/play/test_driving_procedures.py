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
