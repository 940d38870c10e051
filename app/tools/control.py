"""Zones of control, or of other kinds that the series has: of a stack, a side or all sides, hatched on the map, hex by hex."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QTimer

from app.canvas.shapes import HexFill
from app.tools.context import ToolContext
from app.tools.operations import ALL, SidesTool, Together, in_hexes, names, side_name, sides_on_map, stack_in
from app.tools.options import Choice, Option
from app.tools.tool import NO_MODIFIER, Modifiers
from app.widgets.rule_words import said
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.rules.kernel.parameters import in_words
from core.rules.kernel.rulings import Ruling
from core.rules.operations.movement_detail import ZoneHex, ZonesDetail

ZONES, STACK = "zones", "zones of"
"""The parts of the map that this tool marks."""

LOOKS = 3
"""So many looks of zones tell sides apart; with more sides they come again."""

REST_MS = 120
"""How long the pointer must rest on a hex before it is asked who controls it."""

UNITS = "units"
"""What zones may be of beside sides."""

QUESTION, KIND = "zoc", "kind"
"""What is asked, and the parameter by which a series that has several kinds of zones tells them apart."""


class ControlTool(SidesTool):
    """A click on a stack shows the zones of its units, one on empty ground those of the next side, and of all together.

    The number keys choose a side, 0 all of them. Each side has a hatch and a rim of its own, which are told apart where they
    cross. The answer follows what is moved.
    """

    id = "control"
    icon = "zoc"
    keys = "Shift+Z"
    asks = True
    question = QUESTION

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._zones = Together(context.answers, "zoc", self._take, self._refuse, self)
        self._told = Together(context.answers, "zoc hex", self._tell_hex, context.status, self)
        self._units: tuple[str, ...] = ()
        self._kind = ""
        self._by_hex: tuple[Mapping[Hex, ZoneHex], ...] = ()
        self._chosen = False
        self._under: Hex | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._ask_hex)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Zones of control")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a stack for its zones, empty ground for the next side; 1, 2 choose a side, 0 all; point at a hex to read why"
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """Whose zones are shown, and which where there are several kinds."""
        document = self.context.document
        sides = sides_on_map(document)
        choices = [(ALL, self.tr("All sides")), *((id_, side_name(document, id_)) for id_ in sides)]
        if self._of == UNITS:
            choices.append((UNITS, names(document, self._units)))
        whose = Choice("side", self.tr("Zones of"), self._of or ALL, tuple(choices), self._choose)
        kinds = self.context.choices(QUESTION, KIND)
        if not kinds:
            return (whose,)
        words = tuple((id_, self._kind_words(id_)) for id_ in kinds)
        return (whose, Choice(KIND, self.tr("Which zones"), self._kind or kinds[0], words, self._choose_kind))

    def start(self) -> None:
        """Shows the zones of the units that are selected, of all sides where they have none."""
        if self._of:
            return
        chosen = in_hexes(self.context.document, self.context.document.units.ids)
        oob = self.context.document.box.oob
        if chosen and len({counter.side for id_ in chosen if (counter := oob.counter(id_)) is not None}) == 1:
            self._show(UNITS, chosen)
            self._chosen = True
        else:
            self._show(ALL)

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Shows the zones of a stack, or those of the next side."""
        stack = stack_in(self.context.document, place)
        if stack:
            self._show(UNITS, stack)
            return
        turn = (ALL, *sides_on_map(self.context.document))
        self._show(turn[(turn.index(self._of) + 1) % len(turn)] if self._of in turn else ALL)

    def point_at(self, place: Hex | None) -> None:
        """Tells whose zones a hex lies in, at once in a line, and after a rest with the rules."""
        if place == self._under:
            return
        self._under = place
        if not self._rulings:
            return
        self._rest.start()
        if place is not None:
            self.context.status(self._of_hex(place))

    def pointer_left(self) -> None:
        """Back to the answer as a whole."""
        self.point_at(None)

    def refresh(self) -> None:
        """Units have moved, or others are there."""
        if not self._of:
            return
        left = in_hexes(self.context.document, self._units)
        if self._of == UNITS and not left:
            self.clear_result()
            return
        self._show(self._of, left)

    def _choose(self, side: str) -> None:
        self._show(side, self._units)

    def _choose_kind(self, kind: str) -> None:
        self._kind = kind
        self._show(self._of or ALL, self._units)
        self.options_changed.emit()

    def _kind_words(self, kind: str) -> str:
        if kind in ("", "control"):
            return self.tr("Zones of control")
        return self.tr("Zones: {kind}").format(kind=said(in_words(kind)).lower())

    def _show(self, of: str, units: Sequence[str] = ()) -> None:
        changed = (of, tuple(units)) != (self._of, self._units)
        self._of, self._units, self._chosen = of, tuple(units) if of == UNITS else (), False
        asked = self._asked()
        self._told.drop()
        if not asked:
            self._tell_nobody()
            return
        self._zones.want(QUESTION, asked)
        if changed:
            self.options_changed.emit()

    def _asked(self) -> list[dict[str, object]]:
        """The parameters of a question for each of those whose zones are shown."""
        kind = {KIND: self._kind} if self._kind else {}
        if self._of == UNITS:
            return [{"units": list(self._units), **kind}]
        sides = sides_on_map(self.context.document)
        return [{"side": id_, **kind} for id_ in sides if self._of in (ALL, id_)]

    def _take(self, rulings: tuple[Ruling, ...]) -> None:
        chosen, self._chosen = self._chosen, False
        if chosen and self._of == UNITS and not any(each.detail.hexes for each in rulings):
            # Whoever takes the tool wants to see zones; what was selected by chance has none.
            self._show(ALL)
            return
        self._rulings = rulings
        details = [each.detail for each in rulings]
        self._by_hex = tuple({each.hex: each for each in detail.hexes} for detail in details)
        order = tuple(self.context.document.box.oob.ids("sides"))
        shapes: list[HexFill] = []
        for detail, hexes in zip(details, self._by_hex, strict=True):
            number = order.index(detail.side) if detail.side in order else 0
            if hexes:
                shapes.append(HexFill(frozenset(hexes), f"zone-{number % LOOKS + 1}"))
        # The rim that is broken lies over the one that is not.
        shapes.sort(key=lambda shape: shape.look)
        self.context.canvas.wash(ZONES, shapes)
        self.context.canvas.sketch(STACK, self._marks())
        self.context.status(self._words(details))
        if self._under is not None:
            self._rest.start()
        self.context.publish(rulings, {})

    def _marks(self) -> tuple[HexFill, ...]:
        """The hexes of the units whose zones are shown."""
        pieces = self.context.document.work.deployment.pieces
        places = frozenset(at for id_ in self._units if id_ in pieces and isinstance(at := pieces[id_].at, Hex))
        return (HexFill(places, "firer"),) if places else ()

    def _words(self, details: Sequence[ZonesDetail]) -> str:
        document, parts = self.context.document, []
        for detail in details:
            count = len(detail.hexes)
            who = names(document, self._units) if self._units else side_name(document, detail.side)
            parts.append(agreeing(self.tr("{who}: {count} hexes"), {"count": count}).format(who=who, count=count))
        return self._kind_words(self._kind) + " · " + " · ".join(parts)

    def _of_hex(self, place: Hex) -> str:
        """Whose zones a hex lies in, in a line."""
        document = self.context.document
        parts = []
        for ruling, hexes in zip(self._rulings, self._by_hex, strict=True):
            if place in hexes:
                words = self.tr("zone of {side} ({units})")
                words = words.format(side=side_name(document, ruling.detail.side), units=names(document, hexes[place].units))
                if hexes[place].negated:
                    # Purposes are words of the rules, of which the ruling tells the sentence.
                    words += self.tr(", taken away by the enemy there for {what}").format(what=", ".join(hexes[place].negated))
                parts.append(words)
        return f"{document.box.label(place)}: " + (" · ".join(parts) or self.tr("no zone of those that are shown"))

    def _ask_hex(self) -> None:
        place = self._under
        if not self._rulings:
            return
        if place is None:
            self._told.drop()
            self.context.publish(self._rulings, {})
            return
        # Those whose zone it is come first.
        asked = zip(self._asked(), self._by_hex, strict=False)
        self._told.want(
            QUESTION, [{**given, "hex": place} for given, _ in sorted(asked, key=lambda each: place not in each[1])]
        )

    def _tell_hex(self, rulings: tuple[Ruling, ...]) -> None:
        if self._of:
            self.context.publish(rulings, {})

    def _wipe(self) -> None:
        self._rest.stop()
        self._zones.drop()
        self._told.drop()
        self._of, self._units, self._rulings, self._by_hex = "", (), (), ()
        self.context.canvas.wash(ZONES, ())
        self.context.canvas.sketch(STACK, ())
        self.options_changed.emit()
