"""Command: the size of op sheets, their weighted turns, and what must be rolled [TCS 4.01 6.9, 6.13d, 6.14]."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.model.charts import NEVER
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted, NotInChart, number_in
from core.rules.kernel.forces import Forces
from core.rules.kernel.orders_detail import ENOUGH_FROM
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.forms import PART_OF_FORMATION
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import (
    answer,
    at_least,
    checked,
    flag,
    is_on,
    least,
    needed_to_roll,
    roll_table,
    step,
    whole,
)

PREP, TURNS, WEIGHTS = "tcs.command_prep", "tcs.command_prep_turns", "tcs.command_prep_weights"
PREPARED_DEFENSE, ATTACK, HASTY_DEFENSE, MOVE = "Prepared Defense", "Attack", "Hasty Defense", "Move"
RATING = "command.rating"
TYPES = (PREPARED_DEFENSE, ATTACK, HASTY_DEFENSE, MOVE)
"""Types of sheets, the highest first. [TCS 4.01 6.6]"""

OF_RESERVES = (ATTACK, HASTY_DEFENSE, MOVE)
"""Orders that reserves can get. [TCS 4.01 6.14b]"""

UNASSIGNED, ASSIGNED, PRELIMINARY, ON_MOVE = "unassigned", "assigned", "preliminary", "move sheet"
IMPLEMENTED, FAILS, TOO_EARLY, PASSES = "implemented", "fails", "too early", "passes"
ALL_OF_IT = "whole"
"""The word behind a formation all of which is on a sheet."""


def sheet_size(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """How many elements a sheet has, less the staff modifier, by the names of its parts. [TCS 4.01 6.9b, 6.9c]"""
    names: dict[str, bool] = {}
    for text in given.get("formations", ()):
        *words, last = text.split()
        is_whole = last.casefold() == ALL_OF_IT
        if is_whole and not words:
            raise WrongUse(f'formations: "{text}" names no formation; write one before it, as in 1-123 whole.')
        name = " ".join(words if is_whole else (*words, last)).casefold()
        names[name] = names.get(name, False) or is_whole
    return size_of(case, names, tuple(given.get("others", ())))


def size_of(case: Tables, parts: Mapping[str, bool], others: Sequence[str] = ()) -> Ruling:
    """How many elements a sheet has, less the staff modifier. [TCS 4.01 6.9b, 6.9c]

    `parts` are the formations with a morale of their own that have units on it, and whether all that is left of a battalion is
    among them; `others` are units of no such formation.
    """
    refuse_without_command(case)
    elements, has_whole = len(parts), any(parts.values())
    one_alone = elements == 1 and not others and not has_whole
    staff = has_whole or (one_alone and case.choices.get("staff.modifier") == "one_battalion")
    size = elements - staff
    said = [step(case, "6.9b", "Formations with a battalion or vehicle morale: {elements}", elements=elements)]
    if others:
        said.append(step(case, "6.9b", "Without such a formation, and not counted: {others}", others=", ".join(others)))
    template = "A whole battalion is on the sheet: −1" if has_whole else "All units are of one battalion: −1"
    said.append(step(case, "6.9c", template if staff else "No whole battalion is on the sheet: no staff modifier"))
    if one_alone:
        other = "whole_battalion" if staff else "one_battalion"
        said.append(reading_reason(case, "staff.modifier", other, f"size {elements - (not staff)}"))
    facts: dict[str, Number | str] = {"elements": elements, "staff": -int(staff), "size": size}
    return answer(case, Consulted(case.charts), "command.size", READ, size, said, facts)


def weighted_turns(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The weighted turns that a sheet gains in a turn: the worst condition of its units counts. [TCS 4.01 6.9d, 6.9e, 26.1a]"""
    refuse_without_command(case)
    consulted = Consulted(case.charts)
    units, night, fired = given["units"], is_on(given, "night"), is_on(given, "fired")
    triple = is_on(given, "vehicles") and given.get("type") != PREPARED_DEFENSE
    column = "vehicles alone" if triple else "any"
    said = []
    if is_on(given, "vehicles"):
        template = (
            "Vehicles alone: three times as much" if triple else "A Prepared Defense gains nothing by being vehicles alone"
        )
        said.append(step(case, "6.9e", template))
    as_unassigned = case.choices.get("weighted_turns.move_sheets") != "two"
    rows = ["all unassigned" if units == UNASSIGNED or (units == ON_MOVE and as_unassigned) else "assigned or preliminary"]
    rows += ["night"] * night + ["fired or fired upon"] * fired
    sections = {"night": "26.1a"}
    gains = {row: consulted.number(WEIGHTS, row, column) for row in rows}
    gain = min(gains.values())
    for row, value in gains.items():
        said.append(step(case, sections.get(row, "6.9d"), "{row}: {value}", row=row.capitalize(), value=value))
    if len(gains) > 1:
        said.append(step(case, "6.9d", "The worst condition counts: {gain}", gain=gain))
    if units == ON_MOVE:
        swapped = "assigned or preliminary" if as_unassigned else "all unassigned"
        chart = consulted.book.chart(WEIGHTS)
        other = min([number_in(chart, swapped, column), *(gains[row] for row in rows[1:])])
        if other != gain:
            choice = "two" if as_unassigned else "three"
            said.append(reading_reason(case, "weighted_turns.move_sheets", choice, f"{other} weighted turns"))
    turns, before = least("turns", given.get("turns", 1), 0) or 0, least("before", given.get("before", 0), 0) or 0
    total = before + gain * turns
    if turns != 1 or before:
        said.append(
            step(case, "6.9d", "{before} before, {turns} × {gain}: {total}", before=before, turns=turns, gain=gain, total=total)
        )
    return answer(case, consulted, "command.turns", READ, total, said, {"each_turn": gain, "weighted_turns": total})


