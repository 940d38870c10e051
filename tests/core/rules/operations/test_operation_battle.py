"""Combat, losses, retreats and advances on made-up maps are those that a player finds who reads the rules clause by clause."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.state import Declared, Moment
from core.model.work import Work
from core.questions.answers import as_json, as_text, reason_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.combat import read_result
from core.rules.operations.battle import BY_RETREAT, HOLDS, SURELY, battle_of
from core.rules.operations.battle_detail import Proposal, RetreatWay
from core.rules.operations.losses import bounds_of
from core.rules.operations.proposals import applied
from core.rules.operations.questions import board_of
from core.rules.scs.battle import falls
from core.rules.scs.stacking import RULES
from core.rules.scs.system import OPERATIONS

CLOSED = {"leg": {"sea"}, "truck": {"sea", "marsh"}}
CLOSED_SIDES = {"leg": set[str](), "truck": {"major-river"}}
ON_SIDES = {"river": Fraction(1, 2), "stream": Fraction(1, 2), "major-river": Fraction(1, 4)}
IN_HEXES = {"open": 1, "woods": 2, "marsh": 2, "town": 2}
EMPTY = board("scs-1.6", ()).box
PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 9) for row in range(3, 9))
PAIRS = [f"{place} {EMPTY.label(near)}" for place in PLACES for near in EMPTY.hex(place).neighbours()[:3]]
MIDDLE, SOURCE = "05.05", "01.05"
RESULTS = ("D1", "Dr1", "D2r2", "A1D1r1", "D4r3", "A1", "D1r2")


# Losses -------------------------------------------------------------------------------------------------------------------


@law(150)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=4), st.integers(0, 9), st.data(), st.booleans())
def test_the_legal_choices_are_those_that_break_no_rule(
    lefts: list[int], steps: int, data: st.DataObject, spread: bool
) -> None:
    first = data.draw(st.lists(st.integers(0, len(lefts) - 1), min_size=1, unique=True))
    if not any(lefts[n] for n in first):
        return
    total = min(steps, sum(lefts))

    def legal(choice: tuple[int, ...]) -> bool:
        twice, spared = (
            any(each > 1 for each in choice),
            any(left and not each for left, each in zip(lefts, choice, strict=True)),
        )
        starts = not total or any(choice[n] for n in first)
        return sum(choice) == total and starts and not (spread and twice and spared)

    wanted = {each for each in product(*(range(left + 1) for left in lefts)) if legal(each)}
    bounds = bounds_of(lefts, first, steps, spread=spread)
    found = list(bounds.choices())
    assert set(found) == wanted
    assert len(found) == bounds.count() == len(wanted)
    assert found == sorted(found, reverse=True)


def test_many_choices_are_counted_and_the_first_are_listed() -> None:
    some = [unit(f"u{n:02}", "combat", attack=3, defence=3, movement=4, steps=2) for n in range(14)]
    game = board("scs-1.6", some, {each.id: "05.05" for each in some})
    ruling = ask("losses", game, units=",".join(each.id for each in some), side="attacker", steps=5)
    assert (ruling.detail.count, len(ruling.detail.choices)) == (2002, 60)


def test_a_proposed_loss_turns_a_unit_over_or_takes_it_off() -> None:
    two = unit("two", "combat", attack=4, defence=4, movement=4, steps=2, back={"attack": 2, "defence": 1})
    one = unit("one", "combat", attack=4, defence=4, movement=4, steps=1)
    game = board("scs-1.6", (two, one), {"two": "05.05", "one": "05.05"})
    ruling = ask("losses", game, units="two,one", side="defender", steps=2)
    (proposal,) = ruling.detail.proposals
    after = _applied(game, proposal)
    assert (after["two"].lost, after["two"].face, "one" in after) == (1, 1, False)
    gone = ask("losses", _after(game, proposal), units="two", side="defender", steps=1)
    assert not _applied(_after(game, proposal), gone.detail.proposals[0])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"units": "a", "side": "attacker"}, "Give the result that was rolled"),
        ({"units": "a", "side": "attacker", "steps": 1, "result": "A1"}, "Give the result that was rolled"),
        ({"units": "a", "side": "attacker", "result": "Q7"}, "is no result such as A1r1 or D2r2"),
        ({"units": "a", "side": "attacker", "steps": 1, "choice": "b"}, "takes no part"),
        ({"units": "a", "side": "attacker", "steps": 1, "choice": "a*x"}, "is no unit with the steps"),
        ({"units": "a,b", "side": "attacker", "steps": 1}, "of one side"),
    ],
)
def test_losses_that_cannot_be_asked_for_are_refused_in_a_sentence(asked: dict[str, str], told: str) -> None:
    some = (unit("a", "combat", attack=1, steps=1), unit("b", "combat", "blue", attack=1, steps=1))
    game = board("scs-1.6", some, {"a": "05.05", "b": "05.06"})
    with pytest.raises(WrongUse, match=told):
        ask("losses", game, **asked)


# A field of battle --------------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """Defenders in the middle, attackers beside them and elsewhere, by hexes, with what they print."""

    terrain: dict[str, str]
    sides: dict[str, str]
    defenders: list[tuple[str, int, int]]
    attackers: dict[str, tuple[str, int, bool]]
    friends: tuple[str, ...]

    def game(self) -> Game:
        """The game of it."""
        by_kind: dict[str, list[str]] = {}
        for pair, kind in self.sides.items():
            by_kind.setdefault(kind, []).append(pair)
        units, at = [], dict[str, Piece]()
        for n, (class_, defence, steps) in enumerate(self.defenders):
            units.append(unit(f"d{n}", "combat", attack=1, defence=defence, movement=4, movement__class=class_, steps=steps))
            at[f"d{n}"] = Piece(MIDDLE, n)
        for n, (place, (class_, attack, starved)) in enumerate(self.attackers.items()):
            values = {"attack": attack, "defence": 1, "movement": 6, "movement__class": class_, "steps": 2}
            units.append(unit(f"a{n}", "combat", "blue", exploitation=attack > 3, **values))
            at[f"a{n}"] = Piece(place, 0, marks=frozenset({"out-of-supply"} if starved else ()))
        for n, place in enumerate(self.friends):
            units.append(unit(f"f{n}", "combat", attack=0, defence=1, movement=4, movement__class="leg", steps=1))
            at[f"f{n}"] = Piece(place)
        return board("scs-1.6", units, at, terrain=self.terrain, sides=by_kind, options={"stacking.limit": "3"})


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Some of them."""
    others = [place for place in PLACES if place != MIDDLE]
    terrain = draw(st.dictionaries(st.sampled_from(others), st.sampled_from(("sea", "marsh", "woods", "town")), max_size=12))
    terrain |= draw(st.sampled_from(({}, {MIDDLE: "woods"}, {MIDDLE: "town"})))
    # Half of all fields leave little room, so that retreats are cut short.
    around = [EMPTY.label(place) for place in EMPTY.hex(MIDDLE).within(2) if EMPTY.label(place) != MIDDLE]
    narrow = st.lists(st.sampled_from(around), min_size=10, max_size=17, unique=True)
    terrain |= dict.fromkeys(draw(st.one_of(st.just([]), narrow)), "sea")
    sides = draw(st.dictionaries(st.sampled_from(PAIRS), st.sampled_from(sorted(ON_SIDES)), max_size=12))
    classes = st.sampled_from(("leg", "truck"))
    defenders = draw(st.lists(st.tuples(classes, st.integers(1, 6), st.integers(1, 3)), min_size=1, max_size=3))
    near = [EMPTY.label(place) for place in EMPTY.hex(MIDDLE).neighbours()]
    places = st.one_of(st.sampled_from(near), st.sampled_from(others))
    attackers = draw(st.dictionaries(places, st.tuples(classes, st.integers(0, 6), st.booleans()), min_size=1, max_size=5))
    friends = draw(st.lists(st.sampled_from([place for place in others if place not in attackers]), max_size=3, unique=True))
    return Field(terrain, sides, defenders, attackers, tuple(friends))


