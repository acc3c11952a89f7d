"""An embedding model for both Russian and English, selected only by a setting."""

from collections.abc import Iterator

import pytest

from ingest.pipeline import run_ingest
from narabot.chat import Models, open_chat, respond
from narabot.embedding import Embeddings, open_embeddings
from narabot.graph import Graph, open_graph
from narabot.llm import open_language_model
from narabot.models import VECTOR_INDEX, Connection
from narabot.retrieval import Retriever, open_retriever
from narabot.retrieval.operators.vector import vector_hits
from narabot.settings import Settings
from narabot.understanding.query_rewriting import in_original_language, rewrite_query
from narabot.understanding.request_class import Classifier
from narabot.versions import stored_identity
from narabot.words import CYRILLIC
from tests.conftest import strip
from tests.graphs import vectors
from tests.ingesting import write_records
from tests.records import raw_record
from tests.retrieval import find_passages
from tests.tiny_models import MULTILINGUAL_DIMENSION, save_multilingual_model

RUSSIAN = {
    31: ("Журнал маяка", "Смотритель маяка записывал погоду в журнал станции каждый день."),
    32: ("Письма моряков", "Моряки писали домой письма о зимовке во льдах и об охоте."),
    33: ("Карты залива", "Карты показывают мели, течения и якорные стоянки залива."),
}
ENGLISH = {
    41: ("Journal of the Lighthouse", "The keeper entered the weather four times a day."),
    42: ("Letters of Sailors", "The sailors wrote home of a winter in the ice and of hunting."),
    43: ("Charts of the Bay", "The charts show shoals, currents and anchorages."),
}
TEXTS = [f"{title} {note}" for title, note in (RUSSIAN | ENGLISH).values()]
QUESTIONS = {
    "Кто записывал погоду в журнал маяка?": 31,
    "О какой зимовке писали домой моряки?": 32,
    "Какие карты показывают мели и течения?": 33,
    "Who entered the weather four times a day?": 41,
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("multilingual")
    return Settings(
        embedding_model=str(save_multilingual_model(folder, [*TEXTS, *QUESTIONS])),
        embedding_device="cpu",
        embedding_precision="fp32",
        narabot_cache_dir=folder / "cache",
        narabot_data_dir=folder / "data",
    )


@pytest.fixture(scope="module", params=["openvino", "torch"])
def embeddings(settings: Settings, request: pytest.FixtureRequest) -> Embeddings:
    chosen = settings.model_copy(update={"embedding_backend": request.param})
    return open_embeddings(chosen, is_for_index=True)


@pytest.fixture(scope="module")
def two_languages(
    server: Connection,
    settings: Settings,
    embeddings: Embeddings,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Graph]:
    raws = [
        raw_record(title, naId=na_id, scopeAndContentNote=note)
        for na_id, (title, note) in (RUSSIAN | ENGLISH).items()
    ]
    file = write_records(tmp_path_factory.mktemp("lines") / "rg_1-1.jsonl", *raws)
    with open_graph(server) as graph:
        strip(graph)
        assert run_ingest(settings, graph, embeddings, [file]).is_success
        yield graph


@pytest.fixture
def retriever(two_languages: Graph, embeddings: Embeddings) -> Retriever:
    return open_retriever(two_languages, embeddings, 100)


def test_graph_is_built_with_the_configured_model(
    two_languages: Graph, settings: Settings, embeddings: Embeddings
) -> None:
    assert stored_identity(two_languages) == embeddings.identity
    assert embeddings.identity.model == settings.embedding_model
    (index,) = two_languages.read(
        "SHOW INDEXES YIELD name, options WHERE name = $name "
        "RETURN options.indexConfig['vector.dimensions'] AS dimension",
        name=VECTOR_INDEX,
    )
    assert index["dimension"] == MULTILINGUAL_DIMENSION == embeddings.identity.dimension
    assert {len(vector) for vector in vectors(two_languages).values()} == {MULTILINGUAL_DIMENSION}


def test_tokenizer_keeps_russian_words_whole(embeddings: Embeddings) -> None:
    found = embeddings.tokenizer.encode(
        "Смотритель маяка записывал погоду", add_special_tokens=False
    )
    assert len(found.tokens) == 4
    assert "<unk>" not in found.tokens


@pytest.mark.parametrize(("question", "na_id"), QUESTIONS.items())
def test_vector_search_finds_records_in_the_questions_language(
    retriever: Retriever, question: str, na_id: int
) -> None:
    hits = vector_hits(retriever, question, 6)
    assert len(hits) == 6
    assert hits[0].na_id == na_id


@pytest.mark.parametrize(("question", "na_id"), QUESTIONS.items())
def test_hybrid_search_finds_records_in_the_questions_language(
    retriever: Retriever, question: str, na_id: int
) -> None:
    assert retriever.embeddings.supports_language(question)
    found = find_passages(retriever, in_original_language(rewrite_query(question)), 3)
    assert found[0].na_id == na_id
    assert 0 < found[0].meaning <= 1.0001


def test_russian_question_is_searched_without_translation(
    two_languages: Graph, embeddings: Embeddings
) -> None:
    models = Models(
        embeddings,
        open_language_model(Settings(llm_provider="none")),
        Classifier(embeddings.embed_array),
    )
    chat = open_chat(Settings(llm_provider="none"), models, two_languages)
    question, na_id = next(pair for pair in QUESTIONS.items() if CYRILLIC.search(pair[0]))
    response = respond(chat, question)
    assert response.searched_as is None
    assert response.passages[0].na_id == na_id
