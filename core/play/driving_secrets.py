"""Commands about keys, what is kept secret, dice by mail, cups of chits, and handing the file over."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse, did_you_mean
from core.model.edits.state_edits import ChangeState
from core.model.state import Held
from core.play import cups, keys, pledges, returning, seals
from core.play.chits import Chit, cup_of, owner_of, told
from core.play.cup_leads import led_on
from core.play.cups import Secret
from core.play.driving import Command, Desk, Said, Words, whole
from core.play.driving_procedures import all_owed
from core.play.events import Opened
from core.play.sealed_sheets import KIND, PLAIN, Naming, differs_from, naming_in, seal_sheet
from core.play.secret_kinds import Written, judged, kind_of, shown_text, written
from core.play.session import Barrier, NeedsReason
from core.play.sheet_texts import sheet_of
from core.rules.kernel.dice import dice
from core.rules.kernel.play_rules import CupRule, SecretKind

# Keys ---------------------------------------------------------------------------------------------------------------------


def _join(desk: Desk, words: Words) -> Said:
    side, session, began = desk.owner, desk.session, desk.session.record.began
    if side in session.record.keys:
        raise WrongUse(f'{session.title(side)} has keys already; "unlock PHRASE" opens them.')
    phrase = " ".join(words)
    opened, joined = keys.fresh(phrase, side, began.session, began.kind)
    entry = session.add(joined, side)
    desk.keys[side] = opened
    return desk.told(entry)


def _unlock(desk: Desk, words: Words) -> Said:
    side, record = desk.owner, desk.session.record
    if side not in record.keys:
        raise WrongUse(f'{desk.session.title(side)} has no keys yet; "join PHRASE" makes them.')
    desk.keys[side] = keys.unlock(record.keys[side], " ".join(words), side, record.began.session)
    said = Said((f"The keys of {desk.session.title(side)} are open.",), {"unlocked": side})
    # What this side needs of cups by mail waits for its keys.
    may = desk.session.by_mail and not desk.session.may_act(side)
    return said + _settle(desk) if may else said


def _hand_over(desk: Desk, words: Words) -> Said:
    side, to = desk.owner, desk.a_side(words[0])
    said = _settle(desk, leaving=True)
    link = desk.session.entries[-1].link
    return said + desk.add(keys.hand_over(desk.secret_of(side), to, link), side)


# What is kept secret ------------------------------------------------------------------------------------------------------


def _kinds(desk: Desk) -> tuple[SecretKind, ...]:
    if desk.ruleset is None:
        return ()
    return desk.play.secrets_in(desk.ruleset.choices(desk.session.record.began.options))


def _seal(desk: Desk, words: Words) -> Said:
    kind, id_, text = kind_of(_kinds(desk), words[0]), words[1], " ".join(words[2:])
    side, record = desk.owner, desk.session.record
    if seals.versions_of(record, id_):
        raise WrongUse(f'Something is called "{id_}" already; "reseal" writes its next version.')
    return desk.add(seals.seal(desk.secret_of(side), id_, kind.id, Written(text).content), side)


def _seal_sheet(desk: Desk, words: Words) -> Said:
    """Seals an op sheet as it is written, or its next version."""
    from core.play.sheet_copies import sheets_of_copy

    side, record = desk.owner, desk.session.record
    kind = kind_of(_kinds(desk), KIND)
    in_play = tuple(desk.view.orders().values())
    sheets = sheets_of_copy(Path(words[1]), record.began.file) if len(words) > 1 else in_play
    own = {each.id: each for each in sheets if each.side == side}
    found = own.get(words[0]) or next((each for each in own.values() if each.id.casefold() == words[0].casefold()), None)
    if found is None:
        raise WrongUse(f'{desk.session.title(side)} has no op sheet "{words[0]}".{did_you_mean(words[0], own)}')
    return desk.add(seal_sheet(desk.secret_of(side), record, kind.id, found), side)


def _reseal(desk: Desk, words: Words) -> Said:
    id_, section, why, text = words[0], words[1], words[2], " ".join(words[3:])
    side, own = desk.owner, _own(desk, words[0])
    before = written(seals.read(desk.secret_of(side), own[-1]))
    if before is None:
        raise WrongUse(f'"{id_}" was written in another way, and cannot be changed here.')
    content = before.changed(text, "" if section == "-" else section, why).content
    last = own[-1]
    return desk.add(seals.seal(desk.secret_of(side), id_, last.kind, content, last.version + 1, last.title), side)


def _own(desk: Desk, id_: str) -> tuple[Any, ...]:
    record, side = desk.session.record, desk.owner
    if seals.owner(record, id_) != side:
        mine = sorted(each for each in record.sealed if seals.owner(record, each) == side)
        raise WrongUse(f'{desk.session.title(side)} has sealed nothing as "{id_}".{did_you_mean(id_, mine)}')
    return seals.versions_of(record, id_)


def _read(desk: Desk, words: Words) -> Said:
    own = _own(desk, words[0])
    text = shown_text(seals.read(desk.secret_of(desk.owner), own[-1]), _naming(desk))
    head = f"{words[0]}, version {own[-1].version}:"
    return Said((head, *text.splitlines()), {"id": words[0], "version": own[-1].version, "text": text})


def _open(desk: Desk, words: Words) -> Said:
    shown = seals.opened(desk.secret_of(desk.owner), _own(desk, words[0]))
    return desk.add(shown, desk.owner) + _verdict(desk, shown)


def _verdict(desk: Desk, shown: Opened) -> Said:
    kinds = {kind.id: kind for kind in _kinds(desk)}
    sentences = judged(desk.session.record, shown, kinds, desk.view.orders(), _naming(desk))
    text = shown_text(shown.contents[-1], _naming(desk))
    return Said((*text.splitlines(), *sentences), {"text": text, "verdicts": sentences})


def _verify(desk: Desk, words: Words) -> Said:
    shown = desk.session.record.opened.get(words[0])
    if shown is None or words[0] not in desk.session.record.sealed:
        near = did_you_mean(words[0], [each for each in desk.session.record.sealed if each in desk.session.record.opened])
        raise WrongUse(f'Nothing was opened as "{words[0]}".{near}')
    return _verdict(desk, shown)


def _open_sheets(desk: Desk, words: Words) -> Said:
    """Shows all op sheets of the side that were written in play by mail."""
    from core.play.sealed_orders import opened

    side = desk.owner
    return desk.add(opened(desk.secret_of(side), desk.session.record), side) + _judge_sheets(desk, side)


def _verify_sheets(desk: Desk, words: Words) -> Said:
    side = desk.a_side(words[0])
    if side not in desk.session.record.shown:
        raise WrongUse(f"{desk.session.title(side)} has opened no op sheets that were written in play.")
    return _judge_sheets(desk, side)


def _judge_sheets(desk: Desk, side: str) -> Said:
    """What the rules say of op sheets that were opened; without the game they say nothing."""
    if desk.game is None or desk.ruleset is None:
        return Said(("Without the game nobody can say what the rules make of them.",))
    from core.play.orders_judged import judged as judged_orders

    kind = next((each for each in _kinds(desk) if each.id == KIND), None)
    sentences = judged_orders(desk.session, side, desk.game, kind)
    return Said(tuple(sentences), {"verdicts": sentences})


def _secrets(desk: Desk, words: Words) -> Said:
    record = desk.session.record
    lines, listed, sheets = [], [], []
    for id_ in sorted(record.sealed):
        owner, last = seals.owner(record, id_), seals.versions_of(record, id_)[-1]
        is_open = id_ in record.opened
        state = "open to all" if is_open else "sealed"
        if _has_changed(desk, id_, owner):
            state += ", the sheet in play says something else"
        lines.append(f"{id_}: {last.kind.replace('_', ' ')} of {desk.session.title(owner)}, version {last.version}, {state}")
        listed.append({"id": id_, "kind": last.kind, "side": owner, "version": last.version, "open": is_open})
    for side, parts in sorted(record.written.items()):
        waiting = len(record.unshown(side))
        state = f"{waiting} of them sealed" if waiting else "open to all"
        lines.append(f"op sheets of {desk.session.title(side)}: {counted(len(parts), 'change')}, {state}")
        sheets.append({"side": side, "changes": len(parts), "sealed": waiting})
    lines += [f"kind {kind.id}: {kind.title} [{kind.section}]" for kind in _kinds(desk)]
    kinds = [{"kind": kind.id, "title": kind.title, "section": kind.section} for kind in _kinds(desk)]
    return Said(tuple(lines) or ("Nothing is sealed.",), {"secrets": listed, "sheets": sheets, "kinds": kinds})


def _naming(desk: Desk) -> Naming:
    """What units and hexes are called at this desk."""
    if desk.game is None:
        return PLAIN
    return naming_in(desk.game.box, desk.session.record.began.units)


def _has_changed(desk: Desk, id_: str, owner: str) -> bool:
    """Whether an op sheet in play says something else than its seal, as far as who sits here may know it."""
    sheet = desk.view.orders().get(id_)
    if sheet is None or owner not in desk.keys or owner not in desk.view.eyes:
        return False
    content = seals.read(desk.keys[owner], seals.versions_of(desk.session.record, id_)[-1])
    return sheet_of(content) is not None and bool(differs_from(content, sheet))


# Dice by mail -------------------------------------------------------------------------------------------------------------


def _pledge(desk: Desk, words: Words) -> Said:
    side = desk.owner
    batch = []
    for word in words:
        way, _, purpose = word.partition(":")
        batch.append((dice(way).id, purpose.strip()))
    return desk.add(pledges.declare(desk.secret_of(side), desk.session.record, batch), side)


def _answer(desk: Desk, words: Words) -> Said:
    side, record = desk.owner, desk.session.record
    waiting = [each.number for each in pledges.open_pledges(record) if each.waits_for == "answer" and each.waits_on == side]
    numbers = [whole(words[0], "an entry")] if words else waiting
    if not numbers:
        raise WrongUse("No rolls wait for an answer of this side.")
    said = Said()
    for number in numbers:
        said += desk.add(pledges.answer(desk.session.record, number, side), side)
    return said


def _disclose(desk: Desk, words: Words) -> Said:
    side, record = desk.owner, desk.session.record
    waiting = [each.number for each in pledges.open_pledges(record) if each.waits_for == "disclosure" and each.waits_on == side]
    numbers = [whole(words[0], "an entry")] if words else waiting
    if not numbers:
        raise WrongUse("No rolls of this side wait to be opened.")
    said = Said()
    for number in numbers:
        said += desk.add(pledges.disclose(desk.secret_of(side), desk.session.record, number), side)
        for rolled in pledges.rolls_due(desk.session.record, side):
            value = {"entry": desk.session.number + 1, "pips": list(rolled.pips), "value": dice(rolled.dice).read(rolled.pips)}
            said += desk.add(rolled, side) + Said((), {"rolls": [value]})
    return said


def _pledges(desk: Desk, words: Words) -> Said:
    found = pledges.open_pledges(desk.session.record)
    title = desk.session.title
    lines = tuple(f"{e.number}: rolls of {title(e.by)} wait for {e.waits_for} of {title(e.waits_on)}" for e in found)
    listed = [{"entry": e.number, "by": e.by, "waits_for": e.waits_for, "waits_on": e.waits_on} for e in found]
    return Said(lines or ("No rolls are open.",), {"pledges": listed})


# Cups ---------------------------------------------------------------------------------------------------------------------


def _secret(desk: Desk, side: str) -> Secret:
    """What opens cups: the keys of a side by mail, else the key of the table."""
    if desk.session.by_mail:
        return desk.secret_of(side)
    return cups.table_key(desk.session.record, desk.memory)


def _settle(desk: Desk, leaving: bool = False) -> Said:
    """Adds what this program owes to cups and needs itself; when the file is handed over (`leaving`), all of it."""
    said = Said()
    if not desk.session.record.cups:
        return said
    side = desk.owner if desk.session.by_mail else desk.by
    while (owed := cups.due(desk.session.record, _secret(desk, side), leaving)) is not None:
        said += desk.add(owed, side)
        if desk.session.by_mail and isinstance(owed, Opened):
            said += _led_on(desk, cup_of(desk.session.record, owed.id))
    return said


def _rules(desk: Desk) -> dict[str, CupRule]:
    if desk.ruleset is None:
        return {}
    choices = desk.ruleset.choices(desk.session.record.began.options)
    return {rule.id: rule for rule in desk.play.cups_in(choices, desk.session.state.moment.turn)}


def _named(desk: Desk, name: str) -> str:
    """The cup that a word means: where there is a fresh one in each turn, that of this turn."""
    this_turn = f"{name} {max(desk.session.state.moment.turn, 1)}"
    return this_turn if name not in desk.session.record.cups and this_turn in _rules(desk) else name


def _cups(desk: Desk, words: Words) -> Said:
    record = desk.session.record
    lines, listed = [], []
    for id_, rule in _rules(desk).items():
        if id_ not in record.cups:
            lines.append(f"{id_}: {rule.title}, not filled [{rule.section}]")
    for name in sorted(record.cups):
        state = cups.state(record, name)
        lines.append(f"{name}: {counted(state.inside, 'chit')} inside, {len(state.out)} out")
        out = [_chit(desk, chit) for chit in state.out]
        lines += [f"  {each['seal']}: under {each['unit'] or 'nothing'}, {each['value'] or 'not told'}" for each in out]
        listed.append({"cup": name, "inside": state.inside, "out": out})
    return Said(tuple(lines) or ("There are no cups.",), {"cups": listed})


def _chit(desk: Desk, chit: Chit) -> dict[str, Any]:
    """A chit as who sits here may see it: a unit that is out of sight is not named."""
    unit = chit.unit
    seen = not unit or unit in desk.deployment.pieces or chit.owner in desk.view.eyes
    return {"seal": chit.seal, "unit": unit if seen else "?", "owner": chit.owner, "value": chit.value}


def _fill(desk: Desk, words: Words) -> Said:
    rules, name = _rules(desk), _named(desk, words[0])
    contents: dict[str, int] = {}
    for word in words[1:]:
        value, _, count = word.rpartition("=")
        contents[value or word] = whole(count, "chits") if value else 1
    if not contents:
        if name not in rules or desk.ruleset is None:
            raise WrongUse(
                f'The rules fill no cup "{name}"; say what lies in it: "fill CUP VALUE=COUNT…".{did_you_mean(name, rules)}'
            )
        contents = dict(_by_rules(desk, rules[name]))
        if not contents:
            raise WrongUse(f'The rules list no chits of the cup "{name}" now; say them: "fill CUP VALUE=COUNT…".')
    side = desk.owner if desk.session.by_mail else desk.by
    said = desk.add(cups.fill(desk.session.record, name, contents, _secret(desk, side)), side)
    return said + _settle(desk)


def _by_rules(desk: Desk, rule: CupRule) -> Mapping[str, int]:
    """What lies in a cup by the rules; without the game nobody can ask them."""
    from core.questions.catalogue import ask

    if rule.asks:
        return cups.contents_asked(ask(rule.asks, desk.asked()))
    assert desk.ruleset is not None
    return cups.contents_by_rules(rule, desk.session.record, desk.box, desk.ruleset.book(desk.box))


def _draw(desk: Desk, words: Words) -> Said:
    name, unit = _named(desk, words[0]), desk.unit(" ".join(words[1:])) if len(words) > 1 else ""
    said, rule = _drawn(desk, name, unit), _rules(desk).get(name)
    for _ in range(1, rule.drawn if rule is not None and not unit else 1):
        if cups.state(desk.session.record, name).inside:
            said += _drawn(desk, name, unit)
    return said + _led_on(desk, name)


def _led_on(desk: Desk, name: str) -> Said:
    """What a draw leads on to, once all that was drawn is told."""
    rule = _rules(desk).get(name)
    edit = led_on(desk.session.record, desk.session.state, rule) if rule is not None else None
    return desk.do(edit) + all_owed(desk) if edit is not None else Said()


def _drawn(desk: Desk, name: str, unit: str) -> Said:
    side = desk.owner if desk.session.by_mail else desk.by
    said = _settle(desk)
    drew = cups.draw(desk.session.record, name, unit, _secret(desk, side))
    said += desk.add(drew, side)
    if name in desk.session.record.began.open_cups:
        # A chit for both to see: by mail the lock of this side comes off, and the other program tells it.
        said += _settle(desk) if desk.session.by_mail else _tell(desk, [drew.seal])
    if unit and unit not in desk.session.state.held:
        held = desk.session.state.held.set(unit, Held(name, drew.seal))
        said += desk.do(ChangeState("Draw a chit", {"held": held}))
    return said + Said((), {"seal": drew.seal})


def _seal_of(desk: Desk, word: str) -> str:
    """The chit that a word means: its own name, or the unit that it lies under."""
    record = desk.session.record
    names = [chit.seal for cup in record.cups for chit in cups.state(record, cup).chits]
    if word in names:
        return word
    unit = desk.unit(word)
    held = desk.session.state.held.get(unit)
    if held is None:
        raise WrongUse(f"No chit lies under {unit}.")
    return held.seal


def _own_chit(desk: Desk, seal: str) -> str:
    """Whose a chit is that who sits here may look at, tell and put back, "" for nobody's. Raises WrongUse for another one."""
    owner, chit = owner_of(desk.session.record, seal), desk.session.record.chits.get(seal)
    if desk.session.by_mail and chit is not None and not chit.unit:
        # A chit for both to see is put back by whoever has the file.
        return desk.owner
    if owner and owner not in desk.view.eyes:
        raise WrongUse(f"Only {desk.session.title(owner)} looks at this chit before it is told, tells it and puts it back.")
    return owner


