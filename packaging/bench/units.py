"""What the grid of counters costs in the window: to open it, to filter as one types, to sort, and to fill a column; and how
long the window stands still while all that is open follows a change of every counter.
"""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QItemSelection, QItemSelectionModel, Qt
from PySide6.QtWidgets import QApplication, QTableWidget, QTableWidgetItem

from app.dialogs.scenario.window import ScenarioWindow
from app.dialogs.units.window import UnitsWindow
from app.documents.document import Document
from app.panels.oob.panel import OobPanel
from app.panels.stack.panel import StackPanel
from core.base.errors import Place
from core.files.ruleset_files import load_ruleset
from core.interop.counter_csv import cell_text, csv_columns
from core.model.edits.force_edits import ChangeUnits
from core.model.issues import Issue
from core.model.items import Items
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side, Value, Values
from core.model.scenario import Scenario, SetUp
from core.model.state import GameState

FILE = "bench.scenario.yaml"

IDLE_S = 0.002
"""A turn of the event loop that is as short as that has found nothing to do."""

KINDS = ("infantry", "machine_guns", "mortar", "at_gun", "vehicle", "carrier")


class NoWorker:
    """Stands for the worker, which the grid does not need for what is measured."""

    def run(self, *_: object, **__: object) -> int:
        """Does nothing."""
        return 0


def many_counters(count: int) -> Oob:
    """Counters of two sides in eighty battalions."""
    chance = random.Random(7)
    sides = [Side("blue", "Blue", "#8a9a7b"), Side("red", "Red", "#a05a4a")]
    formations = [Formation(f"{side.id}-{n}", f"{n}. Battalion", side.id) for side in sides for n in range(40)]

    def counter(number: int) -> Counter:
        side = sides[number % 2].id
        values: dict[str, Value] = {
            "piece.kind": chance.choice(KINDS),
            "piece.name": f"{number % 9}/{number // 9}",
            "fire.class": "area",
            "fire.strength": chance.randrange(20),
            "fire.range": chance.randrange(20),
            "target.class": "area",
            "movement.allowance": chance.randrange(20),
            "steps": chance.randrange(1, 9),
        }
        return Counter(f"unit-{number}", side, Values(values), None, f"{side}-{number % 40}", "10031000151211000000")

    return Oob(Items(sides), Items(formations), Items(map(counter, range(count))))


@dataclass(frozen=True)
class Grid:
    """Seconds, medians of several rounds; `plain` are those of a way that everybody would think of first."""

    open_s: float
    plain_open_s: float
    filter_s: float
    plain_filter_s: float
    sort_s: float
    fill_s: float
    longest_fill_s: float


def measure(count: int = 5000, rounds: int = 5) -> Grid:
    """Measures a grid of many counters against a table of items, one made for each cell, and a look at every cell's text."""
    application = QApplication.instance() or QApplication([])
    rules, oob = load_ruleset("tcs-4.01"), many_counters(count)
    document = Document(NewMap("bench", columns=3, rows=3).box().with_oob(oob), rules)
    columns = csv_columns(oob, rules)

    def seconds(work: Callable[[], object]) -> float:
        begin = time.perf_counter()
        work()
        application.processEvents()
        return time.perf_counter() - begin

    def open_grid() -> None:
        window = UnitsWindow(None, document, NoWorker())  # type: ignore[arg-type]
        window.show()
        opened.append(window)

    def open_plain() -> None:
        table = QTableWidget(count, len(columns))
        for row, counter in enumerate(oob.counters):
            for number, column in enumerate(columns):
                table.setItem(row, number, QTableWidgetItem(cell_text(column, counter)))
        table.show()
        plain.append(table)

    def filter_plain() -> list[Counter]:
        return [each for each in oob.counters if any("mort" in cell_text(column, each).casefold() for column in columns)]

    opened: list[UnitsWindow] = []
    plain: list[QTableWidget] = []
    opening, plainly = [], []
    for _ in range(rounds):
        opening.append(seconds(open_grid))
        plainly.append(seconds(open_plain))
        plain.pop().close()
        if len(opening) < rounds:
            opened.pop().close()
    window = opened[0]
    while window.model.rows.warm(500):
        pass
    filtering, plain_filtering = [], []
    for _ in range(rounds):
        words = ("m", "mo", "mor", "side:red mort", "")
        filtering += [seconds(partial(window.filter.setText, typed)) for typed in words]
        plain_filtering.append(seconds(filter_plain))
    steps = window.model.column_of("steps")
    ways = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
    sorting = [seconds(partial(window.view.sort_column, steps, ways[n % 2])) for n in range(rounds)]
    fills, longest = zip(*(_fill(window, document, steps, application) for _ in range(rounds)), strict=True)
    median = statistics.median
    result = Grid(
        median(opening),
        median(plainly),
        median(filtering),
        median(plain_filtering),
        median(sorting),
        median(fills),
        median(longest),
    )
    window.leave()
    return result


