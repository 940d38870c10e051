"""A session: a journal that is being played. What may be added, where the state stands, and which ways lead there.

The lines of a journal form one chain, its states a tree: entry n stands on entry n - 1, but a `Went` stands on the entry that
it goes to. The way from the first entry to the last is what has happened as far as play is concerned; what lies beside it
are branches.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard

from core.base.counted import article
from core.base.errors import WrongUse
from core.model.deployment import Spot
from core.model.edits.edit import IN_PLAY, Edit, flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared, GameState
from core.model.work import Work
from core.play.declaring import declared, done_at_once, resolved
from core.play.dice import roll
from core.play.events import (
    Bookmarked,
    Did,
    Disclosed,
    Drew,
    Entry,
    Event,
    HandedOver,
    Noted,
    Overruled,
    Player,
    PutBack,
    Rolled,
    Ruled,
    Settled,
    Shuffled,
    Went,
)
from core.play.record import Record, is_firm
from core.play.table import Table
from core.play.trust import fault

TABLE = ""
"""The side of entries that are of no side: both players, or the program."""


class Lines(Protocol):
    """Where entries are kept: `core.play.journal.Journal`, or a list in tests."""

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, the first with the number 1."""
        ...

    def append(self, event: Event, by: str) -> Entry:
        """Adds an entry for good. Raises OSError when it cannot be written; nothing is added then."""
        ...


class Tables(Protocol):
    """Where the tables after entries come from: `core.play.snapshots`, or a plain fold in tests."""

    def at(self, number: int) -> Table:
        """The table after an entry."""
        ...

    def follow(self, entry: Entry) -> Table:
        """The table after an entry that was just added."""
        ...


class Writes(Protocol):
    """What a side writes by mail that its program alone can read: `core.play.own_orders.Writing`."""

    def known(self, state: GameState) -> GameState:
        """The present with what the side has written."""
        ...

    def sealed(self, did: Did) -> Did:
        """A change as it goes into the journal. Raises WrongUse."""
        ...


@dataclass(frozen=True, slots=True)
class Barrier:
    """An entry that players do not lightly go back over: `sentence` says why not, `rule` is the section that says so, if any.

    A `firm` one is not gone back over at all by mail, where the other side is not at the table.
    """

    number: int
    sentence: str
    rule: str = ""
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """A way that was left: it grows from entry `root` and ends at entry `tip`, after `steps` changes. `name` is "" for none."""

    root: int
    tip: int
    steps: int
    name: str


@dataclass(frozen=True, slots=True)
class Leg:
    """A piece that went somewhere: by which entry, from where to where; None is off the map."""

    number: int
    turn: int
    unit: str
    start: Spot | None
    end: Spot | None


class NeedsReason(WrongUse):
    """What was wanted may be done when somebody says why; `barriers` are what stands against it, `asks` for the line of why."""

    def __init__(self, barriers: Sequence[Barrier], asks: str = "Say why it is gone back over all the same.") -> None:
        super().__init__(" ".join((*(barrier.sentence for barrier in barriers), asks)))
        self.barriers = tuple(barriers)


