"""phaseline play: plays a session by lines of commands, or begins one."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import CoreError, WrongUse, did_you_mean
from core.cli.parsing import FINE, PROBLEMS, WRONG, Commands, json_line, open_box

if TYPE_CHECKING:
    from core.model.box import GameBox
    from core.play.driving import Desk
    from core.play.journal import Journal
    from core.play.memories import Memory
    from core.questions.game import Game
    from core.rules.kernel.ruleset import Ruleset

KINDS = ("hot_seat", "solitaire", "mail")


def add(commands: Commands) -> None:
    """Adds the command."""
    play = commands.add_parser(
        "play",
        help="play a session by lines of commands from standard input, or begin one",
        epilog="Example: phaseline play battle.journal --side Red < moves.txt. "
        "Begin one: phaseline play my-box --scenario dawn --kind hot_seat --new battle.journal. "
        'The command "help" lists all that can be said.',
    )
    play.add_argument("path", type=Path, metavar="SESSION.journal", help="the session; with --new the folder of the game")
    play.add_argument("--side", default="", metavar="NAME", help="only what this side may see and do (default: both)")
    play.add_argument("--json", action="store_true", help="answer as JSON, one line for each command")
    play.add_argument("--box", type=Path, metavar="BOX", help="the game (default: the one played with last)")
    play.add_argument(
        "--all-the-same",
        action="store_true",
        help="at one table or alone: go on with a journal that is not the one seen last, as with an older copy",
    )
    begin = play.add_argument_group("beginning a session")
    begin.add_argument("--new", type=Path, metavar="SESSION.journal", help="begin a session in this file")
    begin.add_argument(
        "--scenario", default="", metavar="NAME", help="its scenario, by title or file; not needed for one alone"
    )
    begin.add_argument("--kind", choices=KINDS, default="hot_seat", help="at one table, alone, or by mail (default: hot_seat)")
    begin.add_argument("--player", action="append", default=[], metavar="SIDE=NAME", help="who plays a side")
    play.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Does all commands of the standard input; those that cannot be done are told, and change nothing."""
    from core.play.journal_writer import Displaced
    from core.play.memories import remember, seen

    desk, journal, memory = begin(given) if given.new is not None else resume(given)
    with journal:
        code = drive(desk, given.json)
        try:
            journal.sync()
        except Displaced as problem:
            new = journal.free_beside()
            journal.rescue(new)
            print(f"phaseline: {problem} All {len(journal.entries)} entries are written into {new}.", file=sys.stderr)
            code = PROBLEMS
        remember(seen(memory, desk.session.record, [entry.link for entry in desk.session.entries]))
    return code


def drive(desk: "Desk", as_json: bool) -> int:
    """Does the commands of the standard input, and prints the answers; the exit code."""
    from core.play.replaying import driven

    code = FINE
    for answer in driven(desk, _lines()):
        if as_json:
            told: dict[str, Any] = {"line": answer.line, "command": answer.text, "ok": not answer.error}
            told |= {"error": answer.error} if answer.error else {}
            print(json_line(told | dict(answer.said.data) | {"lines": list(answer.said.lines)}), flush=True)
        else:
            for line in answer.said.lines:
                print(_printable(line))
            sys.stdout.flush()
            if answer.error:
                print(f"phaseline: line {answer.line}: {answer.error}", file=sys.stderr, flush=True)
        if answer.error:
            code = WRONG if answer.misused or code == WRONG else PROBLEMS
    return code


