"""What is written on an op sheet that is drawn up takes a word of why; what joins it brings its part with it."""

from dataclasses import replace
from functools import cache

import pytest
from oracles.sessions import BLUE, RED, SOFT, session

from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.geometry.hexes import Hex
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.graphics import Measure
from core.model.orders import Addition, Commitment, OpSheet
from core.model.state import Moment
from core.play import keys
from core.play.events import Noted, Rolled
from core.play.own_orders import Writing
from core.play.standing_sheets import noted, standing_sheets

RULES = load_ruleset("tcs-4.01")
KINDS = RULES.play.secrets_in(RULES.choices({}))
LINE = Measure("phase-line", ((0.0, 0.0), (2.0, 0.0)), "Trout")
OAK = OpSheet("Oak", RED, "Attack", ("r1",), (("r1", Hex(3, 4)),), "waiting", "Over the hill.", turn=1, measures=(LINE,))
FURTHER = Measure("phase-line", ((5.0, 0.0), (5.0, 3.0)), "Bass")


class Bench:
    """A session in which sheets are written; `says` gives the sections that stand against something."""

    def __init__(self, kind="hot_seat"):
        self.session, self.writes = session(kind=kind, mine=[RED, BLUE]), None
        if kind == "mail":
            joined, own = keys_of_red()
            self.session.add(joined, RED)
            self.writes = Writing(self.session, RED, own)
        self.sheets = standing_sheets(self.session, KINDS, self.writes)

    def go(self, turn, phase):
        self.session.do(ChangeState("Go on", {"moment": Moment(turn, phase)}), RED)

    def write(self, *sheets, because=0):
        self.session.do(ChangeOrders("Write", {each.id: each for each in sheets}), RED, because, writes=self.writes)

    def says(self, edit):
        edit = ChangeOrders("Write", {edit.id: edit}) if isinstance(edit, OpSheet) else edit
        return [(each.rule, each.sentence) for each in self.sheets.barriers(edit)]


@cache
def keys_of_red():
    joined = keys.join("a phrase", RED, "s-1", "mail", SOFT)
    return joined, keys.unlock(joined, "a phrase", RED, "s-1")


@pytest.fixture(params=("hot_seat", "mail"))
def bench(request):
    """Oak was drawn up in the Command Phase of turn 1; it is that of turn 2 now."""
    made = Bench(request.param)
    made.go(1, "command.create")
    made.write(OAK)
    made.go(1, "action.act")
    made.go(2, "command.review")
    return made


def test_a_sheet_is_written_on_at_will_in_the_phase_in_which_it_is_drawn_up():
    made = Bench()
    assert made.says(OAK) == [], "before the first turn"
    made.go(1, "command.review")
    made.write(OAK)
    made.go(1, "command.create")
    assert not made.sheets.stands("Oak") and made.says(replace(OAK, note="", measures=(), type="Move")) == []


def test_what_is_changed_of_a_sheet_that_stands_is_named_with_its_rule(bench):
    assert bench.sheets.stands("Oak")
    ((section, told),) = bench.says(replace(OAK, note="Round the hill.", measures=()))
    assert section == "6.5a, 6.8"
    assert told.startswith("This changes the graphic and the written notes of the op sheet “Oak”, which is drawn up already.")
    for changed in (
        replace(OAK, measures=(replace(LINE, points=((0.0, 0.0), (3.0, 0.0))),)),
        replace(OAK, measures=(LINE, FURTHER)),
        replace(OAK, type="Move"),
        replace(OAK, reserve=("r1",)),
        replace(OAK, failure="Back."),
        replace(OAK, units=()),
    ):
        assert len(bench.says(changed)) == 1, changed


def test_how_far_it_has_come_and_what_it_is_called_is_no_change_of_it(bench):
    assert bench.says(replace(OAK, turns=9, elements=1, staff=False, gained=2)) == []
    assert bench.says(replace(OAK, left=(("r1", "scratched"),))) == []
    named = ChangeOrders("Rename", {"Oak": None, "Elm": replace(OAK, id="Elm")})
    assert bench.says(named) == []
    bench.session.do(named, RED, writes=bench.writes)
    assert bench.sheets.stands("Elm"), "another name does not make another sheet of it"
    assert bench.says(replace(OAK, id="Elm", note=""))


