"""All plans up to depth three are safe."""

from narabot.graph import Graph
from narabot.models import (
    Connection,
)
from narabot.plans.algebra import (
    Descendants,
)
from narabot.plans.evaluation import evaluate
from narabot.plans.sources import open_sets
from tests.sample.test_plans import LEAVES, ROW, Explaining, deeper, values_over


def test_depth_three_plans_never_write_or_scan_all_nodes(
    sample_graph: Graph, sample_server: Connection
) -> None:
    row = dict.fromkeys(ROW, None) | {"naId": 1, "title": "Logs", "levelOfDescription": "series"}
    makers = {"naId_creators": [2], "heading_creators": ["Board"], "heading": "Board"}
    given = (row | makers | {"ancestors": [3], "size": 1, "hits": 1},)
    graph = Explaining(sample_graph.driver, sample_server, given=given)
    second = deeper(LEAVES)
    third = deeper(second)
    assert len(third) > 9000
    for wanted in third:
        open_sets(graph).read(wanted)
    for plan in values_over([*LEAVES, Descendants(LEAVES[0])]):
        evaluate(plan, open_sets(graph))
    assert len(graph.seen) >= 5
    for query, found in graph.seen.items():
        assert not found & {"AllNodesScan", "CartesianProduct"}, query
