"""Counters for templates of Inkscape: what is written is read again as that table, and what means nothing here is listed."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.forces import RULESETS, a_map_of_two, oobs, rulesets

from core.base.errors import WrongUse
from core.interop.countersheet import from_countersheet, to_countersheet
from core.model.box import GameBox
from core.model.items import Items
from core.model.oob import Counter, Oob, Side, Values
from core.model.work import Work
from core.rules.kernel.ruleset import Ruleset

SCS = RULESETS["scs-1.6"]
OOB = Oob(
    Items([Side("blue", "Blue")]),
    counters=Items(
        [
            Counter(
                "a",
                "blue",
                Values({"piece.kind": "combat", "attack": 4, "movement": 6, "exploitation": True}),
                Values({"attack": 2, "movement": ""}),
                copies=2,
            ),
            Counter("b", "blue", Values({"piece.kind": "air", "barrage": 3}), note="two\nlines"),
            Counter("c", "blue", Values({"piece.kind": "combat", "attack": 3})),
        ]
    ),
)
TEXT = """\
combat,ID,side,formation,sidc,look,note,piece.kind,attack,movement,exploitation,BACK,piece.kind,attack,movement,exploitation
2,a,blue,,,,,combat,4,6,yes,BACK,combat,2,,yes
1,c,blue,,,,,combat,3,,,,,,,

air,ID,side,formation,sidc,look,note,piece.kind,barrage
1,b,blue,,,,two\\nlines,air,3
"""


def a_box(oob: Oob = OOB) -> GameBox:
    return GameBox("A box", "scs-1.6", a_map_of_two(), oob=oob)


def brought(text: str, oob: Oob = OOB) -> tuple[Oob, list[str], list[str]]:
    edit, findings, dropped = from_countersheet(text, a_box(oob), SCS)
    return edit.apply(Work(a_box(oob))).box.oob, [str(each) for each in findings], [str(each) for each in dropped]


def test_a_file_is_a_group_for_each_kind_with_fronts_and_backs_side_by_side() -> None:
    assert to_countersheet(OOB, SCS).replace("\r\n", "\n") == TEXT


def test_what_was_written_changes_nothing_when_it_comes_back() -> None:
    oob, findings, dropped = brought(TEXT)
    assert (findings, dropped) == ([], [])
    assert oob == OOB


@settings(max_examples=60)
@given(st.data(), rulesets, st.sampled_from(",;"))
def test_the_table_of_what_was_read_is_the_table_that_was_written(
    data: st.DataObject, ruleset: Ruleset, delimiter: str
) -> None:
    oob = data.draw(oobs(ruleset, separate=True))
    if not len(oob.counters):  # A file without groups is refused.
        return
    text = to_countersheet(Oob(counters=oob.counters), ruleset, delimiter)
    bare = GameBox("A box", ruleset.id, a_map_of_two())
    edit, _, dropped = from_countersheet(text, bare, ruleset, making=True)
    again = edit.apply(Work(bare)).box.oob

    def values_of(held: str) -> list[list[str]]:
        # Sides and formations that were made have ids of their own, and blanks at the ends of cells do not count.
        rows = csv.reader(io.StringIO(held, newline=""), delimiter=delimiter)
        return [[cell.strip() for cell in (*row[:2], *row[4:])] for row in rows]

    assert dropped == ()
    assert values_of(to_countersheet(again, ruleset, delimiter)) == values_of(text)


def test_what_only_a_template_is_for_is_listed() -> None:
    text = (
        "air,ID,barrage,@frame,box[style:fill],star?,unit-*,BACK,side,barrage>\n,b,4,f,red,y,,yes,blue,2\nENDROW\n"
        "3,,5,f,red,,,,,\n\nthing,combat,move\n2,4,5\n2,6,7\n"
    )
    oob, findings, dropped = brought(text)
    assert dropped == [
        "ENDROW (line 3): it steers a sheet, which is laid out here when it is printed",
        "template (line 1, @frame): counters are drawn by looks here",
        "attribute of a part (line 1, box[style:fill]): counters are drawn by looks here",
        "column of the back (line 1, side): it is the same on both sides",
        "background (line 6, thing): it is no kind of piece of the ruleset",
        "2 × counter (line 6): no column of its group is one of the counters here",
    ]
    assert [each.partition(";")[0] for each in findings] == [
        'Line 1, cell 6 (star): There is no column "star"',
        'Line 1, cell 7 (unit): There is no column "unit"',
        'Line 6, cell 2 (combat): There is no column "combat"',
        'Line 6, cell 3 (move): There is no column "move"',
    ]
    changed, new = oob.counters[1], oob.counters[3]
    assert (changed.values["barrage"], changed.back) == (4, Values({"barrage": 2}))
    assert (new.copies, dict(new.values)) == (3, {"barrage": 5, "piece.kind": "air"})


def test_a_back_that_repeats_the_front_stays_as_it_is() -> None:
    values = Values({"piece.kind": "combat", "attack": 4, "movement": 6})
    oob = Oob(
        counters=Items([Counter("a", "", values, Values({"attack": 2, "movement": 6})), Counter("b", "", values, Values())])
    )
    again, findings, _ = brought(to_countersheet(oob, SCS), oob)
    assert findings == []
    assert again == oob


@pytest.mark.parametrize("text", ["", "\n  \n"])
def test_a_file_without_anything_is_no_file_of_counters(text: str) -> None:
    with pytest.raises(WrongUse, match=r"sheet\.csv: There is no group of counters in the file"):
        from_countersheet(text, a_box(), SCS, "sheet.csv")


def test_a_wrong_value_is_found_with_its_line() -> None:
    _, findings, _ = brought(TEXT.replace("2,a,blue,,,,,combat,4", "2,a,blue,,,,,combat,x"))
    assert findings == ['Line 2, cell 9 (attack): Attack strength must be a number from 0 to 99, not "x".']