def preparation(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What must be rolled for a sheet; the same roll serves preliminary instructions, if it has any. [TCS 4.01 6.9f, 6.14a]"""
    refuse_without_command(case)
    consulted = Consulted(case.charts)
    turns, size = least("turns", given["turns"], 0), least("size", given["size"], 0) or 0
    rating = _rating(case, given)
    row = rating + size
    said = [step(case, "6.9f", "Command prep rating {rating} and size {size}: row {row}", rating=rating, size=size, row=row)]
    roll = checked("roll", given.get("roll"), consulted.book.chart(PREP).dice)
    facts: dict[str, Number | str] = {"row": row}
    tables: list[ChartDetail] = []
    passed: dict[str, bool] = {}
    chart = consulted.book.chart(PREP)
    kinds = {"": given["type"]} | ({"preliminary_": MOVE} if is_on(given, "preliminary") else {})
    for prefix, kind in kinds.items():
        found = _column(consulted, kind, turns or 0)
        if found is None:
            said.append(step(case, "6.9f", "{kind}: {turns} weighted turns reach no column yet", kind=kind, turns=turns))
            passed[prefix] = False
            continue
        column, heading = found
        needed = needed_to_roll(consulted.cell(PREP, row, column))
        shown: Number | str = NEVER if needed is None else needed
        facts |= {f"{prefix}column": heading, f"{prefix}needed": shown, f"{prefix}chance": at_least(chart.dice, needed)}
        template = "{kind}, {turns} weighted turns: column of {column}, {needed} or more"
        if needed is None:
            template = "{kind}, {turns} weighted turns: column of {column}, no roll is enough"
        said.append(step(case, "6.14a" if prefix else "6.9f", template, kind=kind, turns=turns, column=heading, needed=shown))
        passed[prefix] = needed is not None and roll is not None and roll >= needed
        tables.append(roll_table(chart, needed, roll, str(row), column))
    if not can_pass(facts):
        facts[ENOUGH_FROM], reason = _enough_from(case, kinds.values(), row, turns or 0)
        said.append(reason)
    verdict = READ if tables else TOO_EARLY
    if roll is not None and tables:
        verdict = IMPLEMENTED if passed[""] else PRELIMINARY if passed.get("preliminary_") else FAILS
        outcomes = {
            IMPLEMENTED: "A roll of {roll}: the sheet is implemented",
            PRELIMINARY: "A roll of {roll}: only the preliminary instructions come into force",
            FAILS: "A roll of {roll}: nothing comes into force",
        }
        said.append(step(case, "6.14a" if "preliminary_" in kinds else "6.9f", outcomes[verdict], roll=roll))
    return answer(case, consulted, "command.prep", verdict, facts.get("needed"), said, facts, tuple(tables))


def can_pass(facts: Mapping[str, Number | str]) -> bool:
    """Whether any roll for a sheet, for its preliminary instructions alone, or for a check is enough. [TCS 4.01 6.9f, 6.14d]"""
    return any(facts.get(name) for name in ("chance", "preliminary_chance"))


def _enough_from(case: Tables, kinds: Iterable[str], row: int, turns: int) -> tuple[int | str, Reason]:
    """The least weighted turns with which a roll is enough for one of some types; NEVER where none are. [TCS 4.01 6.9f]"""
    first = min((at for kind in kinds for at, needed in columns_of(case, kind, row) if needed is not None), default=None)
    if first is None:
        template = "No roll is enough in row {row}, however many weighted turns there are"
        return NEVER, step(case, "6.9f", template, row=row)
    template = "No roll is enough with fewer than {first} weighted turns; still missing: {missing}"
    return first, step(case, "6.9f", template, first=first, missing=first - turns)


def _column(consulted: Consulted, kind: str, turns: int) -> tuple[str, Fraction] | None:
    """The last column that weighted turns reach, and what it asks for; None before the first. [TCS 4.01 6.9f]"""
    chart = consulted.book.chart(TURNS)
    reached = [label for label in chart.columns.labels if _reaches(consulted, kind, label, turns)]
    return (reached[-1], consulted.number(TURNS, kind, reached[-1])) if reached else None


def highest(types: Iterable[str]) -> str:
    """The highest of some types of missions, "" where there is none. [TCS 4.01 6.6]"""
    known = [each for each in types if each in TYPES]
    return min(known, key=TYPES.index) if known else ""


def columns_of(case: Tables, kind: str, row: int) -> tuple[tuple[int, int | None], ...]:
    """The weighted turns with which a type of sheet reaches each column, and the least roll that is enough there in a row, None
    where none is; nothing for a type that the table does not have. [TCS 4.01 6.9f]"""
    consulted = Consulted(case.charts)
    chart = consulted.book.chart(TURNS)
    if kind not in chart.rows.labels:
        return ()
    found = []
    for label in chart.columns.labels:
        needed = needed_to_roll(consulted.cell(PREP, row, label))
        found.append((int(consulted.number(TURNS, kind, label)), None if needed is None else int(needed)))
    return tuple(found)


def _reaches(consulted: Consulted, kind: str, label: str, turns: int) -> bool:
    try:
        return number_in(consulted.book.chart(TURNS), kind, label) <= turns
    except NotInChart:
        return False


def units_added(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What units added to a sheet that is not in force leave of its weighted turns. [TCS 4.01 6.13d]"""
    refuse_without_command(case)
    old, new, turns = given["elements"], given["elements"] + given["added"], given["turns"]
    for name, value in (("elements", old), ("added", given["added"]), ("turns", turns)):
        least(name, value, 0)
    if not new:
        raise WrongUse("elements, added: a sheet without any element has no size to compare.")
    ratio = Fraction(old, new)
    left = whole(case, turns * ratio)
    size = new - is_on(given, "staff")
    said = (
        step(
            case,
            "6.13d",
            "Elements {old} before, {new} now, without the staff modifier: {turns} × {ratio} = {exact}, rounded {left}",
            old=old,
            new=new,
            turns=turns,
            ratio=ratio,
            exact=turns * ratio,
            left=left,
        ),
        step(case, "6.9c", "New size: {size}", size=size),
    )
    facts: dict[str, Number | str] = {"ratio": str(ratio), "weighted_turns": left, "size": size}
    return answer(case, Consulted(case.charts), "command.change", READ, left, said, facts)


def reserve(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether a reserve is committed, or an alternate taken: one die, the rating or more. [TCS 4.01 6.14d]"""
    refuse_without_command(case)
    rating = _rating(case, given)
    roll = checked("roll", given.get("roll"), "d6")
    chance = at_least("d6", rating)
    said = [step(case, "6.14d", "One die, {rating} or more: {chance}", rating=rating, chance=chance)]
    if not chance:
        said.append(never_passes(case, rating))
    verdict = READ
    if roll is not None:
        verdict = PASSES if roll >= rating else FAILS
        said.append(step(case, "6.14d", "A roll of {roll} {verdict}", roll=roll, verdict=verdict))
    facts: dict[str, Number | str] = {"needed": rating, "chance": chance}
    if not chance:
        facts[ENOUGH_FROM] = NEVER
    return answer(case, Consulted(case.charts), "command.reserve", verdict, rating, said, facts)


def never_passes(case: Tables, rating: int) -> Reason:
    """That no die roll check of a side can pass. [TCS 4.01 6.14d]"""
    template = "A rating of {rating} can never pass; such a side has neither reserves nor alternates"
    return step(case, "6.14d", template, rating=rating)


def _rating(case: Tables, given: Mapping[str, Any]) -> int:
    """The command prep rating asked about, else the one that the box has for both sides. Raises WrongUse. [TCS 4.01 6.9a]"""
    rating = given.get("rating")
    held = case.choices.get(RATING, "")
    if rating is None and held.isdecimal():
        rating = int(held)
    if rating is None:
        raise WrongUse("rating: the command prep rating of the side is needed; the box gives no single one (6.9a).")
    return least("rating", rating, 1) or 1


def rating_of(case: Tables, forces: Forces, side: str) -> int | None:
    """The Command Prep Rating of a side: what the order of battle prints, else what the box gives to both; None where neither
    says one. [TCS 4.01 6.9a]"""
    found = forces.oob.side(side)
    printed = found.values.get(RATING) if found is not None else None
    held = case.choices.get(RATING, "")
    if isinstance(printed, int):
        return printed
    return int(held) if held.isdecimal() else None


def refuse_without_command(case: Tables) -> None:
    """Raises WrongUse where the command rules are left out. [TCS 4.01 6.1]"""
    if case.choices.get("command.play") == "without":
        raise WrongUse("By the options of the box the command rules are not used (6.1).")


_RATING = Parameter("rating", "whole", "command prep rating of the side (6.9a); the box's, if it has one for both", least=1)
_TYPE = Parameter("type", "choice", "type of the sheet; its highest, where it has several (6.6)", required=True, choices=TYPES)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "command.size",
        "the size of an op sheet: its elements, less the staff modifier",
        "6.9b, 6.9c",
        (
            Parameter(
                "formations",
                "texts",
                "formation of each part that has a battalion or vehicle morale; with the word whole behind it where all of it "
                "that is left is on the sheet, as in 1-123 whole, A-58",
                form=PART_OF_FORMATION,
            ),
            Parameter("others", "texts", "units of no such formation, which do not count"),
        ),
        at_once(sheet_size),
        title="Size of an op sheet",
    ),
    Question(
        "command.turns",
        "the weighted turns that an op sheet gains",
        "6.9d, 6.9e, 26.1a",
        (
            Parameter(
                "units",
                "choice",
                "state of its units: all unassigned, any assigned, any on preliminary instructions, all "
                "unassigned but for some on a Move sheet or on their way to what they defend",
                required=True,
                choices=(UNASSIGNED, ASSIGNED, PRELIMINARY, ON_MOVE),
            ),
            flag("fired", "whether any of them fired or was fired upon in the turn before"),
            flag("night", "whether it is a night turn"),
            flag("vehicles", "whether the sheet consists of vehicles alone, carriers not among them"),
            Parameter("type", "choice", "type of the sheet", choices=TYPES),
            Parameter("turns", "whole", "turns that pass so; one without it", least=0),
            Parameter("before", "whole", "weighted turns that it had before", least=0),
        ),
        at_once(weighted_turns),
        title="Weighted turns",
    ),
    Question(
        "command.prep",
        "what must be rolled to implement an op sheet, or the preliminary instructions that it has",
        "6.9f, 6.14a",
        (
            _TYPE,
            Parameter("turns", "whole", "its weighted turns", required=True, least=0),
            Parameter("size", "whole", "its size, less the staff modifier", required=True, least=0),
            _RATING,
            flag("preliminary", "whether it has preliminary instructions, which the same roll may bring into force (6.14a)"),
            Parameter("roll", "whole", "the roll, 11 to 66"),
        ),
        at_once(preparation),
        title="Command prep roll",
    ),
    Question(
        "command.change",
        "what units added to an op sheet that is not in force leave of its weighted turns",
        "6.13d",
        (
            Parameter("elements", "whole", "its elements before, without the staff modifier", required=True, least=0),
            Parameter("added", "whole", "elements added", required=True, least=0),
            Parameter("turns", "whole", "its weighted turns", required=True, least=0),
            flag("staff", "whether a whole battalion is on it"),
        ),
        at_once(units_added),
        title="Units added to a sheet",
    ),
    Question(
        "command.reserve",
        "the die that commits a reserve or takes an alternate",
        "6.14d",
        (_RATING, Parameter("roll", "whole", "the roll of one die")),
        at_once(reserve),
        title="Committing a reserve",
    ),
)
