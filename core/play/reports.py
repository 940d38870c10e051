"""A journal as one HTML page that needs nothing beside it: chapters by turn with a map picture each, moves, rulings with their
sections, dice with their luck. It reads and prints like a book; nothing in it runs.
"""

import base64
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from types import MappingProxyType

from core.model.edits.edit import flat
from core.model.edits.state_edits import ChangeState
from core.play.events import Did, Disclosed, OrdersOpened, Overruled, Pledged, Rolled, Ruled, Went
from core.play.exports import Chapter, Line, chapters
from core.play.luck import ALL, SideLuck, Spread, ledger
from core.play.session import Session
from core.play.told import Teller, printable, time_text
from core.play.turns import GOING
from core.play.views import Unseen, View

NO_PICTURES: Mapping[int, bytes] = MappingProxyType({})

_STYLE = """
:root { color-scheme: light dark; --rule: #8886; --soft: #7776; --mark: #b07d2b; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, "Times New Roman", serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.35rem; border-bottom: 1px solid var(--rule); margin: 2.5rem 0 .8rem; }
h3 { font-size: 1.05rem; font-style: italic; font-weight: normal; margin: 1.2rem 0 .3rem; }
nav ul { columns: 2; padding-left: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: bold; }
th, td { padding: .2rem .6rem .2rem 0; vertical-align: top; border-bottom: 1px solid var(--rule); }
td.n, th.n { text-align: right; }
td.number, td.time { white-space: nowrap; opacity: .75; font-size: .85rem; }
td.kind { white-space: nowrap; font-size: .85rem; }
tr.left td { opacity: .6; }
tr.left td.told { text-decoration: line-through; }
.rule { white-space: nowrap; }
.bookmark { border: 1px solid var(--mark); border-radius: .3rem; padding: 0 .35rem; font-size: .85rem; }
.aside { font-style: italic; }
figure { margin: 1rem 0; }
figure img { max-width: 100%; height: auto; border: 1px solid var(--rule); }
figcaption { font-size: .85rem; font-style: italic; }
@page { margin: 18mm 15mm; }
@media print {
  body { max-width: none; margin: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; }
  tr, figure { break-inside: avoid; }
  section.turn { break-before: page; }
  section.turn:first-of-type { break-before: auto; }
  a { color: inherit; text-decoration: none; }
}
"""


