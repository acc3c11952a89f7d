"""Tests of training the router: request types, held-out data, and fitted weights."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open

from narabot.models.routing import QueryType
from narabot.rules.routing import query_types
from narabot.words import STOP_WORDS, folded_parts
from training import routing
from training.requests import MarkedRequest, parse_marks
from training.routing import (
    HELD_OUT_WRITER,
    fit_classifier,
    log_loss,
    shares,
    temperature,
    weights_of,
    write_probe,
)
from training.routing_requests import (
    TypedRequest,
    intent_requests,
    open_questions,
    router_requests,
    sample_requests,
    template_requests,
    type_of,
)
from training.routing_scores import calibration_error, interval, validation


def marked(text: str, intent: str) -> MarkedRequest:
    plain, slots = parse_marks(text)
    return MarkedRequest(plain, "en", intent, slots, "g")


def requests() -> list[TypedRequest]:
    """Return twelve requests of each type by six writers."""
    return [
        TypedRequest(f"{kind} {place}", "en", kind, "routing", f"writer {place % 6}")
        for kind in QueryType
        for place in range(12)
    ]


@pytest.mark.parametrize(
    ("text", "intent", "expected"),
    [
        ("How many [[LEVEL|series]]?", "count", QueryType.AGGREGATE),
        ("Which came first, [[REC|a]] or [[REC|b]]?", "compare earlier", QueryType.TEMPORAL),
        ("What links [[REC|a]] and [[REC|b]]?", "common", QueryType.RELATION),
        ("[[ASK:box|Which box]] is [[REC|a]] in?", "tell", QueryType.SIMPLE),
        (
            "Who [[ASK:predecessor|preceded]] the maker of [[REC|a]]?",
            "tell",
            QueryType.MULTI_HOP,
        ),
        ("[[ASK:dates|When]] was [[REC|a]]?", "tell", None),
        ("[[KIND|telegrams]] from [[FROM|Lima]]", "list", None),
        ("Why did the mill burn?", "none", QueryType.SIMPLE),
        ("When did the mill burn?", "none", None),
    ],
)
def test_request_type_follows_from_intent_and_slots(
    text: str, intent: str, expected: QueryType | None
) -> None:
    assert type_of(marked(text, intent)) is expected


def test_own_requests_cover_all_types_in_both_languages() -> None:
    for found, least in ((router_requests(), 300), (validation(), 200)):
        assert len(found) >= least
        kinds = {(one.query_type, one.lang) for one in found}
        assert len(kinds) == 2 * len(QueryType)
        assert len({one.text for one in found}) == len(found)


def test_validation_requests_are_not_used_for_training() -> None:
    def content(text: str) -> frozenset[str]:
        return frozenset(word for word in folded_parts(text) if word not in STOP_WORDS)

    trained = {one.text.lower() for one in (*router_requests(), *template_requests(5))}
    assert not trained & {one.text.lower() for one in validation()}
    long = {content(one.text) for one in router_requests() if len(content(one.text)) >= 4}
    assert not long & {content(one.text) for one in validation()}


def test_held_out_writer_has_requests_of_every_type() -> None:
    own = [one for one in intent_requests() if one.group == HELD_OUT_WRITER]
    assert len({one.query_type for one in own}) == len(QueryType)


def test_templates_leave_no_placeholder_unfilled() -> None:
    found = list(template_requests(5))
    assert found == list(template_requests(5))
    assert not [one.text for one in found if "{" in one.text or "}" in one.text]


def test_sampling_is_independent_of_other_sources() -> None:
    pool = list(template_requests(5))
    alone = {one.text for one in sample_requests(pool, 5)}
    beside = {
        one.text
        for one in sample_requests([*intent_requests(), *pool], 5)
        if one.source == "templates"
    }
    assert alone == beside


def test_open_questions_are_typed_by_their_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"question": "When did it sink?", "type": "date", "source": "s"},
        {"question": "Who sank it?", "type": "person", "source": "s"},
        {"question": "Who sank it after the fire?", "type": "person", "source": "s"},
        {"question": "Who sank the most?", "type": "person", "source": "mintaka-dev"},
        {"question": "Сколько судов?", "type": "count", "source": "rubq"},
    ]
    monkeypatch.setattr("training.routing_requests.rows", lambda folder, name: rows)
    found = [(one.text, one.lang, one.query_type) for one in open_questions(tmp_path)]
    assert found == [
        ("When did it sink?", "en", QueryType.TEMPORAL),
        ("Who sank it?", "en", QueryType.SIMPLE),
        ("Сколько судов?", "ru", QueryType.AGGREGATE),
    ]


def test_fitted_classifier_recovers_types_from_vectors(tmp_path: Path) -> None:
    own = requests()
    rng = np.random.default_rng(1)
    place = {kind: number for number, kind in enumerate(QueryType)}
    vectors = np.array([np.eye(8)[place[one.query_type]] for one in own])
    vectors += rng.normal(0, 0.1, vectors.shape)
    weight, bias = fit_classifier(own, vectors, np.ones(8))
    assert weight.shape == (6, 8)
    predicted = (vectors @ weight.T + bias[:, 0]).argmax(axis=1)
    assert [list(QueryType)[one] for one in predicted] == [one.query_type for one in own]
    write_probe(tmp_path / "probe.safetensors", "m", {"vector": (weight, bias)})
    with safe_open(tmp_path / "probe.safetensors", framework="numpy") as stored:
        assert stored.metadata() == {"model": "m"}
        assert stored.get_tensor("vector_weight") == pytest.approx(weight, rel=1e-4)


def test_temperature_calibrates_overconfident_odds() -> None:
    rng = np.random.default_rng(1)
    types = rng.integers(0, 6, 600)
    right = np.where(rng.random(600) < 0.7, types, rng.integers(0, 6, 600))
    odds, weights = 20 * np.eye(6)[right], np.ones(600)
    heat = temperature(odds, types, weights)
    assert heat > 2
    assert log_loss(odds / heat, types, weights) < log_loss(odds, types, weights)


def test_weights_balance_request_types() -> None:
    own = [*requests(), *requests()[:12]]
    weights = weights_of(own)
    for kind in QueryType:
        total = sum(
            weight for weight, one in zip(weights, own, strict=True) if one.query_type is kind
        )
        assert total == pytest.approx(weights.sum() / 6)


def test_shares_are_type_frequencies_per_verdict() -> None:
    own = requests()
    verdicts = [QueryType.GLOBAL if one.query_type is QueryType.GLOBAL else None for one in own]
    rows = dict(row.split(" = ") for row in shares(own, verdicts))
    order = list(QueryType)
    certain = json.loads(rows["global"])
    assert max(certain) == certain[order.index(QueryType.GLOBAL)] > 0.8
    assert json.loads(rows["silent"])[order.index(QueryType.GLOBAL)] < 0.05
    assert json.loads(rows["simple"]) == pytest.approx([1 / 6] * 6, abs=0.001)


def test_calibration_is_written_for_rules_and_patterns(tmp_path: Path) -> None:
    routing.write_calibration(tmp_path / "c.toml", requests(), query_types)
    text = (tmp_path / "c.toml").read_text(encoding="utf-8")
    assert "[rules]" in text
    assert "[pattern]" in text


def test_intervals_and_calibration_errors_are_correct() -> None:
    assert interval(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert calibration_error([0.9] * 10, [True] * 9 + [False]) == pytest.approx(0)
    assert calibration_error([1.0, 1.0], [True, False]) == pytest.approx(0.5)
