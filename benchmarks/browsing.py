"""Simulate many users of the page, each in a separate session of one Chromium browser.

    python -m benchmarks.browsing [--readers 50] [--questions 2]

The settings select the graph, and no language model is used. Each user opens the page and asks one
question after another. Every answer must equal the answer that `respond` returns without load. The
script prints the time from pressing Enter to seeing the answer, for one user and for all users at
once. It also checks that each conversation has all of its turns after a reload.
"""

import argparse
import asyncio
import shutil
import statistics
import time

from playwright.async_api import Browser, Page, async_playwright

from benchmarks.retrieval import questions
from benchmarks.service_process import service_process
from benchmarks.throwaway import machine
from narabot.chat import open_chat, open_models, respond
from narabot.database import connection
from narabot.graph import open_graph
from narabot.settings import Settings
from narabot.versions import stored_identity

LONGEST_MS = 300_000
FINISHED = "[data-testid=stApp][data-test-script-state=notRunning]"
SHOWN_CHARS = 40
"""Number of characters at the beginning of an answer that identify it on the page."""


def main() -> None:
    """Run the benchmark and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--questions", type=int, default=2)
    arguments = parser.parse_args()
    print(machine())
    asked = questions()[: arguments.questions]
    answers = answers_alone(asked)
    with service_process("chat") as (url, _):
        asyncio.run(measure(url, arguments.readers, answers))


def answers_alone(asked: list[str]) -> dict[str, str]:
    """Return the answers to the questions, without load."""
    settings = Settings.from_environment().model_copy(update={"llm_provider": "none"})
    with open_graph(connection(settings)) as graph:
        chat = open_chat(settings, open_models(settings, stored_identity(graph)), graph)
        responses = {question: respond(chat, question) for question in asked}
    return {question: one.answer.text for question, one in responses.items() if one.answer}


async def measure(url: str, readers: int, answers: dict[str, str]) -> None:
    """Print the waiting times for one user, and for many users at once."""
    async with async_playwright() as playwright:
        program = shutil.which("chromium")
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        await until_served(browser, url)
        alone = await reader(browser, url, answers)
        print(f"one user: {statistics.median(alone):.1f} s per answer")
        results = await asyncio.gather(
            *(reader(browser, url, answers) for _ in range(readers)), return_exceptions=True
        )
        await browser.close()
    spent = [one for result in results if isinstance(result, list) for one in result] or [0.0]
    faults = [result for result in results if isinstance(result, BaseException)]
    print(
        f"{readers} users at once: {statistics.median(spent):.1f} s per answer, slowest "
        f"{max(spent):.1f} s; {len(faults)} users without all of their expected answers"
    )
    for fault in faults[:3]:
        print(str(fault)[:300])


async def until_served(browser: Browser, url: str) -> None:
    """Wait until the page can be opened."""
    page = await browser.new_page()
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            await page.goto(url)
            break
        except Exception:  # noqa: BLE001  # browser errors have no common base class
            await asyncio.sleep(0.5)
    await ready(page)
    await page.close()


async def reader(browser: Browser, url: str, answers: dict[str, str]) -> list[float]:
    """Return the waiting time for each answer, in seconds. Raise AssertionError for a lost turn."""
    context = await browser.new_context()
    context.set_default_timeout(LONGEST_MS)
    page = await context.new_page()
    await page.goto(url)
    await ready(page)
    spent = []
    for question, answer in answers.items():
        started = time.perf_counter()
        await page.get_by_test_id("stChatInput").locator("textarea").fill(question)
        await page.keyboard.press("Enter")
        await page.get_by_text(answer[:SHOWN_CHARS]).first.wait_for()
        spent.append(time.perf_counter() - started)
        await page.locator(FINISHED).wait_for()
    await page.reload()
    await ready(page)
    turns = await page.locator("[class*=st-key-turn-]").count()
    await context.close()
    assert turns == len(answers), f"{turns} of {len(answers)} turns after a reload"
    return spent


async def ready(page: Page) -> None:
    """Wait until the page accepts questions."""
    await page.get_by_text("Ask questions about the records").first.wait_for(timeout=LONGEST_MS)
    await page.locator(FINISHED).wait_for(timeout=LONGEST_MS)


if __name__ == "__main__":
    main()
