"""Joins what the sides keep to themselves to the session: keys are opened, texts sealed, read, changed and opened to all."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMainWindow

from app.counters.unit_words import called, spot_words
from app.dialogs.play.secrets import SHEETS, Sealing, SecretsDialog, WriteSecretDialog
from app.documents.live_play import LivePlay
from app.shell.actions import Actions
from app.shell.desks.play_keys import KeyRing
from app.shell.questions import Choice, ask, nothing
from app.workers.answers import Answers
from app.workers.play_answers import OpenKeys
from core.base.errors import CoreError
from core.model.orders import OpSheet
from core.play.events import Event, Opened
from core.rules.kernel.play_rules import SecretKind

if TYPE_CHECKING:
    from core.play.keys import Keys
    from core.play.sealed_sheets import Naming

Result = TypeVar("Result")

IN_PLAY = "\n"
"""Before the id of a side: what stands for all its op sheets that were written in play, which no sealed thing is called."""

CHIT = "chit"
"""Strength chits are secret, too, and lie under units: nobody writes them."""


class PlaySecrets(QObject):
    """Shows one dialog at a time; it goes when the session is left or somebody else looks at the screen."""

    def __init__(self, window: QMainWindow, actions: Actions, ring: KeyRing, answers: Answers) -> None:
        super().__init__(window)
        self._window, self._ring, self._answers = window, ring, answers
        self._live: LivePlay | None = None
        self.dialog: SecretsDialog | None = None
        self.writing: WriteSecretDialog | None = None
        actions["play.secrets"].triggered.connect(lambda _=False: self.show())

    def use(self, live: LivePlay | None) -> None:
        """Another session is played, or none."""
        self._live = live
        self._close()
        if live is not None:
            live.eyes_changed.connect(self._close)
            live.added.connect(lambda _: self._fill())

    @property
    def kinds(self) -> tuple[SecretKind, ...]:
        """What is kept secret under the rules in force."""
        live = self._live
        ruleset = live.document.ruleset if live is not None else None
        if live is None or ruleset is None:
            return ()
        in_force = ruleset.play.secrets_in(ruleset.choices(live.session.record.began.options))
        return tuple(kind for kind in in_force if kind.id != CHIT)

    def show(self) -> None:
        """Shows what is sealed."""
        live = self._live
        if live is None or self.dialog is not None:
            return
        if not self.kinds and not live.session.record.sealed and not live.session.record.written:
            told = self.tr("Under the rules of this session nothing is written down and kept from the other side.")
            ask(self._window, self.tr("Kept secret"), told, "", [Choice(self.tr("Close"), nothing, away=True)])
            return
        own = [player for player in live.session.players if player.side in live.eyes and player.side in live.session.mine]
        dialog = SecretsDialog(self._window, [(player.side, player.title) for player in own], self.kinds)
        dialog.write_wanted.connect(self._write)
        dialog.sheet_wanted.connect(self._ask_sheet)
        dialog.read_wanted.connect(self._read)
        dialog.change_wanted.connect(self._change)
        dialog.open_wanted.connect(self._open)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        self._fill()
        dialog.setModal(True)
        dialog.show()

    def _close(self) -> None:
        for each in (self.writing, self.dialog):
            if each is not None:
                each.reject()

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _fill(self, chosen: str = "") -> None:
        live = self._live
        if live is None or self.dialog is None:
            return
        record, titles = live.session.record, {kind.id: kind.title for kind in self.kinds}
        found = []
        for id_, versions in sorted(record.sealed.items()):
            side, _, last = versions[-1]
            own, title = side in live.eyes and side in live.session.mine, live.session.title(side)
            kind = titles.get(last.kind, last.kind)
            found.append(Sealing(id_, last.kind, kind, side, title, len(versions), id_ in record.opened, own))
        for side, written in sorted(record.written.items()):
            own, title = side in live.eyes and side in live.session.mine, live.session.title(side)
            is_open, name = not record.unshown(side), self.tr("Op sheets written in play")
            sheets = titles.get(SHEETS, SHEETS)
            found.append(Sealing(IN_PLAY + side, SHEETS, sheets, side, title, len(written), is_open, own, name, changes=True))
        self.dialog.show_sealings(found, chosen)

    # What is done -----------------------------------------------------------------------------------------------------------

    def _write(self, side: str) -> None:
        live = self._live
        if live is None or self.writing is not None:
            return
        dialog = WriteSecretDialog(self.dialog, self.kinds, frozenset(live.session.record.sealed))

        def seal(keys: "Keys") -> None:
            from core.play import seals
            from core.play.secret_kinds import Written

            self._add(lambda: seals.seal(keys, dialog.name, dialog.kind, Written(dialog.words).content), side, dialog.name)

        self._ask(dialog, lambda: self._with_keys(side, seal))

    # Op sheets --------------------------------------------------------------------------------------------------------------

    def _ask_sheet(self, side: str) -> None:
        """Seals an op sheet of a side: one in play; by mail, where these are sealed as they are written, one of a copy of the
        box."""
        live = self._live
        if live is None:
            return
        if not live.session.by_mail:
            self.choose_sheet(side, tuple(live.session.state.orders.values()))
            return
        asking = QFileDialog(self.dialog, self.tr("The copy of the box in whose scenario the op sheet was written"))
        asking.setFileMode(QFileDialog.FileMode.Directory)
        asking.setOption(QFileDialog.Option.ShowDirsOnly)
        asking.fileSelected.connect(lambda folder: self.read_copy(side, Path(folder)))
        asking.finished.connect(asking.deleteLater)
        asking.open()

    def read_copy(self, side: str, folder: Path) -> None:
        """Asks for one of the op sheets that a copy of the box holds."""
        live = self._live
        if live is None:
            return

        def take(found: object) -> None:
            assert isinstance(found, tuple)
            if live is self._live:
                self.choose_sheet(side, found)

        given = {"folder": folder, "file": live.session.record.began.file}
        self._answers.run("sheets_of_copy", given, take, on_refused=self._refuse)

    def choose_sheet(self, side: str, sheets: Sequence[OpSheet]) -> None:
        """Asks for one of some op sheets, of those of a side, and seals it."""
        own = {sheet.id: sheet for sheet in sheets if sheet.side == side}
        if self._live is None or self.dialog is None:
            return
        if not own:
            self._refuse(self.tr("There is no op sheet of this side."))
            return
        asking = QInputDialog(self.dialog)
        asking.setWindowTitle(self.tr("Seal an op sheet"))
        asking.setLabelText(self.tr("Which one? The other side sees its name."))
        asking.setComboBoxItems(sorted(own, key=str.casefold))
        asking.textValueSelected.connect(lambda name: self._with_keys(side, lambda keys: self._seal_sheet(keys, own[name])))
        asking.finished.connect(asking.deleteLater)
        asking.open()

    def _seal_sheet(self, keys: "Keys", sheet: OpSheet) -> None:
        from core.play.sealed_sheets import KIND, seal_sheet

        live = self._live
        if live is not None:
            self._add(lambda: seal_sheet(keys, live.session.record, KIND, sheet), keys.side, sheet.id)

    def _read(self, id_: str) -> None:
        live = self._live
        if live is None:
            return
        if id_.startswith(IN_PLAY):
            self._read_orders(id_)
            return
        shown = live.session.record.opened.get(id_)
        if shown is not None:
            self._judge(shown)
            return
        self._with_keys(self._side(id_), lambda keys: self._show(id_, keys))

    def _show(self, id_: str, keys: "Keys") -> None:
        from core.play import seals
        from core.play.secret_kinds import shown_text

        def texts() -> list[str]:
            assert self._live is not None
            return [
                shown_text(seals.read(keys, each), self._naming()) for each in seals.versions_of(self._live.session.record, id_)
            ]

        found = self._tried(texts)
        if found is not None and self.dialog is not None:
            self.dialog.show_text(id_, found)
            other = self._otherwise(id_, keys)
            self.dialog.tell([self.tr("Only this side can read it, until it is opened to all."), *other])

    # Op sheets that are written in play by mail -------------------------------------------------------------------------------

    def _read_orders(self, id_: str) -> None:
        """Shows the op sheets of a side as they are now, and what is to be said of them once they are open."""
        from core.play.sealed_sheets import sheet_text
        from core.play.sheet_texts import sheet_content

        live, side = self._live, self._side(id_)
        if live is None or self.dialog is None:
            return
        sheets = sorted((each for each in live.view.orders().values() if each.side == side), key=lambda each: each.id)
        texts = [sheet_text(sheet_content(each), self._naming()) for each in sheets]
        self.dialog.show_text(id_, ["\n\n".join(texts) or self.tr("No op sheet is left of them.")])
        if side in live.session.record.shown:
            self._judge_orders(id_)
        else:
            self.dialog.tell([self.tr("Only this side can read them, until they are opened to all.")])

    def _judge_orders(self, id_: str) -> None:
        """Has the worker hold what was opened against the rules."""
        live, dialog = self._live, self.dialog
        if live is None or dialog is None or live.path is None:
            return

        def take(found: object) -> None:
            if dialog is self.dialog and dialog.current == id_ and isinstance(found, list):
                dialog.tell(found)

        dialog.tell([self.tr("Every change is held against the rules…")])
        given = {"file": live.path, "side": self._side(id_)}
        self._answers.run("judge_orders", given, take, on_refused=self._refuse, slot="judge orders")

    def _open_orders(self, id_: str) -> None:
        live, side = self._live, self._side(id_)
        if live is None:
            return

        def show(keys: "Keys") -> None:
            from core.play.sealed_orders import opened

            if self._add(lambda: opened(keys, live.session.record), side, id_) is not None:
                self._read_orders(id_)

        go_on = Choice(self.tr("&Open to all"), lambda: self._with_keys(side, show))
        told = self.tr("All op sheets that %s has written in play are shown to both sides, with all changes and graphics.")
        detail = self.tr("What was shown cannot be hidden again. What is written afterwards is sealed anew.")
        cancel = Choice(self.tr("Cancel"), nothing, away=True)
        ask(self.dialog or self._window, self.tr("Open to all"), told % live.session.title(side), detail, [go_on, cancel])

    def _naming(self) -> "Naming":
        """What units and hexes are called in the game that is played."""
        from core.play.sealed_sheets import Naming

        assert self._live is not None
        document = self._live.document
        oob = document.box.oob
        return Naming(
            lambda id_: called(document.ruleset, oob.formation(id_) or oob.counter(id_)) or id_,
            lambda place: spot_words(document.box, place),
        )

    def _otherwise(self, id_: str, keys: "Keys") -> list[str]:
        """What the op sheet of a name says in play otherwise than the last version of its seal, as sentences."""
        from core.play import seals
        from core.play.sealed_sheets import differs_from
        from core.play.sheet_texts import sheet_of

        assert self._live is not None
        session = self._live.session
        sheet = self._live.view.orders().get(id_)
        content = seals.read(keys, seals.versions_of(session.record, id_)[-1])
        if sheet is None or sheet_of(content) is None:
            return []
        told = self.tr("Changed since it was sealed: the sheet in play {words}.")
        return [told.replace("{words}", words) for words in differs_from(content, sheet, self._naming())]

    def _change(self, id_: str) -> None:
        self._with_keys(self._side(id_), lambda keys: self._ask_change(id_, keys))

    def _ask_change(self, id_: str, keys: "Keys") -> None:
        from core.play import seals
        from core.play.secret_kinds import written

        live = self._live
        if live is None or self.writing is not None:
            return
        last = seals.versions_of(live.session.record, id_)[-1]
        content = self._tried(lambda: seals.read(keys, last))
        before = written(content) if content is not None else None
        if before is None:
            if content is not None:
                self._refuse(self.tr("This was written in another way, and cannot be changed here."))
            return
        kinds = [kind for kind in self.kinds if kind.id == last.kind]
        dialog = WriteSecretDialog(self.dialog, kinds, frozenset(), (id_, before.text))

        def seal() -> None:
            def event() -> Event:
                content = before.changed(dialog.words, dialog.section, dialog.why).content
                return seals.seal(keys, id_, last.kind, content, last.version + 1, last.title)

            self._add(event, keys.side, id_)

        self._ask(dialog, seal)

    def _open(self, id_: str) -> None:
        from core.play import seals

        if id_.startswith(IN_PLAY):
            self._open_orders(id_)
            return

        live, side = self._live, self._side(id_)
        if live is None:
            return
        record = live.session.record

        def show(keys: "Keys") -> None:
            entry = self._add(lambda: seals.opened(keys, seals.versions_of(record, id_)), side, id_)
            if isinstance(entry, Opened):
                self._judge(entry)

        go_on = Choice(self.tr("&Open to all"), lambda: self._with_keys(side, show))
        told = self.tr("“%s” is shown to both sides, with all its versions.") % id_
        detail = self.tr("What was shown cannot be hidden again.")
        cancel = Choice(self.tr("Cancel"), nothing, away=True)
        ask(self.dialog or self._window, self.tr("Open to all"), told, detail, [go_on, cancel])

    def _judge(self, shown: Opened) -> None:
        """Shows what was opened, and says whether it is what was sealed and what of it was changed."""
        from core.play.secret_kinds import judged, shown_text

        if self._live is not None and self.dialog is not None:
            self.dialog.show_text(shown.id, [shown_text(content, self._naming()) for content in shown.contents])
            kinds = {kind.id: kind for kind in self.kinds}
            session = self._live.session
            self.dialog.tell(judged(session.record, shown, kinds, self._live.view.orders(), self._naming()))

    # Keys, and what can go wrong ----------------------------------------------------------------------------------------------

    def _side(self, id_: str) -> str:
        assert self._live is not None
        return id_.removeprefix(IN_PLAY) if id_.startswith(IN_PLAY) else self._live.session.record.sealed[id_][0][0]

    def _with_keys(self, side: str, then: Callable[["Keys"], object]) -> None:
        """Does something with the keys of a side; they are opened, or made, if they are not yet."""
        live = self._live
        if live is None:
            return
        record = live.session.record
        if side in record.keys and side not in live.keys and live.kind == "solitaire":

            def take(made: OpenKeys) -> None:
                live.open_keys(made.keys)
                then(made.keys)

            self._ring.open(record, side, "", take, self._refuse)
        elif side in record.keys:
            why = self.tr("What this side keeps to itself is opened with its pass phrase.")
            self._ring.with_keys(live, side, why, then)
        else:

            def join(made: OpenKeys) -> None:
                joined = made.joined
                if joined is not None and self._add(lambda: joined, side) is not None:
                    live.open_keys(made.keys)
                    then(made.keys)

            self._ring.join(record, side, join)

    def _ask(self, dialog: WriteSecretDialog, then: Callable[[], object]) -> None:
        def answer(result: int) -> None:
            self.writing = None
            if result == QDialog.DialogCode.Accepted:
                then()
            dialog.deleteLater()

        dialog.finished.connect(answer)
        self.writing = dialog
        dialog.setModal(True)
        dialog.show()

    def _add(self, make: Callable[[], Event], side: str, chosen: str = "") -> Event | None:
        """Adds an event that is made now, in the name of a side; None when it cannot be."""
        live = self._live
        if live is None:
            return None
        entry = self._tried(lambda: live.session.add(make(), side))
        if entry is None:
            return None
        live.follow(entry)
        self._fill(chosen)
        return entry.event

    def _tried(self, do: Callable[[], Result]) -> Result | None:
        """What something gives; None when it cannot be done, which is said."""
        try:
            return do()
        except (CoreError, OSError) as problem:
            self._refuse(str(problem))
            return None

    def _refuse(self, sentence: str) -> None:
        close = Choice(self.tr("Close"), nothing, away=True)
        ask(self.dialog or self._window, self.tr("Kept secret"), self.tr("This cannot be done."), sentence, [close])
