"""Commands about op sheets: they are read, drawn up, prepared, rolled for, and what can be done with them is done.

steps, prepare, ask --> a ruling with numbered proposals --> take NUMBER --> an entry that names its roll

By mail a roll is declared in the open by words that tell no sheet; which it is for is sealed before.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse, did_you_mean
from core.model.edits.edit import Edit
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet, begun_sheet
from core.model.organization import gathered_at, held_back, put_on, taken_off, with_group
from core.model.state import Declared
from core.play import pledges
from core.play.dice import typed_value
from core.play.driving import Command, Desk, Said, Words, pairs, whole
from core.play.driving_procedures import taken
from core.play.events import Entry
from core.play.order_rolls import OrderRolls
from core.play.others import writes_for
from core.play.proposed import do_proposed, side_of
from core.play.sealed_sheets import naming_in, sheet_text
from core.play.sheet_texts import sheet_content
from core.questions.sentences import fill
from core.rules.kernel.orders_detail import DICE, ENOUGH_FROM, said_before
from core.rules.kernel.rulings import Ruling

STEPS = "opsheet.steps"
"""What is asked of sheets and their units."""

TYPES = "command.prep", "type"
"""The question and its parameter whose words are the types of sheets."""

PIPS = "dice"
"""The word before what real dice showed, as in dice=43."""


# Looking ------------------------------------------------------------------------------------------------------------------


def _sheets(desk: Desk, words: Words) -> Said:
    sheets = sorted(desk.view.orders().values(), key=lambda each: (each.turn, each.id))
    if words:
        sheet = _named(desk, " ".join(words))
        text = sheet_text(sheet_content(sheet), naming_in(desk.box, desk.session.record.began.units))
        return Said((_line(desk, sheet), *text.splitlines()), {"sheets": [_told(sheet)], "text": text})
    lines = tuple(_line(desk, each) for each in sheets)
    return Said(lines or ("No op sheet is seen.",), {"sheets": [_told(each) for each in sheets]})


def _line(desk: Desk, sheet: OpSheet) -> str:
    turns = [counted(sheet.turns, "weighted turn")] if sheet.in_preparation else []
    return f"{sheet.id}: {', '.join([desk.session.title(sheet.side), sheet.type or 'no type yet', sheet.status, *turns])}"


def _told(sheet: OpSheet) -> dict[str, Any]:
    return {
        "id": sheet.id,
        "side": sheet.side,
        "type": sheet.type,
        "status": sheet.status,
        "turns": sheet.turns,
        "units": list(sheet.units),
    }


def _named(desk: Desk, word: str) -> OpSheet:
    """The sheet that is meant, of those that are seen. Raises WrongUse."""
    sheets = desk.view.orders()
    found = sheets.get(word) or next((each for id_, each in sheets.items() if id_.casefold() == word.casefold()), None)
    if found is None:
        raise WrongUse(f'There is no op sheet "{word}", or it is out of sight.{did_you_mean(word, sheets)}')
    return found


def _who(desk: Desk, word: str) -> str:
    """The unit or formation that a word means. Raises WrongUse."""
    folded, formations = word.casefold(), desk.box.oob.formations
    found = [each.id for each in formations if folded in (each.id.casefold(), each.name.casefold())]
    return found[0] if len(found) == 1 or word in found else desk.unit(word)


# Writing ------------------------------------------------------------------------------------------------------------------


def _draw_up(desk: Desk, words: Words) -> Said:
    name, type_, units = words[0], _type(desk, words[1]), tuple(_who(desk, word) for word in words[2:])
    oob, state = desk.box.oob, desk.session.state
    if name in desk.view.orders():
        raise WrongUse(f'There is an op sheet "{name}" already.')
    sides = {counter.side for id_ in oob.counters_meant(units) if (counter := oob.counter(id_)) is not None}
    if len(sides) != 1 or (desk.side and desk.side not in sides):
        raise WrongUse("An op sheet has units of one side, and of the one that sits here.")
    choices = desk.ruleset.choices(desk.session.record.began.options) if desk.ruleset is not None else {}
    line = desk.play.as_lines(choices)
    sheet = begun_sheet(name, sides.pop(), type_, tuple(dict.fromkeys(units)), state.moment.turn, line)
    return desk.do(ChangeOrders("Write an op sheet", {name: sheet}))


def _type(desk: Desk, word: str) -> str:
    question, parameter = TYPES
    found = desk.asked().system.questions.get(question)
    if found is None:
        raise WrongUse("The rules of this series know no op sheets.")
    types = next(each.choices for each in found.parameters if each.name == parameter)
    meant = next((each for each in types if each.casefold() == word.casefold()), None)
    if meant is None:
        raise WrongUse(f'"{word}" is no type of op sheets.{did_you_mean(word, types)}')
    return meant


Writes = Callable[[Desk, OpSheet, Words], OpSheet]


def _text(field: str) -> Writes:
    return lambda desk, sheet, words: replace(sheet, **{field: " ".join(words)})  # type: ignore[arg-type]


def _all_of(desk: Desk, words: Words) -> tuple[str, ...]:
    return tuple(_who(desk, word) for word in words)


def _rally(desk: Desk, sheet: OpSheet, words: Words) -> OpSheet:
    *named, place = words
    if not named:
        raise WrongUse("Say who gathers, and where: rally UNIT… PLACE.")
    return gathered_at(sheet, _all_of(desk, named), None if place == "-" else desk.hex(place))


def _group(desk: Desk, sheet: OpSheet, words: Words) -> OpSheet:
    name, *named = words
    if not named or any(each.name.casefold() == name.casefold() for each in sheet.groups):
        raise WrongUse(f'Name a group that there is not yet, and its units: group NAME UNIT…, not "{name}".')
    made = with_group(desk.box.oob, sheet, _all_of(desk, named))
    return replace(made, groups=(*made.groups[:-1], replace(made.groups[-1], name=name)))


PARTS: Mapping[str, Writes] = MappingProxyType(
    {
        "note": _text("note"),
        "preliminary": _text("preliminary"),
        "failure": _text("failure"),
        "time": _text("time"),
        "set": _text("set"),
        "type": lambda desk, sheet, words: replace(sheet, type=_type(desk, " ".join(words))),
        "units": lambda desk, sheet, words: put_on(desk.box.oob, sheet, _all_of(desk, words)),
        "off": lambda desk, sheet, words: taken_off(desk.box.oob, sheet, _all_of(desk, words)),
        "reserve": lambda desk, sheet, words: held_back(desk.box.oob, sheet, _all_of(desk, words), held=True),
        "group": _group,
        "rally": _rally,
    }
)
"""What can be written on a sheet, with what does it."""


def _write_on(desk: Desk, words: Words) -> Said:
    sheet, part = _named(desk, words[0]), words[1]
    if part not in PARTS:
        raise WrongUse(f'No part of an op sheet is called "{part}".{did_you_mean(part, PARTS)}')
    return desk.do(ChangeOrders("Write on an op sheet", {sheet.id: PARTS[part](desk, sheet, words[2:])}))


def _throw_away(desk: Desk, words: Words) -> Said:
    return desk.do(ChangeOrders("Throw an op sheet away", {_named(desk, " ".join(words)).id: None}))


# Steps --------------------------------------------------------------------------------------------------------------------


def _steps(desk: Desk, words: Words) -> Said:
    if not words:
        return desk.propose(_asked(desk, None, (), None))
    sheet, units = _named(desk, words[0]), _all_of(desk, words[1:])
    fell = _rolls(desk, sheet, units).fallen()
    return desk.propose(_asked(desk, sheet, units, fell.roll if fell else None), fell.number if fell else 0)


def _rolls(desk: Desk, sheet: OpSheet, units: tuple[str, ...]) -> OrderRolls:
    return OrderRolls(desk.session, desk.box, desk.writes, sheet, units)


def _asked(desk: Desk, sheet: OpSheet | None, units: tuple[str, ...], roll: int | None) -> Ruling:
    from core.questions.catalogue import ask

    given: dict[str, Any] = {"side": desk.side} if sheet is None and desk.side else {}
    given |= {"sheet": sheet.id, "units": list(units)} if sheet is not None else {}
    given |= {"roll": roll} if roll is not None else {}
    return ask(STEPS, desk.asked(), **given)


def _prepare(desk: Desk, words: Words) -> Said:
    given = pairs(word for word in words[1:] if word.startswith(f"{PIPS}="))
    sheet = _named(desk, words[0])
    units = _all_of(desk, [word for word in words[1:] if not word.startswith(f"{PIPS}=")])
    ruling = _asked(desk, sheet, units, None)
    dice = str(ruling.detail.facts.get(DICE, ""))
    if ENOUGH_FROM in ruling.detail.facts:
        last = said_before(ruling)[-1]
        why = fill(last.template, last.values, desk.box)
        raise WrongUse(f"Nothing is rolled for {sheet.id} now. {why} ({last.rule.section}).")
    if not dice:
        raise WrongUse(f"Nothing is rolled for {sheet.id} now; a sheet in force and its units have other steps.")
    if desk.session.by_mail:
        return _declared(desk, sheet, units, dice)
    purpose, by = _rolls(desk, sheet, units).purpose, desk.side or sheet.side
    if given:
        said = desk.add(typed_value(dice, given[PIPS], purpose), by)
    else:
        said = desk.told(desk.session.roll(dice, by, purpose))
    return said + _steps(desk, [words[0], *units])


def _declared(desk: Desk, sheet: OpSheet, units: tuple[str, ...], dice: str) -> Said:
    """Says under seal what a roll is for, and declares it in the open."""
    side, session = desk.owner, desk.session
    keys = desk.secret_of(side)
    purpose, meant = _rolls(desk, sheet, units).to_declare(dice, side)
    said = desk.told(session.add(meant, side)) if meant is not None else Said()
    return said + desk.add(pledges.declare(keys, session.record, [(dice, purpose)]), side)


def _take(desk: Desk, words: Words) -> Said:
    number = whole(words[0], "a proposal")
    if not 1 <= number <= len(desk.proposals):
        raise WrongUse(" ".join((f'There is no proposal {number}; "steps" and "ask" list what can be done.', *desk.left_to)))
    desk.stands()
    proposal = desk.proposals[number - 1]
    if held := [unit for unit in proposal.chits if unit in desk.session.state.held]:
        raise WrongUse(f"Their chits go back into the cup first, by put-back: {', '.join(held)}.")
    sheets, because = desk.view.orders(), desk.because
    before, answers = desk.session.state.owed, desk.asking.owed if desk.asking is not None else None
    owner = ""
    if not desk.side and not desk.session.by_mail:
        owner = side_of(desk.box.oob, sheets.values(), proposal) or (answers.side if answers is not None else "")
    written: list[Entry] = []

    def do(edit: Edit, counts: Declared | None) -> Entry | None:
        if desk.side and (strange := writes_for(edit, desk.view.eyes)):
            raise WrongUse(f"What {desk.session.title(strange)} orders its own player writes.")
        # The rules propose it, whose units they may be.
        entry = desk.session.do(edit, owner or desk.by, because, writes=desk.writes, counts=counts)
        written.extend([entry] if entry is not None else [])
        return entry

    do_proposed(desk.session, desk.box, proposal, do, written.append, answers, lambda: desk.course)
    return taken(desk, written, before)


ORDERS = (
    Command("sheets", 0, "[NAME]", "the op sheets that are seen, or all that one says", _sheets),
    Command("draw-up", 3, "NAME TYPE UNIT…", "draw up an op sheet for units and formations", _draw_up),
    Command(
        "write-on", 3, "NAME PART WORDS…", f"write on an op sheet; the part is {', '.join(PARTS)}; a dash for no hex", _write_on
    ),
    Command("throw-away", 1, "NAME", "throw an op sheet away", _throw_away),
    Command("steps", 0, "[NAME [UNIT…]]", "what can be done with all op sheets, with one, or with units of it", _steps),
    Command("prepare", 1, "NAME [UNIT…] [dice=PIPS]", "roll for an op sheet, or for what units of it wait for", _prepare),
    Command("take", 1, "NUMBER", "do what the last answer proposed, by its number", _take),
)
"""The commands about op sheets."""
