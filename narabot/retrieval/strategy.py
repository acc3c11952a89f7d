"""What a strategy is: a named way from a request to evidence. Knows none of them."""

from collections.abc import Callable, Sized
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Protocol, TypeVar

from narabot.models import EvidencePath, Listing, Passage, Step
from narabot.models.communities import GlobalContext, LocalContext
from narabot.retrieval.retriever import QUERY_TIMEOUT_S, Retriever
from narabot.understanding import ParsedRequest

Result = TypeVar("Result")

SEARCHED_CHUNKS = 200
"""Chunks that each search gives to a ranking, at least."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is wanted, and how long it may take."""

    passages: int
    """Records; a list may hold more, where more have all of its words."""
    is_varied: bool = False
    """Whether of a sequence of near-duplicates only the best few are wanted."""
    timeout_s: float = QUERY_TIMEOUT_S
    """The server ends a statement that takes longer."""

    @property
    def chunks(self) -> int:
        """The chunks that each search is asked for."""
        return max(SEARCHED_CHUNKS, 2 * self.passages)


@dataclass(frozen=True, slots=True)
class Cost:
    """What finding took."""

    ms: float = 0.0
    statements: int = 0
    model_calls: int = 0
    """Of a language model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a strategy returns."""

    passages: tuple[Passage, ...] = ()
    """The best of each record, best first; an answer's quotes are offsets into their chunks."""
    listing: Listing | None = None
    """How far a list goes; `None` where that is not known."""
    limitations: tuple[str, ...] = ()
    """What was not looked at, a sentence each."""
    cost: Cost = Cost()
    """Counted by `find_evidence`, but for the calls of a model, which a strategy counts."""
    steps: tuple[Step, ...] = ()
    paths: tuple[EvidencePath, ...] = ()
    """From names in the request to records."""
    context: LocalContext | GlobalContext | None = None
    """What a language model reads beside the passages, where a strategy has gathered more."""


class Strategy(Protocol):
    """A way to look, on a graph."""

    def __call__(self, request: ParsedRequest, budget: Budget) -> Evidence:
        """Return the evidence for a request. Raises GraphUnavailableError."""


SearchFunction = Callable[[Retriever, ParsedRequest, Budget], Evidence]
"""A strategy as it is written: the retriever is what it looks with."""


@dataclass(slots=True)
class Steps:
    """What a strategy does, in its own words and in its order: its trace."""

    taken: list[Step] = field(default_factory=list)

    def take(self, name: str, do: Callable[[], Result]) -> Result:
        """Return what a step finds; keep how much that is, and how long it took."""
        began = perf_counter()
        found = do()
        count = len(found) if isinstance(found, Sized) else None
        self.taken.append(Step(name, count, milliseconds(perf_counter() - began)))
        return found


def find_evidence(
    find: SearchFunction, retriever: Retriever, request: ParsedRequest, budget: Budget
) -> Evidence:
    """Return what a strategy finds within a budget, with what that cost."""
    statements = 0
    told = retriever.graph.watch

    def watch(name: str, rows: int, began: float, seconds: float) -> None:
        nonlocal statements
        statements += 1
        if told is not None:
            told(name, rows, began, seconds)

    began = perf_counter()
    evidence = find(retriever.watched(watch, budget.timeout_s), request, budget)
    ms = milliseconds(perf_counter() - began)
    return replace(evidence, cost=replace(evidence.cost, ms=ms, statements=statements))


def milliseconds(seconds: float) -> float:
    """Return seconds as milliseconds, to a tenth."""
    return round(seconds * 1000, 1)
