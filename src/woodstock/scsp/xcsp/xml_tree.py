"""XML as a tree of elements that know their line. Document types are refused, so entities cannot blow up."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from woodstock.scsp.model.constraint import NetworkError

DEEPEST = 100
LARGEST_PIECE = 1 << 20


class XmlError(NetworkError):
    """A file that is not well formed, or not what was expected, with its line."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file or '<text>'}:{line}: {message}")
        self.file, self.line = file, line


@dataclass
class Element:
    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def child(self, name: str) -> Element | None:
        return next((child for child in self.children if child.name == name), None)

    def all(self, name: str) -> list[Element]:
        return [child for child in self.children if child.name == name]


def parse_xml(text: str, file: str = "") -> Element:
    parser = expat.ParserCreate("utf-8")
    stack: list[Element] = []
    root: list[Element] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Element(name, attributes, parser.CurrentLineNumber)
        if len(stack) >= DEEPEST:
            raise XmlError(file, element.line, f"elements nested more than {DEEPEST} deep; flatten them")
        (stack[-1].children if stack else root).append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        if stack:
            stack[-1].text += data

    def doctype(*_: object) -> None:
        raise XmlError(file, parser.CurrentLineNumber, "a document type is not accepted; remove it")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    parser.buffer_text = True
    parser.buffer_size = LARGEST_PIECE
    try:
        parser.Parse(text.encode(errors="replace"), True)
    except expat.ExpatError as error:
        raise XmlError(
            file, error.lineno, f"not well-formed XML: {expat.errors.messages[error.code]}"
        ) from None
    return root[0]
