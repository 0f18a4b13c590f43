"""The text that a request brings, read within limits."""

from __future__ import annotations

import asyncio
from urllib.parse import unquote_plus

from aiohttp import web

from woodstock.background import in_thread
from woodstock.net.messages import Message, MessageError, parse_message

METHODS = ["POST", "GET", "OPTIONS"]
SHORT = 100
"""Bytes that are read of somebody who may only ask INFO."""
LONG_TEXT = 20_000
"""Longer messages are parsed in a thread, so that others need not wait."""


async def text_of(request: web.BaseRequest, most_bytes: int) -> str:
    """The message of a request as text; raises `MessageError` or `HTTPException`."""
    if request.method == "GET":
        return (
            decoded(unquote_plus(request.raw_path.lstrip("/")).encode(errors="surrogateescape")) or "(INFO)"
        )
    if request.method != "POST":
        raise web.HTTPMethodNotAllowed(request.method, METHODS)
    body = bytearray()
    expected = request.content_length
    if (expected or 0) <= most_bytes:
        try:
            async for chunk in request.content.iter_any():
                body += chunk
                if len(body) > most_bytes:
                    break
        except (web.RequestPayloadError, ConnectionError, asyncio.IncompleteReadError) as error:
            raise MessageError(f"the message did not arrive: {error}") from error
    if max(expected or 0, len(body)) > most_bytes:
        raise web.HTTPRequestEntityTooLarge(
            most_bytes, text=f"a message may have at most {most_bytes:,} bytes"
        )
    if expected is not None and len(body) < expected:
        raise MessageError(f"{len(body)} of {expected} bytes arrived")
    return decoded(bytes(body))


def is_short(request: web.BaseRequest) -> bool:
    """Whether a request says beforehand that it brings next to nothing."""
    if request.method == "GET":
        return len(request.raw_path) <= SHORT
    return request.content_length is not None and request.content_length <= SHORT


def decoded(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("latin-1")


async def message_in(text: str) -> Message:
    """The message that a text holds, without keeping others waiting."""
    if len(text) <= LONG_TEXT:
        return parse_message(text)
    return await in_thread(lambda: parse_message(text), "reader")
