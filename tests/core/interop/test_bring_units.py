"""One door for files of units: the kind is told by the file, and everything that a file does is counted."""

import json
from pathlib import Path

import pytest

from core.base.errors import CoreError
from core.interop.bring_units import bring_units, guessed_format
from core.model.box import GameBox
from core.model.items import Items
from core.model.oob import Counter, Oob, Side

BOX = GameBox("", "", ()).with_oob(Oob(Items([Side("red", "Red")]), counters=Items([Counter("a", "red")])))


@pytest.mark.parametrize(
    ("name", "start", "kind"),
    [
        ("x.JSON", "", "orbat"),
        ("x.csv", "id;side;formation\n", "counters"),
        ("x.csv", "ID,Side,Name\n", "counters"),
        ("x.csv", "\ninfantry,ID,attack,BACK\n", "countersheet"),
        ("x.txt", "unit,@template\n", "countersheet"),
    ],
)
def test_the_kind_is_told_by_the_file(name, start, kind):
    assert guessed_format(Path(name), start) == kind


def test_a_table_is_counted_by_what_is_new_and_what_changes(tmp_path):
    file = tmp_path / "units.csv"
    file.write_text("id,side,note\na,red,changed\nb,red,\nc,green,\n")
    found = bring_units(file, "counters", BOX, None, making=True)
    assert dict(found.new) == {"sides": 1, "counters": 2}
    assert dict(found.changed) == {"counters": 1}
    strict = bring_units(file, "counters", BOX, None, making=False)
    assert "sides" not in strict.new
    assert any("green" in each.text for each in strict.findings)


def test_an_order_of_battle_of_orbat_mapper_comes_in(tmp_path):
    file = tmp_path / "x.json"
    units = [{"name": "1st Division", "subUnits": [{"name": "1st Regiment"}], "equipment": [{"name": "Tank", "count": 3}]}]
    file.write_text(
        json.dumps({"type": "ORBAT-mapper", "sides": [{"name": "Blue", "groups": [{"name": "Land", "subUnits": units}]}]})
    )
    found = bring_units(file, "orbat", BOX, None, making=True)
    assert dict(found.new) == {"sides": 1, "formations": 2, "counters": 1}
    assert any("equipment" in str(each) for each in found.dropped)


def test_a_file_that_is_not_there_is_refused_with_its_name(tmp_path):
    with pytest.raises(CoreError, match=r"gone\.csv"):
        bring_units(tmp_path / "gone.csv", "counters", BOX, None, making=True)
