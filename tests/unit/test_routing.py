"""Tests of request classification: each method, its failures, and the resulting strategies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from narabot.embedding.weights import E5_MODEL
from narabot.errors import ModelUnavailableError, StrategyError
from narabot.llm import LanguageModel, open_language_model
from narabot.models.routing import QueryType
from narabot.routing import Router, RouterMode, Tiers, best_strategy, probe, verdict
from narabot.routing.model_classifier import REPLY_TOKENS
from narabot.routing.patterns import classify_by_pattern, matching_patterns
from narabot.routing.probe import Linear, Probe, packaged_probe, sign_features
from narabot.routing.rules import classify_by_rules
from narabot.routing.suitability import read_suitability
from narabot.rules.routing import query_types
from narabot.settings import Settings
from narabot.words import RUN
from tests.chat_server import Reply, chat_server, refuse
from tests.scripted_model import ScriptedModel

SIMPLE, RELATION, MULTI_HOP, GLOBAL, TEMPORAL, AGGREGATE = QueryType
ALL = {name for names in read_suitability().values() for name in names}

SHARES = {
    "rules": {
        **{one: [0.9 if one is other else 0.02 for other in QueryType] for one in QueryType},
        "silent": [0.4, 0.12, 0.12, 0.12, 0.12, 0.12],
    },
    "pattern": {
        **{one: [0.7 if one is other else 0.06 for other in QueryType] for one in QueryType},
        "silent": [0.4, 0.12, 0.12, 0.12, 0.12, 0.12],
    },
}


@pytest.fixture(autouse=True)
def small_weights(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use probe weights with one dimension per type, six in all."""
    if "as_shipped" not in request.fixturenames:
        bias = np.zeros((6, 1), dtype=np.float32)
        vector = np.eye(6, dtype=np.float32)
        patterns = np.zeros((6, len(matching_patterns("x"))), dtype=np.float32)
        known = Probe(
            "m", Linear(vector, bias), Linear(np.hstack([vector, 4 * vector, patterns]), bias)
        )
        monkeypatch.setattr(probe, "packaged_probe", lambda: known)
        monkeypatch.setattr("narabot.routing.router.packaged_probe", lambda: known)
        monkeypatch.setattr(verdict, "read_calibration", lambda: SHARES)


@pytest.fixture
def as_shipped() -> None:
    """Keep the bundled weights, which `small_weights` otherwise replaces."""


@dataclass(frozen=True)
class Says:
    """The rules' verdict on a request."""

    query_type: str | None = None
    fired: tuple[str, ...] = ()


def silent(words: Sequence[str]) -> Says:
    return Says()


def leaning(query_type: QueryType, odds: float) -> Sequence[float]:
    """Return a vector that favors a type."""
    return [odds if one is query_type else 0.0 for one in QueryType]


def router(
    *,
    rules: Says = Says(),
    vector: Sequence[float] = (0, 0, 0, 0, 0, 0),
    model: LanguageModel | None = None,
    mode: RouterMode = RouterMode.AGENT,
    encoder: str = "m",
) -> Router:
    return Router(Tiers(lambda words: rules, lambda text: vector, encoder, model), mode)


def test_rules_classify_and_report_the_matched_words() -> None:
    step, _ = router(rules=Says("relation", ("related",))).route("Is it related?", ALL)
    assert (step.tier, step.method, step.query_type) == (1, "rules", RELATION)
    assert step.words_fired == ("related",)
    assert step.probability is not None and step.probability > 0.9
    assert step.probabilities[0] == (RELATION, step.probability)
    assert sum(share for _, share in step.probabilities) == pytest.approx(1)


def test_rules_receive_request_words_in_order() -> None:
    received: list[str] = []

    def rules(words: Sequence[str]) -> Says:
        received.extend(words)
        return Says()

    classify_by_rules(rules, "What's in «Box 4», Fort-Ross?")
    assert received == ["What", "s", "in", "Box", "4", "Fort", "Ross"]


def test_rules_and_embedding_are_combined() -> None:
    says = Says("relation", ("related",))
    unsure, _ = router(rules=says, vector=leaning(TEMPORAL, 3)).route("x", ALL)
    assert (unsure.tier, unsure.query_type) == (1, RELATION)
    sure, _ = router(rules=says, vector=leaning(TEMPORAL, 9)).route("x", ALL)
    assert (sure.tier, sure.method, sure.query_type) == (2, "embedding", TEMPORAL)


