"""What can be done with the selected counters: by keys while the tool Units is in hand, from its menu, from the panel Stack."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from app.canvas.layers import COUNTERS
from app.counters.piece_words import marker_words, piece_name, piece_words
from app.documents.unread import unread_words
from app.tools.context import ToolContext
from app.tools.entering import tell_entry, waiting
from app.tools.laying import lay, question_of
from app.tools.moving_now import tell_moving
from core.base.errors import CoreError
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Spot
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import (
    NONE_TURNED,
    Way,
    first_put,
    flipped,
    hex_marked,
    hex_unmarked,
    marked,
    mounted,
    moved,
    moved_each,
    ordered,
    reduced,
    shifted,
    taken_off,
    unloaded,
    unmarked,
)
from core.model.looks import MarkerKind, MarkerPlace
from core.play.starting import fighting
from core.rules.kernel.carrying import QUESTION, CarryDetail
from core.rules.kernel.looks import has_back
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.totals import steps_left


@dataclass(frozen=True, slots=True)
class UnitCommandSpec:
    """One command. `text` is its menu text, `tip` a sentence without full stop; `keys` work while the tool Units is in hand.

    `needs` says why it is grey, as the end of a sentence.
    """

    id: str
    text: str
    tip: str
    keys: str
    needs: str
    icon: str = ""


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("UnitCommands", text))


_NONE = _t("no counter on the map is selected")
_ALONE = _t("no counter is selected that lies with others")

UNIT_COMMANDS = (
    UnitCommandSpec("flip", _t("&Flip"), _t("Turn the selected counters over"), "F", _t("no counter with a back is selected")),
    UnitCommandSpec("up", _t("Move &up"), _t("Lay over the next counter of the stack"), "PgUp", _ALONE),
    UnitCommandSpec("down", _t("Move &down"), _t("Lay under the next counter of the stack"), "PgDown", _ALONE),
    UnitCommandSpec("top", _t("Put on &top"), _t("Lay on top of the stack"), "Home", _ALONE),
    UnitCommandSpec("bottom", _t("Put at the &bottom"), _t("Lay at the bottom of the stack"), "End", _ALONE),
    UnitCommandSpec("lose", _t("&Lose a step"), _t("Take a step from each; the last one takes it off the map"), "-", _NONE),
    UnitCommandSpec(
        "regain",
        _t("&Regain a step"),
        _t("Give a lost step back to each"),
        "+",
        _t("no counter that has lost steps is selected"),
    ),
    UnitCommandSpec("dismount", _t("D&ismount"), _t("Stand on its own again"), "Shift+M", _t("no carried counter is selected")),
    UnitCommandSpec("off", _t("Take &off the map"), _t("Put back among the counters that are not in play"), "Del", _NONE),
)
"""The commands that need no choice, in the order of the menu; groups are parted there by what they do."""


def command_of(event: QKeyEvent) -> str:
    """The command of the table that a key means; "" for none."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if Qt.Key(event.key()) in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
        # On many keyboards plus needs Shift.
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
    pressed = QKeySequence(event.key() | modifiers.value)
    return next((spec.id for spec in UNIT_COMMANDS if QKeySequence(spec.keys) == pressed), "")


