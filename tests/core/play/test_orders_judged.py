"""Op sheets by mail at the reveal: what was done by the rules passes, and each change that was not is found with its rule."""

from dataclasses import replace
from pathlib import Path

import pytest
from oracles.sessions import SOFT, Folded, Kept

from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.files.ruleset_files import load_ruleset
from core.model.edits.edit import Several
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.graphics import Measure
from core.model.orders import OpSheet
from core.model.state import Moment
from core.play import keys
from core.play.driving import Desk
from core.play.events import Entry, Meant, Noted, Rolled
from core.play.orders_judged import judged
from core.play.own_orders import Writing
from core.play.replaying import done
from core.play.sealed_orders import opened
from core.play.session import Session
from core.play.starting import beginning
from core.play.views import View
from core.questions.catalogue import ask
from core.questions.game import Game

BOX = load_box(Path(__file__).resolve().parents[3] / "scenarios" / "cove-creek").box
RULES = load_ruleset("tcs-4.01")
GAME = Game.of(BOX, RULES)
KIND = RULES.play.secrets["op_sheet"]
FILE = next(iter(BOX.scenarios))
NEW = OpSheet("Night march", "blue", "Attack", ("b2",), (), "waiting", note="Over the creek.", turn=1)
RIGHT = "Nothing in them is against the rules, as far as the rules can tell."


class Program:
    """The program of blue in a session of Cove Creek by mail; who holds the file is not looked at."""

    def __init__(self):
        digests = {"of_box": bytes(32), "of_rules": bytes(32)}
        began = beginning(BOX, RULES.values, FILE, "mail", {}, **digests, program="1", play=RULES.play)
        joined = keys.join("blue", "blue", began.session, "mail", SOFT)
        self.keys = keys.unlock(joined, "blue", "blue", began.session)
        self.entries = [Entry(1, 0, "", began), Entry(2, 0, "blue", joined)]
        self.go(1)

    @property
    def session(self):
        return Session(Kept(self.entries), Folded(self.entries), ["blue"])

    def add(self, event):
        """Adds an event, whatever it is; gives the number of its entry."""
        self.entries.append(Entry(len(self.entries) + 1, 0, "blue", event))
        return len(self.entries)

    def do(self, edit, because=0):
        played = self.session
        played.do(edit, "blue", because, writes=Writing(played, "blue", self.keys))
        self.entries = list(played.entries)
        return len(self.entries)

    def go(self, turn):
        self.do(ChangeState("Go to", {"moment": Moment(turn, "command.accrue", "blue")}))

    def write(self, sheet, because=0):
        return self.do(ChangeOrders("Write", {sheet.id: sheet}), because)

    @property
    def view(self):
        return View(self.session, ["blue"], keys=[self.keys])

    def sheet(self, id_="Night march"):
        return self.view.orders()[id_]

    def step(self, words, because=0, **given):
        """Does the step of the rules whose label has some words."""
        found = ask("opsheet.steps", GAME.with_state(self.view.state().state), **given).detail.proposals
        proposal = next(each for each in found if words in each.label)
        return self.do(Several(proposal.label, proposal.edits), because)

    def roll(self, *pips, sheet="Night march", purpose="command prep 9", dice="11..66"):
        played = self.session
        self.add(Writing(played, "blue", self.keys).meant("Roll", Meant(purpose, sheet)))
        return self.add(Rolled(dice, pips, purpose))

    def told(self):
        """What is said when all is opened."""
        self.add(opened(self.keys, self.session.record))
        said = judged(self.session, "blue", GAME, KIND)
        assert "every one is what was sealed" in said[0]
        return said[1:]


@pytest.fixture
def blue():
    program = Program()
    program.write(NEW)
    program.go(2)
    return program


def gained(program, times=1):
    for turn in range(times):
        program.step("gains", side="blue")
        program.go(3 + turn)


def test_a_sheet_that_was_written_prepared_rolled_for_and_ended_by_the_rules_is_right(blue):
    gained(blue, 14)
    number = blue.roll(6, 6)
    blue.step("into force", number, sheet="Night march", roll=66)
    assert blue.sheet().implemented
    blue.step("a success", sheet="Night march")
    assert blue.told() == [RIGHT]


