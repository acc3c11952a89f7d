"""Hostile text in every field of a catalog record: every page shows it as plain text."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from ingest.parse.schema import Raw
from narabot.database import EmbeddedDatabase
from narabot.embedding import Embeddings
from narabot.models import TYPE_LABELS
from narabot.settings import Settings
from tests.conftest import database_variables, small_settings
from tests.ingesting import write_records
from tests.page.test_lists import ask
from tests.page_fixtures import script, script_in
from tests.records import full_record
from tests.stores import database_of

HOSTILE = {
    "html": "Vexil <script>alert(1)</script><img src=x onerror=alert(2)><b>bold</b>",
    "markdown": "Vexil ![i](https://evil.example/x.png) [c](javascript:alert(1)) ](data:x,y)",
    "streamlit": "Vexil :red[red] $x^2$ :material/home: :smile: {x} \u202edeser",
}
"""In one record of each type, each of these texts replaces all strings, including URLs."""

KINDS = ("recordType", "levelOfDescription", "authorityType")
FIRST = 700_001
LABELS = list(dict.fromkeys(TYPE_LABELS.values()))
RECORDS = {
    f"{label}-{kind}": (FIRST + number, label, kind)
    for number, (label, kind) in enumerate((label, kind) for label in LABELS for kind in HOSTILE)
}
LIVE = re.compile(
    r"<(?:script|img|b|svg|iframe)|\]\((?:javascript|data|vbscript):|!\[|:red\[|\u202e"
)


def filled(value: Any, text: str, key: str = "") -> Any:
    """Return raw JSON in which this text replaces every other text, at any depth."""
    if isinstance(value, dict):
        return {name: filled(one, text, name) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, text, key) for one in value]
    return text if isinstance(value, str) and key not in KINDS else value


def hostile_record(na_id: int, label: Any, kind: str) -> Raw:
    """Return a record that has hostile text in every field, and image objects."""
    raw = filled(full_record(label), HOSTILE[kind]) | {"naId": na_id}
    picture = {"objectUrl": "javascript:alert(3)", "objectType": "Image (JPG)"}
    hidden = {"objectUrl": "data:image/svg+xml,<svg onload=alert(4)>", "objectType": "Image (PNG)"}
    inner = {"objectUrl": "https://x/<script>", "objectType": "Image (PNG)"}
    return raw | {"digitalObjects": [picture, hidden, inner]}


@pytest.fixture(scope="module")
def fields_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the settings for this module's own server."""
    return small_settings(tmp_path_factory.mktemp("fields"), llm_provider="none")


@pytest.fixture(scope="module")
def fields_database(
    fields_settings: Settings, embeddings: Embeddings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EmbeddedDatabase]:
    """Yield a running database that contains only the hostile records."""
    raws = [hostile_record(*one) for one in RECORDS.values()]
    shard = write_records(tmp_path_factory.mktemp("lines") / "rg_1-1.jsonl", *raws)
    with database_of(fields_settings, embeddings, shard) as embedded:
        yield embedded


@pytest.fixture
def page(
    fields_database: EmbeddedDatabase, fields_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AppTest]:
    """Yield the page for the hostile records, before its first run."""
    with script_in(database_variables(fields_settings), monkeypatch):
        yield script()


def written(page: AppTest) -> str:
    """Return all of the page's Markdown, including labels, as the browser receives it."""
    assert not page.exception
    assert not page.error
    shown = (page.title, page.header, page.subheader, page.markdown, page.caption)
    told = (page.warning, page.info, page.success)
    parts = [element.value for elements in (*shown, *told) for element in elements]
    labeled = (page.button, page.toggle, page.expander, page.tabs, page.checkbox, page.selectbox)
    parts += [element.label for elements in labeled for element in elements]
    for group in page.button_group:
        parts += [str(option) for option in group.options]
    return "\n".join(parts)


@pytest.mark.parametrize("name", RECORDS)
def test_hostile_fields_are_plain_text_on_the_record_page(page: AppTest, name: str) -> None:
    na_id, _, kind = RECORDS[name]
    page.query_params["naId"] = str(na_id)
    page.run()
    for toggle in page.toggle:
        toggle.set_value(True)
    page.run()
    told = written(page)
    assert LIVE.search(told) is None, LIVE.findall(told)
    seen = html.unescape(told).replace("\u2060", "")
    assert HOSTILE[kind].replace("\u202e", "")[:40] in seen
    shown = [url for one in page.get("imgs") for url in (image.url for image in one.proto.imgs)]
    assert not [url for url in shown if not url.startswith("https://")]


@pytest.mark.parametrize("question", ["Show me vexil", "What is said of Vexil?", "Show me persons"])
def test_hostile_fields_are_plain_text_in_a_conversation(page: AppTest, question: str) -> None:
    turn = ask(page.run(), question)
    assert turn.response is not None
    told = written(page)
    assert LIVE.search(told) is None, LIVE.findall(told)
    assert "Vexil" in told