class Reader:
    """The rules as a player reads them, over what is drawn and where pieces lie."""

    def __init__(self, field: Field) -> None:
        self.field, self.hex = field, EMPTY.hex
        self.terrain = {self.hex(label): kind for label, kind in field.terrain.items()}
        self.sides = {frozenset(self.hex(label) for label in pair.split()): kind for pair, kind in field.sides.items()}
        self.enemies = {self.hex(label): unit for label, unit in field.attackers.items()}
        self.start = self.hex(MIDDLE)

    def enters(self, class_: str, one: Hex, other: Hex) -> bool:
        """Whether terrain lets a class of units go from one hex into the next. [3.2d]"""
        if other not in EMPTY.cells or self.terrain.get(other) in CLOSED[class_]:
            return False
        return self.sides.get(frozenset((one, other))) not in CLOSED_SIDES[class_]

    def zones(self) -> set[Hex]:
        """The zones of the attackers. [2.0a, 2.0b]"""
        return {
            near
            for place, (class_, attack, _) in self.enemies.items()
            for near in place.neighbours()
            if attack >= 1 and self.enters(class_, place, near)
        }

    def may_attack(self) -> list[str]:
        """The attackers that may attack the middle by themselves. [2.1c]"""
        return [
            f"a{n}"
            for n, (place, (class_, attack, _)) in enumerate(self.enemies.items())
            if attack >= 1 and place.distance(self.start) == 1 and self.enters(class_, place, self.start)
        ]

    def strength(self, id_: str) -> Fraction:
        """What an attacker counts. [7.3, Cumulative Effects]"""
        place, (_, attack, starved) = list(self.enemies.items())[int(id_[1:])]
        along = ON_SIDES.get(self.sides.get(frozenset((place, self.start)), ""), Fraction(1))
        return Fraction(attack) * along * (Fraction(1, 2) if starved else 1)

    def ways(self, classes: list[str], length: int) -> Iterator[tuple[Hex, ...]]:
        """Every way of a retreat up to a length, each hex farther than the last one. [9.0b, 9.1b]"""

        def on(way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
            yield way
            if len(way) <= length:
                for near in way[-1].neighbours():
                    open_ = all(self.enters(class_, way[-1], near) for class_ in classes)
                    if open_ and near not in self.enemies and near.distance(self.start) == len(way):
                        yield from on((*way, near))

        return on((self.start,))


@law(80)
@given(fields())
def test_who_may_attack_is_who_could_enter_from_beside_it(field: Field) -> None:
    ruling = ask("combat.attackers", field.game(), to=MIDDLE, side="blue")
    found = sorted(each.unit for each in ruling.detail.units if each.role == "attacks")
    assert found == sorted(Reader(field).may_attack())
    assert all(each.reasons for each in ruling.detail.units)


@law(80)
@given(fields())
def test_odds_are_those_of_exact_fractions(field: Field) -> None:
    reader, game = Reader(field), field.game()
    attackers = reader.may_attack()
    if not attackers:
        return
    attack = sum((reader.strength(id_) for id_ in attackers), Fraction(0))
    factor = IN_HEXES[field.terrain.get(MIDDLE, "open")]
    defence = sum(Fraction(printed) for _, printed, _ in field.defenders) * factor
    ruling = ask("odds", game, units=",".join(attackers), to=MIDDLE)
    more, less = max(attack, defence), min(attack, defence)
    whole = (2 * more + less) // (2 * less)
    assert ruling.value == (f"{whole}:1" if attack >= defence else f"1:{whole}")
    by_numbers = ask("odds", game, attackers=[str(attack)], defenders=[str(defence)])
    assert by_numbers.detail.tables == ruling.detail.tables
    assert {each.unit for each in ruling.detail.attackers} == set(attackers)


@law(60)
@given(fields(), st.sampled_from(RESULTS))
def test_a_hex_falls_just_when_the_defenders_cannot_or_will_not_stay(field: Field, result: str) -> None:
    reader, game = Reader(field), field.game()
    losses = read_result(result)
    attackers = reader.may_attack()
    if losses is None or not attackers:
        return
    given_ = {"units": tuple(attackers), "to": (EMPTY.hex(MIDDLE),)}
    on = board_of(game.case, given_, OPERATIONS, RULES)
    steps, loss = sum(left for *_, left in field.defenders), losses.defender
    leave = all(any(len(way) == 2 for way in reader.ways([class_], 1)) for class_, *_ in field.defenders)
    # Each hex is either retreated, which empties the hex at once where all can go, or paid with a step.
    outcomes = set()
    for paid in range(loss.retreat + 1):
        if loss.steps + paid >= steps or (paid < loss.retreat and leave):
            outcomes.add("empty")
        elif paid == loss.retreat:
            outcomes.add("held")
        else:
            # Nobody can go: the other hexes are paid as well.
            outcomes.add("empty" if loss.steps + loss.retreat >= steps else "held")
    wanted = SURELY if outcomes == {"empty"} else HOLDS if outcomes == {"held"} else BY_RETREAT
    assert falls(on, battle_of(on, given_), losses) == wanted


# Retreats -----------------------------------------------------------------------------------------------------------------


@law(120)
@given(fields(), st.integers(0, 3))
def test_every_proposed_retreat_obeys_every_clause_and_none_is_left_out(field: Field, length: int) -> None:
    reader, game = Reader(field), field.game()
    classes = [class_ for class_, *_ in field.defenders]
    units = ",".join(f"d{n}" for n in range(len(classes)))
    source, zones = EMPTY.hex(SOURCE), reader.zones()
    ruling = ask("retreat", game, units=units, hexes=length, toward=SOURCE)
    for option in ruling.detail.options:
        every = list(reader.ways(classes, option.hexes))
        farthest = max(len(way) for way in every)
        long = [way for way in every if len(way) == farthest]
        nearer = [way for way in long if way[-1].distance(source) < reader.start.distance(source)] or long
        least = min(sum(place in zones for place in way[1:]) for way in nearer)
        wanted = {way[1:] for way in nearer if sum(place in zones for place in way[1:]) == least}
        assert {way.hexes for way in option.ways} == wanted
        short = option.hexes - (farthest - 1)
        assert {way.steps for way in option.ways} == {least + short + option.paid}
        assert {(way.short, len(way.zones)) for way in option.ways} == {(short, least)}
    assert [(each.hexes, each.paid) for each in ruling.detail.options] == [(length - n, n) for n in range(length + 1)]
    assert as_json(ruling, game.box)["options"]
    assert as_text(ruling, game.box)


@law(60)
@given(fields(), st.integers(1, 3))
def test_a_way_that_is_proposed_is_legal_when_it_is_drawn(field: Field, length: int) -> None:
    game = field.game()
    units = ",".join(f"d{n}" for n in range(len(field.defenders)))
    ruling = ask("retreat", game, units=units, hexes=length)
    for way in (way for option in ruling.detail.options for way in option.ways[:3] if way.hexes):
        drawn = ask("retreat", game, units=units, hexes=length, path=way.hexes)
        assert drawn.verdict == "legal", as_text(drawn, game.box)


@law(60)
@given(fields(), st.integers(1, 3))
def test_a_proposed_retreat_puts_all_that_are_left_into_its_last_hex(field: Field, length: int) -> None:
    game = field.game()
    ids = [f"d{n}" for n in range(len(field.defenders))]
    steps = sum(left for *_, left in field.defenders)
    ruling = ask("retreat", game, units=",".join(ids), hexes=length)
    before = game.forces.deployment.pieces
    for proposal in ruling.detail.proposals[:8]:
        after = _applied(game, proposal)
        assert {id_: piece for id_, piece in after.items() if id_ not in ids} == {
            id_: piece for id_, piece in before.items() if id_ not in ids
        }
        places = {after[id_].at for id_ in ids if id_ in after}
        assert len(places) <= 1
        lost = sum(after[id_].lost if id_ in after else left for id_, (*_, left) in zip(ids, field.defenders, strict=True))
        legal = [way for option in ruling.detail.options for way in option.ways if _ends(way) == places]
        assert not places or any(lost in (0, min(way.steps, steps)) for way in legal)


def _ends(way: RetreatWay) -> set[Hex]:
    return {way.hexes[-1] if way.hexes else EMPTY.hex(MIDDLE)}


def test_toward_supply_is_toward_the_sources_that_the_side_states() -> None:
    one = unit("one", "combat", attack=1, defence=1, movement=4, movement__class="leg", steps=1)
    game = board("scs-1.6", (one,), {"one": MIDDLE})
    sides = game.box.oob.sides
    red = next(each for each in sides if each.id == "red")
    stated = replace(red, values=red.values.update({"supply.source": "01.05"}))
    keyed = {key: stated for key, each in sides.keyed() if each.id == "red"}
    box = replace(game.box, oob=replace(game.box.oob, sides=sides.with_changes(keyed)))
    told = Game.of(box, game.ruleset)
    ruling = ask("retreat", told, units="one", hexes=1)
    assert ruling.detail.supply
    assert all(way.nearer == 1 for way in ruling.detail.options[0].ways)
    assert not ask("retreat", game, units="one", hexes=1).detail.supply


def test_a_way_into_enemies_is_told_so_and_not_ranked_among_those_that_can_be_gone() -> None:
    prints = {"attack": 3, "defence": 3, "movement": 4}
    units = (unit("flees", "combat", **prints), unit("stands", "combat", "blue", **prints))
    game = board("scs-1.6", units, {"flees": "05.05", "stands": "05.06"})
    ruling = ask("retreat", game, units="flees", hexes=1, toward="05.01", path="05.06")
    assert ruling.verdict == "prohibited"
    assert ruling.reasons[-1].rule.section == "3.3a", "what forbids it stands last"


def test_a_retreat_beyond_all_tables_and_units_apart_are_refused() -> None:
    some = [unit(each, "combat", attack=1, defence=1, movement=4, steps=1) for each in "ab"]
    game = board("scs-1.6", some, {"a": "05.05", "b": "05.06"})
    with pytest.raises(WrongUse, match="12 is the most"):
        ask("retreat", game, units="a", hexes=13)
    with pytest.raises(WrongUse, match="stand in one hex"):
        ask("retreat", game, units="a,b", hexes=1)


def test_a_way_that_jumps_over_hexes_is_none_and_its_jump_is_named() -> None:
    game = board("scs-1.6", [unit("a", "combat", attack=1, defence=1, movement=4, steps=1)], {"a": "05.05"})
    ruling = ask("retreat", game, units="a", hexes=2, path="05.06, 08.08")
    assert ruling.verdict == "prohibited" and not ruling.detail.proposals
    assert (ruling.reasons[-1].rule.section, ruling.reasons[-1].hexes) == ("9.0b", (game.box.hex("08.08"),))


# Advances -----------------------------------------------------------------------------------------------------------------


@law(80)
@given(fields(), st.integers(0, 3))
def test_an_advance_leads_where_terrain_and_enemies_let_it(field: Field, length: int) -> None:
    reader, game = Reader(field), field.game()
    # The defenders are gone; what is left of them stands elsewhere.
    emptied = {f"d{n}": None for n in range(len(field.defenders))}
    pieces = game.forces.deployment.with_pieces(emptied)
    scenario = replace(game.box.scenarios[FILE], start=pieces)
    game = Game.of(replace(game.box, scenarios={FILE: scenario}), game.ruleset)
    enemies = {EMPTY.hex(label) for label in field.friends}
    attackers = [id_ for id_ in reader.may_attack() if reader.start not in enemies]
    if not attackers:
        return
    ruling = ask("advance", game, units=",".join(attackers), target=MIDDLE, hexes=length)
    for found in ruling.detail.units:
        place, (class_, attack, _) = list(reader.enemies.items())[int(found.unit[1:])]
        most = max(1, length) if attack > 3 else 1
        wanted = {reader.start} if reader.enters(class_, place, reader.start) else set[Hex]()
        rim = set(wanted)
        for _ in range(most - 1):
            rim = {
                near for each in rim for near in each.neighbours() if near not in enemies and reader.enters(class_, each, near)
            }
            wanted |= rim
        assert {each.hex for each in found.hexes} == wanted
        assert all(each.way[0] == reader.start and len(each.way) <= most for each in found.hexes)


def test_a_proposed_advance_moves_units_that_fit() -> None:
    some = [unit(each, "combat", attack=3, defence=3, movement=4, steps=2) for each in "abc"]
    game = board("scs-1.6", some, {"a": "05.04", "b": "05.04", "c": "06.04"}, options={"stacking.limit": "2"})
    both = ask("advance", game, units="a,b", target=MIDDLE, hexes=1)
    assert reason_text(both.reasons[0], game.box).endswith("; in all 1 hex is open")
    after = _applied(game, both.detail.proposals[0])
    assert {after["a"].at, after["b"].at} == {EMPTY.hex(MIDDLE)}
    three = ask("advance", game, units="a,b,c", target=MIDDLE, hexes=1)
    assert (three.detail.over, [each.label for each in three.detail.proposals]) == (
        1,
        [f"Advance {name} into 05.05" for name in "ABC"],
    )


def test_defenders_never_advance_and_who_exploits_may_be_for_the_game_to_say() -> None:
    slow = unit("a", "combat", attack=3, defence=3, movement=4, steps=2)
    game = board("scs-1.6", (slow,), {"a": "05.04"})
    theirs = game.with_state(replace(game.state, moment=Moment(1, "combat", "blue"), scenario=FILE))
    assert ask("advance", theirs, units="a", target=MIDDLE, hexes=2).verdict == "none"
    by_game = board("scs-1.6", (slow,), {"a": "05.04"}, options={"exploitation.who": "game"})
    lengths = [ask("advance", each, units="a", target=MIDDLE, hexes=2).detail.units[0].length for each in (game, by_game)]
    assert lengths == [1, 2]


# Asking -------------------------------------------------------------------------------------------------------------------


def _battle() -> Game:
    some = (
        unit("a", "combat", attack=3, defence=3, movement=4, steps=2),
        unit("b", "combat", "blue", attack=3, defence=3, movement=4, steps=2),
    )
    return board("scs-1.6", some, {"a": "05.04", "b": MIDDLE})


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, "Give units=… and to=…"),
        ({"attackers": "3"}, "defenders=… is missing"),
        ({"units": "a"}, "to=…"),
        ({"units": "a", "to": "05.06"}, "no enemy of Red"),
        ({"units": "a", "to": MIDDLE, "attackers": "3"}, "give one or the other"),
        ({"units": "a", "to": MIDDLE, "terrain": "Woods"}, "give one or the other"),
        ({"units": "a,b", "to": MIDDLE}, "of one side"),
    ],
)
@pytest.mark.parametrize("question", ["odds", "combat"])
def test_a_combat_is_asked_of_units_or_of_numbers(question: str, asked: dict[str, str], told: str) -> None:
    with pytest.raises(WrongUse, match=told):
        ask(question, _battle(), **asked)


