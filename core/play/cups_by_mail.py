"""Cups of a session by mail: two programs share a cup without anybody in between whom both would have to trust.

Every chit is an element of a group, and both sides lock it (`core.play.chit_layers`). A round of shuffling has two stages:

    first    one side puts a lock of its own on all chits that lie in the cup and gives them in an order of its own
    second   the other side does the same with what the first has given; from now on that order is that of the cup

Nobody knows the order then: each side has mixed what it cannot tell apart. Chits are drawn in this order. To draw one is to
allot the next place to a unit of one's own; the other side takes its lock off that chit, and the owner, who takes off its own
at home, alone sees the value. To tell the value the owner shows the chit and proves that its lock leads from the one to
the other. A spent chit, told before, goes back; the next round shuffles it in with the rest. Chits that lie under units pass
through every round at their places, so that all chits always have the same locks.

What rides on which file, as files go to and fro anyway:

    1  red   fills the cup: the first stage of round 1
    2  blue  the second stage; from now on chits can be drawn
    3  red   declares an attack: allots chits to its own units
    4  blue  takes its lock off the chits of red; allots chits to its own units
    5  red   takes its lock off the chits of blue; sees its own, tells them
    6  blue  sees its own, and tells them; spent chits go back; before it hands over, the first stage of the next round
    7  red   the second stage, and its lock off what blue has allotted meanwhile

Nobody draws for the other side or for nobody, and one chit alone lies under a unit: who could empty a cup would know what the
other has drawn.

`owing` gives all that a side owes as one entry (`Settled`), so that a program adds it by itself: what the other side waits for
before it hands the file over, and what it needs itself when it gets the file.

A cup that is open (`Began.open_cups`) holds chits for both to see, as those that say who is active next: they lie under no
unit. Who draws one takes its lock off at once; the other program, which gets the file, alone can see what is left, and tells it
to both by itself. Each side can tell a chit that the other has unlocked, so that nobody can keep one back for good.

What a cheat can do. Locks that are taken off, and each value that is told, come with a proof, and are refused at once when they
are wrong. A stage proves that the sum of all chits got one lock, and so did each chit under a unit; chits must be elements of
the group, no two alike. A side could still exchange two chits for others of the same sum; but it knows no elements that are
chits with the locks of the other on them, except those that are there, hence what it puts in is no chit at all, and the first
that is drawn gives it away: its owner cannot tell a value. Then, and in the end of every session, both sides disclose their
locks, and `verdict` says which stage was wrong, and whose. An unlocked chit says nothing of the others.

The locks of a side follow from its keys and from fresh bytes in the journal, so that the file and the pass phrase are enough.

All arithmetic is done in steps of some milliseconds (`filling`, `owing`). What is wrong with a line is told by
`core.play.cups_judged`, and where the chits of a cup are by `core.play.cups_locked`.
"""

import secrets
from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING

from core.base.errors import WrongUse
from core.play.chit_layers import BASE, FACTOR, factor_of, inverse, power, prove, weighed, whole
from core.play.chits import SALT, contents_of, next_seal, told
from core.play.cups_locked import (
    INDEX,
    Locked,
    LockedCup,
    about_bares,
    about_lock,
    about_stage,
    by_rounds,
    disclosure,
    folded,
    products,
)
from core.play.events import Drew, Entry, Opened, Settled, Shuffled, Unlocked
from core.play.pledges import other_side
from core.play.record import Record

if TYPE_CHECKING:
    from core.play.keys import Keys

Steps = Generator[tuple[int, int], None, Shuffled]

_AT_ONCE = 6
"""So many chits are locked in one step."""


def filling(record: Record, cup: str, contents: str, keys: "Keys") -> Steps:
    """The first stage of the first round, in steps; each says how many chits are locked, of how many."""
    return _stage(LockedCup(record.began.session, cup, contents_of(contents) or ()), keys, contents.encode())


def owing(record: Record, keys: "Keys", leaving: bool = True) -> Generator[tuple[int, int], None, Settled | Opened | None]:
    """What a side owes to cups, all of it as one entry; then what it is to tell of chits for both to see, one by one. None for
    nothing. In steps; each says how many chits are locked, of how many.

    When the file is to be handed over (`leaving`) that is all: also the first stage of a round where chits came back, and the
    locks on chits of the other side. Before, it is what this side needs itself: the second stage of a round, and open chits.
    """
    shuffled: list[Shuffled] = []
    unlocked: list[Unlocked] = []
    for cup in sorted(record.cups):
        while True:
            found = folded(record, cup)
            second, first = bool(found.half) and found.half != keys.side, bool(found.back) and not found.half
            if not second and not (first and leaving):
                break
            stage = yield from _stage(found, keys)
            shuffled.append(stage)
            record = record.after(Entry(0, 0, keys.side, stage))
        wanted = [seal for seal, each in found.chits.items() if _is_owed(record, cup, each, keys.side, leaving)]
        if wanted:
            unlocked.append(_unlocked(found, wanted, keys))
            yield 0, 1
    if shuffled or unlocked:
        return Settled(tuple(shuffled), tuple(unlocked))
    for cup in sorted(set(record.began.open_cups) & set(record.cups)):
        for seal, each in folded(record, cup).chits.items():
            if other_side(record, keys.side) in each.bare and not told(record, seal):
                return reveal(record, cup, seal, keys)
    return None


