"""Records whose names form groups, and communities built from these records."""

import random
from pathlib import Path
from typing import Any

from narabot.chat import Chat, Models, open_chat
from narabot.graph import Graph
from narabot.knowledge.communities.building import COMPUTED_REPORTS, CommunityCounts, ReportMethod
from narabot.knowledge.communities.building import build_communities as build_them
from narabot.knowledge.vectors import PHRASE_NODES, REPORT_NODES, embed_nodes
from narabot.llm import no_model
from narabot.settings import Settings
from narabot.understanding.request_class import Classifier
from tests.conftest import wipe
from tests.embedders import WordEmbedder
from tests.ingesting import ingest, write_records
from tests.knowledge_layers import AT_ONCE, build
from tests.records import ancestor, raw_authority, raw_record

GROUPS, NAMES_OF_GROUP, ITEMS_OF_GROUP = 6, 40, 60
SERIES = 500
FIRST = 10_000
SURNAMES = ("Arden", "Brock", "Calder", "Denby", "Elder", "Farrow")


def build_communities(graph: Graph, writer: ReportMethod = COMPUTED_REPORTS) -> CommunityCounts:
    """Build communities and reports on a graph that has a knowledge layer."""
    return build_them(graph, AT_ONCE, writer=writer)


def chat_about_letters(graph: Graph, folder: Path, groups: int = GROUPS) -> Chat:
    """Replace everything in a graph with the letters, their names, and their communities.

    Return a chat without a language model.
    """
    wipe(graph)
    records = [*people(groups), series(), *items(groups=groups)]
    ingest(graph, folder, write_records(folder / "rg.jsonl", *records), batch=200)
    build(graph)
    model: Any = WordEmbedder()
    embed_nodes(graph, PHRASE_NODES, lambda: model, AT_ONCE)
    build_communities(graph)
    embed_nodes(graph, REPORT_NODES, lambda: model, AT_ONCE)
    graph.read("CALL db.awaitIndexes(60)")
    models = Models(model, no_model(), Classifier(model.embed_array))
    return open_chat(Settings(llm_provider="none"), models, graph)


def name_of(group: int, number: int) -> str:
    """Return the heading for a person in a group."""
    given = ("Ada", "Bel", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")[number % 8]
    return f"{SURNAMES[group]}{chr(97 + number // 8)}, {given}"


def spoken(group: int, number: int) -> str:
    """Return a person's name in the order that texts use, with the given name first."""
    family, given = name_of(group, number).split(", ")
    return f"{given} {family}"


def people(groups: int = GROUPS) -> list[dict[str, Any]]:
    """Return the authority records for the names in the texts."""
    return [
        raw_record_of_person(group, number)
        for group in range(groups)
        for number in range(NAMES_OF_GROUP)
    ]


def raw_record_of_person(group: int, number: int) -> dict[str, Any]:
    return raw_authority(name_of(group, number), naId=1000 + 100 * group + number)


def series(na_id: int = SERIES, **fields: Any) -> dict[str, Any]:
    """Return the series that contains all items."""
    note = "These letters tell of harbor lights. They were kept at Gull Point. Some are torn."
    whole = {"naId": na_id, "levelOfDescription": "series", "scopeAndContentNote": note}
    return raw_record("Letters of the lights", **whole | fields)


def item(group: int, number: int, rng: random.Random, year: int = 1901) -> dict[str, Any]:
    """Return an item whose text mentions four names from a group."""
    said = rng.sample(range(NAMES_OF_GROUP), 4)
    names = ", ".join(spoken(group, one) for one in said)
    return raw_record(
        f"Letter {group}-{number}",
        naId=FIRST + 1000 * group + number,
        levelOfDescription="item",
        ancestors=[ancestor(SERIES, "series", 1)],
        scopeAndContentNote=f"{names} wrote of the lamp in {year}.",
    )


def items(seed: int = 1, groups: int = GROUPS) -> list[dict[str, Any]]:
    """Return the items for all groups."""
    rng = random.Random(seed)
    return [item(group, number, rng) for group in range(groups) for number in range(ITEMS_OF_GROUP)]
