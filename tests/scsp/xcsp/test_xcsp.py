"""XCSP3: what is written reads back equal; ordinary table files are read; bad files say where."""

from fractions import Fraction

import pytest

from tests.papers.test_examples import (
    example_2_of_2016,
    example_2_of_2017,
    example_3_of_2016,
    figure_2_of_2014,
)
from woodstock.scsp import STAR, Constraint, Except, Network, OneOf, ProbabilityTable, UniformTable, Variable
from woodstock.scsp.model.constraint import NetworkError
from woodstock.scsp.model.semantics import solutions as brute_force
from woodstock.scsp.solving.csp import solutions
from woodstock.scsp.xcsp.plain import plain_rows
from woodstock.scsp.xcsp.reader import read
from woodstock.scsp.xcsp.writer import write_csp, write_scsp
from woodstock.scsp.xcsp.xml_tree import XmlError


def mixed() -> Network:
    """Every kind of cell, table and name."""
    a = Variable("cell(1,1)@t", ("x", "o", '"&<>'))
    b = Variable("b", (0, 1))
    y = Variable("y", ("h", "t"), stochastic=True)
    z = Variable("z", ("h", "t"), stochastic=True)
    half = Fraction(1, 2)
    return Network.of(
        (a, b, y, z),
        (
            Constraint("short", (a.name, "b"), ((Except("x"), STAR), (OneOf("x", "o"), 1))),
            Constraint("unary", ("b",), ((0,), (1,))),
            Constraint("gain", (a.name, "y"), ((STAR, "h"), ("o", Except("h"))), ((half,), (Fraction(1),))),
        ),
        (
            UniformTable("y", (("h", None, 0), ("t", "b", 1))),
            ProbabilityTable(
                "z", (a.name,), ((("x",), (("h", half), ("t", half))), ((STAR,), (("t", Fraction(1)),)))
            ),
        ),
        threshold="1/3",
        name="mixed",
    )


@pytest.mark.parametrize(
    "build", [mixed, figure_2_of_2014, example_2_of_2017, example_2_of_2016, example_3_of_2016]
)
def test_reads_back_equal(build: object) -> None:
    net: Network = build()  # type: ignore[operator]
    assert read(write_scsp(net)) == net


def test_csp_part_has_the_same_solutions() -> None:
    net = mixed()
    again = read(write_csp(net))
    assert again.stochastic == ()
    assert _keys(brute_force(net)) == _keys(list(solutions(again)))
    assert "{" not in write_csp(net).replace("note=", "").split("<constraints>")[1]


def test_sets_over_large_domains_take_few_rows() -> None:
    a, b = Variable("a", tuple(range(300))), Variable("b", tuple(range(300)))
    net = Network.of((a, b), (Constraint("c", ("a", "b"), ((Except(7), Except(8)), (7, OneOf(1, 2)))),))
    plain = plain_rows(net)
    assert not any(isinstance(cell, (Except, OneOf)) for c in plain.hard for row in c.rows for cell in row)
    assert sum(len(c.rows) for c in plain.hard) < 700
    found = {(s["a"], s["b"]) for s in solutions(plain)}
    assert found == {(s["a"], s["b"]) for s in brute_force(net)}
    assert len(list(solutions(plain))) == len(found)


def _keys(found: list[dict[str, object]]) -> list[tuple[object, ...]]:
    return sorted((tuple(sorted(s.items())) for s in found), key=str)


ORDINARY = """<instance format="XCSP3" type="CSP">
  <variables>
    <var id="x"> 0..2 5 </var>
    <var id="w" as="x" />
    <array id="a" size="[2][2]"> 0 1 </array>
  </variables>
  <constraints>
    <extension> <list> x </list> <supports> 1..2 5 </supports> </extension>
    <block>
      <group>
        <extension> <list> %0 %1 </list> <conflicts> (0,0)(1,*) </conflicts> </extension>
        <args> a[0][] </args>
        <args> a[1][0] a[1][1] </args>
      </group>
      <extension> <list> x w </list> <supports> (1,5)(2,2)(5,*) </supports> </extension>
    </block>
  </constraints>
</instance>"""


def test_ordinary_file() -> None:
    net = read(ORDINARY)
    assert net["x"].domain == (0, 1, 2, 5)
    found = list(solutions(net))
    assert {(s["x"], s["w"]) for s in found} == {(1, 5), (2, 2), (5, 0), (5, 1), (5, 2), (5, 5)}
    assert {(s["a[0][0]"], s["a[0][1]"], s["a[1][0]"], s["a[1][1]"]) for s in found} == {(0, 1, 0, 1)}
    assert _keys(found) == _keys(brute_force(net))


@pytest.mark.parametrize(
    ("find", "put", "line", "message"),
    [
        ("<supports> 1..2 5 </supports>", "<supports> 1..2 7 </supports>", 8, "7 is not in the domain of x"),
        ("<list> x w </list>", "<list> x q </list>", 15, "unknown variable q"),
        ("(2,2)", "(2,2,2)", 15, "has not 2 values"),
        ("<block>", "<sum/><block>", 9, "<sum> is not supported"),
        ("</variables>", "</variable>", 6, "not well-formed"),
        ('type="CSP"', 'type="COP"', 1, "type COP is not supported"),
        (" 0..2 5 ", " zero ", 3, "not an integer"),
        ('as="x"', 'as="z"', 4, "unknown variable"),
    ],
)
def test_bad_files_name_the_line(find: str, put: str, line: int, message: str) -> None:
    assert find in ORDINARY
    with pytest.raises(XmlError, match=message) as caught:
        read(ORDINARY.replace(find, put, 1), "bad.xml")
    assert str(caught.value).startswith(f"bad.xml:{line}:")


def test_document_types_are_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><instance/>'
    with pytest.raises(XmlError, match="document type"):
        read(bomb)


VARIABLES = "<instance><variables>{}</variables></instance>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (VARIABLES.format('<var id="x"> 0..99999999999 </var>'), "1,000,000 values"),
        (VARIABLES.format('<var id="x"> ' + "0..900000 " * 2 + "</var>"), "1,000,000 values"),
        (VARIABLES.format('<array id="a" size="[100000][100000]"> 0 1 </array>'), "1,000,000 variables"),
        (VARIABLES.format('<var id="x"> ' + "9" * 5000 + " </var>"), "not an integer"),
        (VARIABLES.format('<var id="x"> ٣ </var>'), "not an integer"),
        ("<a>" * 5000, "nested more than 100"),
        ("<instance note='{\"objective\": []}'><variables/></instance>", "objective"),
        ('<instance threshold="1e999999999"><variables/></instance>', "not a number"),
        (VARIABLES.format('<array id="a" size="[2]" type="stochastic"> 0:1 </array>'), "stochastic"),
        ("", "no element found"),
        ("\ud800", "not well-formed"),
    ],
)
def test_hostile_files_are_refused(text: str, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        read(text)