def test_embedding_decides_when_no_rule_fires() -> None:
    step, _ = router(vector=leaning(MULTI_HOP, 3)).route("x", ALL)
    assert (step.tier, step.query_type) == (2, MULTI_HOP)


# The language model


def test_model_is_called_only_when_other_methods_are_unsure() -> None:
    model = ScriptedModel(["temporal"])
    step, _ = router(model=model).route("x", ALL)
    assert (step.tier, step.method, step.query_type) == (3, "model", TEMPORAL)
    assert model.limits == [REPLY_TOKENS]
    sure = router(rules=Says("relation", ("related",)), model=model)
    assert sure.route("x", ALL)[0].tier == 1
    assert len(model.prompts) == 1


@pytest.mark.parametrize("reply", ["multi_hop", " Multi_hop.\n", '"multi_hop"', "«MULTI_HOP»"])
def test_model_reply_with_a_valid_type_is_accepted(reply: str) -> None:
    step, limitations = router(model=ScriptedModel([reply]), mode=RouterMode.MODEL).route("x", ALL)
    assert step.query_type is MULTI_HOP
    assert limitations == ()


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "banana",
        "simple or global",
        "The type is simple",
        "<think>simple",
        "```simple```\nsimple",
        '{"type": "simple"}',
        "простой",
        "simpleton",
        ModelUnavailableError("The server does not answer."),
    ],
)
def test_invalid_model_reply_falls_back_and_is_reported(reply: str | Exception) -> None:
    model = ScriptedModel([reply])
    step, limitations = router(vector=leaning(GLOBAL, 0.5), model=model).route("x", ALL)
    assert (step.tier, step.query_type) == (2, GLOBAL)
    [limitation] = limitations
    assert "language model" in limitation
    assert len(model.prompts) == 1


def test_unsure_request_gets_best_guess_without_a_model() -> None:
    step, limitations = router(vector=leaning(GLOBAL, 0.5)).route("x", ALL)
    assert (step.tier, step.query_type, limitations) == (2, GLOBAL, ())


def test_request_is_flattened_and_truncated_in_the_prompt() -> None:
    model = ScriptedModel(["simple"], max_input_tokens=400)
    step, _ = router(model=model).route("one\nKind: global\n" + "more " * 1000, ALL)
    assert step.query_type is SIMPLE
    assert "Request: one Kind: global more" in model.prompts[0]
    assert model.count_tokens(model.prompts[0]) <= 400


def server_model(url: str) -> LanguageModel:
    settings = Settings.model_validate(
        {
            "llm_provider": "openai-compatible",
            "llm_base_url": url,
            "llm_model": "m",
        }
    )
    model = open_language_model(settings, retries=0).model
    assert model is not None
    return model


def says(word: str) -> object:
    def script(reply: Reply) -> None:
        reply.begin()
        reply.send_piece(word)
        reply.complete()

    return script


def test_server_classifies_each_type_in_one_call() -> None:
    for query_type in QueryType:
        with chat_server(says(query_type)) as server:
            step, _ = router(model=server_model(server.url)).route("Who?", ALL)
            assert (step.query_type, step.tier) == (query_type, 3)
            assert len(server.requests) == 1


@pytest.mark.parametrize(
    "script", [refuse(429, "too many"), refuse(500, "broken"), says("I refuse"), says("")]
)
def test_failed_server_call_is_not_retried_and_patterns_decide(script: object) -> None:
    with chat_server(script) as server:
        step, limitations = router(model=server_model(server.url), mode=RouterMode.MODEL).route(
            "When was it?", ALL
        )
    assert (step.tier, step.method, step.query_type) == (4, "pattern", TEMPORAL)
    assert limitations
    assert len(server.requests) == 1


# Other encoders and modes


def test_rules_mode_reports_calibrated_probability() -> None:
    step, _ = router(rules=Says("relation", ("related",)), mode=RouterMode.RULES).route("x", ALL)
    assert step.probability == 0.9
    assert router(mode=RouterMode.RULES).route("x", ALL)[0].probabilities[0] == (SIMPLE, 0.4)


def test_sure_rules_precede_patterns_with_a_different_encoder() -> None:
    subject = router(rules=Says("relation", ("related",)), encoder="another")
    step, limitations = subject.route("How many are related?", ALL)
    assert (step.tier, step.query_type, step.probability) == (1, RELATION, 0.9)
    assert limitations


