"""Tests of the intent model: decoding, saved weights, and training requests."""

import random
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from narabot.embedding.packed_e5 import PackedE5
from narabot.errors import ModelUnavailableError
from narabot.models.intents import INTENTS, Operation, Slot, SlotKind, named_intent
from narabot.reading import open_intent_parser
from narabot.reading.intents import (
    FIRST_BEGIN_TAG,
    FIRST_INSIDE_TAG,
    INTENT_LAYOUT,
    SLOT_KINDS,
    IntentParser,
    decode_slots,
    most_likely_intent,
    most_likely_tags,
    request_words,
    slots_with_letters,
)
from narabot.reading.tokens import TokenizedText, reading_tokenizer, tokenize_all
from narabot.reading.weights import reader_weights
from tests.tiny_e5 import save_tiny_reader
from training.intent_model import Batch, IntentModel, all_paths, path, target
from training.intents import batches, write
from training.requests import (
    MarkedRequest,
    RequestVariation,
    names_of,
    parse_marks,
    plain_requests,
    read_requests,
    read_stories,
    vary_request,
    with_codes,
)

TOPIC, CREATOR = SLOT_KINDS.index(SlotKind.TOPIC), SLOT_KINDS.index(SlotKind.CREATOR)


def test_begin_tag_starts_a_new_slot() -> None:
    spans = [(0, 2), (3, 5), (6, 8), (9, 11), (12, 14)]
    found = decode_slots(
        spans,
        [
            FIRST_BEGIN_TAG + TOPIC,
            FIRST_INSIDE_TAG + TOPIC,
            FIRST_BEGIN_TAG + TOPIC,
            0,
            FIRST_INSIDE_TAG + CREATOR,
        ],
        np.array([-2, 1, 2, 0, -1], dtype=np.float32),
    )
    assert found == (
        Slot(SlotKind.TOPIC, 0, 5),
        Slot(SlotKind.TOPIC, 6, 8, is_excluded=True),
        Slot(SlotKind.CREATOR, 12, 14),
    )


