"""From a request to its type and its strategy.

Rules, patterns and probe cost nothing beside the request's vector, so they tell together; a
language model is asked where that is no likelier right than wrong.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from narabot.llm import LanguageModel
from narabot.models.routing import QueryType
from narabot.models.traces import RouterStep
from narabot.routing.asking import FAILED, told_by_model
from narabot.routing.patterns import told_by_pattern
from narabot.routing.probe import Embed, own_probe, told_by_all, told_by_probe
from narabot.routing.rules import Rules, told_by_rules
from narabot.routing.suitability import suitable
from narabot.routing.verdict import Verdict

UNSURE = 0.5
"""A language model is asked where the rest is not likelier right than wrong."""

NO_MODEL = "The type of the request was to be told by a language model, and there is none."
MODEL_FAILED = "The type of the request was to be told by a language model, which failed."
OTHER_ENCODER = (
    "The type of the request could not be told by its vector: what tells it is fitted to the "
    "default embedding model alone."
)


class RouterMode(StrEnum):
    """By which ways a router tells; those of one way alone are there to be compared."""

    AGENT = "agent"
    PATTERN = "agent_pattern"
    RULES = "agent_mangle"
    MODEL = "agent_llm"
    EMBEDDING = "agent_embedding"


@dataclass(frozen=True, slots=True)
class Tiers:
    """What the ways to tell need."""

    rules: Rules
    embed: Embed
    encoder: str
    """The name of the model behind `embed`."""
    model: LanguageModel | None = None

    @property
    def has_probe(self) -> bool:
        """Whether the probe is fitted to the encoder."""
        return own_probe().model == self.encoder


class Router:
    """Tells types of requests, and strategies for them."""

    def __init__(self, tiers: Tiers, mode: RouterMode = RouterMode.AGENT) -> None:
        """Take what the ways to tell need, and which of them are asked."""
        self._tiers = tiers
        self._mode = mode

    def route(self, request: str, available: Collection[str]) -> tuple[RouterStep, tuple[str, ...]]:
        """Return of which type a request is, with the best available strategy for it.

        Beside it what was to tell and could not, a sentence each. A language model is asked at most
        once. Raises StrategyError where no available strategy is for requests.
        """
        unseen: list[str] = []
        verdict = self._told(request, unseen)
        strategy = suitable(verdict.query_type, available)
        return step_of(verdict, strategy), tuple(unseen)

    def _told(self, request: str, unseen: list[str]) -> Verdict:
        match self._mode:
            case RouterMode.PATTERN:
                return told_by_pattern(request)
            case RouterMode.RULES:
                return told_by_rules(self._tiers.rules, request)
            case RouterMode.MODEL:
                return self._asked(request, unseen) or told_by_pattern(request)
            case RouterMode.EMBEDDING:
                return self._probed(request, unseen) or told_by_pattern(request)
            case _:
                return self._surest(request, unseen)

    def _surest(self, request: str, unseen: list[str]) -> Verdict:
        verdict = self._together(request, unseen)
        if verdict.probability > UNSURE or self._tiers.model is None:
            return verdict
        return self._asked(request, unseen) or verdict

    def _together(self, request: str, unseen: list[str]) -> Verdict:
        by_rules = told_by_rules(self._tiers.rules, request)
        if self._tiers.has_probe:
            return told_by_all(self._tiers.embed, request, by_rules)
        unseen.append(OTHER_ENCODER)
        by_pattern = told_by_pattern(request)
        is_surer = by_rules.words and by_rules.probability > by_pattern.probability
        return by_rules if is_surer else by_pattern

    def _probed(self, request: str, unseen: list[str]) -> Verdict | None:
        if self._tiers.has_probe:
            return told_by_probe(self._tiers.embed, request)
        unseen.append(OTHER_ENCODER)
        return None

    def _asked(self, request: str, unseen: list[str]) -> Verdict | None:
        if self._tiers.model is None:
            unseen.append(NO_MODEL)
            return None
        try:
            return told_by_model(self._tiers.model, request)
        except FAILED as error:
            unseen.append(f"{MODEL_FAILED} {error}")
            return None


def step_of(verdict: Verdict, strategy: str) -> RouterStep:
    """Return what was told, as a trace keeps it."""
    likeliest = sorted(QueryType, key=verdict.probabilities.__getitem__, reverse=True)
    return RouterStep(
        tier=verdict.tier,
        method=verdict.method,
        probabilities=tuple((one, verdict.probabilities[one]) for one in likeliest),
        query_type=verdict.query_type,
        suggested_tool=strategy,
        words_fired=verdict.words,
    )
