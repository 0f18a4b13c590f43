"""The page in Chromium: a person clicks. Skipped where Playwright or Chromium are absent."""

import pytest

from tests.web.pages import CHROMIUM, begin

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Playwright or Chromium are absent")


def click_on(page):
    """Click until the game is over: on any place that can be clicked, else on the first move of the list."""
    for _ in range(400):
        page.wait_for_function(
            "() => document.querySelector('#status')?.textContent?.includes('over') || document.querySelector('.moves button')"
        )
        if "over" in page.text_content("#status"):
            return
        before = page.input_value("#step")
        if page.locator(".board .can").count():
            page.locator(".board .can").first.click(force=True)
            if page.locator(".board .from").count():
                page.locator(".board .can:not(.from)").first.click(force=True)
        else:
            page.locator(".moves button").first.click()
        page.wait_for_function(
            "(before) => document.querySelector('#step')?.value !== before || document.querySelector('#status')?.textContent?.includes('over')",
            arg=before,
        )
    pytest.fail("the game does not end")


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("tictactoe", {"oplayer": "random"}),
        ("connect_four", {"yellow": "random"}),
        ("breakthrough", {"black": "random"}),
        ("matching_pennies", {"j2": "random"}),
        ("monty_hall", {}),
    ],
)
def test_a_whole_game_by_clicks(page, game, seats):
    begin(page, game, **seats)
    click_on(page)
    assert any(word in page.text_content("#status") for word in ("you win", "you lose", "a draw"))


def test_hidden_information_stays_hidden(page):
    begin(page, "monty_hall")
    page.wait_for_selector(".moves button")
    assert "?" in page.text_content("#board")
    assert "car" not in page.text_content("#board").replace("car chosen opened", "")


def test_the_library_has_pictures(page):
    page.wait_for_selector("[data-game=hex] svg")
    page.wait_for_selector("[data-game=tictactoe] svg")
    assert "xplayer" in page.text_content("[data-game=tictactoe]")


def test_a_broken_rulesheet_is_told_by_line(page):
    page.fill("#rules", "(role me)\n(init (p <img src=x onerror=alert(1)>)\n(legal me noop)")
    page.click("#check")
    page.wait_for_selector(".wrong")
    assert "line" in page.text_content("#found")
    assert page.locator("#found img").count() == 0


def test_watch_and_step_back(page):
    begin(page, "tictactoe", xplayer="mac-ucb", oplayer="uct")
    page.wait_for_function("() => document.querySelector('#status')?.textContent?.includes('over')")
    last = int(page.input_value("#step"))
    page.click("#back")
    page.wait_for_function("(last) => document.querySelector('#step')?.value == last - 1", arg=last)
    assert page.locator(".share").count() > 0
    page.click("[data-topic=tree]")
    page.wait_for_selector("#understood details")


def test_hint_and_undo(page):
    begin(page, "tictactoe", oplayer="random")
    page.wait_for_selector(".moves button")
    page.click("#hint")
    page.wait_for_selector(".board .hint")
    page.locator(".board .can").first.click()
    page.wait_for_function("() => document.querySelector('#step')?.value === '2'")
    page.wait_for_selector(".moves button")
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('.moves button').length === 9")


def test_two_pages_and_a_server_that_was_restarted(page, browser, served):
    begin(page, "tictactoe", oplayer="random")
    page.wait_for_selector(".moves button")
    page.locator(".board .can").first.click()
    page.wait_for_function("() => document.querySelector('#step')?.value === '2'")
    other = browser.new_page()
    other.goto(page.url)
    other.wait_for_function("() => document.querySelector('#step')?.value === '2'")
    other.close()
    served.stop()
    served.start()
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.moves button').length === 7")
    click_on(page)
