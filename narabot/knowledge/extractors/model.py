"""Names that a small model has found in a chunk (`narabot.knowledge.name_keeping`). Pure.

They come last, and are mentions alone: what stands by form or by heading is told before.
"""

from collections.abc import Collection, Sequence

from narabot.knowledge.chunks import KnownRecord, RecordChunk
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.name_keeping import READER, names_of
from narabot.models.knowledge import Mention, Phrase

NAME = READER


def model(version: str, told: Collection[str]) -> Extractor:
    """Return the extractor of names of some classes that were read by a version."""

    def extract(_: KnownRecord, chunk: RecordChunk, __: Sequence[Mention]) -> Extracted:
        spans = names_of(chunk, version) or ()
        return Extracted(
            tuple(
                Mention(
                    Phrase(" ".join(chunk.text[one.start : one.end].split()), one.entity_class),
                    one.start,
                    one.end,
                    NAME,
                )
                for one in spans
                if one.entity_class in told
            )
        )

    return Extractor(NAME, " ".join((version, *sorted(told))), extract)