def test_a_sheet_is_written_on_at_will_in_the_phase_in_which_it_is_drawn_up():
    blue = Program()
    blue.write(NEW)
    blue.write(replace(NEW, note="Over the hill.", type="Move", units=("b2",)))
    blue.do(ChangeOrders("Rename", {"Night march": None, "Dawn": replace(blue.sheet(), id="Dawn")}))
    assert blue.told() == [RIGHT]
    late = Program()
    late.write(NEW)
    late.go(2)
    number = late.write(replace(NEW, note="Over the hill."))
    (said,) = late.told()
    assert said.startswith(f"Entry {number}: This changes the written notes of the op sheet “Night march”, which is drawn up")
    why = Program()
    why.write(NEW)
    why.go(2)
    why.write(replace(NEW, note="Over the hill."), why.add(Noted("As agreed.", 0, True)))
    assert why.told() == [RIGHT]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"turns": 9}, "“Night march” has 9 weighted turns now; by the rules it has"),
        (
            {"note": "Over the hill."},
            "This changes the written notes of the op sheet “Night march”, which is drawn up already.",
        ),
        ({"measures": (Measure("phase-line", ((0.0, 0.0), (1.0, 1.0)), "Elm"),)}, "This changes the graphic"),
        ({"type": "Move"}, "This changes the type"),
        ({"status": "implemented"}, "comes into force, and no roll is named for it [6.9f, 6.14a]."),
        ({"elements": 30}, "the size of “Night march” becomes another one [6.13b, 6.13d]."),
        ({"gained": 1}, "is said to have gained weighted turns in turn 1"),
        ({"left": (("1-b-71", "failed"),)}, "units leave “Night march” otherwise than the rules let them"),
    ],
)
def test_what_was_changed_against_the_rules_is_found_with_its_entry(blue, changed, said):
    gained(blue)
    number = blue.write(replace(blue.sheet(), **changed))
    told = blue.told()
    assert any(each.startswith(f"Entry {number}: ") and said in each for each in told), told


def test_a_weighted_turn_too_many_at_the_right_time_is_recounted(blue):
    old = blue.sheet()
    blue.step("gains", side="blue")
    right = blue.sheet()
    wrong = Program()
    wrong.write(NEW)
    wrong.go(2)
    wrong.write(replace(right, turns=right.turns + 1))
    (said,) = [each for each in wrong.told() if "weighted turn" in each]
    assert old.turns == 0 and f"has {right.turns + 1} weighted turns now; by the rules it has" in said
    assert str(right.turns) in said and "[6.9d, 6.9e]" in said


def test_weighted_turns_are_gained_once_in_a_turn(blue):
    blue.step("gains", side="blue")
    blue.write(replace(blue.sheet(), turns=2 * blue.sheet().turns))
    assert any("by the rules it stays at" in each for each in blue.told())


def test_a_roll_that_is_too_low_brings_nothing_into_force(blue):
    gained(blue, 2)
    number = blue.roll(1, 1)
    blue.write(replace(blue.sheet(), status="implemented"), number)
    assert any("and the roll of 11 is not enough" in each for each in blue.told())


def test_a_roll_for_another_sheet_and_a_second_one_are_told(blue):
    gained(blue, 14)
    other = blue.roll(6, 6, sheet="Hold the valley", purpose="command prep 3")
    blue.step("into force", other, sheet="Night march", roll=66)
    blue.roll(1, 1, purpose="command prep 5")
    blue.roll(2, 2, purpose="command prep 7")
    told = blue.told()
    assert any(
        f"the roll of entry {other} was declared for “Hold the valley”, and is used for “Night march”" in e for e in told
    )
    assert any("“Night march” was rolled for 2 times in turn 16" in each for each in told)


def test_what_a_roll_is_for_is_said_before_it_falls(blue):
    gained(blue, 14)
    number = blue.add(Rolled("11..66", (6, 6), "command prep 9"))
    late = blue.add(Writing(blue.session, "blue", blue.keys).meant("Roll", Meant("command prep 9", "Night march")))
    blue.step("into force", number, sheet="Night march", roll=66)
    (said,) = blue.told()
    assert f"what the roll of entry {number} is for was sealed in entry {late} only, after it was declared." in said


def test_sheets_that_come_from_nothing_or_go_while_they_bind_are_told(blue):
    blue.write(replace(NEW, id="Ready", status="implemented", turn=2))
    blue.write(replace(NEW, id="Quick", turns=8, turn=2))
    blue.do(ChangeOrders("Throw away", {"Hold the valley": None}))
    told = " ".join(blue.told())
    assert "“Ready” is new and in force at once; it has to be prepared [6.8, 6.9]." in told
    assert "“Quick” is new and has 8 weighted turns at once [6.9d]." in told
    assert "The op sheet “Hold the valley” is in force, and binds its units until it is over [6.10]." in told


