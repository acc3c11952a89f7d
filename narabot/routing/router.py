"""Route a request: classify the request and choose a strategy for it.

Rules, patterns, and the probe cost almost nothing beyond the embedding, so the router combines
them. The router calls a language model if the combined verdict is no more likely to be right than
wrong.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from narabot.llm import LanguageModel
from narabot.models.routing import QueryType
from narabot.models.traces import RouterStep
from narabot.routing.model_classifier import MODEL_ERRORS, classify_with_model
from narabot.routing.patterns import classify_by_pattern
from narabot.routing.probe import Embed, classify_by_all, classify_by_vector, packaged_probe
from narabot.routing.rules import Rules, classify_by_rules
from narabot.routing.suitability import best_strategy
from narabot.routing.verdict import Verdict

MODEL_THRESHOLD = 0.5
"""The router calls a language model if no type has a probability above this threshold."""

NO_MODEL = "A language model should have classified the request, but none is configured."
MODEL_FAILED = "A language model should have classified the request, but it failed."
ENCODER_MISMATCH = (
    "The request could not be classified by its embedding because the classifier is fitted only "
    "to the default embedding model."
)


class RouterMode(StrEnum):
    """The classifiers that a router uses. The modes with one classifier exist for comparison."""

    AGENT = "agent"
    PATTERN = "agent_pattern"
    RULES = "agent_mangle"
    MODEL = "agent_llm"
    EMBEDDING = "agent_embedding"


@dataclass(frozen=True, slots=True)
class Tiers:
    """The inputs that the classifiers need."""

    rules: Rules
    embed: Embed
    encoder: str
    """Name of the model that `embed` uses."""
    model: LanguageModel | None = None

    @property
    def has_probe(self) -> bool:
        """Whether the probe is fitted to the encoder."""
        return packaged_probe().model == self.encoder


class Router:
    """Classifies requests and chooses strategies for them."""

    def __init__(self, tiers: Tiers, mode: RouterMode = RouterMode.AGENT) -> None:
        """Store the classifiers' inputs and the mode."""
        self._tiers = tiers
        self._mode = mode

    def route(self, request: str, available: Collection[str]) -> tuple[RouterStep, tuple[str, ...]]:
        """Return the type of a request, the best available strategy, and the limitations.

        Each limitation is a sentence about a classifier that could not be used. The router calls a
        language model at most once. Raises StrategyError if no available strategy suits any type of
        request.
        """
        limitations: list[str] = []
        verdict = self._classify(request, limitations)
        strategy = best_strategy(verdict.query_type, available)
        return router_step(verdict, strategy), tuple(limitations)

    def _classify(self, request: str, limitations: list[str]) -> Verdict:
        match self._mode:
            case RouterMode.PATTERN:
                return classify_by_pattern(request)
            case RouterMode.RULES:
                return classify_by_rules(self._tiers.rules, request)
            case RouterMode.MODEL:
                return self._classify_by_model(request, limitations) or classify_by_pattern(request)
            case RouterMode.EMBEDDING:
                return self._classify_by_probe(request, limitations) or classify_by_pattern(request)
            case _:
                return self._classify_or_ask_model(request, limitations)

    def _classify_or_ask_model(self, request: str, limitations: list[str]) -> Verdict:
        verdict = self._classify_without_model(request, limitations)
        if verdict.probability > MODEL_THRESHOLD or self._tiers.model is None:
            return verdict
        return self._classify_by_model(request, limitations) or verdict

    def _classify_without_model(self, request: str, limitations: list[str]) -> Verdict:
        by_rules = classify_by_rules(self._tiers.rules, request)
        if self._tiers.has_probe:
            return classify_by_all(self._tiers.embed, request, by_rules)
        limitations.append(ENCODER_MISMATCH)
        by_pattern = classify_by_pattern(request)
        is_surer = by_rules.words and by_rules.probability > by_pattern.probability
        return by_rules if is_surer else by_pattern

    def _classify_by_probe(self, request: str, limitations: list[str]) -> Verdict | None:
        if self._tiers.has_probe:
            return classify_by_vector(self._tiers.embed, request)
        limitations.append(ENCODER_MISMATCH)
        return None

    def _classify_by_model(self, request: str, limitations: list[str]) -> Verdict | None:
        if self._tiers.model is None:
            limitations.append(NO_MODEL)
            return None
        try:
            return classify_with_model(self._tiers.model, request)
        except MODEL_ERRORS as error:
            limitations.append(f"{MODEL_FAILED} {error}")
            return None


def router_step(verdict: Verdict, strategy: str) -> RouterStep:
    """Return a trace's router step for a verdict and the chosen strategy."""
    by_probability = sorted(QueryType, key=verdict.probabilities.__getitem__, reverse=True)
    return RouterStep(
        tier=verdict.tier,
        method=verdict.method,
        probabilities=tuple((one, verdict.probabilities[one]) for one in by_probability),
        query_type=verdict.query_type,
        suggested_tool=strategy,
        words_fired=verdict.words,
    )
