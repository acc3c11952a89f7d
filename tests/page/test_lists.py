"""Record lists in AppTest: paging, sorting, grouping, facets, tables, and filters."""

import html

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ButtonGroup

from narabot.models import ListView, Response, Turn
from narabot.presentation.markdown import JOINER
from tests.page.questions import SHOW, turns_of

HOSTILE = "Show me the vexillology ledger"
EMPTY = "Show me records about the Civil War from the 1530s that are online"


@pytest.fixture
def page(sample_script: AppTest) -> AppTest:
    return sample_script.run()


def ask(page: AppTest, question: str) -> Turn:
    page.chat_input[0].set_value(question).run()
    assert not page.exception
    return turns_of(page)[-1]


def ask_widely(page: AppTest, question: str) -> Turn:
    """Request a list, and include the closest records that lack some of the words."""
    turn = ask(page, question)
    page.toggle(key=f"nearest-{turn.id}").set_value(True).run()
    return turn


def response(turn: Turn) -> Response:
    assert turn.response is not None
    return turn.response


def text(page: AppTest) -> str:
    written = (element.value for element in (*page.markdown, *page.caption))
    return html.unescape("\n".join(written)).replace(JOINER, "")


def places(page: AppTest) -> list[int]:
    """Return the list numbers of the records on the screen."""
    numbers = (one.value[2:].partition(".")[0] for one in page.markdown)
    return [int(number) for number in numbers if number.isdecimal()]


def facet(page: AppTest, turn: Turn, name: str) -> ButtonGroup[str]:
    """Return the facet with this name."""
    found: ButtonGroup[str] = page.button_group(key=f"facet-{turn.id}-{name}")
    return found


def chips(page: AppTest, turn: Turn) -> tuple[list[str], list[str]]:
    """Return the filter chips of a turn, and the labels of the active chips."""
    shown = page.button_group(key=f"filters-{turn.id}")
    labels = (html.unescape(one) for one in shown.options)
    return [one.removesuffix(" :material/close:") for one in labels], shown.value


@pytest.mark.slow
def test_lists_page_independently_and_reordering_returns_to_page_one(
    page: AppTest,
) -> None:
    first, second = ask_widely(page, SHOW), ask_widely(page, SHOW)
    found = response(first)
    page.pagination[0].set_value(2).run()
    assert (first.view.page, second.view.page) == (2, 1)
    assert len(places(page)) == 20
    assert places(page)[0] > 10 and places(page)[10] == 1
    page.selectbox(key=f"order-{first.id}").set_value("oldest").run()
    assert (first.view.page, places(page)[:10]) == (1, list(range(1, 11)))
    assert "oldest first" in text(page) and "come last" in text(page)
    page.pagination[0].set_value(3).run()
    page.toggle(key=f"grouped-{first.id}").set_value(True).run()
    assert (first.view.page, places(page)[:10]) == (1, list(range(1, 11)))
    assert "##### Series: " in text(page)
    assert first.response is found, "narabot queried the database again"


def test_facets_filter_the_list_and_clearing_chips_restores_it(page: AppTest) -> None:
    turn = ask_widely(page, SHOW)
    whole = response(turn)
    page.pagination[0].set_value(2).run()
    levels = facet(page, turn, "level")
    labels = [html.unescape(one) for one in levels.options]
    several = [value for value in ("fileUnit", "item") if value in levels_named(labels)]
    levels.set_value(several).run()
    assert not page.exception
    assert turn.response is whole, "narabot queried the database again"
    assert turn.view.page == 1
    kept = [one for one in whole.records if one.record.type in several]
    assert f"Your filters match {len(kept)} of {len(whole.records)} records." in text(page)
    assert [html.unescape(one) for one in facet(page, turn, "level").options] == labels
    facet(page, turn, "online").set_value(["online"]).run()
    both = [one for one in kept if one.holdings.online_count]
    assert f"{len(both)} of {len(whole.records)} records" in text(page)
    chosen = page.button_group(key=f"chosen-{turn.id}")
    assert len(chosen.options) == len(several) + 1
    chosen.set_value([]).run()
    assert turn.view.chosen == ()
    assert f"{len(whole.records)} records, best match" in text(page)


def levels_named(labels: list[str]) -> set[str]:
    """Return the levels of description in a facet's labels."""
    names = {"File units": "fileUnit", "Items": "item"}
    return {names[one.partition(" (")[0]] for one in labels if one.partition(" (")[0] in names}


def test_list_can_be_searched_for_words(page: AppTest) -> None:
    turn = ask_widely(page, SHOW)
    count = len(response(turn).records)
    page.text_input(key=f"find-facet-{turn.id}").set_value("zzyzx").run()
    assert not page.exception
    assert f"None of the {count} records matches all of your filters." in text(page)
    assert [html.unescape(one) for one in page.button_group(key=f"chosen-{turn.id}").options] == [
        "Contains: zzyzx :material/close:"
    ]
    page.button_group(key=f"chosen-{turn.id}").set_value([]).run()
    assert turn.view.find == "" and f"{count} records, best match" in text(page)


def test_hostile_titles_are_plain_text_in_every_view(page: AppTest) -> None:
    turn = ask_widely(page, HOSTILE)
    roots = [html.unescape(one) for one in facet(page, turn, "root").options]
    assert any("Flags [x](javascript:alert(2)) <img src=x" in one for one in roots)
    turn.view = ListView(is_grouped=True, with_nearest=True)
    page.run()
    assert "Series: Untitled series (NAID 990004) (1 record)" in text(page)
    page.button_group(key=f"as-{turn.id}").set_value("Table").run()
    assert not page.exception
    titles = list(page.dataframe[0].value["Title"])
    assert any(one.startswith("Vexillology ledger <script>") for one in titles)
    assert all(len(one) <= 240 and "\u202e" not in one for one in titles)
