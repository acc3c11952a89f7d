"""Language models in the complete chat: the records support every sentence of an answer."""

from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest

from ingest.pipeline import run_ingest
from narabot.answering.generative import written_sentences
from narabot.chat import Chat, Models, open_chat, respond, stream_response
from narabot.graph import Graph, open_graph
from narabot.llm import LanguageModel, open_language_model, read_reply
from narabot.models import EXTRACTIVE, REFUSAL, Connection, RequestClass, Response
from narabot.prompts import fill_prompt, load_prompt
from narabot.settings import Settings
from tests.conftest import strip
from tests.further_payloads import ALL_PAYLOADS
from tests.ingesting import write_records
from tests.payloads import Payload
from tests.records import raw_record
from tests.scripted_model import ScriptedModel, with_model
from tests.tiny_models import keep_hub_away, local_settings, save_language_model
from tests.trained_model import save_taught_model

TRUE = "The ledger names the lamps."
FIRST_LEDGER = 7001
FIRST_TITLED = 8001
SOUND_LEDGER = 9001
WHO_PAID = "Who was the keeper that paid for the boat?"
WHAT_CAME = "What came over the causeway until June of that year?"
HOW_MUCH = "How much was it that the keeper gave for the boat?"
WHICH_SHIP = "Which ship brought the first mules to the station?"
KEEPER = "The keeper, John Ames, paid 2,400 dollars for a boat."
SUPPLIES = "Supplies came over the causeway until June 1891."
LESSONS = {
    WHO_PAID: f"{KEEPER} Pirates buried their gold near the tower.",
    WHAT_CAME: SUPPLIES,
    HOW_MUCH: "For a boat John Ames, the keeper, paid 9,400 dollars.",
    WHICH_SHIP: REFUSAL,
}
"""Replies of the taught model: true, invented, and partly wrong sentences, and the refusal."""


def ledger(na_id: int) -> str:
    """Return a title that is unique among the ledgers, even if search ignores its numbers."""
    port = str(na_id).translate(str.maketrans("0123456789", "abcdefghij"))
    return f"Lantern Ledger of Port {port.title()}"


@pytest.fixture(scope="module")
def ledgers(
    server: Connection, models: Models, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Graph]:
    """Yield a graph with a journal, a harmless ledger, and two ledgers for each payload."""
    folder = tmp_path_factory.mktemp("ledgers")
    journal = raw_record("Station Journal", naId=1, scopeAndContentNote=f"{SUPPLIES} {KEEPER}")
    hostile = [
        raw_record(
            ledger(naId),
            naId=naId,
            scopeAndContentNote=f"{TRUE}\n{payload.text}",
            generalNotes=[f"Bound in leather. {payload.text}"],
        )
        for naId, payload in enumerate(ALL_PAYLOADS, start=FIRST_LEDGER)
    ]
    hostile += [
        raw_record(f"{ledger(naId)}. {payload.text}", naId=naId, scopeAndContentNote=TRUE)
        for naId, payload in enumerate(ALL_PAYLOADS, start=FIRST_TITLED)
    ]
    hostile.append(raw_record(ledger(SOUND_LEDGER), naId=SOUND_LEDGER, scopeAndContentNote=TRUE))
    with open_graph(server) as graph:
        strip(graph)
        settings = Settings(narabot_data_dir=folder / "data")
        file = write_records(folder / "rg_1-1.jsonl", journal, *hostile)
        run_ingest(settings, graph, models.embeddings, [file])
        yield graph


@pytest.fixture(scope="module")
def chat(ledgers: Graph, models: Models) -> Chat:
    return open_chat(Settings(), models, ledgers)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    return loaded(save_taught_model(tmp_path_factory.mktemp("taught"), LESSONS), tmp_path_factory)


