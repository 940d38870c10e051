"""What the rules see: the height of every hex under the method in force, and the chord that gave it."""

from app.tools.context import ToolContext
from app.tools.latest import Latest
from app.tools.tool import NO_MODIFIER, Modifiers, Tool
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling, metres


class RulesSeeTool(Tool):
    """Numbers come as they become known, those in view first; the chord belongs to the hex under the cursor."""

    id = "rules_see"
    icon = "heights"
    keys = "H"
    asks = True
    question = "elevation"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._latest = Latest(context.answers, "chord", self._refuse, self)
        self._shown = self._refused = False
        self._place: Hex | None = None
        self._elevation: Ruling | None = None
        context.heights.arrived.connect(self._heights_arrived)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("What the rules see")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Point at a hex to see how its height is found, click to read why; zoom in for every number.")

    def start(self) -> None:
        """Shows the numbers."""
        self._shown = True
        self._watch(self.context.canvas.middle())

    def point_at(self, place: Hex | None) -> None:
        """Shows how the height of a hex is found."""
        if not self._shown or place is None or place == self._place:
            return
        self._place, self._elevation, self._refused = place, None, False
        self.context.canvas.chord(None, None, None, ("", ""))
        self.context.heights.watch(self.context.document.method, place)
        parameters = {"hex": place, "method": self.context.document.method}
        self._latest.want("elevation", parameters, self._take)

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Tells the ruling on the hex."""
        self.start_again_at(place)
        if self._elevation is not None:
            self.context.publish((self._elevation,), {})
        else:
            parameters = {"hex": place, "method": self.context.document.method}
            self._latest.want("elevation", parameters, self._take_and_tell)

    def start_again_at(self, place: Hex) -> None:
        """Shows numbers and chord after they were cleared."""
        if not self._shown:
            self.start()
        self.point_at(place)

    def clear_result(self) -> bool:
        """Takes numbers and chord away."""
        if not self._shown:
            return False
        self._shown = False
        self._latest.drop()
        self._place = self._elevation = None
        self.context.canvas.numbers({})
        self.context.canvas.chord(None, None, None, ("", ""))
        self.context.publish((), {})
        return True

    def refresh(self) -> None:
        """Another method: other numbers."""
        if self._shown:
            place, self._place = self._place, None
            if not self.on_map(place):
                self._elevation = None
                self.context.canvas.chord(None, None, None, ("", ""))
                self.context.publish((), {})
                place = None
            self._watch(place or self.context.canvas.middle())
            if self._refused:
                self._place = place
            else:
                self.point_at(place)

    def _watch(self, near: Hex | None) -> None:
        if near is not None:
            self.context.heights.watch(self.context.document.method, near)
        self._show_numbers()

    def _heights_arrived(self, method: str, places: frozenset[Hex]) -> None:
        if self._shown and method == self.context.document.method:
            self._show_numbers()

    def _show_numbers(self) -> None:
        known = self.context.heights.known(self.context.document.method)
        self.context.canvas.numbers({place: metres(height) for place, height in known.items()})

    def _refuse(self, words: str) -> None:
        """Tells why there is no answer, and does not ask about the same hex again."""
        self._refused = True
        self.context.status(words)

    def _take(self, ruling: Ruling) -> None:
        self._elevation = ruling
        detail = ruling.detail
        chord = detail.chord
        if chord is None:
            self.context.canvas.chord(None, None, None, ("", ""))
        else:
            ends = (metres(chord.low_height), metres(chord.high_height))
            self.context.canvas.chord(chord.low_end, chord.high_end, detail.at, ends)
        self.context.status(self._words(ruling))

    def _words(self, ruling: Ruling) -> str:
        detail, chord = ruling.detail, ruling.detail.chord
        label = self.context.document.box.label(detail.hex)
        if detail.height is None:
            return self.tr("{hex}: height not decidable").replace("{hex}", label)
        words = f"{label}: {metres(detail.height)} m"
        if chord is None:
            return words
        between = self.tr("between {low} and {high} m").replace("{low}", metres(chord.low_height))
        return f"{words}, {between.replace('{high}', metres(chord.high_height))}"

    def _take_and_tell(self, ruling: Ruling) -> None:
        self._take(ruling)
        self.context.publish((ruling,), {})