def _is_owed(record: Record, cup: str, each: Locked, side: str, leaving: bool) -> bool:
    """Whether a side has to take its lock off a chit."""
    if not each.drawn or side in each.bare or each.chit.back:
        return False
    if cup in record.began.open_cups:
        # Where the other has taken its own off, the value is told.
        return not told(record, each.chit.seal) and other_side(record, side) not in each.bare
    theirs = record.began.units.get(each.chit.unit, ("", ""))[0] == each.chit.owner != side
    return leaving and theirs


def draw(record: Record, cup: str, unit: str) -> Drew:
    """The next chit, for a unit of the side that draws, "" from an open cup. Raises WrongUse when there is none."""
    if folded(record, cup).inside < 1:
        raise WrongUse(f'The cup "{cup}" is empty.')
    return Drew(cup, unit, next_seal(record, cup))


def share(record: Record, cup: str, seal: str, keys: "Keys") -> Settled:
    """The entry with which a side takes its lock off a chit of its own, so that the other can tell the value, too. Raises
    WrongUse for one that is still in the cup."""
    found = folded(record, cup)
    if not found.chits[seal].drawn:
        raise WrongUse(_waits(seal))
    return Settled((), (_unlocked(found, [seal], keys),))


def value(record: Record, cup: str, seal: str, keys: "Keys") -> str:
    """What a chit says, to a side that may know. Raises WrongUse."""
    found = folded(record, cup)
    return found.contents[_index(record, found, found.chits[seal], keys)]


def reveal(record: Record, cup: str, seal: str, keys: "Keys") -> Opened:
    """The entry that tells everybody what a chit says, with its proof. Raises WrongUse like `value`."""
    found = folded(record, cup)
    chit = found.chits[seal]
    index = _index(record, found, chit, keys)
    proof = prove(_exponent(found, keys, chit.rounds), about_lock(found, seal, keys.side), (BASE, found.codes[index]))
    return Opened(seal, (found.contents[index],), (index.to_bytes(INDEX) + proof,))


def disclose(record: Record, cup: str, keys: "Keys") -> Opened:
    """The entry that tells everybody the locks of a side, when no chit is drawn any more."""
    factors = _factors(folded(record, cup), keys)
    return Opened(disclosure(cup, keys.side), tuple(factor.to_bytes(FACTOR).hex() for factor in factors), ())


def _waits(seal: str) -> str:
    return f'"{seal}" is allotted, and comes out of the cup when both sides have shuffled.'


def _stage(found: LockedCup, keys: "Keys", contents: bytes = b"") -> Steps:
    number, salt = len(found.stages) + 1, secrets.token_bytes(SALT)
    factor = _factor(keys, found.name, number, salt)
    # All is taken before the first step: the cup goes on when somebody asks for a later one.
    inside, kept = found.moved()
    still, base = [each.code for each in kept], found.public.get(keys.side, BASE)
    before = replace(found, digest=found.digest)
    locked = []
    for place, code in enumerate((*inside, *still)):
        locked.append(power(code, factor))
        if place % _AT_ONCE == _AT_ONCE - 1:
            yield place + 1, len(inside) + len(still)
    shuffled = locked[: len(inside)]
    secrets.SystemRandom().shuffle(shuffled)
    codes = [*shuffled, *locked[len(inside) :]]
    public = power(base, factor)
    about = about_stage(before, keys.side, salt, public, codes, number)
    first, _ = products(about, inside, still, codes)
    yield len(codes), len(codes)
    proof = prove(factor, about, (base, first))
    return Shuffled(found.name, (contents, salt, public, proof, b"".join(codes)), number)


def _unlocked(found: LockedCup, seals: list[str], keys: "Keys") -> Unlocked:
    bares: dict[str, bytes] = {}
    proofs = []
    for number, together in by_rounds(found, seals).items():
        factor = _exponent(found, keys, number)
        off = inverse(factor)
        bares |= {seal: power(found.chits[seal].drawn, off) for seal in together}
        about = about_bares(found, keys.side, number, together, [bares[seal] for seal in together])
        proofs.append(prove(factor, about, (BASE, weighed(about, [bares[seal] for seal in together]))))
    return Unlocked(found.name, tuple(seals), (b"".join(bares[seal] for seal in seals), b"".join(proofs)))


def _index(record: Record, found: LockedCup, each: Locked, keys: "Keys") -> int:
    """Which chit of the contents this is."""
    other = other_side(record, keys.side)
    if not each.drawn:
        raise WrongUse(_waits(each.chit.seal))
    if other not in each.bare:
        told_off = "the other side has to take its lock off first"
        raise WrongUse(f'What "{each.chit.seal}" says cannot be known yet: {told_off}.')
    code = power(each.bare[other], inverse(_exponent(found, keys, each.rounds)))
    if code not in found.codes:
        raise WrongUse(
            f'"{each.chit.seal}" is none of the chits of the cup "{found.name}": somebody has put a false one in. When both '
            "sides disclose their locks, it is seen who."
        )
    return found.codes.index(code)


def _exponent(found: LockedCup, keys: "Keys", rounds: int) -> int:
    return whole(_factors(found, keys)[:rounds])


def _factors(found: LockedCup, keys: "Keys") -> list[int]:
    """The locks of a side, one for each round."""
    stages = enumerate(found.stages, 1)
    return [_factor(keys, found.name, number, stage.salt) for number, stage in stages if stage.by == keys.side]


def _factor(keys: "Keys", cup: str, number: int, salt: bytes) -> int:
    return factor_of(keys.secret("lock of a cup", cup, number, salt))
