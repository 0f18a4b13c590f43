"""The page in Chromium: files dropped on it, several people at one screen, and lines on the board."""

import pytest

from tests.web.pages import CHROMIUM, begin

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Playwright or Chromium are absent")

GOOD = """(role me) (role you) (init (cell 1 1 b)) (init (cell 2 1 b)) (init (cell 1 2 b)) (init (cell 2 2 b))
(init (control me))
(<= (legal ?r (mark ?x ?y)) (true (control ?r)) (true (cell ?x ?y b)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (cell ?x ?y ?r)) (does ?r (mark ?x ?y)))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (distinct ?c b))
(<= (next (cell ?x ?y b)) (true (cell ?x ?y b)) (not (taken ?x ?y)))
(<= (taken ?x ?y) (does ?r (mark ?x ?y)))
(<= (next (control you)) (true (control me))) (<= (next (control me)) (true (control you)))
(<= open (true (cell ?x ?y b))) (<= terminal (not open))
(goal me 50) (goal you 50)
"""


def drop(page, name, text):
    """What a browser does when a file is let go over the page."""
    carried = page.evaluate_handle(
        "([name, text]) => { const held = new DataTransfer(); held.items.add(new File([text], name)); return held; }",
        [name, text],
    )
    for event in ("dragover", "drop"):
        page.dispatch_event("#drop", event, {"dataTransfer": carried})


def step_is(page, number):
    page.wait_for_function("(n) => document.querySelector('#step')?.value === n", arg=str(number))


def test_a_broken_file_that_is_dropped_is_told_by_line(page):
    page.wait_for_selector("#drop")
    drop(page, "broken.kif", GOOD.replace("(goal me 50)", "(goal me\n(<= (legal me oops) (not (true ?x)))"))
    page.wait_for_selector(".wrong")
    assert "line 1" in page.locator(".wrong").first.text_content()
    assert page.input_value("#rules").startswith("(role me) (role you)")
    page.locator(".wrong").first.click()
    chosen = page.eval_on_selector(
        "#rules", "all => all.value.slice(0, all.selectionStart).split('\\n').length"
    )
    assert f"line {chosen}:" in page.locator(".wrong").first.text_content()
    assert "#/game/" not in page.url


def test_a_file_that_is_dropped_can_be_played(page):
    page.wait_for_selector("#drop")
    drop(page, "four_marks.kif", GOOD)
    page.wait_for_selector("#begin")
    assert page.text_content("h1") == "four marks"
    page.select_option("#seat-you", "random")
    page.click("#begin")
    for _ in range(2):
        page.wait_for_selector(".board .can")
        before = page.input_value("#step")
        page.locator(".board .can").first.click()
        page.wait_for_function("(before) => document.querySelector('#step')?.value !== before", arg=before)
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('a draw')")


def test_two_people_move_at_once_and_see_nothing_before(page):
    begin(page, "matching_pennies", j1="person", j2="person")
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('j1')")
    shown = page.inner_html("#board")
    page.click("[data-move='(retourne face)']")
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('j2')")
    assert page.input_value("#step") == "0"
    assert page.text_content("#note") == "j1 has chosen."
    assert page.text_content("#log") == ""
    assert page.inner_html("#board") == shown
    page.click("#undo")  # before all are in: the first may choose again
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('j1')")
    page.click("[data-move='(retourne pile)']")
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('j2')")
    page.click("[data-move='(retourne face)']")
    step_is(page, 1)
    assert page.text_content("#log") == "j1: retourne pile, j2: retourne face"


def test_two_people_with_secrets_hand_over_the_screen(page):
    open_kuhn(page)
    first = page.text_content("#status")
    assert page.locator("#board svg").count() == 0
    page.click("#uncover")
    page.wait_for_selector("#board svg")
    page.locator(".moves button").first.click()
    page.wait_for_selector("#uncover")
    assert page.text_content("#status") != first
    assert page.locator("#board svg").count() == 0
    assert page.locator(".moves button").count() == 0


def open_kuhn(page):
    page.goto(page.url.split("#")[0] + "#/game/kuhn_poker")
    page.wait_for_selector("#begin")
    for seat in page.locator("[id^=seat-]").all():
        seat.select_option("person")
    page.click("#begin")
    page.wait_for_selector("#uncover")


def test_two_quick_clicks_are_two_steps(page):
    begin(page, "tictactoe", xplayer="random", oplayer="random")
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('over')")
    last = int(page.input_value("#step"))
    page.evaluate("() => { for (let n = 0; n < 2; n++) document.querySelector('#back').click(); }")
    step_is(page, last - 2)
    page.evaluate("() => { for (let n = 0; n < 2; n++) document.querySelector('#forth').click(); }")
    step_is(page, last)


def test_the_line_that_is_expected_is_on_the_board(page):
    begin(page, "breakthrough", white="uct", black="uct")
    page.wait_for_function("() => Number(document.querySelector('#step')?.max) > 6")
    for step in (4, 5):  # of two steps one was made as its player expected, for nobody else moves then
        page.eval_on_selector(
            "#step", "(all, n) => { all.value = n; all.dispatchEvent(new Event('input')); }", step
        )
        page.wait_for_function(
            "(n) => document.querySelector('#status')?.textContent?.startsWith(`Step ${n} of`)", arg=step
        )
        assert page.locator(".board .last").count() == 2
        assert page.locator(".ahead").count() > 0
    role = page.locator(".ahead").first.get_attribute("data-role")
    page.uncheck(f"[data-line={role}]")
    assert page.locator(f".ahead[data-role={role}]").count() == 0
