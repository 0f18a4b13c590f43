"""Requests that nobody should send, as bytes, each with a word for its kind; a seed decides them all."""

import random
from urllib.parse import quote

from tests.net.rules import GUESS, NIM, WALK, one_line

PROPER = [
    *(
        f"(START m {role} {one_line(rules)} 1 0.2)"
        for role, rules in (("left", NIM), ("robot", WALK), ("left", GUESS))
    ),
    "(PLAY m NIL)",
    "(PLAY m ((take 1) noop))",
    "(PLAY m 1 noop ((sees x)))",
    "(STOP m ((take 1) noop))",
    "(STOP m 2 (guess 1) (wrong))",
    "(ABORT m)",
    "(INFO)",
    f"(PREVIEW {one_line(NIM)} 1)",
]
PIECES = [
    "(",
    ")",
    "((",
    "))",
    " ",
    "\0",
    ";",
    "\n",
    "\r",
    "?x",
    "<=",
    "not",
    "or",
    "nil",
    "-1",
    "1e999",
    "nan",
    "\x7f",
    "ä",
    "\u2028",
    "role",
    "\ufeff",
    '"',
    "|",
    "%28",
    "(true",
    "distinct",
]
LENGTHS = ["-1", "0", "1", "99999999999999999999", "8000001", "x", "", " ", "1 2", "0x10", "1e3", "+5", "١"]
HEADERS = [
    "Origin: http://evil.example",
    "Host: evil.example",
    "Host: 127.0.0.1\r\nHost: x",
    "Content-Encoding: gzip",
    "Content-Type: multipart/form-data; boundary=",
    "Expect: 100-continue",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Connection: keep-alive",
    "GGP-Match-Step: " + "9" * 5000,
    "X: " + "y" * 7000,
    "Cookie: " + ";" * 1000,
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Content-Length: 3",
    "Bad Header: x",
    ": x",
    "X:\0",
    "Range: bytes=0-",
]


class Foe:
    def __init__(self, seed):
        self._random = random.Random(seed)
        self._kinds = [
            self.noise,
            self.mutated,
            self.mutated,
            self.mutated,
            self.headed,
            self.chunked,
            self.numbers,
            self.nested,
            self.bytewise,
            self.got,
            self.methods,
            self.truncated,
            self.preface,
        ]

    def request(self):
        """A kind and the bytes of a request."""
        kind = self._random.choice(self._kinds)
        return kind.__name__, kind()

    def noise(self):
        return self._random.randbytes(self._random.randrange(1, 400)) + b"\r\n\r\n"

    def mutated(self):
        return posted(self._mutation().encode())

    def headed(self):
        headers = self._random.sample(HEADERS, self._random.randrange(1, 4))
        length = [f"Content-Length: {self._random.choice(LENGTHS)}"] if self._random.random() < 0.4 else []
        return posted(self._random.choice(PROPER).encode(), *headers, *length)

    def chunked(self):
        parts = []
        for _ in range(self._random.randrange(0, 6)):
            size = self._random.choice(["0", "5", "-5", "ffffffffffffffffffff", "zz", "", "5;x=y", "1000"])
            parts.append(f"{size}\r\n{self._random.choice(['(INFO)', 'abcde', ''])}\r\n")
        body = "".join(parts) + self._random.choice(["0\r\n\r\n", "", "\r\n"])
        return b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n" + body.encode()

    def numbers(self):
        number = self._random.choice(
            [
                "9" * 5000,
                "-" + "9" * 5000,
                "1e400",
                "1" * 400 + ".5",
                "٣" * 30,
                str(2**63),
                "-0",
                "inf",
                "1_0",
            ]
        )
        shapes = [
            "(PLAY m {} noop nil)",
            "(STOP m {} noop nil)",
            f"(START m left {one_line(NIM)} {{}} 1)",
            f"(START {{}} left {one_line(NIM)} 1 {{}})",
            "(PLAY {} NIL)",
            "(PREVIEW () {})",
            "(PLAY m ((take {}) noop))",
        ]
        return posted(self._random.choice(shapes).format(number, number).encode())

    def nested(self):
        depth = self._random.choice([50, 101, 5000, 60_000])
        opening = self._random.choice(["(", "(f ", "(\n", "(or ", "(not ", "(<= "])
        inside = opening * depth + "a" + ")" * self._random.choice([depth, depth - 1, 0])
        shapes = [
            "{}",
            "(PLAY m {})",
            "(START m left ({}) 1 1)",
            "(START m left ((role left) (<= terminal {})) 1 1)",
            "(INFO {})",
        ]
        return posted(self._random.choice(shapes).format(inside).encode())

    def bytewise(self):
        body = bytearray(self._random.choice(PROPER).encode())
        for _ in range(self._random.randrange(1, 8)):
            body[self._random.randrange(len(body))] = self._random.randrange(256)
        return posted(bytes(body))

    def got(self):
        text = self._mutation()
        path = (
            quote(text)
            if self._random.random() < 0.6
            else "%" + "".join(self._random.choices("0123456789abcfg%()", k=30))
        )
        return f"GET /{path} HTTP/1.0\r\n\r\n".encode()

    def methods(self):
        method = self._random.choice(["PUT", "HEAD", "OPTIONS", "DELETE", "CONNECT", "TRACE", "post", "BREW"])
        target = self._random.choice(["/", "*", "http://evil.example/", "//", "/%00", "evil.example:80"])
        return f"{method} {target} HTTP/{self._random.choice(['1.0', '1.1', '0.9', '2.0', '9.9', 'x'])}\r\n\r\n".encode()

    def preface(self):
        return b"PRI * HTTP/2.0\r\n\r\n"  # of HTTP/2, which has more to come

    def truncated(self):
        whole = posted(self._random.choice(PROPER).encode())
        return whole[: self._random.randrange(1, len(whole))]

    def _mutation(self):
        text = self._random.choice(PROPER)
        for _ in range(self._random.randrange(1, 5)):
            at, length = self._random.randrange(len(text) + 1), self._random.randrange(0, 12)
            piece = self._random.choice([*PIECES, text[at : at + length] * 2, text])
            text = text[:at] + piece + text[at + length :]
        return text


def posted(body, *headers):
    lines = ["POST / HTTP/1.1", "Host: 127.0.0.1", *headers]
    if not any(line.startswith(("Content-Length", "Transfer")) for line in headers):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