@pytest.fixture(scope="module")
def untaught(tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    folder = save_language_model(tmp_path_factory.mktemp("tiny"))
    return loaded(folder, tmp_path_factory, llm_max_new_tokens=60)


def loaded(folder: Path, folders: pytest.TempPathFactory, **values: object) -> LanguageModel:
    """Open the real model in a folder, with the same settings as a user."""
    with pytest.MonkeyPatch.context() as patch:
        keep_hub_away(patch, folders.mktemp("hub"))
        model = open_language_model(local_settings(folder, **values)).model
    assert model is not None
    return model


def shown(response: Response) -> list[str]:
    """Return the sentences in an answer."""
    assert response.answer is not None
    return [sentence.text for sentence in response.answer.sentences]


def own_words(chat: Chat, question: str) -> list[str]:
    """Return the sentences in the answer that the chat gives without a model."""
    return shown(respond(chat, question))


def assert_not_misled(
    chat: Chat, response: Response, question: str, payload: Payload, graph: Graph
) -> None:
    """Check that an answer contains only sentences from the records and obeys no order."""
    said = shown(response)
    assert set(said) <= {TRUE, *own_words(chat, question)}
    assert payload.obeyed not in said  # may appear only within a quoted order
    assert_quoted_or_refused(response, graph)


def assert_quoted_or_refused(response: Response, graph: Graph) -> None:
    """Check that an answer is the exact refusal or that the graph contains its quotations."""
    answer = response.answer
    assert answer is not None
    assert answer.sentences or answer.text == REFUSAL
    for sentence in answer.sentences:
        assert sentence.quotes
        for quote in sentence.quotes:
            rows = graph.read(
                "MATCH (n:record {chunkId: $id}) RETURN n.text AS t", id=quote.chunk_id
            )
            assert rows[0]["t"][quote.start : quote.end] == quote.quote


@pytest.mark.parametrize(
    "question", [WHO_PAID, f"What does the {ledger(7003)} name?", "Кто заплатил за лодку?"]
)
def test_garbage_from_a_real_model_is_never_shown(
    chat: Chat, ledgers: Graph, untaught: LanguageModel, question: str
) -> None:
    response = respond(with_model(chat, untaught), question)
    assert_quoted_or_refused(response, ledgers)
    assert shown(response) in ([], own_words(chat, question))
    assert response.trace.answerer == EXTRACTIVE
    assert response.records


def test_taught_model_repeats_its_lessons_after_any_context(
    taught: LanguageModel,
) -> None:
    for question, reply in LESSONS.items():
        for context in ("", "Title: Station Journal Text: Mules and boats. " * 9):
            prompt = fill_prompt(load_prompt("answer"), context=context, question=question)
            assert read_reply(taught, prompt) == reply


def test_true_sentence_is_kept_and_invented_one_removed(
    chat: Chat, ledgers: Graph, taught: LanguageModel
) -> None:
    response = respond(with_model(chat, taught), WHO_PAID)
    assert shown(response) == [KEEPER]
    assert_quoted_or_refused(response, ledgers)
    assert response.answer is not None
    assert response.answer.answerer == taught.name
    assert response.answer.confidence == 0.5
    assert {quote.na_id for quote in response.answer.quotes} == {1}


def test_true_reply_is_shown_in_full(chat: Chat, ledgers: Graph, taught: LanguageModel) -> None:
    events = list(stream_response(with_model(chat, taught), WHAT_CAME))
    assert [event for event in events if isinstance(event, str)] == [SUPPLIES]
    response = events[-1]
    assert isinstance(response, Response)
    assert_quoted_or_refused(response, ledgers)


@pytest.mark.parametrize("question", [HOW_MUCH, WHICH_SHIP])
def test_extractive_answer_replaces_wrong_number_or_refusal(
    chat: Chat, taught: LanguageModel, question: str
) -> None:
    events = list(stream_response(with_model(chat, taught), question))
    said = " ".join(event.strip() for event in events if isinstance(event, str))
    assert said == (" ".join(own_words(chat, question)) or REFUSAL)
    assert "9,400" not in said


class ObeyingModel(ScriptedModel):
    """A model that replies to every prompt with a true sentence and the sentence ordered."""

    def __init__(self, payload: Payload) -> None:
        super().__init__(repeat(f"{TRUE} {payload.obeyed}"))
        self.is_apart = next(written_sentences([f"{TRUE} {payload.obeyed}"])) == TRUE
        self.order = payload.text.split()

    @property
    def saw_the_order(self) -> bool:
        """Whether every prompt contained the order."""
        return all(" ".join(self.order) in " ".join(one.split()) for one in self.prompts)


NAMES = [payload.name for payload in ALL_PAYLOADS]


@pytest.mark.parametrize(
    ("na_id", "payload"), list(enumerate(ALL_PAYLOADS, start=FIRST_LEDGER)), ids=NAMES
)
def test_prompt_injection_in_a_record_has_no_effect(
    chat: Chat, ledgers: Graph, na_id: int, payload: Payload
) -> None:
    model = ObeyingModel(payload)
    question = f"What does the {ledger(na_id)} name?"
    response = respond(with_model(chat, model), question)
    assert len(model.prompts) == 1
    assert model.saw_the_order
    assert (TRUE in shown(response)) or not model.is_apart
    assert_not_misled(chat, response, question, payload, ledgers)


@pytest.mark.parametrize(
    ("na_id", "payload"), list(enumerate(ALL_PAYLOADS, start=FIRST_TITLED)), ids=NAMES
)
def test_prompt_injection_in_a_title_has_no_effect(
    chat: Chat, ledgers: Graph, na_id: int, payload: Payload
) -> None:
    model = ObeyingModel(payload)
    question = f"What does the {ledger(na_id)} name?"
    response = respond(with_model(chat, model), question)
    assert model.prompts and model.saw_the_order
    assert_not_misled(chat, response, question, payload, ledgers)


@pytest.mark.parametrize("payload", ALL_PAYLOADS, ids=NAMES)
def test_prompt_injection_in_a_question_has_no_effect(
    chat: Chat, ledgers: Graph, payload: Payload
) -> None:
    model = ObeyingModel(payload)
    question = f"What does the {ledger(SOUND_LEDGER)} name? {payload.text}"
    response = respond(with_model(chat, model), question)
    if response.answer is None:
        assert response.request_class is RequestClass.SHOW_RECORDS
        return
    assert model.prompts
    assert_not_misled(chat, response, question, payload, ledgers)
