"""Respond to a request: retrieve, then list or answer."""

import unicodedata
from collections.abc import Generator
from dataclasses import dataclass, replace

from narabot.chat.answers import Considered, answered, quoted_texts
from narabot.chat.computing import computed_response, why_not_computed
from narabot.chat.guiding import guide_answer
from narabot.chat.helping import help_answer, is_help
from narabot.chat.lookup import looked_up
from narabot.chat.naming import Names, completed, maker_filter, names_in
from narabot.chat.opening import Chat
from narabot.chat.spelling import did_you_mean
from narabot.chat.tracing import Recorder, traced
from narabot.errors import InvalidQuestionError
from narabot.models import (
    WORDS_ALONE,
    Answer,
    FilterChoice,
    Filters,
    LevelOfDescription,
    Passage,
    PlaceToLook,
    RequestClass,
    Response,
    Wording,
    joined,
    without,
)
from narabot.retrieval import Evidence, places_to_look
from narabot.understanding import ParsedRequest, plain_request
from narabot.understanding.filters import read_filters
from narabot.understanding.parsing import Judges, parse_request
from narabot.understanding.query_rewriting import readable, wording_of


@dataclass(frozen=True, slots=True)
class Found:
    """Told while a response is made: the class and the records, before the answer."""

    request_class: RequestClass
    passages: tuple[Passage, ...]


def respond(
    chat: Chat,
    question: str,
    choice: FilterChoice = WORDS_ALONE,
    earlier: Response | None = None,
) -> Response:
    """Return the response to a question, which may lean on the turn before it.

    Raises InvalidQuestionError for an empty or too long one, GraphUnavailableError,
    ModelUnavailableError.
    """
    for event in stream_response(chat, question, earlier, choice):
        if isinstance(event, Response):
            return event
    raise AssertionError("a response always ends with itself")


def stream_response(
    chat: Chat,
    question: str,
    earlier: Response | None = None,
    choice: FilterChoice = WORDS_ALONE,
) -> Generator[Found | str | Response, None, None]:
    """Yield what was found, then the pieces of the answer, at last the whole response.

    A question that leans on the turn before it is resolved with that turn's response.
    """
    question = checked_question(question, chat.settings.question_max_chars)
    recorder = Recorder(chat.settings.otel_exporter_otlp_endpoint)
    chat = recorder.watching(chat)
    if is_help(chat, question):
        yield from helped(chat, question, recorder)
        return
    request, names = understood(chat, question, earlier, choice, recorder)
    if response := computed_response(chat, request, earlier, choice, recorder):
        response = replace(response, names=names)
        yield Found(request.request_class, response.passages)
        yield response.answer.text if response.answer else ""
        yield response
        return
    why = why_not_computed(chat, request, earlier, choice)
    yield from searched(chat, request, names, recorder, why)


def searched(
    chat: Chat, request: ParsedRequest, names: Names, recorder: Recorder, why: str
) -> Generator[Found | str | Response, None, None]:
    """Yield what a search finds for a request, the pieces of the answer, at last the response.

    `why` a request is only looked up is told beside its answer.
    """
    answer: Answer | None = None
    request, considered, emptied = looked_up(chat, request, names, recorder)
    evidence, lines = considered.evidence, considered.lines
    yield Found(request.request_class, evidence.passages)
    if request.request_class is RequestClass.QUESTION:
        answer = yield from told(chat, request, considered)
        answer = replace(answer, why=answer.why or why)
        recorder.lap("answer", "Choosing and checking sentences")
    yield Response(
        query=request.query,
        asked=request.asked,
        request_class=request.request_class,
        passages=evidence.passages,
        answer=answer,
        filters=request.filters,
        removed=request.removed,
        names=names,
        listing=evidence.listing,
        emptied_by=emptied,
        meant=did_you_mean(chat, request, evidence, answer, recorder),
        trace=traced(chat, request, evidence, answer, recorder),
        searched_as=request.searched_as,
        quoted_texts=quoted_texts(answer, evidence.passages, lines),
    )


def told(
    chat: Chat, request: ParsedRequest, considered: Considered
) -> Generator[str, None, Answer]:
    """Yield the pieces of the answer to a question, or of where to look, and return it whole."""
    if not considered.is_guide:
        return (yield from answered(chat, request, considered))
    answer = guide_answer(chat, request, considered)
    yield answer.text
    return answer


def helped(
    chat: Chat, question: str, recorder: Recorder
) -> Generator[Found | str | Response, None, None]:
    """Yield what narabot says of itself, as a response without records."""
    request = plain_request(Wording(question))
    yield Found(RequestClass.QUESTION, ())
    answer = help_answer(chat, question)
    yield answer.text
    recorder.lap("answer", "Saying what narabot is")
    yield Response(
        query=question,
        asked=question,
        request_class=RequestClass.QUESTION,
        passages=(),
        answer=answer,
        trace=traced(chat, request, Evidence(), answer, recorder),
    )


def understood(
    chat: Chat,
    question: str,
    earlier: Response | None,
    choice: FilterChoice,
    recorder: Recorder,
) -> tuple[ParsedRequest, Names]:
    """Return a request with all of its filters, as it is searched, and the names in it."""
    models = chat.models
    judges = Judges(models.classifier, models.answering.model, models.talk)
    request = parse_request(question, judges, earlier, choice)
    recorder.lap("classify", "Understanding the request")
    names = names_in(chat.retriever, request.name_tokens)
    filters = all_filters(chat, request, names)
    request = replace(request, filters=filters, searched=readable_for(chat, request.wording))
    recorder.lap("names", "Looking for names in it")
    return request, names


def where_to_look(
    chat: Chat, request: str, count: int, level: LevelOfDescription | None = None
) -> list[PlaceToLook]:
    """Return the file units and series in which to look for something, best first.

    Those of years that the request names come before others that are as good.

    Raises InvalidQuestionError for an empty or too long request, GraphUnavailableError.
    """
    request = checked_question(request, chat.settings.question_max_chars)
    wording = readable_for(chat, wording_of(request))
    years = read_filters(request, RequestClass.SHOW_RECORDS).filters.years
    return places_to_look(chat.retriever, wording, count, level, years)


def readable_for(chat: Chat, wording: Wording) -> Wording:
    """Return a request as it was written if the embedding model reads that, else in English."""
    is_read = wording.written is not None and chat.models.embeddings.reads(wording.written)
    return readable(wording) if is_read else wording


def checked_question(question: str, longest: int) -> str:
    """Return the question in composed letters (NFC), without control characters and spare blanks.

    Raises InvalidQuestionError when nothing is left, or more than can be read.
    """
    composed = unicodedata.normalize("NFC", question)
    printable = " ".join("".join(sign if sign.isprintable() else " " for sign in composed).split())
    if not printable:
        raise InvalidQuestionError("The question is empty. Ask about the records in words.")
    if len(printable) > longest:
        raise InvalidQuestionError(
            f"The question has {len(printable):,} characters; at most {longest:,} are read. "
            "Shorten it."
        )
    return printable


def all_filters(chat: Chat, request: ParsedRequest, names: Names) -> Filters:
    """Return the filters of a request with that of a name in it, as the graph knows them."""
    by_name = maker_filter(request.wording.text, request.request_class, names)
    filters = joined(without(by_name, request.removed), request.filters)
    return completed(chat.retriever, chat.sets, filters)