class UnitCommands(QObject):
    """Runs commands on the selected counters; each is one step of the history.

    Why something cannot be done is said in the status bar. Nothing is changed while the layer of counters is hidden or locked.
    """

    def __init__(self, context: ToolContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    # What is meant -------------------------------------------------------------------------------------------------------

    @property
    def deployment(self) -> Deployment:
        """Where the pieces are."""
        return self._context.document.work.deployment

    @property
    def chosen(self) -> tuple[str, ...]:
        """The selected counters that are in play."""
        pieces = self.deployment.pieces
        return tuple(id_ for id_ in self._context.document.units.ids if id_ in pieces)

    def name(self, id_: str) -> str:
        """What a counter is called."""
        document = self._context.document
        return piece_name(document.ruleset, document.box.oob, id_)

    def spot_name(self, spot: Spot) -> str:
        """What a hex or a box beside the map is called."""
        return spot if isinstance(spot, str) else self._context.document.box.label(spot)

    def steps(self, ids: Iterable[str]) -> Mapping[str, int]:
        """The steps of counters at full strength."""
        document = self._context.document
        values = document.ruleset.values if document.ruleset is not None else ()
        counters = ((id_, document.box.oob.counter(id_)) for id_ in ids)
        return MappingProxyType({id_: steps_left(values, counter) for id_, counter in counters if counter is not None})

    def fitting(self, ids: Sequence[str] | None = None) -> frozenset[str]:
        """The commands that mean something for some counters, by preset for the selected ones."""
        deployment, document = self.deployment, self._context.document
        some = [(id_, deployment.pieces[id_]) for id_ in (self.chosen if ids is None else ids) if id_ in deployment.pieces]
        if not some:
            return frozenset()
        found = {"lose", "off"}
        counters = [document.box.oob.counter(id_) for id_, _ in some]
        if any(counter is not None and has_back(document.ruleset, counter) for counter in counters):
            found.add("flip")
        if any(piece.lost for _, piece in some):
            found.add("regain")
        if any(piece.on for _, piece in some):
            found.add("dismount")
        if any(len(deployment.stack(piece.at)) > 1 for _, piece in some):
            found |= {"up", "down", "top", "bottom"}
        return frozenset(found)

    def owners(self, ids: Sequence[str]) -> tuple[str, ...]:
        """The sides that a marker in a hex can belong to, those that fight: first the one that has the phase, else that of the
        first of some counters."""
        document = self._context.document
        oob = document.box.oob
        # Whoever lays a marker on a stack of the enemy has it in hand, and is not its owner.
        acting = document.state.moment.side if document.play is not None else ""
        likely = acting or next((found.side for id_ in ids if (found := oob.counter(id_)) is not None), "")
        scenario = document.work.scenario
        sides = [side.id for side in (fighting(document.box, scenario) if scenario is not None else oob.sides)]
        return tuple(sorted(sides, key=lambda side: side != likely))

    @property
    def off_map(self) -> tuple[str, ...]:
        """The boxes beside the map."""
        scenario = self._context.document.work.scenario
        return scenario.off_map if scenario is not None else ()

    def markers(self, on: MarkerPlace) -> tuple[MarkerKind, ...]:
        """The kinds of markers of the series that lie with units, or in hexes."""
        ruleset = self._context.document.ruleset
        return tuple(kind for kind in ruleset.markers.values() if on in kind.on) if ruleset is not None else ()

    # What is done --------------------------------------------------------------------------------------------------------

    def why_none(self) -> str:
        """Why there is nothing to move, "" when there is something."""
        document = self._context.document
        if document.box.oob.counters:
            return ""
        none = self.tr("This box has no counters yet: make some in the units table or the order of battle.")
        return unread_words(document) or none

    def allowed(self) -> bool:
        """Whether counters may be changed; why not is said."""
        if self._context.canvas.allows(COUNTERS):
            return True
        self._context.status(self.tr("The layer “Counters” is hidden or locked; show and unlock it in the panel Layers."))
        return False

    def run(self, name: str, ids: Sequence[str] | None = None) -> bool:
        """Runs a command of the table, by preset on the selected counters; False when it means nothing now."""
        some = tuple(self.chosen if ids is None else ids)
        if name not in self.fitting(some):
            spec = next(each for each in UNIT_COMMANDS if each.id == name)
            needs = QCoreApplication.translate("UnitCommands", spec.needs)
            text = QCoreApplication.translate("UnitCommands", spec.text).replace("&", "")
            self._context.status(f"{text}: {needs}.")
            return False
        work = self._context.document.work
        match name:
            case "flip":
                return self.do(lambda: flipped(work, self._with_back(some)))
            case "lose" | "regain":
                return self.do(lambda: reduced(work, some, self.steps(some), 1 if name == "lose" else -1))
            case "dismount":
                return self.do(lambda: unloaded(work, some))
            case "off":
                return self.do(lambda: taken_off(work, some))
        return self.do(lambda: shifted(work, some, cast(Way, name)))

    def _with_back(self, ids: Sequence[str]) -> list[str]:
        """The counters that have something on both sides, or lie on their back already."""
        document, pieces = self._context.document, self.deployment.pieces
        counters = ((id_, document.box.oob.counter(id_)) for id_ in ids)
        return [
            id_
            for id_, counter in counters
            if counter is not None and (has_back(document.ruleset, counter) or pieces[id_].face)
        ]

    def do(self, make: Callable[[], Edit], run: Callable[[Edit], bool] | None = None) -> bool:
        """Makes an edit and runs it, or has it run; False, and the status bar says why, when that is impossible."""
        if not self.allowed():
            return False
        try:
            return (run or self._context.document.do)(make())
        except CoreError as error:
            self._context.status(str(error))
            return False

    def put(
        self,
        ids: Sequence[str],
        to: Spot,
        turned: Mapping[str, tuple[int, str]] = NONE_TURNED,
        run: Callable[[Edit], bool] | None = None,
    ) -> bool:
        """Puts counters into a hex or a box beside the map, some of them turned over, or has that be `run`; on a map without a
        scenario the first one makes it, and where none is shown the first scenario of the box is."""
        document = self._context.document
        known = tuple(id_ for id_ in ids if document.box.oob.counter(id_) is not None)
        if not known or not self.allowed():
            return False
        if document.work.scenario is None and document.box.scenarios:
            document.show_scenario(next(iter(document.box.scenarios)))
        if document.work.scenario is None and document.state.deployment is None:
            file, edit = first_put(document.box, known, to)
            done = document.do(edit)
            document.show_scenario(file)
        else:
            pieces = self.deployment.pieces
            label = "Move units" if all(id_ in pieces for id_ in known) else "Put on the map"
            done = self.do(lambda: moved(document.work, known, to, label, turned), run)
        document.units.set(known)
        if done:
            self._context.status(f"{self.spot_name(to)}: {self.names(known)}")
        return done

    def put_down(self, places: Mapping[str, Spot], place: Spot) -> None:
        """Puts counters into a place, or each into one of its own; in play it is said where they do not move now, and of
        reinforcements where they do not come in."""
        entering = waiting(self._context, [*places])
        if len(set(places.values())) > 1:
            self.put_each(places)
        else:
            self.put(list(places), place)
        told = tell_entry(self._context, entering, place)
        if others := [id_ for id_ in places if not told or id_ not in entering]:
            tell_moving(self._context, others)

    def put_each(self, places: Mapping[str, Spot]) -> bool:
        """Puts counters that are in play each into a place of its own; not when one of them would leave the map."""
        document = self._context.document
        if (away := self.beside_the_map(places)) or not places:
            self._context.status(self.tr("Not moved: off the map would be %s.") % self.names(away))
            return False
        done = self.do(lambda: moved_each(document.work, places))
        if done:
            self._context.status(self.tr("Moved, each as far: %s") % self.names([*places]))
        return done

    def beside_the_map(self, places: Mapping[str, Spot]) -> list[str]:
        """The counters that would come where no hex is."""
        cells = self._context.document.box.cells
        return [id_ for id_, spot in places.items() if isinstance(spot, Hex) and spot not in cells]

    def order(self, spot: Spot, order: Sequence[str]) -> bool:
        """Lays a stack in an order, from the bottom to the top."""
        return self.do(lambda: ordered(self._context.document.work, spot, order))

    def mark(self, word: str, ids: Sequence[str] | None = None) -> bool:
        """Puts a marker on counters."""
        return self.do(lambda: marked(self._context.document.work, self.chosen if ids is None else ids, word))

    def unmark(self, word: str, ids: Sequence[str] | None = None) -> bool:
        """Takes a marker off counters."""
        return self.do(lambda: unmarked(self._context.document.work, self.chosen if ids is None else ids, word))

    def mark_hex(self, spot: Spot, word: str, side: str = "") -> bool:
        """Lays a marker into a hex, of a side where it is one that belongs to somebody. In play the rules are asked first about
        one that costs something; it is laid when they have answered."""
        question = question_of(self._context, word, spot)
        if question:
            may = self.allowed()
            if may:
                lay(self._context, question, spot, word, side)
            return may
        return self.do(lambda: hex_marked(self._context.document.work, (spot,), Mark(word, side)))

    def unmark_hex(self, spot: Spot, mark: Mark) -> bool:
        """Takes a marker out of a hex."""
        return self.do(lambda: hex_unmarked(self._context.document.work, spot, mark))

    def mount(self, ids: Sequence[str], carrier: str) -> bool:
        """Has counters carried or towed."""
        return self.do(lambda: mounted(self._context.document.work, ids, carrier))

    def mount_each(self, ids: Sequence[str], carrier: str) -> None:
        """Has counters carried by one, each as long as the rules still allow it beside those that it has by then."""
        if not ids:
            return

        def tell(detail: CarryDetail | None) -> None:
            found = next((each for each in detail.carriers if each.id == carrier), None) if detail is not None else None
            if found is not None and found.allowed and self.mount(ids[:1], carrier):
                self.mount_each(ids[1:], carrier)
            elif found is not None:
                self._context.status(f"{self.names(ids)}: {found.why}")

        self.ask_carriers(ids[0], tell)

    def ask_carriers(self, id_: str, tell: Callable[[CarryDetail | None], None]) -> None:
        """Asks the rules who may carry a counter; None where they know of no carriers."""

        def arrived(ruling: Ruling) -> None:
            tell(ruling.detail if isinstance(ruling.detail, CarryDetail) else None)

        self._context.answers.ask(QUESTION, {"unit": id_}, arrived, on_refused=lambda _: tell(None), slot=f"carriers {id_}")

    # Words ---------------------------------------------------------------------------------------------------------------

    def names(self, ids: Sequence[str], most: int = 3) -> str:
        """What counters are called, in one line; of many the first."""
        words = [self.name(id_) for id_ in ids[:most]]
        if len(ids) > most:
            words.append(self.tr("and %n more", "", len(ids) - most))
        return ", ".join(words)

    def side_name(self, side: str) -> str:
        """What a side is called; "" for none."""
        found = self._context.document.box.oob.side(side)
        return found.name if found is not None else ""

    def marker_word(self, word: str) -> str:
        """What a marker is called, with its number."""
        return marker_words(self._context.document.ruleset, word)

    def told(self, id_: str) -> str:
        """A counter as it is told: what it is called, its steps, its markers, who carries it."""
        document = self._context.document
        return piece_words(document.ruleset, document.box.oob, self.deployment, id_)
