"""Every Cypher file: described, labelled, and in the contract's words only."""

import re
from pathlib import Path

import pytest

from narabot.models import Label, Relation

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    file for folder in ("narabot", "ingest") for file in (ROOT / folder).rglob("queries/*.cypher")
)

UNLABELLED = {"document_retrieval", "foreign_nodes", "number_of_nodes"}
"""The first system's own words; and two that look at all nodes, whatever their labels."""

LABELLED = [file for file in FILES if file.stem not in UNLABELLED]


def code(file: Path) -> str:
    """Return a file's statement without comments and strings."""
    lines = [line.split("//")[0] for line in file.read_text(encoding="utf-8").splitlines()]
    return re.sub(r"'[^']*'", "''", "\n".join(lines))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_begins_with_what_it_is_for(file: Path) -> None:
    assert re.match(r"// [A-Z][^.]+\.", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_labels_are_those_of_the_data_model(file: Path) -> None:
    used = set(re.findall(r"\(\w*:(\w+)", code(file)))
    assert used <= set(Label)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_relation_types_are_those_of_the_data_model(file: Path) -> None:
    inside = re.findall(r"\[\w*:([\w|:\s]+)", code(file))
    used = {name for part in inside for name in re.findall(r"\w+", part)}
    assert used <= set(Relation)


def test_the_quality_report_counts_every_label_and_every_relation() -> None:
    queries = ROOT / "ingest" / "queries"
    labels = re.findall(r"\(node:(\w+)\)", code(queries / "quality_labels.cypher"))
    relations = re.findall(r"\[relation:(\w+)\]", code(queries / "quality_relations.cypher"))
    assert sorted(labels) == sorted(Label)
    assert sorted(relations) == sorted(Relation)


@pytest.mark.parametrize("file", LABELLED, ids=lambda file: file.stem)
def test_every_match_names_a_label(file: Path) -> None:
    for clause in re.findall(
        r"MATCH\s+(?:\w+\s*=\s*)?((?:.|\n)*?)(?=\b(?:WITH|WHERE|RETURN|SET|DELETE|DETACH|MERGE|MATCH|FOREACH|CALL|UNWIND|OPTIONAL)\b|$)",
        code(file),
    ):
        assert re.search(r"\(\w*:\w+", clause), clause
