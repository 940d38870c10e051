"""The worker process: holds the game and answers in slices, the shortest questions first. Imports no Qt.

Every answer is a generator of slices of about 10 ms. A job that has had no slice yet goes first, so a short question is
answered within one slice of whatever else runs; the others take turns; background jobs run when nothing else does.
"""

import contextlib
import gc
import importlib
import os
import queue
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

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
    decode_request,
    encode,
)
from core.base.errors import CoreError, Place
from core.model.edits.edit import Edit
from core.model.issues import Issue
from core.model.state import GameState
from core.model.work import Work
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Ruleset

GRACE_S = 2.0
"""Seconds that a job has to reach the end of its slice when the process is to end."""


NOBODY = 0
"""The ticket of what belongs to no question: faults, and the check of the box; tickets count from 1."""

SAVING = "save_box"
"""The job after which what was computed for the box may be stored."""

OUT_OF_STEP = "The calculating process holds another state of this box. Please try once more."

Slices = Generator[Progress, None, object]


class Door(Protocol):
    """What the worker asks of core. The game is core's own value; the worker only keeps it."""

    def open_box(self, path: Path, before: Sequence[Any] = ()) -> tuple[Any, OpenedBox]:
        """The compiled game (None if there is none to ask about) and what the window shows of it; what was worked out for games
        `before` is taken over if it can be."""
        ...

    def goes_on(self, game: Any, before: Sequence[Any]) -> bool:
        """Whether all that was worked out for one of the games `before` was taken over."""
        ...

    def game_of(self, work: Work, ruleset: Ruleset | None) -> Any:
        """The game of a box that the window holds; None if there is none to ask about."""
        ...

    def with_edits(self, game: Any, edits: Sequence[Edit]) -> Any:
        """The game of the changed box; what the edits do not touch is kept."""
        ...

    def check(self, game: Any) -> Slices:
        """What is wrong with the game's box, in slices, as a value of core's own."""
        ...

    def with_check(self, game: Any, checked: Any) -> tuple[Any, tuple[Issue, ...]]:
        """The game that knows what `check` has returned, and what the window shows of it."""
        ...

    def with_state(self, game: Any, state: GameState) -> Any:
        """The same game under another state of play."""
        ...

    def steps(self, question: str, game: Any, /, **parameters: Any) -> Slices:
        """A question's answer in slices."""
        ...

    def relief(self, game: Any, resolution: int) -> Slices:
        """The raster of heights for the eye, in slices."""
        ...

    def job(self, name: str, game: Any, /, **parameters: Any) -> Slices:
        """Work on files or maps, in slices; the game is None when no box is open."""
        ...

    def rest(self, game: Any) -> None:
        """Questions have been answered and nothing is under way: what was computed may be stored."""
        ...


@dataclass(frozen=True, slots=True)
class _Job:
    """One thing under way. After a `question` what was computed may be stored. `begin` starts it anew with another game; None
    for what goes on with the game it began with."""

    ticket: int
    slices: Slices
    question: bool
    begin: Callable[[Any], Slices] | None = None


