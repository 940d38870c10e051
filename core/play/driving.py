"""What drives a session by words: who acts and who looks, what words mean, and what is said to an answer.

A blind player sees only what his side may see: units that are out of sight are not found, questions are asked of the state that
he sees, and entries are told from his view. At one table a side that has a pass phrase is looked through by whoever gives it.
"""

import secrets
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from core.base.errors import WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Spot
from core.model.edits.edit import Edit
from core.model.scenario import ARRIVING
from core.model.state import GameState, Owed
from core.model.work import Work
from core.play.events import Did, Entry, Event
from core.play.exports import view_for
from core.play.memories import Memory
from core.play.others import barriers, left_to_others
from core.play.own_orders import Writing
from core.play.session import TABLE, Barrier, NeedsReason, Session
from core.play.standing_sheets import noted as noted_why
from core.play.standing_sheets import standing_sheets
from core.play.told import Teller, phase_titles
from core.play.turns import Course
from core.play.views import SeenState, View
from core.questions.game import Game
from core.rules.kernel.markers import marker_title
from core.rules.kernel.play_rules import PlayRules
from core.rules.kernel.procedure import ProcedureDetail, Wanted
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling

if TYPE_CHECKING:
    from core.play.keys import Keys

NOTHING: Mapping[str, Any] = MappingProxyType({})

ALL_SIDES = "both"
"""The word for all sides where one could be named."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a command answers: lines for people, and the same for programs. `ends` says that nothing follows."""

    lines: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    ends: bool = False

    def __add__(self, other: "Said") -> "Said":
        """Both, one after the other; lists of the same name are joined."""
        data = dict(self.data)
        for name, value in other.data.items():
            held = data.get(name)
            data[name] = [*held, *value] if isinstance(held, list) and isinstance(value, list) else value
        return Said((*self.lines, *other.lines), data, self.ends or other.ends)


Words = Sequence[str]


@dataclass(frozen=True, slots=True)
class Asking:
    """The question that was asked last: its name, what it was given, which of those that are owed it answers, and the dice that
    its answer waits for."""

    question: str
    given: Mapping[str, str]
    owed: Owed | None = None
    wanted: tuple[Wanted, ...] = ()


