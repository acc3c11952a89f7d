"""Lists of the records that mention a phrase."""

import html

from streamlit.testing.v1 import AppTest

from tests.page.test_phrase_page import HEADING, SERIES, VANE, names_settings, opened, own, page

__all__ = ["names_settings", "own", "page"]


def test_records_that_mention_a_phrase_can_be_listed(page: AppTest, own: str) -> None:
    opened(page, phrase=own)
    page.button(key=f"action-format_list_bulleted-{own}").click().run()
    assert not page.exception
    shown = [element.value for element in page.markdown]
    assert any(f"(?naId={SERIES})" in one for one in shown)
    assert not any(f"(?naId={VANE})" in one for one in shown)
    chips = [html.unescape(chip) for group in page.button_group for chip in group.options]
    assert f"Mentions {HEADING} :material/close:" in chips
