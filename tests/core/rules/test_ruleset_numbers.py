"""Numbers that the rules state stand in rulesets: another number there gives another answer."""

from dataclasses import replace
from fractions import Fraction

import pytest

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.new_map import NewMap
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.questions.game import Game


def answer(ruleset: str, question: str, given: dict[str, object], numbers: dict[str, Fraction] | None = None):
    """What a question gives under a ruleset with some other numbers."""
    rules = load_ruleset(ruleset)
    assert set(numbers or {}) <= set(rules.numbers)
    held = {**rules.numbers, **{name: replace(rules.numbers[name], value=value) for name, value in (numbers or {}).items()}}
    game = Game.of(NewMap("Nowhere", ruleset=ruleset, columns=1, rows=1).box(), replace(rules, numbers=held))
    try:
        told = as_json(ask(question, game, **given), game.box)
    except WrongUse as error:
        return str(error)
    return {key: told[key] for key in told if key != "ruleset"}


@pytest.mark.parametrize(
    ("ruleset", "question", "given", "number", "other"),
    [
        ("new-scs", "bombardment", {"ratings": "3,3,3", "soft": 1}, "bombardment.group", 4),
        ("new-scs", "bombardment", {"ratings": "3", "terrain": "City", "soft": 3}, "bombardment.city", -3),
        ("new-scs", "bombardment", {"ratings": "1", "soft": 1}, "bombardment.first_table", 3),
        ("new-scs", "bombardment", {"ratings": "5", "soft": 1}, "bombardment.last_table", 3),
        ("new-scs", "combat", {"attackers": "9", "defenders": "3", "shift": 3}, "terrain.most_shift", 3),
        ("new-scs", "combat", {"attackers": "9", "defenders": "3", "shift": 2, "engineers": "yes"}, "engineers.columns", 2),
        ("new-scs", "movement.obstacle", {"cost": 3}, "engineers.low_obstacle", 3),
        ("new-scs", "combat", {"attackers": "9", "defenders": "3", "better": "defenders"}, "ambush.likelier", 2),
        ("new-scs", "combat", {"attackers": "9", "defenders": "3"}, "ambush.hexes", 2),
        ("new-scs", "combat", {"attackers": "9", "defenders": "3"}, "ambush.steps", 2),
        ("new-scs", "combat", {"attackers": "1", "defenders": "9"}, "odds.left_of_table", 2),
        ("new-scs", "combat", {"attackers": "1", "defenders": "9"}, "retreat.fall_back", 2),
        ("new-scs", "combat", {"attackers": "30", "defenders": "3", "shift": 2, "white": 3, "red": 4}, "retreat.ignored", 0),
        ("new-scs", "retreat.losses", {"soft": 2, "blocked": 1}, "retreat.blocked_steps", 2),
        ("new-scs", "retreat.losses", {"soft": 2, "zones": 1}, "zones.retreat_steps", 2),
        ("scs-1.6", "combat.result", {"result": "Dr2", "zones": 1}, "zones.retreat_steps", 2),
        ("scs-1.6", "combat.result", {"result": "Dr2", "blocked": 1}, "retreat.blocked_steps", 2),
        ("vcs", "targets", {"levels": "4", "enemy_levels": "3"}, "targets.high_level", 5),
        ("vcs", "targets", {"levels": "4", "enemy_levels": "7"}, "terrain.levels", 7),
        ("vcs", "combat", {"attackers": 9, "defenders": 3, "attacker_levels": 7, "defender_levels": 1}, "terrain.levels", 7),
        ("vcs", "demolition", {"target": "Road", "line": 1, "enemy": 1, "level": 7}, "terrain.levels", 7),
        ("vcs", "supply.trace", {"level": 7, "distance": 0}, "terrain.levels", 7),
        ("tcs-4.01", "carrier.capacity", {"vehicles": 2, "defence": 3, "steps": 4}, "riders.strong.carries", 1),
        ("tcs-4.01", "carrier.capacity", {"vehicles": 2, "defence": 3, "steps": 4}, "riders.strong.defence", 4),
        ("tcs-4.01", "carrier.capacity", {"vehicles": 2, "defence": 2, "steps": 2}, "riders.weak.carries", 0),
        ("tcs-4.01", "carrier.capacity", {"vehicles": 2, "defence": 1, "steps": 2}, "riders.weak.defence", 1),
        ("tcs-4.01", "carrier.mounting", {}, "mounting.unit", 2),
        ("tcs-4.01", "fire.bands", {"reach": 7}, "point_fire.reach", 3),
        ("tcs-4.01", "fire.area", {"firers": "infantry 4 at 1", "posture": "Fire", "steps": 5}, "close_infantry.1", 3),
        ("tcs-4.01", "fire.area", {"firers": "infantry 4 at 0", "posture": "Fire", "steps": 5}, "close_infantry.0", 3),
    ],
)  # fmt: skip
def test_another_number_gives_another_answer(ruleset, question, given, number, other):
    assert answer(ruleset, question, given) != answer(ruleset, question, given, {number: Fraction(other)})


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_number_has_its_unit_and_its_rule(id_):
    for name, number in load_ruleset(id_).numbers.items():
        assert number.unit and number.source, name
