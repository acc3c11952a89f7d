"""What programs read: answers, records by their numbers, places, what a search found."""

from collections.abc import Sequence
from typing import Self

from pydantic import Field

from narabot.api.service import Service
from narabot.chat import Chat, search, stream_response
from narabot.errors import UnknownRecordError
from narabot.models import FilterChoice, Filters, FullRecord, Passage, Response
from narabot.plans.overviews import RecordOverview
from narabot.presentation.citing import chicago_citation, nara_citation
from narabot.presentation.record_json import Shape
from narabot.presentation.response_json import SearchResponse
from narabot.retrieval import DEFAULT_STRATEGY
from narabot.retrieval.records.full_record import full_record, read_na_id


async def answered(
    service: Service, query: str, choice: FilterChoice, strategy: str = DEFAULT_STRATEGY
) -> Response:
    """Return the response to a request; work on it ends soon after nobody waits for it any more.

    Raises as `Service.stream` does.
    """
    response = await service.last(
        lambda chat: stream_response(chat.using(strategy), query, choice=choice)
    )
    if isinstance(response, Response):
        return response
    raise AssertionError("a response always ends with itself")


def whole_record(
    chat: Chat, na_id: int | str, children_from: int = 0, descriptions_from: int = 0
) -> FullRecord:
    """Return all that is known of a record. Raises UnknownRecordError, GraphUnavailableError."""
    number = read_na_id(na_id) if isinstance(na_id, str) else na_id
    return full_record(chat.retriever.graph, number, children_from, descriptions_from)


def record_overview(chat: Chat, na_id: int) -> RecordOverview:
    """Return what is kept in a record, or was made by it, as a whole.

    Raises UnknownRecordError also where there is nothing, TooMuchToComputeError,
    GraphUnavailableError.
    """
    graph = chat.retriever.graph
    found = chat.overviews.of(graph, full_record(graph, na_id))
    if found is None:
        raise UnknownRecordError(f"Nothing is kept in the record {na_id}, nor was made by it.")
    return found


class CitationShape(Shape):
    """A record cited."""

    na_id: int
    nara: str = Field(description="In the form of NARA's General Information Leaflet 17.")
    chicago: str


class CiteResponse(Shape):
    """Citations, in the order in which they were asked for."""

    citations: list[CitationShape]

    @classmethod
    def of(cls, records: Sequence[Passage]) -> Self:
        """Return records cited in NARA's form and as Chicago notes."""
        return cls(
            citations=[
                CitationShape(
                    na_id=one.na_id, nara=nara_citation(one), chicago=chicago_citation(one)
                )
                for one in records
            ]
        )


def found_records(chat: Chat, query: str, limit: int, filters: Filters) -> SearchResponse:
    """Return what a search finds. Raises as `search` does."""
    found = search(chat, query, limit, filters)
    return SearchResponse.of(query, found.searched_as, found.filters, found.passages)
