"""What can happen in a session, as values. `Entry` is one of them where it stands in the journal.

Sides are named by their ids; "" stands for the table: both players, or the program. Digests and keys are bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from core.model.edits.edit import Edit, Several, flat
from core.model.scenario import Scenario

Kind = Literal["hot_seat", "solitaire", "mail"]
"""Two players at one screen; one player for both sides; two players who send the file to each other."""

NOTHING: Mapping[str, str] = MappingProxyType({})
NOBODY: Mapping[str, tuple[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Player:
    """A side of the session: its id and name in the box, and who plays it, "" where nobody was named."""

    side: str
    title: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Began:
    """The first entry: what is played. With it alone the journal can be read.

    `game` is the title of the box, `box` the digest of what its files say, `file` and `scenario` the scenario as it was.
    `ruleset` is the id with the edition, `rules` the digest of its data, `options` what the box chose. `units` are the side
    and the name of every counter by its id. `program` is the version that wrote it, `session` a name that no other has.
    `secret` are names of points of which a side does not tell how many it has left, `binding` says whether an attack that was
    declared is made under the rules. `open_cups` are cups whose chits are for both sides to see as soon as they are drawn,
    `combat_cups` those that a unit draws from when it fights for the first time, each with the section that says so;
    `drawing` are the units that print from which of these they draw, each with its cup.
    """

    session: str
    kind: Kind
    game: str
    box: bytes
    file: str
    scenario: Scenario
    players: tuple[Player, ...]
    ruleset: str
    rules: bytes
    options: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    units: Mapping[str, tuple[str, str]] = field(default_factory=lambda: NOBODY)
    program: str = ""
    secret: tuple[str, ...] = ()
    binding: bool = True
    open_cups: tuple[str, ...] = ()
    combat_cups: tuple[tuple[str, str], ...] = ()
    drawing: Mapping[str, str] = field(default_factory=lambda: NOTHING)

    @property
    def sealed_points(self) -> frozenset[str]:
        """The names, in small letters, of points of which nothing is said in the open: by mail it would stand in the file."""
        return frozenset(name.casefold() for name in self.secret) if self.kind == "mail" else frozenset()

    @property
    def in_the_open(self) -> Scenario:
        """The scenario without the allotments of points that are never said in the open."""
        allotments, untold = self.scenario.allotments, self.sealed_points
        said = tuple(each for each in allotments if each.what.casefold() not in untold)
        return self.scenario if len(said) == len(allotments) else replace(self.scenario, allotments=said)


@dataclass(frozen=True, slots=True)
class SealedPart:
    """What a change does to the op sheets of its side, by mail: encrypted in `box`, bound by the published `digest`. `number`
    counts those of the side from 1."""

    number: int
    digest: bytes
    box: bytes


@dataclass(frozen=True, slots=True)
class Meant:
    """What a roll is for that is declared as `purpose`: a sheet, or some units of it."""

    purpose: str
    sheet: str
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Did:
    """A change of the state, as one step: edits of pieces in play, of smoke, of what is said of play. `label` is its phrase.

    `because` is the number of the entry of the ruling or roll that proposed it, 0 for none. Of edits that consist of others it
    holds the single ones, so that whoever asks what it does finds every edit at the top. `sealed` is the part of it that only
    its side can read (`core.play.sealed_orders`).
    """

    label: str
    edits: tuple[Edit, ...]
    because: int = 0
    sealed: SealedPart | None = None

    def __post_init__(self) -> None:
        if any(isinstance(edit, Several) for edit in self.edits):
            object.__setattr__(self, "edits", tuple(flat(self.edits)))


@dataclass(frozen=True, slots=True)
class Went:
    """From here on the state is the one after entry `to`: undone, done again, or taken up as a branch, which may have a name.

    `why` is asked where something was declared or rolled in between.
    """

    to: int
    name: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that fell. `dice` is a way to read them (`core.rules.kernel.dice`), `pips` each die from left to right.

    `seed` is what the program made the pips from, so that they can be checked; it is empty for dice that were typed in, and for
    those of a `pledge`, which names the entry that declared them and says which of its rolls this is. `chance` is the chance
    of what was wanted, as it was shown before, a fraction in words.
    """

    dice: str
    pips: tuple[int, ...]
    purpose: str = ""
    seed: bytes = b""
    pledge: int = 0
    place: int = 0
    chance: str = ""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A question and what was ruled. It can be asked again: `digest` is that of the whole ruling, `rules` of the ruleset then.

    `parameters` are texts by the names of the question, as the command line takes them.
    """

    question: str
    parameters: Mapping[str, str]
    verdict: str
    digest: bytes
    rules: bytes


@dataclass(frozen=True, slots=True)
class Overruled:
    """The players go on in spite of a finding of the program, and say why. `rule` is its section, `finding` what it said."""

    rule: str
    finding: str
    why: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A note, or a comment on the entry `on`; `why` where it says why something is done all the same that follows."""

    text: str
    on: int = 0
    why: bool = False


