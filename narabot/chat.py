"""The way of a question: classify, retrieve, then list or answer.

Knows nothing of the page and of the command line, which both ask here.
"""

import logging
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace

from narabot.answering import (
    NAME_LABELS,
    Lines,
    extract_answer,
    read_question,
    stream_answer,
    with_lines,
)
from narabot.classification import Classifier, classify_request
from narabot.embedding import EmbeddingIdentity, Embeddings, open_embeddings
from narabot.errors import InvalidQuestionError
from narabot.followups import resolved
from narabot.graph import Graph
from narabot.llm import AnsweringModel, open_language_model
from narabot.models import (
    Answer,
    Chunk,
    LevelOfDescription,
    Passage,
    PlaceToLook,
    RequestClass,
    Response,
    Sentence,
    Trace,
    Wording,
)
from narabot.retrieval import Retriever, open_retriever
from narabot.settings import Settings
from narabot.versions import stored_identity
from narabot.wording import wording_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Models:
    """What is loaded once: the embedding model and, if there is one, the language model."""

    embeddings: Embeddings
    answering: AnsweringModel
    classifier: Classifier


@dataclass(frozen=True, slots=True)
class Chat:
    """Everything that a question needs; `open_chat` makes it."""

    settings: Settings
    models: Models
    retriever: Retriever


@dataclass(frozen=True, slots=True)
class Found:
    """Told while a response is made: the class and the records, before the answer."""

    request_class: RequestClass
    passages: tuple[Passage, ...]


@dataclass(slots=True)
class Stopwatch:
    """Times the steps of a response."""

    timings_ms: dict[str, float] = field(default_factory=dict)
    last: float = field(default_factory=time.perf_counter)

    def lap(self, step: str) -> None:
        """Book the time since the last lap under a step."""
        now = time.perf_counter()
        self.timings_ms[step] = round((now - self.last) * 1000, 1)
        self.last = now


def open_models(settings: Settings, made_with: EmbeddingIdentity | None = None) -> Models:
    """Return the models, loaded, embeddings as a graph was made if the settings allow it.

    Raises ModelUnavailableError, SettingsError.
    """
    embeddings = open_embeddings(settings, made_with)
    return Models(embeddings, open_language_model(settings), Classifier(embeddings.embed_array))


def fitted(models: Models, settings: Settings, made_with: EmbeddingIdentity | None) -> Models:
    """Return the models, with the embeddings that a graph was made with if they are others.

    The language model stays as it is.
    """
    ours = models.embeddings.identity
    if made_with is None or made_with == ours or made_with.model != ours.model:
        return models
    embeddings = open_embeddings(settings, made_with)
    return replace(models, embeddings=embeddings, classifier=Classifier(embeddings.embed_array))


def open_chat(settings: Settings, models: Models, graph: Graph) -> Chat:
    """Return a chat on an open graph. Raises IndexUnavailableError, IndexMismatchError."""
    models = fitted(models, settings, stored_identity(graph))
    retriever = open_retriever(graph, models.embeddings, settings.retrieval_candidates)
    return Chat(settings, models, retriever)


def respond(chat: Chat, question: str) -> Response:
    """Return the response to a question.

    Raises InvalidQuestionError for an empty or too long one, GraphUnavailableError,
    ModelUnavailableError.
    """
    for event in stream_response(chat, question):
        if isinstance(event, Response):
            return event
    raise AssertionError("a response always ends with itself")


