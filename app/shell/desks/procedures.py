"""Joins the panel Resolve and the tools that lead through procedures: to dice, to the session that is played, and to what
begins a procedure."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QWidget
from shiboken6 import isValid

from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.documents.procedures import NO_RULE, Procedures
from app.panels.procedure.panel import ProcedurePanel
from app.shell.actions import Actions, keys_of
from app.shell.desks.play_panels import PlayPanels
from app.shell.docks import Docks
from app.tools.leading import LeadingTool
from app.tools.tool import Tool
from app.tools.tool_box import ToolBox
from core.base.comma_parts import comma_parts
from core.base.errors import CoreError
from core.play.dice import roll, typed_value, value
from core.play.events import Entry, Rolled
from core.rules.kernel.dice import DICE
from core.rules.kernel.procedure import Wanted
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason, Ruling


class ProcedureDesk(QObject):
    """Shows the procedures of one box after the other. In play dice fall in the session, so that its journal has them; without
    one they are tries."""

    def __init__(self, parent: QObject, actions: Actions, docks: Docks, play: PlayPanels, place: Callable[[], str]) -> None:
        """`place` gives the printed number of the hex that is chosen on the map, empty for none."""
        super().__init__(parent)
        self._actions, self._docks, self._play = actions, docks, play
        self._panel: ProcedurePanel = docks.procedure
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._from, self._behind = "", ""
        self._began_in: QWidget | None = None
        self._let_go = False
        self._told: Ruling | None = None
        self._panel.page.place = place
        self._panel.roll_wanted.connect(self.roll)
        self._panel.read_wanted.connect(self.read)
        self._panel.hexes_hovered.connect(docks.ruling.hexes_hovered)
        self._panel.told.connect(self._tell)
        self._panel.let_go.connect(self._leave_panel)
        docks.stack.leads = self.leads
        docks.stack.act_wanted.connect(self.begin)
        play.lead = self.lead

    def use(self, document: Document | None, tools: ToolBox | None) -> None:
        """Follows another document and its tools; None for none."""
        if self._document is not None:
            self._document.play_changed.disconnect(self._change_play)
        self._document, self._tools, self._told = document, tools, None
        self._from, self._behind = "", ""
        if document is None or tools is None:
            self._panel.use(None, None)
            return
        procedures = tools.context.procedures
        procedures.whose = lambda: self._live.eyes if self._live is not None else frozenset()
        procedures.began.connect(self._come_forward)
        procedures.arrived.connect(self.remind)
        procedures.ended.connect(self._go_back)
        procedures.changed.connect(self._follow)
        tools.fire.roll_wanted = self._panel.roll
        tools.tool_changed.connect(self._take_up)
        tools.learned.connect(self._learn)
        document.play_changed.connect(self._change_play)
        self._panel.use(procedures, document)
        self._learn()
        self._change_play()

    def remind(self) -> None:
        """Shows what is in hand on the map and beside it, wherever panels were put and whatever tool is in hand."""
        if self._procedures is not None and self._procedures.hand is not None:
            self._come_forward()

    @property
    def _procedures(self) -> Procedures | None:
        return self._tools.context.procedures if self._tools is not None else None

    @property
    def _live(self) -> LivePlay | None:
        played = self._document.play if self._document is not None else None
        return played if isinstance(played, LivePlay) else None

    # Beginning ----------------------------------------------------------------------------------------------------------------

    def leads(self, question: str) -> bool:
        """Whether the series leads through a question."""
        heading = self._procedures.headings.get(question) if self._procedures is not None else None
        return heading is not None and heading.leads

    def lead(self, question: str) -> bool:
        """Begins a question of which nothing is known; False for one that is asked in a form."""
        procedures = self._procedures
        if procedures is None or not self.leads(question):
            return False
        title = Reason(NO_RULE, procedures.headings[question].title)
        self.begin((Next(question, title, {}),))
        return True

    def begin(self, asked: Iterable[Next]) -> None:
        """Begins what several units are to do alike, as one procedure with all of them; nothing where they do other things."""
        every, procedures = tuple(asked), self._procedures
        if procedures is None or not every:
            return
        units = ", ".join(dict.fromkeys(each.given["units"] for each in every if each.given.get("units")))
        first = every[0]
        given = {**first.given, "units": units} if units else dict(first.given)
        held = self._held_in_panel()
        procedures.begin(Next(first.question, first.title, given, first.side, first.may))
        if held is not None and procedures.hand is not None:
            # A key pressed again is meant for what was begun, and not for beginning it anew.
            self._began_in = held
            if self._panel.window().focusWidget() is held:
                self._panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def _held_in_panel(self) -> QWidget | None:
        """What has the keyboard, where that is in a panel beside the map and not in the one for procedures."""
        held = self._panel.window().focusWidget()
        panel: QWidget | None = held
        while panel is not None and not isinstance(panel, QDockWidget):
            panel = panel.parentWidget()
        return held if panel is not None and not panel.isAncestorOf(self._panel) else None

    def _leave_panel(self) -> None:
        self._let_go = True

    def _come_forward(self) -> None:
        """A procedure is begun or taken up: it is shown on the map and beside it, and its end leads back to where it began."""
        tools = self._tools
        if tools is None:
            return
        behind, came_from = self._docks.front("procedure"), tools.current.id
        if tools.current is not tools.leading:
            self._actions[f"tool.{tools.leading.id}"].trigger()
            self._from, self._behind = came_from, behind
        elif behind:
            # The panel of the tool itself comes back, such as the one in which a combat was worked out.
            self._behind = behind
        if behind and self._docks.has_keyboard(behind):
            self._bring_keyboard()

    def _bring_keyboard(self) -> None:
        """Whoever began something by a key in a panel that lies behind now goes on with it: on the map, where a hex is asked
        for, else in the panel that has come forward."""
        if self._procedures is not None and self._procedures.asked.missing and self._procedures.asked.place:
            self._panel.let_go.emit()
            self._let_go = False
        else:
            self._panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_back(self) -> None:
        """Whoever was stopped by fire goes on with the points that are left, and who began something in a panel is there again,
        unless another tool was taken meanwhile."""
        tools, came_from, behind = self._tools, self._from, self._behind
        held, had = self._began_in, self._let_go
        self._from, self._behind, self._began_in, self._let_go = "", "", None, False
        if had and held is not None and isValid(held) and held.isVisible():
            held.setFocus(Qt.FocusReason.OtherFocusReason)
        if tools is None or not isinstance(tools.current, LeadingTool):
            return
        if came_from:
            self._actions[f"tool.{came_from}"].trigger()
        if behind and self._docks.is_seen("procedure"):
            self._docks.show_answer(behind)

    def _take_up(self, tool: Tool) -> None:
        """Another tool is in hand; for one that leads through procedures the panel comes to the front, where one is in hand or
        the tool has none of its own."""
        tools, procedures = self._tools, self._procedures
        if tools is None or procedures is None or not isinstance(tool, LeadingTool):
            self._from = self._behind = ""
        elif tool is tools.fire or procedures.hand is not None:
            self._docks.front("procedure")

    def _learn(self) -> None:
        """The questions of the series are known."""
        tools = self._tools
        if tools is not None:
            keys = next(iter(keys_of(self._actions[f"tool.{tools.leading.id}"])), "")
            learned = tools.context.headings is not None
            self._panel.name_keys(keys, learned and tools.context.means(tools.leading.question), tools.leading is tools.combat)

    def _follow(self) -> None:
        """What is answered stands where rulings do, too."""
        ruling = self._procedures.ruling if self._procedures is not None else None
        if ruling is not None and ruling is not self._told:
            # In a turn of its own: two panels at once would hold the window up.
            QTimer.singleShot(0, self, lambda: self._publish(ruling))
        self._told = ruling

    def _publish(self, ruling: Ruling) -> None:
        procedures, document = self._procedures, self._document
        if procedures is not None and document is not None and procedures.ruling is ruling:
            self._docks.ruling.show_rulings((ruling,), document.box)

    # Dice ---------------------------------------------------------------------------------------------------------------------

    def roll(self, wanted: Wanted) -> None:
        """Rolls all dice that are waited for at once."""
        live = self._live
        if live is not None and live.session.by_mail:
            self._tell(self.tr("By mail dice are declared in the panel Dice. Type what they say once they have fallen."))
            self._docks.front("dice")
        elif live is None:
            self._read(wanted, [roll(wanted.dice) for _ in range(wanted.count)])
        else:
            by = self._by(live, wanted)
            self._fall(wanted, [partial(live.session.roll, wanted.dice, by, what) for what in self._purposes(wanted)])

    def read(self, wanted: Wanted, text: str) -> None:
        """Real dice were typed in."""
        live = self._live
        if not text.strip():
            self._tell(self.tr("Type first what the real dice show, or roll."))
            self._panel.dice[wanted.parameter].setFocus()
            return
        parts = _parts(wanted, text)
        if live is None or live.session.by_mail:
            # A try; by mail the journal has the dice already. What they come to is enough.
            known = DICE[wanted.dice].rolls
            if len(parts) == wanted.count and all(part.isdecimal() and int(part) in known for part in parts):
                self._say(wanted, parts)
                return
        try:
            if len(parts) != wanted.count:
                told = self.tr("Rolls that are waited for: {count}; typed: {given}. Write commas between them.")
                raise CoreError(told.replace("{count}", str(wanted.count)).replace("{given}", str(len(parts))))
            typed = [typed_value(wanted.dice, part, what) for part, what in zip(parts, self._purposes(wanted), strict=True)]
        except CoreError as problem:
            self._tell(str(problem))
            return
        if live is None or live.session.by_mail:
            self._read(wanted, typed)
        else:
            by = self._by(live, wanted)
            self._fall(wanted, [partial(live.session.add, each, by) for each in typed])

    def _by(self, live: LivePlay, wanted: Wanted) -> str:
        return wanted.side if wanted.side in live.eyes else live.acting

    def _fall(self, wanted: Wanted, falls: Sequence[Callable[[], Entry]]) -> None:
        """Dice fall in the session; all of them, or what is refused is told."""
        fallen: list[Rolled] = []
        last = 0
        for fall in falls:
            entry = self._play.hands.add(fall)
            if entry is None or not isinstance(entry.event, Rolled):
                return
            fallen.append(entry.event)
            last = entry.number
        self._read(wanted, fallen, last)

    def _read(self, wanted: Wanted, fallen: Sequence[Rolled], because: int = 0) -> None:
        self._say(wanted, [str(value(each)) for each in fallen], because)
        self._panel.show_faces([face for each in fallen for face in each.pips])

    def _say(self, wanted: Wanted, rolls: Sequence[str], because: int = 0) -> None:
        if self._procedures is not None:
            self._procedures.read({wanted.parameter: ", ".join(rolls)}, because)

    def _purposes(self, wanted: Wanted) -> list[str]:
        """What each of the dice is rolled for, as the journal says it."""
        if wanted.count == 1:
            return [wanted.what]
        words = self.tr("{what}, {number} of {count}").replace("{what}", wanted.what).replace("{count}", str(wanted.count))
        return [words.replace("{number}", str(number)) for number in range(1, wanted.count + 1)]

    # Play ---------------------------------------------------------------------------------------------------------------------

    def _change_play(self) -> None:
        """A session begins or ends; whoever comes to the screen finds nothing that was told to somebody else."""
        live, procedures = self._live, self._procedures
        self._panel.play_by_mail(live is not None and live.session.by_mail)
        if live is not None and procedures is not None:
            live.eyes_changed.connect(procedures.forget_answer)
            live.eyes_changed.connect(procedures.follow)

    def _tell(self, sentence: str) -> None:
        if self._tools is not None:
            self._tools.context.status(sentence)
            self._panel.tell(sentence)


def _parts(wanted: Wanted, text: str) -> list[str]:
    """What was typed, roll by roll: with commas between them, or every die one after the other."""
    if wanted.count == 1:
        return [text.strip()]
    if "," in text or ";" in text:
        return list(comma_parts(text.replace(";", ",")))
    digits, each = "".join(text.split()), DICE[wanted.dice].count
    whole = len(digits) == wanted.count * each
    return [digits[at : at + each] for at in range(0, len(digits), each)] if whole else text.split()
