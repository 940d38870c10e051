"""Speed as ratios within one run: each row compares two ways in turn and keeps the median of their ratios.

Seconds are printed for information; only a ratio that misses its goal fails the run.
"""

import io
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from ground import big_box, make_box, warm_heights  # noqa: E402 - found beside this file
from tables import COUNTERS, import_of_counters  # noqa: E402

from core.analysis.field import field  # noqa: E402
from core.analysis.lint import lint  # noqa: E402
from core.files.box_files import load_box, write_box  # noqa: E402
from core.files.ruleset_files import load_ruleset  # noqa: E402
from core.model import maps  # noqa: E402
from core.model.box import GameBox  # noqa: E402
from core.model.edits.map_edits import ChangeItems  # noqa: E402
from core.questions.catalogue import ask  # noqa: E402
from core.questions.game import Game, open_game  # noqa: E402
from core.rules.tcs.sight.los import sees  # noqa: E402

FRAME_S = 1 / 60


@dataclass(frozen=True)
class Row:
    """One comparison. `ratio` must be at least (`at_least`) or at most the goal; without a goal it is only told."""

    what: str
    peer: str
    ratio: float
    seconds: float
    goal: float | None
    at_least: bool

    @property
    def met(self) -> bool:
        """Whether the goal is reached, or there is none."""
        if self.goal is None:
            return True
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal


