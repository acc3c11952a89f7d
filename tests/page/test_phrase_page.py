"""A phrase's page in AppTest: links from records to the page, and from the page to records."""

import html
import json
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from narabot.embedding import Embeddings
from narabot.graph import Graph, load_query, open_graph
from narabot.models import Connection
from narabot.retrieval.phrases import phrase_of_authority
from narabot.settings import Settings
from tests.conftest import database_variables
from tests.ingesting import write_records
from tests.knowledge_layers import build
from tests.page.nasty import HOSTILE_NOTE
from tests.page_fixtures import script, script_in
from tests.records import raw_authority, raw_record
from tests.stores import load

VANE, SERIES, HOSTILE = 8, 11, 12
HEADING = "Vane, Ruth, 1880-1951"
NOTE = (
    "Letters of a keeper. Ruth Vane kept the light from May 4, 1901. All are in ink. "
    "Fort Randall is near, and Camp Verde far."
)


@pytest.fixture(scope="module")
def names_settings(
    server: Connection,
    server_settings: Settings,
    embeddings: Embeddings,
    tmp_path_factory: pytest.TempPathFactory,
) -> Settings:
    """Load three records with a knowledge layer, and return the server's settings."""
    series = {"levelOfDescription": "series"}
    shard = write_records(
        tmp_path_factory.mktemp("lines") / "rg_1-1.jsonl",
        raw_authority(HEADING, naId=VANE),
        raw_record("Light keeper's letters", naId=SERIES, scopeAndContentNote=NOTE, **series),
        raw_record(f"Ruth Vane {HOSTILE_NOTE}", naId=HOSTILE),
    )
    with open_graph(server) as graph:
        load(graph, server_settings, embeddings, shard)
        build(graph)
        describe(graph)
    return server_settings


def describe(graph: Graph) -> None:
    """Store two model-generated descriptions of the keeper. The texts support only the first."""
    for claim in ("Ruth Vane kept the light", "Ruth Vane won a prize"):
        entity = {
            "entity_name": "Ruth Vane",
            "entity_type": "PERSON",
            "description": claim,
        }
        reply = json.dumps({"entities": [entity], "relations": []})
        graph.write(
            load_query("narabot.knowledge", "store_reply"),
            chunkId=f"{SERIES}-0" if "light" in claim else f"{HOSTILE}-0",
            text=text_of(graph, SERIES if "light" in claim else HOSTILE),
            reply=reply,
            form="artifacts",
            by="test",
        )
    build(graph)


def text_of(graph: Graph, na_id: int) -> str:
    """Return the text of a record's first chunk."""
    rows = graph.read("MATCH (c:record {chunkId: $id}) RETURN c.text AS text", id=f"{na_id}-0")
    return str(rows[0]["text"])


@pytest.fixture
def page(names_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """Yield the page before its first run."""
    with script_in(database_variables(names_settings), monkeypatch):
        yield script()


@pytest.fixture(scope="module")
def own(server: Connection, names_settings: Settings) -> str:
    """Return the identifier of the keeper's phrase."""
    with open_graph(server) as graph:
        vane = phrase_of_authority(graph, VANE)
    assert vane is not None
    return vane.phrase_id


def opened(page: AppTest, **asked: str) -> str:
    """Open the page with these query parameters, and return its text as a reader sees it."""
    page.query_params.clear()
    for name, value in asked.items():
        page.query_params[name] = value
    page.run()
    assert not page.exception
    shown = (page.header, page.subheader, page.markdown, page.caption, page.warning)
    return html.unescape("\n".join(element.value for elements in shown for element in elements))


@pytest.mark.slow
def test_name_in_text_links_to_its_phrase_page(page: AppTest, own: str) -> None:
    assert f"[Ruth Vane](?phrase={own}) kept the light" in opened(page, naId=str(SERIES))


def test_names_in_a_title_are_links(page: AppTest, own: str) -> None:
    assert f"**Names in the title:** [Ruth Vane](?phrase={own})" in opened(page, naId=str(HOSTILE))


def test_authority_page_links_to_mentions(page: AppTest, own: str) -> None:
    shown = opened(page, naId=str(VANE))
    assert f"[Mentioned in the texts of 3 records](?phrase={own})" in shown


def test_phrase_page_shows_records_with_the_mentioning_sentence(page: AppTest, own: str) -> None:
    shown = opened(page, phrase=own)
    assert HEADING in html.unescape(page.header[0].value)
    assert "Person · mentioned in 3 records" in shown
    assert f"(?naId={VANE})" in shown
    assert "**Born:** [1880](?phrase=" in shown
    assert ":yellow-background[**Ruth Vane**] kept the light from May 4, 1901." in shown
    assert "All are in ink" not in shown
    assert f"[Light keeper's letters](?naId={SERIES})" in shown


@pytest.mark.slow
@pytest.mark.parametrize("is_cut", [False, True])
def test_phrase_page_reports_truncated_lists(
    is_cut: bool, page: AppTest, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_cut:
        monkeypatch.setattr("narabot.retrieval.phrases.MOST_RELATIONS", 1)
        monkeypatch.setattr("narabot.retrieval.phrases.MOST_CO_OCCURRING", 1)
    shown = opened(page, phrase=own)
    assert ("Showing the most frequent statements." in shown) == is_cut
    assert ("Showing the most frequent names." in shown) == is_cut


def test_phrase_page_shows_only_supported_model_descriptions(page: AppTest, own: str) -> None:
    shown = opened(page, phrase=own)
    assert "\nRuth Vane kept the light\n" in shown or "Ruth Vane kept the light;" in shown
    assert "Extracted from the texts by a language model" in shown
    assert "prize" not in shown


def test_hostile_text_is_escaped(page: AppTest, own: str) -> None:
    opened(page, phrase=own)
    for element in page.markdown:
        assert "<script" not in element.value
        assert "javascript:" not in element.value.replace("&#58;", "")


@pytest.mark.slow
def test_name_facet_is_loaded_on_request(page: AppTest, own: str) -> None:
    opened(page, phrase=own)
    page.button(key=f"action-format_list_bulleted-{own}").click().run()
    assert not [group for group in page.button_group if "naming" in (group.key or "")]
    [wanted] = [one for one in page.button if (one.key or "").startswith("names-facet-")]
    wanted.click().run()
    assert not page.exception
    [naming] = [one for one in page.button_group if (one.key or "").endswith("-naming")]
    shown = [html.unescape(option) for option in naming.options]
    assert shown == [f"{HEADING} (2)", "Camp Verde (1)", "Fort Randall (1)"]


def test_back_button_returns_to_the_conversation(page: AppTest, own: str) -> None:
    opened(page, phrase=own)
    page.button(key="back").click().run()
    assert "phrase" not in page.query_params


def test_unknown_phrase_suggests_the_build_command(page: AppTest) -> None:
    assert "narabot knowledge build" in opened(page, phrase="0123456789abcdef")