def test_units_that_join_bring_their_part_of_the_graphic(blue):
    gained(blue, 2)
    units = ["1-c-781"] if BOX.oob.counter("1-c-781") else [next(c.id for c in BOX.oob.counters if c.side == "blue")]
    blue.step("Put", sheet="Night march", units=units)
    sheet = blue.sheet()
    blue.write(replace(sheet, measures=(*sheet.measures, Measure("route", ((0.0, 0.0), (1.0, 1.0)), "Elm"))))
    assert blue.told() == [RIGHT]


def test_who_was_added_to_a_sheet_in_force_may_be_struck_off_one_by_one(blue):
    blue.step("Put", sheet="Hold the valley", units=["1-b-71", "2-b-71"])
    blue.go(3)
    blue.step("Strike", sheet="Hold the valley", units=["1-b-71"])
    (left,) = blue.sheet("Hold the valley").added
    assert left.units == ("2-b-71",)
    assert blue.told() == [RIGHT]


def test_what_lies_on_a_way_that_was_gone_back_on_is_not_judged(blue):
    gained(blue)
    number = len(blue.entries)
    blue.write(replace(blue.sheet(), turns=99))
    played = blue.session
    played.go(number, "blue")
    blue.entries = list(played.entries)
    assert blue.told() == ["1 change of them: on ways that were gone back on, and not looked at.", RIGHT]


def test_what_a_forger_has_put_under_the_seal_is_told_and_breaks_nothing(blue, monkeypatch):
    from core.play import sealed_orders

    real = sealed_orders.content_text
    bad = {"tipe": 1, "id": "Oak", "side": "blue", "type": "Move"}
    monkeypatch.setattr(
        sealed_orders,
        "content_text",
        lambda plain: real({**plain, "did": {"l": "x", "e": [{"is": "orders", "o": {"Oak": bad}}]}}),
    )
    number = blue.write(replace(NEW, id="Oak", turn=2))
    monkeypatch.undo()
    told = blue.told()
    assert told == [f"Entry {number}: what was sealed is no change of op sheets, and changes nothing."]
    assert "Oak" not in View(blue.session, ["red"]).orders()


def test_by_commands_sheets_are_asked_about_opened_and_verified(blue):
    desk = Desk(blue.session, "blue", GAME, RULES, stays=True)
    with pytest.raises(WrongUse, match="sealed with its keys"):
        desk.do(ChangeOrders("Write", {"Oak": replace(NEW, id="Oak", turn=2)}))
    with pytest.raises(WrongUse, match="Night march"):
        done(desk, 'ask opsheet.size "sheet=Night march"')
    assert "op sheets of Blue: 1 change, 1 of them sealed" in done(desk, "secrets").lines
    done(desk, "unlock blue")
    assert "Units on it" in " ".join(done(desk, 'ask opsheet.size "sheet=Night march"').lines)
    # What is noted stands in the open, and is ruled without what is sealed.
    with pytest.raises(WrongUse, match="Night march"):
        done(desk, 'rule opsheet.size "sheet=Night march"')
    told = desk.do(ChangeOrders("Write", {"Oak": replace(NEW, id="Oak", turn=2)}))
    assert told.lines == (f"{desk.session.number}: Blue: Write: Blue draws up the op sheet Oak.",)
    with pytest.raises(WrongUse, match="has opened no op sheets"):
        done(desk, "verify-sheets blue")
    said = done(desk, "open-sheets")
    assert said.lines[1:] == ("2 changes of op sheets: every one is what was sealed.", RIGHT)
    assert done(desk, "verify-sheets Blue").data["verdicts"] == list(said.lines[1:])
    assert "op sheets of Blue: 2 changes, open to all" in done(desk, "secrets").lines


def test_mines_are_laid_by_a_sheet_that_has_just_come_into_force_and_by_no_other():
    blue = Program()
    blue.write(replace(NEW, type="Prepared Defense"))
    blue.go(2)
    gained(blue, 30)
    place = next(iter(BOX.cells))
    early = blue.write(replace(blue.sheet(), mines=(place,)))
    blue.write(replace(blue.sheet(), mines=()))
    blue.step("into force", blue.roll(6, 6), sheet="Night march", roll=66)
    game = GAME.with_state(blue.view.state().state)
    to = min(ask("minefield.lay", game, side="blue").detail.places)
    proposal = ask("minefield.lay", game, side="blue", to=BOX.label(to)).detail.proposals[0]
    blue.do(Several(proposal.label, proposal.edits))
    assert blue.sheet().mines == (to,)
    words = "“Night march” lays mines where the rules let it lay none [21.1]."
    assert blue.told() == [f"Entry {early}: {words}", f"Entry {early + 1}: {words}"]
