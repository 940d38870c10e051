"""The set-up cards and the turn track of a scenario on pages of paper, as counter sheets are: chosen, written, printed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPainter

from app.canvas.painters import painting
from app.export.counter_layout import SheetWish, check
from app.export.counter_sheets import DPI, in_millimetres, next_page
from app.export.pdf import pdf_file
from app.export.scenario_cards import Sheet, card_sheets, paint_sheet, track_sheets
from app.export.scenario_words import set_up_cards, turn_track
from core.base.atomic import replaced
from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.scenario import Scenario
from core.rules.kernel.ruleset import Ruleset

LEAST_ROOM_MM = 80.0
"""The narrowest page between its margins on which cards can be set."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """Which scenario, by its file or its title ("" for the only one), and what of it."""

    scenario: str = ""
    track: bool = True
    set_up: bool = True


@dataclass(frozen=True)
class CardJob:
    """What is printed: a title, the paper as it lies, and the pages."""

    title: str
    page: tuple[float, float]
    sheets: tuple[Sheet, ...]


def find_scenario(box: GameBox, name: str) -> Scenario:
    """A scenario by its file or title, whatever its case; the only one needs no name. Raises WrongUse."""
    if not name and len(box.scenarios) == 1:
        return next(iter(box.scenarios.values()))
    for file, scenario in box.scenarios.items():
        if name and name.casefold() in (file.casefold(), file.casefold().split(".")[0], scenario.title.casefold()):
            return scenario
    if not box.scenarios:
        raise WrongUse("This box has no scenario.")
    titles = [scenario.title for scenario in box.scenarios.values()]
    if not name:
        raise WrongUse(f"This box has {len(titles)} scenarios; say which one: {', '.join(titles)}.")
    raise WrongUse(f'This box has no scenario "{name}".{did_you_mean(name, titles)}')


def card_job(box: GameBox, ruleset: Ruleset | None, choice: CardChoice, wish: SheetWish) -> CardJob:
    """Sets the cards on the paper of a wish, turned as needs the fewest pages if that is left open. Raises WrongUse."""
    paper = check(wish)
    scenario = find_scenario(box, choice.scenario)
    pages = {"portrait": (paper.width, paper.height), "landscape": (paper.height, paper.width)}
    wanted = tuple(pages.values()) if wish.turn == "fewest" else (pages[wish.turn],)
    fitting = [page for page in wanted if min(page) - 2 * wish.margin >= LEAST_ROOM_MM]
    if not fitting:
        raise WrongUse(
            f"Margins of {wish.margin:g} mm leave too little of {paper.title} paper for cards. "
            "Make them smaller, or take larger paper."
        )
    track = turn_track(box, ruleset, scenario) if choice.track else ()
    cards = set_up_cards(box, ruleset, scenario) if choice.set_up else ()
    found = []
    for page in fitting:
        sheets = track_sheets(scenario.title, track, *page, wish.margin) if track else ()
        found.append((*sheets, *(sheet for card in cards for sheet in card_sheets(card, *page, wish.margin))))
    best = min(range(len(found)), key=lambda at: len(found[at]))
    return CardJob(f"{box.title} · {scenario.title}", fitting[best], found[best])


def write_cards(job: CardJob, out: Path, on_progress: Callable[[float], None]) -> None:
    """Writes all pages as PDF; the old file stays until the new one is whole. Raises OSError."""
    with replaced(out) as temporary:
        writer = pdf_file(temporary, job.title, DPI, QSizeF(*job.page))
        with painting(writer) as painter:
            in_millimetres(painter, DPI)
            for done in paint_cards(painter, job, writer):
                on_progress(done)
        del writer
    on_progress(1.0)


def paint_cards(painter: QPainter, job: CardJob, device: QPagedPaintDevice, only: Sequence[int] = ()) -> Iterator[float]:
    """Paints pages one after the other, all of them or some; yields the share done. Raises OSError."""
    sheets = [job.sheets[number] for number in only] if only else list(job.sheets)
    for number, sheet in enumerate(sheets):
        if number:
            next_page(device)
        paint_sheet(painter, sheet)
        yield (number + 1) / len(sheets)
