"""Sessions over boxes that ship, driven by words, for tests of `core.play`."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from oracles.sessions import Folded, Kept

from core.files.resources import scenarios_folder
from core.play.cups_at_table import fresh_key
from core.play.driving import Desk
from core.play.events import Entry, Kind
from core.play.memories import Memory
from core.play.session import Session
from core.play.starting import beginning
from core.questions.game import Game, open_game

Options = Mapping[str, str]

NO_OPTIONS: Options = MappingProxyType({})


@lru_cache(maxsize=4)
def game_of(name: str, options: tuple[tuple[str, str], ...] = ()) -> Game:
    game = open_game(scenarios_folder() / name).game
    assert game is not None
    return Game.of(replace(game.box, options={**game.box.options, **dict(options)}), game.ruleset) if options else game


def entries_of(name: str, kind: Kind = "hot_seat", ruled: bool = False, options: Options = NO_OPTIONS) -> list[Entry]:
    """The first entry; one that is `ruled` has what the rules of play say."""
    game = game_of(name, tuple(options.items()))
    file, play = next(iter(game.box.scenarios)), game.ruleset.play if ruled else None
    began = beginning(game.box, game.ruleset.values, file, kind, {}, of_box=b"b", of_rules=b"r", program="0", play=play)
    return [Entry(1, 0, "", began)]


def desk_of(
    name: str, side: str = "", kind: Kind = "hot_seat", lines: Kept | None = None, options: Options = NO_OPTIONS
) -> Desk:
    """A desk over a shipped box, which may play by further `options` and then by all rules of play; dice fall the same each
    time."""
    kept = lines or Kept(entries_of(name, kind, bool(options), options))
    session = Session(kept, Folded(kept.entries), [side] if kind == "mail" else ())
    memory = Memory(session.record.began.session, side, table=fresh_key())
    game = game_of(name, tuple(options.items()))
    return Desk(session, side, game, game.ruleset, memory, fresh=lambda length: bytes(length))