class Session:
    """A journal and the states that follow from it.

    `mine` are the sides that this program acts for: all of them but by mail. `told` is called after every entry that is added.
    `binding` says whether an attack that was declared is made under the rules; who knows them sets it.
    """

    def __init__(
        self, lines: Lines, tables: Tables, mine: Iterable[str] = (), told: Callable[[Entry], object] | None = None
    ) -> None:
        self._lines, self._tables, self._told = lines, tables, told
        self._table = tables.at(len(lines.entries))
        self._parents: list[int] = [0]
        for entry in lines.entries:
            self._parents.append(_parent(entry))
        self._way: tuple[int, tuple[int, ...]] = (0, ())
        self._laying: dict[int, bool] = {}
        sides = [player.side for player in self.players]
        self.mine = frozenset(mine) if self.by_mail else frozenset(sides)
        self.binding = self.record.began.binding

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, in the order in which they were written."""
        return self._lines.entries

    @property
    def number(self) -> int:
        """The last entry."""
        return self._table.number

    @property
    def state(self) -> GameState:
        """The state of play now."""
        return self._table.state

    @property
    def record(self) -> Record:
        """What is never taken back."""
        return self._table.record

    def after(self, edit: Edit) -> GameState:
        """The state that an edit would lead to; nothing is added."""
        return edit.apply(Work(self._table.box, self.state)).state

    @property
    def players(self) -> tuple[Player, ...]:
        """The sides, in the order of the box."""
        return self.record.began.players

    @property
    def by_mail(self) -> bool:
        """Whether the players send the file to each other."""
        return self.record.began.kind == "mail"

    def entry(self, number: int) -> Entry:
        """An entry by its number. Raises WrongUse."""
        if not 1 <= number <= self.number:
            raise WrongUse(f"There is no entry {number}; the journal has entries 1 to {self.number}.")
        return self.entries[number - 1]

    def state_at(self, number: int) -> GameState:
        """The state after an entry. Raises WrongUse."""
        self.entry(number)
        return self._tables.at(number).state

    def parent(self, number: int) -> int:
        """The entry that an entry stands on, 0 for the first."""
        return self._parents[number]

    def way(self, to: int = 0) -> tuple[int, ...]:
        """The entries from the first to one (0 for the last), as play has gone; those of other branches are left out."""
        to = to or self.number
        if self._way[0] != to:
            on_from = self._way[0] == self._parents[to]
            self._way = to, (*self._way[1], to) if on_from else self.way_between(0, to)
        return self._way[1]

    def stands_on(self, number: int, other: int) -> bool:
        """Whether the way to an entry leads over another one, or is it."""
        while number > other:
            number = self._parents[number]
        return number == other

    def way_between(self, start: int, end: int) -> tuple[int, ...]:
        """The entries on the way to `end` that are not on the way to `start`."""
        found = []
        while end != start:
            # A parent always has the smaller number, so that the two ways meet.
            if end > start:
                found.append(end)
                end = self._parents[end]
            else:
                start = self._parents[start]
        return tuple(reversed(found))

    def branches(self) -> tuple[Branch, ...]:
        """The ways that were left, the latest first."""
        own, stood_on = frozenset(self.way()), frozenset(self._parents)
        found = []
        for tip in range(self.number, 0, -1):
            if tip in own or tip in stood_on:
                continue
            beside = self.way_between(self.number, tip)
            names = (event.name for at in reversed(beside) if isinstance(event := self.entries[at - 1].event, Went))
            steps = sum(self._changes(at) for at in beside)
            if steps:
                found.append(Branch(self._parents[beside[0]], tip, steps, next((name for name in names if name), "")))
        return tuple(found)

    def present(self) -> Branch | None:
        """The way that play stands on, as a branch from where it was last gone back to; None where it never was."""
        went = [at for at in self.way() if isinstance(self.entries[at - 1].event, Went)]
        if not went:
            return None
        names = (event.name for at in reversed(went) if isinstance(event := self.entries[at - 1].event, Went))
        steps = sum(self._changes(at) for at in self.way_between(went[-1], self.number))
        return Branch(self._parents[went[-1]], self.number, steps, next((name for name in names if name), ""))

    def may_act(self, by: str) -> str:
        """Why a side may not add anything here, as a sentence; "" when it may. What the lines themselves forbid is asked of
        `core.play.trust`."""
        if by != TABLE and by not in {player.side for player in self.players}:
            return f'There is no side "{by}" in this session.'
        if not self.by_mail:
            return ""
        if by != TABLE and by not in self.mine:
            return f"{self.title(by)} is played by somebody else; only the other program can act for it."
        if self.record.holder and self.record.holder not in self.mine:
            return (
                f"The file was handed over to {self.title(self.record.holder)}; it is the turn of its player to send it back."
            )
        return ""

    def title(self, side: str) -> str:
        """What a side is called."""
        return next((player.title for player in self.players if player.side == side), side)

    def add(self, event: Event, by: str = TABLE) -> Entry:
        """Adds an entry. Raises WrongUse when the side may not, OSError when it cannot be written; nothing is changed then."""
        last = self.entries[-1]
        next_one = Entry(last.number + 1, last.at, by, event)
        refusal = self.may_act(by) or fault(self.record, next_one, last.link)
        if refusal:
            raise WrongUse(refusal)
        # What cannot be followed is refused before it stands in the file.
        self._table.after(next_one, self.state_at)
        entry = self._lines.append(event, by)
        self._parents.append(_parent(entry))
        self._table = self._tables.follow(entry)
        if self._told is not None:
            self._told(entry)
        return entry

    def do(
        self,
        edit: Edit,
        by: str = TABLE,
        because: int = 0,
        label: str = "",
        writes: Writes | None = None,
        counts: Declared | None = None,
    ) -> Entry | None:
        """Changes the state; None when nothing is changed. `writes` seals what the side keeps to itself by mail; `counts` is
        what it counts as without having been declared before, where that is allowed (`acts_at_once`). Raises WrongUse for an
        edit of the box, and for one of what is declared and fought, which `declare` and `resolve` change."""
        said = [each.said for each in flat((edit,)) if isinstance(each, ChangeState)]
        if any("declared" in each or ("fought" in each and "moment" not in each) for each in said):
            raise WrongUse("What is declared is no part of another change: it is declared, and resolved, by itself.")
        touched = edit.touched(Work(self._table.box, writes.known(self.state) if writes is not None else self.state))
        if touched.box:
            raise WrongUse("The game itself is not changed while it is played.")
        if not touched and counts is None:
            return None
        edits: tuple[Edit, ...] = (edit,)
        if counts is not None:
            if not self.acts_at_once:
                raise WrongUse("By mail it is declared before it is done.")
            edits += (ChangeState(edit.label, done_at_once(self.record.began.units, self.state, counts)),)
        did = Did(label or edit.label, edits, because)
        return self.add(writes.sealed(did) if writes is not None else did, by)

    @property
    def acts_at_once(self) -> bool:
        """Whether something may count as done that was not declared before: by mail not where declarations bind."""
        return not (self.by_mail and self.record.began.binding)

    def undo(self, by: str = TABLE, why: str = "") -> Entry:
        """Goes back to before the last change on the way. Raises WrongUse when there is none, NeedsReason."""
        to = self.undo_to()
        if not to:
            raise WrongUse("There is nothing to undo.")
        return self.go(self._parents[to], by, why=why)

    def redo(self, by: str = TABLE, why: str = "") -> Entry:
        """Goes to the change that was undone last. Raises WrongUse when there is none, NeedsReason. Dice that fell since it was
        undone stand against nothing: they fell for what is done now."""
        to = self.redo_to()
        if not to:
            raise WrongUse("There is nothing to do again.")
        return self._go(to, by, "", why, [each for each in self.barriers(to) if not self._rolls(each.number)])

    def undo_to(self) -> int:
        """The change that `undo` would take back, 0 for none."""
        at = self.number
        while at and not self._changes(at):
            at = self._parents[at]
        return at

    def redo_to(self) -> int:
        """The change that `redo` would bring back, 0 for none: the next on the line that was gone back on, as long as nothing
        else was done since."""
        latest = [entry for entry in self._latest() if isinstance(entry.event, Went)]
        if not latest:
            return 0
        tip = latest[0].number - 1
        for entry in latest:
            assert isinstance(entry.event, Went)
            if not self.stands_on(tip, entry.event.to):
                tip = entry.event.to
        return next((at for at in self.way_between(self._standing(), tip) if self._changes(at)), 0)

    def _standing(self) -> int:
        """The entry whose state is the present one, as it was first written."""
        at = self.number
        while at and isinstance(event := self.entries[at - 1].event, Went | Noted | Bookmarked):
            at = event.to if isinstance(event, Went) else self._parents[at]
        return at

    def _changes(self, number: int) -> bool:
        """Whether an entry is a change that can be taken back. Chits lie where they lie (`core.play.table.gone_to`): to go back
        to before they were laid would change nothing."""
        return isinstance(self.entries[number - 1].event, Did) and not self._only_lays(number)

    def _rolls(self, number: int) -> bool:
        return isinstance(self.entries[number - 1].event, Rolled)

    def go(self, to: int, by: str = TABLE, name: str = "", why: str = "") -> Entry:
        """Has the state stand at another entry from now on: gone back, done again, or taken up as a branch.

        Raises NeedsReason where something lies between that is not lightly taken back and nobody says why; WrongUse where it is
        not taken back at all.
        """
        self.entry(to)
        return self._go(to, by, name, why, self.barriers(to))

    def _go(self, to: int, by: str, name: str, why: str, barriers: Sequence[Barrier]) -> Entry:
        firm = [barrier for barrier in barriers if barrier.firm]
        if firm and self.by_mail:
            raise WrongUse(" ".join(barrier.sentence for barrier in firm) + " By mail it cannot be taken back.")
        if barriers and not why.strip():
            raise NeedsReason(barriers)
        return self.add(Went(to, name, why.strip()), by)

    def barriers(self, to: int) -> tuple[Barrier, ...]:
        """What lies on the way from an entry to here and is not lightly taken back: dice, what was declared, what was handed
        over, chits."""
        found, handled = [], False
        for at in self.way_between(to, self.number):
            event = self.entries[at - 1].event
            match event:
                case Rolled():
                    found.append(Barrier(at, f"Dice fell in entry {at}, and stay as they fell."))
                case Did() if self.binding and self.declared_by(at):
                    found.append(self._announced(at))
                case Did() if self._lays(at):
                    # It lies where it lies: its draw is no change, and nobody takes it back. The draw says so itself.
                    if not (self._only_lays(at) and handled):
                        found.append(Barrier(at, f"A chit was laid down or taken away in entry {at}, and stays so.", firm=True))
                case HandedOver():
                    sentence = f"The file was handed over in entry {at}; the other side has seen it."
                    found.append(Barrier(at, sentence, firm=is_firm(event)))
                case Disclosed():
                    found.append(Barrier(at, f"Rolls were opened in entry {at}, and fall as they fell.", firm=is_firm(event)))
                case Drew() if event.unit:
                    handled = True
                    rule = next((section for cup, section in self.record.began.combat_cups if cup == event.cup), "")
                    told = f"The chit that was drawn in entry {at} stays under its unit."
                    found.append(Barrier(at, told, rule, is_firm(event)))
                case Shuffled(cup, _, 1):
                    found.append(Barrier(at, f'The cup "{cup}" was filled in entry {at}, and stays so.', firm=is_firm(event)))
                case Shuffled() | Drew() | PutBack() | Settled():
                    handled = handled or isinstance(event, PutBack)
                    found.append(Barrier(at, f"A chit was handled in entry {at}, and stays where it is.", firm=is_firm(event)))
        return tuple(found)

    def stays(self, number: int) -> bool:
        """Whether what an entry tells holds wherever play goes back to: cups that are filled, and chits where they lie."""
        return isinstance(self.entry(number).event, Shuffled | Drew | PutBack | Settled) or self._only_lays(number)

    def _lays(self, at: int) -> bool:
        """Whether an entry lays chits under units, or takes them away; turning one is the loss of a step."""
        if at not in self._laying:
            event = self.entries[at - 1].event
            self._laying[at] = isinstance(event, Did) and any(map(_says_chits, event.edits)) and self._moves_chits(at)
        return self._laying[at]

    def _moves_chits(self, at: int) -> bool:
        before, after = self._tables.at(self._parents[at]).state.held, self._tables.at(at).state.held
        return {unit: lies.seal for unit, lies in before.items()} != {unit: lies.seal for unit, lies in after.items()}

    def _only_lays(self, at: int) -> bool:
        """Whether an entry does nothing but lay chits under units, or take them away."""
        event = self.entries[at - 1].event
        if not isinstance(event, Did) or not all(_says_chits(edit) and len(edit.said) == 1 for edit in flat(event.edits)):
            return False
        return self._lays(at)

    def _announced(self, at: int) -> Barrier:
        event = self.entries[at - 1].event
        label = event.label if isinstance(event, Did) else ""
        return Barrier(at, f'"{label}" in entry {at} was announced, and cannot be taken back.', "Fog of War", True)

    def declared_by(self, number: int) -> tuple[Declared, ...]:
        """What an entry declares that was not declared before."""
        event = self.entries[number - 1].event
        if not isinstance(event, Did) or not any(
            isinstance(edit, ChangeState) and "declared" in edit.said for edit in event.edits
        ):
            return ()
        before = self._tables.at(self._parents[number]).state.declared
        return tuple(each for each in self._tables.at(number).state.declared if each not in before)

    def declare(self, units: Sequence[str], against: Sequence[Spot], by: str, what: str = "attack", because: int = 0) -> Entry:
        """A side announces an attack of units on what lies in hexes or boxes; what lies there now may be looked at from now on.
        What the rules say against it is asked before (`core.play.attacking`); `because` is the note of why it is made then.

        Raises WrongUse for units of others or that are not in play, for places without others, and for what takes part twice.
        """
        made = declared(self.record.began.units, self.state, by, units, against, what)
        label, said = f"Declare {what}", {"declared": (*self.state.declared, made)}
        return self.add(Did(label, (ChangeState(label, said),), because), by)

    def resolve(self, done: Iterable[Declared], by: str = TABLE, why: str = "") -> Entry:
        """What was declared is done with, together with the support for it, and has been fought.

        Raises WrongUse for what is not declared, NeedsReason where it is binding and no dice have fallen since; by mail it is
        refused then.
        """
        held, gone = self.state.declared, tuple(done)
        if not gone or any(each not in held for each in gone):
            raise WrongUse("This is not declared." if held else "Nothing is declared.")
        way = self.way()
        since = [at for at in way if any(each in gone for each in self.declared_by(at))]
        barriers = [self._announced(at) for at in since if not any(self._rolls(later) for later in way if later > at)]
        on = 0
        if barriers and self.binding:
            if self.by_mail:
                raise WrongUse(" ".join(each.sentence for each in barriers) + " No dice have fallen for it yet.")
            if not why.strip():
                raise NeedsReason(barriers)
            on = self.note(why, by, barriers[-1].number).number
        kinds = {each.what for each in gone}
        label = f"Resolve {article(kinds.pop())}" if len(kinds) == 1 else "Resolve what is declared"
        return self.add(Did(label, (ChangeState(label, resolved(self.state, gone)),), on), by)

    def roll(self, dice: str, by: str = TABLE, purpose: str = "", chance: str = "") -> Entry:
        """Rolls dice. Raises WrongUse by mail, where rolls are declared and answered (`core.play.pledges`)."""
        if self.by_mail:
            raise WrongUse("By mail dice are declared, answered by the other side, and opened, so that nobody can choose them.")
        return self.add(roll(dice, purpose, chance), by)

    def note(self, text: str, by: str = TABLE, on: int = 0, why: bool = False) -> Entry:
        """Writes a note, or a comment on an entry, or why something is done that follows. Raises WrongUse for an empty one."""
        if not text.strip():
            raise WrongUse("A note needs words.")
        if on:
            self.entry(on)
        return self.add(Noted(text.strip(), on, why), by)

    def bookmark(self, on: int, name: str, by: str = TABLE) -> Entry:
        """Gives an entry a name to find it by, or ("") takes it away."""
        self.entry(on)
        return self.add(Bookmarked(on, name.strip()), by)

    def rule(self, ruled: Ruled, by: str = TABLE) -> Entry:
        """Notes a ruling."""
        return self.add(ruled, by)

    def overrule(self, rule: str, finding: str, why: str, by: str = TABLE) -> Entry:
        """Goes on in spite of a finding. Raises WrongUse when nobody says why."""
        if not why.strip():
            raise WrongUse("Say in a line why the finding is overruled.")
        if self.by_mail and by in self.record.written:
            # The line stands in the open, and what is found may be so by what the side has sealed.
            finding = ""
        return self.add(Overruled(rule, finding, why.strip()), by)

    def trails(self, first_turn: int = 0, units: Iterable[str] | None = None) -> tuple[Leg, ...]:
        """Where pieces went on the way to here, from a turn on, in order."""
        wanted = frozenset(units) if units is not None else None
        legs: list[Leg] = []
        for at in self.way():
            event = self.entries[at - 1].event
            if not isinstance(event, Did):
                continue
            before = self._tables.at(self._parents[at]).state
            if before.moment.turn < first_turn or before.deployment is None:
                continue
            for edit in event.edits:
                if isinstance(edit, ChangePieces) and edit.file == IN_PLAY:
                    for unit, piece in edit.pieces.items():
                        old = before.deployment.pieces.get(unit)
                        start, end = old.at if old is not None else None, piece.at if piece is not None else None
                        if start != end and (wanted is None or unit in wanted):
                            legs.append(Leg(at, before.moment.turn, unit, start, end))
        return tuple(legs)

    def _latest(self) -> list[Entry]:
        """The entries since the last change, the first of them first: what was gone back and forth since."""
        found = []
        for entry in reversed(self.entries):
            if isinstance(entry.event, Did):
                break
            found.append(entry)
        return found[::-1]


def _says_chits(edit: Edit) -> TypeGuard[ChangeState]:
    return isinstance(edit, ChangeState) and "held" in edit.said


def _parent(entry: Entry) -> int:
    return entry.event.to if isinstance(entry.event, Went) else entry.number - 1
