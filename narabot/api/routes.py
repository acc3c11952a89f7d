"""The endpoints of the API, each with the scope that it requires."""

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import Depends, Path, Query, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from narabot.api.bodies import (
    MAX_NA_IDS,
    AskBody,
    NaId,
    Offset,
    PhraseId,
    PhraseWords,
    SearchBody,
    WhereBody,
    level_of_places,
)
from narabot.api.keys import Scope
from narabot.api.operations import (
    CiteResponse,
    answer_request,
    find_records,
    read_overview,
    read_record,
)
from narabot.api.problems import problem_of
from narabot.api.routing import REQUIRE_JSON, Shared, new_router, requires
from narabot.chat import FoundRecords, stream_response, where_to_look
from narabot.models import Response as Answered
from narabot.presentation.citing import FORMATS, FormatName
from narabot.presentation.overviews import OverviewResponse, overview_markdown
from narabot.presentation.phrase_json import PhraseResponse, PhraseShape, PhrasesResponse
from narabot.presentation.response_json import AskResponse, SearchResponse, WhereResponse
from narabot.presentation.whole_record_json import RecordResponse
from narabot.retrieval import known_records
from narabot.retrieval.phrases import phrase_page, phrases_with_words

router = new_router()

TRACE_HEADER = "X-Trace-Id"
TRACED = {
    TRACE_HEADER: {
        "description": "Trace ID, which also appears in the log.",
        "schema": {"type": "string"},
    }
}

Event = FoundRecords | str | Answered
BegunStream = tuple[Event, AsyncGenerator[Event, None]]


@router.post(
    "/ask",
    response_model_exclude_unset=True,
    responses={200: {"headers": TRACED}},
    dependencies=[requires(Scope.ASK), REQUIRE_JSON],
    summary="Ask a question or request a list of records",
)
async def ask(body: AskBody, service: Shared, response: Response) -> AskResponse:
    """Return an answer with verified quotations, a list, or the refusal."""
    found = await answer_request(service, body.query, body.filters.choice(), body.strategy)
    response.headers[TRACE_HEADER] = found.trace.trace_id
    return AskResponse.of(found, body.id)


async def begin_stream(body: AskBody, service: Shared) -> AsyncIterator[BegunStream]:
    """Yield the first event and the remaining events.

    An error before the first event sets the HTTP status.
    """
    choice = body.filters.choice()
    events = service.stream(
        lambda chat: stream_response(chat.using(body.strategy), body.query, choice=choice)
    )
    async with aclosing(events):
        yield await anext(events), events


@router.post(
    "/ask/stream",
    response_class=EventSourceResponse,
    dependencies=[requires(Scope.ASK), REQUIRE_JSON],
    summary="Ask, and stream the answer",
)
async def ask_stream(
    body: AskBody, stream: Annotated[BegunStream, Depends(begin_stream)]
) -> AsyncIterable[ServerSentEvent]:
    """Yield a `found` event (class and naIds), the answer in `piece` events, and a `response`.

    Errors after the stream has begun arrive as a `problem` event.
    """
    first, others = stream
    yield server_sent(first, body.id)
    try:
        async for event in others:
            yield server_sent(event, body.id)
    except Exception as error:  # noqa: BLE001  # logged by problem_of; the stream has begun
        yield ServerSentEvent(event="problem", data=problem_of(error).to_json())


def server_sent(event: Event, request_id: str | int | None) -> ServerSentEvent:
    """Return a step of a response as a server-sent event."""
    match event:
        case FoundRecords(request_class=request_class, passages=passages):
            records = [one.na_id for one in passages]
            found = {"class": str(request_class), "records": list(dict.fromkeys(records))}
            return ServerSentEvent(event="found", data=found)
        case str(piece):
            return ServerSentEvent(event="piece", data=piece)
        case _:
            return ServerSentEvent(
                event="response", data=AskResponse.of(event, request_id).to_json()
            )


@router.post(
    "/search",
    response_model_exclude_unset=True,
    dependencies=[requires(Scope.SEARCH), REQUIRE_JSON],
    summary="Search records with hybrid search",
)
async def search_records(body: SearchBody, service: Shared) -> SearchResponse:
    """Return the records that best match a query and meet the filters."""
    filters = body.filters.filters()
    return await service.run(
        lambda chat: find_records(chat.using(body.strategy), body.query, body.limit, filters)
    )