class Desk:
    """A session as somebody plays it by words.

    `side` is the one that acts and looks, "" for both at one table; `stays` says that nobody else ever sits here. `game` is the
    box over which it is played, None where nobody has it: then hexes are written by column and row ("3,4"), and nothing can be
    asked. `keys` are those that were opened, `fresh` gives random bytes. `left_to` says of the last answer what others than
    who looks do by it. `remember` is called with every entry.
    """

    def __init__(
        self,
        session: Session,
        side: str = "",
        game: Game | None = None,
        ruleset: Ruleset | None = None,
        memory: Memory | None = None,
        fresh: Callable[[int], bytes] = secrets.token_bytes,
        stays: bool = False,
    ) -> None:
        self.stays = False
        self.session, self.game, self.ruleset, self.fresh = session, game, ruleset, fresh
        self.memory = memory or Memory(session.record.began.session)
        self.keys: dict[str, Keys] = {}
        self.findings: tuple[Any, ...] = ()
        self.proposals: tuple[Proposal, ...] = ()
        self.left_to: tuple[str, ...] = ()
        self.asking: Asking | None = None
        self.because = 0
        self._answered: GameState | None = None
        self.why = ""
        self.side = ""
        session.binding = ruleset is None or ruleset.play.stacks.binding
        self.sit(side)
        self.stays = stays

    def sit(self, side: str) -> None:
        """Somebody else acts and looks from now on; keys of the others are put away. Raises WrongUse for a side that is not
        played here."""
        if self.stays:
            title = self.session.title(self.side)
            raise WrongUse(f"Only {title} sits here, as --side says; the other side plays in a run of its own.")
        if self.session.by_mail and not side:
            raise WrongUse("By mail one side is played here; say which one with --side.")
        if side and side != ALL_SIDES:
            view = view_for(self.session, side, self.play)
            self.side = next(iter(view.eyes))
        else:
            self.side = ""
        if self.side and self.side not in self.session.mine:
            title = self.session.title(self.side)
            raise WrongUse(f"{title} is played by somebody else; only the other program can act for it.")
        if self.session.record.began.kind == "hot_seat":
            self.keys = {own: keys for own, keys in self.keys.items() if own == self.side}
        self.findings, self.proposals, self.left_to, self.because, self.asking = (), (), (), 0, None

    @property
    def shut(self) -> str:
        """Why nothing is shown or done yet, as a sentence, "" when it is: at one table a side may have a pass phrase."""
        session = self.session
        if session.record.began.kind != "hot_seat":
            return ""
        eyes = [self.side] if self.side else [player.side for player in session.players]
        guarded = [side for side in eyes if side in session.record.keys and side not in self.keys]
        if not guarded:
            return ""
        title = session.title(guarded[0])
        if self.side:
            return f'{title} has a pass phrase; "unlock PHRASE" comes first.'
        return f'{title} has a pass phrase, so one side looks at a time: "side NAME" says which one, "unlock PHRASE" opens it.'

    # Who and what ----------------------------------------------------------------------------------------------------------

    @property
    def by(self) -> str:
        """The side in whose name things are done: the one that sits here, else whose phase it is."""
        if self.side:
            return self.side
        active = self.session.state.moment.side
        return active if active in self.session.mine else TABLE

    @property
    def owner(self) -> str:
        """The side that does what only a side can do. Raises WrongUse where none is named."""
        if not self.by:
            raise WrongUse('Say first which side does it: "side NAME".')
        return self.by

    @property
    def play(self) -> PlayRules:
        """What the series says of live play."""
        return self.ruleset.play if self.ruleset is not None else PlayRules()

    @property
    def view(self) -> View:
        """The session through the eyes of who sits here. Raises WrongUse where nobody knows what a side may see."""
        if self.side and self.ruleset is None:
            raise WrongUse("What a side may see cannot be told without the rules of the session.")
        return view_for(self.session, self.side, self.play, self.keys.values())

    @property
    def seen(self) -> SeenState:
        """The present as who sits here sees it."""
        return self.view.state()

    @property
    def deployment(self) -> Deployment:
        """What lies on the map, as far as it is seen."""
        return self.seen.state.deployment or Deployment()

    @property
    def work(self) -> Work:
        """What edits are made from: all there is."""
        return Work(self.box, self.session.state)

    @property
    def box(self) -> GameBox:
        """The game; an empty one where nobody has it."""
        return self.game.box if self.game is not None else GameBox(self.session.record.began.game, "", ())

    @property
    def course(self) -> Course:
        """The turns. Raises WrongUse without rules or the game."""
        if self._course is None:
            raise WrongUse("The sequence of play is not known without the game; give --box with its folder.")
        return self._course

    @cached_property
    def _course(self) -> Course | None:
        if self.ruleset is None or self.game is None:
            return None
        began = self.session.record.began
        choices = self.ruleset.choices(began.options)
        return Course(self.ruleset.sequence, choices, began.in_the_open, self.game.box, self.ruleset.play)

    @cached_property
    def teller(self) -> Teller:
        """Tells entries."""
        phases = self.ruleset.sequence if self.ruleset is not None else ()
        names = {each.id: each.name for each in self.box.oob.formations}
        return Teller(
            *(self.session.record.began, self.label, phase_titles(phases)),
            group=lambda id_: names.get(id_) or id_,
            marker=partial(marker_title, self.ruleset),
            condition=self.play.condition_title,
        )

    def asked(self) -> Game:
        """The game that questions are asked of: as it is seen. Raises WrongUse without one."""
        if self.game is None:
            raise WrongUse("Nothing can be asked without the game; give --box with its folder.")
        return self.game.with_state(self.seen.state)

    # Words -----------------------------------------------------------------------------------------------------------------

    def label(self, place: Hex) -> str:
        """How a hex is written."""
        return self.game.box.label(place) if self.game is not None else f"{place.q},{place.r}"

    def spot_label(self, spot: Spot) -> str:
        """How a hex or a box beside the map is written."""
        return self.label(spot) if isinstance(spot, Hex) else spot

    def spot(self, word: str) -> Spot:
        """The hex or the box beside the map that a word means. Raises WrongUse."""
        boxes = dict.fromkeys((*self.session.record.began.scenario.off_map, ARRIVING))
        boxes |= dict.fromkeys(spot for spot in self.deployment.stacks if isinstance(spot, str))
        named = next((box for box in boxes if box.casefold() == word.casefold()), None)
        if named is not None:
            return named
        try:
            return self.hex(word)
        except WrongUse as problem:
            raise WrongUse(f'{problem} "{word}" is no box beside the map, either.{did_you_mean(word, boxes)}') from None

    def hex(self, word: str) -> Hex:
        """The hex that a word means. Raises WrongUse."""
        if self.game is not None:
            return self.game.box.hex(word)
        column, comma, row = word.partition(",")
        try:
            if not comma or len(word) > 16:
                raise ValueError
            return Hex(int(column), int(row))
        except ValueError:
            raise WrongUse(f'"{word}" is no hex; without the game write column and row as "3,4".') from None

    def unit(self, word: str) -> str:
        """The unit that a word means: its id, or its name where only one is called so. Raises WrongUse for one that is not
        there, or out of sight."""
        units = self.session.record.began.units
        eyes, pieces = self.view.eyes, self.deployment.pieces
        known = {*pieces, *(id_ for id_, (side, _) in units.items() if side in eyes)}
        if word in known:
            return word
        folded = word.casefold()
        alike = sorted(id_ for id_ in known if folded in (id_.casefold(), units.get(id_, ("", ""))[1].casefold()))
        if len(alike) == 1:
            return alike[0]
        if alike:
            raise WrongUse(f'"{word}" is the name of {len(alike)} units: {", ".join(alike)}.')
        raise WrongUse(f'There is no unit "{word}", or it is out of sight.{did_you_mean(word, sorted(known))}')

    def units(self, words: Iterable[str]) -> list[str]:
        """The units that words mean, each once. Raises WrongUse for none."""
        found = list(dict.fromkeys(self.unit(word) for word in words))
        if not found:
            raise WrongUse("Name at least one unit.")
        return found

    def formation(self, word: str) -> str:
        """The formation that a word means, by its id or its name, or a side as a whole. Raises WrongUse."""
        folded, formations = word.casefold(), self.box.oob.formations
        found = [each.id for each in formations if folded in (each.id.casefold(), each.name.casefold())]
        if len(found) == 1 or word in found:
            return word if word in found else found[0]
        if found:
            raise WrongUse(f'"{word}" is the name of {len(found)} formations: {", ".join(found)}.')
        try:
            return self.a_side(word)
        except WrongUse:
            known = [each.id for each in formations]
            raise WrongUse(f'There is no formation "{word}".{did_you_mean(word, known)}') from None

    def a_side(self, word: str) -> str:
        """The side that a word means, by its id or its name. Raises WrongUse."""
        folded = word.casefold()
        for player in self.session.players:
            if folded in (player.side.casefold(), player.title.casefold()):
                return player.side
        raise WrongUse(f'There is no side "{word}".{did_you_mean(word, [each.side for each in self.session.players])}')

    def entry(self, word: str) -> int:
        """The entry that a word means: its number, or the name of a bookmark. Raises WrongUse."""
        if word.isascii() and word.isdigit() and len(word) < 10:
            number = int(word)
        else:
            marks = {name.casefold(): number for number, name in self.session.record.bookmarks.items()}
            if word.casefold() not in marks:
                near = did_you_mean(word, self.session.record.bookmarks.values())
                raise WrongUse(f'"{word}" is neither the number of an entry nor a bookmark.{near}')
            number = marks[word.casefold()]
        return self.session.entry(number).number

    # Doing -----------------------------------------------------------------------------------------------------------------

    def do(self, edit: Edit, because: int = 0, label: str = "", by: str = "") -> Said:
        """Changes the state of play, and tells how; `by` is the side that does it, where that is not who acts.

        Raises NeedsReason where it changes what is another side's and nobody has said why ("because").
        """
        said = Said()
        if not because and (found := self._barriers(edit)):
            if not self.why:
                raise NeedsReason(found, 'Say why it is done all the same: because "WHY" COMMAND….')
            noted = self.session.note(noted_why(self.why, found), self.by, why=True)
            said, because = self.told(noted), noted.number
        entry = self.session.do(edit, by or self.by, because, label, self.writes)
        return said + (self.told(entry) if entry is not None else Said(("Nothing is changed by it.",), {"entries": []}))

    def _barriers(self, edit: Edit) -> tuple[Barrier, ...]:
        """What stands against a change: that it is another side's to do, or that an op sheet is drawn up already."""
        others = barriers(self.session, edit, self.side) if self.side else ()
        kinds = self.ruleset.play.secrets_in(self.ruleset.choices(self.session.record.began.options)) if self.ruleset else ()
        sheets = standing_sheets(self.session, kinds, self.writes)
        return (*others, *(sheets.barriers(edit) if sheets is not None else ()))

    def propose(self, ruling: Ruling, because: int = 0, asking: Asking | None = None) -> Said:
        """Tells a ruling, whose proposals "take" does by their numbers; `because` is the entry of the roll that it rests on,
        `asking` what was asked, where that can be gone on with."""
        from core.questions.answers import as_json, as_text

        game = self.asked()
        ruling, others = left_to_others(ruling, self.view.eyes)
        self.offer(getattr(ruling.detail, "proposals", ()), because)
        self.left_to = tuple(f"What {self.session.title(side)} does here its own player does." for side in others)
        wanted = ruling.detail.wanted if isinstance(ruling.detail, ProcedureDetail) else ()
        self.asking = replace(asking, wanted=wanted) if asking is not None else None
        lines = (*as_text(ruling, game.box, game.ruleset).splitlines(), *self.left_to)
        return Said(lines, {"ruling": as_json(ruling, game.box), **({"left_to": list(others)} if others else {})})

    def offer(self, proposals: Iterable[Proposal], because: int = 0) -> None:
        """Keeps what "take" does, by its numbers, as long as things stand as they do now."""
        self.proposals, self.because, self._answered, self.left_to = tuple(proposals), because, self.session.state, ()

    def stands(self) -> None:
        """Raises WrongUse where things are no longer as they were when the last answer was given: what it proposes was reckoned
        by those, and so were its dice."""
        if self._answered is not None and self._answered != self.session.state:
            again = '"follow" or "ask"' if self.asking is not None and self.asking.owed is not None else '"ask" or "steps"'
            raise WrongUse(f"Things have changed since the last answer, which counts no more; ask anew, by {again}.")

    @property
    def writes(self) -> Writing | None:
        """How the side that acts writes what it keeps to itself by mail; None at one table, where that is in the state."""
        return Writing(self.session, self.by, self.keys.get(self.by)) if self.session.by_mail else None

    def add(self, event: Event, by: str | None = None) -> Said:
        """Adds an entry, and tells it."""
        return self.told(self.session.add(event, self.by if by is None else by))

    def told(self, entry: Entry) -> Said:
        """What is said of an entry that was added."""
        seen = self.view.entry(entry.number)
        before = None
        if isinstance(seen.event, Did):
            before = self.view.state(self.session.parent(entry.number)).state
        sentence = self.teller.told(seen, before)
        return Said((f"{entry.number}: {sentence}",), {"entries": [{"entry": entry.number, "text": sentence}]})

    def secret_of(self, side: str) -> "Keys":
        """The keys of a side. Raises WrongUse as long as they are shut."""
        if side not in self.keys:
            title = self.session.title(side)
            what = "unlock PHRASE" if side in self.session.record.keys else "join PHRASE"
            raise WrongUse(f'The keys of {title} are not open; "{what}" does that.')
        return self.keys[side]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, how many words it needs at least, what words it takes, what it is for, and what does it."""

    name: str
    least: int
    usage: str
    about: str
    run: Callable[[Desk, Words], Said]


def split(line: str) -> Sequence[str]:
    """The words of a command; what stands between quotes is one. Raises WrongUse for quotes that do not end."""
    try:
        return shlex.split(line, comments=True)
    except ValueError as problem:
        raise WrongUse(f"The command cannot be read: {problem}.") from None


def whole(word: str, what: str) -> int:
    """A whole number. Raises WrongUse."""
    try:
        if len(word) > 9:
            raise ValueError
        return int(word)
    except ValueError:
        raise WrongUse(f'"{word}" is no whole number of {what}.') from None


def pairs(words: Iterable[str]) -> dict[str, str]:
    """Words such as NAME=VALUE. Raises WrongUse."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise WrongUse(f'"{word}" is no parameter; write NAME=VALUE, such as from=1.04.')
        found[name] = value
    return found
