"""A whole record as JSON for programs. Pure."""

from dataclasses import asdict

from narabot.dates import plain_span
from narabot.models import (
    CATALOG_URL,
    FullRecord,
    PathRecord,
    RecordsPage,
    Restriction,
    TextLine,
    catalog_page,
    web_url,
)
from narabot.rendering.response_json import Json, named_json


def full_record_json(full: FullRecord) -> Json:
    """Return all that the graph knows of a record; its path runs from the root to the parent."""
    record = full.record
    return sourced_json(record) | {
        "dates": plain_span(record.start_date or None, record.end_date or None),
        "isStub": full.is_stub,
        "withdrawn": None if full.withdrawal is None else asdict(full.withdrawal),
        "path": [sourced_json(step) for step in full.path[:0:-1]],
        "lines": [line_json(line) for line in full.lines],
        "inherited": [
            line_json(one.line) | {"statedBy": sourced_json(one.stated_by)}
            for one in full.inherited
        ],
        "access": restriction_json(full.access),
        "use": restriction_json(full.use),
        "online": [
            {"url": web_url(one.url), "type": one.type, "description": one.description}
            for one in full.online
        ],
        "authorities": [
            {
                "relation": str(role.relation),
                "kind": role.kind,
                "authority": sourced_json(role.authority),
                "statedBy": sourced_json(role.stated_by),
            }
            for role in full.roles
        ],
        "children": page_json(full.children),
        "descriptions": page_json(full.descriptions),
        "otherNames": [
            {
                "naId": one.na_id,
                "heading": one.heading,
                "authorityType": "organization",
                "source": catalog_page(f"{CATALOG_URL}{one.na_id}"),
            }
            for one in full.other_names
        ],
    }


def sourced_json(record: PathRecord) -> Json:
    """Return a record's number, name, type and page."""
    return named_json(record) | {"source": catalog_page(record.source)}


def line_json(line: TextLine) -> Json:
    """Return a labelled line of a record's text."""
    return {"label": line.label, "text": line.text, "isMachineRead": line.is_machine_read}


def restriction_json(restriction: Restriction | None) -> Json | None:
    """Return what is said of access or use."""
    if restriction is None:
        return None
    return {"status": restriction.status, "statedBy": sourced_json(restriction.stated_by)}


def page_json(page: RecordsPage) -> Json:
    """Return some of many records."""
    return {
        "total": page.total,
        "skipped": page.skipped,
        "records": [sourced_json(one) for one in page.records],
    }
