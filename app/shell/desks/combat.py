"""Joins the tool and the panel Combat: to the questions of the series, to dice, and to the session that is played."""

from collections.abc import Hashable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer

from app.documents.combat import Combat
from app.documents.combat_kinds import ASKED, ATTACK, BARRAGE, BOMBARDMENT, OVERRUN
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.panels.combat.panel import CombatPanel, without
from app.panels.combat.words import title_words
from app.shell.actions import Actions, keys_of
from app.shell.desks.play_panels import PlayPanels
from app.shell.docks import Docks
from app.tools.combat import CombatTool
from app.tools.tool import Tool
from app.tools.tool_box import ToolBox
from app.widgets.rule_words import said
from app.workers.answers import Answers
from core.base.errors import CoreError
from core.geometry.hexes import Hex
from core.model.state import SUPPORT, Declared
from core.play import cups_at_table
from core.play.chits import cup_of
from core.play.chits_known import known_chits, listed
from core.play.dice import roll, typed_value, value
from core.play.events import Entry, Opened, Rolled
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.dice import DICE, Dice
from core.rules.kernel.sequence import Phase

COUNTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        BOMBARDMENT: ("units", "to", "side", "scenario", "ratings", "flak", "terrain", "soft", "armoured", "steps"),
        BARRAGE: ("units", "to", "scenario", "strengths", "terrain"),
        OVERRUN: ("units", "to", "from", "before", "began", "moved", "scenario", "target", "adjacent", "zone", "terrain"),
    }
)
"""What of a kind of combat is chosen and counted on the map, and not typed, though one question asks for it."""