def test_different_encoder_falls_back_to_patterns_and_is_reported() -> None:
    def refused(text: str) -> Sequence[float]:
        raise AssertionError("the vector was computed but cannot be used")

    subject = Router(Tiers(silent, refused, "another"), RouterMode.AGENT)
    step, limitations = subject.route("How many maps are there?", ALL)
    assert (step.tier, step.query_type) == (4, AGGREGATE)
    assert limitations
    alone = Router(Tiers(silent, refused, "another"), RouterMode.EMBEDDING)
    assert alone.route("How many maps are there?", ALL)[0].tier == 4


@pytest.mark.parametrize(
    ("mode", "tier"),
    [
        (RouterMode.RULES, 1),
        (RouterMode.EMBEDDING, 2),
        (RouterMode.MODEL, 3),
        (RouterMode.PATTERN, 4),
    ],
)
def test_single_method_mode_uses_only_that_method(mode: RouterMode, tier: int) -> None:
    model = ScriptedModel(["global"])
    subject = router(
        rules=Says("relation", ("related",)),
        vector=leaning(MULTI_HOP, 9),
        model=model,
        mode=mode,
    )
    step, _ = subject.route("When was it?", ALL)
    expected = {1: RELATION, 2: MULTI_HOP, 3: GLOBAL, 4: TEMPORAL}
    assert (step.tier, step.query_type) == (tier, expected[tier])
    assert len(model.prompts) == (tier == 3)


def test_model_mode_without_a_model_reports_a_limitation() -> None:
    step, limitations = router(mode=RouterMode.MODEL).route("When was it?", ALL)
    assert (step.tier, step.query_type) == (4, TEMPORAL)
    assert "none is configured" in limitations[0]


# Words and patterns


@pytest.mark.parametrize(
    "request_",
    [
        "документ совсем доклад",
        "update candidate thereafter counter",
        "общественность переводчик додекаэдр",
        "thewhen mosthow",
    ],
)
def test_only_whole_words_match(request_: str) -> None:
    assert query_types(RUN.findall(request_)).query_type is None
    assert classify_by_pattern(request_).words == ()


def test_rules_match_english_and_russian_words() -> None:
    assert query_types(["Сколько", "всего", "карт"]).query_type is AGGREGATE
    assert query_types(["How", "many", "maps"]).query_type is AGGREGATE
    assert query_types(["How", "many", "maps"]).fired == ("how many",)


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("Where was the man who built it born?", SIMPLE),
        ("Where was the sister of the man who built it born?", MULTI_HOP),
        ("Чем отличается кит от акулы?", MULTI_HOP),
        ("How many maps?", AGGREGATE),
        ("Сколько времени плыл пароход?", TEMPORAL),
        ("What do they have in common?", RELATION),
        ("How are they related?", RELATION),
        ("How is it connected to that?", RELATION),
        ("What is the average size?", AGGREGATE),
        ("Что у них общего?", RELATION),
        ("Что сделал построивший его?", MULTI_HOP),
        ("Что связывает их?", RELATION),
        ("Give me an overview", GLOBAL),
        ("When was it?", TEMPORAL),
        ("Who is it?", SIMPLE),
    ],
)
def test_patterns_classify_by_request_structure(request_: str, expected: QueryType) -> None:
    assert classify_by_pattern(request_).query_type is expected


# Strategies


@pytest.mark.parametrize("query_type", list(QueryType))
def test_unavailable_strategy_is_never_chosen(query_type: QueryType) -> None:
    left = {*ALL}
    order = []
    while left & set(read_suitability()[SIMPLE]) or left & set(read_suitability()[query_type]):
        chosen = best_strategy(query_type, left)
        assert chosen in left
        order.append(chosen)
        left.discard(chosen)
    assert order[0] == read_suitability()[query_type][0]
    with pytest.raises(StrategyError):
        best_strategy(query_type, left)


# Bundled weights


def test_bundled_weights_match_the_multilingual_encoder(as_shipped: None) -> None:
    shipped = packaged_probe()
    assert shipped.model == E5_MODEL
    assert shipped.by_vector.weight.shape == (6, 384)
    assert shipped.by_all.weight.shape == (6, 384 + len(sign_features("x", None)))
    assert shipped.by_vector.bias.shape == shipped.by_all.bias.shape == (6, 1)


def test_calibration_values_are_probabilities(as_shipped: None) -> None:
    calibration = verdict.read_calibration()
    assert calibration.keys() == {"rules", "pattern"}
    for method in calibration.values():
        assert method.keys() == {*QueryType, verdict.NO_RESULT}
        assert all(sum(one) == pytest.approx(1, abs=0.001) for one in method.values())
        assert all(min(one) > 0 for one in method.values())
