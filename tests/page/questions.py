"""Sample questions, and helpers that ask, follow links to records, or read the page."""

import html

from streamlit.testing.v1 import AppTest

from narabot.models import Conversation, Turn
from narabot.presentation.markdown import JOINER

ROLL = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
SHOW = "Show me records about the Civil War"
REFUSED = "How do I bake sourdough bread?"


def follow(page: AppTest, na_id: int) -> None:
    """Follow a link to a record, as the browser does."""
    written = [one.value for one in (*page.markdown, *page.caption)]
    assert f"(?naId={na_id})" in "\n".join(written)
    page.query_params["naId"] = str(na_id)
    page.run()
    assert not page.exception


def conversation_of(page: AppTest) -> Conversation:
    """Return the conversation on the screen."""
    shown: Conversation = page.session_state["conversation"]
    return shown


def turns_of(page: AppTest) -> list[Turn]:
    """Return the turns of the conversation on the screen."""
    return conversation_of(page).turns


def ask(page: AppTest, question: str) -> AppTest:
    """Ask a question, and return the page."""
    page.chat_input[0].set_value(question).run()
    assert not page.exception
    return page


def text(page: AppTest) -> str:
    """Return all text on the page."""
    written = (element.value for element in (*page.markdown, *page.error, *page.caption))
    return html.unescape("\n".join(written))


def labels(page: AppTest) -> list[str]:
    """Return the labels of the buttons."""
    return [html.unescape(button.label).replace(JOINER, "") for button in page.button]
