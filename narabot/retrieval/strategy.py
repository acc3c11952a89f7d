"""The interface of strategies: named methods that find evidence for a request. This module does not
depend on any strategy."""

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
"""Minimum number of chunks that each search contributes to a ranking."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much evidence is wanted, and how long the search may take."""

    passages: int
    """Maximum number of records. A list may exceed this number if more records contain all words in
    the request."""
    is_varied: bool = False
    """Whether to keep only the best few records from each sequence of near-duplicates."""
    timeout_s: float = QUERY_TIMEOUT_S
    """Time limit for each statement, in seconds. The server cancels statements that take longer."""

    @property
    def chunks(self) -> int:
        """Number of chunks that each search returns."""
        return max(SEARCHED_CHUNKS, 2 * self.passages)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a search."""

    ms: float = 0.0
    statements: int = 0
    model_calls: int = 0
    """Number of language model calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The result of a strategy."""

    passages: tuple[Passage, ...] = ()
    """The best passage of each record, best first. An answer's quotations are stored as offsets
    into the passages' chunks."""
    listing: Listing | None = None
    """The number of matching records and whether all of them are listed, or `None` if unknown."""
    limitations: tuple[str, ...] = ()
    """Parts of the catalog that the search did not examine, one sentence each."""
    cost: Cost = Cost()
    """The cost of the search. `find_evidence` measures the cost, except that the strategy counts
    model calls."""
    steps: tuple[Step, ...] = ()
    paths: tuple[EvidencePath, ...] = ()
    """Paths from names in the request to records."""
    context: LocalContext | GlobalContext | None = None
    """Additional context for a language model, if the strategy collects any."""


class Strategy(Protocol):
    """A search method bound to a graph."""

    def __call__(self, request: ParsedRequest, budget: Budget) -> Evidence:
        """Return the evidence for a request. Raises GraphUnavailableError."""


SearchFunction = Callable[[Retriever, ParsedRequest, Budget], Evidence]
"""The implementation of a strategy. It searches with the retriever."""


@dataclass(slots=True)
class Steps:
    """The trace of a strategy: its steps in order."""

    taken: list[Step] = field(default_factory=list)

    def take(self, name: str, do: Callable[[], Result]) -> Result:
        """Run a step and return its result. Record the size of the result and the duration."""
        began = perf_counter()
        found = do()
        count = len(found) if isinstance(found, Sized) else None
        self.taken.append(Step(name, count, milliseconds(perf_counter() - began)))
        return found


def find_evidence(
    find: SearchFunction, retriever: Retriever, request: ParsedRequest, budget: Budget
) -> Evidence:
    """Return the evidence that a strategy finds within a budget, with its cost."""
    statements = 0
    observer = retriever.graph.watch

    def watch(name: str, rows: int, began: float, seconds: float) -> None:
        nonlocal statements
        statements += 1
        if observer is not None:
            observer(name, rows, began, seconds)

    began = perf_counter()
    evidence = find(retriever.watched(watch, budget.timeout_s), request, budget)
    ms = milliseconds(perf_counter() - began)
    return replace(evidence, cost=replace(evidence.cost, ms=ms, statements=statements))


def milliseconds(seconds: float) -> float:
    """Convert seconds to milliseconds, rounded to one decimal place."""
    return round(seconds * 1000, 1)
