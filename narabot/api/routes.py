"""What can be asked, each with the scope that it needs."""

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import Depends, Path, Query, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from narabot.api.bodies import (
    MOST_NA_IDS,
    AskBody,
    From,
    NaId,
    PhraseId,
    PhraseWords,
    SearchBody,
    WhereBody,
    level_of_places,
)
from narabot.api.keys import Scope
from narabot.api.problems import problem_of
from narabot.api.reading import (
    CiteResponse,
    answered,
    found_records,
    record_overview,
    whole_record,
)
from narabot.api.routing import JSON_ALONE, Shared, needs, new_router
from narabot.chat import Found, stream_response, where_to_look
from narabot.models import Response as Answered
from narabot.presentation.citing import FORMATS, FormatName
from narabot.presentation.overviews import OverviewResponse, overview_markdown
from narabot.presentation.phrase_json import PhraseResponse, PhraseShape, PhrasesResponse
from narabot.presentation.response_json import AskResponse, SearchResponse, WhereResponse
from narabot.presentation.whole_record_json import RecordResponse
from narabot.retrieval import known_records
from narabot.retrieval.phrases import phrase_page, phrases_called

router = new_router()

TRACE_HEADER = "X-Trace-Id"
TRACED = {TRACE_HEADER: {"description": "As in the log.", "schema": {"type": "string"}}}

Event = Found | str | Answered
Begun = tuple[Event, AsyncGenerator[Event, None]]


@router.post(
    "/ask",
    response_model_exclude_unset=True,
    responses={200: {"headers": TRACED}},
    dependencies=[needs(Scope.ASK), JSON_ALONE],
    summary="Ask a question, or order a list of records",
)
async def ask(body: AskBody, service: Shared, response: Response) -> AskResponse:
    """Return an answer with its checked quotes, a list, or the refusal."""
    found = await answered(service, body.query, body.filters.choice(), body.strategy)
    response.headers[TRACE_HEADER] = found.trace.trace_id
    return AskResponse.of(found, body.id)


async def begun(body: AskBody, service: Shared) -> AsyncIterator[Begun]:
    """Yield the first event of a response, and the others; a fault until then has its status."""
    choice = body.filters.choice()
    events = service.stream(
        lambda chat: stream_response(chat.using(body.strategy), body.query, choice=choice)
    )
    async with aclosing(events):
        yield await anext(events), events


@router.post(
    "/ask/stream",
    response_class=EventSourceResponse,
    dependencies=[needs(Scope.ASK), JSON_ALONE],
    summary="Ask, and read the answer while it is written",
)
async def ask_stream(
    body: AskBody, stream: Annotated[Begun, Depends(begun)]
) -> AsyncIterable[ServerSentEvent]:
    """Yield `found` (class, records), then each `piece` of the answer, at last the `response`.

    What goes wrong once the stream has begun comes as a `problem`.
    """
    first, others = stream
    yield server_sent(first, body.id)
    try:
        async for event in others:
            yield server_sent(event, body.id)
    except Exception as error:  # noqa: BLE001  # logged by problem_of; the stream has begun
        yield ServerSentEvent(event="problem", data=problem_of(error).to_json())


def server_sent(event: Event, request_id: str | int | None) -> ServerSentEvent:
    """Return a step of a response as an event."""
    match event:
        case Found(request_class=request_class, passages=passages):
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
    dependencies=[needs(Scope.SEARCH), JSON_ALONE],
    summary="Search for records by meaning and by words",
)
async def search_records(body: SearchBody, service: Shared) -> SearchResponse:
    """Return the records that are nearest to a request, within filters."""
    filters = body.filters.filters()
    return await service.run(
        lambda chat: found_records(chat.using(body.strategy), body.query, body.limit, filters)
    )


@router.post(
    "/where",
    response_model_exclude_unset=True,
    dependencies=[needs(Scope.SEARCH), JSON_ALONE],
    summary="Find the file units and series in which to look",
)
async def where(body: WhereBody, service: Shared) -> WhereResponse:
    """Return the places, also those whose items nobody has described."""
    level = level_of_places(body.level)
    return await service.run(
        lambda chat: WhereResponse.of(
            body.query, where_to_look(chat, body.query, body.limit, level)
        )
    )


