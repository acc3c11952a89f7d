"""Sample questions, and helpers that follow links to records or return the conversation."""

from streamlit.testing.v1 import AppTest

from narabot.models import Conversation, Turn

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
