"""Commands about what lies on the map, turns, dice and questions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse, did_you_mean
from core.base.steps import finish
from core.model.deployment import Mark, Piece
from core.model.edits import piece_edits
from core.model.edits.edit import IN_PLAY, Edit, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.state import SUPPORT, WHERE_THEY_LIE, Declared, Moment
from core.play import initiative
from core.play.begun import with_begun
from core.play.conditions import become, by_word
from core.play.dice import SEED, fall, typed_value
from core.play.driving import ALL_SIDES, Asking, Command, Desk, Said, Words, pairs, whole
from core.play.driving_chits import out_of_sight, with_chits
from core.play.events import Rolled
from core.play.luck import ALL, ledger
from core.play.moving import told_going
from core.play.odds import STACKING, aimed_at, shut, unseen
from core.play.passage import begun_at, forced, go_to, passed, trails
from core.play.session import NeedsReason
from core.rules.kernel.dice import dice


def _show(desk: Desk, words: Words) -> Said:
    number = desk.entry(words[0]) if words else desk.session.number
    seen = desk.view.state(number)
    state, teller = seen.state, desk.teller
    lines = [f"entry {number} of {desk.session.number}: {teller.moment(state.moment)}"]
    sky = [state.light, *([state.weather] if state.weather else [])]
    sky += [f"one sees {counted(state.visibility, 'hex', 'hexes')}"] if state.visibility is not None else []
    lines.append(", ".join(sky))
    if state.order:
        lines.append(f"order: {', '.join(map(teller.side, state.order))}")
    points = [{"side": side, "what": what, "amount": left} for (side, what), left in sorted(state.points.items())]
    lines += [teller.left(side, what, left) for (side, what), left in sorted(state.points.items())]
    held = list(by_word(state.conditions, desk.play.conditions))
    lines += [f"{kind.title}, {word}: {', '.join(map(teller.formation, who))}" for kind, word, who in held]
    declared = [_declared(desk, number, each) for number, each in enumerate(state.declared, 1)]
    lines += [f"declared {number}: {each['text']}" for number, each in enumerate(declared, 1)]
    fought = [_declared(desk, number, each) for number, each in enumerate(state.fought, 1)]
    lines += [f"fought {number}: {each['text']}" for number, each in enumerate(fought, 1)]
    step = desk.course.step(state) if desk.game is not None and desk.ruleset is not None else None
    tasks = [{"task": n, "text": t.text, "section": t.section, "done": t.text in state.ticked} for n, t in _tasks(desk, state)]
    if step is not None:
        lines.append(f"phase: {' > '.join((*step.path, step.title))} [{step.phase.section}]")
        lines += [f"declared here: {', '.join(step.phase.declares)}"] if step.phase.declares else []
    for each in tasks:
        done = "done" if each["done"] else "open"
        lines.append(f"  task {each['task']} {done}: {each['text']} [{each['section']}]")
    moment = state.moment
    data: dict[str, Any] = {
        "entry": number,
        "entries_in_all": desk.session.number,
        "turn": moment.turn,
        "phase": moment.phase,
        "side": moment.side or None,
        "round": moment.round,
        "of": moment.of or None,
        "order": list(state.order),
        "light": state.light,
        "weather": state.weather,
        "visibility": state.visibility,
        "points": points,
        "conditions": [{"formation": each, "kind": kind.id, "word": word} for kind, word, who in held for each in who],
        "declared": declared,
        "fought": fought,
        "declares": list(step.phase.declares) if step is not None else [],
        "tasks": tasks,
    }
    return Said(tuple(lines), data)


def _tasks(desk: Desk, state: Any) -> list[tuple[int, Any]]:
    if desk.game is None or desk.ruleset is None:
        return []
    step = desk.course.step(state)
    return list(enumerate((*step.notes, *step.phase.tasks), 1)) if step is not None else []


def _declared(desk: Desk, number: int, declared: Declared) -> dict[str, Any]:
    who, units = desk.teller.side(declared.by), ", ".join(map(desk.teller.unit, declared.units))
    against = [desk.spot_label(spot) for spot in declared.against]
    whom = "in" if declared.what == SUPPORT or declared.what in WHERE_THEY_LIE else "against"
    return {
        "declared": number,
        "by": declared.by,
        "what": declared.what,
        "units": list(declared.units),
        "against": against,
        "text": f"{who}, {declared.what}: {units or 'nobody'} {whom} {', '.join(against) or 'nothing'}",
    }


def _units(desk: Desk, words: Words) -> Said:
    seen, names = desk.seen, desk.session.record.began.units
    side = spot = None
    if words:
        try:
            side = desk.a_side(words[0])
        except WrongUse:
            spot = desk.spot(words[0])
    listed, lines = [], []
    stacks = (seen.state.deployment.stacks if seen.state.deployment is not None else {}).items()
    for place, ids in sorted(stacks, key=lambda each: desk.spot_label(each[0])):
        shown = [id_ for id_ in ids if side is None or names.get(id_, ("", ""))[0] == side]
        if not shown or (spot is not None and place != spot):
            continue
        for id_ in shown:
            listed.append(_unit(desk, id_))
            lines.append(listed[-1]["text"])
        if below := seen.below.get(place, 0):
            lines.append(f"{desk.spot_label(place)}: {below} more out of sight")
    marks = seen.state.deployment.marks if seen.state.deployment is not None else {}
    for place, lying in sorted(marks.items(), key=lambda each: desk.spot_label(each[0])):
        if side is None and spot in (None, place):
            lines += [f"{desk.spot_label(place)}: {_lying(mark)}" for mark in lying]
    hidden = [{"at": desk.spot_label(place), "count": count} for place, count in seen.below.items() if spot in (None, place)]
    return Said(tuple(lines) or ("No units are seen there.",), {"units": listed, "below": hidden})


def _lying(mark: Mark) -> str:
    return " ".join(each for each in (mark.kind, f"of {mark.side}" if mark.side else "", mark.text) if each)


def _unit(desk: Desk, id_: str) -> dict[str, Any]:
    piece, (side, name) = desk.deployment.pieces[id_], desk.session.record.began.units.get(id_, ("", ""))
    state = desk.seen.state
    more = [f"{piece.lost} steps lost"] if piece.lost > 1 else ["1 step lost"] if piece.lost else []
    more += ["back"] if piece.face else []
    more += [f"mode {piece.mode}"] if piece.mode else []
    more += [each.replace("_", " ") for each in sorted(piece.marks)]
    more += [f"on {piece.on}"] if piece.on else []
    more += [f"a chit of {state.held[id_].cup}"] if id_ in state.held else []
    at = desk.spot_label(piece.at)
    called = f"{id_} ({name})" if name and name != id_ else id_
    told = f"{at}: {called}, {desk.teller.side(side)}{''.join(f', {each}' for each in more)}"
    return {
        "id": id_,
        "name": name,
        "side": side,
        "at": at,
        "face": piece.face,
        "lost": piece.lost,
        "mode": piece.mode,
        "marks": sorted(piece.marks),
        "on": piece.on or None,
        "text": told,
    }


def _where(desk: Desk, words: Words) -> Said:
    unit = desk.unit(" ".join(words))
    if unit not in desk.deployment.pieces:
        return Said((f"{unit} is not in play.",), {"units": [{"id": unit, "at": None}]})
    found = _unit(desk, unit)
    return Said((found["text"],), {"units": [found]})


# Pieces -------------------------------------------------------------------------------------------------------------------


def _move(desk: Desk, words: Words) -> Said:
    *named, place = words
    spot = desk.spot(place)
    return desk.do(piece_edits.moved(desk.work, desk.units(named), spot))


def _off(desk: Desk, words: Words) -> Said:
    return desk.do(piece_edits.taken_off(desk.work, desk.units(words)))


def _flip(desk: Desk, words: Words) -> Said:
    return desk.do(piece_edits.flipped(desk.work, desk.units(words)))


def _lose(desk: Desk, words: Words) -> Said:
    return _change_steps(desk, words, 1)


def _regain(desk: Desk, words: Words) -> Said:
    return _change_steps(desk, words, -1)


def _change_steps(desk: Desk, words: Words, sign: int) -> Said:
    number, named = 1, list(words)
    if len(named) > 1 and named[-1].isdigit() and named[-1] not in desk.session.record.began.units:
        number = whole(named.pop(), "steps")
    return desk.do(piece_edits.reduced(desk.work, ids := desk.units(named), _full(desk, ids), sign * number))


def _full(desk: Desk, ids: Sequence[str]) -> dict[str, int]:
    """The steps of units at full strength, as far as their counters say."""
    if desk.ruleset is None or desk.game is None:
        # Without the game nobody knows when a unit has none left.
        return dict.fromkeys(ids, 99)
    value = next((each.id for each in desk.ruleset.values if each.role == "steps"), "")
    found = {}
    for id_ in ids:
        counter = desk.game.box.oob.counter(id_)
        printed = counter.values.get(value) if counter is not None else None
        found[id_] = printed if isinstance(printed, int) else 1
    return found


def _mode(desk: Desk, words: Words) -> Said:
    *named, word = words
    pieces = desk.work.deployment.pieces
    said = "" if word == "-" else word
    changed: dict[str, Piece | None] = {}
    for id_ in desk.units(named):
        if id_ in pieces:
            changed[id_] = replace(pieces[id_], mode=said)
    return desk.do(ChangePieces("Change mode", IN_PLAY, MappingProxyType(changed)))


def _mark(desk: Desk, words: Words) -> Said:
    *named, word = words
    return desk.do(piece_edits.marked(desk.work, desk.units(named), _marker(desk, word)))


def _unmark(desk: Desk, words: Words) -> Said:
    *named, word = words
    return desk.do(piece_edits.unmarked(desk.work, desk.units(named), word))


def _lay(desk: Desk, words: Words) -> Said:
    side = desk.a_side(words[2]) if len(words) > 2 else ""
    return desk.do(piece_edits.hex_marked(desk.work, [desk.spot(words[0])], Mark(_marker(desk, words[1]), side)))


def _lift(desk: Desk, words: Words) -> Said:
    spot = desk.spot(words[0])
    lying = desk.deployment.marks.get(spot, ())
    found = next((each for each in lying if each.kind == words[1]), None)
    if found is None:
        near = did_you_mean(words[1], [each.kind for each in lying])
        raise WrongUse(f'No marker "{words[1]}" lies in {desk.spot_label(spot)}.{near}')
    return desk.do(piece_edits.hex_unmarked(desk.work, spot, found))


def _marker(desk: Desk, word: str) -> str:
    kind = piece_edits.mark_kind(word)
    known = desk.ruleset.markers if desk.ruleset is not None else {}
    if known and kind not in known and word not in known:
        raise WrongUse(f'The rules have no marker "{word}".{did_you_mean(kind, known)}')
    return word


def _carry(desk: Desk, words: Words) -> Said:
    *named, carrier = words
    return desk.do(piece_edits.mounted(desk.work, desk.units(named), desk.unit(carrier)))


def _unload(desk: Desk, words: Words) -> Said:
    return desk.do(piece_edits.unloaded(desk.work, desk.units(words)))


def _order(desk: Desk, words: Words) -> Said:
    return desk.do(piece_edits.ordered(desk.work, desk.spot(words[0]), desk.units(words[1:])))


# Turns --------------------------------------------------------------------------------------------------------------------


def _next(desk: Desk, words: Words) -> Said:
    moment = desk.course.next(desk.session.state)
    if moment is None:
        raise WrongUse("This is the end of the last turn.")
    return _go(desk, moment)


def _back(desk: Desk, words: Words) -> Said:
    moment = desk.course.previous(desk.session.state, passed(desk.session))
    if moment is None:
        raise WrongUse("Play stands before the first turn.")
    return _go(desk, moment, words)


def _jump(desk: Desk, words: Words) -> Said:
    side = desk.a_side(words[2]) if len(words) > 2 else ""
    moment = desk.course.at(desk.session.state, whole(words[0], "turns"), words[1] if len(words) > 1 else "", side)
    return _go(desk, moment, words[3:])


def _activate(desk: Desk, words: Words) -> Said:
    state, before = desk.session.state, passed(desk.session)
    of = " ".join(words[1:])
    return _go(desk, desk.course.again(state, desk.a_side(words[0]), desk.formation(of) if of else "", before))


def _first(desk: Desk, words: Words) -> Said:
    edits = desk.course.decided(desk.session.state, desk.a_side(words[0]))
    found = initiative.barriers(desk.session, desk.course, desk.by)
    if not found:
        return _all(desk, edits, "Decide who is first")
    if not desk.why:
        raise NeedsReason(found, f'{initiative.ASKS} because "WHY" first {" ".join(words)}')
    note = desk.session.note(desk.why, desk.by, why=True)
    return desk.told(note) + desk.do(Several("Decide who is first", edits), note.number, "Decide who is first")


def _go(desk: Desk, moment: Moment, why: Words = ()) -> Said:
    entries = go_to(desk.session, desk.course, moment, desk.by, " ".join(why))
    return sum(map(desk.told, entries), Said()) if entries else Said(("Nothing is changed by it.",), {"entries": []})


def _all(desk: Desk, edits: Sequence[Edit], label: str) -> Said:
    return desk.do(Several(label, tuple(edits)), label=label)


def _tick(desk: Desk, words: Words) -> Said:
    return _do_tick(desk, words[0], True)


def _untick(desk: Desk, words: Words) -> Said:
    return _do_tick(desk, words[0], False)


def _do_tick(desk: Desk, word: str, done: bool) -> Said:
    state = desk.session.state
    tasks = dict(_tasks(desk, state))
    number = whole(word, "a task")
    if number not in tasks:
        raise WrongUse(f"There is no task {number} in this phase; it has {len(tasks)}.")
    task = tasks[number].text
    ticked = state.ticked | {task} if done else state.ticked - {task}
    return desk.do(ChangeState("Tick off a task" if done else "Untick a task", {"ticked": ticked}))


def _sky(desk: Desk, words: Words) -> Said:
    said: dict[str, Any] = {}
    for name, value in pairs(words).items():
        if name == "light" and value not in ("day", "twilight", "night"):
            raise WrongUse(f'light: "{value}" is none of day, twilight, night.')
        if name not in ("light", "weather", "visibility"):
            raise WrongUse(f'"sky" takes no "{name}".{did_you_mean(name, ("light", "weather", "visibility"))}')
        sight = None if value == "unlimited" else whole(value, "hexes") if name == "visibility" else 0
        if sight is not None and sight < 0:
            raise WrongUse(f"One sees 0 hexes or more, not {sight}.")
        said[name] = sight if name == "visibility" else value
    return desk.do(ChangeState("Change light and weather", said))


def _points(desk: Desk, words: Words) -> Said:
    side, what, amount = desk.a_side(words[0]), " ".join(words[1:-1]), words[-1]
    if side not in desk.view.eyes and desk.play.are_secret(what):
        # Said before the number is looked at, so that it cannot be guessed.
        raise WrongUse(f"Only {desk.session.title(side)} knows and writes how much {what} is left.")
    known = desk.session.state.points
    number = whole(amount, "points")
    left = known.get((side, what), 0) + number if amount[0] in "+-" else number
    return desk.do(ChangeState("Change points", {"points": known.set((side, what), left)}))


def _condition(desk: Desk, words: Words) -> Said:
    word = "" if words[2] == "-" else " ".join(words[2:])
    held = desk.session.state.conditions
    return desk.do(become(held, desk.play.conditions, desk.formation(words[0]), words[1], word))


# Dice, notes, branches ----------------------------------------------------------------------------------------------------


def _roll(desk: Desk, words: Words) -> Said:
    way = dice(words[0]).id
    if desk.session.by_mail:
        return Said() + _refuse_roll(desk)
    seed = desk.fresh(SEED)
    return _fallen(desk, Rolled(way, fall(seed, way), " ".join(words[1:]), seed))


def _refuse_roll(desk: Desk) -> Said:
    raise WrongUse('By mail dice are declared, answered and opened: "pledge", "answer", "disclose".')


def _typed(desk: Desk, words: Words) -> Said:
    return _fallen(desk, typed_value(words[0], words[1], " ".join(words[2:])))


def _fallen(desk: Desk, rolled: Rolled) -> Said:
    return desk.add(rolled) + Said((), {"pips": list(rolled.pips), "value": dice(rolled.dice).read(rolled.pips)})


def _luck(desk: Desk, words: Words) -> Said:
    lines, listed = [], []
    for side in ledger(desk.session.record):
        title = "all" if side.side == ALL else desk.teller.side(side.side)
        mean = side.faces.mean
        chance = "" if side.faces.chance is None else f", {side.faces.verdict} (chance {100 * side.faces.chance:.1f} %)"
        lines.append(f"{title}: {counted(side.number, 'roll')}, mean of a die {float(mean or 0):.2f}{chance}")
        listed.append({"side": side.side, "rolls": side.number, "mean": float(mean or 0), "chance": side.faces.chance})
    return Said(tuple(lines) or ("No dice were rolled.",), {"luck": listed})


def _side(desk: Desk, words: Words) -> Said:
    desk.sit("" if words[0] == ALL_SIDES else words[0])
    return Said((f"{desk.teller.side(desk.side) if desk.side else 'Both sides'} at the table.",), {"side": desk.side or None})


# Questions ----------------------------------------------------------------------------------------------------------------


def _ask(desk: Desk, words: Words) -> Said:
    from core.questions.catalogue import called

    meant = called(words[0], desk.asked(), pairs(words[1:]))
    return asked(desk, Asking(meant.question.name, meant.given))


def asked(desk: Desk, asking: Asking, because: int = 0) -> Said:
    """Asks the rules; `because` is the entry of the roll that the answer rests on."""
    from core.questions.catalogue import ask as ask_rules

    _open(desk, asking.question, asking.given)
    game = desk.asked()
    given, hints = with_begun(desk, asking.question, dict(asking.given))
    given = with_chits(desk, asking.question, given, own=True)
    ruling = ask_rules(asking.question, game, **given)
    told = desk.propose(ruling, because, asking) + told_going(desk, ruling)
    return told + Said((*hints, *out_of_sight(desk, asking.question, given)))


def _open(desk: Desk, question: str, given: Mapping[str, str]) -> None:
    """Raises WrongUse for a question that stays shut until an attack is declared, and for a stack that is not seen whole."""
    targets = aimed_at(given, desk.spot)
    told = shut(desk.session, desk.ruleset.play.stacks, question, targets) if desk.ruleset is not None else ""
    if told:
        kinds = desk.play.declared
        what = question if question in kinds else next(iter(kinds), "attack")
        raise WrongUse(f'{told} Declare it first: "declare {what} UNIT… against HEX…".')
    place = desk.hex(given["hex"]) if given.get("hex") and question == STACKING else None
    if place is not None and (told := unseen(desk.seen.below, question, place, desk.spot_label(place))):
        raise WrongUse(told)


def _rule(desk: Desk, words: Words) -> Said:
    from core.play.asked import ruled_steps
    from core.questions.catalogue import called

    meant = called(words[0], desk.asked(), pairs(words[1:]))
    question = meant.question.name
    _open(desk, question, meant.given)
    given, _ = with_begun(desk, question, meant.given)
    # What is noted stands in the journal; what only one side knows does not.
    given = with_chits(desk, question, given, own=False)
    game = desk.asked().with_state(desk.view.without_keys().state().state)
    ruled = finish(ruled_steps(game, question, given, by_mail=desk.session.by_mail))
    return _ask(desk, words) + desk.told(desk.session.rule(ruled, desk.by))


def _audit(desk: Desk, words: Words) -> Said:
    from core.play.audit import audit as look

    game = desk.asked()
    began = begun_at(desk.session)
    start = desk.view.state(began).state
    ways = trails(desk.session, began)
    seen = {unit: way for unit, way in ways.items() if unit in desk.deployment.pieces}
    around = desk.view.state(begun_at(desk.session, within=desk.course.around(desk.session.state))).state
    sheets = [sheet for sheet in game.state.orders.values() if sheet.side == desk.side] if desk.side else None
    desk.findings = desk.view.findings(
        look(game, start, game.state, sheets, seen, around, forced(desk.session, began)), desk.session.state
    )
    listed = [
        {"finding": n, "section": each.section, "weight": each.weight, "text": each.text, "mends": bool(each.edits)}
        for n, each in enumerate(desk.findings, 1)
    ]
    lines = tuple(f"{each['finding']} {each['weight']} [{each['section']}] {each['text']}" for each in listed)
    return Said(lines or ("Nothing is found.",), {"findings": listed})


def _mend(desk: Desk, words: Words) -> Said:
    number = whole(words[0], "a finding")
    if not 1 <= number <= len(desk.findings):
        raise WrongUse(f'There is no finding {number}; "audit" lists them.')
    finding = desk.findings[number - 1]
    if not finding.edits:
        raise WrongUse("Players choose how this is mended.")
    edit = Several("Mend a finding", tuple(finding.edits))
    # The rules say it, whose pieces it may be.
    entry = desk.session.do(edit, desk.by, label=f"Mend [{finding.section}]", writes=desk.writes)
    return desk.told(entry) if entry is not None else Said(("Nothing is changed by it.",), {"entries": []})


def _overrule(desk: Desk, words: Words) -> Said:
    section, finding, *why = words
    if finding.isdecimal():
        number = whole(finding, "a finding")
        if not 1 <= number <= len(desk.findings):
            raise WrongUse(f'There is no finding {number}; "audit" lists them.')
        found = desk.findings[number - 1]
        if found.section != section:
            raise WrongUse(f"Finding {number} is by [{found.section}], not by [{section}].")
        finding = found.text
    return desk.told(desk.session.overrule(section, finding, " ".join(why), desk.by))


BOARD = (
    Command("show", 0, "[ENTRY]", "where play stands, or stood after an entry", _show),
    Command("units", 0, "[SIDE|PLACE]", "the units that are seen, stack by stack from the bottom to the top", _units),
    Command("where", 1, "UNIT", "where a unit is, and what has become of it", _where),
    Command("move", 2, "UNIT… PLACE", "put units, and what they carry, into a hex or a box beside the map", _move),
    Command("off", 1, "UNIT…", "take units off the map", _off),
    Command("flip", 1, "UNIT…", "turn units over", _flip),
    Command("lose", 1, "UNIT… [STEPS]", "take steps from each, one without a number; who has none left leaves the map", _lose),
    Command("regain", 1, "UNIT… [STEPS]", "give steps back to each, one without a number", _regain),
    Command("mode", 2, "UNIT… MODE", "say in which mode units are; a dash for none", _mode),
    Command("mark", 2, "UNIT… MARKER", "put a marker on units", _mark),
    Command("unmark", 2, "UNIT… MARKER", "take a marker off units", _unmark),
    Command("lay", 2, "PLACE MARKER [SIDE]", "lay a marker into a hex", _lay),
    Command("lift", 2, "PLACE MARKER", "take a marker out of a hex", _lift),
    Command("carry", 2, "UNIT… CARRIER", "have units be carried or towed by the last one", _carry),
    Command("unload", 1, "UNIT…", "have units stand on their own again", _unload),
    Command("order", 2, "PLACE UNIT…", "lay a stack in an order, from the bottom to the top", _order),
    Command("next", 0, "", "go to the next step of the turn", _next),
    Command("back", 0, "[WHY…]", "go to the step before; back over the beginning of a turn to where it stood then", _back),
    Command("jump", 1, "TURN [PHASE] [SIDE] [WHY…]", "go to a phase of a turn; why where something stands against it", _jump),
    Command("activate", 1, "SIDE [OF]", "begin the activation of a side, or of a formation of it", _activate),
    Command("first", 1, "SIDE", "say which side is first from now on", _first),
    Command("tick", 1, "TASK", 'tick a task of the phase off, as "show" numbers it', _tick),
    Command("untick", 1, "TASK", "say that a task of the phase is not done", _untick),
    Command("sky", 1, "light=… weather=… visibility=…", "say what light, weather and sight in hexes (or unlimited) are", _sky),
    Command("points", 3, "SIDE WHAT AMOUNT", "say what a side has left; with + or - what it gets or spends", _points),
    Command(
        "condition", 3, "FORMATION KIND WORD", "say what a formation is, such as its fatigue; a dash for nothing", _condition
    ),
    Command("roll", 1, "DICE [PURPOSE…]", "roll dice, such as 2d6", _roll),
    Command("typed", 2, "DICE PIPS [PURPOSE…]", "write down real dice, such as typed 2d6 34", _typed),
    Command("luck", 0, "", "what fell against what was to be expected", _luck),
    Command("ask", 1, "QUESTION NAME=VALUE…", "ask the rules; nothing is written", _ask),
    Command("rule", 1, "QUESTION NAME=VALUE…", "ask the rules, and note the ruling", _rule),
    Command(
        "overrule",
        3,
        "SECTION FINDING WHY…",
        "go on in spite of a finding, by its number in the last audit or its words",
        _overrule,
    ),
    Command("audit", 0, "", "what the rules want looked after at the end of this phase", _audit),
    Command("mend", 1, "NUMBER", "do what would mend a finding of the last audit", _mend),
    Command("side", 1, "NAME|both", "who acts and looks from now on, at one table", _side),
)
"""The commands about what lies on the map, turns, dice and questions."""
