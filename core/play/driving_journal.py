"""Commands about the journal of a session: notes, names of entries, what was undone, and the ways that were left."""

from core.base.counted import counted
from core.play.driving import Command, Desk, Said, Words, whole
from core.play.exports import lines as journal_lines


def _note(desk: Desk, words: Words) -> Said:
    return desk.told(desk.session.note(" ".join(words), desk.by))


def _comment(desk: Desk, words: Words) -> Said:
    return desk.told(desk.session.note(" ".join(words[1:]), desk.by, desk.entry(words[0])))


def _bookmark(desk: Desk, words: Words) -> Said:
    on = desk.entry(words[1]) if len(words) > 1 else desk.session.number
    return desk.told(desk.session.bookmark(on, words[0], desk.by))


def _journal(desk: Desk, words: Words) -> Said:
    count = whole(words[0], "entries") if words else desk.session.number
    told = list(journal_lines(desk.session, desk.view, desk.teller))[-max(count, 0) :] if count else []
    lines = tuple(f"{each.seen.number}: {each.sentence}{' (gone back on)' if each.left else ''}" for each in told)
    return Said(lines, {"journal": [{"entry": each.seen.number, "text": each.sentence, "left": each.left} for each in told]})


def _undo(desk: Desk, words: Words) -> Said:
    return desk.told(desk.session.undo(desk.by, " ".join(words)))


def _redo(desk: Desk, words: Words) -> Said:
    return desk.told(desk.session.redo(desk.by, " ".join(words)))


def _branch(desk: Desk, words: Words) -> Said:
    name = words[1] if len(words) > 1 else ""
    return desk.told(desk.session.go(desk.entry(words[0]), desk.by, name, " ".join(words[2:])))


def _branches(desk: Desk, words: Words) -> Said:
    found = desk.session.branches()
    lines = tuple(
        f"{each.tip}: {each.name or 'no name'}, {counted(each.steps, 'change')}, from entry {each.root}" for each in found
    )
    listed = [{"tip": each.tip, "root": each.root, "steps": each.steps, "name": each.name} for each in found]
    now = desk.session.present()
    if now is not None and found:
        called = now.name or "no name"
        lines = (f"{now.tip}: {called}, the present, {counted(now.steps, 'change')}, from entry {now.root}", *lines)
    return Said(lines or ("No way was left.",), {"branches": listed, "present": now.name if now is not None else ""})


JOURNAL = (
    Command("journal", 0, "[COUNT]", "the last entries, all of them without a number", _journal),
    Command("note", 1, "TEXT…", "write a note", _note),
    Command("comment", 2, "ENTRY TEXT…", "comment on an entry", _comment),
    Command("bookmark", 1, "NAME [ENTRY]", "give an entry, the last one without a number, a name to find it by", _bookmark),
    Command("undo", 0, "[WHY…]", "go back to before the last change; why where something stands against it", _undo),
    Command("redo", 0, "[WHY…]", "do again what was undone last; why where something stands against it", _redo),
    Command("branch", 1, "ENTRY [NAME] [WHY…]", "play on from an entry; what came after it stays as a branch", _branch),
    Command("branches", 0, "", "the ways that were left", _branches),
)
"""The commands about what was written."""
