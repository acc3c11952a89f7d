"""Tests of the NER model: windows, scores, and the names found in our test sentences."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from safetensors.numpy import load_file, save_file

from narabot.embedding.packed_e5 import open_packed_e5
from narabot.errors import ModelUnavailableError
from narabot.knowledge.classes import classes
from narabot.reading import NAMES_FILE, open_ner_model
from narabot.reading.names import (
    NAME_CLASSES,
    OVERLAP,
    WINDOW,
    NamedSpan,
    NerModel,
    decode_names,
    name_runs,
    trusted_tokens,
    windows_of,
    words_with_tokens,
)
from narabot.reading.tokens import TokenizedText
from narabot.settings import NER_CLASS_PATTERN, Settings

PERSON, PLACE = NAME_CLASSES.index("PERSON"), NAME_CLASSES.index("LOCATION")
COUNT = len(NAME_CLASSES)

SENTENCE = "Clara Barton wrote to Senator Henry Wilson about the hospitals in Virginia."


@pytest.fixture(scope="module")
def reader() -> NerModel:
    return open_ner_model()


def classes_by_name(text: str, found: list[NamedSpan]) -> dict[str, str]:
    return {text[one.start : one.end]: one.entity_class for one in found}


# Windows, words, and sequences


@given(st.integers(0, 2000))
def test_each_token_is_labeled_by_exactly_one_window(count: int) -> None:
    cut = TokenizedText(range(count), [(place, place + 1) for place in range(count)])
    tokens: list[int] = []
    for first in windows_of(cut):
        begin, end = trusted_tokens(first, count)
        assert first <= begin < end <= first + WINDOW
        assert first == 0 or begin - first >= OVERLAP // 2
        tokens += range(begin, end)
    assert tokens == list(range(count))


def test_words_map_to_their_first_token() -> None:
    cut = TokenizedText([5, 6, 7], [(0, 4), (4, 7), (7, 8)])
    assert words_with_tokens("Bart on!?", cut) == [(0, 4, 0), (5, 7, 1), (7, 8, 2)]
    assert words_with_tokens("", TokenizedText([], [])) == []


def test_inside_tag_with_a_different_class_starts_a_name() -> None:
    person, goes_on, place = 1 + PERSON, 1 + COUNT + PERSON, 1 + COUNT + PLACE
    tags = [person, goes_on, person, place, 0, goes_on]
    assert list(name_runs(tags)) == [(0, 1, PERSON), (2, 2, PERSON), (3, 3, PLACE), (5, 5, PERSON)]


def test_name_must_contain_a_letter_or_digit() -> None:
    emitted = np.full((2, 1 + 2 * COUNT), -9, np.float32)
    emitted[:, 1 + PERSON] = 9
    transitions = np.zeros((1 + 2 * COUNT,) * 2, np.float32)
    found = decode_names("- Bo", [(0, 1, 0), (2, 4, 1)], emitted, transitions)
    assert [(one.start, one.end, one.entity_class) for one in found] == [(2, 4, "PERSON")]


# Bundled weights


def test_persons_and_locations_are_found_in_order(reader: NerModel) -> None:
    [found] = reader.read([SENTENCE])
    names = classes_by_name(SENTENCE, found)
    assert names["Clara Barton"] == "PERSON"
    assert names["Henry Wilson"] == "PERSON"
    assert names["Virginia"] == "LOCATION"
    assert [one.start for one in found] == sorted(one.start for one in found)


def test_authority_heading_is_one_person(reader: NerModel) -> None:
    text = "Name: Whitfield, Samuel, 1891-1967"
    [found] = reader.read([text])
    assert classes_by_name(text, found) == {"Whitfield, Samuel": "PERSON"}


def test_organizations_and_countries_are_distinguished(reader: NerModel) -> None:
    text = "Title: Reports of the Northern Pacific Railway Company to the University of Minnesota"
    [found, other] = reader.read([text, "The delegation went from Brazil to Portugal in 1931."])
    names = classes_by_name(text, found)
    assert set(names.values()) == {"ORGANIZATION"}
    assert "University of Minnesota" in names
    assert {one.entity_class for one in other} == {"COUNTRY"}


def test_lowercase_names_are_found(reader: NerModel) -> None:
    text = SENTENCE.lower()
    [found] = reader.read([text])
    assert classes_by_name(text, found).items() >= {("clara barton", "PERSON")}


def test_texts_without_names_return_none(reader: NerModel) -> None:
    texts = ["", " \n\t", "?!…—", "12 34", "The boxes are arranged by number.", "\ud800\udfff"]
    assert reader.read(texts) == [[]] * len(texts)
    assert reader.read([]) == []


def test_positions_are_correct_with_non_latin_letters(reader: NerModel) -> None:
    text = "Письмо: Екатерина Дашкова жила в Москве 🙂. ﬁle \ud800 of İstanbul, Müller"
    [found] = reader.read([text])
    assert classes_by_name(text, found)["Екатерина Дашкова"] == "PERSON"
    for one in found:
        assert text[one.start : one.end].strip() == text[one.start : one.end] != ""


@pytest.mark.slow
def test_batching_does_not_change_the_names_found(reader: NerModel) -> None:
    texts = [SENTENCE, "Title: Maps", SENTENCE * 30, ""]
    together = reader.read(texts)
    for text, found in zip(texts, together, strict=True):
        [alone] = reader.read([text])
        assert [(one.start, one.end) for one in alone] == [(one.start, one.end) for one in found]


def test_concurrent_threads_get_the_same_names(reader: NerModel) -> None:
    texts = [f"{SENTENCE} It is letter {number}." for number in range(12)]
    alone = [reader.read([text]) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda text: reader.read([text]), texts)) == alone


def test_settings_accept_only_known_classes() -> None:
    assert tuple(NER_CLASS_PATTERN.split("|")) == NAME_CLASSES
    assert Settings(ner_classes="PERSON  EVENT").name_classes == ["PERSON", "EVENT"]
    with pytest.raises(ValidationError):
        Settings(ner_classes="PERSON PLANET")
    with pytest.raises(ValidationError):
        Settings(ner_classes="")


# Files


def test_ner_classes_are_nerel_classes() -> None:
    assert set(NAME_CLASSES) <= classes().entities


def test_weights_file_size_is_within_limits() -> None:
    assert 1_000_000 < NAMES_FILE.stat().st_size <= 15_000_000


def test_unreadable_weights_file_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="cannot be read"):
        open_ner_model(tmp_path / "missing.safetensors")
    torn = tmp_path / "torn.safetensors"
    torn.write_bytes(NAMES_FILE.read_bytes()[:5000])
    with pytest.raises(ModelUnavailableError, match="cannot be read"):
        open_ner_model(torn)


@pytest.mark.parametrize("damage", ["lacking", "another shape"])
def test_weights_file_with_wrong_tensors_is_rejected(tmp_path: Path, damage: str) -> None:
    own = load_file(NAMES_FILE)
    facts = {"format": "narabot-names-1", "base": open_packed_e5().digest, "layers": "8"}
    if damage == "lacking":
        del own["transitions"]
    else:
        own["transitions"] = own["transitions"][1:]
    save_file(own, tmp_path / "other.safetensors", metadata=facts)
    with pytest.raises(ModelUnavailableError, match="lacks transitions"):
        open_ner_model(tmp_path / "other.safetensors")