def _value(desk: Desk, words: Words) -> Said:
    seal = _seal_of(desk, " ".join(words))
    record = desk.session.record
    if not (value := told(record, seal)):
        value = cups.value(record, seal, _secret(desk, _own_chit(desk, seal) or desk.by))
    return Said((f"{seal} says {value}.",), {"seal": seal, "value": value})


def _tell(desk: Desk, words: Words) -> Said:
    seal = _seal_of(desk, " ".join(words))
    side = _own_chit(desk, seal) or (desk.owner if desk.session.by_mail else desk.by)
    return desk.add(cups.reveal(desk.session.record, seal, _secret(desk, side)), side)


def _reduce(desk: Desk, words: Words) -> Said:
    unit = desk.unit(" ".join(words))
    held = desk.session.state.held.get(unit)
    if held is None:
        raise WrongUse(f"No chit lies under {unit}.")
    turned = Held(held.cup, held.seal, not held.reduced)
    return desk.do(ChangeState("Turn a chit", {"held": desk.session.state.held.set(unit, turned)}))


def _put_back(desk: Desk, words: Words) -> Said:
    seal = _seal_of(desk, " ".join(words))
    side = _own_chit(desk, seal) or (desk.owner if desk.session.by_mail else desk.by)
    early = _too_early(desk, seal)
    if early is not None and not desk.why:
        raise NeedsReason([early], f'{returning.ASKS} because "WHY" put-back {" ".join(words)}')
    said = Said() if told(desk.session.record, seal) else _tell(desk, [seal])
    said += desk.add(cups.put_back(desk.session.record, seal, desk.why if early is not None else ""), side)
    lying = [unit for unit, held in desk.session.state.held.items() if held.seal == seal]
    for unit in lying:
        said += desk.do(ChangeState("Put a chit back", {"held": desk.session.state.held.delete(unit)}))
    return said + (Said() if desk.session.by_mail else _settle(desk))