class CombatDesk(QObject):
    """Shows the combat of one box after the other. In play dice fall in the session, so that its journal has them; without one
    they are tries."""

    def __init__(self, parent: QObject, actions: Actions, answers: Answers, docks: Docks, play: PlayPanels) -> None:
        super().__init__(parent)
        self._actions, self._answers, self._docks, self._play = actions, answers, docks, play
        self._panel: CombatPanel = docks.combat
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._asked_for = ATTACK
        self._moment: Hashable = None
        self._by_roll: set[Declared] = set()
        self._rolled_out: Declared | None = None
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.timeout.connect(self._settle)
        self._panel.declared = lambda: self._declared is not None
        play.attacks.fights = self._is_on_the_map
        play.attacks.fight_wanted.connect(self._fight)
        self._panel.roll_wanted.connect(self.roll)
        self._panel.read_wanted.connect(self.read)
        self._panel.declare_wanted.connect(self.declare)
        self._panel.resolve_wanted.connect(self.resolve)
        self._panel.draw_wanted.connect(self._draw)
        self._panel.draw_all_wanted.connect(actions["play.draw_all"].trigger)
        self._panel.tell_wanted.connect(lambda unit: self._tell_chits(unit))
        self._panel.tell_all_wanted.connect(self._tell_chits)
        self._panel.coming_wanted.connect(self.roll_coming)
        self._panel.hexes_hovered.connect(docks.ruling.hexes_hovered)
        self._panel.told.connect(self._tell)
        self._panel.escaped.connect(lambda: self._tools.escape() if self._tools is not None else None)

    def use(self, document: Document | None, tools: ToolBox | None) -> None:
        """Follows another document and its tools; None for none."""
        if self._document is not None:
            self._document.play_changed.disconnect(self._change_play)
        self._document, self._tools = document, tools
        if document is None or tools is None:
            self._panel.use(None, None)
            return
        tool = tools.combat
        tool.roll_wanted = self._roll_by_key
        tool.combat.closed = lambda question, given: self._answers.closed(question, given)
        tool.combat.known = self._known
        tool.combat.due, tool.combat.note = self._due, self._note
        for signal in (tool.combat.began, tool.combat.changed):
            signal.connect(self._begin)
        tool.combat.over.connect(self._look_whether_done)
        tool.combat.began.connect(self._come_forward)
        self._panel.use(tool.combat, document)
        tools.tool_changed.connect(self._take_up)
        tools.learned.connect(self._learn)
        document.play_changed.connect(self._change_play)
        self._learn()
        self._change_play()

    # What the series asks -----------------------------------------------------------------------------------------------------

    def _take_up(self, tool: Tool) -> None:
        """Another tool is in hand; for that of combats the panel comes to the front, where nothing is to be gone on with."""
        if isinstance(tool, CombatTool) and tool.procedures.hand is None:
            self._docks.front("combat")

    def _learn(self) -> None:
        """What the questions of the series take."""
        tools = self._tools
        if tools is None or tools.context.headings is None:
            return
        tool, headings = tools.combat, tools.context.headings
        by_name = {heading.name: heading for heading in headings}
        taken = {name: frozenset(each.name for each in heading.parameters) for name, heading in by_name.items()}
        tool.combat.parameters = MappingProxyType(taken)
        keys = next(iter(keys_of(self._actions[f"tool.{tool.id}"])), "")
        kind = tool.combat.wanted
        known, odds, roll = tool.question in by_name, by_name.get(ASKED[kind].odds), by_name.get(ASKED[kind].roll)
        if kind in COUNTED and odds is not None and roll is not None:
            # Odds and roll are one question: dice are what those of an attack do not share.
            dice = taken.get(ASKED[ATTACK].roll, frozenset()) - taken.get(ASKED[ATTACK].odds, frozenset())
            odds, roll = without(odds, {*COUNTED[kind], *dice}), without(roll, COUNTED[kind])
        self._asked_for = kind
        self._panel.ask_for(odds if known else None, roll, keys)
        self._panel.refresh()
        self._play.attacks.refresh()

    def _come_forward(self) -> None:
        """A hex is attacked with the tool in hand: what is said of it lies before other panels."""
        if self._tools is not None and isinstance(self._tools.current, CombatTool):
            self._docks.show_answer("combat")

    def _begin(self) -> None:
        """Another hex is attacked, or another kind of combat is chosen: what is asked hangs on it."""
        combat = self._combat
        if combat is not None and combat.wanted != self._asked_for:
            self._learn()

    @property
    def _phases(self) -> tuple[Phase | None, tuple[Phase, ...]]:
        """The phase that is played, None outside play, and all phases of the game."""
        course, document = self._play.turn.course, self._document
        if course is None or document is None or self._live is None:
            return None, ()
        here = course.step(document.state)
        order = document.state.order
        return here.phase if here is not None else None, tuple(each.phase for each in course.steps(1, order))

    def _due(self) -> str:
        """What the phase that is played is for; of one in which nothing is fought that of the next."""
        kinds = self._combat.kinds if self._combat is not None else ()
        found = (kind for phase in self._from_now() for kind in phase.declares if kind in kinds)
        return next(found, ATTACK)

    def _from_now(self) -> tuple[Phase, ...]:
        """The phases of a turn from the one that is played on, and those before it; none outside play."""
        here, phases = self._phases
        at = next((number for number, phase in enumerate(phases) if here is not None and phase.id == here.id), None)
        return (*phases[at:], *phases[:at]) if at is not None else ()

    def _note(self) -> str:
        """That nobody does in the phase that is played what is worked out; "" where it is declared, or outside play."""
        combat, phases = self._combat, self._from_now()
        due = next((phase for phase in phases if combat is not None and combat.wanted in phase.declares), None)
        if combat is None or due is None or due.id == phases[0].id:
            return ""
        words = {
            OVERRUN: self.tr("It is the {phase}, not the {combat}: nobody overruns now. What follows is as if it were."),
            BARRAGE: self.tr("It is the {phase}, not the {combat}: nobody barrages now. What follows is as if it were."),
            BOMBARDMENT: self.tr("It is the {phase}, not the {combat}: nobody bombards now. What follows is as if it were."),
        }.get(
            combat.wanted,
            self.tr("It is the {phase}, not the {combat}: nobody attacks now. What follows is as if it were."),
        )
        return words.replace("{phase}", said(phases[0].title)).replace("{combat}", said(due.title))

    def _draw(self, unit: str) -> None:
        """A unit is to draw in the session: the chits are shown with it chosen."""
        if self._document is not None and self._live is not None:
            self._document.units.set([unit])
            self._actions["play.chits"].trigger()

    def _tell_chits(self, unit: str = "") -> None:
        """What those have drawn who fight is told to everybody, or what one of them has. [VCS 9.2]"""
        combat = self._combat
        if combat is not None:
            combat.tell_drawn(tuple(each.unit for each in combat.drawing if not each.told and unit in ("", each.unit)))

    # Dice ---------------------------------------------------------------------------------------------------------------------

    @property
    def _combat(self) -> Combat | None:
        return self._tools.combat.combat if self._tools is not None else None

    @property
    def _live(self) -> LivePlay | None:
        played = self._document.play if self._document is not None else None
        return played if isinstance(played, LivePlay) else None

    @property
    def _dice(self) -> Dice | None:
        """The dice of the combat: those of the last chart that the odds were read from, or as many as are read apart; None
        without odds."""
        combat, document = self._combat, self._document
        detail = combat.odds.detail if combat is not None and combat.odds is not None else None
        if document is None or not isinstance(detail, CombatDetail):
            return None
        # What comes to both sides together is no chart.
        charts = (document.charts.charts.get(each.chart) for each in reversed(detail.tables))
        found = next((DICE[chart.dice] for chart in charts if chart is not None and chart.dice in DICE), None)
        count = len(self._panel.attack.dice)
        return found if count <= 1 or (found is not None and found.count == count) else DICE.get(f"{count}d6", found)

    def _roll_by_key(self) -> None:
        """On the map a key rolls for what is in hand."""
        if self._tools is not None and self._tools.context.procedures.hand is not None:
            self._docks.procedure.roll()
        else:
            self.roll()

    def roll(self) -> None:
        """Rolls the dice of the combat."""
        dice, live = self._dice, self._live
        if self._ready() is None or self._took_settled():
            return
        if dice is None:
            self._tell(self.tr("No dice are rolled for this; the answer says why."))
            return
        if live is None:
            self._fallen(roll(dice.id))
        elif live.session.by_mail:
            self._tell(self.tr("By mail dice are declared in the panel Dice. Type what they say once they have fallen."))
            self._docks.front("dice")
        elif self._announce():
            self._enter(self._play.hands.add(lambda: live.session.roll(dice.id, live.acting, self._purpose)))

    def roll_coming(self, parameter: str, dice: str, what: str, side: str) -> None:
        """Rolls whether something comes that a side has added to the attack, such as an air point."""
        live = self._live
        if live is None:
            self._panel.attack.add(parameter, str(value(roll(dice))))
            return
        if live.session.by_mail:
            self._tell(self.tr("By mail dice are declared in the panel Dice. Type what they say once they have fallen."))
            self._docks.front("dice")
            return
        purpose = self.tr("{what}: {combat}").replace("{what}", what).replace("{combat}", self._purpose)
        by = side if side in live.eyes else live.acting
        entry = self._play.hands.add(lambda: live.session.roll(dice, by, purpose))
        if entry is not None and isinstance(entry.event, Rolled):
            self._panel.attack.add(parameter, str(value(entry.event)))

    def read(self, typed: Mapping[str, str]) -> None:
        """Real dice were typed in, by the names of what they are for."""
        dice, live = self._dice, self._live
        if self._ready() is None or self._took_settled():
            return
        if dice is None:
            self._tell(self.tr("No dice are rolled for this; the answer says why."))
            return
        text = " ".join(typed.values())
        alone = len(typed) == 1 and text.isdecimal()
        if live is not None and live.session.by_mail and self._declares and self._declared is None:
            self._tell(self.tr("By mail it is declared before its dice, so that it counts; declare it first."))
            return
        if alone and (live is None or live.session.by_mail) and int(text) in dice.rolls:
            # Outside a session it is a try; by mail the journal has the dice already.
            self._read({next(iter(typed)): int(text)}, 0)
            return
        if alone and live is not None and dice.count > 1 and len(text) != dice.count:
            self._tell(self.tr("Write every die by itself, as in 3 4: the journal keeps them."))
            return
        try:
            rolled = typed_value(dice.id, text, self._purpose)
        except CoreError as problem:
            self._tell(str(problem))
            return
        if live is None or live.session.by_mail:
            self._fallen(rolled)
        elif self._announce():
            self._enter(self._play.hands.add(lambda: live.session.add(rolled, live.acting)))

    def _took_settled(self) -> bool:
        """Goes on to the steps of a result that needs no roll; False where dice decide. By mail nothing is resolved without a
        roll, so that one is made there."""
        combat, live = self._combat, self._live
        if combat is None or not combat.is_settled or (live is not None and live.session.by_mail):
            return False
        if self._announce():
            combat.read({})
        return True

    @property
    def _declares(self) -> bool:
        """Whether what is worked out is declared by units; air points that are no counters bombard without."""
        return self._combat is not None and bool(self._combat.chosen)

    def _announce(self) -> bool:
        """Has what is rolled for declared before its dice fall, where nobody has declared it: so it counts. It is taken
        back with its dice, as one step. False, and said, where it cannot be declared."""
        combat, live = self._combat, self._live
        if combat is None or live is None or not self._declares or self._declared is not None:
            return True
        side, _ = live.session.record.began.units.get(combat.chosen[0], (live.acting, ""))
        try:
            entry = live.session.declare(combat.chosen, combat.targets, side, combat.kind)
        except (CoreError, OSError) as problem:
            self._tell(str(problem))
            return False
        self._by_roll.update(live.session.declared_by(entry.number))
        live.follow(entry)
        return True

    def _enter(self, entry: Entry | None) -> None:
        if entry is not None and isinstance(entry.event, Rolled):
            self._fallen(entry.event, entry.number)

    def _fallen(self, rolled: Rolled, because: int = 0) -> None:
        """Dice have fallen; where several are read apart, each stands for one of them."""
        names = tuple(self._panel.attack.dice)
        apart = len(names) > 1 and len(names) == len(rolled.pips)
        self._read(
            dict(zip(names, rolled.pips, strict=True)) if apart else {name: value(rolled) for name in names[:1]}, because
        )

    def _read(self, rolls: Mapping[str, int], because: int) -> None:
        combat = self._combat
        if combat is not None and rolls:
            # What was wrong with an earlier try is so no more.
            self._tell("")
            combat.read(rolls, because)
        elif combat is not None:
            self._tell(self.tr("The questions of this series read no dice here; ask for the combat in the panel Ask."))

    def _ready(self) -> Combat | None:
        """The combat, when its odds are known and no roll was read; else it is said what to do first."""
        combat = self._combat
        if combat is None or combat.target is None or combat.rolled.is_under_way:
            self._tell(self.tr("Click the hex that is attacked first, or go on with what follows the roll."))
            return None
        if combat.odds is None:
            # Where nobody may attack the panel says why, and there is nothing to choose.
            why = "" if combat.able else self._panel.attack.told
            self._tell(combat.told or why or self.tr("Choose the units that attack first."))
            return None
        if combat.comes_near:
            self._tell(self.tr("The stack comes beside the hex first: Ctrl+Enter moves it there."))
            return None
        if self._panel.attack.chits.is_open:
            self._tell(self.tr("Say first what each unit has drawn; the fields are below the units."))
            self._panel.attack.chits.go_to_first()
            return None
        live, offered = self._live, self._panel.attack.offered
        if live is not None and not live.session.by_mail and self._panel.attack.out_of_sight:
            self._tell(self._panel.attack.out_of_sight)
            return None
        if live is not None and (coming := offered.unrolled(combat.given)):
            words = self.tr("Roll first whether it comes: {what}; the die is below its box.")
            self._tell(words.replace("{what}", coming))
            offered.go_to_die()
            return None
        return combat

    @property
    def _purpose(self) -> str:
        combat, document = self._combat, self._document
        if combat is None or document is None or combat.target is None:
            return ""
        return title_words(combat.kind, map(document.box.label, combat.targets))

    # Play ---------------------------------------------------------------------------------------------------------------------

    def _known(self) -> tuple[str, ...]:
        """The chits that were told in the session, as questions take them; who plays alone knows all. What is not told stays
        under its unit else: both players may look at this screen."""
        live, document = self._live, self._document
        ruleset = document.ruleset if document is not None else None
        if live is None or document is None or ruleset is None or not document.state.held:
            return ()
        record = live.session.record

        def read(seal: str, _owner: str) -> str:
            return cups_at_table.value(record, cup_of(record, seal), seal, cups_at_table.open_key(record.began.session))

        known = dict(known_chits(live.session, document.state, "", read))
        return listed(known, document.state, ruleset.play.cups, ruleset.book(document.box)) if known else ()

    @property
    def _declared(self) -> int | None:
        """The number of the attack on the hex, among those that stand declared; None where it is not among them."""
        combat, document = self._combat, self._document
        if combat is None or document is None or self._live is None:
            return None
        declared = document.state.declared
        here = (n for n, each in enumerate(declared) if combat.target in each.against and each.what != SUPPORT)
        return next(here, None)

    def declare(self) -> None:
        """Has the attack declared, with its units and its hex filled in."""
        combat, document = self._combat, self._document
        if combat is None or document is None or combat.target is None:
            return
        document.units.set(combat.chosen)
        if not self._actions["play.declare"].isEnabled():
            self._tell(self.tr("An attack is declared in a session, by a side that has its turn: none can be declared now."))
            return
        self._actions["play.declare"].trigger()
        dialog = self._play.attacks.dialog
        if dialog is not None and not dialog.targets:
            offered = dialog.kinds.findData(combat.kind)
            dialog.kinds.setCurrentIndex(offered if offered >= 0 else dialog.kinds.currentIndex())
            for target in combat.targets:
                self._play.attacks.aim(target)

    def _is_on_the_map(self, attack: Declared) -> bool:
        """Whether the tool leads what is declared."""
        tools, combat = self._tools, self._combat
        headings = tools.context.headings if tools is not None else None
        if tools is None or combat is None or headings is None or attack.what not in combat.kinds:
            return False
        known = any(each.name == tools.combat.question for each in headings)
        return known and bool(attack.against) and all(isinstance(spot, Hex) for spot in attack.against)

    def _fight(self, attack: Declared) -> None:
        """Takes the tool in hand for what is declared, at its odds; what follows its roll already is gone on with."""
        combat, place = self._combat, next((spot for spot in attack.against if isinstance(spot, Hex)), None)
        if combat is None or place is None:
            return
        self._actions[f"tool.{CombatTool.id}"].trigger()
        if combat.wanted != attack.what:
            combat.wish(attack.what)
        if combat.rolled.is_under_way or place not in combat.targets:
            combat.attack(place, attack.by)
        if not combat.rolled.is_in_hand_at(place):
            self._docks.show_answer("combat")

    def _look_whether_done(self) -> None:
        """All that followed a roll is done: what was declared by it is resolved, where it is not yet, once whoever did it is
        through."""
        number = self._declared
        if number is not None and self._document is not None and self._document.state.declared[number] in self._by_roll:
            self._rolled_out = self._document.state.declared[number]
            self._settling.start(0)

    def _settle(self) -> None:
        """Resolves what was declared by a roll. Undone, it stands declared until somebody resolves it."""
        stands, self._rolled_out = self._rolled_out, None
        declared = self._document.state.declared if self._document is not None else ()
        if stands is not None and stands in declared:
            self._by_roll.discard(stands)
            self._play.attacks.resolve(declared.index(stands))

    def resolve(self) -> None:
        """The declared attack is done with."""
        number = self._declared
        if number is not None:
            combat = self._combat
            settled = combat is not None and combat.result is not None and not combat.rolled.rolls
            self._play.attacks.resolve(number, self.tr("By its result no dice are rolled.") if settled else "")
            self._panel.refresh()

    def _change_play(self) -> None:
        """A session begins or ends; whoever comes to the screen finds no combat of somebody else."""
        live, combat = self._live, self._combat
        if live is not None and combat is not None:
            live.eyes_changed.connect(combat.clear)
            live.added.connect(self._hear)
        words = self.tr("&Roll") if live is not None else self.tr("T&ry a roll")
        # The state of a session that is opened is shown after it.
        self._moment = live.session.state.moment if live is not None else None
        tip = self.tr("Roll in the session; the journal keeps it") if live is not None else self.tr("A try; nothing keeps it")
        self._panel.attack.name_roll(words, tip)
        self._panel.attack.in_session = live is not None
        self._panel.refresh()

    def _hear(self, entry: Entry) -> None:
        """A chit that is told is counted from now on. Marks of a combat go with its phase; what is owed can be taken up."""
        moment = self._document.state.moment if self._document is not None else None
        if moment != self._moment:
            self._moment = moment
            if self._combat is not None and self._combat.rolled.is_under_way:
                self._combat.clear()
            # Another kind of combat may be due, which the tool has another hint for.
            self._learn()
            if self._combat is not None:
                self._combat.changed.emit()
        if isinstance(entry.event, Opened) and self._combat is not None:
            self._combat.learn()

    def _tell(self, sentence: str) -> None:
        if self._tools is not None:
            self._tools.context.status(sentence)
            self._panel.attack.tell(sentence)
