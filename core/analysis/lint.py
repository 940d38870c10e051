"""Everything that is wrong with the map of a box, found once and kept up to date as the box is edited.

    lint_items.py    faults of single items
    lint_ground.py   contours among each other
    lint_paths.py    roads that just miss each other
    lint_sheets.py   whole maps

What is known of things that an edit does not touch is kept; the result is the same as if everything were checked afresh.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.analysis.ground import Ground, compile_ground
from core.analysis.lint_ground import GroundFindings, nothing_tells_heights
from core.analysis.lint_items import Sheet, own_findings, twin_finding, twin_sign
from core.analysis.lint_paths import PathFindings
from core.analysis.lint_sheets import sheet_findings
from core.base.steps import finish
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Edit, Touched
from core.model.issues import Issue, Severity
from core.model.maps import SECTIONS, Item, ItemRef
from core.model.terrain import Terrain
from core.model.work import Work

SLICE = 200
"""Items that are checked between two steps, about 10 ms."""


@dataclass(frozen=True, eq=False)
class Lint:
    """What was found in a box. `issues` holds errors and warnings in the order of their places."""

    box: GameBox
    terrain: Mapping[str, Terrain]
    ground: Ground
    issues: tuple[Issue, ...]
    _sheets: dict[str, Sheet] = field(repr=False)
    _own: dict[ItemRef, tuple[Issue, ...]] = field(repr=False)
    _signs: dict[ItemRef, int] = field(repr=False)
    _twins: dict[int, tuple[ItemRef, ...]] = field(repr=False)
    _doubled: frozenset[int] = field(repr=False)
    _contours: GroundFindings = field(repr=False)
    _of_ground: tuple[Issue, ...] = field(repr=False)
    _paths: PathFindings = field(repr=False)

    def after(self, edits: Iterable[Edit]) -> "Lint":
        """What is wrong with the box after these edits; only what they touch is checked again."""
        work, touched = Work(self.box), Touched()
        for edit in edits:
            touched |= edit.touched(work)
            work = edit.apply(work)
        return finish(self.steps_after(work.box, touched))

    def steps_after(
        self,
        box: GameBox,
        touched: Touched,
        terrain: Mapping[str, Terrain] | None = None,
        ground: Callable[[], Ground] | None = None,
    ) -> Generator[tuple[int, int], None, "Lint"]:
        """The same in slices that say how far they have come, for a box that differs from this one in what was touched.

        `ground` gives that box measured, for those who have it anyhow.
        """
        terrain = self.terrain if terrain is None else terrain
        if touched.aspects & {Aspect.SHEETS, Aspect.TERRAIN, Aspect.HEADS}:
            return (yield from lint_steps(box, terrain, ground))
        return (yield from _steps(box, terrain, touched.items, self, ground))


def lint(box: GameBox, terrain: Mapping[str, Terrain], ground: Ground | None = None) -> Lint:
    """Checks a whole box. `terrain` says what each id on the map is."""
    return finish(lint_steps(box, terrain, None if ground is None else lambda: ground))


def lint_steps(
    box: GameBox, terrain: Mapping[str, Terrain], ground: Callable[[], Ground] | None = None
) -> Generator[tuple[int, int], None, Lint]:
    """The same in slices that say how far they have come."""
    return (yield from _steps(box, terrain, None, None, ground))


def _steps(
    box: GameBox,
    terrain: Mapping[str, Terrain],
    touched: Iterable[ItemRef] | None,
    before: Lint | None,
    measured: Callable[[], Ground] | None,
) -> Generator[tuple[int, int], None, Lint]:
    names = {id_: kind.name for id_, kind in terrain.items()}
    if before is None:
        sheets = {placed.file: Sheet.of(box, placed, names) for placed in box.sheets}
    else:
        sheets = {p.file: replace(before._sheets[p.file], box=box, placed=p) for p in box.sheets}
    refs = list(_all_refs(box)) if touched is None else list(touched)
    own = dict(before._own) if before is not None else {}
    signs = dict(before._signs) if before is not None else {}
    twins = dict(before._twins) if before is not None else {}
    doubled = set(before._doubled) if before is not None else set()
    total = len(refs) + 2
    for number, ref in enumerate(refs):
        if number % SLICE == SLICE - 1:
            yield number, total
        item = box.item(ref) if ref.sheet in sheets else None
        found = tuple(own_findings(sheets[ref.sheet], ref, item)) if item is not None else ()
        if found:
            own[ref] = found
        else:
            own.pop(ref, None)
        _sign(ref, item, signs, twins, doubled)
    yield total - 2, total
    if before is None or _moves_ground(refs, before, box, terrain):
        if measured is not None:
            ground = measured()
        else:
            ground = compile_ground(box, terrain, before.ground if before is not None else None)
        yield total - 2, total
        for _ in ground.relief_steps():
            yield total - 2, total
        contours = GroundFindings(box, ground, before._contours if before is not None else None)
        yield total - 2, total
        of_ground = tuple(contours.issues())
    else:
        assert before is not None
        ground, contours, of_ground = before.ground, before._contours, before._of_ground
    yield total - 1, total
    paths = PathFindings(box, sheets, before._paths if before is not None else None)
    issues = [issue for found in own.values() for issue in found]
    issues += [issue for sign in doubled for issue in _doubles(box, sheets, twins[sign])]
    issues += [*of_ground, *nothing_tells_heights(box, ground), *paths.issues(), *sheet_findings(box)]
    ordered = tuple(sorted(issues, key=_order))
    return Lint(box, terrain, ground, ordered, sheets, own, signs, twins, frozenset(doubled), contours, of_ground, paths)


def _all_refs(box: GameBox) -> Iterator[ItemRef]:
    for placed in box.sheets:
        for section in SECTIONS:
            if section == "hexes":
                yield from (ItemRef(placed.file, section, cell) for cell in placed.sheet.hexes)
            else:
                yield from (ItemRef(placed.file, section, key) for key in placed.sheet.items(section).keys)


def _moves_ground(refs: Iterable[ItemRef], before: Lint, box: GameBox, terrain: Mapping[str, Terrain]) -> bool:
    """Whether contours, spot elevations, low points or the sea are other than before."""
    for ref in refs:
        if ref.section in ("contours", "spots", "lows"):
            return True
        if ref.section == "areas":
            for item in (before.box.item(ref), box.item(ref)):
                kind = terrain.get(getattr(item, "terrain", ""))
                if kind is not None and kind.sea:
                    return True
    return False


def _sign(
    ref: ItemRef, item: Item | None, signs: dict[ItemRef, int], twins: dict[int, tuple[ItemRef, ...]], doubled: set[int]
) -> None:
    """Keeps which items say the same, and what more than one says; by the hash of it, which is compared where it counts."""
    old = signs.pop(ref, None)
    if old is not None:
        left = tuple(each for each in twins[old] if each != ref)
        if left:
            twins[old] = left
        else:
            del twins[old]
        if len(left) < 2:
            doubled.discard(old)
    sign = twin_sign(item) if item is not None else None
    if sign is not None:
        new = signs[ref] = hash((ref.sheet, sign))
        twins[new] = (*twins.get(new, ()), ref)
        if len(twins[new]) > 1:
            doubled.add(new)


def _doubles(box: GameBox, sheets: Mapping[str, Sheet], group: tuple[ItemRef, ...]) -> Iterator[Issue]:
    first, *others = sorted(group, key=_key)
    item = box.item(first)
    for other in others:
        twin = box.item(other)
        if item is not None and twin is not None and twin_sign(item) == twin_sign(twin):
            yield twin_finding(sheets[other.sheet], first, other, twin)


def _key(ref: ItemRef) -> tuple[Any, ...]:
    return ref.sheet, ref.section, ref.key


def _order(issue: Issue) -> tuple[Any, ...]:
    subjects = tuple((ref.sheet, ref.section, str(ref.key)) for ref in issue.subjects)
    return issue.severity is not Severity.ERROR, issue.place, issue.code, subjects, issue.at or (0.0, 0.0), issue.text