def test_an_attack_on_the_map_is_the_attack_by_numbers_with_names() -> None:
    game = _battle()
    on_map = ask("combat", game, units="a", to=MIDDLE, roll=9)
    by_numbers = ask("combat", game, attackers="3", defenders="3", roll=9)
    assert (on_map.verdict, on_map.value, on_map.detail.losses) == (
        by_numbers.verdict,
        by_numbers.value,
        by_numbers.detail.losses,
    )
    answer = as_json(on_map, game.box)
    assert answer["attackers"] == [{"unit": "a", "printed": 3, "factors": [], "strength": 3}]
    assert "attackers" not in as_json(by_numbers, game.box)
    assert "A 3" in as_text(on_map, game.box)


def test_a_unit_that_is_declared_for_another_attack_takes_no_part() -> None:
    game = _battle()
    declared = Declared("red", ("a",), (EMPTY.hex("05.03"),))
    played = game.with_state(replace(game.state, declared=(declared,), scenario=FILE))
    assert ask("combat", played, units="a", to=MIDDLE).verdict == "prohibited"
    here = replace(declared, against=(EMPTY.hex(MIDDLE),))
    again = game.with_state(replace(game.state, declared=(here,), scenario=FILE))
    assert ask("combat", again, units="a", to=MIDDLE).verdict == "read"


