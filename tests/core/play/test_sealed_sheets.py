"""Op sheets under seals: the same sheet is the same text, however far it has come, and every change of it is told."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import op_sheets
from oracles.sessions import RED, SOFT, session

from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.graphics import Measure
from core.model.orders import Addition, Alternate, Commitment, OpSheet, TaskGroup
from core.play import keys, seals
from core.play.binding import content_text
from core.play.sealed_sheets import Naming, differs_from, sheets_sealed
from core.play.secret_kinds import Written, judged, shown_text
from core.play.sheet_texts import sheet_content, sheet_of

KIND = load_ruleset("tcs-4.01").play.secrets["op_sheet"]
KINDS = {KIND.id: KIND}
HAWK = Measure("objective", ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0)), "Hawk")
OAK = OpSheet(
    "Oak",
    RED,
    "Attack",
    ("r1", "r2"),
    (("r1", Hex(3, 4)),),
    status="waiting",
    note="Along the creek.\nThen up the hill.",
    time="10:20",
    groups=(TaskGroup("Assault", ("r1",), "Attack", "In front."),),
    reserve=("r2",),
    alternates=(Alternate(("r1",), "Over the ridge."),),
    failure="Back to the line.",
    measures=(HAWK, Measure("phase-line", ((0.0, 0.0), (2.0, 0.0)))),
)


@given(op_sheets(st.builds(Hex, st.integers(-9, 60), st.integers(-9, 60))))
def test_a_sheet_comes_back_as_it_was_written(sheet):
    content = sheet_content(sheet)
    found = sheet_of(content)
    assert found is not None
    assert sheet_content(found) == content and found.status == "waiting"
    assert (found.id, found.side, found.type, found.units) == (sheet.id, sheet.side, sheet.type, sheet.units)
    assert sorted(map(repr, found.rally)) == sorted(map(repr, sheet.rally))


def test_all_that_is_written_comes_back():
    found = sheet_of(sheet_content(OAK))
    assert found == replace(OAK, measures=found.measures) and set(found.measures) == set(OAK.measures)
    assert sheet_of(content_text({"form": "op sheet", "id": "x"})) is None
    assert sheet_of(Written("Attack.").content) is None and sheet_of("[1]") is None and sheet_of("{") is None


def test_how_far_a_sheet_has_come_is_no_part_of_it():
    further = replace(
        OAK,
        status="implemented",
        turns=9,
        gained=9,
        elements=3,
        staff=True,
        left=(("r1", "failed"),),
        alternates=(Alternate(("r1",), "Over the ridge.", tried=True, taken=True),),
    )
    assert sheet_content(further) == sheet_content(OAK)
    joined = replace(OAK, added=(Addition(("r3",), "Attack", "Follows.", 2, 5, "implemented", gained=6),))
    assert sheet_content(joined) == sheet_content(replace(OAK, added=(Addition(("r3",), "Attack", "Follows."),)))
    assert sheet_content(joined) != sheet_content(OAK)


def opened(*sheets):
    """A session in which the versions of a sheet were sealed and opened, and the opening."""
    played = session()
    joined = keys.join("phrase", RED, "s-1", "hot_seat", SOFT)
    played.add(joined, RED)
    own = keys.unlock(joined, "phrase", RED, "s-1")
    for number, sheet in enumerate(sheets, 1):
        played.add(seals.seal(own, "Oak", "op_sheet", sheet_content(sheet), number), RED)
    assert sheets_sealed(played.record) == ()
    assert [each.id for each in sheets_sealed(played.record, [own])] == ["Oak"]
    shown = seals.opened(own, seals.versions_of(played.record, "Oak"))
    played.add(shown, RED)
    assert sheets_sealed(played.record) == sheets_sealed(played.record, [own])
    return played.record, shown


def test_a_sheet_that_was_never_changed_is_said_to_be_so_and_is_that_in_play():
    record, shown = opened(OAK)
    assert judged(record, shown, KINDS) == ["It is what was sealed, and was never changed."]
    assert judged(record, shown, KINDS, {"Oak": replace(OAK, status="implemented")})[1:] == [
        "The sheet in play says what was sealed."
    ]
    told = judged(record, shown, KINDS, {"Oak": replace(OAK, type="Move", failure="Run.")})
    assert told[1:] == [
        "The sheet in play differs from what was sealed: it changes the failure instructions from "
        '"Back to the line." to "Run.".',
        'The sheet in play differs from what was sealed: it changes the type from "Attack" to "Move".',
    ]


MOVED = replace(OAK, measures=(replace(HAWK, points=((1.0, 2.0), (3.0, 2.0), (3.0, 5.0))), *OAK.measures[1:]))


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (MOVED, 'Version 2 changes "objective Hawk" in the graphic: its points. [1.5, 6.5] does not allow it.'),
        (replace(OAK, measures=OAK.measures[:1]), 'takes "phase-line" away from the graphic. [1.5, 6.5] does not allow it.'),
        (
            replace(OAK, measures=(*OAK.measures, Measure("phase-line", ((0.0, 1.0), (2.0, 1.0)), "Elm"))),
            'adds "phase-line Elm" to the graphic. [1.5, 6.5] does not allow it.',
        ),
        (
            replace(OAK, rally=(("r1", Hex(5, 5)),)),
            'changes "r1" in the rally points: its place. [1.5, 6.5] does not allow it.',
        ),
        (replace(OAK, type="Move"), 'changes the type from "Attack" to "Move". [1.5, 6.5] does not allow it.'),
        (replace(OAK, note="Along the road."), "adds “Along the road.” to the written notes. [1.5, 6.5] does not allow it."),
        (replace(OAK, units=("r1",)), "takes “r2” away from the task organization. [1.5, 6.5] does not allow it."),
        (replace(OAK, reserve=()), "takes “r2” away from the reserve. [1.5, 6.5] does not allow it."),
        (replace(OAK, alternates=()), 'takes "r1" away from the alternates. [1.5, 6.5] does not allow it.'),
    ],
)
def test_what_the_rules_do_not_let_change_is_told_thing_by_thing(after, said):
    told = judged(*opened(OAK, after), KINDS)
    assert told[0] == "Both versions are what was sealed, to the last point."
    assert any(said in each for each in told[1:]), told


def test_units_that_join_bring_their_part_of_the_graphic_and_of_the_notes():
    joined = replace(
        OAK,
        units=("r1", "r2", "r3"),
        rally=(*OAK.rally, ("r3", Hex(1, 1))),
        note=OAK.note + "\nThe third follows.",
        measures=(*OAK.measures, Measure("route", ((0.0, 1.0), (2.0, 1.0)), "Elm")),
    )
    told = judged(*opened(OAK, joined), KINDS)
    assert told[1:] == [
        'Version 2 adds "route Elm" to the graphic. [1.5, 6.5] allows it.',
        "Version 2 adds “The third follows.” to the written notes. [1.5, 6.5] allows it.",
        'Version 2 adds "r3" to the rally points. [1.5, 6.5] allows it.',
        "Version 2 adds “r3” to the task organization. [1.5, 6.5] allows it.",
    ]
    sent = replace(OAK, committed=(Commitment(("r2",), "Attack", "At the flank."),))
    assert "allows it" in judged(*opened(OAK, sent), KINDS)[1]


def test_a_version_that_says_the_same_is_told_so():
    assert judged(*opened(OAK, OAK), KINDS)[1] == "Version 2 says the same as the one before it."


def test_a_sealed_sheet_reads_as_words():
    said = shown_text(sheet_content(OAK)).splitlines()
    assert "Type: Attack" in said and "Failure instructions: Back to the line." in said
    assert "Graphic: objective Hawk; phase-line" in said and "Rally points: r1 (3,4)" in said
    assert "Task organization: r1, r2" in said
    assert differs_from(sheet_content(OAK), OAK) == ()
    named = Naming({"r1": "1st Company", "r2": "2nd Company"}.__getitem__, lambda place: "12.07")
    told = shown_text(sheet_content(OAK), named).splitlines()
    assert "Task organization: 1st Company, 2nd Company" in told and "Rally points: 1st Company (12.07)" in told
    assert differs_from(sheet_content(OAK), replace(OAK, units=("r1",)), named) == (
        "takes “2nd Company” away from the task organization",
    )
