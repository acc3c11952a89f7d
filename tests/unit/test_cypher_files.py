"""Tests that Cypher files have descriptions and labels, and use only names in the data model."""

import re
from pathlib import Path

import pytest

from narabot.graph import load_query
from narabot.models import Label, Relation
from narabot.models.knowledge import LayerLabel, LayerRelation
from narabot.models.lines import LINE_KINDS, PageSection
from narabot.models.relations import AUTHORITY_RELATIONS, RELATION_GROUPS

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    file for folder in ("narabot", "ingest") for file in (ROOT / folder).rglob("queries/*.cypher")
)

UNLABELED = {"document_retrieval", "foreign_nodes", "number_of_nodes"}
"""A query from the original system, and two that scan all nodes, whatever their labels."""

LABELED = [file for file in FILES if file.stem not in UNLABELED]


OF_ONE_TYPE: dict[str, Label | Relation] = {
    "plan_level": Label.SERIES,
    "link": Relation.DONOR,
    "quality_labels": Label.ITEM,
    "quality_relations": Relation.DONOR,
}
"""Files with one statement per label or per relationship type."""


def code(file: Path) -> str:
    """Return a file's statement with its type filled in, and comments and strings removed."""
    package = ".".join(file.parents[1].relative_to(ROOT).parts)
    text = load_query(package, file.stem, OF_ONE_TYPE.get(file.stem))
    lines = [line.split("//")[0] for line in text.splitlines()]
    return re.sub(r"'[^']*'", "''", "\n".join(lines))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_starts_with_its_purpose(file: Path) -> None:
    assert re.match(r"// [A-Z][^.]+\.", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_labels_are_in_the_data_model(file: Path) -> None:
    used = set(re.findall(r"\(\w*:(\w+)", code(file)))
    assert used <= {*Label, *LayerLabel}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_relationship_types_are_in_the_data_model(file: Path) -> None:
    inside = re.findall(r"\[\w*:([\w|:\s]+)", code(file))
    used = {name for part in inside for name in re.findall(r"\w+", part)}
    assert used <= {*Relation, *LayerRelation}


def test_statement_for_a_type_contains_that_type() -> None:
    for relation in Relation:
        assert f"MERGE (start)-[:{relation}]->(end)" in load_query("ingest", "link", relation)
        assert f"RETURN '{relation}'" in load_query("ingest", "quality_relations", relation)
    for label in Label:
        assert f"MATCH (node:{label})" in load_query("ingest", "quality_labels", label)


def test_relationship_groups_match_the_data_model() -> None:
    groups = {name: "|".join(group) for name, group in RELATION_GROUPS.items()}
    assert groups["BY_OR_ABOUT"] == "creator|contributor|donor|subject"
    assert groups["MADE_OR_GAVE"] == "creator|contributor|donor"
    assert groups["ANY_ABOUT"] == "subject"
    named = set(RELATION_GROUPS["ANY_AUTHORITY_RELATION"])
    assert set(Relation) - named == {Relation.NEXT, Relation.INCLUDES}
    assert named - set(RELATION_GROUPS["ANY_ROLE"]) == {Relation.ORGANIZATION_NAME}


def test_role_headings_are_in_the_names_section() -> None:
    for relation in RELATION_GROUPS["ANY_ROLE"]:
        assert LINE_KINDS[AUTHORITY_RELATIONS[relation].heading].section is PageSection.NAMES


@pytest.mark.parametrize("file", LABELED, ids=lambda file: file.stem)
def test_every_match_has_a_label(file: Path) -> None:
    for clause in re.findall(
        r"MATCH\s+(?:\w+\s*=\s*)?((?:.|\n)*?)(?=\b(?:WITH|WHERE|RETURN|SET|DELETE|DETACH|MERGE|MATCH|FOREACH|CALL|UNWIND|OPTIONAL)\b|$)",
        code(file),
    ):
        assert re.search(r"\(\w*:\w+", clause), clause
