"""Tests of the query adapter, which maps a request's vector toward record vectors."""

import numpy as np
import pytest

from narabot.embedding.query_adapter import QueryAdapter, adapter_of
from narabot.embedding.weights import E5_MODEL, MINILM


def test_request_vector_is_adapted_and_normalized() -> None:
    weight = np.array([[0.0, 1.0], [0.0, 0.0]], dtype=np.float32)
    adapter = QueryAdapter(weight, np.zeros(2, dtype=np.float32))
    [turned] = adapter.adapt(np.array([[0.6, 0.8]], dtype=np.float32))
    assert np.linalg.norm(turned) == pytest.approx(1.0)
    assert turned == pytest.approx(np.array([1.4, 0.8]) / np.hypot(1.4, 0.8))


def test_only_the_fitted_encoder_has_an_adapter() -> None:
    own = adapter_of(E5_MODEL)
    assert own is not None
    assert own.weight.shape == (384, 384)
    assert own.bias.shape == (384,)
    assert 0 < np.abs(own.weight).max() < 1
    assert adapter_of(MINILM) is None
