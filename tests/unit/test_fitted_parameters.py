"""Tests of fitted parameters: they load as written and yield probabilities."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from narabot.logistic import Logistic, likelihood, read_logistic, write_logistic


@dataclass(frozen=True, slots=True)
class Signs:
    near: float
    named: float


FITTED = Logistic({"near": 2.0, "named": -1.5}, bias=0.25, threshold=0.4)


def test_logistic_parameters_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    write_logistic(path, FITTED, "training.some", "some.py")
    assert read_logistic(path) == FITTED
    assert path.read_text().startswith("# Fitted by `python -m training.some`, for some.py")


def test_log_odds_are_a_weighted_sum() -> None:
    assert FITTED.log_odds(Signs(near=1.0, named=0.5)) == 2.0 - 0.75 + 0.25
    assert FITTED.likelihood(Signs(near=0.0, named=0.0)) == likelihood(0.25)


@pytest.mark.parametrize(("log_odds", "expected"), [(0.0, 0.5), (-40.0, 0.0), (40.0, 1.0)])
def test_log_odds_convert_to_probabilities(log_odds: float, expected: float) -> None:
    assert likelihood(log_odds) == pytest.approx(expected, abs=1e-12)


def test_default_threshold_is_one_half(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("bias = 1.0\nnear = 2.0\n")
    assert read_logistic(path) == Logistic({"near": 2.0}, 1.0, 0.5)