@dataclass(frozen=True)
class Followed:
    """Seconds, medians of several rounds: to do all that follows, and the longest stretch of it without an event."""

    whole_s: float
    longest_s: float


def measure_following(count: int = 5000, rounds: int = 6) -> Followed:
    """Undoes and redoes a change of all counters, all of them chosen, with a finding on each, while the order of battle, the
    stack, the grid and a scenario that names them are open."""
    application = QApplication.instance() or QApplication([])
    rules, oob = load_ruleset("tcs-4.01"), many_counters(count)
    ids = tuple(oob.ids("counters"))
    scenario = Scenario("Bench", set_ups=tuple(SetUp(ids[n : n + 10]) for n in range(0, count, 10)))
    box = NewMap("bench", columns=3, rows=3).box().with_oob(oob).with_scenarios({FILE: scenario})
    document = Document(box, rules, state=GameState(scenario=FILE))
    order, stack = OobPanel(), StackPanel()
    grid = UnitsWindow(None, document, NoWorker())  # type: ignore[arg-type]
    plans = ScenarioWindow(None, document, NoWorker())  # type: ignore[arg-type]
    for panel in (order, stack):
        panel.use(document)
    for widget in (order, stack, grid, plans):
        widget.show()
    plans.tabs.setCurrentWidget(plans.set_ups)
    issues = tuple(Issue(Place(FILE), f"{id_} stands nowhere.", code="unit-nowhere", units=(id_,)) for id_ in ids)
    changed = {ref: replace(each, note="Changed") for each in oob.counters if (ref := oob.ref("counters", each.id)) is not None}
    document.do(ChangeUnits("Change all", changed))
    grid.view.setFocus()
    document.units.set(ids)
    stretches: list[float] = []

    def settle(work: Callable[[], object]) -> None:
        begin = time.perf_counter()
        work()
        stretches.append(time.perf_counter() - begin)
        while document.turns.busy or order.model.is_adding or stretches[-1] > IDLE_S:
            begin = time.perf_counter()
            application.processEvents()
            stretches.append(time.perf_counter() - begin)

    settle(application.processEvents)
    wholes, longest = [], []
    for n in range(rounds):
        stretches.clear()
        settle(document.undo_stack.redo if n % 2 else document.undo_stack.undo)
        settle(partial(document.show_issues, issues if n % 2 else ()))
        wholes.append(sum(stretches))
        longest.append(max(stretches))
    for window in (grid, plans):
        window.leave()
    order.use(None)
    stack.use(None)
    return Followed(statistics.median(wholes), statistics.median(longest))


def _fill(window: UnitsWindow, document: Document, column: int, application: QCoreApplication) -> tuple[float, float]:
    """Seconds to fill a whole column, and the longest stretch in which the window did nothing else; then takes it back."""
    first, last = window.model.index(0, column), window.model.index(window.model.rowCount() - 1, column)
    window.view.selectionModel().select(QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)
    stretches = []
    begin = time.perf_counter()
    window.view.fill_down()
    stretches.append(time.perf_counter() - begin)
    while document.making.busy:
        turn = time.perf_counter()
        application.processEvents()
        stretches.append(time.perf_counter() - turn)
    document.undo_stack.undo()
    application.processEvents()
    return sum(stretches), max(stretches)