@given(st.integers(1, 4), st.integers(0, 999))
def test_decoding_finds_the_best_of_all_tag_sequences(words: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    emitted, transitions = rng.standard_normal((words, 3)), rng.standard_normal((3, 3))

    def score(tags: tuple[int, ...]) -> float:
        own = sum(emitted[place, tag] for place, tag in enumerate(tags))
        return float(own + sum(transitions[pair] for pair in pairwise(tags)))

    best = max(product(range(3), repeat=words), key=score)
    assert most_likely_tags(emitted, transitions) == list(best)
    scores = [score(tags) for tags in product(range(3), repeat=words)]
    inputs = torch.tensor(emitted)[None], torch.tensor(transitions), torch.ones((1, words)).bool()
    assert float(all_paths(*inputs)) == pytest.approx(float(np.logaddexp.reduce(scores)))
    assert float(path(*inputs, torch.tensor([best]))) == pytest.approx(score(best))


def test_likelihood_covers_all_forms_of_the_operation() -> None:
    logits = np.full(len(INTENTS), -20.0, dtype=np.float32)
    logits[INTENTS.index("top documents least")] = 1.0
    logits[INTENTS.index("top earliest")] = 0.9
    found = most_likely_intent(logits, ())
    assert (found.operation, found.measure, found.is_least) == (Operation.TOP, "documents", True)
    assert found.likelihood == pytest.approx(1.0, abs=1e-6)


def test_each_intent_has_an_operation() -> None:
    assert {name.split()[0] for name in INTENTS} == set(Operation)
    assert named_intent("next before", 1.0, ()).measure == "before"


@given(st.text(max_size=80))
def test_request_words_keep_their_positions(text: str) -> None:
    cut = TokenizedText(range(len(text)), [(place, place + 1) for place in range(len(text))])
    for start, end, first in request_words(text, cut):
        assert cut.offsets[first][0] == start
        assert text[start:end].strip()


def test_saved_intent_model_matches_the_trained_model(base: PackedE5, tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = IntentModel(base, layers=4, frozen=2).eval()
    write(model, base, tmp_path / "i.safetensors", {})
    reader = IntentParser(base, reader_weights(tmp_path / "i.safetensors", base, INTENT_LAYOUT))
    text = "How many letters name the whale?"
    found = reader.read(text)
    [batch] = [Batch([MarkedRequest(text, "en", "count", (), "g")], reading_tokenizer(base))]
    with torch.no_grad():
        intents, tagged, excluded = (one[0].numpy() for one in model(batch.ids, batch.mask))
    places = [1 + first for _, _, first in batch.words[0]]
    spans = [(start, end) for start, end, _ in batch.words[0]]
    tags = most_likely_tags(tagged[places], model.transitions.detach().numpy())
    assert found.slots == slots_with_letters(text, decode_slots(spans, tags, excluded[places]))
    assert found.likelihood == pytest.approx(most_likely_intent(intents, ()).likelihood, abs=5e-3)
    assert reader.read("").slots == ()
    assert reader.read("whale " * 500).operation in Operation


def test_weights_from_a_different_model_are_rejected(base: PackedE5, tmp_path: Path) -> None:
    other = save_tiny_reader(tmp_path / "reader.safetensors", base)
    with pytest.raises(ModelUnavailableError, match="narabot-intents-1"):
        reader_weights(other, base, INTENT_LAYOUT)
    with pytest.raises(ModelUnavailableError, match="cannot be read"):
        open_intent_parser(tmp_path / "none.safetensors")


# Training requests


def test_marks_are_parsed_as_slots() -> None:
    text, slots = parse_marks(
        "[[KIND|cables]] not by [[BY!|the Navy]]: [[ASK:other_series|others]]?"
    )
    assert text == "cables not by the Navy: others?"
    assert slots == (
        Slot(SlotKind.KIND, 0, 6),
        Slot(SlotKind.CREATOR, 14, 22, is_excluded=True),
        Slot(SlotKind.ASK_OTHER_SERIES, 24, 30),
    )
    for bad in ("[[KIND|cables", "[[NO|cables]]"):
        with pytest.raises(ValueError, match=r"mark|SlotKind"):
            parse_marks(bad)


def test_word_gets_the_tag_of_its_slot() -> None:
    slots = (Slot(SlotKind.TOPIC, 4, 12, is_excluded=True),)
    assert target(slots, 0, 3) == (0, -1.0)
    assert target(slots, 4, 7) == (FIRST_BEGIN_TAG + TOPIC, 1.0)
    assert target(slots, 8, 12) == (FIRST_INSIDE_TAG + TOPIC, 1.0)


def test_training_requests_cover_all_kinds_and_both_languages() -> None:
    requests = list(read_requests())
    assert len(requests) > 2000
    assert {one.intent.split()[0] for one in requests} == set(Operation)
    assert {slot.kind for one in requests for slot in one.slots} == set(SlotKind)
    russian = sum(one.lang == "ru" for one in requests) / len(requests)
    assert 0.2 < russian < 0.3
    assert len({one.group for one in requests}) >= 8
    assert all(one.intent == "none" for one in plain_requests())


def test_request_variation_swaps_names_and_updates_slots() -> None:
    one = MarkedRequest(
        *parse_marks("Maps by [[BY|Ann]] of [[T|Rome]]?")[:1], "en", "list", (), "g"
    )
    one = MarkedRequest(one.text, "en", "list", parse_marks("Maps by [[BY|Ann]]?")[1], "g")
    names = {("en", SlotKind.CREATOR): ["the Bureau of Ships"]}
    how, stories = RequestVariation(swap=1, small=1, bare=1, story=1), {"en": ["I sail."]}
    varied = vary_request(one, names, stories, how, random.Random(1))
    assert varied.text == "i sail. maps by the bureau of ships of rome"
    assert varied.text[varied.slots[0].start : varied.slots[0].end] == "the bureau of ships"
    coded = with_codes({("en", SlotKind.RECORD): ["a log"] * 8}, 0.5, random.Random(1))
    assert len(coded["en", SlotKind.RECORD]) == 12
    assert min(map(len, read_stories().values())) > 100
    assert names_of([one]) == {("en", SlotKind.CREATOR): ["Ann"]}


def test_batches_contain_each_request_at_most_once() -> None:
    requests = [MarkedRequest("x" * n, "en", "none", (), str(n)) for n in range(1, 200)]
    made = batches(requests, random.Random(2))
    groups = [one.group for batch in made for one in batch]
    assert len(groups) == len(set(groups)) == len(made) * len(made[0])


def test_tokenization_matches_the_base_model(base: PackedE5) -> None:
    [cut] = tokenize_all(reading_tokenizer(base), ["who is"])
    assert [start for start, _, _ in request_words("who is", cut)] == [0, 4]