def timed(work: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def compare(ours: Callable[[], object], peer: Callable[[], object], rounds: int = 5) -> tuple[float, float]:
    """Median of peer / ours over rounds of both in turn, and the median seconds of ours."""
    pairs = [(timed(ours), timed(peer)) for _ in range(rounds)]
    return statistics.median(p / o for o, p in pairs), statistics.median(o for o, _ in pairs)


def field_against_walk() -> Row:
    """The numpy field of 15,000 hexes against the plain walk, per line."""
    game = Game.of(make_box(100, 150), load_ruleset("tcs-4.01"))
    case = game.case
    method = case.method("standard")
    case.heights(method).known.update(warm_heights(game.ground))
    start = game.ground.hexes[len(game.ground.hexes) // 2 + 75]
    tables = case.tables(method, lambda: {h: level.height for h, level in case.heights(method).known.items()})
    field(tables, start)
    sample = game.ground.hexes[:: len(game.ground.hexes) // 500]
    walked = [sees(case, start, h, "standard") for h in sample]
    verdict = dict(zip(game.ground.hexes, field(tables, start).tolist(), strict=True))
    assert walked == [verdict[h] == 1 for h in sample], "the field and the walk disagree"
    ratio, seconds = compare(lambda: field(tables, start), lambda: [sees(case, start, h, "standard") for h in sample])
    return Row(
        "field of 15,000 hexes, numpy", "plain walk, per line", ratio * len(game.ground.hexes) / len(sample), seconds, 25, True
    )


def los_explained() -> Row:
    """One line with its full explanation, as parts of a frame."""
    game = Game.of(make_box(60, 40), load_ruleset("tcs-4.01"))
    game.case.heights(game.case.method("standard")).known.update(warm_heights(game.ground))
    one = timed(lambda: ask("los", game, **{"from": "05.05", "to": "45.30"}))
    seconds = statistics.median(timed(lambda: ask("los", game, **{"from": "05.05", "to": "45.30"})) for _ in range(9))
    del one
    return Row("one standard LOS over 40 hexes, explained", "a frame of 1/60 s", seconds / FRAME_S, seconds, None, False)


def opening() -> Row:
    """Opening a 60 x 40 box, checked and compiled, against reading its YAML alone."""
    import yaml

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        write_box(path, make_box(60, 40))
        text = "\n".join(p.read_text() for p in sorted(path.glob("*.map.yaml")))

        def open_and_compile() -> None:
            opened = open_game(path)
            assert opened.game is not None
            assert opened.game.ground.relief is not None

        assert not load_box(path).issues
        ratio, seconds = compare(open_and_compile, lambda: yaml.load(io.StringIO(text), yaml.CSafeLoader), rounds=3)
    return Row("opening a 60 × 40 box, compiled", "PyYAML's C loader alone", 1 / ratio, seconds, None, False)


def chords_against_rays() -> Row:
    """Heights by the angular sweep against a fan of 90 rays cut by shapely."""
    import math

    import shapely

    from core.analysis.elevation import Heights, HeightSettings

    game = Game.of(make_box(60, 40), load_ruleset("tcs-4.01"))
    ground = game.ground
    assert ground.relief is not None
    lines = shapely.MultiLineString(list(ground.relief.shapes))
    shapely.prepare(lines)
    sample = ground.hexes[:: len(ground.hexes) // 60]

    def sweep() -> None:
        heights = Heights(ground, HeightSettings())
        for place in sample:
            heights.centre(place)

    def fan() -> None:
        from core.geometry.layout import plane_centre

        for place in sample:
            x, y = plane_centre(place)
            for k in range(90):
                turn = math.pi * k / 90
                dx, dy = 60 * math.cos(turn), 60 * math.sin(turn)
                lines.intersection(shapely.LineString([(x - dx, y - dy), (x + dx, y + dy)]))

    ratio, seconds = compare(sweep, fan, rounds=1)
    return Row("8.2b heights by angular sweep", "fan of 90 rays, shapely", ratio, seconds / len(sample), 20, True)


def lint_of_an_edit() -> Row:
    """The lint after one edit, the mean over contours, areas and roads that were moved by turns, against the whole map's."""
    box, terrain = big_box(), load_ruleset("tcs-4.01").terrain
    whole = statistics.median(timed(lambda: lint(box, terrain)) for _ in range(3))
    dice, known = random.Random(1), lint(box, terrain)
    file, seconds = box.sheets[0].file, []
    sections: tuple[maps.Section, ...] = ("contours", "areas", "paths")
    for number in range(60):
        section = sections[number % 3]
        items = known.box.sheets[0].sheet.items(section)
        key = dice.choice(items.keys)
        edit = ChangeItems("Move", {maps.ItemRef(file, section, key): _nudged(items.get(key), dice)})
        begin = time.perf_counter()
        known = known.after([edit])
        seconds.append(time.perf_counter() - begin)
    assert list(map(str, known.issues)) == list(map(str, lint(known.box, terrain).issues)), "the two lints disagree"
    mean = statistics.mean(seconds)
    return Row("lint after an edit, 100 × 150", "lint of the whole map", whole / mean, mean, 50, True)


def _nudged(item: object, dice: random.Random) -> maps.Item:
    """An item of which one vertex, or an outline of which everything, has moved a little."""
    if isinstance(item, maps.Area):
        return replace(item, shape=tuple(tuple((x + 0.05, y - 0.03) for x, y in ring) for ring in item.shape))
    assert isinstance(item, maps.Contour | maps.Path)
    points = list(item.line)
    at = dice.randrange(1, len(points) - 1)
    points[at] = points[at][0] + 0.05, points[at][1] + 0.03
    return replace(item, line=tuple(points))


def repaint() -> list[Row]:
    """A warm repaint of the map with its relief against one blit of the viewport, at three zooms."""
    from PySide6.QtWidgets import QApplication

    from app.canvas.measure import warm_repaint
    from app.canvas.scene_map import SceneMap
    from app.canvas.view import MapView
    from core.analysis.relief_raster import relief_raster
    from core.base.steps import finish

    application = QApplication.instance() or QApplication([])
    box = make_box(60, 40)
    view = MapView()
    view.resize(1400, 900)
    view.show_map(SceneMap.whole(box))
    view.show_relief(finish(relief_raster(box)))
    rows = []
    for name, hex_px in (("whole map", view.hex_px), ("40 px a hex", 40.0), ("110 px a hex", 110.0)):
        view.set_hex_px(hex_px)
        found = sorted((warm_repaint(view) for _ in range(5)), key=lambda r: r.ratio)[2]
        rows.append(Row(f"warm repaint, {name}", "one blit of the viewport", found.ratio, found.frame_s, 4, False))
    view.close()
    del application
    return rows


def drawing() -> list[Row]:
    """Edits of the largest map in the window: a vertex dragged and a brush stroke with its undo, to the last pixel."""
    from drawing import Bench, median, zooming
    from PySide6.QtWidgets import QApplication

    from app.canvas.scene_map import SceneMap

    application = QApplication.instance() or QApplication([])
    box = big_box()
    anew = timed(lambda: SceneMap.whole(box))
    rows = []
    for name, hex_px in (("whole map", None), ("40 px a hex", 40.0), ("110 px a hex", 110.0)):
        bench = Bench(box, hex_px)
        repaints = [bench.full_repaint() for _ in range(5)]
        full, slowest = statistics.median(map(sum, repaints)), statistics.median(map(max, repaints))
        rows.append(Row(f"longest frame of a full repaint, {name}", "50 ms", slowest / 0.05, slowest, None, False))
        drags = bench.drag()
        drag = median(drags, lambda each: each.whole_s)
        rows.append(Row(f"a vertex dragged, {name}", "a full repaint", drag / full, drag, 0.5, False))
        strokes = [bench.stroke("village") for _ in range(5)]
        done, undone = (sorted((s[k] for s in strokes), key=lambda each: each.whole_s)[2] for k in (0, 1))
        for what, each in (("brush over 200 hexes", done), ("its undo", undone)):
            rows.append(Row(f"{what}, {name}", "a full repaint", each.whole_s / full, each.whole_s, 0.5, False))
            rows.append(Row(f"{what}, {name}", "30 ms", each.whole_s / 0.03, each.whole_s, None, False))
            held = each.apply_s + each.follow_s
            rows.append(Row(f"{what}, before painting, {name}", "30 ms", held / 0.03, held, None, False))
        longest = max(each.longest_s for each in (*drags, done, undone))
        rows.append(Row(f"longest frame of these, {name}", "50 ms", longest / 0.05, longest, None, False))
        bench.view.close()
    with tempfile.TemporaryDirectory() as folder:
        frames = sorted(zooming(box, Path(folder)))
    rows.append(Row("longest frame of zooming, 50-megapixel scan", "50 ms", frames[-1] / 0.05, frames[-1], None, False))
    usual = statistics.median(frames)
    rows.append(Row("median frame of zooming, 50-megapixel scan", "50 ms", usual / 0.05, usual, None, False))
    del application
    return [*rows, everything_moved(box, anew)]


def everything_moved(box: GameBox, anew: float) -> Row:
    """All items of the largest map moved by one edit, from the gesture to the changed box."""
    from core.model.edits.moves import shift
    from core.model.work import Work

    placed, work = box.sheets[0], Work(box)
    sections: tuple[maps.Section, ...] = ("contours", "areas", "paths")
    refs = [maps.ItemRef(placed.file, section, key) for section in sections for key in placed.sheet.items(section).keys]

    def move() -> None:
        edit = shift(box, refs, (0.2, 0.1))
        assert len(edit.touched(work).items) == len(refs)
        edit.apply(work)

    seconds = statistics.median(timed(move) for _ in range(5))
    return Row(f"all {len(refs):,} items moved by one edit", "preparing the map anew", seconds / anew, seconds, 0.2, False)


def counters_from_csv() -> list[Row]:
    """A table of many counters coming in, every cell checked against the ruleset."""
    found = import_of_counters()
    what = f"{COUNTERS:,} counters from CSV"
    return [
        Row(what, "a loop that checks nothing", found.ratio, found.ours_s, 4, False),
        Row(what, "2 s", found.ours_s / 2, found.ours_s, None, False),
    ]


def grid_of_counters() -> list[Row]:
    """The grid of 5,000 counters: opened, filtered, sorted, a column of it filled, and all followed by what else is open."""
    from units import measure, measure_following

    found, followed = measure(COUNTERS), measure_following(COUNTERS)
    every = f"{COUNTERS:,} counters changed, all open"
    what = f"grid of {COUNTERS:,} counters"
    return [
        Row(f"{what}, opened", "an item for each cell", found.plain_open_s / found.open_s, found.open_s, 3, True),
        Row(f"{what}, opened", "1 s", found.open_s, found.open_s, None, False),
        Row(f"{what}, filtered", "a look at each cell", found.plain_filter_s / found.filter_s, found.filter_s, 1, True),
        Row(f"{what}, filtered", "50 ms", found.filter_s / 0.05, found.filter_s, None, False),
        Row(f"{what}, sorted", "50 ms", found.sort_s / 0.05, found.sort_s, None, False),
        Row(every, "its longest stretch", followed.whole_s / followed.longest_s, followed.whole_s, 5, True),
        Row(every, "50 ms", followed.longest_s / 0.05, followed.longest_s, None, False),
        Row(f"{what}, a column filled", "its longest stretch", found.fill_s / found.longest_fill_s, found.fill_s, 2, True),
    ]


def counters_on_map() -> list[Row]:
    """2,000 counters on a map: frames while it is moved and zoomed, one counter carried, one stack moved by an edit."""
    from counters import Bench, with_counters
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    box, ruleset = with_counters(make_box(60, 50), 2000), load_ruleset("tcs-4.01")
    rows = []
    for name, hex_px in (("3 px a hex", 3.0), ("14 px a hex", 14.0), ("26 px a hex", 26.0), ("80 px a hex", 80.0)):
        bench = Bench(box, ruleset, hex_px)
        with_them = {"moving the map": bench.pan(), "zooming": bench.zoom()}
        bench.show_counters(False)
        alone = {"moving the map": bench.pan(), "zooming": bench.zoom()}
        bench.show_counters(True)
        for what, frames in with_them.items():
            seconds, usual = frames.share(0.99), frames.share(0.5)
            told = f"frames, {what}, 2,000 counters, {name}"
            rows.append(Row(f"99th of 100 {told}", "16 ms", seconds / 0.016, seconds, 1, False))
            # As one picture above the map they may double a frame; counter by counter they would make it 3 to 6 times as long.
            rows.append(Row(f"median of {told}", "the map alone", usual / alone[what].share(0.5), usual, 3, False))
        bench.rest()
        carried = bench.carry()
        rows.append(
            Row(f"one counter carried, {name}", "all of the view painted", carried / bench.whole(), carried, 0.5, False)
        )
        done = bench.one_moved()
        rows.append(Row(f"a stack moved by an edit, {name}", "16 ms", done / 0.016, done, None, False))
        bench.view.close()
    del application
    return rows


def live_play() -> list[Row]:
    """A session of 10,000 events: opened with every link checked, gone through, added to."""
    from play import EVENTS, session_of_10000

    found = session_of_10000()
    what = f"session of {EVENTS:,} events"
    return [
        Row(f"{what}, opened", "json.loads of its lines", found.open_s / found.plain_open_s, found.open_s, 10, False),
        Row(f"{what}, opened", "1 s", found.open_s, found.open_s, None, False),
        Row(f"{what}, any state", "a fold from the first", found.plain_jump_s / found.jump_s, found.jump_s, 5, True),
        Row(f"{what}, any state", "a frame of 1/60 s", found.jump_s / FRAME_S, found.jump_s, None, False),
        Row(f"{what}, a step back", "a frame of 1/60 s", found.step_s / FRAME_S, found.step_s, None, False),
        Row(f"{what}, a line added", "a bare write", found.append_s / found.plain_append_s, found.append_s, 60, False),
        Row(f"{what}, a line added", "2 ms", found.append_s / 0.002, found.append_s, None, False),
        Row(f"{what}, bytes of a line", "300 bytes", found.line_bytes / 300, 0.0, 1, False),
    ]


def ways() -> list[Row]:
    """Ranges and supply on 200 × 200 hexes: one unit, 1,000 units, and what one move changes."""
    from ways import UNITS, ways_and_lines

    found, many = ways_and_lines(), f"{UNITS:,} units"
    return [
        Row("range of one unit, 40,000 hexes", "a frame of 1/60 s", found.range_s / FRAME_S, found.range_s, 1, False),
        Row(f"ranges of {many}", "dicts and heapq", found.ranges_ratio, found.ranges_s, 1.5, True),
        Row(f"which of {many} reach a hex", "a range of each", found.onto_ratio, found.onto_s, 200, True),
        Row(f"supply of {many}, one search back", "a search of each", found.supply_ratio, found.supply_s, 200, True),
        Row("supply after one unit's move", "all lines searched anew", found.move_ratio, found.move_s, 5, True),
        Row("supply after one unit's move", "a frame of 1/60 s", found.move_s / FRAME_S, found.move_s, None, False),
    ]


def zones() -> list[Row]:
    """Zones and ranges by the rules of a series, 2,000 units on 200 × 200 hexes."""
    from zones import UNITS, zones_and_ranges

    found, many = zones_and_ranges(), f"{UNITS:,} units"
    return [
        Row(f"zones of {many}", "a set for each unit", found.zones_ratio, found.zones_s, 15, True),
        Row(f"range of one of {many}, by rules", "a frame of 1/60 s", found.range_s / FRAME_S, found.range_s, 1, False),
        Row(
            "zones after one unit's move, asked",
            "a frame of 1/60 s",
            found.moved_zones_s / FRAME_S,
            found.moved_zones_s,
            None,
            False,
        ),
        Row(
            "range after one unit's move, asked",
            "a frame of 1/60 s",
            found.moved_range_s / FRAME_S,
            found.moved_range_s,
            None,
            False,
        ),
        Row(f"which of {many} reach a hex, asked", "a frame of 1/60 s", found.onto_s / FRAME_S, found.onto_s, None, False),
    ]


def watching() -> list[Row]:
    """Who could fire on overwatch at a way that is drawn, and the fire at a hex while firers are chosen."""
    from watching import STACKS, STEPS, fire_with_changes, overwatch_preview

    found, what = overwatch_preview(), f"overwatch on a way of {STEPS}, {STACKS} stacks"
    fired, fire = fire_with_changes(), f"fire of {STACKS} stacks at a hex"
    frame, nothing = "a frame of 1/60 s", "a game asked nothing before"
    return [
        Row(f"{what}, first", frame, found.first_s / FRAME_S, found.first_s, None, False),
        Row(f"{what}, a step further", frame, found.further_s / FRAME_S, found.further_s, 1, False),
        Row(f"{what}, a step further", nothing, found.anew_ratio, found.further_s, 4, True),
        Row(f"{what}, again", frame, found.again_s / FRAME_S, found.again_s, 1, False),
        Row(f"{fire}, first", frame, fired.first_s / FRAME_S, fired.first_s, None, False),
        Row(f"{fire}, one left out", "10 ms", fired.changed_s / 0.01, fired.changed_s, 1, False),
        Row(f"{fire}, one left out", nothing, fired.anew_ratio, fired.changed_s, 4, True),
    ]


def formations_of_bcs() -> list[Row]:
    """The board of 60 formations of BCS: the first, after one unit's move, and in the next activation."""
    from formations import FORMATIONS, board_in_the_window, board_of_many

    found, shown, what = board_of_many(), board_in_the_window(), f"board of {FORMATIONS} formations"
    frame, moved = "a frame of 1/60 s", f"{what}, a move"
    return [
        Row(f"{what}, first", frame, found.first_s / FRAME_S, found.first_s, None, False),
        Row(moved, frame, found.moved_s / FRAME_S, found.moved_s, 1, False),
        Row(f"{what}, an activation", frame, found.activated_s / FRAME_S, found.activated_s, 1, False),
        Row(moved, "a game asked nothing before", found.anew_ratio, found.moved_s, 4, True),
        Row(f"{what}, shown first", frame, shown.first_s / FRAME_S, shown.first_s, None, False),
        Row(f"{what}, shown after a move", frame, shown.moved_s / FRAME_S, shown.moved_s, 1, False),
    ]


def supply_on_the_map() -> list[Row]:
    """Zones and supply of SCS with 1,000 units a side on 200 × 200 hexes: of all units, and after one unit's move."""
    from supply import UNITS, supply_of_a_large_map

    found = supply_of_a_large_map()
    what = f"zones and supply of 2 × {UNITS:,}, a move"
    return [
        Row(f"supply of {UNITS:,} units of SCS", "a search of each", found.plain_s / found.whole_s, found.whole_s, 200, True),
        Row(what, "two frames of 1/60 s", found.move_s / (2 * FRAME_S), found.move_s, 1, False),
    ]


def standing_still() -> list[Row]:
    """The longest that the real window stands still, with 1,000 units a side on 200 × 200 hexes, before play and in it."""
    from stalls import LIMIT_S, stalls

    return [
        Row(f"window stands still: {what}", f"{LIMIT_S * 1000:.0f} ms", gap.busy_s / LIMIT_S, gap.busy_s, None, False)
        for what, gap in stalls().items()
    ]


def net_of_hexes() -> list[Row]:
    """The map as a graph, 200 × 200 hexes with 300 areas and 200 lines: compiled, and after single edits."""
    from nets import net_of_a_large_map

    found = net_of_a_large_map()
    what = "net of 40,000 hexes"
    return [
        Row(what, "every hex asked of every item", found.plain_s / found.whole_s, found.whole_s, 50, True),
        Row(f"{what}, after an edit", "the whole net", found.whole_s / found.edit_s, found.edit_s, 10, True),
    ]


def first_paint() -> Row:
    """From the start of the process to the first paint, against a bare PySide6 window."""
    from app.shell.timing import measure

    found = measure(11)
    return Row("first paint of the window", "bare PySide6 window", found.ratio, found.ours_s, 1.6, False)


def main() -> int:
    """Runs all comparisons, prints the table, and fails when a ratio misses its goal."""
    rows = [
        field_against_walk(),
        chords_against_rays(),
        los_explained(),
        opening(),
        lint_of_an_edit(),
        *counters_from_csv(),
        *grid_of_counters(),
        *repaint(),
        *drawing(),
        *counters_on_map(),
        *live_play(),
        *net_of_hexes(),
        *ways(),
        *supply_on_the_map(),
        *zones(),
        *watching(),
        *formations_of_bcs(),
        *standing_still(),
        first_paint(),
    ]
    print(f"{'what':<44} {'peer':<28} {'ratio':>8} {'goal':>8} {'seconds':>9}")
    for row in rows:
        goal = "" if row.goal is None else f"{'≥' if row.at_least else '≤'} {row.goal:g}"
        mark = "" if row.met else "  missed"
        print(f"{row.what:<44} {row.peer:<28} {row.ratio:>8.2f} {goal:>8} {row.seconds:>9.4f}{mark}")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
