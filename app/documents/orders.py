"""Op sheets in the window: which one is in hand, which control measure of it, and how both are changed.

A sheet stands in the scenario that is shown, or in the session that is played; either way a change is one step of the history::

    panel, tool --> Orders --> ChangeOrders --> Document --> changed --> panel, map
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.counters.unit_words import called
from app.documents.document import Document
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Touched
from core.model.edits.order_edits import ChangeOrders
from core.model.graphics import Measure, MeasureKind, MeasureKinds, Motif, next_number, suggested_name
from core.model.oob import Counter, Formation
from core.model.orders import OpSheet, begun_sheet

BESIDE = (1.0, -0.5)
"""How far a copy lies beside what it was made of, in hexes."""

FIRST_ID = "Op sheet {number}"
"""What a sheet is called that is written in the window."""


class Orders(QObject):
    """The op sheets of a document. `changed` tells that another sheet or measure is in hand, that they have become others, or
    that kinds of measures are known now.

    `kinds` and `motifs` come from the worker; until then nothing is drawn. `waits` says that the last change waits for a line
    of why, and is done when somebody gives it.
    """

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._chosen = ""
        self.picked: int | None = None
        self.waits = False
        self._alone = False
        self.kinds = MeasureKinds({}, {})
        self.motifs: tuple[Motif, ...] = ()
        document.changed.connect(self._follow)
        document.play_changed.connect(self._follow_eyes)
        self._follow_eyes()

    def learn(self, kinds: MeasureKinds, motifs: Iterable[Motif]) -> None:
        """The kinds of control measures there are, and names for them."""
        self.kinds, self.motifs = kinds, tuple(motifs)
        self.changed.emit()

    # What there is ------------------------------------------------------------------------------------------------------------

    @property
    def box(self) -> GameBox:
        """The box that the sheets are for."""
        return self._document.box

    @property
    def sheets(self) -> tuple[OpSheet, ...]:
        """All sheets that may be seen."""
        return self._document.work.orders

    @property
    def sheet(self) -> OpSheet | None:
        """The sheet in hand: the one chosen, as long as it is there, else the first, of those that look if they have any."""
        sheets = self.sheets
        first = next((each for each in sheets if self.is_ours(each)), sheets[0] if sheets else None)
        return next((each for each in sheets if each.id == self._chosen), first)

    @property
    def looking(self) -> str:
        """The side that alone looks at the screen in a session; "" for all of them, and out of play."""
        play = self._document.play
        return next(iter(play.eyes)) if play is not None and len(play.eyes) == 1 else ""

    @property
    def by_mail(self) -> bool:
        """Whether sheets are sealed as they are written."""
        play = self._document.play
        return play is not None and play.session.by_mail

    @property
    def are_shut(self) -> bool:
        """Whether the keys are shut with which those that look read and write their sheets."""
        play = self._document.play
        return play is not None and self.by_mail and play.acting not in play.keys

    def is_ours(self, sheet: OpSheet) -> bool:
        """Whether those that look may change a sheet without a word of why."""
        return self.looking in ("", sheet.side)

    @property
    def alone(self) -> bool:
        """Whether the sheet in hand is to be seen by itself."""
        return self._alone and self.sheet is not None

    def stands(self, sheet: OpSheet) -> bool:
        """Whether a sheet is drawn up already in a session, so that writing on it takes a word of why. [TCS 4.01 6.5a, 6.8]"""
        return self._document.play is not None and self._document.play.sheet_stands(sheet.id)

    @property
    def measure(self) -> Measure | None:
        """The control measure in hand."""
        sheet = self.sheet
        held = self.picked is not None and sheet is not None and self.picked < len(sheet.measures)
        return sheet.measures[self.picked] if held and sheet is not None and self.picked is not None else None

    def kind(self, measure: Measure) -> MeasureKind | None:
        """What a measure is; None for a kind that is not known."""
        return self.kinds.kinds.get(measure.kind)

    def unit_names(self) -> dict[str, str]:
        """What the units and formations of the box are called on a graphic."""
        ruleset, oob = self._document.ruleset, self._document.box.oob
        items: tuple[Counter | Formation, ...] = (*oob.counters, *oob.formations)
        return {each.id: called(ruleset, each) or each.id for each in items}

    def called(self, id_: str) -> str:
        """What a unit or a formation is called."""
        ruleset, oob = self._document.ruleset, self._document.box.oob
        return called(ruleset, oob.formation(id_) or oob.counter(id_)) or id_

    def gathered(self, units: Iterable[str]) -> tuple[str, ...]:
        """Units as a sheet lists them: a formation all of which is among them stands for its units, the highest first."""
        left = dict.fromkeys(units)
        found: list[str] = []
        for formation in self.box.oob.formations:
            members = [each.id for each in self.box.oob.all_members(formation.id)]
            if members and formation.id not in left and all(each in left for each in members):
                found.append(formation.id)
                for each in members:
                    del left[each]
        return (*found, *left)

    def units_on(self, sheet: OpSheet) -> tuple[str, ...]:
        """The counters that are on a sheet still; a formation stands for all in it."""
        oob = self.box.oob
        held = [unit for unit in oob.counters_meant(sheet.units) if unit not in sheet.gone]
        added = oob.counters_meant(name for each in sheet.added for name in each.units)
        return tuple(dict.fromkeys((*held, *added)))

    def places_of(self, sheet: OpSheet) -> frozenset[Hex]:
        """The hexes on the map in which units of a sheet stand."""
        pieces = self._document.work.deployment.pieces
        found = (pieces[unit].at for unit in self.units_on(sheet) if unit in pieces)
        return frozenset(place for place in found if isinstance(place, Hex))

    def suggested_name(self, kind: MeasureKind) -> str:
        """A name for the next measure of a kind on the sheet in hand, new to all of them; "" for one that seldom has any."""
        held = self.sheet
        if kind.naming == "numbers":
            return next_number(each.text for each in (held.measures if held is not None else ()) if each.kind == kind.id)
        if kind.naming == "none" or kind.names_sides:
            # A boundary is known by the units on its sides.
            return ""
        own = tuple(each.text for each in held.measures if each.text) if held is not None else ()
        others = (each.text for sheet in self.sheets if sheet is not held for each in sheet.measures if each.text)
        return suggested_name(self.motifs, own, others)

    # Choosing -----------------------------------------------------------------------------------------------------------------

    def choose(self, id_: str) -> None:
        """Takes another sheet in hand."""
        if id_ != self._chosen:
            self._chosen, self.picked = id_, None
            self.changed.emit()

    def pick(self, number: int | None) -> None:
        """Takes another control measure of the sheet in hand; None for none."""
        if number != self.picked:
            self.picked = number
            self.changed.emit()

    def show_alone(self, on: bool) -> None:
        """Has the sheet in hand seen by itself, or all of them again."""
        if on != self._alone:
            self._alone = on
            self.changed.emit()

    # Changing -----------------------------------------------------------------------------------------------------------------

    def free_id(self) -> str:
        """An id that no sheet has."""
        play = self._document.play
        # What another side has written is not seen, but its name is taken.
        unseen = play.session.state.orders if play is not None else {}
        taken = {each.id for each in self.sheets} | {*self._document.state.orders, *unseen}
        return next(id_ for n in range(1, len(taken) + 2) if (id_ := FIRST_ID.format(number=n)) not in taken)

    def write(self, label: str, *sheets: OpSheet) -> bool:
        """Writes sheets as one step of the history; False when nothing was changed, or nothing can be."""
        return self._change(label, {each.id: each for each in sheets})

    def _change(self, label: str, sheets: Mapping[str, OpSheet | None]) -> bool:
        document = self._document
        self.waits = False
        if not document.state.in_play and document.work.scenario is None:
            return False
        edit = ChangeOrders(label, sheets, document.work.moved)
        done = document.do(edit)
        self.waits = not done and document.play is not None and document.play.waiting is edit
        return done

    @property
    def as_lines(self) -> bool:
        """Whether sheets are begun as lines of text, by the options that are in force. [TCS 4.01 6.15]"""
        ruleset = self._document.ruleset
        return ruleset is not None and ruleset.play.as_lines(self._choices)

    @property
    def in_sets(self) -> bool:
        """Whether a side may have several sets of sheets, by the options that are in force. [TCS 4.01 27.3]"""
        ruleset = self._document.ruleset
        return ruleset is not None and ruleset.play.in_sets(self._choices)

    @property
    def _choices(self) -> Mapping[str, str]:
        document, play = self._document, self._document.play
        options = play.session.record.began.options if play is not None else document.box.options
        return document.ruleset.choices(options) if document.ruleset is not None else {}

    def add(self, side: str, type_: str, units: Iterable[str] = ()) -> OpSheet | None:
        """Begins a sheet and takes it in hand; None where there is no scenario for it to stand in. One that is written before
        play, or before the first turn of a session, is in force, as those that a scenario begins with are. [TCS 4.01 27.1f]"""
        state = self._document.state
        turn = state.moment.turn if state.in_play else 0
        sheet = begun_sheet(self.free_id(), side, type_, tuple(dict.fromkeys(units)), turn, self.as_lines)
        done = self.write(self._tr("Write an op sheet"), sheet)
        if done or self.waits:
            self._chosen, self.picked = sheet.id, None
            self.changed.emit()
        return sheet if done else None

    def rename(self, sheet: OpSheet, name: str) -> bool:
        """Gives a sheet another name, by which it is known; it stays in hand."""
        done = self._change(self._tr("Rename an op sheet"), {sheet.id: None, name: replace(sheet, id=name)})
        if done:
            self.choose(name)
        return done

    def remove(self, sheet: OpSheet) -> bool:
        """Throws a sheet away."""
        return self._change(self._tr("Throw an op sheet away"), {sheet.id: None})

    def draw(self, measure: Measure, number: int | None = None) -> bool:
        """Puts a measure on the sheet in hand, or in the place of one of its measures; it is picked then."""
        sheet = self.sheet
        if sheet is None:
            return False
        measures = list(sheet.measures)
        if number is None:
            measures.append(measure)
            label = self._tr("Draw {kind}")
        else:
            measures[number] = measure
            label = self._tr("Change {kind}")
        kind = self.kind(measure)
        label = label.replace("{kind}", kind.title.lower() if kind is not None else measure.kind)
        done = self.write(label, replace(sheet, measures=tuple(measures)))
        if done:
            self.pick(len(measures) - 1 if number is None else number)
        return done

    def erase(self, number: int) -> bool:
        """Takes a measure off the sheet in hand."""
        sheet = self.sheet
        if sheet is None or number >= len(sheet.measures):
            return False
        kept = tuple(each for at, each in enumerate(sheet.measures) if at != number)
        done = self.write(self._tr("Erase a control measure"), replace(sheet, measures=kept))
        if done:
            self.pick(None)
        return done

    def copy(self) -> bool:
        """Draws another measure like the one in hand a hex beside it, under a name of its own; it is picked then."""
        measure = self.measure
        kind = self.kind(measure) if measure is not None else None
        if measure is None:
            return False
        dx, dy = BESIDE
        points = tuple((x + dx, y + dy) for x, y in measure.points)
        named = bool(measure.text) and kind is not None and kind.can_be_named
        text = self.suggested_name(kind) if named and kind is not None else measure.text
        return self.draw(replace(measure, points=points, text=text))

    def _follow(self, touched: Touched) -> None:
        """Sheets have become others, another scenario is shown, or another phase has begun, in which sheets stand."""
        if touched.scenarios or touched.aspects & {Aspect.ORDERS, Aspect.SCENARIO, Aspect.PLAY} or touched.forces:
            if self.measure is None:
                self.picked = None
            self.changed.emit()

    def _follow_eyes(self) -> None:
        """Who looks decides which sheets are theirs, even where they see no others."""
        play = self._document.play
        if play is not None:
            play.eyes_changed.connect(self.changed)
            play.keys_changed.connect(self.changed)
        self.changed.emit()

    @staticmethod
    def _tr(text: str) -> str:
        return QCoreApplication.translate("Orders", text)
