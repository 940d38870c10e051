"""The verdict of a ruling of the operational series in a few words, for the window and the command line alike.

Each verdict has its words here. What units are called, and the language, are said by those who show them: sentences with their
gaps go through `said`, words of rulesets through `term`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import percent
from core.model.box import GameBox
from core.questions.sentences import fill
from core.rules.kernel.acts_detail import ActsDetail
from core.rules.kernel.combat import NO_RESULT, CombatDetail, Facts
from core.rules.kernel.formations_detail import FormationsDetail
from core.rules.kernel.looks import name_of
from core.rules.kernel.parameters import in_words
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.kernel.watch_detail import WatchDetail
from core.rules.operations.battle_detail import AdvanceDetail, AttackersDetail, LossesDetail, RetreatDetail
from core.rules.operations.movement_detail import IGNORED, OntoDetail, OverrunDetail, RangeDetail, ZonesDetail
from core.rules.operations.supply_detail import SupplyDetail

MOST_NAMED = 2
"""So many units a headline names."""

BARRED = "no"
"""The role of a unit near a hex that can do nothing against it."""

PROHIBITED, READ = "prohibited", "read"

STACKING = "stacking"
"""The question whose answers the window's process takes in without what counts in stacks."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A verdict in words, and the particulars of what was asked. `sign` is what sort of verdict it is: "clear", "blocked" or
    "undecidable", or what it is about, "dice", a "hex" or a "field" of hexes."""

    sign: str
    title: str
    particulars: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.title} ({'; '.join(self.particulars)})" if self.particulars else self.title


@dataclass(frozen=True)
class Headlines:
    """Tells verdicts over a box; units have names where the rules are known."""

    box: GameBox
    ruleset: Ruleset | None = None
    said: Callable[[str], str] = str
    term: Callable[[str], str] = str

    def of(self, ruling: Ruling) -> Headline | None:
        """The verdict of a ruling; None where it is one of those that other series answer otherwise."""
        detail = ruling.detail
        match detail:
            case ZonesDetail():
                return self._zones(ruling, detail)
            case RangeDetail():
                return self._range(ruling, detail)
            case OntoDetail():
                return self._onto(detail)
            case WatchDetail():
                return self._watch(ruling, detail)
            case ActsDetail():
                names = self.units(tuple(each.unit for each in detail.units))
                return Headline("hex", self.say("What {units} can do", units=names))
            case FormationsDetail():
                return Headline("field", self.say("Formations: {count}", count=len(detail.rows)))
            case SupplyDetail():
                return self._supply(ruling, detail)
            case AttackersDetail():
                return self._attackers(ruling, detail)
            case LossesDetail():
                return self._losses(ruling, detail)
            case RetreatDetail():
                return self._retreat(ruling, detail)
            case AdvanceDetail():
                return self._advance(ruling, detail)
            case OverrunDetail():
                return self._overrun(ruling, detail)
        if ruling.question == STACKING:
            return self._stack(ruling, detail)
        if ruling.question in _BY_NUMBERS and isinstance(detail, CombatDetail | Facts):
            return _BY_NUMBERS[ruling.question](self, ruling, detail.facts)
        return self._combat(ruling, detail) if isinstance(detail, CombatDetail) else None

    def say(self, sentence: str, **values: object) -> str:
        """A sentence with its gaps filled."""
        return fill(self.said(sentence), values, self.box)

    def unit(self, id_: str) -> str:
        """What a unit is called."""
        counter = self.box.oob.counter(id_)
        return name_of(self.ruleset, counter) if counter is not None else id_

    def units(self, ids: tuple[str, ...]) -> str:
        """What units are called, the first of many."""
        words, more = ", ".join(map(self.unit, ids[:MOST_NAMED])), len(ids) - MOST_NAMED
        return self.say("{units} and {count} more", units=words, count=more) if more > 0 else words

    def side(self, id_: str) -> str:
        """What a side is called."""
        side = self.box.oob.side(id_)
        return side.name if side is not None and side.name else in_words(id_)

    def _why(self, reason: Reason) -> str:
        return fill(self.said(reason.template), reason.values, self.box)

    def _not_allowed(self, title: str, reasons: tuple[Reason, ...]) -> Headline:
        """That something is not allowed, and the first reason of it."""
        return Headline("blocked", title, tuple(self._why(each) for each in reasons[:1]))

    # Zones, movement, supply, stacking ----------------------------------------------------------------------------------------

    def _zones(self, ruling: Ruling, detail: ZonesDetail) -> Headline:
        who = self.units(detail.named) if detail.named else self.side(detail.side)
        kind = self.term(detail.kind).lower() if detail.kind else self.say("zones of control")
        match ruling.verdict:
            case "controlled":
                count = self.say("by {count} units", count=ruling.value)
                return Headline("hex", self.say("In a zone of {who}", who=who), (kind, count) if ruling.value else (kind,))
            case "free":
                return Headline("hex", self.say("In no zone of {who}", who=who), (kind,))
        without = self.say("{count} units without one", count=len(detail.without))
        title = self.say("{count} hexes in zones of {who}", count=len(detail.hexes), who=who)
        if not detail.hexes:
            title = self.say("No hex in zones of {who}", who=who)
        return Headline("hex", title, (*((kind,) if detail.kind else ()), *((without,) if detail.without else ())))

    def _range(self, ruling: Ruling, detail: RangeDetail) -> Headline:
        parts = [self.units(detail.units), self.term(in_words(detail.mode)).lower()]
        if detail.zones == IGNORED:
            parts.append(self.say("without enemy zones"))
        if detail.way:
            parts.insert(0, f"{self.box.label(detail.start)} → {self.box.label(detail.way[-1].into)}")
        if detail.watched:
            count = sum(1 for each in detail.watched if each.shots)
            parts.append(self.say("under fire in {count} hexes", count=count) if count else self.say("nobody could fire"))
        costs = [each.points for each in detail.way]
        told = {"spent": sum((each or Fraction(0) for each in costs), Fraction(0)), "allowance": detail.allowance}
        match ruling.verdict:
            case "reached":
                title = self.say("Reached: {spent} of {allowance} points", **told)
                return Headline("clear", title if detail.way else self.say("The units stand there already"), tuple(parts))
            case "minimum":
                title = self.say("One hex, which is always allowed: {spent} points", **told)
                return Headline("clear", title, tuple(parts))
            case "not_reached":
                title = self.say("Not reached: {spent} of {allowance} points", **told)
                dear = told["spent"] > detail.allowance and None not in costs
                return Headline("blocked", title if dear else self.say("Not reached"), tuple(parts))
            case "may_not_move":
                return Headline("blocked", self.say("May not move"), tuple(parts))
        title = self.say("{count} hexes in range", count=max(0, len(detail.reached) - 1))
        return Headline("field", title, (*parts, self.say("{count} points", count=detail.allowance)))

    def _onto(self, detail: OntoDetail) -> Headline:
        told, beside = {"hex": detail.hex, "count": len(detail.comers)}, detail.beside
        title = self.say(
            "{hex} or a hex beside it: reached by {count} units" if beside else "{hex}: reached by {count} units", **told
        )
        if not detail.comers:
            title = self.say("Nobody reaches {hex} or a hex beside it" if beside else "Nobody reaches {hex}", **told)
        sides = self.say(" and ").join(map(self.side, detail.sides))
        parts = [sides, self.term(in_words(detail.mode)).lower()]
        if detail.zones == IGNORED:
            parts.append(self.say("without enemy zones"))
        return Headline("field", title, tuple(parts))

    def _watch(self, ruling: Ruling, detail: WatchDetail) -> Headline:
        first, last = detail.way[0].source, detail.way[-1].into
        parts = (f"{self.box.label(first)} → {self.box.label(last)}", self.units(detail.units))
        count = len(detail.watched)
        title = self.say("Under fire in {count} of {all} hexes", count=count, all=len(detail.way))
        if ruling.verdict == UNDECIDABLE:
            return Headline(UNDECIDABLE, self.say("It cannot be told who could fire on the way"), parts)
        return Headline("blocked" if count else "clear", title if count else self.say("Nobody could fire on the way"), parts)

    def _supply(self, ruling: Ruling, detail: SupplyDetail) -> Headline:
        side = self.side(detail.side)
        if ruling.verdict == UNDECIDABLE:
            return Headline(UNDECIDABLE, self.say("Supply cannot be told"), (side,))
        if detail.falls is not None:
            title = self.say("If {hex} falls, nobody is worse supplied", hex=detail.falls)
            if detail.losing:
                title = self.say("If {hex} falls, worse supplied: {count} units", hex=detail.falls, count=len(detail.losing))
            return Headline("blocked" if detail.losing else "clear", title, (side,))
        lacking = sum(each.state != detail.states[0] for each in detail.units) if detail.states else 0
        sign = "blocked" if lacking else "clear"
        if len(detail.units) == 1:
            only = detail.units[0]
            return Headline(sign, self.term(only.state), (self.unit(only.unit), self.box.label(only.hex)))
        title = self.say("All units are in supply") if detail.units else self.say("No unit needs supply")
        if lacking:
            title = self.say("Without full supply: {count} units", count=lacking)
        return Headline(sign, title, (side, self.say("{count} units", count=len(detail.units))))

    def _stack(self, ruling: Ruling, detail: Any) -> Headline:
        where = (self.say("stacking in {hex}", hex=detail.hex),)
        match ruling.verdict:
            case "fits":
                return Headline("clear", self.say("Within the limits"), where)
            case "over":
                over = {count.what for side in detail.sides for count in side.counts if count.binds and count.over}
                title = self.say("Overstacked: {count} too many", count=ruling.value)
                if len(over) == 1:
                    title = self.say("Overstacked: {count} {what} too many", count=ruling.value, what=self.term(*over))
                return Headline("blocked", title, where)
            case "enemies":
                return Headline("blocked", self.say("Units of both sides are there"), where)
            case "empty":
                return Headline("hex", self.say("No unit is there"), where)
        return Headline(UNDECIDABLE, self.say("The limit is not known"), where)

    # Combat on the map --------------------------------------------------------------------------------------------------------

    def _attackers(self, ruling: Ruling, detail: AttackersDetail) -> Headline:
        able = sum(each.role != BARRED for each in detail.units)
        match ruling.question:
            case "bombardment.guns":
                where, empty = self.say("bombardment of {hex}", hex=detail.hex), self.say("Nobody is there to be bombarded")
                title = self.say("{count} units may bombard" if able else "Nobody may bombard", count=able)
            case "barrage.guns":
                where, empty = self.say("barrage of {hex}", hex=detail.hex), self.say("Nobody is there to be barraged")
                title = self.say("{count} units may barrage" if able else "Nobody may barrage", count=able)
            case "overrun.units":
                where, empty = self.say("overrun of {hex}", hex=detail.hex), self.say("Nobody is there to be overrun")
                title = self.say("{count} units may overrun" if able else "Nobody may overrun", count=able)
            case _:
                where, empty = self.say("attack on {hex}", hex=detail.hex), self.say("Nobody is there to be attacked")
                if detail.others:
                    count = 1 + len(detail.others)
                    where = self.say("attack on {hex} and others, {count} hexes at once", hex=detail.hex, count=count)
                title = self.say("{count} units may take part" if able else "Nobody may attack", count=able)
        if not detail.defenders:
            return Headline("blocked", empty, (where,))
        barred = len(detail.units) - able
        others = (self.say("{count} units near may not", count=barred),) if barred else ()
        return Headline("clear" if able else "blocked", title, (where, *others))

    def _losses(self, ruling: Ruling, detail: LossesDetail) -> Headline:
        side = self.say("attackers") if detail.side == "attacker" else self.say("defenders")
        choices = self.say("{count} legal choices", count=detail.count)
        match ruling.verdict:
            case "prohibited":
                return Headline("blocked", self.say("This choice breaks a rule"), (side,))
            case "legal":
                return Headline("clear", self.say("This choice is legal"), (side,))
            case "none":
                return Headline("dice", self.say("No step is lost"), (side,))
        parts = [side, choices]
        if ruling.verdict == "all":
            parts.append(self.say("nothing is left"))
        if detail.picks == "enemy":
            parts.append(self.say("the enemy picks who loses the first step"))
        return Headline("dice", self.say("{count} steps are lost", count=detail.steps), tuple(parts))

    def _retreat(self, ruling: Ruling, detail: RetreatDetail) -> Headline:
        where = self.say("from {hex}", hex=detail.start)
        match ruling.verdict:
            case "stays":
                return Headline("clear", self.say("Nobody has to retreat"), (where,))
            case "prohibited":
                title = self.say("A stack retreats as a whole") if detail.lacking else self.say("This way breaks a rule")
                return Headline("blocked", title, (where,))
            case "legal":
                return Headline("clear", self.say("This way is legal"), (where,))
            case "blocked":
                title, sign = self.say("The retreat is blocked"), "blocked"
            case "losses":
                title, sign = self.say("Every way costs steps"), "dice"
            case _:
                title, sign = self.say("A way is free"), "clear"
        parts = [where, self.say("{count} legal ways", count=ruling.value)]
        fewest = min((option.steps for option in detail.options[:1]), default=0)
        if fewest:
            parts.append(self.say("{count} steps lost at least", count=fewest))
        if not detail.supply:
            parts.append(self.say("no source of supply is known"))
        return Headline(sign, title, tuple(parts))

    def _advance(self, ruling: Ruling, detail: AdvanceDetail) -> Headline:
        where = self.say("into {hex}", hex=detail.target)
        going = sum(bool(each.hexes) for each in detail.units)
        if ruling.verdict == "occupied":
            return Headline("blocked", self.say("The hex is not empty yet"), (where,))
        if not going:
            return Headline("blocked", self.say("Nobody advances"), (where,))
        title = self.say("{count} units must advance" if detail.must else "{count} units may advance", count=going)
        return Headline("clear", title, (where, self.say("{count} hexes in all", count=ruling.value)))

    def _overrun(self, ruling: Ruling, detail: OverrunDetail) -> Headline:
        if ruling.verdict == PROHIBITED:
            unmet = [each.reason for each in detail.conditions if each.met is False]
            barred = detail.odds.reasons if detail.odds is not None and detail.odds.verdict == PROHIBITED else ()
            return self._not_allowed(self.say("This overrun is not allowed"), (*unmet, *barred))
        parts = [self.say("{count} points", count=ruling.value)] if ruling.value is not None else []
        if detail.odds is not None and isinstance(detail.odds.detail, CombatDetail) and detail.odds.detail.odds:
            parts.append(self.say("odds {odds}", odds=detail.odds.detail.odds))
        return Headline("clear", self.say("This overrun is allowed"), tuple(parts))

    def _next_step(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline:
        """What comes next after a combat."""
        match ruling.verdict:
            case "losses":
                return Headline("dice", self.say("{count} steps to lose", count=ruling.value))
            case "retreat":
                return Headline("dice", self.say("{count} hexes to retreat", count=ruling.value))
            case "advance":
                return Headline("clear", self.say("Who advances"))
        return Headline("clear", self.say("Nothing is left to be done"))

    # By strengths and other numbers -------------------------------------------------------------------------------------------

    def _combat(self, ruling: Ruling, detail: CombatDetail) -> Headline | None:
        if ruling.verdict == PROHIBITED:
            return self._not_allowed(self.say("This attack is not allowed"), ruling.reasons)
        column = detail.tables[0].column if detail.tables else ""
        if not detail.odds or ruling.verdict == UNDECIDABLE:
            return None
        told = {"odds": detail.odds, "column": column}
        if ruling.question == "odds":
            rolled = (self.say("{result} without a roll", result=ruling.verdict),) if ruling.verdict != READ else ()
            return Headline("dice", self.say("Odds {odds}", **told), rolled or self._falls(detail))
        if ruling.verdict == READ:
            title = self.say("Odds {odds}, column {column}" if column else "Odds {odds}", **told)
            return Headline("dice", title, self._falls(detail))
        event = {"ambush": self.say("ambush"), "surprise": self.say("surprise")}.get(ruling.verdict)
        result = self.say("no effect") if ruling.value == "none" else str(ruling.value)
        place = self.say("odds {odds}, column {column}" if column else "odds {odds}", **told)
        return Headline("dice", self.say("Result: {result}", result=result), (*((event,) if event else ()), place))

    def _falls(self, detail: CombatDetail) -> tuple[str, ...]:
        """The chance that the hex of the defenders falls, where it is known."""
        falls = detail.facts.get("falls")
        if not isinstance(falls, Fraction):
            return ()
        return (self.say("the hex falls with a chance of {chance}", chance=percent(falls)),)

    def _overrun_costs(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline:
        points = (self.say("{count} points", count=facts["points"]),)
        if ruling.verdict == PROHIBITED:
            return Headline("blocked", self.say("This overrun is not allowed"), points)
        return Headline("clear", self.say("This overrun is allowed"), points)

    def _costs(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline:
        del facts
        return Headline("dice", self.say("It costs {count} points", count=ruling.value))

    def _steps_lost(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline:
        del facts
        lost = self.say("{count} steps are lost", count=ruling.value) if ruling.value else self.say("No step is lost")
        return Headline("dice", lost)

    def _bombardment(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline | None:
        soft, armour = facts.get("rating_soft"), facts.get("rating_armour")
        rating = self.say("Rating {rating}", rating=armour if soft is None else soft)
        if soft is not None and armour is not None:
            rating = self.say("Rating {soft}, against armour {armour}", soft=soft, armour=armour)
        lost = facts.get("steps")
        match ruling.verdict:
            case "prohibited":
                return self._not_allowed(self.say("This bombardment is not allowed"), ruling.reasons)
            case "read":
                chance = facts["chance"]
                assert isinstance(chance, Fraction)
                return Headline("dice", rating, (self.say("a hit with a chance of {chance}", chance=percent(chance)),))
            case "miss":
                return Headline("dice", self.say("It misses"), (_lowered(rating),))
            case "hit":
                title = self.say("A hit: {count} steps are lost", count=lost) if lost else self.say("A hit: no step is lost")
                return Headline("dice", title if lost is not None else self.say("A hit"), (_lowered(rating),))
        return None

    def _barrage(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline | None:
        if ruling.verdict == PROHIBITED:
            return self._not_allowed(self.say("This barrage is not allowed"), ruling.reasons)
        if "strength" not in facts or ruling.verdict == UNDECIDABLE:
            return None
        told = {"strength": facts["strength"], "column": facts["column"]}
        if ruling.verdict == READ:
            return Headline("dice", self.say("Strength {strength}, column {column}", **told))
        result = self.say("no effect") if ruling.verdict in NO_RESULT else ruling.verdict
        place = self.say("strength {strength}, column {column}", **told)
        return Headline("dice", self.say("Result: {result}", result=result), (place,))

    def _demolition(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline | None:
        match ruling.verdict:
            case "prohibited":
                return self._not_allowed(self.say("This demolition is not allowed"), ruling.reasons)
            case "destroyed":
                return Headline("dice", self.say("It is destroyed"))
            case "failed":
                return Headline("dice", self.say("The demolition fails"))
        if not isinstance(ruling.value, Fraction | int):
            return None
        roll = (self.say("{needed} or more", needed=facts["needed"]),) if ruling.value else ()
        return Headline("dice", self.say("It succeeds with a chance of {chance}", chance=percent(ruling.value)), roll)

    def _engineering(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline:
        if ruling.verdict == PROHIBITED:
            return self._not_allowed(self.say("This work is not allowed"), ruling.reasons)
        costs = [self.say("{count} engineering phases", count=facts["phases"])] if facts.get("phases") else []
        if facts.get("support_points"):
            costs.append(self.say("{count} support points", count=facts["support_points"]))
        return Headline("clear", self.say("This work is allowed"), tuple(costs))

    def _targets(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline | None:
        match ruling.verdict:
            case "all":
                return Headline("hex", self.say("Every adjacent enemy must be attacked"))
            case "higher_ones":
                return Headline("hex", self.say("Enemies on higher ground must be attacked"))
            case "obliged":
                return Headline(
                    "hex", self.say("{count} more hexes must be attacked", count=ruling.value), (str(facts["hexes"]),)
                )
            case "free" if ruling.value is None:
                return Headline("clear", self.say("No enemy must be attacked"))
            case "free":
                return Headline("clear", self.say("No other hex must be attacked"))
        return None

    def _replacements(self, ruling: Ruling, facts: Mapping[str, object]) -> Headline:
        if ruling.verdict == PROHIBITED:
            return self._not_allowed(self.say("Nobody may receive replacements"), ruling.reasons)
        return Headline("clear", self.say("{count} units may receive replacements", count=facts["eligible"]))


_BY_NUMBERS: Mapping[str, Callable[[Headlines, Ruling, Mapping[str, object]], Headline | None]] = MappingProxyType(
    {
        "overrun": Headlines._overrun_costs,
        **dict.fromkeys(("movement.road", "movement.obstacle", "movement.interdiction"), Headlines._costs),
        "retreat.losses": Headlines._steps_lost,
        "bombardment": Headlines._bombardment,
        "barrage": Headlines._barrage,
        "demolition": Headlines._demolition,
        "engineering": Headlines._engineering,
        "targets": Headlines._targets,
        "combat.after": Headlines._next_step,
        "replacements": Headlines._replacements,
    }
)
"""Questions that carry facts alone, by their names."""


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
