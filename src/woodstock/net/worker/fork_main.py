"""Match processes born ready: `python -m woodstock.net.worker.fork_main` has imported everything, and forks on request.

An interpreter with all our modules takes a third of a second of processor time to come up, a fork some milliseconds;
so a match need not wait, and none need be kept in reserve. A request is a byte on the socket at standard input,
with the two ends of the pipes that the new process shall read and write; the reply is its number. It
ends with the socket; its children end with their pipes.
"""

from __future__ import annotations

import os
import signal
import socket

NUMBER_BYTES = 4


def main() -> None:
    from woodstock.net.worker.worker import import_ahead, work

    import_ahead()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children leave nothing to be collected
    requests = socket.socket(fileno=0)
    while True:
        request, pipes, _, _ = socket.recv_fds(requests, 1, 2)
        if not request:
            return
        number = os.fork()
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            requests.detach()
            for pipe, place in zip(pipes, (0, 1), strict=True):
                os.dup2(pipe, place)
                os.close(pipe)
            work()
            os._exit(0)
        for pipe in pipes:
            os.close(pipe)
        requests.sendall(number.to_bytes(NUMBER_BYTES, "big"))


if __name__ == "__main__":
    main()
