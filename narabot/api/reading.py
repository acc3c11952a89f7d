"""What programs read: answers, records by their numbers, places, what a search found."""

from collections.abc import Sequence

from narabot.api.service import Service
from narabot.chat import Chat, SearchResult, stream_response
from narabot.citing import chicago_citation, nara_citation
from narabot.models import FilterChoice, FullRecord, Passage, PlaceToLook, Response
from narabot.rendering.filters import filters_json
from narabot.rendering.response_json import Json, place_json, record_json
from narabot.retrieval import DEFAULT_STRATEGY
from narabot.retrieval.records import full_record, read_na_id


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


def citations(records: Sequence[Passage]) -> Json:
    """Return records cited in NARA's form and as Chicago notes."""
    return {
        "citations": [
            {
                "naId": one.na_id,
                "nara": nara_citation(one),
                "chicago": chicago_citation(one),
            }
            for one in records
        ]
    }


def search_json(query: str, found: SearchResult) -> Json:
    """Return what a search found."""
    return {
        "query": query,
        "searchedAs": found.searched_as,
        "filters": filters_json(found.filters),
        "records": [record_json(one) for one in found.passages],
    }


def places_json(query: str, places: Sequence[PlaceToLook]) -> Json:
    """Return the places in which to look."""
    return {"query": query, "places": [place_json(one) for one in places]}