@pytest.mark.parametrize(
    "joined",
    [
        {"units": ("r1", "r2")},
        {"added": (Addition(("r2",), "Attack", turn=2),)},
        {"committed": (Commitment(("r1",), "Attack", turn=2),)},
    ],
)
def test_who_joins_or_is_sent_in_brings_a_part_of_the_graphic_and_notes_in_this_phase(bench, joined):
    grown = replace(OAK, **joined)
    assert bench.says(replace(OAK, measures=(LINE, FURTHER))), "nobody has joined"
    bench.write(grown)
    drawn = replace(grown, measures=(LINE, FURTHER), note="Over the hill.\nr2 follows.", rally=(*OAK.rally, ("r2", Hex(1, 1))))
    assert bench.says(drawn) == []
    bench.write(drawn)
    assert bench.says(replace(drawn, measures=(LINE, replace(FURTHER, text="Perch")))) == [], "what is new is still drawn"
    assert bench.says(replace(drawn, measures=(FURTHER,))), "what was there stays"
    bench.go(2, "action.act")
    assert bench.says(replace(drawn, measures=(LINE,))), "and so does the new part from the next phase on"


def test_why_is_said_once_for_a_sheet_in_a_phase(bench):
    elm = replace(OAK, id="Elm")
    bench.go(2, "action.act")
    bench.write(elm)
    changed = replace(OAK, note="Round it.")
    bench.go(3, "command.review")
    why = bench.session.note("We both forgot the hill", RED, why=True)
    bench.write(changed, because=why.number)
    assert bench.says(replace(changed, note="Under it.", measures=())) == []
    assert bench.says(replace(elm, note="")), "of another sheet nothing was said"
    bench.session.undo(RED)
    assert bench.says(changed), "it was taken back"
    bench.session.redo(RED)
    bench.go(3, "action.act")
    assert bench.says(replace(changed, note="Under it.")), "nor in another phase"


def test_a_roll_is_no_word_of_why(bench):
    rolled = bench.session.add(Rolled("11..66", (6, 1)) if bench.writes is None else Noted("It comes into force."), RED)
    bench.write(replace(OAK, status="implemented"), because=rolled.number)
    assert bench.says(replace(OAK, status="implemented", note=""))


def test_sheets_are_drawn_up_in_their_phase_and_thrown_away_when_they_bind_nobody(bench):
    throw = ChangeOrders("Throw away", {"Oak": None})
    assert bench.says(throw) == [], "it is in preparation, and nobody must go on with it"
    bench.write(replace(OAK, status="implemented"))
    ((section, told),) = bench.says(throw)
    assert section == "6.10" and "“Oak” is in force" in told
    assert bench.says(replace(OAK, id="Elm")) == []
    bench.go(2, "action.act")
    ((section, told),) = bench.says(replace(OAK, id="Elm"))
    assert section == "6.5a, 6.8" and "not the phase" in told


def test_the_journal_names_the_rules_and_no_sheet(bench):
    against = bench.sheets.barriers(ChangeOrders("Write", {"Oak": replace(OAK, note="")}))
    assert noted(" We agreed. ", against) == "We agreed. ([6.5a, 6.8])" and noted("Mine", ()) == "Mine"


def test_without_command_and_by_mail_no_sheet_stands_in_the_state():
    without = RULES.play.secrets_in(RULES.choices({"command.play": "without"}))
    assert standing_sheets(session(), without) is None
    assert standing_sheets(session(kind="mail"), KINDS) is None
    assert standing_sheets(session(kind="mail"), KINDS, Writing(session(kind="mail"), "red", None)) is not None


def test_phases_in_which_something_is_written_are_those_of_the_sequence():
    found = 0
    for id_ in ruleset_ids():
        rules = load_ruleset(id_)
        for kind in rules.play.secrets.values():
            if kind.written is not None:
                found += 1
                assert kind.written.phase in {phase.id for phase in rules.sequence}
                assert kind.written.about.endswith(".") and kind.written.section and kind.written.followed
    assert found == 1