def test_in_play_units_attack_once_in_a_phase_and_are_attacked_once() -> None:
    game = _battle()
    here, there = EMPTY.hex(MIDDLE), EMPTY.hex("05.03")

    def told(*fought: Declared) -> str:
        playing = replace(game.state, deployment=game.forces.deployment, fought=fought)
        played = game.with_state(playing)
        return as_text(ask("combat.attackers", played, to=MIDDLE), played.box)

    assert "attacks that are over are not known" in as_text(ask("combat.attackers", game, to=MIDDLE), game.box)
    assert "are not known" not in told() and "already" not in told()
    again = told(Declared("red", ("a",), (there,)))
    assert "[SCS 1.6 7.2d] A has attacked already in this phase, in 05.03" in again and "Attacked already" not in again
    again = told(Declared("red", ("x",), (there,), "attack", ("b",)))
    assert "[SCS 1.6 7.2d] Attacked already in this phase, and now in 05.05" in again and "A has attacked" not in again
    # An overrun is no attack of the Combat Phase.
    assert "already" not in told(Declared("red", ("a",), (here,), "overrun", ("b",)))
    playing = replace(game.state, deployment=game.forces.deployment, fought=(Declared("red", ("a",), (here,)),))
    assert ask("combat", game.with_state(playing), units="a", to=MIDDLE).verdict == "prohibited"


