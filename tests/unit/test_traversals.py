"""Tests of walks over names and statements, compared with brute force on 500 random graphs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import inf
from random import Random

import networkx as nx
import pytest

from narabot.retrieval.operators.traversals import (
    STEP_COST,
    Bounds,
    Edge,
    EdgeKind,
    Path,
    Quotas,
    Walk,
    beam,
    best_paths,
    breadth_first,
    cheapest_path,
    cheapest_paths,
    interleaved,
    step_cost,
    water_circles,
)

GRAPHS = 500
WHOLE = 50
"""A limit larger than the number of nodes or edges in any of the graphs."""


@dataclass
class SmallGraph:
    """An in-memory graph that counts the requests for each node's edges."""

    nearness: dict[str, float]
    edges: tuple[Edge, ...]
    asked: Counter[str] = field(default_factory=Counter)

    def neighbors(self, node: str) -> Sequence[Edge]:
        """Return the edges at a node."""
        self.asked[node] += 1
        return [edge for edge in self.edges if node in (edge.start, edge.end)]

    def closeness(self, node: str) -> float:
        """Return a node's similarity to the request."""
        return self.nearness[node]

    @property
    def oracle(self) -> "nx.MultiGraph[str]":
        """The same graph in networkx."""
        graph: nx.MultiGraph[str] = nx.MultiGraph()
        graph.add_nodes_from(self.nearness)
        graph.add_edges_from((edge.start, edge.end, edge.edge_id) for edge in self.edges)
        return graph


def random_graph(seed: int) -> SmallGraph:
    """Return a graph of up to 9 nodes, possibly disconnected, with some parallel edges."""
    draw = Random(seed)
    nodes = [f"n{number}" for number in range(draw.randint(2, 9))]
    edges = [
        Edge(f"e{number:02}", *draw.sample(nodes, 2), draw.choice(list(EdgeKind)))
        for number in range(draw.randint(0, 14))
    ]
    return SmallGraph({node: draw.uniform(-0.2, 1.0) for node in nodes}, tuple(edges))


def drawn(graphs: int = GRAPHS) -> Iterator[tuple[SmallGraph, list[str], int]]:
    """Yield graphs, each with start nodes and a depth."""
    for seed in range(graphs):
        graph, draw = random_graph(seed), Random(-seed - 1)
        nodes = list(graph.nearness)
        yield graph, draw.sample(nodes, draw.randint(1, min(3, len(nodes)))), draw.randint(1, 4)


def simple_paths(graph: SmallGraph, start: str, depth: int) -> Iterator[Path]:
    """Yield all simple paths of up to `depth` edges from a node, by brute force."""

    def grow(path: Path) -> Iterator[Path]:
        for edge in graph.edges if len(path.edges) < depth else ():
            here = path.nodes[-1]
            if here in (edge.start, edge.end):
                node = edge.end if here == edge.start else edge.start
                if node not in path.nodes:
                    longer = Path((*path.nodes, node), (*path.edges, edge))
                    yield longer
                    yield from grow(longer)

    return grow(Path((start,), ()))


def cost(graph: SmallGraph, nodes: Sequence[str]) -> float:
    """Return the cost of a path through these nodes, using the module's formula."""
    return sum(STEP_COST + 1 - min(max(graph.nearness[node], 0), 1) for node in nodes[1:])


def nearness(graph: SmallGraph, path: Path) -> float:
    """Return the mean similarity of the nodes in a path, excluding the first node."""
    return sum(graph.nearness[node] for node in path.nodes[1:]) / len(path.edges)


def steps_from(graph: SmallGraph, start: str) -> dict[str, int]:
    """Return the number of steps from the start node to each node."""
    return dict(nx.single_source_shortest_path_length(graph.oracle, start))


