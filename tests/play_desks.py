"""Sessions over boxes that ship, driven by words, for tests of `core.play`."""

from functools import lru_cache

from oracles.sessions import Folded, Kept

from core.files.resources import scenarios_folder
from core.play.cups_at_table import fresh_key
from core.play.driving import Desk
from core.play.events import Entry, Kind
from core.play.memories import Memory
from core.play.session import Session
from core.play.starting import beginning
from core.questions.game import Game, open_game


@lru_cache(maxsize=4)
def game_of(name: str) -> Game:
    game = open_game(scenarios_folder() / name).game
    assert game is not None
    return game


def entries_of(name: str, kind: Kind = "hot_seat", ruled: bool = False) -> list[Entry]:
    """The first entry; one that is `ruled` has what the rules of play say."""
    game = game_of(name)
    file, play = next(iter(game.box.scenarios)), game.ruleset.play if ruled else None
    began = beginning(game.box, game.ruleset.values, file, kind, {}, of_box=b"b", of_rules=b"r", program="0", play=play)
    return [Entry(1, 0, "", began)]


def desk_of(name: str, side: str = "", kind: Kind = "hot_seat", lines: Kept | None = None) -> Desk:
    """A desk over a shipped box; dice fall the same each time."""
    kept = lines or Kept(entries_of(name, kind))
    session = Session(kept, Folded(kept.entries), [side] if kind == "mail" else ())
    memory = Memory(session.record.began.session, side, table=fresh_key())
    game = game_of(name)
    return Desk(session, side, game, game.ruleset, memory, fresh=lambda length: bytes(length))
