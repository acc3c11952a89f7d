"""The multilingual encoder and the reader on records: answers, refusals, help, and follow-ups."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.pipeline import run_ingest
from narabot.chat import Chat, Models, open_chat, open_models, respond
from narabot.chat.small_talk import is_help
from narabot.embedding.weights import E5_MODEL
from narabot.graph import Graph, open_graph
from narabot.models import HELP, REFUSAL, Connection, Response
from narabot.presentation.response_json import AskResponse
from narabot.presentation.response_text import response_text
from narabot.presentation.responses import corrected_request
from narabot.reading import OWN_READER
from narabot.settings import Settings
from narabot.understanding.message_probes import MessageProbes
from tests.conftest import strip
from tests.ingesting import write_records
from tests.records import raw_authority, raw_record

JOURNAL, LETTERS, CHARTS, NOTES, SURVEY = range(41, 46)
RAWS = [
    raw_record(
        "Journal of the Cape Ann Lighthouse",
        naId=JOURNAL,
        scopeAndContentNote="The keeper, Asa Toller, entered the weather four times a day. "
        "On March 3, 1888, the lamp went out in a gale, and the schooner Hesper ran aground.",
    ),
    raw_record(
        "Letters of Sailors on the Northern Whaling Grounds",
        naId=LETTERS,
        scopeAndContentNote="Men of eleven ships wrote home of a winter in the ice. "
        "The letters were never delivered, because the mail boat sank.",
    ),
    raw_record(
        "Charts of Casco Bay",
        naId=CHARTS,
        scopeAndContentNote="The charts show shoals, currents and anchorages. They were drawn by "
        "Lieutenant Edwin Marlow of the Coast Survey.",
    ),
    raw_record(
        "Field Notes of Surveyors of Harbors",
        naId=NOTES,
        levelOfDescription="series",
        creators=[{"naId": SURVEY, "heading": "Coast Survey", "authorityType": "organization"}],
    ),
    raw_authority("Coast Survey", naId=SURVEY, authorityType="organization"),
]


def settings_with(**values: object) -> Settings:
    chosen = {
        "embedding_model": E5_MODEL,
        "reader_model": OWN_READER,
        "llm_provider": "none",
    } | values
    return Settings.model_validate(chosen)


@pytest.fixture(scope="module")
def own_models() -> Models:
    return open_models(settings_with())


@pytest.fixture(scope="module")
def more_records() -> list[Path]:
    """Return paths of records to load beside these."""
    return []


@pytest.fixture(scope="module")
def chat(
    server: Connection,
    own_models: Models,
    more_records: list[Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Chat]:
    folder = tmp_path_factory.mktemp("lines")
    file = write_records(folder / "rg_1-1.jsonl", *RAWS)
    settings = settings_with(narabot_data_dir=folder / "data")
    with open_graph(server) as graph:
        strip(graph)
        assert run_ingest(settings, graph, own_models.embeddings, [file, *more_records]).is_success
        yield open_chat(settings, own_models, graph)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "na_id", "answer"),
    [
        ("Who entered the weather in the lighthouse journal?", JOURNAL, "Asa Toller"),
        ("Кто начертил карты залива Каско?", CHARTS, "Edwin Marlow"),
    ],
)
def test_question_is_answered_with_the_relevant_sentence(
    chat: Chat, question: str, na_id: int, answer: str
) -> None:
    assert_answered(chat, question, na_id, answer)


def assert_answered(chat: Chat, question: str, na_id: int, answer: str) -> None:
    response = respond(chat, question)
    assert response.answer is not None
    assert answer in response.answer.text
    assert response.passages[0].na_id == na_id
    texts = response.quoted_texts
    for quote in response.answer.quotes:
        assert texts[quote.chunk_id][quote.start : quote.end] == quote.quote
    span = response.answer.span
    assert span is not None
    assert texts[span.chunk_id][span.start : span.end] == span.quote
    assert response.trace.limitations == ()
    assert "read" in response.trace.timings_ms


@pytest.mark.slow
def test_unanswerable_question_is_refused(chat: Chat) -> None:
    response = respond(chat, "Which shipyard built the schooner Hesper?")
    assert response.answer is not None
    assert response.answer.text == REFUSAL


@pytest.mark.slow
def test_unknown_word_gets_a_spelling_suggestion(chat: Chat) -> None:
    response = respond(chat, "Which bank lent money to Lieutenant Marlwo?")
    assert response.answer is not None
    assert response.answer.is_refused
    assert response.meant == {"marlwo": "Marlow"}
    assert corrected_request(response) == "Which bank lent money to Lieutenant Marlow?"
    assert "No record contains “Marlwo”. Did you mean “Marlow”?" in response_text(response)
    assert AskResponse.of(response).did_you_mean == {"marlwo": "Marlow"}


@pytest.mark.parametrize("message", ["hello", "Thanks a lot!", "what can you do?", "Привет!"])
def test_small_talk_gets_help_without_records(chat: Chat, message: str) -> None:
    response = respond(chat, message)
    assert response.answer is not None
    assert response.answer.is_help
    assert response.trace.answerer == HELP
    assert response.passages == ()
    assert response.answer.quotes == ()
    is_russian = "Привет" in message
    assert ("каталогу" if is_russian else "catalog") in response.answer.text
    assert "“" in response.answer.text  # an example from the loaded records


def test_catalog_name_is_not_small_talk(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MessageProbes, "is_small_talk", lambda *_: True)
    assert is_help(chat, "hello")
    assert is_help(chat, "thanks, Coast Survey")
    assert not is_help(chat, "coast survey 1943")


def conversation(chat: Chat, *turns: str) -> Response:
    response: Response | None = None
    for turn in turns:
        response = respond(chat, turn, earlier=response)
    assert response is not None
    return response


@pytest.mark.slow
def test_follow_up_is_answered_in_context(chat: Chat) -> None:
    response = conversation(chat, "What do the charts of Casco Bay show?", "And who drew them?")
    assert response.is_follow_up
    assert response.answer is not None
    assert "Edwin Marlow" in response.answer.text


@pytest.mark.slow
def test_record_with_the_answer_is_ranked_first(chat: Chat) -> None:
    response = respond(chat, "Whose gale put out the lamp of a schooner's lighthouse?")
    assert response.passages[0].na_id == JOURNAL
    assert len(response.passages) <= chat.settings.retrieval_passages


def without_reader(chat: Chat, settings: Settings) -> Chat:
    models = open_models(settings)
    own = replace(chat.models, reader=models.reader, limitation=models.limitation)
    return replace(chat, models=own)


def test_graph_version_names_the_embedding_model(chat: Chat) -> None:
    graph: Graph = chat.retriever.graph
    assert E5_MODEL in str(chat.retriever.version)
    assert graph is not None
