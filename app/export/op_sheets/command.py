"""`phaseline render BOX --opsheet ID`: op sheets on paper, of a scenario or of a session, without a window.

Of a session those are printed that the side that asks may see, as they stand after an entry.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.export.limits import LEAST_DPI, MOST_DPI
from app.export.outcome import FINE, PROBLEMS, ended, parsed
from app.export.paper import PAPERS, TURNS, PageWish, find_paper
from app.export.starting import held_work, read_box, say_progress, start_qt
from core.base.errors import CoreError, WrongUse, did_you_mean

if TYPE_CHECKING:
    from app.export.op_sheets.picture import MapPart
    from app.export.op_sheets.words import SheetFacts, SheetForm
    from core.geometry.hexes import Hex
    from core.model.box import GameBox
    from core.model.issues import Issue
    from core.model.oob import Counter, Formation
    from core.model.orders import OpSheet
    from core.model.state import GameState
    from core.questions.game import Game
    from core.rules.kernel.ruleset import Ruleset

ALL = "all"
"""Stands for every sheet."""

SIZE, CHANCE = "opsheet.size", "opsheet.chance"
"""What is asked of a sheet. A series that answers it has op sheets."""


@dataclass(frozen=True)
class _Told:
    """Where sheets are taken from: the game in the state that is asked about, its sheets, what they belong to, issues."""

    box: "GameBox"
    ruleset: "Ruleset | None"
    state: "GameState"
    sheets: "tuple[OpSheet, ...]"
    title: str
    scenario: str = ""
    issues: "tuple[Issue, ...]" = ()


def is_meant(argv: Sequence[str]) -> bool:
    """Whether op sheets are asked for, and no map."""
    return any(each.split("=")[0] == "--opsheet" for each in argv)


def main(argv: Sequence[str]) -> int:
    """Writes op sheets: 0 when that went well, 1 when the box or the journal has errors or cannot be read or written, 2 for a
    wrong call."""
    asked = parsed(_parser(), argv, helps_alone=True)
    return asked if isinstance(asked, int) else ended(lambda: _write(asked), "The op sheet could not be written")


def _write(asked: argparse.Namespace) -> int:
    from core.model.issues import Severity

    wish = PageWish(find_paper(asked.paper).id, asked.turn, asked.margin)
    is_session = asked.box.suffix == ".journal" and not asked.box_on_stdin
    if not is_session and (asked.game is not None or asked.to is not None):
        raise WrongUse("What is said of a session (--box, --to) needs a .journal file in the place of the box.")
    application = start_qt(os.environ, sys.platform)
    from app.export.op_sheets.files import check_file, form_job, write_forms

    check_file(asked.output, asked.dpi, many=asked.opsheet.casefold() == ALL)
    code = FINE
    if is_session:
        told, code = _of_session(asked)
    else:
        told = _of_box(asked)
    for issue in told.issues:
        print(issue, file=sys.stderr)
        code = PROBLEMS if issue.severity is Severity.ERROR else code
    chosen = chosen_sheets(told.sheets, asked.opsheet, told.title)
    forms, part = laid(told, chosen)
    title = chosen[0].id if len(chosen) == 1 else told.title
    job = form_job(f"{told.box.title} · {title}", forms, chosen, part, wish)
    tell = say_progress if asked.progress else lambda share: None
    write_forms(job, asked.output, tell, asked.dpi)
    application.processEvents()
    print(asked.output)
    return code


def laid(told: _Told, chosen: "Sequence[OpSheet]") -> "tuple[tuple[SheetForm, ...], MapPart]":
    """The forms of sheets and what paints their graphics."""
    from app.counters.unit_words import called
    from app.export.op_sheets.picture import MapPart
    from app.export.op_sheets.words import sheet_form
    from core.files.measure_files import load_measures
    from core.questions.game import Game

    box, ruleset = told.box, told.ruleset
    game = Game.of(box, ruleset, told.state) if ruleset is not None else None
    forms = tuple(sheet_form(box, ruleset, each, facts(game, each, told.scenario), told.title) for each in chosen)
    oob = box.oob
    items: tuple[Counter | Formation, ...] = (*oob.counters, *oob.formations)
    names = {each.id: called(ruleset, each) or each.id for each in items}
    terrain = ruleset.terrain_of(box) if ruleset is not None else None
    return forms, MapPart(box, terrain, load_measures(), names, places(told, chosen))


def places(told: _Told, chosen: "Sequence[OpSheet]") -> "Mapping[str, set[Hex]]":
    """The hexes in which the units of sheets stand."""
    from core.geometry.hexes import Hex

    pieces = told.state.deployment.pieces if told.state.deployment is not None else {}
    found: dict[str, set[Hex]] = {}
    for sheet in chosen:
        oob = told.box.oob
        held = (unit for unit in oob.counters_meant(sheet.units) if unit not in sheet.gone)
        added = oob.counters_meant(name for each in sheet.added for name in each.units)
        spots = (pieces[unit].at for unit in (*held, *added) if unit in pieces)
        found[sheet.id] = {spot for spot in spots if isinstance(spot, Hex)}
    return found


def facts(game: "Game | None", sheet: "OpSheet", scenario: str) -> "SheetFacts":
    """What the rules say of a sheet; nothing where they cannot."""
    from app.export.op_sheets.words import SheetFacts, facts_of
    from core.questions.catalogue import ask
    from core.rules.kernel.rulings import Ruling

    if game is None:
        return SheetFacts()
    given: dict[str, object] = {"sheet": sheet.id, **({"scenario": scenario} if scenario else {})}

    def told(question: str, **more: object) -> Ruling | None:
        try:
            return ask(question, game, **given, **more)
        except WrongUse:
            return None

    return facts_of(told(SIZE), told(CHANCE, ahead=0) if sheet.in_preparation else None)


# Where sheets come from -------------------------------------------------------------------------------------------------------


def _of_box(asked: argparse.Namespace) -> _Told:
    """The sheets of a scenario, or those that the window holds."""

    if asked.box_on_stdin:
        work, ruleset = held_work()
        title = work.box.scenarios[work.state.scenario].title if work.state.scenario in work.box.scenarios else ""
        shown = "" if work.state.in_play else work.state.scenario
        sheets = _of_side(work.box, work.orders, asked.side)
        return _Told(work.box, ruleset, work.state, sheets, title, shown)
    box, ruleset, issues = read_box(asked.box)
    if box is None:
        raise CoreError("\n".join(map(str, issues)) or f"{asked.box}: there is no game in this folder.")
    told = told_of_scenario(box, ruleset, asked.scenario)
    return replace(told, sheets=_of_side(box, told.sheets, asked.side), issues=issues)


def told_of_scenario(box: "GameBox", ruleset: "Ruleset | None", name: str) -> _Told:
    """The sheets with which a scenario begins, by its title or file, "" for the only one. Raises WrongUse."""
    from app.export.cards import find_scenario
    from core.model.state import GameState

    scenario = find_scenario(box, name)
    file = next(file for file, each in box.scenarios.items() if each is scenario)
    state = GameState(scenario=file, deployment=scenario.start)
    return _Told(box, ruleset, state, scenario.sheets, scenario.title, file)


def _of_session(asked: argparse.Namespace) -> tuple[_Told, int]:
    """The sheets of a session as a side may see them after an entry, and the exit code so far."""
    from core.cli.readers import read_for
    from core.cli.replay import game_of, open_journal, tell_fault
    from core.play.exports import Closed
    from core.play.sealed_sheets import sheets_sealed
    from core.play.session import Session

    if asked.scenario:
        raise WrongUse("A session is played over one scenario; leave --scenario away.")
    loaded, tables = open_journal(asked.box)
    last = len(loaded.read.entries)
    number = last if asked.to is None else asked.to
    if not 1 <= number <= last:
        raise WrongUse(f"There is no entry {number}; {asked.box} has entries 1 to {last}.")
    began = loaded.read.records[0].began
    game, code = game_of(asked.game, began, asked.box)
    if game is None:
        raise WrongUse(f"{asked.box} was played over a game that is not among the samples: say which with --box.")
    if game.box.title != began.game:
        raise WrongUse(f'The session was played over "{began.game}", and {asked.game} is "{game.box.title}".')
    reader = read_for(loaded, Session(Closed(loaded.read.entries), tables), asked.side)
    state = reader.view.state(number).state
    code = tell_fault(asked.box, loaded.read, code)
    orders = dict(state.orders)
    if began.kind == "mail":
        # What was written beside the session lies under seals of its own; what stands in it counts.
        printed = tables.at(1).state.orders
        for sheet in sheets_sealed(loaded.read.records[number - 1], reader.keys):
            known = orders.get(sheet.id)
            if known is None or (known.side == sheet.side and known == printed.get(sheet.id)):
                orders[sheet.id] = sheet
    sheets = tuple(orders.values())
    if reader.side:
        sheets = tuple(sheet for sheet in sheets if sheet.side == reader.side)
    state = replace(state, orders=state.orders.update({sheet.id: sheet for sheet in sheets}))
    return _Told(game.box, game.ruleset, state, _sorted(sheets), began.scenario.title), code


def _sorted(sheets: "Sequence[OpSheet]") -> "tuple[OpSheet, ...]":
    """Sheets by their sides and names: what is kept by ids has no order of its own."""
    return tuple(sorted(sheets, key=lambda sheet: (sheet.side, sheet.id.casefold())))


def _of_side(box: "GameBox", sheets: "Sequence[OpSheet]", side: str) -> "tuple[OpSheet, ...]":
    """The sheets of one side by its id or name, "" for all. Raises WrongUse."""
    if not side:
        return tuple(sheets)
    known = {each.id: each.name or each.id for each in box.oob.sides}
    found = next((id_ for id_, name in known.items() if side.casefold() in (id_.casefold(), name.casefold())), None)
    if found is None:
        raise WrongUse(f'There is no side "{side}" in this box.{did_you_mean(side, [*known, *known.values()])}')
    return tuple(sheet for sheet in sheets if sheet.side == found)


def chosen_sheets(sheets: "Sequence[OpSheet]", name: str, where: str) -> "tuple[OpSheet, ...]":
    """The sheet of a name, whatever its capitals, or all of them. Raises WrongUse."""
    if not sheets:
        raise WrongUse(f'There is no op sheet in "{where}" that may be seen here.')
    exact = [sheet for sheet in sheets if sheet.id == name] or [
        sheet for sheet in sheets if sheet.id.casefold() == name.strip().casefold()
    ]
    if exact:
        return (exact[0],)
    if name.casefold() == ALL:
        return tuple(sheets)
    raise WrongUse(f'There is no op sheet "{name}".{did_you_mean(name, [ALL, *(sheet.id for sheet in sheets)])}')


def _parser() -> argparse.ArgumentParser:
    preset = PageWish()
    parser = argparse.ArgumentParser(prog="phaseline render", description="Write op sheets, each on a page of its own.")
    parser.epilog = 'Example: phaseline render scenarios/cove-creek --opsheet "Hold the valley" -o sheet.pdf'
    parser.add_argument("box", type=Path, metavar="BOX", help="folder of the box, or the .journal file of a session")
    parser.add_argument("--opsheet", required=True, metavar="ID", help=f'its name, or "{ALL}": a page for each, as PDF')
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="ends in .pdf, .svg or .png")
    parser.add_argument("--scenario", default="", metavar="NAME", help="its title or file; not needed for one")
    parser.add_argument("--side", default="", metavar="NAME", help="only sheets of this side; of a session what it may see")
    parser.add_argument("--box", dest="game", type=Path, metavar="BOX", help="the game of a session (default: the sample)")
    parser.add_argument("--to", type=int, metavar="N", help="of a session: as they stand after entry N (default: the last)")
    papers = ", ".join(paper.id for paper in PAPERS)
    parser.add_argument("--paper", default=preset.paper, metavar="PAPER", help=f"{papers} ({preset.paper})")
    parser.add_argument("--turn", choices=TURNS, default=preset.turn, help="how the paper lies (as suits the sheets)")
    parser.add_argument("--margin", type=float, default=preset.margin, metavar="MM", help="white around each page (10)")
    parser.add_argument(
        "--dpi", type=float, default=150.0, metavar="N", help=f"dots per inch of a PNG, {LEAST_DPI} to {MOST_DPI} (150)"
    )
    parser.add_argument("--progress", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--box-on-stdin", action="store_true", help=argparse.SUPPRESS)
    return parser
