from typing import Any

import pytest
import yaml
from PySide6.QtGui import QColor

from app.canvas.looks import Looks
from app.canvas.style import STYLES, BadStyle, load_style, read_style, style_names
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.terrain import TerrainKind


def printed() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((STYLES / "printed.yaml").read_text("utf-8"))
    return data


@pytest.mark.parametrize("name", style_names())
def test_every_style_that_ships_can_be_read_and_has_a_look_for_the_unknown(name: str) -> None:
    style = load_style(name)
    assert Looks(style).path("never heard of") is style.paths["other"]
    assert all("other" in looks for looks in (style.areas, style.hexes, style.sides))


def test_a_style_that_is_not_there_is_named_with_the_nearest_one() -> None:
    with pytest.raises(BadStyle, match=r'no map style "printd"\. Did you mean "printed"'):
        load_style("printd")


def test_a_key_that_no_style_knows_is_named_with_its_place_and_the_nearest_one() -> None:
    data = printed()
    data["grid"]["lyne"] = data["grid"].pop("line")
    with pytest.raises(BadStyle, match=r'printed\.grid: a style knows no "lyne" here\. Did you mean "line"'):
        read_style(data, "printed")


def test_what_is_missing_is_named() -> None:
    data = printed()
    del data["paper"]["frame"], data["paper"]["margin"]
    with pytest.raises(BadStyle, match=r"printed\.paper: missing: margin, frame"):
        read_style(data, "printed")


@pytest.mark.parametrize(("value", "said"), [("no colour", "is no colour"), (7, "str expected, found 7")])
def test_a_wrong_colour_is_named(value: object, said: str) -> None:
    data = printed()
    data["areas"]["woods"]["fill"] = value
    with pytest.raises(BadStyle, match=rf"printed\.areas\.woods\.fill: .*{said}"):
        read_style(data, "printed")


def test_a_number_is_not_taken_for_true() -> None:
    data = printed()
    data["numbers"]["height"] = True
    with pytest.raises(BadStyle, match=r"printed\.numbers\.height: float expected, found True"):
        read_style(data, "printed")


def test_a_colour_may_carry_its_opacity() -> None:
    data = printed()
    data["areas"]["woods"]["fill"] = "#102030 40%"
    fill = read_style(data, "printed").areas["woods"].fill
    assert fill.getRgb()[:3] == QColor("#102030").getRgb()[:3]
    assert fill.alphaF() == pytest.approx(0.4, abs=0.01)


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_area_that_a_ruleset_names_has_a_look_of_its_own(ruleset: str) -> None:
    areas = [each.id for each in load_ruleset(ruleset).terrain.values() if each.kind is TerrainKind.AREA and not each.colour]
    assert [id_ for id_ in areas if id_ not in load_style("printed").areas] == []


def test_a_pond_is_water_and_no_field() -> None:
    areas = load_style("printed").areas
    assert areas["pond"] == areas["lake"] != areas["field"]
