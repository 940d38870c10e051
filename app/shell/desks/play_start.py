"""How a session begins: from the scenario that is shown, into a file of its own."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, QObject, QStandardPaths, QTimer
from PySide6.QtWidgets import QMainWindow

from app.dialogs.play.start import StartDialog, StartFacts, StartWish
from app.documents.document import Document
from app.shell.desks.play_table import Begin, OpenBox, Seated
from app.shell.files.choosing import JOURNAL
from app.shell.files.samples import SCENARIOS
from app.shell.questions import Choice, ask, nothing
from app.shell.version import version
from app.widgets.rule_words import said
from app.workers.answers import Answers
from app.workers.play_answers import Digests, OpenKeys
from core.base.errors import CoreError
from core.model.box import GameBox
from core.model.issues import Issue, Severity
from core.play.events import Began
from core.play.journal import Journal
from core.play.memories import Memory
from core.play.snapshots import History, Snapshots
from core.play.starting import beginning, fighting

SLOT = "play start"

SHIPPED = "sessions"
"""The folder for sessions among the boxes that come with the program."""

FOLDER = "Phaseline sessions"
"""The folder for sessions in that of the user's documents."""


def sessions_folder() -> Path:
    """Where sessions are written unless somebody names another place."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return (Path(documents) if documents else Path.home()) / FOLDER


def shipped_sessions() -> list[Path]:
    """The sessions that come with the program."""
    return sorted((SCENARIOS / SHIPPED).glob(f"*{JOURNAL}"))


def free_file(folder: Path, title: str) -> Path:
    """A file for a session that is not there yet, called by a title."""
    plain = " ".join("".join(sign if sign.isalnum() or sign in " -_.,'" else " " for sign in title).split()).strip(" .")
    name = plain[:80] or "session"
    path, number = folder / f"{name}{JOURNAL}", 2
    while path.exists():
        path, number = folder / f"{name} {number}{JOURNAL}", number + 1
    return path


class Starting(QObject):
    """Asks how a session begins, and begins it; `begin` shows what was made."""

    def __init__(self, window: QMainWindow, answers: Answers, open_box: OpenBox, begin: Begin) -> None:
        super().__init__(window)
        self._window, self._answers, self._open_box, self._begin = window, answers, open_box, begin
        self.dialog: StartDialog | None = None

    def start(self) -> None:
        """Asks, unless the box is not ready to be played: then it says why."""
        document = self._open_box.document
        if document is None or self.dialog is not None or self._refused(document):
            return
        dialog = StartDialog(self._window, self.facts(document))
        self.dialog = dialog
        dialog.finished.connect(self._forget)
        dialog.accepted.connect(lambda: self._digest(document, dialog.wish))
        dialog.setModal(True)
        dialog.show()

    def facts(self, document: Document) -> StartFacts:
        """What the dialog says of the open box."""
        box, scenario = document.box, document.work.scenario
        assert scenario is not None
        title = scenario.title or document.state.scenario
        today = QDate.currentDate().toString("yyyy-MM-dd")
        return StartFacts(
            box.title,
            title,
            [(side.id, side.name or side.id) for side in fighting(box, scenario)],
            options_in_force(document),
            [issue.text for issue in document.issues if issue.severity is Severity.ERROR and self._concerns(document, issue)],
            free_file(sessions_folder(), f"{title} {today}"),
        )

    @staticmethod
    def _concerns(document: Document, issue: Issue) -> bool:
        """Errors of other scenarios do not concern this one."""
        file = Path(issue.place.file).name
        return file == document.state.scenario or file not in document.box.scenarios

    def _refused(self, document: Document) -> bool:
        """Says why the box cannot be played as it is."""
        saving = self._open_box.saving
        cancel = Choice(self.tr("Cancel"), nothing, away=True)
        title = self.tr("Start a session")
        if document.work.scenario is None:
            told = self.tr("No scenario is shown: choose one in the menu Box, or write one in the window Scenario.")
        elif len(document.box.oob.sides) < 2:
            told = self.tr("A session needs two sides. Give the game a second one in its order of battle.")
        elif document.path is None:
            told = self.tr("The box has no place on disk yet. Save it first.")
        elif saving is not None and saving.modified:
            save = Choice(self.tr("&Save"), lambda: saving.save(self.start))
            detail = self.tr("A session is played with the game as its files say it.")
            ask(self._window, title, self.tr("The box has changes that are not saved."), detail, [save, cancel])
            return True
        else:
            return False
        ask(self._window, title, self.tr("This cannot be played yet."), told, [cancel])
        return True

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    # Making it --------------------------------------------------------------------------------------------------------------

    def _digest(self, document: Document, wish: StartWish) -> None:
        box, file = document.box, document.state.scenario

        def take(found: object) -> None:
            assert isinstance(found, Digests)
            if document is self._open_box.document and document.box is box:
                self._make(document, box, file, wish, found)

        parameters = {"folder": document.path, "ruleset": box.ruleset}
        self._answers.run("play_digests", parameters, take, on_refused=self._fail, slot=SLOT)

    def _make(self, document: Document, box: GameBox, file: str, wish: StartWish, found: Digests) -> None:
        ruleset = document.ruleset
        values, play = (ruleset.values, ruleset.play) if ruleset is not None else ((), None)
        digests = {"of_box": found.box, "of_rules": found.rules}
        try:
            began = beginning(box, values, file, wish.kind, wish.names, **digests, program=version(), play=play)
        except CoreError as problem:
            self._fail(str(problem))
            return
        # One who plays alone has keys, too, so that orders can be written; nobody has to type for them.
        sides = [player.side for player in began.players]
        phrases = dict.fromkeys(sides, "") if wish.kind == "solitaire" else dict(wish.phrases)
        self._join(began, list(phrases.items()), [], lambda joined: self._write(document, began, wish, joined))

    def _join(
        self,
        began: Began,
        left: list[tuple[str, str]],
        joined: list[OpenKeys],
        then: Callable[[Sequence[OpenKeys]], object],
    ) -> None:
        """Makes the keys of one side after the other."""
        if not left:
            then(joined)
            return
        side, phrase = left.pop(0)

        def take(made: object) -> None:
            assert isinstance(made, OpenKeys)
            self._join(began, left, [*joined, made], then)

        parameters = {"phrase": phrase, "side": side, "session": began.session, "kind": began.kind}
        self._answers.run("join_side", parameters, take, on_refused=self._fail, slot=SLOT)

    def _write(self, document: Document, began: Began, wish: StartWish, joined: Sequence[OpenKeys]) -> None:
        if document is not self._open_box.document:
            return
        journal = None
        try:
            wish.file.parent.mkdir(parents=True, exist_ok=True)
            journal = Journal.create(wish.file, began, at=int(time.time()))
            for each in joined:
                if each.joined is not None:
                    journal.append(each.joined, each.keys.side)
            journal.sync()
        except (CoreError, OSError) as problem:
            if journal is not None:
                journal.close()
            self._fail(str(problem))
            return
        # The first entry holds the whole scenario; to show it has a turn of its own.
        QTimer.singleShot(0, self, partial(self._show, document, journal, wish, joined))

    def _show(self, document: Document, journal: Journal, wish: StartWish, joined: Sequence[OpenKeys]) -> None:
        from core.play.cups_at_table import fresh_key

        if document is not self._open_box.document:
            journal.close()
            return
        began = journal.records[-1].began
        table, box = fresh_key() if wish.kind == "hot_seat" else b"", str(document.path or "")
        memory = Memory(began.session, wish.yours, table=table, box=box)
        history = History(journal.entries, journal.records, Snapshots(began.session))
        # At one table the keys stay shut until a player gives the phrase.
        keys = () if wish.kind == "hot_seat" else tuple(each.keys for each in joined)
        self._begin(Seated(journal, history, memory, (wish.yours,) if wish.yours else (), keys))

    def _fail(self, sentence: str) -> None:
        close = Choice(self.tr("Close"), nothing, away=True)
        ask(self._window, self.tr("Start a session"), self.tr("The session could not begin."), sentence, [close])


def options_in_force(document: Document) -> list[tuple[str, str]]:
    """The options in force, each by its title and what is chosen, in words."""
    ruleset = document.ruleset
    if ruleset is None:
        return []
    chosen = ruleset.choices(document.box.options)
    named = ((option, chosen[id_]) for id_, option in ruleset.options.items())
    return [(said(option.title), said(option.name_of(value)) if value in option.values else value) for option, value in named]
