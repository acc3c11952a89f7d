"""Statements of headings, and long lists on phrase pages."""

import pytest

from narabot.graph import Graph
from narabot.presentation.phrase_json import PhraseResponse
from narabot.retrieval.phrases import phrase_page
from tests.knowledge_layers import build
from tests.neo4j.test_knowledge import loaded, phrase_id

__all__ = ["loaded"]

pytestmark = pytest.mark.layer


def test_heading_statements_are_stored_per_text_and_summed(loaded: Graph) -> None:
    build(loaded)
    [row] = loaded.read(
        "MATCH (:PhraseNode {naId: 9})-[related:RELATED_TO]->(:PhraseNode {name: '1852-10-09'}) "
        "RETURN properties(related) AS told"
    )
    assert row["told"] == {"classes": ["DATE_FOUNDED_IN"], "weight": 3.0, "statements": 3}
    for statement in loaded.read(
        "MATCH (statement:Statement)-[:STATED_IN]->(chunk:PassageNode) "
        "RETURN statement.start AS start, statement.end AS end, size(chunk.text) AS size, "
        "COUNT { (statement)-[:STATED_IN]->(:record) } AS places"
    ):
        assert 0 <= statement["start"] < statement["end"] <= statement["size"]
        assert statement["places"] == 1


@pytest.mark.parametrize("most", [1, 2])
def test_phrase_page_reports_whether_more_relations_exist(
    most: int, loaded: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(loaded)
    monkeypatch.setattr("narabot.retrieval.phrases.MOST_RELATIONS", most)
    page = phrase_page(loaded, phrase_id(loaded, 8))
    assert len(page.relations) == most
    assert page.has_more_relations == (most < 2)
    assert PhraseResponse.of(page).to_json()["hasMoreRelations"] == (most < 2)
