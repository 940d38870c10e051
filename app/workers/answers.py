"""The window's side of the worker process: asks, hands answers to whoever still waits, restarts it when it dies."""

import logging
import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import SimpleQueue

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.workers.messages import (
    Advanced,
    Answered,
    Ask,
    Cancel,
    Change,
    Found,
    Open,
    Opened,
    OpenedBox,
    Ready,
    Refused,
    Relief,
    Reply,
    Request,
    Reset,
    Run,
    SetState,
    Stop,
    Unfit,
    decode_reply,
    encode,
)
from app.workers.process import GRACE_S, serve, unopened
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.state import GameState
from core.model.work import Work
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling

log = logging.getLogger(__name__)

CORE_DOOR = "app.workers.core_door"
CRASHES_IN_A_ROW = 3
CRASH_WINDOW_S = 60.0
"""After so many crashes within so many seconds the worker is not started again until a box is opened."""

KILLED = 9
"""The signal by which a system ends a process at once, as it does when memory runs out."""

LATE_MS = 30_000
"""After that long a process that is still loading is told of; a slow disk with much else to do needs ten seconds."""

OnRuling = Callable[[Ruling], None]
OnResult = Callable[[object], None]
OnProgress = Callable[[int, int, object], None]
OnRefused = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Waiting:
    subject: str
    slot: str
    background: bool
    on_answer: Callable[[object], None]
    on_progress: OnProgress | None
    on_refused: OnRefused | None


