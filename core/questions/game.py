"""The game that questions are asked over: a box, its ruleset and a state of play, compiled once."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.analysis.elevation import Heights
from core.analysis.ground import Ground, compile_ground
from core.analysis.hex_net import HexNet, compile_net
from core.analysis.hex_terrain import HexTerrain
from core.analysis.lint import Lint, lint_steps
from core.analysis.lint_ground import NO_CONTOURS
from core.base.errors import WrongUse
from core.base.steps import finish
from core.files import height_store
from core.files.box_files import load_box
from core.files.names import GAME_FILE, LOOKS_FILE, OOB_FILE
from core.model.box import GameBox
from core.model.deployment import Piece
from core.model.edits.edit import Aspect, Edit, Touched
from core.model.follow_ons import folded
from core.model.issues import Issue, Severity
from core.model.name_checks import oob_issues, scenario_name_issues
from core.model.oob import Counter
from core.model.relief import ReliefRaster
from core.model.state import GameState
from core.model.symbol_checks import symbol_issues
from core.model.terrain import Terrain
from core.model.work import Work
from core.rules.kernel.chart_checks import stand_in_issues
from core.rules.kernel.force_checks import scenario_issues
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.look_checks import book_issues, look_issues, marker_issues
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.system import System
from core.rules.kernel.value_checks import row_issues, value_issues
from core.rules.registry import SYSTEMS

WORTH_STORING = 40
"""Heights computed anew that make it worth while to write the store."""


ELEVATION = "elevation"
"""The question of a series that reads heights from contours."""


class _Compiled:
    """What a box and its ruleset are compiled to when first needed; shared by all states of play."""

    def __init__(
        self, box: GameBox, ruleset: Ruleset, before: "_Compiled | None" = None, touched: Touched | None = None
    ) -> None:
        self._box, self._ruleset = box, ruleset
        self._stored: dict[int, int] = {}
        self.met: dict[str, tuple[Counter, Piece | None, Unit]] = {}
        # The last states of the box that were compiled, and asked about: what holds of them is taken over, and they are let
        # go of when that is done.
        self._edited = before is not None
        self._measured: _Compiled | None = None
        self._asked: _Compiled | None = None
        # The last net, and what was touched since.
        self._netted: tuple[HexNet, Touched] | None = None
        self.reliefs: dict[int, ReliefRaster | None] = {}
        if before is not None:
            netted = (before.net, Touched()) if "net" in before.__dict__ else before._netted
            self._netted = (netted[0], netted[1] | (touched or Touched())) if netted is not None else None
            self._measured = before if "ground" in before.__dict__ else before._measured
            self._asked = before if "case" in before.__dict__ else before._asked

    @cached_property
    def terrain(self) -> Mapping[str, Terrain]:
        """The ruleset's terrain with the box's palette and its own chart over it."""
        return MappingProxyType(dict(self._ruleset.terrain_of(self._box)))

    @cached_property
    def ground(self) -> Ground:
        """The box measured for questions."""
        measured, self._measured = self._measured, None
        return compile_ground(self._box, self.terrain, measured.ground if measured is not None else None)

    @cached_property
    def hex_terrain(self) -> HexTerrain:
        """What is in the hexes, found when first asked for."""
        return HexTerrain(self._box, self.terrain)

    @cached_property
    def net(self) -> HexNet:
        """The map as a graph."""
        netted, self._netted = self._netted, None
        return netted[0].after(self._box, netted[1]) if netted is not None else compile_net(self._box)

    @cached_property
    def case(self) -> Any:
        """The series' own case, in the empty state of play."""
        system = SYSTEMS[self._ruleset.series]
        charts = self._ruleset.book(self._box)
        case = system.case(self._ruleset, lambda: self.ground, self.terrain, self._box.options, charts, self._recall)
        asked, self._asked = self._asked, None
        if asked is not None:
            system.take_over(case, asked.case)
            self._stored.update({id(heights): len(heights.known) for heights in system.heights(case)})
        return case

    def _recall(self, heights: Heights) -> None:
        self._stored[id(heights)] = height_store.recall(heights)

    def keep_heights(self) -> None:
        """Stores heights in the user's cache where many were computed since the last time.

        Those of a box that is being edited are not, until it is saved: every stroke would leave a file behind that nobody asks
        for again.
        """
        if self._edited or "case" not in self.__dict__:
            return
        system = SYSTEMS.get(self._ruleset.series)
        for heights in system.heights(self.case) if system is not None else ():
            known, stored = len(heights.known), self._stored.get(id(heights), 0)
            if known - stored >= WORTH_STORING:
                height_store.keep(heights)
                self._stored[id(heights)] = known

    def tell_saved(self) -> None:
        """The box is on disk now, so that its heights will be asked for again; none of them is stored yet."""
        if self._edited:
            self._edited = False
            self._stored.clear()


