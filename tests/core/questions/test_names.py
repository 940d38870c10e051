"""Names that players use: several questions share one, and what is given tells which is meant."""

import json
from fractions import Fraction
from typing import Any

import pytest
from oracles.plain_fires import FLAT
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.files.resources import scenarios_folder
from core.model.deployment import Mark, Piece
from core.questions.answers import as_json, as_text
from core.questions.catalogue import QUESTIONS, ask, called
from core.questions.game import Game, open_game
from core.questions.names import meant

MEN = {"steps": 5, "fire__strength": 4, "fire__range": 4, "fire__class": "area", "target__class": "area", "morale": 4}
MEN |= {"movement__allowance": 10, "movement__class": "foot"}
TANKS = {"steps": 3, "fire__strength": 4, "fire__range": 7, "fire__class": "point", "target__class": "point"}
TANKS |= {"target__defence": 3, "movement__allowance": 12, "movement__class": "tracked"}


@pytest.fixture(scope="module")
def battle() -> Game:
    """Men and tanks of both sides, two hexes apart; red stands beside a minefield, and in one."""
    units = [
        unit("men", "infantry", **MEN),
        unit("tanks", "vehicle", **TANKS),
        unit("squad", "infantry", "blue", **MEN),
        unit("panzers", "vehicle", "blue", **TANKS),
        unit("close", "infantry", "blue", **MEN),
        unit("scout", "infantry", "blue", **MEN),
        unit("moving", "vehicle", "blue", **TANKS),
        unit("plane", "sortie", "blue", sortie__area_rating=20),
    ]
    at: dict[str, str | Piece] = {
        "men": Piece("05.05", mode="Fire"),
        "tanks": Piece("05.05", 1, mode="Fire"),
        "squad": Piece("05.07", mode="Fire"),
        "panzers": Piece("05.07", 1, mode="Fire"),
        "close": Piece("05.06", mode="Fire"),
        "scout": Piece("06.05", mode="Move"),
        "moving": Piece("04.05", mode="Move"),
        "plane": Piece("Off the map"),
    }
    mines = {"05.05": (Mark("minefield", "blue"),), "06.05": (Mark("minefield", "red"),)}
    return board("tcs-4.01", units, at, contours=FLAT, marks=mines, off_map=("Off the map",))


ON_THE_MAP: dict[str, tuple[str, dict[str, str]]] = {
    "spotting": ("spotting.at", {"to": "05.05", "from": "05.07"}),
    "area-fire": ("fire.at", {"to": "05.05"}),
    "point-fire": ("fire.at", {"to": "05.05"}),
    "overwatch": ("overwatch", {"units": "scout", "path": "06.06"}),
    "at-roll": ("fire.at", {"to": "05.05"}),
    "morale": ("morale.at", {"to": "05.05"}),
    "losses": ("losses.at", {"to": "05.05", "steps": "2"}),
    "syr": ("syr.at", {"to": "05.05"}),
    "move": ("movement", {"units": "scout", "to": "06.06"}),
    "artillery": ("artillery.place", {"to": "05.05", "side": "blue", "calibre": "105"}),
    "sortie": ("sortie.at", {"to": "05.05", "sortie": "plane"}),
    "assault": ("assault.at", {"to": "05.05"}),
    "overrun": ("overrun.at", {"to": "05.05"}),
    "minefield": ("mines.at", {"to": "06.05", "units": "scout"}),
    "stacking": ("stacking", {"hex": "05.05"}),
    "what-can-i-do": ("unit.acts", {"hex": "05.05"}),
}
"""The procedures of the table by the names that players use: the question on the map, and what it is asked with."""


@pytest.mark.parametrize("name", ON_THE_MAP)
def test_every_procedure_is_asked_on_the_map_by_the_name_that_players_use(battle: Game, name: str) -> None:
    question, given = ON_THE_MAP[name]
    ruling = ask(name, battle, **given)
    assert ruling.question == question
    assert ruling.reasons
    assert as_text(ruling, battle.box).startswith(question)
    assert json.loads(json.dumps(as_json(ruling, battle.box), allow_nan=False))["reasons"]


@pytest.mark.parametrize(
    ("name", "given", "groups"),
    [
        ("area-fire", {}, {"Steps lost", "Morale check"}),
        ("point-fire", {"units": "panzers"}, {"Steps lost"}),
        ("at-roll", {}, {"Steps lost"}),
        ("morale", {}, {"Morale"}),
        ("minefield", {"to": "06.05", "units": "scout"}, {"Units on foot"}),
        ("overwatch", {"trigger": "recovery", "units": "squad"}, {"Steps lost"}),
    ],
)
def test_what_waits_for_dice_tells_its_chances(battle: Game, name: str, given: dict[str, str], groups: set[str]) -> None:
    answer = as_json(ask(name, battle, **{"to": "05.05", **given}), battle.box)
    assert set(answer["chances"]) >= groups
    assert all(sum(map(Fraction, group.values())) == 1 for group in answer["chances"].values())
    assert answer["wanted"]


