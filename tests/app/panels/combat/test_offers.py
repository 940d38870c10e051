"""The boxes that offer what may be added to a combat beside units."""

from dataclasses import replace

from app.panels.combat.offers import OfferBoxes
from core.rules.operations.battle_detail import Offered
from tests.app.documents.combat_bench import made_up, why

TWO = Offered("air", "1", "red", "air missions", 2, why("Red: two are left"))
NONE = Offered("defence_air", "1", "blue", "air missions", 0, why("Blue: none is left"))


def test_what_is_left_can_be_ticked_and_what_is_not_says_so(qapp):
    boxes, box = OfferBoxes(), made_up().box
    boxes.show_offers((TWO, NONE), {}, box)
    assert boxes.boxes["air", "1"].isEnabled() and not boxes.boxes["defence_air", "1"].isEnabled()
    assert boxes.boxes["air", "1"].text() == "Red: two are left [7.1]"
    said = []
    boxes.turned.connect(lambda name, value: said.append((name, value)))
    boxes.boxes["air", "1"].click()
    boxes.show_offers((TWO, NONE), {"air": "1"}, box)
    assert boxes.boxes["air", "1"].isChecked()
    boxes.boxes["air", "1"].click()
    assert said == [("air", "1"), ("air", "")]


def test_what_was_added_can_be_taken_back_when_nothing_is_left_meanwhile(qapp):
    boxes = OfferBoxes()
    boxes.show_offers((NONE,), {"defence_air": "1"}, made_up().box)
    assert boxes.boxes["defence_air", "1"].isEnabled() and boxes.boxes["defence_air", "1"].isChecked()
    boxes.show_offers((), {}, made_up().box)
    assert boxes.isHidden() and boxes.boxes["defence_air", "1"].isHidden()


def test_of_several_guns_each_has_a_box_and_that_which_is_added_already_is_ticked(qapp):
    near, far = (Offered("supporter", id_, "blue", "", 1, why(id_), id_ == "near") for id_ in ("near", "far"))
    boxes, said = OfferBoxes(), []
    boxes.show_offers((near, far), {}, made_up().box)
    assert boxes.boxes["supporter", "near"].text() == "near" and "near [7.1]" in boxes.boxes["supporter", "near"].toolTip()
    assert boxes.boxes["supporter", "near"].isChecked() and not boxes.boxes["supporter", "far"].isChecked()
    boxes.kept.connect(lambda *told: said.append(told))
    boxes.boxes["supporter", "far"].click()
    boxes.boxes["supporter", "near"].click()
    assert said == [("supporter", "far", True), ("supporter", "near", False)]


def test_what_may_not_come_has_a_die_once_it_is_ticked(qtbot):
    boxes, box, said, wanted = OfferBoxes(), made_up().box, [], []
    qtbot.addWidget(boxes)
    flying = replace(TWO, roll="air_roll", dice="d6")
    boxes.turned.connect(lambda *told: said.append(told))
    boxes.dice_wanted.connect(lambda *told: wanted.append(told))
    boxes.show_offers((flying,), {}, box)
    boxes.show()
    line = boxes.dice["air", "1"]
    assert not line.isVisible() and not boxes.unrolled({})
    boxes.show_offers((flying,), {"air": "1"}, box)
    assert line.isVisible() and boxes.unrolled({"air": "1"}) == "air missions"
    line.roll.click()
    assert wanted == [("air_roll", "d6", "air missions", "red")]
    line.line.setText("4")
    line.line.editingFinished.emit()
    assert said == [("air_roll", "4")]
    boxes.show_offers((flying,), {"air": "1", "air_roll": "4"}, box)
    assert line.line.text() == "4" and line.roll.isHidden() and not boxes.unrolled({"air": "1", "air_roll": "4"})
    # What is not added any more has no die either, which would add it again.
    boxes.boxes["air", "1"].click()
    assert said[1:] == [("air_roll", ""), ("air", "")]
