"""What the process of a match runs: it reads orders, conducts the match, and writes reports.

A process of its own keeps the server responsive whatever a player does, makes a hanging or crashing one
harmless, and leaves nothing behind when it is killed.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import traceback
from typing import BinaryIO

import msgspec

from woodstock.net.messages import respelled, spelling
from woodstock.net.worker.conductor import Conductor
from woodstock.net.worker.wire import (
    Ask,
    Begin,
    Candidate,
    Chosen,
    End,
    Note,
    Refused,
    Report,
    frame,
    read_order,
)
from woodstock.players.catalogue import builtin

SWITCH_SECONDS = 0.0005
"""A tenth of the usual: the engines call clingo often, and every call may have to wait so long for a busy thread."""


def work() -> None:
    """Read orders until the server closes the pipe; then end at once, whatever still runs."""
    inbound, outbound = os.fdopen(0, "rb"), private_output()
    sys.setswitchinterval(SWITCH_SECONDS)
    lock = threading.Lock()

    spellings: dict[str, str] = {}

    def send(report: Report) -> None:
        if spellings and isinstance(report, Candidate | Chosen):
            report = msgspec.structs.replace(report, written=respelled(report.move, spellings))
        with lock:
            outbound.write(frame(report))
            outbound.flush()

    orders: queue.SimpleQueue[Begin | Ask | End] = queue.SimpleQueue()
    conductor = Conductor(send, lambda: not orders.empty())

    def conduct() -> None:
        while True:
            order = orders.get()
            try:
                match order:
                    case Begin():
                        spellings.update(spelling(order.rules))
                        conductor.begin(order)
                    case Ask():
                        conductor.ask(order)
                    case End():
                        conductor.end(order)
            except Exception as error:
                if isinstance(order, Begin) and not order.examined:
                    send(Refused(reason=f"these rules cannot be used: {type(error).__name__}: {error}"[:500]))
                send(Note(text=f"match process: {traceback.format_exc()}", warning=True))

    threading.Thread(target=conduct, name="conductor", daemon=True).start()
    while (order := read_order(inbound)) is not None:
        conductor.interrupt()
        orders.put(order)
    os._exit(0)


def import_ahead() -> None:
    """Load what every match needs while there is none yet."""
    from woodstock import game  # noqa: F401
    from woodstock.compile import compiled  # noqa: F401
    from woodstock.engines import evaluator, reference, stepper  # noqa: F401

    builtin()


def private_output() -> BinaryIO:
    """The pipe to the server, with standard output turned to standard error: a print must not garble it."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe
