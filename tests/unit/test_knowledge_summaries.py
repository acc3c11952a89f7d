"""Tests of entity and relation summaries: extracted descriptions, or supported generated text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.errors import InvalidQuestionError, ModelUnavailableError
from narabot.knowledge.summaries import (
    MAX_SUMMARY_CHARS,
    EntitySummarizer,
    PhraseDescription,
    RelationSummarizer,
    Summary,
    central_text,
)
from narabot.settings import Settings
from tests.autouse import bare_environment
from tests.further_payloads import ALL_PAYLOADS
from tests.payloads import Payload
from tests.scripted_model import ScriptedModel

__all__ = ["bare_environment"]


def settings() -> Settings:
    """Return the default settings."""
    return Settings.model_validate({})


KEEPERS = [
    PhraseDescription("keeper of Gull Point Light", "Ada Marsh, keeper of Gull Point Light, left."),
    PhraseDescription("Keeper of Gull Point Light"),
    PhraseDescription("a keeper from Holmhaven", "A keeper from Holmhaven, Ada Marsh, was paid."),
    PhraseDescription("she was paid for a boat"),
]
OWN = "a keeper from Holmhaven; keeper of Gull Point Light; she was paid for a boat"


def test_most_central_description_comes_first_without_a_model() -> None:
    summary = EntitySummarizer(None, settings()).summarize(["Ada Marsh"], KEEPERS)
    assert summary.name == "Ada Marsh"
    assert not summary.is_written
    assert summary.text == OWN


def test_most_central_text_shares_most_words() -> None:
    descriptions = ["red lamp", "brass lamp of the light", "lamp of the light", "oil"]
    assert central_text(descriptions).split("; ")[0] == "lamp of the light"
    assert central_text(["lamp of the light", "lamp"]) == "lamp; lamp of the light"
    assert central_text([]) == central_text(["", " "]) == ""


def test_redundant_description_is_omitted() -> None:
    assert central_text(["lamp of brass", "brass lamp of the light", "the light"]) == (
        "brass lamp of the light"
    )


@given(st.lists(st.text(max_size=300), max_size=12), st.randoms())
def test_summary_is_short_and_independent_of_order(texts: list[str], random: object) -> None:
    shuffled = texts[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert central_text(texts) == central_text(shuffled)
    assert len(central_text(texts)) <= MAX_SUMMARY_CHARS


def test_long_description_is_truncated_between_words() -> None:
    text = central_text(["keeper of the light " * 60])
    assert MAX_SUMMARY_CHARS - 20 <= len(text) <= MAX_SUMMARY_CHARS
    assert text.endswith("…")
    assert text.removesuffix("…").split()[-1] in {"keeper", "of", "the", "light"}


def summary_of(reply: str | Exception) -> tuple[Summary, ScriptedModel]:
    """Return a summary of the lighthouse keeper, and the scripted model that was used."""
    model = ScriptedModel([reply])
    return EntitySummarizer(model, settings()).summarize(["Ada Marsh", "A. Marsh"], KEEPERS), model


@pytest.mark.parametrize(
    ("reply", "name", "text"),
    [
        ("Ada Marsh → A keeper from Holmhaven.", "Ada Marsh", "A keeper from Holmhaven."),
        (
            "A. Marsh (Ada Marsh) -> Keeper of Gull Point Light. She was paid for a boat.",
            "A. Marsh (Ada Marsh)",
            "Keeper of Gull Point Light. She was paid for a boat.",
        ),
        ("Bert Moss → A keeper from Holmhaven.", "Ada Marsh", "A keeper from Holmhaven."),
        ("A keeper from Holmhaven.", "Ada Marsh", "A keeper from Holmhaven."),
    ],
)
def test_fully_supported_model_summary_is_used(reply: str, name: str, text: str) -> None:
    summary, model = summary_of(reply)
    assert summary == Summary(name, text, True)
    assert len(model.prompts) == 1
    assert "> Ada Marsh\n> A. Marsh\n" in model.prompts[0]
    assert "> A keeper from Holmhaven, Ada Marsh, was paid.\n" in model.prompts[0]


@pytest.mark.parametrize(
    "reply",
    [
        "Ada Marsh → Keeper of Gull Point Light. She won a prize in 1901.",
        "Ada Marsh → The governor of Holmhaven",
        "Ada Marsh → A keeper from Brighton",
        "Ada Marsh → Смотрительница маяка",
        "Ada Marsh → ",
        "",
        "<think>well",
        "Ada Marsh → " + "A keeper from Holmhaven. " * 20,
        ModelUnavailableError("gone"),
        InvalidQuestionError("too long"),
    ],
)
def test_unsupported_model_summary_falls_back_to_descriptions(reply: str | Exception) -> None:
    summary, model = summary_of(reply)
    assert not summary.is_written
    assert summary == EntitySummarizer(None, settings()).summarize(["Ada Marsh"], KEEPERS)
    assert len(model.prompts) == 1


def test_model_is_not_called_without_descriptions() -> None:
    model = ScriptedModel()
    assert EntitySummarizer(model, settings()).summarize(["Ada Marsh"], []).text == ""
    assert RelationSummarizer(model, settings()).summarize(("a", "b"), None, []).text == ""


def test_relation_summary_follows_the_same_rules() -> None:
    descriptions = [
        PhraseDescription("Ada Marsh was born in Holmhaven"),
        PhraseDescription("Ada Marsh left Holmhaven in 1891"),
    ]
    ends = ("Ada Marsh", "Holmhaven")
    model = ScriptedModel(
        ["Ada Marsh was born in Holmhaven and left in 1891.", "She ruled Holmhaven."]
    )
    summarizer = RelationSummarizer(model, settings())
    written = summarizer.summarize(ends, "PLACE_OF_BIRTH", descriptions)
    assert written == Summary("", "Ada Marsh was born in Holmhaven and left in 1891.", True)
    own = summarizer.summarize(ends, None, descriptions)
    assert own == RelationSummarizer(None, settings()).summarize(ends, None, descriptions)
    assert set(own.text.split("; ")) == {one.text for one in descriptions}
    assert "Relation: PLACE_OF_BIRTH\n" in model.prompts[0]


@pytest.mark.parametrize("payload", ALL_PAYLOADS, ids=[payload.name for payload in ALL_PAYLOADS])
def test_summary_ignores_instructions_in_descriptions(payload: Payload) -> None:
    descriptions = [*KEEPERS, PhraseDescription(payload.text, payload.text)]
    model = ScriptedModel([f"Ada Marsh → {payload.obeyed}"])
    summary = EntitySummarizer(model, settings()).summarize(["Ada Marsh"], descriptions)
    whole = " ".join(payload.text.split())  # a summary may quote a whole description
    assert not summary.is_written
    assert payload.obeyed not in summary.text.replace(whole, "")


# Example from document 001

TSAR = [
    PhraseDescription("русский царь", "Пётр Первый, русский царь, затем император России."),
    PhraseDescription("реформатор", "Пётр Великий — реформатор, проводивший масштабные реформы."),
]
NAMES = ["Пётр I", "Пётр Первый", "Пётр Великий"]
LINE = '*Пётр I (Пётр Великий)* → "Император России, проводивший масштабные реформы"'


def test_summary_of_peter_matches_document_001() -> None:
    summary = EntitySummarizer(ScriptedModel([LINE]), settings()).summarize(NAMES, TSAR)
    assert summary == Summary(
        "Пётр I (Пётр Великий)", "Император России, проводивший масштабные реформы", True
    )


def test_summary_of_peter_needs_the_quotations_as_support() -> None:
    """The words "император" and "реформы" are in the quotations, but not in the descriptions."""
    alone = [PhraseDescription(one.text) for one in TSAR]
    summary = EntitySummarizer(ScriptedModel([LINE]), settings()).summarize(NAMES, alone)
    assert summary == Summary("Пётр I", "реформатор; русский царь")
