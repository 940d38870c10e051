"""phaseline replay: where a session stands, after its last entry or any other; verifies its journal."""

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import CoreError, WrongUse
from core.cli.parsing import FINE, PROBLEMS, Commands, json_line, open_box
from core.cli.readers import HELP, found_box, read_for, remembered
from core.play.exports import EVERYTHING
from core.play.owing import title_of

if TYPE_CHECKING:
    from core.geometry.hexes import Hex
    from core.model.deployment import Spot
    from core.model.state import Declared, GameState
    from core.play.events import Began
    from core.play.journal import Fault, Read
    from core.play.record import Record
    from core.play.snapshots import History, Loaded
    from core.play.table import Table
    from core.questions.game import Game

Place = Callable[["Hex"], Any]
"""How a hex is written: by the number that is printed in it, else by its column and row."""


def add(commands: Commands) -> None:
    """Adds the command."""
    replay = commands.add_parser(
        "replay",
        help="tell where a session stands, and verify its journal",
        epilog="Example: phaseline replay battle.journal --to 120 --side Red --json",
    )
    replay.add_argument("journal", type=Path, metavar="SESSION.journal")
    replay.add_argument("--to", type=int, metavar="N", help="after entry N (default: after the last)")
    replay.add_argument(
        "--box", type=Path, metavar="BOX", help="the game (default: the sample that the session was begun with)"
    )
    replay.add_argument("--side", default="", metavar="NAME", help=HELP)
    replay.add_argument("--json", action="store_true", help="tell it as JSON")
    replay.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints the state after an entry; what is wrong with the journal goes to standard error."""
    loaded, tables = open_journal(given.journal)
    last = len(loaded.read.entries)
    number = last if given.to is None else given.to
    if not 1 <= number <= last:
        raise WrongUse(f"There is no entry {number}; {given.journal} has entries 1 to {last}.")
    label, code = labels(given.box, loaded.read.records[0].began, given.journal)
    place: Place = label if label is not None else lambda hex_: [hex_.q, hex_.r]
    table, below = _seen(loaded, tables, number, given.side)
    everything = given.side.casefold() == EVERYTHING
    if given.json:
        shown = {"journal": str(given.journal), "entry": number, "entries": last, "fault": _fault(loaded.read.fault)}
        hidden = {"below": [{"at": _spot(spot, place), "count": count} for spot, count in below.items()]}
        hidden = {} if everything else hidden
        print(json_line(shown | _session(table.record) | _state(table, place) | hidden))
    else:
        _print(table, loaded, place)
        if below:
            count = sum(below.values())
            print("1 counter lies out of sight" if count == 1 else f"{count} counters lie out of sight")
    tell_not_shown(table.record)
    return tell_fault(given.journal, loaded.read, code)


def _seen(loaded: "Loaded", tables: "History", number: int, side: str) -> "tuple[Table, Mapping[Spot, int]]":
    """The table after an entry as a side may see it, "" for what both know; and how many counters are out of sight, by places.

    Raises CoreError where nobody knows what a side may see, WrongUse for a side that there is not or a phrase that is wrong.
    """
    from core.play.exports import Closed
    from core.play.session import Session

    seen = read_for(loaded, Session(Closed(loaded.read.entries), tables), side).view.state(number)
    return replace(tables.at(number), state=seen.state), seen.below


def tell_not_shown(record: "Record") -> None:
    """Says on standard error what a session by mail keeps from whoever reads its file."""
    from core.play.exports import not_shown

    for sentence in not_shown(record):
        print(f"phaseline: {sentence}", file=sys.stderr)


def open_journal(path: Path) -> "tuple[Loaded, History]":
    """A journal with its tables, as far as it is good. Raises CoreError when nothing of it is, OSError."""
    from core.play.looking import look

    loaded = look(path)
    if loaded.tables is None:
        raise CoreError(loaded.read.fault.told(path) if loaded.read.fault is not None else f"{path} is empty.")
    return loaded, loaded.tables


def tell_fault(path: Path, read: "Read", code: int) -> int:
    """Says on standard error where a journal is damaged; the exit code."""
    if read.fault is None:
        return code
    print(f"phaseline: {read.fault.told(path)}", file=sys.stderr)
    return PROBLEMS


def labels(box: Path | None, began: "Began", journal: Path) -> "tuple[Callable[[Hex], str] | None, int]":
    """The printed numbers of the hexes of a session's game, None where that is not known; and the exit code that the files ask
    for of a game that is named."""
    game, code = game_of(box, began, journal)
    return game.box.label if game is not None else None, code


def game_of(box: Path | None, began: "Began", journal: Path) -> "tuple[Game | None, int]":
    """The game of a session, None where it is not known; and the exit code that its files ask for where it is named."""
    found = found_box(box, began.box, journal, remembered(began.session))
    if found is None:
        return None, FINE
    game, code = open_box(found)
    return game, code if box is not None else FINE


def _session(record: "Record") -> dict[str, Any]:
    began = record.began
    return {
        "session": began.session,
        "kind": began.kind,
        "game": began.game,
        "scenario": began.scenario.title,
        "ruleset": began.ruleset,
        "players": [{"side": each.side, "title": each.title, "name": each.name} for each in began.players],
        "holder": record.holder or None,
    }


def _state(table: "Table", place: Place) -> dict[str, Any]:
    """The state of play as `resources/manual/json.md` describes it."""
    state, record = table.state, table.record
    return {
        "turn": state.moment.turn,
        "phase": state.moment.phase,
        "side": state.moment.side or None,
        "round": state.moment.round,
        "of": state.moment.of or None,
        "order": list(state.order),
        "light": state.light,
        "weather": state.weather,
        "visibility": state.visibility,
        "pieces": _pieces(state, record, place),
        "markers": _markers(state, place),
        "points": [{"side": side, "what": what, "amount": left} for (side, what), left in sorted(state.points.items())],
        "ticked": sorted(state.ticked),
        "owed": [title_of(each) for each in state.owed],
        "declared": [_declared(each, place) for each in state.declared],
        "fought": [_declared(each, place) for each in state.fought],
        "chits": [
            {"unit": unit, "cup": held.cup, "seal": held.seal, "reduced": held.reduced}
            for unit, held in sorted(state.held.items())
        ],
        "conditions": [
            {"formation": formation, "kind": kind, "word": word} for (formation, kind), word in sorted(state.conditions.items())
        ],
        "dice": [
            {"entry": number, "by": by, "dice": rolled.dice, "pips": list(rolled.pips), "purpose": rolled.purpose}
            for number, (by, rolled) in sorted(record.rolls.items())
        ],
        "bookmarks": [{"entry": number, "name": name} for number, name in sorted(record.bookmarks.items())],
    }


def _declared(each: "Declared", place: Place) -> dict[str, Any]:
    """An attack that is declared, or was fought."""
    against = [_spot(at, place) for at in each.against]
    return {"by": each.by, "what": each.what, "units": list(each.units), "against": against}


def _pieces(state: "GameState", record: "Record", place: Place) -> list[dict[str, Any]]:
    """Every counter in play; those of a stack follow each other from its bottom to its top."""
    if state.deployment is None:
        return []
    shown = []
    for id_, piece in sorted(state.deployment.pieces.items(), key=lambda pair: (str(pair[1].at), pair[1].rank, pair[0])):
        side, name = record.began.units.get(id_, ("", ""))
        shown.append(
            {
                "id": id_,
                "name": name,
                "side": side,
                "at": _spot(piece.at, place),
                "face": piece.face,
                "lost": piece.lost,
                "mode": piece.mode,
                "marks": sorted(piece.marks),
                "on": piece.on or None,
            }
        )
    return shown


def _markers(state: "GameState", place: Place) -> list[dict[str, Any]]:
    """The markers that lie in hexes and on no unit, smoke among them."""
    shown = []
    marks = state.deployment.marks.items() if state.deployment is not None else ()
    for spot, lying in sorted(marks, key=lambda pair: str(pair[0])):
        shown += [{"at": _spot(spot, place), "kind": each.kind, "side": each.side, "text": each.text} for each in lying]
    smoke = (("smoke", state.smoke), ("smoke_barrage", state.smoke_barrage), ("continuous_fire", state.continuous_fire))
    for kind, hexes in smoke:
        shown += [{"at": place(each), "kind": kind, "side": "", "text": ""} for each in sorted(hexes)]
    return shown


def _spot(spot: "Spot", place: Place) -> Any:
    return spot if isinstance(spot, str) else place(spot)


def _fault(fault: "Fault | None") -> dict[str, Any] | None:
    if fault is None:
        return None
    return {"line": fault.line, "offset": fault.offset, "text": fault.text, "lost": fault.lost}


def _print(table: "Table", loaded: "Loaded", place: Place) -> None:
    """The state in lines for people."""
    from core.play.told import Teller, plain_place, printable

    record, state = table.record, table.state

    def label(hex_: "Hex") -> str:
        shown = place(hex_)
        return shown if isinstance(shown, str) else plain_place(hex_)

    teller = Teller(record.began, label)
    last, good = len(loaded.read.entries), "damaged" if loaded.read.fault is not None else "whole"
    lines = [
        f"{record.began.game}: {record.began.scenario.title}, {record.began.ruleset}",
        f"entry {table.number} of {last}; the journal is {good}",
        teller.moment(state.moment) + f", {state.light}",
    ]
    lines += [teller.left(side, what, left) for (side, what), left in sorted(state.points.items())]
    for piece in _pieces(state, record, label):
        side = f" ({teller.side(piece['side'])})" if piece["side"] else ""
        lines.append(f"{piece['at']}  {piece['id']}  {piece['name']}{side}".rstrip())
    lines += [f"{mark['at']}  {mark['kind']}  {mark['text']}".rstrip() for mark in _markers(state, label)]
    rolled = len(record.rolls)
    lines.append("1 roll of dice so far" if rolled == 1 else f"{rolled} rolls of dice so far")
    print("\n".join(map(printable, lines)))
