"""What goes back to a manager, and how it is told in the log."""

from __future__ import annotations

from aiohttp import web

from woodstock.net.messages import Message, Preview, Start, excerpt

EVERY_PAGE = "*"


def replied(text: str, status: int = 200, *, page: str | None = None) -> web.Response:
    """A reply that closes the connection; `page`: the origin of a web page that may read it."""
    response = web.Response(text=text, status=status, content_type="text/acl")
    if page is not None:
        response.headers["Access-Control-Allow-Origin"] = page
        response.headers["Access-Control-Allow-Methods"] = "POST, GET, OPTIONS"
        response.headers["Access-Control-Allow-Headers"] = "Content-Type"
        if page != EVERY_PAGE:
            response.headers["Vary"] = "Origin"
    response.force_close()
    return response


def described(message: Message | None) -> str:
    """A message in few words, for the log."""
    match message:
        case None:
            return "(unreadable)"
        case Start():
            clocks = f"{message.start_clock:g}/{message.play_clock:g} s"
            return f"START {excerpt(message.match)} as {excerpt(message.role)}, {clocks}"
        case Preview():
            return "PREVIEW"
    return excerpt(str(message))
