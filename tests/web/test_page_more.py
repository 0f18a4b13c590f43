"""The page in Chromium: what is there beside the board. Skipped where Playwright or Chromium are absent."""

import pytest

from tests.web.pages import CHROMIUM, begin

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Playwright or Chromium are absent")


def play_one(page):
    page.wait_for_selector(".moves button")
    page.locator(".board .can").first.click()
    page.wait_for_function("() => Number(document.querySelector('#step')?.value) >= 2")
    page.wait_for_selector(".moves button")


def finish(page):
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('over')")


def test_explain_says_what_the_player_expected(page):
    begin(page, "tictactoe", oplayer="mac-ucb")
    play_one(page)
    page.click("#explain")
    assert "oplayer chose" in page.text_content("#explained")
    assert "of 100 for oplayer" in page.text_content("#explained")


def test_play_on_from_an_earlier_position(page):
    begin(page, "tictactoe", xplayer="random", oplayer="random")
    finish(page)
    page.eval_on_selector("#step", "all => { all.value = 2; all.dispatchEvent(new Event('input')); }")
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.startsWith('Step 2 of')")
    before = page.url
    page.select_option("#branch-as", "xplayer")
    page.click("#branch")
    page.wait_for_function("(before) => location.href !== before", arg=before)
    page.wait_for_selector(".moves button")
    assert page.input_value("#step") == "2"
    assert page.locator(".moves button").count() == 7


def test_run_at_some_speed(page):
    begin(page, "tictactoe", xplayer="random", oplayer="random")
    finish(page)
    last = page.input_value("#step")
    page.select_option("#speed", "10")
    page.click("#run")
    page.wait_for_function("() => document.querySelector('#step')?.value === '1'")
    page.wait_for_function("(last) => document.querySelector('#step')?.value === last", arg=last)
    page.wait_for_function("() => document.querySelector('#run').textContent === 'Run'")


def test_orbits_rules_at_work_and_the_solved_value(page):
    begin(page, "tictactoe", xplayer="random", oplayer="random")
    finish(page)
    page.click("[data-topic=symmetry]")
    page.wait_for_selector("#understood [data-orbit]")
    orbits = page.eval_on_selector_all("[data-orbit]", "all => all.map(each => each.dataset.orbit)")
    assert sorted(orbits.count(each) for each in set(orbits)) == [1, 4, 4]  # middle, corners, edges
    page.click("[data-topic=rules]")
    page.wait_for_selector("#understood mark")
    marked = "".join(page.locator("#understood mark").all_text_contents())
    assert "(<= (next (cell ?x ?y ?mark))" in marked
    assert "(role xplayer)" not in marked
    page.click("[data-topic=solution]")
    page.wait_for_selector("#understood td")
    assert "50 of 100" in page.text_content("#understood")


def test_a_resignation_is_kept(page, served):
    begin(page, "tictactoe", oplayer="random")
    page.wait_for_selector(".moves button")
    page.click("#resign")
    page.wait_for_function("() => document.querySelector('#status')?.textContent === 'xplayer resigned'")
    served.stop()
    served.start()
    page.reload()
    page.wait_for_function("() => document.querySelector('#status')?.textContent === 'xplayer resigned'")
    assert page.locator(".moves button").count() == 0


def test_the_persons_clock_runs_and_ends(page):
    page.goto(page.url.split("#")[0] + "#/game/tictactoe")
    page.wait_for_selector("#begin")
    page.select_option("#seat-oplayer", "random")
    page.fill("#my-clock", "1")
    page.click("#begin")
    page.wait_for_function("() => document.querySelector('#clocks')?.textContent.includes('of 1 s')")
    page.wait_for_function("() => Number(document.querySelector('#step')?.value) >= 2")


def test_first_paint_on_this_machine(page, served):
    """Measured, not asserted against a clock of a busy machine: what is there at once has no picture yet."""
    painted = page.evaluate(
        "() => performance.getEntriesByType('paint').map(each => [each.name, each.startTime])"
    )
    print(painted)
    assert any(name == "first-contentful-paint" for name, _ in painted)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_nothing_is_wider_than_the_screen(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    for place in ("", "#/game/hex", "#/matches"):
        page.goto(page.url.split("#")[0] + place)
        page.wait_for_selector("h1")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    begin(page, "connect_four", yellow="level:1")
    page.wait_for_selector(".moves button")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
