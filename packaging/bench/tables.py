"""Tables of units, made up: how long one of 5,000 counters takes to come in, and a loop that checks nothing."""

import csv
import io
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from core.files.ruleset_files import load_ruleset
from core.interop.counter_csv import from_csv, to_csv
from core.model.box import GameBox
from core.model.edits.force_edits import ChangeUnits
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, OobRef, Side, Value, Values
from core.model.work import Work

COUNTERS = 5_000
FORMATIONS = 40
KINDS = ("infantry", "mortar", "vehicle", "at_gun")


@dataclass(frozen=True, slots=True)
class Found:
    """Seconds of an import, of the loop beside it, and the median of their ratios."""

    ours_s: float
    naive_s: float
    ratio: float


def made_up(number: int) -> Counter:
    """One of the counters; all that a platoon prints."""
    values: dict[str, Value] = {
        "piece.kind": KINDS[number % len(KINDS)],
        "piece.name": f"{number % 9}/{number // 9}",
        "fire.class": "area",
        "fire.strength": number % 30,
        "fire.range": number % 40,
        "target.class": "area",
        "morale": number % 13,
        "movement.class": "foot",
        "movement.allowance": number % 20,
        "steps": 1 + number % 5,
        "carrier.integrated": number % 2 == 0,
    }
    back = Values({"movement.allowance": 3}) if number % 2 else None
    return Counter(f"c-{number}", "blue", Values(values), back, f"f-{number % FORMATIONS}")


def import_of_counters(rounds: int = 5) -> Found:
    """From the text of the table to the changed box, and the same without a look at any cell."""
    ruleset = load_ruleset("tcs-4.01")
    sides = Items([Side("blue", "Blue")])
    formations = Items(Formation(f"f-{number}", f"Battalion {number}", "blue") for number in range(FORMATIONS))
    text = to_csv(Oob(sides, formations, Items(map(made_up, range(COUNTERS)))), ruleset)
    box = GameBox("Many", ruleset.id, (), oob=Oob(sides, formations))
    work = Work(box)

    def ours() -> None:
        edit, findings = from_csv(text, box, ruleset)
        assert not findings
        assert len(edit.apply(work).box.oob.counters) == COUNTERS

    def naive() -> None:
        head, *rows = csv.reader(io.StringIO(text, newline=""))
        made = {}
        for key, row in enumerate(rows, 1):
            cells = {name: cell for name, cell in zip(head, row, strict=True) if cell}
            made[OobRef("counters", key)] = Counter(cells["id"], cells["side"], Values(cells), None, cells["formation"])
        assert len(ChangeUnits("", made).apply(work).box.oob.counters) == COUNTERS

    pairs = [(_timed(ours), _timed(naive)) for _ in range(rounds)]
    return Found(
        statistics.median(one for one, _ in pairs),
        statistics.median(other for _, other in pairs),
        statistics.median(one / other for one, other in pairs),
    )


def _timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
