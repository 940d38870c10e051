"""What was worked out for an earlier state of play never shows: answers are those of a game that was asked nothing before."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.model.deployment import Deployment, Piece
from core.model.state import GameState
from core.play.asked import ruling_digest
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.rulings import Ruling

PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 8) for row in range(3, 8))
NAMES = tuple(f"{side}-{number}" for side in ("red", "blue") for number in range(5))

SHARED = {"defence": 3, "movement": 6, "steps": 2}
PRINTED: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "scs-1.6": ("combat", {**SHARED, "attack": 2}, {"attack": 0, "defence": 1, "movement": 4}),
    "new-scs": ("combat", {**SHARED, "attack": 2, "unit__type": "soft"}, {"attack": 0, "defence": 1, "movement": 4}),
    "vcs": ("parent", {"unit__type": "infantry", "strength__class": "red", "strength__rating": "A", "movement": 6}, {}),
}
"""The kind of piece, what its front prints and what its back, by series."""

pieces = st.builds(
    Piece, st.sampled_from((*PLACES, "Reserve")), rank=st.integers(0, 3), face=st.integers(0, 1), lost=st.integers(0, 1)
)
changes = st.dictionaries(st.sampled_from(NAMES), st.none() | pieces, min_size=1, max_size=4)


def a_game(series: str) -> Game:
    """Units whose backs have no zone, among terrain that some of them cannot enter; nobody is on the map."""
    kind, front, behind = PRINTED[series]
    units = []
    for number, name in enumerate(NAMES):
        moves = {"movement__class": ("leg", "truck")[number % 2]} if series != "vcs" else {}
        back = {**behind, **moves} if behind else None
        units.append(unit(name, kind, name.split("-")[0], back=back, **front, **moves))
    closed = {"04.04": "marsh", "05.06": "sea", "06.05": "woods"}
    sides = {"major-river": ["05.04 05.05", "06.04 06.03"], "river": ["04.05 04.06"]}
    return board(series, units, terrain=closed, sides=sides, sources={"red": "03.03", "blue": "07.07"})


def answers(game: Game) -> list[tuple[Ruling, bytes]]:
    """Zones and supply of both sides, and where one of each may go; the order in which charts were read is nobody's concern."""
    on_map = {name for name, piece in game.state.deployment.pieces.items() if not isinstance(piece.at, str)}  # type: ignore[union-attr]
    found: list[Ruling] = []
    for side in ("red", "blue"):
        own = sorted(name for name in on_map if name.startswith(side))
        if own:
            found += [ask("zoc", game, side=side), ask("supply", game, side=side), ask("movement", game, units=own[0])]
    bare = [replace(each, charts=()) for each in found]
    return [(plain, ruling_digest(each, game.box)) for plain, each in zip(bare, found, strict=True)]


@pytest.mark.parametrize("series", PRINTED)
@law(examples=15)
@given(chain=st.lists(changes, min_size=2, max_size=4))
def test_answers_do_not_hang_on_what_was_asked_before(series: str, chain: list[dict[str, Piece | None]]) -> None:
    used, fresh = a_game(series), a_game(series)
    deployment, found = Deployment(), []
    for step in chain:
        placed = {name: None if piece is None else _put(used, piece) for name, piece in step.items()}
        deployment = deployment.with_pieces(placed)
        found = answers(used.with_state(GameState(scenario=FILE, deployment=deployment)))
    alike = Deployment().with_pieces(deployment.pieces)
    assert found == answers(fresh.with_state(GameState(scenario=FILE, deployment=alike)))


def _put(game: Game, piece: Piece) -> Piece:
    return replace(piece, at=game.box.hex(piece.at)) if piece.at in PLACES else piece


@given(st.dictionaries(st.sampled_from(NAMES), pieces), changes)
def test_two_deployments_are_told_apart_by_their_counters(start: dict[str, Piece], step: dict[str, Piece | None]) -> None:
    before = Deployment().with_pieces(start)
    after = before.with_pieces(step)
    different = {name for name in NAMES if before.pieces.get(name) != after.pieces.get(name)}
    assert set(after.unlike(before)) == set(before.unlike(after)) == different
