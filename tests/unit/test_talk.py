"""Tests of recognizing small talk, broad questions, and follow-ups from an embedding."""

from collections.abc import Sequence

import pytest

from narabot.chat.small_talk import texts
from narabot.embedding.weights import E5_MODEL
from narabot.understanding import message_probes as module
from narabot.understanding.message_probes import MessageProbes, read_probes

HELP = {"model": "m", "help": {"weights": [4.0, 0.0], "bias": -1.0}}
LEANS = {"leans": {"weights": [0.0, 4.0], "bias": -1.0}}
BROAD = {"broad": {"weights": [-4.0, -4.0], "bias": 1.0}}
SEEKS = {"seeks": {"weights": [2.0, 2.0], "bias": -5.0}}
NAMED = {"named": {"weights": [1.0, 0.0], "bias": -1.0}}


@pytest.fixture(autouse=True)
def two_numbers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use probe weights with two dimensions: small talk and dependence on an earlier message."""
    if "as_shipped" not in request.fixturenames:
        monkeypatch.setattr(module, "read_probes", lambda: HELP | LEANS | BROAD | SEEKS | NAMED)


@pytest.fixture
def as_shipped() -> None:
    """Keep the bundled weights, which `two_numbers` otherwise replaces."""


def embed(message: str) -> Sequence[float]:
    return [message.count("hello"), message.count("it")]


def test_small_talk_is_distinguished_from_requests() -> None:
    talk = MessageProbes(embed, "m")
    assert talk.is_small_talk("hello")
    assert not talk.is_small_talk("who wrote it")
    assert talk.depends_on_earlier("who wrote it") == 3.0
    assert talk.depends_on_earlier("hello") == -1.0


def test_dependent_request_with_a_greeting_is_not_small_talk() -> None:
    assert not MessageProbes(embed, "m").is_small_talk("hello, who wrote it with it")


def test_message_with_a_name_is_not_small_talk() -> None:
    assert not MessageProbes(embed, "m").is_small_talk("hello, hello")


def test_broad_questions_are_distinguished_from_others() -> None:
    talk = MessageProbes(embed, "m")
    assert talk.is_broad("where do I start")
    assert not talk.is_broad("who wrote it")
    assert talk.is_broad("is it of it or it")


def test_message_is_embedded_once() -> None:
    embedded: list[str] = []
    talk = MessageProbes(lambda message: embedded.append(message) or embed(message), "m")
    assert (
        talk.is_small_talk("hello")
        and not talk.is_broad("hello")
        and talk.depends_on_earlier("hello")
    )
    assert embedded == ["hello"]


def test_different_encoder_disables_the_probes() -> None:
    talk = MessageProbes(embed, "another")
    assert not talk.is_small_talk("hello")
    assert not talk.is_broad("where do I start")
    assert talk.depends_on_earlier("who wrote it") is None


def test_bundled_weights_match_the_multilingual_encoder(as_shipped: None) -> None:
    probes = read_probes()
    assert probes["model"] == E5_MODEL
    kinds = ("help", "leans", "broad", "seeks", "named")
    assert all(len(probes[name]["weights"]) == 384 for name in kinds)


def test_help_text_exists_in_both_languages() -> None:
    help_texts = texts()
    assert len(help_texts["en"]) == len(help_texts["ru"])
    assert help_texts["examples"].keys() == {"en", "ru"}
    assert sum("{examples}" in one for one in help_texts["en"] + help_texts["ru"]) == 2