@dataclass(frozen=True)
class Report:
    """What a page is made of. `pictures` are PNG files by the entry after which they show the map, `sections` the rules of
    each question by its name, `turn` what turns are called. `eyes` is the side that may read it, "" for both.
    """

    session: Session
    view: View
    teller: Teller
    eyes: str = ""
    pictures: Mapping[int, bytes] = field(default_factory=lambda: NO_PICTURES)
    sections: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    turn: Callable[[int], str] = str

    def page(self) -> Iterator[str]:
        """The page in pieces, in their order."""
        say, began = self.teller.say, self.session.record.began
        title = f"{began.game}: {began.scenario.title}"
        yield f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{_safe(title)}</title>\n'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{_safe(title)}</h1>\n"
        yield from (f"<p>{_safe(each)}</p>\n" for each in self._head())
        yield "</header>\n"
        parts = list(chapters(self.session, self.view, self.teller))
        yield f'<nav aria-label="{_safe(say("Contents"))}">\n<h2>{_safe(say("Contents"))}</h2>\n<ul>\n'
        for number, chapter in enumerate(parts, 1):
            yield f'<li><a href="#c{number}">{_safe(self._title(chapter))}</a></li>\n'
        yield f'<li><a href="#dice">{_safe(say("Dice"))}</a></li>\n</ul>\n</nav>\n<main>\n'
        for number, chapter in enumerate(parts, 1):
            yield from self._chapter(number, chapter)
        yield from self._dice()
        yield "</main>\n</body>\n</html>\n"

    def _head(self) -> Iterator[str]:
        say, session = self.teller.say, self.session
        yield self.teller.told(self.view.entry(1))
        if self.eyes:
            yield say("As {side} may see it.", side=self.teller.side(self.eyes))
        elif not self.view.eyes:
            yield say("What both sides know.")
        first, last = session.entry(1), session.entry(session.number)
        yield say(
            "{count} entries, from {first} to {last} (UTC).",
            count=session.number,
            first=time_text(first.at),
            last=time_text(last.at),
        )

    def _title(self, chapter: Chapter) -> str:
        if not chapter.moment.turn:
            return self.teller.say("Before the first turn")
        return self.teller.say("Turn {turn}", turn=self.turn(chapter.moment.turn))

    def _chapter(self, number: int, chapter: Chapter) -> Iterator[str]:
        yield f'<section class="turn" id="c{number}">\n<h2>{_safe(self._title(chapter))}</h2>\n'
        for _, group in groupby(chapter.lines, key=self._phase):
            held = list(group)
            phase = self._phase(held[0])
            if phase:
                yield f"<h3>{_safe(phase)}</h3>\n"
            yield "<table>\n<tbody>\n"
            yield from map(self._row, held)
            yield "</tbody>\n</table>\n"
        for line in chapter.lines:
            if line.seen.number in self.pictures:
                yield self._picture(line.seen.number, self._title(chapter))
        yield "</section>\n"

    def _phase(self, line: Line) -> str:
        return self.teller.step(self.session.state_at(self.view.seen_at(line.seen.number)).moment)

    def _row(self, line: Line) -> str:
        seen, record = line.seen, self.session.record
        told = _safe(line.sentence)
        if isinstance(seen.event, Ruled) and (section := self.sections.get(seen.event.question)):
            told += f' <span class="rule">[{_safe(section)}]</span>'
        if name := record.bookmarks.get(seen.number):
            told += f' <span class="bookmark">{_safe(name)}</span>'
        if line.left:
            told += f' <span class="aside">({_safe(self.teller.say("gone back on"))})</span>'
        kind, left = _safe(self._kind(line)), ' class="left"' if line.left else ""
        return (
            f'<tr{left} id="e{seen.number}"><td class="number">{seen.number}</td>'
            f'<td class="time">{_safe(time_text(seen.at))}</td><td class="kind">{kind}</td><td class="told">{told}</td></tr>\n'
        )

    def _kind(self, line: Line) -> str:
        """What kind of entry it is, in a word, so that nothing is told apart by its look alone."""
        say = self.teller.say
        match line.seen.event:
            case Did(label=label) if label.startswith(GOING):
                return say("phase")
            case Did(edits=edits) if all(isinstance(each, ChangeState) for each in flat(edits)):
                said = {name for each in flat(edits) if isinstance(each, ChangeState) for name in each.said}
                words = {"ticked": say("task"), "points": say("points"), "declared": say("attack"), "held": say("chit")}
                said -= {"fought"} if "declared" in said else set()
                return words.get(next(iter(said)), say("state of play")) if len(said) == 1 else say("state of play")
            case Did() | Unseen("change"):
                return say("move")
            case Rolled() | Pledged() | Disclosed():
                return say("dice")
            case Ruled() | Unseen("question"):
                return say("ruling")
            case Unseen("sealed") | OrdersOpened():
                return say("sealed")
            case Overruled():
                return say("overruled")
            case Went():
                return say("back")
            case _:
                return ""

    def _picture(self, number: int, title: str) -> str:
        data = base64.b64encode(self.pictures[number]).decode("ascii")
        about = _safe(self.teller.say("The map after entry {entry} ({title})", entry=number, title=title))
        return (
            f'<figure>\n<img src="data:image/png;base64,{data}" alt="{about}">\n<figcaption>{about}</figcaption>\n</figure>\n'
        )

    def _dice(self) -> Iterator[str]:
        say = self.teller.say
        yield f'<section id="dice">\n<h2>{_safe(say("Dice"))}</h2>\n'
        luck = ledger(self.session.record)
        if not luck:
            yield f"<p>{_safe(say('No dice were rolled.'))}</p>\n</section>\n"
            return
        yield "<table>\n<thead><tr>"
        yield from (f"<th>{_safe(head)}</th>" for head in (say("Side"), say("Dice")))
        numbers = say("Rolls"), say("Mean"), say("Expected"), say("Chi-square")
        yield from (f'<th class="n">{_safe(head)}</th>' for head in numbers)
        yield f"<th>{_safe(say('Verdict'))}</th></tr></thead>\n<tbody>\n"
        for side in luck:
            yield from self._luck(side)
        yield "</tbody>\n</table>\n"
        yield f"<h3>{_safe(say('Each face of all dice'))}</h3>\n<table>\n<thead><tr><th>{_safe(say('Side'))}</th>"
        yield "".join(f'<th class="n">{face}</th>' for face in luck[0].faces.counts) + "</tr></thead>\n<tbody>\n"
        for side in luck:
            counts = "".join(f'<td class="n">{count}</td>' for count in side.faces.counts.values())
            yield f"<tr><td>{_safe(self._side(side.side))}</td>{counts}</tr>\n"
        yield "</tbody>\n</table>\n</section>\n"

    def _luck(self, luck: SideLuck) -> Iterator[str]:
        who = self._side(luck.side)
        yield self._spread(who, self.teller.say("each die"), luck.faces)
        for way in luck.ways:
            yield self._spread(who, way.title, way.rolls)

    def _side(self, side: str) -> str:
        return self.teller.say("All together") if side == ALL else self.teller.side(side)

    def _spread(self, who: str, title: str, spread: Spread) -> str:
        say = self.teller.say
        mean = f"{float(spread.mean):.2f}" if spread.mean is not None else ""
        chance = "" if spread.chance is None else say("chance {percent} %", percent=f"{100 * spread.chance:.1f}")
        verdicts = {
            "too few": say("too few to say"),
            "usual": say("usual"),
            "unusual": say("unusual"),
            "very unusual": say("very unusual"),
        }
        verdict = ", ".join(each for each in (verdicts[spread.verdict], chance) if each)
        numbers = [str(spread.number), mean, f"{float(spread.expected_mean):.2f}", f"{float(spread.statistic):.2f}"]
        cells = "".join(f'<td class="n">{each}</td>' for each in numbers)
        return f"<tr><td>{_safe(who)}</td><td>{_safe(title)}</td>{cells}<td>{_safe(verdict)}</td></tr>\n"


def _safe(text: str) -> str:
    """A text of players or of a game where a page can hold it."""
    return escape(printable(text))