@router.get(
    "/records/{na_id}",
    response_model_exclude_unset=True,
    dependencies=[needs(Scope.RECORDS)],
    summary="Read one record whole",
)
async def record(
    service: Shared,
    na_id: Annotated[NaId, Path()],
    children_from: Annotated[From, Query(alias="childrenFrom")] = 0,
    descriptions_from: Annotated[From, Query(alias="descriptionsFrom")] = 0,
) -> RecordResponse:
    """Return all that is known of a record, of what is below it some at a time."""
    return await service.run(
        lambda chat: RecordResponse.of_record(
            whole_record(chat, na_id, children_from, descriptions_from)
        )
    )


@router.get(
    "/records/{na_id}/overview",
    response_model_exclude_unset=True,
    dependencies=[needs(Scope.RECORDS)],
    summary="Survey what is kept in a record, or was made by it",
)
async def overview(service: Shared, na_id: Annotated[NaId, Path()]) -> OverviewResponse:
    """Return levels, dates, kinds, names and gaps of all of it, computed from every record."""
    return OverviewResponse.of(await service.run(lambda chat: record_overview(chat, na_id)))


@router.get(
    "/records/{na_id}/overview.md",
    response_class=Response,
    responses={200: {"content": {"text/markdown": {}}}},
    dependencies=[needs(Scope.RECORDS)],
    summary="The same as Markdown",
)
async def overview_as_markdown(service: Shared, na_id: Annotated[NaId, Path()]) -> Response:
    """Return an overview for people."""
    found = await service.run(lambda chat: record_overview(chat, na_id))
    text = overview_markdown(found).encode(errors="replace")
    return Response(text, media_type="text/markdown; charset=utf-8")


@router.get(
    "/phrases",
    dependencies=[needs(Scope.RECORDS)],
    summary="Find names that texts say",
)
async def phrases(service: Shared, name: Annotated[PhraseWords, Query()]) -> PhrasesResponse:
    """Return names with these words; none where `narabot knowledge build` has read no texts."""
    return await service.run(
        lambda chat: PhrasesResponse(
            phrases=[PhraseShape.of(one) for one in phrases_called(chat.retriever.graph, name)]
        )
    )


@router.get(
    "/phrases/{phrase_id}",
    dependencies=[needs(Scope.RECORDS)],
    summary="Read what texts state of a name, and which records name it",
)
async def phrase(
    service: Shared,
    phrase_id: Annotated[PhraseId, Path()],
    namings_from: Annotated[From, Query(alias="namingsFrom")] = 0,
) -> PhraseResponse:
    """Return what is known of a name, of the records that name it 20 at a time."""
    return await service.run(
        lambda chat: PhraseResponse.of(phrase_page(chat.retriever.graph, phrase_id, namings_from))
    )


NaIds = Annotated[
    list[NaId], Query(alias="naId", min_length=1, max_length=MOST_NA_IDS, description="Each once.")
]


@router.get(
    "/cite",
    dependencies=[needs(Scope.RECORDS)],
    summary="Cite records",
)
async def cite(service: Shared, na_ids: NaIds) -> CiteResponse:
    """Return each record cited in NARA's form and as a Chicago note."""
    return await service.run(
        lambda chat: CiteResponse.of(known_records(chat.retriever.graph, na_ids))
    )


@router.get(
    "/export",
    response_class=Response,
    responses={200: {"content": {form.media_type: {} for form in FORMATS.values()}}},
    dependencies=[needs(Scope.RECORDS)],
    summary="Take records away as a file",
)
async def export(
    service: Shared,
    na_ids: NaIds,
    format_name: Annotated[FormatName, Query(alias="format")] = FormatName.CSL_JSON,
) -> Response:
    """Return records for reference managers, spreadsheets and programs."""
    form = FORMATS[format_name]
    text = await service.run(lambda chat: form.write(known_records(chat.retriever.graph, na_ids)))
    headers = {"Content-Disposition": f'attachment; filename="narabot-{form.name}{form.suffix}"'}
    media_type = f"{form.media_type}; charset=utf-8"
    return Response(text.encode(errors="replace"), media_type=media_type, headers=headers)