@dataclass(frozen=True, eq=False)
class Checked:
    """What a check has found: in the map, and in how the scenarios set up their units."""

    lint: Lint
    of_forces: tuple[Issue, ...] = ()


@dataclass(frozen=True, eq=False)
class Game:
    """A box under its ruleset in a state of play. Everything computed is shared by all games made from one another."""

    box: GameBox
    ruleset: Ruleset
    state: GameState
    compiled: _Compiled
    of_files: tuple[Issue, ...] = ()
    checked: Checked | None = None
    unchecked: Touched = field(default_factory=Touched)

    @classmethod
    def of(cls, box: GameBox, ruleset: Ruleset, state: GameState | None = None, of_files: tuple[Issue, ...] = ()) -> "Game":
        """A game of a box in whose files these issues were found; nothing is compiled or checked yet."""
        ruleset = ruleset.dressed(box.looks)
        return cls(box, ruleset, state or GameState(), _Compiled(box, ruleset), of_files)

    def is_of_same(self, other: "Game") -> bool:
        """Whether box and rules are those of another game: nothing else decides what is worked out."""
        return (self.box, self.ruleset) == (other.box, other.ruleset) and self.box.is_keyed_like(other.box)

    def taking_over(self, before: "Game") -> "Game":
        """The game with all that was worked out for another one, which is of the same."""
        before.compiled.tell_saved()
        return replace(self, compiled=before.compiled, checked=before.checked, unchecked=before.unchecked)

    @property
    def issues(self) -> tuple[Issue, ...]:
        """What was wrong with the files, and with the map and the scenarios when they were checked last."""
        return folded((*self.of_files, *self.found), self.box.scenarios)

    @property
    def found(self) -> tuple[Issue, ...]:
        """What was wrong with the map and the scenarios when they were checked last, as far as it matters to the series."""
        return (*self.of_map, *(self.checked.of_forces if self.checked is not None else ()))

    @property
    def of_map(self) -> tuple[Issue, ...]:
        """What was wrong with the map when it was checked last, as far as it matters to the series.

        A series without elevation misses no contours, and the rules that a finding names are not its own.
        """
        found = self.checked.lint.issues if self.checked is not None else ()
        system = SYSTEMS.get(self.ruleset.series)
        if system is not None and ELEVATION in system.questions:
            return found
        return tuple(replace(issue, rule="") for issue in found if issue.code != NO_CONTOURS)

    @property
    def errors(self) -> int:
        """How many of the issues are errors that may change an answer; those of a set-up are for the players to mend."""
        return sum(issue.severity is Severity.ERROR for issue in (*self.of_files, *self.of_map))

    def check(self) -> Generator[tuple[int, int], None, Checked]:
        """Checks the map, then the scenarios, in slices that say how far they have come; only what was edited since."""
        last = self.checked
        terrain = self.compiled.terrain
        if last is None:
            lint = yield from lint_steps(self.box, terrain, lambda: self.ground)
        elif self.unchecked.map:
            lint = yield from last.lint.steps_after(self.box, self.unchecked, terrain, lambda: self.ground)
        else:
            lint = last.lint
        if last is not None and not self.unchecked.box:
            return Checked(lint, last.of_forces)
        return Checked(lint, (yield from self._check_forces()))

    def _check_forces(self) -> Generator[tuple[int, int], None, tuple[Issue, ...]]:
        """What is wrong with the order of battle, and with the scenarios by the rules of the series, if that can judge."""
        system, scenarios = SYSTEMS.get(self.ruleset.series), self.box.scenarios
        found = [*oob_issues(self.box.oob, OOB_FILE), *symbol_issues(self.box.oob, OOB_FILE)]
        found += look_issues(self.box.oob, self.ruleset, OOB_FILE)
        found += book_issues(self.box, self.ruleset, LOOKS_FILE)
        book = self.ruleset.book(self.box)
        found += row_issues(self.box.oob, self.ruleset, book, OOB_FILE)
        # Who only draws a map reads no charts yet, and who has entered some knows of them.
        if self.box.oob.counters and not self.box.charts and not self.ruleset.own_of(self.box.chart_set):
            found += stand_in_issues(book, GAME_FILE)
        for issue in value_issues(self.box.oob, self.ruleset, OOB_FILE):
            if issue is not None:
                found.append(issue)
            else:
                yield 0, len(scenarios)
        for file in scenarios:
            found += scenario_name_issues(self.box, file)
            found += marker_issues(scenarios[file], self.ruleset, file)
        if system is None:
            return tuple(found)
        for number, file in enumerate(scenarios):
            yield number, len(scenarios)
            state = GameState(scenario=file)
            case = system.in_state(self.compiled.case, state, replace(self.forces, state=state))
            for issue in scenario_issues(case, system.force_rules):
                if issue is not None:
                    found.append(issue)
                else:
                    yield number, len(scenarios)
        return tuple(found)

    def with_check(self, checked: Checked) -> "Game":
        """The game with what `check` has found in its box."""
        return replace(self, checked=checked, unchecked=Touched())

    def with_state(self, state: GameState) -> "Game":
        """The same game in another state of play."""
        return replace(self, state=state)

    def with_edits(self, edits: Iterable[Edit]) -> "Game":
        """The game after changes of its box, its state of play, or both."""
        work, touched = Work(self.box, self.state), Touched()
        for edit in edits:
            touched |= edit.touched(work)
            work = edit.apply(work)
        game = self if work.box is self.box else self.with_box(work.box, touched)
        return game if work.state == self.state else game.with_state(work.state)

    def with_box(self, box: GameBox, touched: Touched) -> "Game":
        """The game of another state of its box, which differs in what was touched. The ruleset stays what it is, but for the
        looks of the box.
        """
        # Neither the ground nor the charts depend on units and scenarios.
        compiled = _Compiled(box, self.ruleset, self.compiled, touched) if touched.map else self.compiled
        ruleset = self.ruleset.dressed(box.looks) if Aspect.LOOKS in touched.aspects else self.ruleset
        return replace(self, box=box, ruleset=ruleset, compiled=compiled, unchecked=self.unchecked | touched)

    @property
    def ground(self) -> Ground:
        """The compiled ground."""
        return self.compiled.ground

    @property
    def system(self) -> System:
        """The series that judges. Raises WrongUse for a series that this version cannot judge."""
        system = SYSTEMS.get(self.ruleset.series)
        if system is None:
            raise WrongUse(f"Questions about {self.ruleset.title} cannot be answered yet; its maps can be shown.")
        return system

    @cached_property
    def case(self) -> Any:
        """The series' case in this state of play."""
        return self.system.in_state(self.compiled.case, self.state, self.forces)

    @cached_property
    def forces(self) -> Forces:
        """The units of the box in this state of play."""
        compiled = self.compiled
        return Forces(
            *(self.box, self.state, self.ruleset.values, compiled.hex_terrain, compiled.terrain),
            mapped=lambda: compiled.net,
            met=compiled.met,
        )


@dataclass(frozen=True)
class Opened:
    """A box as far as it could be opened; `game` is None when nothing can be asked of it."""

    path: Path
    box: GameBox | None
    game: Game | None
    issues: tuple[Issue, ...]


def open_game(path: Path, before: Iterable[Game] = ()) -> Opened:
    """Opens a box and compiles its ground; what was worked out for games `before` is taken over from the first of which the
    files say the same again.

    Never raises for bad input: what is wrong stands in `issues`. Nothing is written.
    """
    loaded = load_box(path)
    if loaded.box is None or loaded.ruleset is None:
        return Opened(path, loaded.box, None, loaded.issues)
    game = Game.of(loaded.box, loaded.ruleset, of_files=loaded.issues)
    same = next((each for each in before if game.is_of_same(each)), None)
    if same is not None:
        game = game.taking_over(same)
    game = game.with_check(finish(game.check()))
    return Opened(path, loaded.box, game, game.issues)
