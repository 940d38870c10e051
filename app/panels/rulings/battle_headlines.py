"""The verdicts of questions about a combat on the map as headlines: who may attack, losses, retreats, advances."""

from app.panels.rulings.told import Headline, calculated
from app.panels.words import tr
from core.base.counted import agreeing
from core.model.box import GameBox
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import AdvanceDetail, AttackersDetail, LossesDetail, RetreatDetail

BARRED = "no"


def battle_headline(ruling: Ruling, box: GameBox) -> Headline:
    """The verdict of such a ruling in words; of others of the same name what they calculate."""
    match ruling.detail:
        case AttackersDetail():
            return _attackers(ruling.detail, box)
        case LossesDetail():
            return _losses(ruling, ruling.detail)
        case RetreatDetail():
            return _retreat(ruling, ruling.detail, box)
        case AdvanceDetail():
            return _advance(ruling, ruling.detail, box)
        case _:
            return calculated(ruling)


def _attackers(detail: AttackersDetail, box: GameBox) -> Headline:
    able = sum(each.role != BARRED for each in detail.units)
    where = tr("attack on {hex}").format(hex=box.label(detail.hex))
    if not detail.defenders:
        return Headline("blocked", tr("Nobody is there to be attacked"), where)
    title = _counted(tr("{count} units may take part"), able) if able else tr("Nobody may attack")
    barred = len(detail.units) - able
    others = [_counted(tr("{count} units near may not"), barred)] if barred else []
    return Headline("clear" if able else "blocked", title, " · ".join((where, *others)))


def _losses(ruling: Ruling, detail: LossesDetail) -> Headline:
    side = tr("attackers") if detail.side == "attacker" else tr("defenders")
    if ruling.verdict == "prohibited":
        return Headline("blocked", tr("This choice breaks a rule"), side)
    lost = tr("{count} steps are lost").format(count=detail.steps) if detail.steps else tr("No step is lost")
    lost = tr("1 step is lost") if detail.steps == 1 else lost
    parts = [side, _counted(tr("{count} legal choices"), detail.count)]
    if ruling.verdict == "all":
        parts.append(tr("nothing is left"))
    if detail.picks == "enemy":
        parts.append(tr("the enemy picks who loses the first step"))
    return Headline("dice", lost, " · ".join(parts))


def _retreat(ruling: Ruling, detail: RetreatDetail, box: GameBox) -> Headline:
    where = tr("from {hex}").format(hex=box.label(detail.start))
    count = ruling.value if isinstance(ruling.value, int) else 0
    parts = [where, _counted(tr("{count} legal ways"), count)]
    match ruling.verdict:
        case "stays":
            return Headline("clear", tr("Nobody has to retreat"), where)
        case "prohibited":
            return Headline("blocked", tr("This way breaks a rule"), where)
        case "legal":
            return Headline("clear", tr("This way is legal"), where)
        case "blocked":
            title, sign = tr("The retreat is blocked"), "blocked"
        case "losses":
            title, sign = tr("Every way costs steps"), "dice"
        case _:
            title, sign = tr("A way is free"), "clear"
    fewest = min((option.steps for option in detail.options[:1]), default=0)
    if fewest:
        parts.append(_counted(tr("{count} steps lost at least"), fewest))
    if not detail.supply:
        parts.append(tr("no source of supply is known"))
    return Headline(sign, title, " · ".join(parts))


def _advance(ruling: Ruling, detail: AdvanceDetail, box: GameBox) -> Headline:
    where = tr("into {hex}").format(hex=box.label(detail.target))
    if ruling.verdict == "occupied":
        return Headline("blocked", tr("The hex is not empty yet"), where)
    going = sum(bool(each.hexes) for each in detail.units)
    if not going:
        return Headline("blocked", tr("Nobody advances"), where)
    template = tr("{count} units must advance") if detail.must else tr("{count} units may advance")
    hexes = _counted(tr("{count} hexes in all"), ruling.value if isinstance(ruling.value, int) else 0)
    return Headline("clear", _counted(template, going), " · ".join((where, hexes)))


def _counted(template: str, count: int) -> str:
    return agreeing(template, {"count": count}).format(count=count)