def test_breadth_first_finds_edges_within_depth_nearest_first() -> None:
    for graph, starts, depth in drawn():
        steps = [steps_from(graph, start) for start in starts]
        ring = {
            edge: min(there.get(end, inf) for there in steps for end in (edge.start, edge.end))
            for edge in graph.edges
        }
        walk = breadth_first(graph, starts, Bounds(depth))
        assert set(walk.edges) == {edge for edge in graph.edges if ring[edge] < depth}
        assert [ring[edge] for edge in walk.edges] == sorted(ring[edge] for edge in walk.edges)
        assert len(set(walk.edges)) == len(walk)
        assert not walk.is_cut


def test_a_star_matches_dijkstra() -> None:
    found = 0
    for graph, starts, _ in drawn():
        weighted = nx.DiGraph(graph.oracle)
        for _, end, data in weighted.edges(data=True):
            data["weight"] = cost(graph, ["", end])
        for goal in graph.nearness:
            path = cheapest_path(graph, starts[0], goal, Bounds(WHOLE))
            try:
                least = nx.dijkstra_path_length(weighted, starts[0], goal)
            except nx.NetworkXNoPath:
                assert path is None
                continue
            assert path is not None
            assert cost(graph, path.nodes) == pytest.approx(least)
            found += 1
    assert found > GRAPHS


def test_depth_limited_a_star_finds_the_cheapest_short_path() -> None:
    longer_is_cheaper = 0
    for graph, starts, depth in drawn():
        costs: dict[str, float] = {starts[0]: 0.0}
        for one in simple_paths(graph, starts[0], depth):
            goal = one.nodes[-1]
            costs[goal] = min(costs.get(goal, inf), cost(graph, one.nodes))
        for goal in graph.nearness:
            path = cheapest_path(graph, starts[0], goal, Bounds(depth))
            assert (path is None) == (goal not in costs)
            if path is not None:
                assert len(path.edges) <= depth
                assert cost(graph, path.nodes) == pytest.approx(costs[goal])
                whole = cheapest_path(graph, starts[0], goal, Bounds(WHOLE))
                assert whole is not None
                longer_is_cheaper += len(whole.edges) > depth
    assert longer_is_cheaper


def test_costlier_path_with_fewer_edges_is_kept() -> None:
    near = {
        "s": 1.0,
        "a": 1.0,
        "b": 1.0,
        "x": 0.5,
        "n": 1.0,
        "y": 1.0,
        "z": 1.0,
        "w": 0.0,
        "g": 1.0,
    }
    ways = ["sabn", "sxn", "nyzg", "nwg"]
    pairs = [pair for way in ways for pair in pairwise(way)]
    edges = [Edge(f"{one}{other}", one, other, EdgeKind.RELATION) for one, other in pairs]
    path = cheapest_path(SmallGraph(near, tuple(edges)), "s", "g", Bounds(5))
    assert path is not None
    assert "".join(path.nodes) == "sxnyzg"


@pytest.mark.slow
def test_a_star_heuristic_never_overestimates() -> None:
    for graph, starts, _ in drawn():
        for path in simple_paths(graph, starts[0], WHOLE):
            goal = path.nodes[-1]
            least = (steps_from(graph, goal)[starts[0]] - 1) * STEP_COST + step_cost(graph, goal)
            assert least <= cost(graph, path.nodes) + 1e-12


def test_cheapest_paths_connect_every_pair_of_starts() -> None:
    for graph, starts, depth in drawn():
        bounds = Bounds(depth)
        paths = [cheapest_path(graph, *pair, bounds) for pair in combinations(starts, 2)]
        edges = {edge for path in paths if path for edge in path.edges}
        walk = cheapest_paths(graph, starts, starts, bounds)
        assert {edge.edge_id for edge in walk.edges} == {edge.edge_id for edge in edges}


def test_unlimited_beam_finds_all_paths_nearest_first() -> None:
    for graph, starts, depth in drawn():
        all_paths = [path for start in starts for path in simple_paths(graph, start, depth)]

        def order(path: Path, graph: SmallGraph = graph) -> tuple[float, list[str]]:
            return -nearness(graph, path), [edge.edge_id for edge in path.edges]

        paths = best_paths(graph, starts, Bounds(depth), width=10**6)
        assert sorted(map(order, paths)) == [order(path) for path in paths]
        assert Counter(paths) == Counter(all_paths)
        whole = beam(graph, starts, Bounds(depth), width=10**6)
        assert set(whole.edges) == set(breadth_first(graph, starts, Bounds(depth)).edges)


