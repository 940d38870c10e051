"""Asking: every wrong parameter is told in a sentence with what is allowed; nothing else ever comes back but a ruling."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import board, unit

from core.base.errors import CoreError, WrongUse
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.new_map import NewMap
from core.model.oob import Formation, Values
from core.model.orders import OpSheet
from core.questions.answers import as_json, as_text
from core.questions.catalogue import QUESTIONS, ask, steps
from core.questions.game import Game, open_game
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Parameter, Question

GOOD = {
    "los": {"from": "1.04", "to": "4.05"},
    "elevation": {"hex": "4.04"},
    "field": {"from": "4.05"},
    "crossfire": {"target": "4.06", "firers": ["4.09", "6.05"]},
    "heights": {},
    "command.size": {"formations": ["1-123", "2-123 whole"]},
    "command.turns": {"units": "assigned"},
    "command.prep": {"type": "Attack", "turns": 12, "size": 1, "rating": 2},
    "command.change": {"elements": 2, "added": 1, "turns": 12},
    "command.reserve": {"rating": 3},
    "move.end": {"units": "unassigned", "start": 6},
    "syr.vehicles": {"trigger": "point fire action"},
    "spotting": {"targets": ["infantry"], "distance": 4},
    "fire.area": {"firers": ["vehicle 5 at 2"], "posture": "Fire", "steps": 5},
    "fire.point": {"firers": ["vehicle 5 at 8 reach 7"], "targets": ["vehicle P-3"], "terrain": "Open"},
    "fire.bands": {"reach": 9},
    "losses": {"losses": 2, "targets": ["infantry"]},
    "losses.carried": {"carrier": 2, "lost": 1, "carried": 5},
    "losses.paralyzed": {"units": ["infantry", "MG"]},
    "morale": {"units": ["4+1+0"]},
    "battalion_morale": {"platoons": 3},
    "vehicle_morale": {"track": ["0", "1", "0", "2"], "losses": 2},
    "vehicle_morale.track": {"steps": 9},
    "vehicle_morale.recovery": {"morale": 2},
    "at_roll": {"terrain": "Open", "attackers": 2, "targets": 1},
    "minefield": {"steps": 5},
    "minefield.breach": {"steps": 5},
    "minefield.laid": {"platoons": 9},
    "minefield.lay": {"to": "4.05"},
    "assault": {"attackers": ["infantry 4"], "defenders": ["infantry 4"]},
    "artillery.mission": {"mission": "HE", "printed": 8},
    "artillery.adjustment": {"value": 3},
    "artillery.scatter": {"die": 3},
    "artillery.point_fire": {"calibre": 105},
    "artillery.direct": {"calibre": 105},
    "artillery.ammunition": {"he": 9},
    "smoke": {"firer": "mortar", "calibre": 81},
    "sortie": {},
    "carrier.movement": {"carrier": 9, "spent": 3, "passenger": 6},
    "carrier.capacity": {"carrier": 2, "steps": 5},
    "carrier.mounting": {},
    "carriers": {},
    "mode.change": {"kind": "foot", "to": "Move", "allowance": 6},
    "vehicle.impulses": {"allowance": 9},
    "stacking": {"hex": "4.05"},
    "set_up": {},
    "entry": {},
    "chart.lookup": {"chart": "tcs.command_prep", "column": "1", "row": "1"},
    "dice.chances": {"dice": "2d6"},
    "sequence": {},
}
COMMON = {"dice.chances": {"dice": "2d6"}, "sequence": {}, "stacking": {"hex": "1.01"}, "set_up": {}, "entry": {}}
GOOD_ELSEWHERE = {
    "scs": {
        "combat": {"attackers": "3", "defenders": "4"},
        "odds": {"attackers": "3", "defenders": "4"},
        "combat.result": {"result": "Dr3"},
        "barrage": {"strengths": ["12"]},
        "overrun": {"target": 1, "adjacent": 1},
        "chart.lookup": {"chart": "scs.crt", "column": "3:1", "roll": 7},
        **COMMON,
    },
    "new-scs": {
        "combat": {"attackers": ["6"], "defenders": ["3"]},
        "odds": {"attackers": ["6"], "defenders": ["3"]},
        "bombardment": {"ratings": ["8"], "soft": 1},
        "hazard": {"hexes": ["swamp"]},
        "retreat.losses": {"soft": 3},
        "overrun": {"target": 2},
        "movement.road": {"allowance": 10},
        "movement.obstacle": {"cost": 2},
        "movement.interdiction": {"cost": 2},
        "chart.lookup": {"chart": "new_scs.crt_attacker", "column": "5-8", "roll": 7},
        **COMMON,
    },
    "bcs": {
        "combat": {"attack": 4, "defence": 3},
        "engagement": {"firer_av": 3, "firer_ar": 3, "target_av": 3, "target_ar": 3, "range": 1},
        "barrage": {"target": "all other"},
        "isolation": {"safe_path": "no"},
        "tiger": {},
        "activation.chits": {"first": 8, "second": 5},
        "activation.draw": {"first": 3, "second": 2},
        "snafu": {"fatigue": "Fresh"},
        "activation.second": {"paid": "yes"},
        "fatigue": {"activation": "first", "level": "Fresh"},
        "fatigue.costs": {"traffic": 2},
        "forced_march": {"allowance": 5, "class": "leg"},
        "jump": {"roll": 1},
        "retreat": {"class": "leg", "result": "voluntary"},
        "screen": {"game": "Last Blitzkrieg"},
        "coordination": {"mixed": 1},
        "zone": {"class": "leg"},
        "chart.lookup": {"chart": "bcs.combat", "column": "result"},
        **COMMON,
    },
    "vcs": {
        "combat": {"attackers": "21", "defenders": "6"},
        "odds": {"attackers": ["21"], "defenders": ["6"]},
        "combat.result": {"result": "D2-(1)b"},
        "chits": {"class": "Red", "rating": "B"},
        "supply.trace": {"level": 1, "distance": 4},
        "supply.effects": {"state": "Out of supply", "attack": 1},
        "supply.air": {"enemies": "zone"},
        "surrender": {"markers": 1},
        "support": {"attacks": 5},
        "movement.allowance": {"allowance": 7, "class": "mechanised", "leaving": "yes"},
        "zone": {"size": "corps"},
        "targets": {"levels": [1], "enemy_levels": [2]},
        "demolition": {"target": "Bridge"},
        "chart.lookup": {"chart": "vcs.crt", "column": "6", "roll": 7},
        **COMMON,
    },
}
"""Good calls in a box without a map, by series."""
RULESETS = {"tcs": "tcs-4.01", "scs": "scs-1.6", "bcs": "bcs-1.1"}
KINDS = {"tcs": "infantry", "vcs": "parent"}
BESIDE: dict[str, dict[str, Any]] = {
    "tcs": {
        "formations": (
            Formation("tanks", "Tanks", "red", values=Values({"morale.kind": "vehicles", "vehicle.track": "o 1 1"})),
            Formation("bn", "Battalion", "red", values=Values({"morale.kind": "battalion"})),
        ),
        "sheets": (OpSheet("Oak", "red", "Attack", ("guard",), status="waiting"),),
        "options": {"command.rating": "3", "solitaire.sheets": "several"},
        "marks": {
            "05.05": (Mark("minefield", "blue"),),
            "09.09": (Mark("barrage-good", "red", "105 mm HE, seen by guard"),),
        },
    },
    "bcs": {"formations": (Formation("wing", "Wing", "red"),), "options": {"recon.screens": "on"}},
}
"""What boxes of a series hold beside units."""
MORE: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "tcs": {"tank": ("vehicle", {"formation": "tanks", "steps": 3, "target.class": "point"})},
    "vcs": {
        "dump": ("depot", {"nationality": "Korrin"}),
        "big": ("warship", {"unit.type": "warship", "ship.type": "Battleship"}),
    },
    "bcs": {"train": ("trains", {"formation": "wing", "movement": 14, "movement.class": "truck"})},
}
"""What else lies in 03.03 in a box of a series: kinds of pieces and what they print, by their ids."""
ON_MAP: dict[str, dict[str, dict[str, Any]]] = {
    "tcs": {
        "opsheet.check": {"sheet": "Oak"},
        "opsheet.size": {"sheet": "Oak"},
        "opsheet.weighted": {"sheet": "Oak", "fired": "yes"},
        "opsheet.chance": {"sheet": "Oak", "ahead": 3},
        "opsheet.steps": {"sheet": "Oak"},
        "opsheet.units": {"unit": "guard"},
        "opsheet.draw": {"side": "red", "roll": 3},
        "movement": {"units": "guard", "to": "04.05"},
        "movement.onto": {"to": "06.05", "side": "red"},
        "overwatch": {"units": "guard", "path": "05.06"},
        "unit.acts": {"hex": "05.05"},
        "formations": {"side": "red"},
        "spotting.at": {"to": "08.05", "from": "05.05"},
        "fire.at": {"to": "08.05"},
        "artillery.place": {"to": "08.05", "side": "red", "calibre": 105},
        "artillery.adjust": {"to": "09.09", "side": "red", "value": 4},
        "artillery.react": {"side": "blue"},
        "artillery.execute": {},
        "artillery.continues": {"units": "guard"},
        "barrage.at": {"to": "08.05", "units": "scout"},
        "sortie.at": {"to": "08.05", "side": "red", "rating": 20},
        "aa.at": {"to": "08.05", "side": "blue", "rating": 20},
        "syr.at": {"to": "05.05"},
        "recovery.at": {"to": "05.05"},
        "mode.at": {"to": "05.05"},
        "losses.at": {"to": "05.05", "steps": 1},
        "morale.at": {"to": "05.05"},
        "losses.box": {"unit": "guard", "among": "bn"},
        "vehicle_morale.at": {"formation": "tanks", "losses": 1},
        "battalion_morale.at": {"side": "red"},
        "assault.at": {"to": "08.05"},
        "overrun.at": {"to": "08.05"},
        "mines.at": {"to": "05.05", "units": "guard"},
        "breach.at": {"to": "05.05", "units": "guard"},
        "fire.after": {"to": "08.05", "units": "guard"},
        "overwatch.fire": {"to": "08.05", "trigger": "recovery"},
        "smoke.at": {"to": "08.05"},
    },
    "scs": {
        "zoc": {"side": "red"},
        "movement": {"units": "guard", "to": "04.05"},
        "movement.onto": {"to": "04.05", "side": "Red"},
        "combat.after": {"to": "08.05", "defenders": "guard", "asks": "D1"},
        "combat.attackers": {"to": "08.05", "side": "red"},
        "overrun.units": {"to": "08.05", "side": "red"},
        "barrage.guns": {"to": "08.05", "side": "red"},
        "losses": {"units": "guard", "side": "attacker", "steps": 1},
        "retreat": {"units": "guard", "hexes": 2},
        "advance": {"units": "guard", "target": "04.05", "hexes": 1},
        "supply": {"units": "guard", "falls": "04.05"},
    },
    "new-scs": {
        "zoc": {"side": "red"},
        "movement": {"units": "guard", "to": "04.05"},
        "movement.onto": {"to": "04.05", "side": "Red"},
        "combat.after": {"to": "08.05", "defenders": "guard", "asks": "D1"},
        "combat.attackers": {"to": "08.05", "side": "red"},
        "overrun.units": {"to": "08.05", "side": "red"},
        "bombardment.guns": {"to": "08.05", "side": "red"},
        "interdiction": {"to": "08.05", "side": "red"},
        "losses": {"units": "guard", "side": "attacker", "steps": 1, "target": "08.05"},
        "retreat": {"units": "guard", "hexes": 2},
        "advance": {"units": "guard", "target": "04.05", "hexes": 1},
        "supply": {"side": "red"},
    },
    "vcs": {
        "zoc": {"side": "red"},
        "movement": {"units": "guard", "to": "04.05"},
        "movement.onto": {"to": "04.05", "side": "Red"},
        "combat.after": {"to": "08.05", "defenders": "guard", "asks": "D1"},
        "combat.attackers": {"to": "08.05", "side": "red"},
        "losses": {"units": "guard", "side": "attacker", "steps": 1},
        "retreat": {"units": "guard", "hexes": 2},
        "advance": {"units": "guard", "target": "04.05", "hexes": 1},
        "supply": {"units": "guard"},
        "engineering": {"units": "guard", "work": "entrenchment"},
        "replacements": {"units": "guard"},
        "naval": {"side": "red"},
        "transfer": {"units": "dump", "to": "04.05"},
    },
    "bcs": {
        "zoc": {"side": "red", "kind": "engagement"},
        "movement": {"units": "guard", "to": "04.05"},
        "movement.onto": {"to": "04.05", "side": "Red"},
        "supply": {"units": "guard"},
        "msr.at": {"formation": "wing"},
        "trains.at": {"formation": "wing"},
        "screen.at": {"units": "guard"},
        "traffic.at": {"to": "05.05"},
        "fire.at": {"to": "08.05"},
        "engagement.at": {"to": "08.05"},
        "attack.at": {"to": "08.05"},
        "barrage.at": {"to": "08.05"},
        "losses.at": {"to": "08.05", "steps": 1},
        "retreat.at": {"to": "05.05", "result": "other"},
        "jump.at": {"to": "03.03"},
        "jump.place": {"formation": "wing"},
        "unit.acts": {"hex": "05.05"},
        "formations": {"side": "red"},
        "activation.at": {},
        "draw.at": {},
        "smoothing.at": {},
        "snafu.at": {"formation": "wing", "roll": 8},
        "recovery.at": {"formation": "wing"},
        "prepared.at": {"formation": "wing", "do": "mark"},
        "march.at": {"formation": "wing"},
        "objectives.at": {"formation": "wing", "to": "05.05"},
        "fatigue.at": {"formation": "wing", "roll": 3},
        "coordination.at": {"formation": "wing", "traffic": 1},
        "isolation.at": {"units": "guard"},
        "tigers.at": {"formation": "wing"},
        "second.at": {"formation": "wing"},
        "orders.at": {"formation": "wing"},
    },
}
"""Good calls in a box where a guard stands in 05.05 and a scout of the other side in 08.05, by series."""
GAME = open_game(scenarios_folder() / "tcs-example").game
assert GAME is not None


def test_there_is_a_good_call_for_every_question() -> None:
    held = {series: {*calls, *ON_MAP.get(series, ())} for series, calls in {"tcs": GOOD, **GOOD_ELSEWHERE}.items()}
    assert held == {series: set(questions) for series, questions in QUESTIONS.items()}


@pytest.mark.parametrize("question", GOOD)
def test_every_good_call_is_answered(question: str) -> None:
    ruling = ask(question, GAME, **GOOD[question])
    assert (ruling.question, ruling.ruleset) == (question, "tcs-4.01")
    assert ruling.verdict


@pytest.mark.parametrize(("series", "question"), [(series, name) for series, calls in GOOD_ELSEWHERE.items() for name in calls])
def test_every_good_call_of_other_series_is_answered(series: str, question: str) -> None:
    in_ = bare(series)
    calls: dict[str, dict[str, Any]] = GOOD_ELSEWHERE[series]
    ruling = ask(question, in_, **calls[question])
    assert ruling.question == question
    assert ruling.verdict
    assert json.loads(json.dumps(as_json(ruling, in_.box), allow_nan=False))
    assert as_text(ruling, in_.box).startswith(question)


@pytest.mark.parametrize(("series", "question"), [(series, name) for series, calls in ON_MAP.items() for name in calls])
def test_every_good_call_over_units_on_the_map_is_answered(series: str, question: str) -> None:
    prints = {"attack": 3, "defence": 3, "movement": 4, "steps": 2, "morale": 4}
    kind = KINDS.get(series, "combat")
    units = [unit("guard", kind, **prints), unit("scout", kind, "blue", **prints)]
    units += [unit(id_, other, **printed) for id_, (other, printed) in MORE.get(series, {}).items()]
    at = {"guard": "05.05", "scout": "08.05", **dict.fromkeys(MORE.get(series, ()), "03.03")}
    game = board(RULESETS.get(series, series), units, at, **BESIDE.get(series, {}))
    ruling = ask(question, game, **ON_MAP[series][question])
    assert (ruling.question, ruling.box_errors) == (question, 0)
    # A window leads through what says so, and has a form for the rest.
    assert QUESTIONS[series][question].heading.leads == isinstance(ruling.detail, ProcedureDetail)
    assert ruling.verdict
    assert json.loads(json.dumps(as_json(ruling, game.box), allow_nan=False))
    assert as_text(ruling, game.box).startswith(question)


@pytest.mark.parametrize(
    ("question", "given_", "wanted"),
    [
        ("line", {}, 'There is no question "line". Allowed: aa.at, area fire, artillery, artillery.adjust'),
        ("felds", {}, 'There is no question "felds". Did you mean "field"?'),
        ("elevatoin", {}, 'There is no question "elevatoin". Did you mean "elevation"?'),
        ("los", {"from": "1.04"}, '"los" needs to=…'),
        ("los", {}, '"los" needs from=… and to=…'),
        ("los", {"from": "", "to": None}, '"los" needs from=… and to=…'),
        ("los", {"from": "1.04", "to": "4.05", "visibilty": 3}, 'takes no parameter "visibilty". Did you mean "visibility"?'),
        ("los", {"from": "1.04", "to": "4.05", "method": "simple"}, 'method: "simple" is none of its choices.'),
        ("los", {"from": "1.04", "to": "4.05", "method": "head_ab"}, 'Did you mean "heads_ab"?'),
        ("los", {"from": "1.04", "to": "4.05", "method": ["standard"]}, "is none of its choices"),
        ("los", {"from": "1.04", "to": "4.05", "visibility": -1}, 'visibility: "-1" is no whole number of hexes'),
        ("los", {"from": "1.04", "to": "4.05", "visibility": 2.5}, "is no whole number of hexes"),
        ("los", {"from": "1.04", "to": "4.05", "visibility": True}, "is no whole number of hexes"),
        ("los", {"from": "1.04", "to": "4.05", "visibility": "far"}, '"unlimited" is allowed, too'),
        ("los", {"from": "1.04", "to": "4.05", "without": "vilage"}, 'there is no terrain "vilage". Did you mean "village"?'),
        ("los", {"from": "1.04", "to": "4.05", "without": [["woods"]]}, "there is no terrain"),
        ("los", {"from": "1.04", "to": "4.05", "smoke": 3.05}, "write the hex in quotes"),
        ("los", {"from": "1.04", "to": "4.05", "smoke": ["3.05", "33.05"]}, 'smoke: there is no hex "33.05" on this map.'),
        ("los", {"from": 4.1, "to": "4.05"}, "write the hex in quotes"),
        ("los", {"from": Hex(99, 99), "to": "4.05"}, "from: 99.149 is not on the map."),
        ("los", {"from": "0.01", "to": "4.05"}, "Hexes run from 1.01 to 6.14."),
        ("los", {"from": "A1.15", "to": "4.05"}, "Hexes run from 1.01 to 6.14."),
        ("los", {"from": "1.04", "to": "4.05", "game": 1}, 'takes no parameter "game"'),
        ("los", {"from": "1.04", "to": "4.05", "question": "field"}, 'takes no parameter "question"'),
        ("elevation", {"hex": "4.04", "visibility": 3}, 'takes no parameter "visibility". Allowed: hex, method.'),
    ],
)
def test_wrong_parameters_are_told_with_what_is_allowed(
    example: Game, question: str, given_: dict[str, Any], wanted: str
) -> None:
    with pytest.raises(WrongUse) as told:
        ask(question, example, **given_)
    assert wanted in str(told.value)


def test_wrong_parameters_are_told_before_any_slice_of_an_answer_is_asked_for(example: Game) -> None:
    with pytest.raises(WrongUse, match="needs"):
        steps("los", example)


plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**30),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["1.04", "4.05", "a4.05", " 4.5 ", "4.10", "woods", "standard", "heads_a", "3.05,3.06", "unlimited", "5"]),
)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
)


@law(400)
@given(data=st.data())
def test_any_parameters_give_a_ruling_or_a_sentence(data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(["los", "elevation", "crossfire"]))
    names = [p.name for p in QUESTIONS["tcs"][question].parameters]
    given_ = dict(GOOD[question])
    for name in data.draw(st.lists(st.sampled_from([*names, "form", "", "self"]), max_size=3)):
        given_[name] = data.draw(values)
    try:
        ruling = ask(question, GAME, **given_)
    except CoreError as error:
        text = str(error)
        assert text[-1] in ".?…"
        assert text[0].isupper() or text.partition(":")[0].strip('"').isidentifier() or text.startswith('"')
    else:
        assert isinstance(ruling, Ruling)
        assert json.loads(json.dumps(as_json(ruling, GAME.box), allow_nan=False))
        assert as_text(ruling, GAME.box)


def test_hexes_and_lists_may_be_values_texts_or_sequences(example: Game) -> None:
    box = example.box
    one = ask("los", example, **{"from": "1.04", "to": "4.05", "smoke": "3.05, 3.06", "without": "woods,building"})
    two = ask(
        "los",
        example,
        **{
            "from": box.hex("1.4"),
            "to": " 04.05",
            "smoke": [box.hex("3.05"), "3.6"],
            "without": ("woods", "building"),
            "method": None,
        },
    )
    assert one == two
    assert ask("crossfire", example, target="4.06", firers="4.09,6.5") == ask(
        "crossfire", example, target="4.06", firers=["4.09", box.hex("6.05")]
    )


def test_a_what_if_takes_the_place_of_the_state_and_leaves_it_alone(example: Game) -> None:
    from core.model.state import GameState

    smoky = example.with_state(GameState(smoke=frozenset({example.box.hex("3.05")}), visibility=1))
    assert ask("los", smoky, **GOOD["los"]).verdict == "blocked"
    assert ask("los", smoky, **GOOD["los"], smoke=[], visibility="unlimited").verdict == "clear"
    assert ask("los", smoky, **GOOD["los"], smoke=[]).verdict == "blocked"
    assert ask("los", smoky, **GOOD["los"]).verdict == "blocked"
    assert ask("los", example, **GOOD["los"]).verdict == "clear"


NUMBERS = [
    pytest.param(series, question, parameter, id=f"{series}-{question.name}-{parameter.name}")
    for series, questions in QUESTIONS.items()
    for question in questions.values()
    for parameter in question.parameters
    if parameter.kind in ("whole", "fraction", "fractions")
]
SIGNED = {"shifts", "roll_modifier", "support", "attacker_support", "defender_support", "points"}
"""What the rules let fall below 0: shifts, modifiers, and what is left of support points."""
ROLLS = {"roll", "rolls", "die", "white", "red", "kill_roll", "fire_roll", "direction", "attackers_roll", "defenders_roll"}
ROLLS |= {"point_roll", "at_rolls", "gun_rolls"}
"""What dice judge, whose least is that of the dice."""


@pytest.mark.parametrize(("series", "question", "parameter"), NUMBERS)
def test_a_number_that_cannot_be_negative_has_a_least(series: str, question: Question, parameter: Parameter) -> None:
    free = parameter.name in SIGNED | ROLLS or (question.name, parameter.name) == ("dice.chances", "least")
    assert (parameter.least is None) == free
    assert parameter.least is None or parameter.least >= 0


@pytest.mark.parametrize(("series", "question", "parameter"), [each for each in NUMBERS if each.values[2].least is not None])
@law(8)
@given(below=st.integers(1, 10**5))
def test_less_than_the_least_is_told_in_a_sentence(series: str, question: Question, parameter: Parameter, below: int) -> None:
    assert parameter.least is not None
    given_: dict[str, Any] = {each.name: "1" for each in question.parameters if each.required and each.kind != "choice"}
    given_ |= {each.name: each.choices[0] for each in question.parameters if each.required and each.kind == "choice"}
    number = parameter.least - below
    in_ = bare(series)
    given_ |= {each.name: next(iter(in_.box.cells)) for each in question.parameters if each.required and each.kind[:3] == "hex"}
    with pytest.raises(WrongUse) as told:
        ask(question.name, in_, **{**given_, parameter.name: number})
    assert str(told.value) == f"{parameter.name}: {number} is too low; {parameter.least} is the least."


@cache
def bare(series: str) -> Game:
    """A game of a series without a map worth the name."""
    rules = load_ruleset(RULESETS.get(series, series))
    return Game.of(NewMap("Nowhere", ruleset=rules.id, columns=1, rows=1).box(), rules)
