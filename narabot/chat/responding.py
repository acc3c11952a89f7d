"""Respond to a request: retrieve evidence, then return a list or an answer."""

import unicodedata
from collections.abc import Generator
from dataclasses import dataclass, replace

from narabot.chat.answers import RankedEvidence, answer_pieces, quoted_texts
from narabot.chat.computing import computed_response, why_not_computed
from narabot.chat.fallback import fallback_answer
from narabot.chat.lookup import find_evidence
from narabot.chat.opening import Chat
from narabot.chat.request_names import Names, complete_filters, creator_filter, names_in
from narabot.chat.small_talk import help_answer, is_help
from narabot.chat.spelling import did_you_mean
from narabot.chat.tracing import Recorder, finish_trace
from narabot.errors import InvalidQuestionError
from narabot.models import (
    NO_CHOICE,
    Answer,
    FilterChoice,
    Filters,
    LevelOfDescription,
    Passage,
    PlaceToLook,
    RequestClass,
    Response,
    Wording,
    drop_filters,
    merge_filters,
)
from narabot.retrieval import Evidence, places_to_look
from narabot.understanding import ParsedRequest, plain_request
from narabot.understanding.filters import parse_filters
from narabot.understanding.parsing import RequestClassifiers, parse_request
from narabot.understanding.query_rewriting import in_original_language, rewrite_query


@dataclass(frozen=True, slots=True)
class FoundRecords:
    """The request class and the records, available before the answer."""

    request_class: RequestClass
    passages: tuple[Passage, ...]


def respond(
    chat: Chat,
    question: str,
    choice: FilterChoice = NO_CHOICE,
    earlier: Response | None = None,
) -> Response:
    """Return the response to a question, which may be a follow-up to `earlier`.

    Raises InvalidQuestionError for an empty or overlong question. Also raises GraphUnavailableError
    or ModelUnavailableError.
    """
    for event in stream_response(chat, question, earlier, choice):
        if isinstance(event, Response):
            return event
    raise AssertionError("a response stream always ends with the response")


def stream_response(
    chat: Chat,
    question: str,
    earlier: Response | None = None,
    choice: FilterChoice = NO_CHOICE,
) -> Generator[FoundRecords | str | Response, None, None]:
    """Yield the found records, then the parts of the answer, and finally the whole response.

    The response of the previous turn is used to resolve a follow-up question.
    """
    question = checked_question(question, chat.settings.question_max_chars)
    recorder = Recorder(chat.settings.otel_exporter_otlp_endpoint)
    chat = recorder.observe(chat)
    if is_help(chat, question):
        yield from small_talk_response(chat, question, recorder)
        return
    request, names = understand_request(chat, question, earlier, choice, recorder)
    if response := computed_response(chat, request, earlier, choice, recorder):
        response = replace(response, names=names)
        yield FoundRecords(request.request_class, response.passages)
        yield response.answer.text if response.answer else ""
        yield response
        return
    why = why_not_computed(chat, request, earlier, choice)
    yield from search_response(chat, request, names, recorder, why)


def search_response(
    chat: Chat, request: ParsedRequest, names: Names, recorder: Recorder, why: str
) -> Generator[FoundRecords | str | Response, None, None]:
    """Search for a request. Yield the found records, the parts of the answer, and the response.

    `why` explains why nothing was computed. The explanation becomes a note on the answer.
    """
    answer: Answer | None = None
    request, ranked, emptied = find_evidence(chat, request, names, recorder)
    evidence, lines = ranked.evidence, ranked.lines
    yield FoundRecords(request.request_class, evidence.passages)
    if request.request_class is RequestClass.QUESTION:
        answer = yield from answer_or_guide(chat, request, ranked)
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
        trace=finish_trace(chat, request, evidence, answer, recorder),
        searched_as=request.searched_as,
        quoted_texts=quoted_texts(answer, evidence.passages, lines),
    )


def answer_or_guide(
    chat: Chat, request: ParsedRequest, ranked: RankedEvidence
) -> Generator[str, None, Answer]:
    """Yield the parts of an answer or a guide, and return the whole answer."""
    if not ranked.is_guide:
        return (yield from answer_pieces(chat, request, ranked))
    answer = fallback_answer(chat, request, ranked)
    yield answer.text
    return answer


def small_talk_response(
    chat: Chat, question: str, recorder: Recorder
) -> Generator[FoundRecords | str | Response, None, None]:
    """Yield narabot's description of itself, as a response without records."""
    request = plain_request(Wording(question))
    yield FoundRecords(RequestClass.QUESTION, ())
    answer = help_answer(chat, question)
    yield answer.text
    recorder.lap("answer", "Describing narabot")
    yield Response(
        query=question,
        asked=question,
        request_class=RequestClass.QUESTION,
        passages=(),
        answer=answer,
        trace=finish_trace(chat, request, Evidence(), answer, recorder),
    )


def understand_request(
    chat: Chat,
    question: str,
    earlier: Response | None,
    choice: FilterChoice,
    recorder: Recorder,
) -> tuple[ParsedRequest, Names]:
    """Return the parsed request with all of its filters, and the names in it."""
    models = chat.models
    classifiers = RequestClassifiers(models.classifier, models.answering.model, models.talk)
    request = parse_request(question, classifiers, earlier, choice)
    recorder.lap("classify", "Understanding the request")
    names = names_in(chat.retriever, request.name_tokens)
    filters = all_filters(chat, request, names)
    request = replace(request, filters=filters, searched=wording_for_model(chat, request.wording))
    recorder.lap("names", "Looking up names")
    return request, names


def where_to_look(
    chat: Chat, request: str, count: int, level: LevelOfDescription | None = None
) -> list[PlaceToLook]:
    """Return the file units and series in which to look for something, best first.

    Among equally good places, places from the years in the request come first.

    Raises InvalidQuestionError for an empty or overlong request. Also raises GraphUnavailableError.
    """
    request = checked_question(request, chat.settings.question_max_chars)
    wording = wording_for_model(chat, rewrite_query(request))
    years = parse_filters(request, RequestClass.SHOW_RECORDS).filters.years
    return places_to_look(chat.retriever, wording, count, level, years)


def wording_for_model(chat: Chat, wording: Wording) -> Wording:
    """Return the original wording if the embedding model supports its language, or else English."""
    is_read = wording.written is not None and chat.models.embeddings.supports_language(
        wording.written
    )
    return in_original_language(wording) if is_read else wording


def checked_question(question: str, longest: int) -> str:
    """Return the question in composed form (NFC), without control characters or extra spaces.

    Raises InvalidQuestionError if nothing is left or the question is too long.
    """
    composed = unicodedata.normalize("NFC", question)
    printable = " ".join("".join(sign if sign.isprintable() else " " for sign in composed).split())
    if not printable:
        raise InvalidQuestionError("The question is empty. Enter a question about the records.")
    if len(printable) > longest:
        raise InvalidQuestionError(
            f"The question has {len(printable):,} characters, but the limit is {longest:,}. "
            "Shorten the question."
        )
    return printable


def all_filters(chat: Chat, request: ParsedRequest, names: Names) -> Filters:
    """Return the completed filters of a request, including a creator filter from its names."""
    by_name = creator_filter(request.wording.text, request.request_class, names)
    filters = merge_filters(drop_filters(by_name, request.removed), request.filters)
    return complete_filters(chat.retriever, chat.sets, filters)
