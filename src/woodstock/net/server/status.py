"""How the server is, for a browser (`GET /`) and for machines (`GET /health`)."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import msgspec
from aiohttp import web

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Status:
    name: str
    player: str
    version: str
    running: int
    """How many matches are played. Whoever asks is told no more: who knows a match's id can play and end it."""
    finished: int
    most: int
    closing: bool

    @property
    def word(self) -> str:
        if self.closing:
            return "closing"
        return "available" if self.running < self.most else "busy"

    def page(self) -> web.Response:
        text = (
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(self.name)}</title>"
            '<meta name=viewport content="width=device-width"><style>body{font:16px/1.5 system-ui,sans-serif;'
            "max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}</style>"
            f"<h1>{escape(self.name)}</h1><p>A player for game managers: <b>{self.word}</b>.</p>"
            f"<p>WoodStock {escape(self.version)}, player {escape(self.player)}.</p>"
            f"<p>Matches: {self.running} of at most {self.most} are played, {self.finished} ended.</p>"
            "<p>Managers send START, PLAY, STOP and ABORT by POST; <a href=/health>/health</a> is for machines.</p>"
        )
        return closed(web.Response(text=text, content_type="text/html", headers=HEADERS))

    def health(self) -> web.Response:
        """Status 503 while the server ends: nobody should send it matches any more."""
        found = {
            "status": self.word,
            "matches": self.running,
            "most": self.most,
            "finished": self.finished,
            "version": self.version,
        }
        body = msgspec.json.encode(found)
        status = 503 if self.closing else 200
        return closed(
            web.Response(body=body, status=status, content_type="application/json", headers=HEADERS)
        )


def closed(response: web.Response) -> web.Response:
    response.force_close()
    return response


def wants_page(request: web.BaseRequest) -> bool:
    """Whether a browser asks for the page; a manager that asks GET / means INFO."""
    return is_get(request, "/") and "text/html" in request.headers.get("Accept", "")


def wants_health(request: web.BaseRequest) -> bool:
    return is_get(request, "/health")


def is_get(request: web.BaseRequest, path: str) -> bool:
    return request.method in ("GET", "HEAD") and request.raw_path.partition("?")[0] == path
