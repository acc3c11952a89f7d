"""The rows of a stub, from what lines say of it. Pure."""

import json
from collections import Counter

from narabot.models import (
    TYPE_LABELS,
    AuthorityType,
    Label,
    LevelOfDescription,
    Relation,
    Row,
)


def stub_row(na_id: int, statements: Counter[str]) -> Row:
    """Return the row of a stub."""
    properties = json.loads(min(statements))[0]
    stated = properties.get("levelOfDescription")
    type_ = LevelOfDescription(stated) if stated else AuthorityType(properties["authorityType"])
    return {
        "chunkId": f"{na_id}-0",
        "labels": [Label.RECORD, TYPE_LABELS[type_]],
        "properties": properties | mention_lists(statements),
    }


def mention_lists(statements: Counter[str]) -> Row:
    """Return a stub's mentions and how many lines make each, in a stable order."""
    ordered = sorted(statements)
    return {"mentions": ordered, "mentionCounts": [statements[one] for one in ordered]}


def lent_edges(statements: Counter[str]) -> list[tuple[Relation, int]]:
    """Return the edges that a stub's mentions lend it: their types and where they start."""
    lent = {
        (relation, start)
        for statement in statements
        for relation, start in json.loads(statement)[1]
    }
    return [(Relation(relation), start) for relation, start in sorted(lent)]
