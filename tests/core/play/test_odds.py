from dataclasses import replace

import pytest
from oracles.sessions import BLUE, RED, began, session

from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.play.events import Began, Kind
from core.play.odds import aimed_at, shut
from core.play.session import Session

FOG = load_ruleset("scs-1.6").play.stacks


def played(kind: Kind) -> Session:
    """A session that knows whose the pieces are."""
    first = began(kind)
    assert isinstance(first.event, Began)
    units = {"r1": (RED, "First"), "r2": (RED, "Second"), "b1": (BLUE, "Guard"), "b2": (BLUE, "Horse")}
    return session([replace(first, event=replace(first.event, units=units))], kind, [RED])


@pytest.mark.parametrize("kind", ["hot_seat", "mail"])
def test_strengths_are_added_up_only_while_an_attack_is_declared(kind: Kind) -> None:
    here = played(kind)
    assert shut(here, FOG, "combat").endswith("none is [Fog of War].")
    assert shut(here, FOG, "odds") == shut(here, FOG, "combat")
    assert shut(here, FOG, "stacking") == ""


def test_the_odds_are_open_from_the_declaration_until_it_is_resolved() -> None:
    here = played("hot_seat")
    here.declare(["r1"], [Hex(5, 5)], RED)
    assert shut(here, FOG, "combat") == ""
    assert shut(here, FOG, "combat", [Hex(5, 5)]) == "" and shut(here, FOG, "odds", [Hex(6, 5)]).endswith(
        "none on this hex is [Fog of War]."
    )
    here.roll("2d6", RED)
    assert shut(here, FOG, "combat") == ""
    here.resolve(here.state.declared, RED)
    assert shut(here, FOG, "combat")


@pytest.mark.parametrize(("id_", "what"), [("scs-1.6", "barrage"), ("new-scs", "bombardment")])
def test_fire_from_afar_counts_what_lies_in_a_hex_once_it_is_declared(id_: str, what: str) -> None:
    here, fog = played("hot_seat"), load_ruleset(id_).play.stacks
    assert "Fog of War" in shut(here, fog, what, [Hex(5, 5)])
    # Who may fire is said of units of one's own.
    assert shut(here, fog, f"{what}.guns", [Hex(5, 5)]) == ""
    here.declare(["r1"], [Hex(5, 5)], RED, what)
    assert shut(here, fog, what, [Hex(5, 5)]) == "" and shut(here, fog, what, [Hex(6, 5)])


def test_several_hexes_are_asked_about_once_each_of_them_is_attacked() -> None:
    here = played("hot_seat")
    here.declare(["r1"], [Hex(5, 5), Hex(6, 5)], RED)
    assert shut(here, FOG, "odds", [Hex(5, 5), Hex(6, 5)]) == ""
    assert "not each of these hexes is attacked" in shut(here, FOG, "odds", [Hex(5, 5), Hex(7, 5)])


@pytest.mark.parametrize("asked", ["here", "here, there", Hex(1, 1), [Hex(1, 1), "there"], (), "", None])
def test_the_places_that_a_question_is_asked_of_are_read_from_words_and_from_hexes(asked: object) -> None:
    known = {"here": Hex(1, 1), "there": Hex(2, 1)}
    found = aimed_at({"to": asked, "from": "nowhere"}, known.__getitem__)
    assert found == tuple(known.values())[: len(found)] and len(found) == (
        0 if not asked else 2 if "there" in str(asked) else 1
    )


def test_who_plays_alone_asks_what_he_likes() -> None:
    assert shut(played("solitaire"), FOG, "combat") == ""


@pytest.mark.parametrize("id_", ["tcs-4.01", "bcs-1.1"])
def test_where_no_fog_of_war_shuts_them_all_questions_are_open(id_: str) -> None:
    assert shut(played("hot_seat"), load_ruleset(id_).play.stacks, "combat") == ""