def _too_early(desk: Desk, seal: str) -> Barrier | None:
    """What stands against putting a chit back; None where it is due, and where nobody knows the rules."""
    record, number = desk.session.record, desk.session.number
    chit = record.chits.get(seal)
    rule = _rules(desk).get(chit.cup) if chit is not None else None
    if chit is None or rule is None or desk.ruleset is None:
        return None
    steps = rule.steps
    counter = desk.box.oob.counter(chit.unit)
    if counter is not None and returning.lost(desk.session.state, chit.unit):
        value = told(record, seal) or cups.value(record, seal, _secret(desk, _own_chit(desk, seal) or desk.by))
        steps = returning.steps_of(rule, desk.ruleset.book(desk.box), counter.values, value)
    return returning.barrier(record, desk.session.state, seal, rule.returns, steps, number)


def _open_cup(desk: Desk, words: Words) -> Said:
    side = desk.owner if desk.session.by_mail else desk.by
    record, eyes = desk.session.record, desk.view.eyes
    if not desk.session.by_mail and words[0] in record.cups:
        out = (chit for chit in cups.state(record, words[0]).out if chit.owner and chit.owner not in eyes)
        if hidden := [chit.seal for chit in out if not chit.value]:
            raise WrongUse(f"The other side has not told all its chits yet: {', '.join(hidden)}.")
    said = desk.add(cups.disclose(desk.session.record, words[0], _secret(desk, side)), side)
    wrong = cups.verdict(desk.session.record, words[0])
    if wrong is None:
        return said
    return said + Said(tuple(wrong) or ("Every shuffle and every draw of this cup was right.",), {"verdicts": wrong})


