"""A response as JSON for programs; the same for the command line and whatever else asks."""

from dataclasses import asdict
from typing import Any

from narabot.dates import plain_span
from narabot.models import (
    LevelOfDescription,
    Listing,
    NamedAuthority,
    Passage,
    PathRecord,
    PlaceToLook,
    Quote,
    RelatedAuthority,
    Response,
    Sentence,
    catalog_page,
)
from narabot.rendering.filters import filters_json

Json = dict[str, Any]

MOST_SCORES = 10
"""Records whose scores a trace tells."""


def response_json(response: Response, request_id: str | int | None = None) -> Json:
    """Return a response in the shape that `narabot ask --json` promises.

    `records` has one entry a naId, best first, also when the answer is refused.
    """
    answer = response.answer
    return {
        "id": request_id,
        "query": response.query,
        "class": str(response.request_class),
        "answer": answer.text if answer else None,
        "refused": answer.is_refused if answer else False,
        "confidence": round(answer.confidence, 4) if answer else float(bool(response.records)),
        "sentences": [sentence_json(one) for one in answer.sentences] if answer else [],
        "records": [record_json(passage) for passage in response.records],
        "filters": filters_json(response.filters),
        "names": [[named_authority_json(one) for one in alike] for alike in response.names],
        "listing": listing_json(response.listing) if response.listing else None,
        "trace": trace_json(response),
    }


def error_json(request_id: Any, query: str | None, error: str) -> Json:
    """Return the same shape for a request that could not be answered, with `error` saying why."""
    return {
        "id": request_id,
        "query": query,
        "class": None,
        "answer": None,
        "refused": False,
        "confidence": 0.0,
        "sentences": [],
        "records": [],
        "filters": {},
        "names": [],
        "listing": None,
        "trace": None,
        "error": error,
    }


def listing_json(listing: Listing) -> Json:
    """Return how far a list goes."""
    return {
        "words": list(listing.words),
        "withAllWords": listing.with_all_words,
        "counted": listing.is_counted,
        "complete": listing.is_complete,
    }


def sentence_json(sentence: Sentence) -> Json:
    """Return a sentence with its quotes."""
    return {"text": sentence.text, "quotes": [quote_json(quote) for quote in sentence.quotes]}


def quote_json(quote: Quote) -> Json:
    """Return a quote: `text[start:end] == quote` for the chunk's stored text."""
    return {
        "naId": quote.na_id,
        "chunkId": quote.chunk_id,
        "start": quote.start,
        "end": quote.end,
        "quote": quote.quote,
    }


def record_json(passage: Passage) -> Json:
    """Return a found record; its path runs from the root down, without the record itself.

    `source` is null for an example record, which has no page.
    """
    record = passage.record
    return named_json(record) | {
        "dates": plain_span(record.start_date, record.end_date),
        "source": catalog_page(record.source),
        "score": round(passage.score, 6),
        "path": [
            named_json(above) | {"source": catalog_page(above.source)}
            for above in reversed(passage.path[1:])
        ],
        "related_authorities": [authority_json(one) for one in passage.related_authorities],
    }


def place_json(place: PlaceToLook) -> Json:
    """Return a place to look with the records that speak for it, and where it is kept."""
    held = place.unit.holdings
    return record_json(place.unit) | {
        "score": round(place.score, 6),
        "containers": list(held.containers),
        "referenceUnits": list(held.reference_units),
        "accessRestriction": held.access_status,
        "onlineCopies": held.online_count,
        "evidence": [
            named_json(found.record) | {"source": catalog_page(found.record.source)}
            for found in place.evidence
        ],
    }


def named_json(record: PathRecord) -> Json:
    """Return a record's number, name and type, under the names that NARA has for them."""
    if isinstance(record.type, LevelOfDescription):
        return {
            "naId": record.na_id,
            "title": record.name,
            "levelOfDescription": str(record.type),
        }
    return {"naId": record.na_id, "heading": record.name, "authorityType": str(record.type)}


def named_authority_json(authority: NamedAuthority) -> Json:
    """Return an authority that a request names."""
    return {
        "words": authority.matched,
        "naId": authority.na_id,
        "heading": authority.heading,
        "authorityType": str(authority.authority_type),
        "source": catalog_page(authority.source),
        "recordsBy": authority.records_by,
        "recordsAbout": authority.records_about,
    }


def authority_json(authority: RelatedAuthority) -> Json:
    """Return a related authority."""
    return {
        "heading": authority.heading,
        "authorityType": str(authority.authority_type),
        "source": catalog_page(authority.source),
    }


def trace_json(response: Response) -> Json:
    """Return what ran and how long."""
    trace = response.trace
    return {
        "trace_id": trace.trace_id,
        "began": trace.began.isoformat() if trace.began else None,
        "classifier": trace.classifier,
        "retrieval": trace.retrieval,
        "answerer": trace.answerer,
        "timings_ms": trace.timings_ms,
        "steps": [asdict(step) for step in trace.steps],
        "not_looked_at": list(trace.unseen),
        "queries": [asdict(query) for query in trace.queries],
        "scores": [
            {"naId": one.na_id, "score": round(one.score, 6), "meaning": round(one.meaning, 4)}
            for one in response.records[:MOST_SCORES]
        ],
        "index": trace.index,
        "prompt": trace.prompt,
        "searched_as": response.searched_as,
    }