@router.post(
    "/where",
    response_model_exclude_unset=True,
    dependencies=[requires(Scope.SEARCH), REQUIRE_JSON],
    summary="Find file units and series to examine",
)
async def where(body: WhereBody, service: Shared) -> WhereResponse:
    """Return places to look, including those without item descriptions."""
    level = level_of_places(body.level)
    return await service.run(
        lambda chat: WhereResponse.of(
            body.query, where_to_look(chat, body.query, body.limit, level)
        )
    )


@router.get(
    "/records/{na_id}",
    response_model_exclude_unset=True,
    dependencies=[requires(Scope.RECORDS)],
    summary="Read a complete record",
)
async def record(
    service: Shared,
    na_id: Annotated[NaId, Path()],
    children_from: Annotated[Offset, Query(alias="childrenFrom")] = 0,
    descriptions_from: Annotated[Offset, Query(alias="descriptionsFrom")] = 0,
) -> RecordResponse:
    """Return a complete record, with its lists one page at a time."""
    return await service.run(
        lambda chat: RecordResponse.of_record(
            read_record(chat, na_id, children_from, descriptions_from)
        )
    )


@router.get(
    "/records/{na_id}/overview",
    response_model_exclude_unset=True,
    dependencies=[requires(Scope.RECORDS)],
    summary="Summarize the records that a record contains or created",
)
async def overview(service: Shared, na_id: Annotated[NaId, Path()]) -> OverviewResponse:
    """Return levels, dates, types, names, and gaps, computed from every record."""
    return OverviewResponse.of(await service.run(lambda chat: read_overview(chat, na_id)))


@router.get(
    "/records/{na_id}/overview.md",
    response_class=Response,
    responses={200: {"content": {"text/markdown": {}}}},
    dependencies=[requires(Scope.RECORDS)],
    summary="Read an overview as Markdown",
)
async def overview_as_markdown(service: Shared, na_id: Annotated[NaId, Path()]) -> Response:
    """Return an overview as Markdown."""
    found = await service.run(lambda chat: read_overview(chat, na_id))
    text = overview_markdown(found).encode(errors="replace")
    return Response(text, media_type="text/markdown; charset=utf-8")


@router.get(
    "/phrases",
    dependencies=[requires(Scope.RECORDS)],
    summary="Find phrases by name",
)
async def phrases(service: Shared, name: Annotated[PhraseWords, Query()]) -> PhrasesResponse:
    """Return phrases whose names contain the words.

    Before `narabot knowledge build` has run, the result is empty.
    """
    return await service.run(
        lambda chat: PhrasesResponse(
            phrases=[PhraseShape.of(one) for one in phrases_with_words(chat.retriever.graph, name)]
        )
    )


@router.get(
    "/phrases/{phrase_id}",
    dependencies=[requires(Scope.RECORDS)],
    summary="Read statements about a phrase and the records that mention it",
)
async def phrase(
    service: Shared,
    phrase_id: Annotated[PhraseId, Path()],
    namings_from: Annotated[Offset, Query(alias="namingsFrom")] = 0,
) -> PhraseResponse:
    """Return statements about a phrase, and the records that mention it, 20 at a time."""
    return await service.run(
        lambda chat: PhraseResponse.of(phrase_page(chat.retriever.graph, phrase_id, namings_from))
    )


NaIds = Annotated[
    list[NaId],
    Query(alias="naId", min_length=1, max_length=MAX_NA_IDS, description="Unique naIds."),
]


@router.get(
    "/cite",
    dependencies=[requires(Scope.RECORDS)],
    summary="Cite records",
)
async def cite(service: Shared, na_ids: NaIds) -> CiteResponse:
    """Return citations of each record in NARA's form and as a Chicago note."""
    return await service.run(
        lambda chat: CiteResponse.of(known_records(chat.retriever.graph, na_ids))
    )


@router.get(
    "/export",
    response_class=Response,
    responses={200: {"content": {form.media_type: {} for form in FORMATS.values()}}},
    dependencies=[requires(Scope.RECORDS)],
    summary="Export records as a file",
)
async def export(
    service: Shared,
    na_ids: NaIds,
    format_name: Annotated[FormatName, Query(alias="format")] = FormatName.CSL_JSON,
) -> Response:
    """Return records as a file for reference managers, spreadsheets, or programs."""
    form = FORMATS[format_name]
    text = await service.run(lambda chat: form.write(known_records(chat.retriever.graph, na_ids)))
    headers = {"Content-Disposition": f'attachment; filename="narabot-{form.name}{form.suffix}"'}
    media_type = f"{form.media_type}; charset=utf-8"
    return Response(text.encode(errors="replace"), media_type=media_type, headers=headers)
