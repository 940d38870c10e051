"""Selecting: click a hex to keep its card in the inspector and to read how its height is found."""

from functools import partial

from app.tools.context import ToolContext
from app.tools.tool import NO_MODIFIER, Modifiers, Tool
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling


class SelectTool(Tool):
    """The tool to which Escape returns. The answer of another tool stays beside the selection."""

    id = "select"
    icon = "select"
    keys = "Q"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._place: Hex | None = None
        self._rulings: dict[str, Ruling] = {}
        self._round = 0

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Select")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click a hex, or move the cursor with the arrow keys and press Enter, to read about it.")

    @property
    def place(self) -> Hex | None:
        """The selected hex."""
        return self._place

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What is known of the heights of the selected hex, the method in force first."""
        return tuple(self._rulings[each] for each in self.context.methods if each in self._rulings)

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Selects a hex."""
        self._place = place
        self.context.canvas.selected(place)
        self._ask()

    def clear_result(self) -> bool:
        """Selects nothing."""
        if self._place is None:
            return False
        self._round += 1
        self._place, self._rulings = None, {}
        self.context.canvas.selected(None)
        self.context.inspect(None, ())
        self.context.publish((), {})
        return True

    def refresh(self) -> None:
        """Asks again about the selected hex."""
        if self._place is not None:
            self._ask()

    def _ask(self) -> None:
        assert self._place is not None
        self._round += 1
        wanted, self._rulings = self._round, {}
        for method in self.context.methods:
            self.context.answers.ask(
                "elevation",
                {"hex": self._place, "method": method},
                partial(self._take, wanted, method),
                on_refused=self.context.status,
                slot=f"selected {method}",
            )

    def _take(self, wanted: int, method: str, ruling: Ruling) -> None:
        if wanted != self._round or self._place is None:
            return
        self._rulings[method] = ruling
        self.context.inspect(self._place, self.rulings)
        self.context.publish(self.rulings, {})