class Answers(QObject):
    """Asks the worker process and delivers its answers in the GUI thread.

    Callbacks of a question are called only while it is wanted: not after `cancel`, after a later question in the same slot,
    or after another box was opened. `busy` carries (ticket, done, total) as a job advances, `settled` the ticket when nothing
    more will come of it. `opened` carries an `OpenedBox`, `found` the serial of a box and the issues of its map. `restarted`
    carries a sentence for the user after the worker died and was started anew with the box as it is in the window; `stopped`
    one for when it died too often, or cannot be started at all: every question is then refused with that sentence, and no
    process runs, until a box is opened or `try_again`. `late` carries a sentence when the process takes unusually long to load
    what it needs, and `began` comes when it has. `ruled` carries (slot, question, parameters, ruling) before the asker hears of
    it; rulings of questions in the background are not told so.
    """

    opened = Signal(object)
    found = Signal(int, object)
    busy = Signal(int, int, int)
    settled = Signal(int)
    restarted = Signal(str)
    stopped = Signal(str)
    late = Signal(str)
    began = Signal()
    ruled = Signal(str, str, object, object)
    _arrived = Signal(int, object)
    _ended = Signal(int, bool)
    _not_started = Signal(int, str)

    def __init__(self, parent: QObject | None = None, door: str = CORE_DOOR) -> None:
        super().__init__(parent)
        self._door = door
        self._process: SpawnProcess | None = None
        self._connection: Connection[bytes, bytes] | None = None
        self._reader: threading.Thread | None = None
        self._writer: threading.Thread | None = None
        self._outbox: SimpleQueue[Request | None] = SimpleQueue()
        self._life = 0
        self._tickets = 0
        self._waiting: dict[int, _Waiting] = {}
        self._slots: dict[str, int] = {}
        self._path: Path | None = None
        self._state = GameState()
        self._work: Work | None = None
        self._ruleset: Ruleset | None = None
        self._serial = 0
        self._opening: int | None = None
        self._crashes: deque[float] = deque(maxlen=CRASHES_IN_A_ROW)
        self._given_up = ""
        self._ready = False
        self._unfit = ""
        self._lateness = QTimer(self, singleShot=True, interval=LATE_MS)
        self._lateness.timeout.connect(self._tell_late)
        self.closed: Callable[[str, Mapping[str, object]], str] = lambda question, parameters: ""
        """Why a question is not asked just now of its parameters, as a sentence; "" when it is. It is refused with it, whoever
        asks."""
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._notice_end, Qt.ConnectionType.QueuedConnection)
        self._not_started.connect(self._notice_no_start, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        """Whether the worker process lives."""
        return self._process is not None and self._process.is_alive()

    @property
    def ready(self) -> bool:
        """Whether the worker process has loaded what it needs."""
        return self._ready

    @property
    def given_up(self) -> str:
        """Why there is no worker process and none is started, as a sentence; "" otherwise."""
        return self._given_up

    def start(self) -> None:
        """Starts the worker process unless it runs or has died too often; a question starts it as well."""
        if self._process is not None or self._given_up:
            return
        self._life += 1
        self._ready, self._unfit = False, ""
        self._outbox = SimpleQueue()
        try:
            self._bring_up()
        except (OSError, RuntimeError) as problem:
            # No memory, no room for another process, file or thread. Told through the queue: the asker has its ticket by then.
            log.exception("the worker process cannot be started")
            self._given_up = self.tr("The calculating process could not be started: %s") % problem
            self._not_started.emit(self._life, self._given_up)

    def _bring_up(self) -> None:
        """Starts the process and the two threads that talk with it, or none of them."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self._door), name="phaseline-worker", daemon=True)
        reading, writing = (ours, self._life), (ours, self._life, self._outbox)
        reader = threading.Thread(target=self._read, args=reading, name="phaseline-answers", daemon=True)
        writer = threading.Thread(target=self._write, args=writing, name="phaseline-requests", daemon=True)
        try:
            process.start()
            theirs.close()
            reader.start()
            writer.start()
        except (OSError, RuntimeError):
            if process.pid is not None:
                process.kill()
                process.join()
            for each in (reader, writer):
                if each.is_alive():
                    self._outbox.put(None)
                    each.join()
            ours.close()
            theirs.close()
            raise
        self._process, self._connection, self._reader, self._writer = process, ours, reader, writer
        self._lateness.start()

    def _tell_late(self) -> None:
        if not self._ready and self._process is not None:
            self.late.emit(
                self.tr("The calculating process is still not ready; nothing can be opened, judged or saved until it is.")
            )

    def try_again(self) -> None:
        """Starts the worker process anew, whatever it does now or why there is none, with the box that is wanted or open."""
        self._end_now()
        self._crashes.clear()
        self._given_up = ""
        lost = [self._settle(ticket) for ticket in list(self._waiting)]
        if self._opening is not None and self._path is not None:
            self._send(Open(self._opening, self._path))
        else:
            self.start()
            self._restate()
        for waiting in lost:
            self._refuse(waiting, self.tr("The calculating process was started again. Please ask once more."))

    def abandon(self) -> None:
        """Gives up the box that is being opened; the process, which may never come to an end with it, is started anew."""
        self._opening = None
        self.try_again()

    def _end_now(self) -> None:
        """Ends the process at once, if there is one; nothing more is heard of it."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        self._ready = False
        self._life += 1
        if process is None or connection is None:
            return
        process.kill()
        process.join()
        self._join()
        connection.close()
        process.close()

    def _restate(self) -> None:
        """Gives a new process the box as it is in the window: what was changed since it was read is not lost."""
        if self._work is not None and not self._given_up:
            self._send(Reset(self._serial, replace(self._work, state=self._state), self._ruleset))

    def open(self, path: Path) -> int:
        """Opens a box; `opened` follows. Every question under way is dropped."""
        self._drop_all()
        self._crashes.clear()
        self._given_up = ""
        self._path, self._state = path, GameState()
        self._work = self._ruleset = None
        self._opening = self._serial = self._next_ticket()
        self._send(Open(self._opening, path))
        return self._opening

    @property
    def serial(self) -> int:
        """Counts the boxes that were opened, given or changed; it belongs to the one that is asked about now."""
        return self._serial

    @property
    def box(self) -> GameBox | None:
        """The box that is asked about now."""
        return self._work.box if self._work is not None else None

    def reset(self, work: Work, ruleset: Ruleset | None = None) -> int:
        """Asks about a box that the window holds, whatever was open before; returns its serial.

        Without a ruleset the worker finds the one that the box names. What is under way is answered for the new box.
        """
        self._work, self._state, self._ruleset, self._opening = work, work.state, ruleset, None
        self._serial = self._next_ticket()
        if not self._given_up:
            self._send(Reset(self._serial, work, ruleset))
        return self._serial

    def change(self, edits: Iterable[Edit], box: GameBox | None = None) -> int:
        """The box has become another, which these edits (of `restated`) lead to; returns its serial.

        What is under way is answered for the new box. Those who have it give it as `box`.
        """
        edits = tuple(edits)
        if self._work is None:
            return self._serial
        named = self._work.box.ruleset
        if box is not None:
            self._work = replace(self._work, box=box)
        else:
            for edit in edits:
                self._work = edit.apply(self._work)
        if self._work.box.ruleset != named:
            return self.reset(self._work)
        self._serial = self._next_ticket()
        if not self._given_up:
            self._send(Change(self._serial, edits))
        return self._serial

    def set_state(self, state: GameState) -> None:
        """The state of play for every question asked from now on."""
        if state != self._state:
            self._state = state
            if self._work is not None:
                self._work = replace(self._work, state=state)
            if not self._given_up:
                self._send(SetState(state))

    def ask(
        self,
        question: str,
        parameters: Mapping[str, object],
        on_ruling: OnRuling,
        on_progress: OnProgress | None = None,
        on_refused: OnRefused | None = None,
        slot: str = "",
        background: bool = False,
        before_declared: bool = False,
    ) -> int:
        """Asks a question of core.questions; returns its ticket.

        `on_progress` hears (done, total, what is newly known), `on_refused` a sentence for the user. A later question with
        the same non-empty slot supersedes an earlier one. Background questions rest while others are under way. What is asked
        before something is declared, of which a player hears only what stands against it, is asked of shut questions, too.
        """

        def deliver(answer: object) -> None:
            assert isinstance(answer, Ruling)
            if not background:
                self.ruled.emit(slot, question, parameters, answer)
            on_ruling(answer)

        ticket = self._wait(_Waiting(question, slot, background, deliver, on_progress, on_refused))
        told = "" if before_declared else self.closed(question, parameters)
        if told:
            self._arrived.emit(self._life, Refused(ticket, told))
        else:
            self._put(ticket, Ask(ticket, question, dict(parameters), background))
        return ticket

    def relief(self, on_raster: Callable[[object], None], on_progress: OnProgress | None = None, resolution: int = 8) -> int:
        """Asks for the raster of heights for the eye, in the background; returns its ticket."""
        ticket = self._wait(_Waiting("relief", "relief", True, on_raster, on_progress, None))
        self._put(ticket, Relief(ticket, resolution))
        return ticket

    def run(
        self,
        job: str,
        parameters: Mapping[str, object],
        on_result: OnResult,
        on_progress: OnProgress | None = None,
        on_refused: OnRefused | None = None,
        slot: str = "",
        background: bool = False,
        in_step: bool = False,
    ) -> int:
        """Runs a job of `app.workers.jobs.JOBS`, with or without an open box; returns its ticket.

        What the job returns reaches `on_result`. Otherwise as with `ask`; a job goes on with the box that it began with.
        One that must be `in_step` is refused unless the worker holds the very box that the window holds now.
        """
        ticket = self._wait(_Waiting(job, slot, background, on_result, on_progress, on_refused))
        self._put(ticket, Run(ticket, job, dict(parameters), background, self._serial if in_step else 0))
        return ticket

    def cancel(self, ticket: int) -> None:
        """Forgets a question; its callbacks are not called any more. A ticket that is not under way is ignored."""
        if ticket in self._waiting:
            self._settle(ticket)
            if self._process is not None:
                self._send(Cancel(ticket))

    def subject(self, ticket: int) -> str:
        """The name of the question under way with that ticket, empty if there is none."""
        waiting = self._waiting.get(ticket)
        return waiting.subject if waiting else ""

    def is_background(self, ticket: int) -> bool:
        """Whether the question under way with that ticket runs in the background."""
        waiting = self._waiting.get(ticket)
        return waiting is not None and waiting.background

    def close(self) -> None:
        """Ends the worker process and waits until it is gone; until a box is opened, every question is then refused."""
        self._drop_all()
        self._lateness.stop()
        # A timer that still runs out somewhere must not bring up a process that nobody would end.
        self._given_up = self.tr("The program is ending.")
        process, connection = self._process, self._connection
        if process is None or connection is None:
            return
        self._outbox.put(Stop())
        self._process = self._connection = None
        self._life += 1
        process.join(GRACE_S + 1.0)
        if process.exitcode is None:
            process.kill()
            process.join()
        self._join()
        connection.close()
        process.close()

    def _join(self) -> None:
        """Waits for the threads of a process that is gone."""
        self._outbox.put(None)
        for thread in (self._reader, self._writer):
            if thread is not None:
                thread.join()
        self._reader = self._writer = None

    def _next_ticket(self) -> int:
        self._tickets += 1
        return self._tickets

    def _wait(self, waiting: _Waiting) -> int:
        ticket = self._next_ticket()
        if waiting.slot:
            self.cancel(self._slots.get(waiting.slot, 0))
            self._slots[waiting.slot] = ticket
        self._waiting[ticket] = waiting
        return ticket

    def _settle(self, ticket: int) -> _Waiting:
        waiting = self._waiting.pop(ticket)
        if self._slots.get(waiting.slot) == ticket:
            del self._slots[waiting.slot]
        self.settled.emit(ticket)
        return waiting

    def _drop_all(self) -> None:
        for ticket in list(self._waiting):
            self._settle(ticket)

    def _put(self, ticket: int, question: Ask | Relief | Run) -> None:
        if self._given_up:
            # Through the queue, as from the worker: the asker has its ticket before it hears of it.
            self._arrived.emit(self._life, Refused(ticket, self._given_up))
        else:
            self._send(question)

    def _send(self, request: Request) -> None:
        self.start()
        self._outbox.put(request)

    def _write(self, connection: "Connection[bytes, bytes]", life: int, outbox: "SimpleQueue[Request | None]") -> None:
        """Sends what is in the outbox, in order: the window waits neither for a whole map to be pickled nor for a full pipe."""
        while (request := outbox.get()) is not None:
            try:
                data = encode(request)
            except Exception as fault:
                # Pickling runs whatever the values themselves do, so anything may be raised.
                log.exception("a request cannot be sent to the worker process")
                if isinstance(request, Ask | Relief | Run):
                    text = f"Phaseline could not ask because of a fault of its own: {fault!r}"
                    self._arrived.emit(life, Refused(request.ticket, text))
                continue
            try:
                connection.send_bytes(data)
            except OSError:
                # The reader notices the end of the same process and refuses whatever waits.
                log.info("a request met the end of the worker process")
                return

    def _read(self, connection: "Connection[bytes, bytes]", life: int) -> None:
        while True:
            try:
                data = connection.recv_bytes()
            except (EOFError, OSError):
                self._ended.emit(life, False)
                return
            try:
                reply = decode_reply(data)
            except Exception:
                # Unpickling runs whatever the values themselves do, so anything may be raised.
                log.exception("a reply of the worker process cannot be read")
                self._ended.emit(life, True)
                return
            self._arrived.emit(life, reply)

    @Slot(int, object)
    def _deliver(self, life: int, reply: Reply) -> None:
        if life != self._life:
            return
        match reply:
            case Ready():
                self._ready = True
                self._lateness.stop()
                self.began.emit()
            case Unfit(text, trace):
                log.error("the worker process cannot work: %s\n%s", text, trace)
                self._unfit = text
            case Opened(ticket, result):
                self._take_opened(ticket, result)
            case Advanced(ticket, done, total, partial):
                waiting = self._waiting.get(ticket)
                if waiting is not None:
                    self.busy.emit(ticket, done, total)
                    if waiting.on_progress is not None:
                        waiting.on_progress(done, total, partial)
            case Answered(ticket, answer):
                if ticket in self._waiting:
                    self._settle(ticket).on_answer(answer)
            case Found(serial, issues):
                self.found.emit(serial, issues)
            case Refused(ticket, text, trace):
                if trace:
                    log.error("the worker met a fault: %s\n%s", text, trace)
                if ticket in self._waiting:
                    self._refuse(self._settle(ticket), text)

    def _take_opened(self, ticket: int, result: OpenedBox) -> None:
        if ticket == self._opening:
            self._opening = None
            self._state = result.state
            if result.box is not None:
                self._work, self._ruleset = Work(result.box, result.state), result.ruleset
            self.opened.emit(result)

    @staticmethod
    def _refuse(waiting: _Waiting, text: str) -> None:
        if waiting.on_refused is not None:
            waiting.on_refused(text)

    @Slot(int, bool)
    def _notice_end(self, life: int, garbled: bool) -> None:
        """The worker is gone, or talks what nobody can read: such a one is ended."""
        if life != self._life or self._process is None or self._connection is None:
            return
        process, connection, was_ready = self._process, self._connection, self._ready
        self._process = self._connection = None
        self._ready = False
        if garbled:
            process.kill()
        process.join()
        code = process.exitcode
        self._join()
        connection.close()
        process.close()
        log.error("the worker process ended with exit code %s", code)
        self._crashes.append(time.monotonic())
        how = self.tr("what it said could not be understood") if garbled else self._how(code or 0)
        if self._unfit:
            self._given_up = self.tr("The calculating process could not be started: %s") % self._unfit
            self._recover(self._given_up)
        elif was_ready:
            self._recover(self.tr("The process that reads boxes ended while it read this one: %s.") % how, how)
        else:
            self._recover(self.tr("The calculating process ended while it was started: %s.") % how, how)

    def _how(self, code: int) -> str:
        """How a process ended by itself, as the end of a sentence."""
        if code == -KILLED:
            return self.tr("the system ended it, as it does when memory runs out")
        if code < 0:
            return self.tr("the system ended it (%s)") % (signal.strsignal(-code) or -code)
        return self.tr("it ended with the code %d") % code

    @Slot(int, str)
    def _notice_no_start(self, life: int, why: str) -> None:
        if life == self._life:
            self._recover(why)

    def _recover(self, why: str, how: str = "") -> None:
        """Goes on after the process has ended, or was not started at all; `why` says so to whoever opens a box."""
        lost = [self._settle(ticket) for ticket in list(self._waiting)]
        often = len(self._crashes) == CRASHES_IN_A_ROW and self._crashes[-1] - self._crashes[0] < CRASH_WINDOW_S
        opening, self._opening = self._opening, None
        if opening is None and not self._given_up and often:
            self._given_up = self.tr("The calculating process keeps ending by itself: %s.") % how
        if self._given_up:
            self.stopped.emit(self._given_up)
        if opening is not None and self._path is not None:
            self.opened.emit(unopened(self._path, why))
        elif not self._given_up:
            self.start()
            self._restate()
            if not self._given_up:
                text = self.tr("The calculating process ended by itself and was started again. Please ask once more.")
                self.restarted.emit(text)
        for waiting in lost:
            self._refuse(waiting, self._given_up or self.tr("The calculating process ended before it had an answer."))