class Worker:
    """The jobs under way and whose turn it is. `reply` is called with everything that the window is to hear.

    `goes_on` says whether the box opened last is one that was known.
    """

    def __init__(self, door: Door, reply: Callable[[Reply], None]) -> None:
        self._door, self._reply = door, reply
        self._game: Any = None
        # As its files said when they were read: changes may be given up, and the box is opened again then.
        self._read: Any = None
        self._serial = 0
        self._state = GameState()
        self._answered = False
        self.goes_on = False
        self._fresh: deque[_Job] = deque()
        self._running: deque[_Job] = deque()
        self._background: deque[_Job] = deque()

    @property
    def idle(self) -> bool:
        """Whether no job is under way."""
        return not (self._fresh or self._running or self._background)

    def take(self, request: Request) -> None:
        """Takes one request in. Opening a box happens here and now; questions become jobs."""
        match request:
            case Open():
                self._open(request)
            case SetState(state):
                self._state = state
                if self._game is not None:
                    self._game = self._door.with_state(self._game, state)
            case Change(serial, edits):
                self._serial = serial
                if self._game is not None:
                    self._play(self._door.with_edits(self._game, edits))
                    self._check()
            case Reset(serial, work, ruleset):
                self._serial = serial
                self._state = work.state
                self._play(self._door.game_of(work, ruleset))
                self._check()
            case Ask(ticket, question, parameters, background):
                self._start(ticket, background, True, lambda game: self._door.steps(question, game, **parameters))
            case Relief(ticket, resolution):
                self._start(ticket, True, False, lambda game: self._door.relief(game, resolution))
            case Run(ticket, name, parameters, background, serial):
                if serial not in (0, self._serial):
                    self._reply(Refused(ticket, OUT_OF_STEP))
                    return
                # The heights of a box that has been edited are stored when it is saved.
                self._run(ticket, background, name == SAVING, lambda: self._door.job(name, self._game, **parameters))
            case Cancel(ticket):
                self._drop(lambda job: job.ticket == ticket)
            case Stop():
                self._drop(lambda job: True)

    def advance(self) -> None:
        """Runs one slice of the job whose turn it is."""
        if self._fresh:
            job, line = self._fresh.popleft(), self._running
        elif self._running:
            job, line = self._running.popleft(), self._running
        elif self._background:
            job, line = self._background.popleft(), self._background
        else:
            return
        try:
            progress = next(job.slices)
        except StopIteration as end:
            self._answered |= job.question
            if job.ticket == NOBODY:
                self._game, issues = self._door.with_check(self._game, end.value)
                self._reply(Found(self._serial, issues))
            else:
                self._reply(Answered(job.ticket, end.value))
        except CoreError as refusal:
            self._reply(Refused(job.ticket, str(refusal)))
        except Exception as fault:
            self._reply(_fault(job.ticket, fault))
        else:
            self._answered |= job.question
            if job.ticket != NOBODY:
                self._reply(Advanced(job.ticket, progress.done, progress.total, progress.partial))
            line.append(job)

    def rest(self) -> None:
        """Lets core store what it has computed for the questions answered since the last rest."""
        if self._answered and self._game is not None:
            self._answered = False
            try:
                self._door.rest(self._game)
            except Exception as fault:
                self._reply(_fault(NOBODY, fault))

    def _start(self, ticket: int, background: bool, question: bool, begin: Callable[[Any], Slices]) -> None:
        if self._game is None:
            self._reply(Refused(ticket, "No game box is open."))
            return
        slices = self._begun(ticket, lambda: begin(self._game))
        if slices is not None:
            (self._background if background else self._fresh).append(_Job(ticket, slices, question, begin))

    def _check(self) -> None:
        """Looks for what is wrong with the box before anything else is done in the background; only the latest check counts."""
        self._drop(lambda job: job.ticket == NOBODY)
        if self._game is not None:
            slices = self._begun(NOBODY, lambda: self._door.check(self._game))
            if slices is not None:
                self._background.appendleft(_Job(NOBODY, slices, False))

    def _run(self, ticket: int, background: bool, storing: bool, begin: Callable[[], Slices]) -> None:
        slices = self._begun(ticket, begin)
        if slices is not None:
            (self._background if background else self._fresh).append(_Job(ticket, slices, storing))

    def _begun(self, ticket: int, begin: Callable[[], Slices]) -> Slices | None:
        """The slices of a job; None when it was refused, which the window has then heard."""
        try:
            return begin()
        except CoreError as refusal:
            self._reply(Refused(ticket, str(refusal)))
        except Exception as fault:
            self._reply(_fault(ticket, fault))
        return None

    def _play(self, game: Any) -> None:
        """Puts another game in the place of the one so far; what is asked of it is answered for the new one."""
        self._game = game
        for line in (self._fresh, self._running, self._background):
            for _ in range(len(line)):
                job = line.popleft()
                if job.begin is None:
                    line.append(job)
                    continue
                job.slices.close()
                if game is None:
                    self._reply(Refused(job.ticket, "No game box is open."))
                    continue
                begin = job.begin
                slices = self._begun(job.ticket, lambda begin=begin: begin(game))  # type: ignore[misc]
                if slices is not None:
                    line.append(_Job(job.ticket, slices, job.question, begin))

    def _open(self, request: Open) -> None:
        self._drop(lambda job: True)
        self.rest()
        before = [each for each in (self._game, self._read) if each is not None]
        self._game = None
        self._serial = request.ticket
        try:
            self._game, result = self._door.open_box(request.path, before)
        except (CoreError, OSError) as problem:
            result = unopened(request.path, str(problem))
        except Exception as fault:
            traceback.print_exc()
            result = unopened(request.path, f"Phaseline could not read this box because of a fault of its own: {fault!r}")
        self._read, self.goes_on = self._game, self._door.goes_on(self._game, before)
        self._state = result.state
        self._reply(Opened(request.ticket, result))
        self._check()

    def _drop(self, unwanted: Callable[[_Job], bool]) -> None:
        for line in (self._fresh, self._running, self._background):
            for job in [job for job in line if unwanted(job)]:
                line.remove(job)
                job.slices.close()


