"""Who may ask: only pages of this server. Other sites, and names that were bent to lead here, get an error.

A browser tells where a request comes from (Origin) and which name it looked up (Host). A site that makes its name
point to this machine (DNS rebinding) still sends its own name.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Collection

from aiohttp import web
from aiohttp.typedefs import Middleware

TOKEN = "woodstock"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def guard(hosts: Collection[str], token: str) -> Middleware:
    """Lets requests to these hosts pass, from pages of theirs; with a token only for those who know it."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if hosts and request.host.lower() not in hosts:
            raise web.HTTPForbidden(text=f"this server is not called {request.host}\n")
        origin = request.headers.get("Origin")
        if origin is not None and origin.lower() != f"{request.scheme}://{request.host.lower()}":
            raise web.HTTPForbidden(text="requests from other sites are not answered\n")
        if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            raise web.HTTPForbidden(text="requests from other sites are not answered\n")
        if request.method == "POST" and request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType(text="send JSON\n")
        given = request.query.get("token") or request.cookies.get(TOKEN, "")
        if token and not hmac.compare_digest(given.encode(), token.encode()):
            raise web.HTTPForbidden(
                text="open the page by the link that the server printed: it holds the token\n"
            )
        response = await handler(request)
        if token and not response.prepared:
            response.set_cookie(TOKEN, token, httponly=True, samesite="Strict")
        return response

    return check


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
