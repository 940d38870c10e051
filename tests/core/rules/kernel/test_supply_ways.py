"""Ways of supply against a naive search, and the zones that close them."""

from hypothesis import given
from hypothesis import strategies as st
from oracles.stacks import board, unit

from core.geometry.hexes import Hex
from core.rules.kernel.forces import Unit
from core.rules.kernel.supply_ways import named_hexes, open_hexes, reached

FIELD = tuple(Hex(0, 0).within(3))
places = st.frozensets(st.sampled_from(sorted(FIELD)))


def naive(open_: frozenset[Hex], sources: frozenset[Hex]) -> frozenset[Hex]:
    """The same by adding neighbours until nothing comes any more."""
    found = open_ & sources
    while True:
        more = found | {place for place in open_ if any(near in found for near in place.neighbours())}
        if more == found:
            return found
        found = more


@given(places, places)
def test_what_is_reached_is_all_that_touches_it(open_: frozenset[Hex], sources: frozenset[Hex]) -> None:
    found = reached(open_, sources)
    assert found == naive(open_, sources)
    assert found <= open_ and reached(open_, found) == found


@given(places, places, places)
def test_more_sources_reach_no_less(open_: frozenset[Hex], one: frozenset[Hex], other: frozenset[Hex]) -> None:
    assert reached(open_, one | other) == reached(open_, one) | reached(open_, other)


def everybody(unit_: Unit) -> bool:
    return True


def nobody(unit_: Unit) -> bool:
    return False


def test_enemies_close_their_hexes_and_their_zones_but_where_own_units_stand() -> None:
    units = [unit("own", "combat", attack=1), unit("foe", "combat", "blue", attack=1)]
    game = board("scs-1.6", units, {"own": "05.05", "foe": "05.06"})
    foe, own = game.box.hex("05.06"), game.box.hex("05.05")
    bare = open_hexes(game.forces, "red", everybody, nobody)
    assert frozenset(game.box.cells) - bare == {foe}
    zoned = open_hexes(game.forces, "red", everybody, everybody)
    assert frozenset(game.box.cells) - zoned == {foe, *foe.neighbours()} - {own}
    # Pieces that are no units close nothing.
    assert open_hexes(game.forces, "red", nobody, everybody) == frozenset(game.box.cells)


def test_hexes_are_found_among_other_words_or_not_at_all() -> None:
    box = board("scs-1.6", []).box
    assert named_hexes(box, "hexes 01.01, 01.02 and 3.4") == (box.hex("01.01"), box.hex("01.02"), box.hex("03.04"))
    assert named_hexes(box, "the western edge") == ()
    assert named_hexes(box, "01.01 or 99.99") == ()