def unopened(path: Path, text: str) -> OpenedBox:
    """A box of which nothing could be read, and why."""
    return OpenedBox(path, None, None, GameState(), (Issue(Place(str(path)), text),))


def serve(connection: "Connection[bytes, bytes]", door_name: str) -> None:
    """The whole life of the worker process: answers what comes through the pipe until told to stop or left alone."""
    # A Ctrl+C in the terminal reaches both processes; the window decides what it means and stops this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    inbox: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(connection, inbox), daemon=True).start()
    try:
        door: Door = importlib.import_module(door_name)
    except Exception as fault:
        # Importing runs whatever stands in the modules, so anything may be raised.
        _say(connection, _unfit(fault))
        return
    try:
        connection.send_bytes(packed(Ready()))
        _work(Worker(door, lambda reply: connection.send_bytes(packed(reply))), inbox)
    except (BrokenPipeError, ConnectionResetError):
        return


def _say(connection: "Connection[bytes, bytes]", last: Reply) -> None:
    """Sends the last word, if anybody still listens."""
    with contextlib.suppress(OSError):
        connection.send_bytes(packed(last))


def _unfit(fault: Exception) -> Unfit:
    """What could not be loaded, with the line that wanted it."""
    # What importlib itself has done says nothing.
    line = next(
        (each for each in reversed(traceback.extract_tb(fault.__traceback__)) if not each.filename.startswith("<")), None
    )
    where = f" ({line.filename}, line {line.lineno})" if line is not None else ""
    return Unfit(f"{type(fault).__name__}: {fault}{where}", "".join(traceback.format_exception(fault)))


def _work(worker: Worker, inbox: "queue.SimpleQueue[Request]") -> None:
    while True:
        while worker.idle or not inbox.empty():
            if worker.idle and inbox.empty():
                worker.rest()
            request = inbox.get()
            if isinstance(request, Open):
                _open(worker, request)
            else:
                worker.take(request)
            if isinstance(request, Stop):
                worker.rest()
                return
        worker.advance()


def _open(worker: Worker, request: Open) -> None:
    """Opens a box without looking for garbage in between: hundreds of thousands of objects come that stay. What has outlived it
    need not be looked at again before another box, and no answer waits for that."""
    gc.disable()
    try:
        worker.take(request)
    finally:
        gc.enable()
    if not worker.goes_on:
        gc.unfreeze()
        gc.collect()
        gc.freeze()


def packed(reply: Reply) -> bytes:
    """The reply as bytes for a pipe; a fault in its place where it holds what cannot be sent."""
    try:
        return encode(reply)
    except Exception as fault:
        if isinstance(reply, Opened):
            return encode(Opened(reply.ticket, unopened(reply.result.path, _sentence(fault))))
        return encode(_fault(getattr(reply, "ticket", NOBODY), fault))


def _receive(connection: "Connection[bytes, bytes]", inbox: "queue.SimpleQueue[Request]") -> None:
    """Fills the inbox, so that the window never waits for a full pipe; ends the process when the window is gone."""
    try:
        while True:
            request = decode_request(connection.recv_bytes())
            inbox.put(request)
            if isinstance(request, Stop):
                break
    except (EOFError, OSError):
        inbox.put(Stop())
    time.sleep(GRACE_S)
    os._exit(0)


def _fault(ticket: int, fault: Exception) -> Refused:
    return Refused(ticket, _sentence(fault), "".join(traceback.format_exception(fault)))


def _sentence(fault: Exception) -> str:
    return f"Phaseline could not answer because of a fault of its own: {fault!r}"
