"""Commands about attacks: they are declared, and resolved."""

from collections.abc import Iterator, Sequence

from core.base.errors import WrongUse, did_you_mean
from core.model.deployment import Spot
from core.play import attacking
from core.play.declaring import declared
from core.play.driving import Command, Desk, Said, Words, whole
from core.play.session import Barrier, NeedsReason
from core.questions.sentences import fill
from core.rules.kernel.rulings import Reason

ALL_DECLARED = "all"
"""The word for all that is declared, where one of it could be numbered."""


def _declare(desk: Desk, words: Words) -> Said:
    kinds = desk.play.declared
    if "against" not in words:
        raise WrongUse(f'Say against what: "declare {next(iter(kinds), "attack")} UNIT… against HEX…".')
    if kinds and words[0] not in kinds:
        known = ", ".join(f'"{each}"' for each in kinds)
        raise WrongUse(f'No "{words[0]}" is declared in this series, but {known}.{did_you_mean(words[0], kinds)}')
    at = words.index("against")
    against = [desk.spot(word) for word in words[at + 1 :]]
    units, side, what = desk.units(words[1:at]), desk.owner, words[0]
    # What cannot be declared at all is told before anything is asked.
    declared(desk.session.record.began.units, desk.session.state, side, units, against, what)
    reasons = list(_against_it(desk, units, against, side, what))
    if not reasons:
        return desk.told(desk.session.declare(units, against, side, what))
    if not desk.why:
        sentences = (f"{fill(each.template, each.values, desk.box)} [{each.rule}]." for each in reasons)
        barriers = [Barrier(desk.session.number, each) for each in sentences]
        raise NeedsReason(barriers, f'{attacking.ASKS} because "WHY" declare {" ".join(words)}')
    note = desk.session.note(attacking.noted(desk.why, desk.play.title_of(what), reasons), side, why=True)
    return desk.told(note) + desk.told(desk.session.declare(units, against, side, what, note.number))


def _against_it(desk: Desk, units: Sequence[str], against: Sequence[Spot], side: str, what: str) -> Iterator[Reason]:
    """What the rules say against an attack, as far as they are there to be asked."""
    if desk.game is None or desk.ruleset is None:
        return
    from core.questions.catalogue import ask as ask_rules

    yield from attacking.against_phase(desk.course, desk.ruleset, desk.session.state, side, what)
    asked, known = desk.asked(), desk.session.record.began.units
    for question, given in attacking.questions(desk.session, side, units, against, what, desk.label):
        if question in asked.system.questions:
            try:
                ruling = ask_rules(question, asked, **given)
            except WrongUse:
                # What the rules cannot be asked, such as about a hex that the map has no more, stands against nothing.
                continue
            yield from attacking.against_it(ruling, known, units)


def _resolve(desk: Desk, words: Words) -> Said:
    held = desk.session.state.declared
    if not held:
        raise WrongUse("Nothing is declared.")
    done = held
    if words and words[0] != ALL_DECLARED:
        number = whole(words[0], "what is declared")
        done = held[number - 1 : number] if number > 0 else ()
        if not done:
            raise WrongUse(f"Nothing declared has the number {number}; there are {len(held)}.")
    last = desk.session.number
    desk.session.resolve(done, desk.by, " ".join(words[1:]))
    told = [desk.told(desk.session.entry(at)) for at in range(last + 1, desk.session.number + 1)]
    return sum(told, Said())


ATTACKS = (
    Command(
        "declare",
        4,
        "WHAT UNIT… against PLACE…",
        "announce an attack, an overrun, …; under Fog of War it is made then",
        _declare,
    ),
    Command("resolve", 0, "[NUMBER|all] [WHY…]", "an attack that was declared is done with; why where no dice fell", _resolve),
)
"""The commands about attacks."""
