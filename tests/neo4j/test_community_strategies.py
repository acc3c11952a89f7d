"""Local and global search on letters that name two groups of people, without a language model."""

from collections.abc import Iterator

import pytest

from narabot.chat import Chat
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.models.communities import GlobalContext, LocalContext
from tests.communities import FIRST, SERIES, chat_about_letters, name_of, spoken
from tests.retrieval import find_evidence

ASKED = f"Who wrote of the lamp with {spoken(1, 5)}?"


@pytest.fixture(scope="module")
def chat(server: Connection, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chat]:
    with open_graph(server) as graph:
        yield chat_about_letters(graph, tmp_path_factory.mktemp("letters"), groups=2)


def test_local_search_starts_from_the_name_in_the_request(chat: Chat) -> None:
    evidence = find_evidence(chat.retriever, "local", ASKED)
    assert isinstance(evidence.context, LocalContext)
    assert evidence.context.entities[0].name == name_of(1, 5)
    assert spoken(1, 5) in evidence.passages[0].text


@pytest.mark.parametrize("way", ["global", "community_search"])
def test_reports_lead_to_the_records_that_they_cover(chat: Chat, way: str) -> None:
    evidence = find_evidence(chat.retriever, way, ASKED)
    assert evidence.passages
    assert all(one.na_id >= FIRST or one.na_id == SERIES for one in evidence.passages)


def test_global_search_rates_every_report(chat: Chat) -> None:
    context = find_evidence(chat.retriever, "global", ASKED).context
    assert isinstance(context, GlobalContext)
    assert context.reports
    assert len(context.reports) == len(context.meta_answers)