def test_narrow_beam_extends_only_the_best_shorter_paths() -> None:
    for graph, starts, depth in drawn():
        paths = best_paths(graph, starts, Bounds(depth), width=2)
        by_length: dict[int, list[Path]] = {}
        for path in paths:
            by_length.setdefault(len(path.edges), []).append(path)
        shorter = [Path((start,), ()) for start in starts]
        for length in range(1, depth + 1):
            level = by_length.get(length, [])
            assert len(level) <= 2
            grown = [
                path
                for start in starts
                for path in simple_paths(graph, start, length)
                if any(path.edges[:-1] == one.edges and start == one.nodes[0] for one in shorter)
                and len(path.edges) == length
            ]
            best = sorted(nearness(graph, path) for path in grown)[-2:][::-1]
            assert [nearness(graph, path) for path in level] == pytest.approx(best)
            shorter = level


QUOTAS = Quotas(chain=2, hyper=2, episodic=1, other=1)


def test_water_circles_take_rings_and_chains_by_quota() -> None:
    chains = 0
    for graph, starts, depth in drawn():
        of_chain = edges_of_shortest_ways(graph, starts, depth)
        chains += bool(of_chain)
        steps = [steps_from(graph, start) for start in starts]
        kinds: dict[int, list[tuple[float, float, str]]] = {0: [], 1: [], 2: [], 3: []}
        number = {EdgeKind.THESIS: 1, EdgeKind.EPISODE: 2, EdgeKind.RELATION: 3}
        for edge in graph.edges:
            ends = (edge.start, edge.end)
            ring = min(there.get(end, inf) for there in steps for end in ends)
            if ring < depth:
                near = -max(graph.nearness[end] for end in ends)
                kind = 0 if edge.edge_id in of_chain else number[edge.kind]
                kinds[kind].append((ring, near, edge.edge_id))
        best = [
            edge_id
            for kind, most in enumerate((2, 2, 1, 1))
            for _, _, edge_id in sorted(kinds[kind])[:most]
        ]
        walk = water_circles(graph, starts, Bounds(depth), QUOTAS)
        assert [edge.edge_id for edge in walk.edges] == best
    assert chains > 50


def edges_of_shortest_ways(graph: SmallGraph, starts: Sequence[str], depth: int) -> set[str]:
    """Return the edges on all shortest paths between any two start nodes, up to a depth."""
    found: set[str] = set()
    for one, other in combinations(starts, 2):
        if steps_from(graph, one).get(other, inf) <= depth:
            for way in nx.all_shortest_paths(graph.oracle, one, other):
                pairs = [set(pair) for pair in pairwise(way)]
                found |= {edge.edge_id for edge in graph.edges if {edge.start, edge.end} in pairs}
    return found


def test_walks_respect_the_node_limit() -> None:
    for graph, starts, depth in drawn(100):
        bounds = Bounds(depth, nodes=2)
        reach = {node for start in starts for node in steps_from(graph, start)}
        graph.asked.clear()
        walk = breadth_first(graph, starts, bounds)
        assert graph.asked.total() <= 2
        assert (
            walk.is_cut
            or depth == 1
            or len(reach) <= 2
            or set(walk.edges) == set(breadth_first(graph, starts, Bounds(depth)).edges)
        )
        graph.asked.clear()
        cheapest_path(graph, starts[0], starts[-1], bounds)
        assert graph.asked.total() <= 2 * 2, "once to measure and once to walk"


def test_interleaving_alternates_edges_between_walks() -> None:
    one, two, three = (Edge(name, "a", "b", EdgeKind.THESIS) for name in "123")
    assert interleaved([Walk((one, two)), Walk((three, one, two))]) == Walk((one, three, two))
    assert interleaved([Walk((one,), is_cut=True), Walk(())]).is_cut