def test_terrain_that_the_chart_does_not_know_is_named() -> None:
    some = (
        unit("a", "combat", attack=3, defence=3, movement=4, steps=2),
        unit("b", "combat", "blue", attack=3, defence=3, movement=4, steps=2),
    )
    game = board("scs-1.6", some, {"a": "05.04", "b": MIDDLE}, terrain={MIDDLE: "airfield"})
    ruling = ask("odds", game, units="a", to=MIDDLE)
    assert "Airfield is not on the chart" in as_text(ruling, game.box)


@pytest.mark.parametrize(
    ("question", "asked", "reading"),
    [
        ("combat.attackers", {"to": MIDDLE}, "attack.zero_strength"),
        ("odds", {"units": "a,zero", "to": MIDDLE}, "attack.zero_strength"),
        ("retreat", {"units": "b", "hexes": 1, "entered": "05.06"}, "zones.split_retreat"),
        ("advance", {"units": "a", "target": MIDDLE, "hexes": 1, "overrun": "yes"}, "overrun.entry"),
    ],
)
def test_a_ruling_says_which_reading_decided_it(question: str, asked: dict[str, str], reading: str) -> None:
    ring = ("04.04", "04.05", "05.06", "06.05", "06.04")
    some = [unit(id_, "combat", attack=3, defence=3, movement=4, steps=2) for id_ in ("a", *(f"r{n}" for n in range(5)))]
    zero = unit("zero", "combat", attack=0, defence=1, movement=4, steps=1)
    foe = unit("b", "combat", "blue", attack=3, defence=3, movement=4, steps=2)
    # All around but for one hex behind the defenders, which lies in a zone.
    at = {"a": "05.04", "zero": "05.04", "b": MIDDLE} | {f"r{n}": place for n, place in enumerate(ring) if place != "05.06"}
    game = board("scs-1.6", (*some, zero, foe), at)
    ruling = ask(question, game, **asked)
    found = [reason.values["reading"] for reason in ruling.reasons if "reading" in reason.values]
    assert found == [reading]
    assert "Decided by the reading" in as_text(ruling, game.box)


def _work(game: Game) -> Work:
    return Work(game.box, replace(game.state, scenario=FILE))


def _applied(game: Game, proposal: Proposal) -> dict[str, Piece]:
    """The pieces after a proposal."""
    return dict(applied(_work(game), proposal.edits).deployment.pieces)


def _after(game: Game, proposal: Proposal) -> Game:
    return Game.of(applied(_work(game), proposal.edits).box, game.ruleset)


@pytest.mark.parametrize("phase", ["", "red"])
def test_that_nobody_is_attacked_in_an_empty_hex_is_an_answer_whoever_attacks(phase: str) -> None:
    game = board("scs-1.6", (unit("one", "combat", attack=3, movement=4),), {"one": "05.05"})
    game = game.with_state(replace(game.state, moment=Moment(1, "", phase)))
    ruling = ask("combat.attackers", game, to="02.02")
    assert (ruling.verdict, ruling.detail.defenders) == ("empty", ())
    assert as_text(ruling, game.box).splitlines()[1].endswith("Nobody stands in 02.02 who could be attacked")
