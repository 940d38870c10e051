"""Op sheets are written, changed and thrown away, in a scenario and in play."""

from dataclasses import replace
from types import MappingProxyType

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import op_sheets

from core.base.whole_text import whole_within
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment
from core.model.edits.edit import IN_PLAY, Aspect, Touched
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.play_states import difference
from core.model.graphics import Measure
from core.model.orders import OpSheet, TaskGroup
from core.model.scenario import Scenario
from core.model.state import GameState
from core.model.work import Work

FILE = "dawn.scenario.yaml"
FIRST, SECOND = OpSheet("First", "blue", "Attack", ("a",)), OpSheet("Second", "red", "Move", turn=2)


def work(*printed: OpSheet, played: tuple[OpSheet, ...] | None = None) -> Work:
    box = GameBox("Box", "tcs-4.01", (), scenarios=MappingProxyType({FILE: Scenario("Dawn", sheets=printed)}))
    orders = immutables.Map({sheet.id: sheet for sheet in played or ()})
    return Work(box, GameState(scenario=FILE, deployment=None if played is None else Deployment(), orders=orders))


def test_sheets_of_a_scenario_keep_their_places_and_new_ones_come_last() -> None:
    third, changed = OpSheet("Third", "red", "Attack"), replace(FIRST, type="Move")
    edit = ChangeOrders("Change orders", {"Third": third, "First": changed, "Second": None}, FILE)
    before = work(FIRST, SECOND)
    assert edit.apply(before).orders == (changed, third)
    assert edit.touched(before) == Touched(scenarios=frozenset({FILE}))
    assert not edit.touched(edit.apply(before))
    assert ChangeOrders("x", {"Third": third}, "gone.scenario.yaml").apply(before) is before


def test_sheets_in_play_leave_those_of_the_scenario_alone() -> None:
    before = work(FIRST, SECOND, played=(FIRST, SECOND))
    edit = ChangeOrders("Change orders", {"First": replace(FIRST, status="succeeded"), "Second": None, "Nobody's": None})
    after = edit.apply(before)
    assert after.orders == (replace(FIRST, status="succeeded"),) and after.scenario == before.scenario
    assert edit.touched(before).aspects == {Aspect.ORDERS} and not edit.touched(after)
    assert difference(before.state, after.state) == edit.touched(before)


def test_sheets_in_play_come_in_the_order_in_which_they_were_drawn_up() -> None:
    late, early = OpSheet("A", "red", "Move", turn=3), OpSheet("Z", "red", "Move", turn=1)
    assert work(FIRST, played=(late, early)).orders == (early, late)


def test_a_sheet_stands_under_its_own_id() -> None:
    with pytest.raises(ValueError, match='"First" cannot stand under the id "Second"'):
        ChangeOrders("x", {"Second": FIRST})


def test_half_characters_are_mended_wherever_they_stand() -> None:
    half = "\ud800"
    sheet = replace(FIRST, note=half, groups=(TaskGroup(half, (half,)),), rally=((half, Hex(1, 1)),))
    (made,) = ChangeOrders("x", {"First": sheet}, IN_PLAY).sheets.values()
    assert made is not None
    assert half not in repr(made) and made.groups == (TaskGroup("�", ("�",)),) and made.rally == (("�", Hex(1, 1)),)


def test_control_points_are_kept_as_files_and_journals_keep_them() -> None:
    drawn = replace(FIRST, measures=(Measure("free-line", ((0.123456, -0.00001), (1.0, 2.0))),))
    (made,) = ChangeOrders("x", {"First": drawn}).sheets.values()
    assert made is not None and made.measures[0].points == ((0.1235, 0.0), (1.0, 2.0))
    (again,) = ChangeOrders("x", {"First": made}).sheets.values()
    assert again is made


@given(op_sheets(st.builds(Hex, st.integers(0, 5), st.integers(0, 5))))
def test_whole_texts_are_left_as_they_are(sheet: OpSheet) -> None:
    assert whole_within(sheet) is sheet