@dataclass(frozen=True, slots=True)
class Bookmarked:
    """A name for the entry `on`, "" takes its bookmark away."""

    on: int
    name: str


@dataclass(frozen=True, slots=True)
class Joined:
    """The side that writes this has keys now. `public` checks its signatures; `wrapped` are its secret keys, which only its
    pass phrase opens: `salt` and `hardness` are what a key is made from it with. Where a side has keys already, `signature` is
    made with them: nobody else wraps them anew."""

    public: bytes
    wrapped: bytes
    salt: bytes
    hardness: int
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The side that writes this gives the file out of its hands, to the side `to`: all lines before are signed."""

    to: str
    signature: bytes


@dataclass(frozen=True, slots=True)
class Sealed:
    """Something that the side keeps to itself: an op sheet, an order, points. `id` names it, `version` counts from 1.

    `digest` is published with it, so that nothing can be put in its place; `box` is the content, encrypted. `kind` is one of
    the kinds of the ruleset, `title` what the other side may know of it.
    """

    id: str
    kind: str
    version: int
    digest: bytes
    box: bytes
    title: str = ""


MOST_OPENED_BYTES = 16 * 2**20
"""The longest line that opens something; nothing is sealed that would not fit into one with all its versions."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Versions of something sealed are shown to all: each content as it was sealed, with the salt of its digest."""

    id: str
    contents: tuple[str, ...]
    salts: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class OrdersOpened:
    """All sealed parts of changes of the side are shown to all: `key` opens those that were written since it opened the last
    ones, `count` is how many these are."""

    key: bytes
    count: int


@dataclass(frozen=True, slots=True)
class Pledged:
    """The acting side declares a batch of rolls before it knows any: `rolls` are dice and purposes, `commitment` binds its
    half."""

    rolls: tuple[tuple[str, str], ...]
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Answered:
    """The other side's half for the batch that entry `to` declared."""

    to: int
    half: bytes


@dataclass(frozen=True, slots=True)
class Disclosed:
    """The acting side's own half for the batch that entry `to` declared; the rolls follow from both."""

    to: int
    half: bytes


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A cup is filled. See `core.play.cups` for what `parts` are; they tell nobody an order."""

    cup: str
    parts: tuple[bytes, ...]
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Drew:
    """A chit is drawn from a cup and lies under a unit, "" for one that is set aside. `seal` names its value."""

    cup: str
    unit: str
    seal: str
    parts: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class PutBack:
    """A chit goes back into its cup, its value is told; `why` where the rules do not want it back yet."""

    cup: str
    seal: str
    parts: tuple[bytes, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Unlocked:
    """Locks that a side takes off chits by mail: `seals` are the chits of one cup, `parts` what is left of each, and proofs."""

    cup: str
    seals: tuple[str, ...]
    parts: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """All that a side owes to cups by mail, at once: its stages of shuffles, and then the locks that it takes off chits."""

    shuffled: tuple[Shuffled, ...] = ()
    unlocked: tuple[Unlocked, ...] = ()


Event = (
    Began
    | Did
    | Went
    | Rolled
    | Ruled
    | Overruled
    | Noted
    | Bookmarked
    | Joined
    | HandedOver
    | Sealed
    | Opened
    | OrdersOpened
    | Pledged
    | Answered
    | Disclosed
    | Shuffled
    | Drew
    | PutBack
    | Settled
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a journal. `number` counts from 1, `at` are seconds since 1970, `by` is the side that acts.

    `link` is the digest that binds the line to all before it.
    """

    number: int
    at: int
    by: str
    event: Event
    link: bytes = field(default=b"", compare=False)