def stream_response(
    chat: Chat, question: str, earlier: Response | None = None
) -> Iterator[Found | str | Response]:
    """Yield what was found, then the pieces of the answer, at last the whole response.

    A question that leans on the turn before it is resolved with that turn's response.
    """
    question = checked_question(question, chat.settings.question_max_chars)
    watch = Stopwatch()
    model = chat.models.answering.model
    request_class, decided_by = classify_request(question, chat.models.classifier, model)
    watch.lap("classify")
    asked = resolved(question, earlier)
    wording = wording_of(asked)
    passages = find(chat, wording, request_class)
    watch.lap("retrieve")
    yield Found(request_class, passages)
    answer: Answer | None = None
    lines: Lines = {}
    if request_class is RequestClass.QUESTION:
        lines = asked_lines(chat, wording.text, passages)
        answer = yield from answered(chat, asked, wording, passages, lines)
        watch.lap("answer")
    answerer = answer.answerer if answer else "none"
    logger.info("%s by %s, %d passages, %s", request_class, decided_by, len(passages), answerer)
    trace = Trace(decided_by, "hybrid", answerer, watch.timings_ms)
    searched_as = None if wording.text == question else wording.text
    texts = quoted_texts(answer, passages, lines)
    yield Response(question, request_class, passages, answer, trace, searched_as, texts)


def quoted_texts(
    answer: Answer | None, passages: Sequence[Passage], lines: Lines
) -> dict[str, str]:
    """Return the stored texts of the chunks that an answer quotes, by chunkId."""
    read = [*(passage.chunks for passage in passages), *lines.values()]
    known = {chunk.chunk_id: chunk.text for chunks in read for chunk in chunks}
    quoted = {quote.chunk_id for quote in answer.quotes} if answer else set()
    return {chunk_id: known[chunk_id] for chunk_id in quoted & known.keys()}


def where_to_look(
    chat: Chat, request: str, count: int, level: LevelOfDescription | None = None
) -> list[PlaceToLook]:
    """Return the file units and series in which to look for something, best first.

    Raises InvalidQuestionError for an empty or too long request, GraphUnavailableError.
    """
    request = checked_question(request, chat.settings.question_max_chars)
    return chat.retriever.places_to_look(wording_of(request), count, level)


def checked_question(question: str, longest: int) -> str:
    """Return the question without control characters and outer white space.

    Raises InvalidQuestionError when nothing is left, or more than can be read.
    """
    printable = "".join(sign if sign.isprintable() else " " for sign in question).strip()
    if not printable:
        raise InvalidQuestionError("The question is empty. Ask about the records in words.")
    if len(printable) > longest:
        raise InvalidQuestionError(
            f"The question has {len(printable):,} characters; at most {longest:,} are read. "
            "Shorten it."
        )
    return printable


def find(chat: Chat, wording: Wording, request_class: RequestClass) -> tuple[Passage, ...]:
    """Return the passages for a question, or those of the records for a list."""
    if request_class is RequestClass.SHOW_RECORDS:
        wanted = chat.settings.retrieval_list_records
        return tuple(chat.retriever.find_passages(wording, wanted))
    return tuple(chat.retriever.find_varied_passages(wording, chat.settings.retrieval_passages))


def answered(
    chat: Chat, question: str, wording: Wording, passages: Sequence[Passage], lines: Lines
) -> Generator[str, None, Answer]:
    """Yield the pieces of the answer and return it whole.

    A language model reads the question as it was asked, the others the wording of the records.
    """
    model = chat.models.answering.model
    if model is None or not passages:
        answer = extract_answer(wording.text, passages, chat.models.embeddings, lines)
        yield answer.text
        return answer
    read = [with_lines(passage, lines) for passage in passages]
    answer = yield from spaced(stream_answer(question, read, model))
    if answer.is_refused:
        yield answer.text
    return answer


def spaced(sentences: Generator[Sentence, None, Answer]) -> Generator[str, None, Answer]:
    """Yield the texts of sentences with a space between them, and return the answer."""
    before = ""
    while True:
        try:
            yield before + next(sentences).text
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        before = " "


def asked_lines(
    chat: Chat, question: str, passages: Sequence[Passage]
) -> dict[int, tuple[Chunk, ...]]:
    """Return the chunks with the lines that a question asks for, of the records and their paths.

    The records' names are always among them.
    """
    labels = (*NAME_LABELS, *read_question(question).labels)
    na_ids = {record.na_id for passage in passages for record in passage.path}
    return chat.retriever.labelled_chunks(sorted(na_ids), labels)