SECRETS = (
    Command("join", 1, "PHRASE…", "make keys for the side, which a pass phrase opens", _join),
    Command("unlock", 1, "PHRASE…", "open the keys of the side", _unlock),
    Command("secrets", 0, "", "what is sealed, and what kinds of secrets there are", _secrets),
    Command("seal", 3, "KIND ID TEXT…", "write something that the side keeps to itself", _seal),
    Command(
        "seal-sheet", 1, "NAME [FOLDER]", "seal an op sheet as it is written, in play or in a copy of the box", _seal_sheet
    ),
    Command("reseal", 4, "ID SECTION WHY TEXT…", "write its next version, by a rule that allows it (a dash for none)", _reseal),
    Command("read", 1, "ID", "read what the side has sealed", _read),
    Command("open", 1, "ID", "show all its versions to everybody, with what is to be said of its changes", _open),
    Command("open-sheets", 0, "", "by mail: show all op sheets that the side has written in play to everybody", _open_sheets),
    Command("verify-sheets", 1, "SIDE", "what the rules say of op sheets that were opened", _verify_sheets),
    Command("verify", 1, "ID", "what is to be said of something that was opened", _verify),
    Command("pledge", 1, "DICE:PURPOSE…", "by mail: declare rolls before they fall", _pledge),
    Command("answer", 0, "[ENTRY]", "by mail: answer the rolls that the other side has declared", _answer),
    Command("disclose", 0, "[ENTRY]", "by mail: open what the side has declared; the dice fall", _disclose),
    Command("pledges", 0, "", "rolls that are declared and not done with", _pledges),
    Command("cups", 0, "", "the cups, and the chits that are out", _cups),
    Command("fill", 1, "CUP [VALUE=COUNT…]", "fill a cup, by the chart of the rules unless something else is said", _fill),
    Command("draw", 1, "CUP [UNIT]", "draw a chit for a unit, or as many as the rules draw at once", _draw),
    Command("chit", 1, "UNIT", "what the chit under a unit says, for its owner", _value),
    Command("tell", 1, "UNIT", "tell everybody what a chit says", _tell),
    Command("reduce", 1, "UNIT", "turn the chit under a unit to its other side", _reduce),
    Command("put-back", 1, "UNIT", "tell a chit and put it back into its cup", _put_back),
    Command("open-cup", 1, "CUP", "in the end: open everything about a cup, and check it", _open_cup),
    Command("hand-over", 1, "SIDE", "sign all lines, and give the file out of the side's hands", _hand_over),
)
"""The commands about keys, secrets, dice by mail, cups and handing over."""
