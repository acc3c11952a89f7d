"""Document 001's format: one JSON object with entities and relations.

This module is pure.
"""

from typing import Annotated

import msgspec

from narabot.errors import InvalidReplyError
from narabot.knowledge.formats.reply import MAX_STRENGTH, NamedEntity, NamedRelation, Reply
from narabot.llm.replies import plain_reply


class WrittenEntity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entity in a reply."""

    entity_name: str
    entity_type: str
    description: str


class WrittenRelation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A relation in a reply."""

    source_entity: str
    target_entity: str
    relation_type: str
    description: str
    relationship_strength: Annotated[float, msgspec.Meta(ge=0, le=MAX_STRENGTH)]


class WrittenArtifacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole reply."""

    entities: tuple[WrittenEntity, ...]
    relations: tuple[WrittenRelation, ...]


def read_artifacts(reply: str) -> Reply:
    """Return the content of a JSON reply. May raise InvalidReplyError, which explains what is
    wrong."""
    try:
        written = msgspec.json.decode(plain_reply(reply), type=WrittenArtifacts)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise InvalidReplyError(f"It is not JSON of the required form: {error}.") from error
    return Reply(
        entities=tuple(
            NamedEntity(one.entity_name, one.entity_type, one.description)
            for one in written.entities
        ),
        relations=tuple(
            NamedRelation(
                one.source_entity,
                one.target_entity,
                one.relation_type,
                one.description,
                one.relationship_strength,
            )
            for one in written.relations
        ),
    )