def _lines() -> Iterator[str]:
    """The lines of the standard input, one after the other as they come."""
    asks = sys.stdin.isatty()
    while True:
        if asks:
            print("> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        yield line


def _printable(line: str) -> str:
    from core.play.told import printable

    text = printable(line)
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def begin(given: argparse.Namespace) -> "tuple[Desk, Journal, Memory]":
    """Begins a session. Raises CoreError, OSError."""
    from core.files.digests import box_digest, rules_digest
    from core.play.cups_at_table import fresh_key
    from core.play.driving import Desk, pairs
    from core.play.journal import Journal
    from core.play.keys import join
    from core.play.memories import Memory
    from core.play.session import Session
    from core.play.snapshots import History
    from core.play.starting import beginning

    game, code = open_box(given.path)
    if code != FINE:
        print(f"phaseline: {given.path} has issues; the session begins all the same.", file=sys.stderr)
    box, ruleset = game.box, game.ruleset
    sides = {name.casefold(): side.id for side in box.oob.sides for name in (side.name, side.id)}
    names = {}
    for side, name in pairs(given.player).items():
        if side.casefold() not in sides:
            ids = [each.id for each in box.oob.sides]
            raise WrongUse(f'--player: there is no side "{side}".{did_you_mean(side, ids)}')
        names[sides[side.casefold()]] = name
    began = beginning(
        box,
        ruleset.values,
        scenario_file(box, given.scenario),
        given.kind,
        names,
        of_box=box_digest(given.path),
        of_rules=rules_digest(box.ruleset),
        program=version("phaseline"),
        play=ruleset.play,
    )
    own = _own_side(began.players, given.side) if given.kind == "mail" else ""
    journal = Journal.create(given.new, began)
    try:
        session = Session(journal, History(journal.entries, journal.records), [own] if own else ())
        table = fresh_key() if given.kind == "hot_seat" else b""
        memory = Memory(began.session, own, table=table, box=str(given.path.absolute()))
        desk = Desk(session, own or given.side, game, ruleset, memory, stays=bool(given.side))
        if given.kind == "solitaire":
            for player in began.players:
                session.add(join("", player.side, began.session, given.kind), player.side)
            unlock_alone(desk)
        return desk, journal, memory
    except BaseException:
        journal.close()
        raise


def resume(given: argparse.Namespace) -> "tuple[Desk, Journal, Memory]":
    """Opens a session to play on. Raises CoreError, OSError."""
    from core.cli.readers import found_box
    from core.play import trust
    from core.play.driving import Desk
    from core.play.glance import glance
    from core.play.journal import Damaged
    from core.play.memories import NOT_SEEN, Memory, difference, recall
    from core.play.session import Session
    from core.play.snapshots import open_session

    seen = glance(given.path) if given.path.is_file() else None
    memory = Memory("")
    if seen is not None:
        own = ""
        if seen.kind == "mail":
            own = next((side for side in seen.sides if side.casefold() == given.side.casefold()), "")
            if not own:
                raise WrongUse(f"By mail say by its id which side is played here: --side {' or --side '.join(seen.sides)}.")
        memory = recall(seen.session, own)
        if given.all_the_same:
            if own:
                raise WrongUse(
                    "By mail no journal but the one that was seen can be gone on with; --all-the-same is for one table."
                )
            # The order of the cups stays sealed under the key of the table.
            memory = Memory(seen.session, table=memory.table, box=memory.box)
    offer = "" if memory.side else " At one table or alone you may go on with it: add --all-the-same."
    try:
        journal, tables = open_session(given.path, trust.since(memory) if memory.number else trust.fault)
    except Damaged as problem:
        if not offer or NOT_SEEN not in problem.fault.text:
            raise
        # No line is lost where another copy was played on.
        raise CoreError(f"{given.path}:{problem.fault.line}: {problem.fault.text}{offer}") from None
    try:
        session = Session(journal, tables, [memory.side] if memory.side else ())
        changed = difference(memory, session.record, [entry.link for entry in session.entries]) if memory.number else None
        if changed is not None:
            raise CoreError(f"{given.path}:{changed.number}: {changed.sentence}{offer}")
        began = session.record.began
        box = found_box(given.box, began.box, given.path, memory.box)
        game, ruleset = game_of(box, began.box, began.ruleset)
        memory = replace(memory, box=str(box.absolute())) if game is not None and box is not None else memory
        desk = Desk(session, given.side, game, ruleset, memory, stays=bool(given.side))
        _tell_cups(desk)
        if session.record.began.kind == "solitaire":
            unlock_alone(desk)
        return desk, journal, memory
    except BaseException:
        journal.close()
        raise


def _tell_cups(desk: "Desk") -> None:
    """Says on standard error which cups were filled with other chits than the rules list."""
    if desk.ruleset is None or desk.game is None or not desk.session.record.cups:
        return
    from core.play.cups import unlike_rules

    rules = desk.play.cups_in(desk.ruleset.choices(desk.session.record.began.options), desk.session.state.moment.turn)
    for sentence in unlike_rules(desk.session.record, rules, desk.ruleset.book(desk.box)):
        print(f"phaseline: {sentence}", file=sys.stderr)


def unlock_alone(desk: "Desk") -> None:
    """Opens the keys of both sides where one player has them, without a phrase."""
    from core.play.keys import WrongPhrase, unlock

    record = desk.session.record
    for side, joined in record.keys.items():
        try:
            desk.keys[side] = unlock(joined, "", side, record.began.session)
        except WrongPhrase:
            continue


def game_of(box: Path | None, digest: bytes, rules: str) -> "tuple[Game | None, Ruleset | None]":
    """The game of a session in a folder, and its rules, also without a game; says where it is another one, or not known."""
    from core.files.digests import box_digest
    from core.files.ruleset_files import load_ruleset

    if box is not None and box_digest(box) != digest:
        print(f"phaseline: {box} says something else than when the session began.", file=sys.stderr)
    if box is None:
        print("phaseline: the game of this session is not known; give --box with its folder.", file=sys.stderr)
        try:
            return None, load_ruleset(rules)
        except CoreError:
            return None, None
    game, _ = open_box(box)
    return game, game.ruleset


def scenario_file(box: "GameBox", name: str) -> str:
    """The file of a scenario that is named by it, with its ending or without, or by its title. Raises WrongUse."""
    scenarios = box.scenarios
    if not name and len(scenarios) == 1:
        return next(iter(scenarios))
    if not name:
        raise WrongUse(f"Say which scenario is played with --scenario: {', '.join(scenarios) or 'this game has none'}.")
    if file := box.scenario_called(name):
        return file
    raise WrongUse(f'The game has no scenario "{name}".{did_you_mean(name, scenarios)}')


def _own_side(players: Sequence[Any], word: str) -> str:
    folded = word.casefold()
    for player in players:
        if folded in (player.side.casefold(), player.title.casefold()):
            return str(player.side)
    raise WrongUse(f"By mail say which side is played here: --side {' or --side '.join(each.side for each in players)}.")
