"""Operations that HTTP endpoints and tools share: answers, records, citations, and searches."""

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


async def answer_request(
    service: Service, query: str, choice: FilterChoice, strategy: str = DEFAULT_STRATEGY
) -> Response:
    """Return the response to a request. If the client disconnects, the work stops soon afterward.

    Raise the errors of `Service.stream`.
    """
    response = await service.last(
        lambda chat: stream_response(chat.using(strategy), query, choice=choice)
    )
    if isinstance(response, Response):
        return response
    raise AssertionError("a response stream always ends with the response")


def read_record(
    chat: Chat, na_id: int | str, children_from: int = 0, descriptions_from: int = 0
) -> FullRecord:
    """Return a complete record. Raise UnknownRecordError or GraphUnavailableError on failure."""
    number = read_na_id(na_id) if isinstance(na_id, str) else na_id
    return full_record(chat.retriever.graph, number, children_from, descriptions_from)


def read_overview(chat: Chat, na_id: int) -> RecordOverview:
    """Return an overview of the records that a record contains or created.

    Raise UnknownRecordError if the record does not exist or neither contains nor created records.
    Raise ComputationLimitError if there are too many records. Also raise GraphUnavailableError.
    """
    graph = chat.retriever.graph
    found = chat.overviews.of(graph, full_record(graph, na_id))
    if found is None:
        raise UnknownRecordError(
            f"No loaded records are part of record {na_id} or were created by the person or "
            "organization that it describes."
        )
    return found


class CitationShape(Shape):
    """Citations of a record."""

    na_id: int
    nara: str = Field(
        description="Citation in the format of NARA's General Information Leaflet 17."
    )
    chicago: str


class CiteResponse(Shape):
    """Citations in the order requested."""

    citations: list[CitationShape]

    @classmethod
    def of(cls, records: Sequence[Passage]) -> Self:
        """Return citations of records in NARA's form and as Chicago notes."""
        return cls(
            citations=[
                CitationShape(
                    na_id=one.na_id, nara=nara_citation(one), chicago=chicago_citation(one)
                )
                for one in records
            ]
        )


def find_records(chat: Chat, query: str, limit: int, filters: Filters) -> SearchResponse:
    """Return the results of a search. Raise the errors of `search`."""
    found = search(chat, query, limit, filters)
    return SearchResponse.of(query, found.searched_as, found.filters, found.passages)