TYPED: dict[str, tuple[str, dict[str, Any]]] = {
    "spotting": ("spotting", {"targets": ["infantry"], "distance": 4}),
    "area fire": ("fire.area", {"firers": ["vehicle 5 at 2"], "posture": "Fire", "steps": 5}),
    "point_fire": ("fire.point", {"firers": ["vehicle 5 at 8 reach 7"], "targets": ["vehicle P-3"], "terrain": "Open"}),
    "at-roll": ("at_roll", {"terrain": "Open", "attackers": 2, "targets": 1}),
    "morale": ("morale", {"units": ["4+1+0"]}),
    "losses": ("losses", {"losses": 2}),
    "sortie": ("sortie", {"light": "day"}),
    "assault": ("assault", {"attackers": ["infantry 4"], "defenders": ["infantry 4"]}),
    "minefield": ("minefield", {"steps": 5}),
    "Overwatch": ("overwatch.fire", {"to": "05.05", "trigger": "recovery"}),
    "artillery": ("artillery.execute", {}),
    "Artillery": ("artillery.execute", {"to": "05.05", "roll": 34}),
}
"""The same names, given what other questions are asked with."""


@pytest.mark.parametrize("name", TYPED)
def test_the_same_names_are_meant_for_other_questions_where_what_is_given_says_so(battle: Game, name: str) -> None:
    question, given = TYPED[name]
    assert called(name, battle, given).question.name == question
    assert ask(name, battle, **given).question == question


def test_a_name_can_speak_for_a_parameter(battle: Game) -> None:
    assert called("point-fire", battle, {"to": "05.05"}).given == {"to": "05.05", "fire": "point"}
    assert called("Area Fire", battle, {"to": "05.05"}).given["fire"] == "suppressive"
    assert ask("point-fire", battle, to="05.05") == ask("fire.at", battle, to="05.05", fire="point")
    assert ask("point-fire", battle, to="05.05", fire="point") == ask("fire.at", battle, to="05.05", fire="point")
    with pytest.raises(WrongUse, match=r'^fire: "point-fire" is asked with fire=point; ask "fire\.at" for another\.$'):
        ask("point-fire", battle, to="05.05", fire="rolls")


@pytest.mark.parametrize(
    ("name", "given", "wanted"),
    [
        ("assault", {"attackers": "infantry 4"}, '"assault" needs defenders=…. "assault" is also "assault.at", with to=….'),
        (
            "assault",
            {"unts": "men", "to": "05.05"},
            '"assault.at" takes no parameter "unts". Did you mean "units"? "assault" is',
        ),
        ("morale", {}, '"morale" needs units=…. "morale" is also "morale.at", with to=….'),
        ("losses", {"to": "05.05"}, '"losses.at" needs steps=…. "losses" is also "losses", with losses=….'),
        ("syr", {}, '"syr.at" needs to=….'),
        ("at rol", {}, 'There is no question "at rol". Did you mean "at roll"?'),
    ],
)
def test_what_no_question_of_a_name_takes_is_told_of_the_one_that_was_probably_meant(
    battle: Game, name: str, given: dict[str, str], wanted: str
) -> None:
    with pytest.raises(WrongUse) as told:
        ask(name, battle, **given)
    assert str(told.value).startswith(wanted)


def test_a_question_that_is_asked_by_its_own_name_is_that_one_whatever_it_shares(battle: Game) -> None:
    for name, question in QUESTIONS["tcs"].items():
        given = {parameter.name: "1" for parameter in question.parameters if parameter.required}
        assert meant(name, "tcs", "TCS", given).question is question


def test_the_names_of_the_table_are_asked_of_a_sample_box() -> None:
    opened = open_game(scenarios_folder() / "cove-creek").game
    assert opened is not None
    asked = {
        "spotting": {"to": "17.28"},
        "area-fire": {"to": "17.28"},
        "morale": {"to": "18.19"},
        "losses": {"to": "18.19", "steps": "2"},
        "assault": {"to": "17.28"},
        "sortie": {"to": "18.31", "sortie": "p-47-1"},
        "artillery": {"to": "18.31", "side": "blue"},
        "move": {"units": "1-71-cavalry", "to": "18.30"},
    }
    for name, given in asked.items():
        text = as_text(ask(name, opened, **given), opened.box, opened.ruleset)
        assert "Hex(" not in text
        assert text.startswith(ON_THE_MAP[name][0])


def test_the_artillery_of_every_side_of_a_sample_box_can_be_adjusted() -> None:
    opened = open_game(scenarios_folder() / "cove-creek").game
    assert opened is not None
    for side in opened.box.oob.sides:
        found = ask("artillery.adjustment", opened, nationality=str(side.values["nationality"]))
        assert found.reasons
