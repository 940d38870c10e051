"""What the panel Combat says, without a widget."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from app.documents.combat_kinds import ATTACK, BARRAGE, BOMBARDMENT, OVERRUN, title_of
from app.panels.charts.words import cell_text
from app.panels.words import is_word, listed, plain, result_word, tr
from core.base.amounts import amount
from core.base.counted import agreeing, counted
from core.base.errors import nearest
from core.model.box import GameBox
from core.questions.answers import reason_text
from core.rules.kernel.combat import CombatDetail, Force, Losses, result_text, total
from core.rules.operations.battle_detail import BARRED, SUPPORTS, Drawing, NearUnit
from core.rules.operations.movement_detail import Condition, OverrunDetail

JOINS = "joins"

MOST_DIGITS = 3
"""The digits of the largest strength that can be written in the place of a chit."""

MOST_ROWS = 12
"""So many units of a side are told one by one; of more the first ones, and what the others come to."""

Called = Callable[[str], str]


def role_word(unit: NearUnit, kind: str = ATTACK) -> str:
    """What a unit can do in the attack, or whatever is worked out."""
    if kind == BARRAGE:
        return tr("may not barrage") if unit.role == BARRED else tr("may barrage")
    if kind == BOMBARDMENT:
        return tr("may not bombard") if unit.role == BARRED else tr("may bombard")
    if kind == OVERRUN:
        return tr("may not overrun") if unit.role == BARRED else tr("may overrun")
    return {
        BARRED: tr("may not attack"),
        JOINS: tr("may attack with others"),
        SUPPORTS: tr("may support"),
    }.get(unit.role, tr("may attack"))


def kind_word(kind: str) -> str:
    """What a kind of combat is called where it is chosen."""
    return {OVERRUN: tr("Overrun"), BARRAGE: tr("Barrage"), BOMBARDMENT: tr("Bombardment")}.get(kind, tr("Attack"))


def title_words(kind: str, places: Iterable[str]) -> str:
    """What is worked out, and for which hexes."""
    return title_of(kind).replace("{hex}", listed(places))


def declare_word(kind: str) -> str:
    """The button that declares it."""
    others = {
        OVERRUN: tr("De&clare the overrun…"),
        BARRAGE: tr("De&clare the barrage…"),
        BOMBARDMENT: tr("De&clare the bombardment…"),
    }
    return others.get(kind, tr("De&clare the attack…"))


def resolve_word(kind: str) -> str:
    """The button that says that it is done with."""
    others = {
        OVERRUN: tr("Reso&lve the overrun"),
        BARRAGE: tr("Reso&lve the barrage"),
        BOMBARDMENT: tr("Reso&lve the bombardment"),
    }
    return others.get(kind, tr("Reso&lve the attack"))


def condition_words(condition: Condition, box: GameBox) -> str:
    """A condition of an overrun as a sentence with its rule, and whether it is not met, or nobody knows."""
    told = f"{reason_text(condition.reason, box)} [{condition.reason.rule.section}]"
    if condition.met:
        return told
    return f"{tr('Not known') if condition.met is None else tr('Not met')}: {told}"


def points_words(overrun: OverrunDetail, box: GameBox) -> str:
    """What an overrun costs a stack, the way to the hex beside the target among it."""
    if overrun.source is None:
        return ""
    told = {"spent": overrun.spent, "cost": overrun.cost, "points": overrun.spent + overrun.cost, "left": overrun.left}
    words = tr("From {hex}: {spent} to come there and {cost} for the overrun, {points} points")
    words = words if overrun.way else tr("From {hex}: {cost} points for the overrun")
    words += tr("; {left} left") if overrun.left >= 0 else ""
    values = {name: amount(value) for name, value in told.items()}
    return agreeing(words, {"points": told["points"], "cost": overrun.cost}).format(hex=box.label(overrun.source), **values)


def cup_words(name: str, cup: str) -> str:
    """A unit, and from which cup it draws."""
    return tr("{unit} ({cup}):").format(unit=name, cup=plain(cup).lower())


def written_chit(text: str, drawing: Drawing) -> str:
    """What is said of a unit, as questions take it: the name of a chit, or a strength; "" for nothing that can be meant."""
    said = text.strip()
    for name, worth in drawing.chits:
        if said.casefold() in (name.casefold(), f"{name} ({cell_text(worth)})".casefold()):
            return name
    return said if said.isdecimal() and len(said) <= MOST_DIGITS else ""


def fault_of_chit(text: str, drawing: Drawing, unknown: Iterable[str]) -> str:
    """What is wrong with what was written of a unit, with what is allowed and the nearest match; "" for what can be meant.
    `unknown` are the words of a field that says nothing."""
    said = text.strip()
    if not said or said in unknown or written_chit(said, drawing):
        return ""
    names = [name for name, _ in drawing.chits]
    words = tr("“{said}” is no chit of this cup and no strength. Allowed are {names}, or a whole number such as 5.")
    told = words.replace("{names}", ", ".join(names)).replace("{said}", said)
    # The cup goes without saying: what is nearest to the rest of a name is meant as well.
    short = {name.casefold().removeprefix(drawing.cup.casefold()).strip(): name for name in names}
    near = nearest(said, names) or short.get(nearest(said, short) or "")
    return tr("{fault} Did you mean “{near}”?").replace("{near}", near).replace("{fault}", told) if near else told


def strengths(forces: Sequence[Force]) -> str:
    """The strengths of a side as the rows of a table: each unit with all that multiplies it, and what they come to."""
    rows = []
    for force in forces:
        factors = "".join(
            f" × {cell_text(factor.value)} <small>({escape(factor.name)}, {escape(factor.rule.section)})</small>"
            for factor in force.factors
        )
        name = f"{escape(force.name)}&nbsp;&nbsp;" if force.name else ""
        whole = f"<b>{cell_text(force.strength)}</b>" if force.factors else ""
        printed = cell_text(force.printed) if force.factors else f"<b>{cell_text(force.printed)}</b>"
        rows.append(f"<tr><td>{name}</td><td>{printed}{factors}{f' = {whole}' if whole else ''}</td></tr>")
    return "".join(rows)


def both_strengths(detail: CombatDetail, kind: str = ATTACK) -> str:
    """The strengths of both sides, exact, as rich text."""
    parts = []
    attack = tr("Barrage") if kind == BARRAGE else tr("Attack")
    for title, forces in ((attack, detail.attackers), (tr("Defence"), detail.defenders)):
        if forces:
            head = f"<tr><td colspan='2'><b>{escape(title)} {cell_text(total(forces))}</b></td></tr>"
            told, others = (forces, ()) if len(forces) <= MOST_ROWS else (forces[: MOST_ROWS - 1], forces[MOST_ROWS - 1 :])
            rest = ""
            if others:
                words = escape(tr("{count} more").format(count=len(others)))
                rest = f"<tr><td>{words}&nbsp;&nbsp;</td><td><b>{cell_text(total(others))}</b></td></tr>"
            parts.append(f"<table cellspacing='0' cellpadding='1'>{head}{strengths(told)}{rest}</table>")
    return "".join(parts)


def rolled_words(rolls: Sequence[tuple[str, str]], verdict: str, losses: Losses | None) -> str:
    """What fell, what the chart says, and what that comes to where it says it in other words; a bombardment has no results of
    both sides."""
    text = result_text(losses) if losses is not None else verdict
    # What tables of fire from afar print as a number are steps.
    result = counted(int(verdict), tr("step")) if verdict.isdecimal() else result_word(verdict)
    if text != verdict:
        result = f"{text} ({result})" if is_word(verdict) else f"{result} ({text})"
    if not rolls:
        return tr("Without a roll: {result}").format(result=result)
    fell = rolls[0][1] if len(rolls) == 1 else ", ".join(f"{name} {roll}" for name, roll in rolls)
    return tr("Roll {roll}: {result}").format(roll=fell, result=result)
