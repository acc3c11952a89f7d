"""Tests of the reader: record windows, tokenized pairs, and decoding of the model's output."""

import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

from narabot.embedding.packed_e5 import PackedE5
from narabot.errors import ModelUnavailableError
from narabot.reading import OWN_FILE
from narabot.reading import reader_file as wanted_file
from narabot.reading.reader import MAX_PAIR_TOKENS, Reader, decode_span, softmax
from narabot.reading.tokens import (
    MAX_QUESTION_TOKENS,
    TokenizedText,
    TokenPair,
    join_pair,
    reading_tokenizer,
    tokenize_all,
)
from narabot.reading.weights import reader_weights
from narabot.reading.windows import (
    MAX_BODY_CHARS,
    MAX_NAME_CHARS,
    split_into_windows,
    window_heading,
)
from narabot.settings import Settings
from tests.tiny_e5 import save_packed_e5, save_tiny_reader
from tests.tiny_models import disable_hub

TEXTS = st.text(alphabet="ab .\nC:", max_size=1500)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> PackedE5:
    return PackedE5(save_packed_e5(tmp_path_factory.mktemp("e5") / "tiny.bin"))


@pytest.fixture(scope="module")
def reader_file(base: PackedE5, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_reader(tmp_path_factory.mktemp("reader") / "reader.safetensors", base)


@pytest.fixture(scope="module")
def reader(base: PackedE5, reader_file: Path) -> Reader:
    return Reader(base, reader_weights(reader_file, base))


# Windows


def test_window_heading_has_title_and_nearest_and_top_ancestors() -> None:
    assert window_heading("Maps", ["Coast maps", "Charts", "Records of the Navy"]) == (
        "Title: Maps\nIn: Coast maps; Records of the Navy"
    )
    assert window_heading("Maps", ["Charts"]) == "Title: Maps\nIn: Charts"
    assert window_heading("Maps", []) == "Title: Maps"
    assert len(window_heading("x" * 999, ["y" * 999])) < 2 * MAX_NAME_CHARS + 20


@given(TEXTS)
def test_windows_contain_all_words_once_in_order(text: str) -> None:
    found = split_into_windows("Title: N", text)
    assert "".join("".join(one.text[one.body_at :].split()) for one in found) == "".join(
        text.split()
    )
    for one in found:
        body = one.text[one.body_at :]
        assert text[one.start : one.start + len(body)] == body
        assert len(body) <= MAX_BODY_CHARS + 1
        assert one.text.startswith("Title: N\n")


def test_title_line_is_not_repeated() -> None:
    [one] = split_into_windows("Title: Maps", "Title: Maps\nDates: 1910")
    assert one.text == "Title: Maps\nDates: 1910"
    assert one.text[one.title_at :].startswith("Maps")
    [empty] = split_into_windows("Title: Maps", "Title: Maps")
    assert empty.text == "Title: Maps\n"


# Tokens


def test_line_break_becomes_a_token(base: PackedE5) -> None:
    [cut] = tokenize_all(reading_tokenizer(base), ["ab\ncd"])
    tokens = [reading_tokenizer(base).id_to_token(one) for one in cut.ids]
    assert tokens == ["▁a", "b", "▁|", "▁c", "d"]
    assert [cut.offsets[0], cut.offsets[-1]] == [(0, 1), (4, 5)]


def test_long_question_leaves_room_for_the_text() -> None:
    pair = join_pair(range(10, 999), [5, 6])
    assert len(pair.ids) == MAX_QUESTION_TOKENS + 3 + 3
    assert pair.ids[pair.text_at :] == (5, 6, 2)


# Decoding


def spans(tokens: int, **peaks: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    logits = np.zeros((tokens, 2), np.float32)
    logits[peaks["start"], 0] = logits[peaks["end"], 1] = 5
    return logits


def test_best_span_is_decoded_to_characters() -> None:
    pair = TokenPair((0, 9, 2, 2, 11, 12, 13, 2), 4)
    text = TokenizedText((11, 12, 13), ((0, 3), (3, 8), (8, 9)))
    found = decode_span(0.5, spans(8, start=5, end=6), pair, text)
    assert (found.start, found.end, found.gain, found.relevance) == (3, 9, 10, 0.5)


def test_span_stays_in_order_and_within_the_text() -> None:
    pair = TokenPair((0, 9, 2, 2, 11, 12, 13, 2), 4)
    text = TokenizedText((11, 12, 13), ((0, 3), (3, 8), (8, 9)))
    found = decode_span(0.0, spans(8, start=6, end=4), pair, text)
    assert found.start < found.end
    assert found.gain == 5
    outside = decode_span(0.0, spans(8, start=1, end=7), pair, text)
    assert outside.gain == 0


def test_gain_subtracts_the_first_tokens_score() -> None:
    logits = spans(8, start=5, end=6)
    logits[0] = 7
    pair = TokenPair((0, 9, 2, 2, 11, 12, 13, 2), 4)
    assert (
        decode_span(0, logits, pair, TokenizedText((1, 2, 3), ((0, 1), (1, 2), (2, 3)))).gain == -4
    )


def test_probabilities_sum_to_one() -> None:
    found = softmax(np.array([[1.0, 2.0, 900.0], [0.0, 0.0, 0.0]], np.float32))
    assert np.allclose(found, [[0, 0, 1], [1 / 3] * 3])


# The model


def test_text_has_equal_results_alone_and_in_a_batch(reader: Reader) -> None:
    texts = ["Title: a\nb c d", "Title: " + "long text. " * 30, "", "x" * 900]
    together = reader.read("who wrote a", texts)
    for text, found in zip(texts, together, strict=True):
        [alone] = reader.read("who wrote a", [text])
        assert alone.relevance == pytest.approx(found.relevance, abs=1e-4)
        assert alone.gain == pytest.approx(found.gain, abs=1e-4)
        assert (alone.start, alone.end) == (found.start, found.end)
    assert len({round(found.relevance, 3) for found in together}) > 2
    assert reader.read("who", []) == []


def test_support_results_keep_the_input_order(reader: Reader) -> None:
    pairs = [("a b c. " * 20, "a"), ("d", "e f g"), ("h i", "j" * 400)]
    found = reader.supports(pairs)
    for pair, one in zip(pairs, found, strict=True):
        [alone] = reader.supports([pair])
        assert alone.supported == pytest.approx(one.supported, abs=1e-4)
        assert one.supported + one.contradicted + one.not_said == pytest.approx(1, abs=1e-5)


def test_parallel_threads_get_the_sequential_results(reader: Reader) -> None:
    texts = [f"text number {number} " * (number + 1) for number in range(12)]
    expected = reader.read("which number", texts)
    found: list[list[object]] = []

    def run() -> None:
        found.extend([reader.read("which number", texts)] for _ in range(4))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [one[0] for one in found] == [expected] * 12


def test_input_is_cut_to_the_model_limit(reader: Reader) -> None:
    [long] = reader.read("a" * 5000, ["b" * 5000])
    assert long.end <= MAX_PAIR_TOKENS


# The file


def test_invalid_reader_file_is_rejected(base: PackedE5, reader_file: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.safetensors"
    torn.write_bytes(reader_file.read_bytes()[:500])
    with pytest.raises(ModelUnavailableError, match="cannot be read"):
        reader_weights(torn, base)
    with pytest.raises(ModelUnavailableError, match="cannot be read"):
        reader_weights(tmp_path / "missing", base)
    other = tmp_path / "other.safetensors"
    save_file(load_file(reader_file), other)
    with pytest.raises(ModelUnavailableError, match="READER_MODEL"):
        reader_weights(other, base)


def test_reader_for_a_different_base_model_is_rejected(reader_file: Path, tmp_path: Path) -> None:
    other = PackedE5(save_packed_e5(tmp_path / "other.bin", seed=9))
    with pytest.raises(ModelUnavailableError, match="different base model"):
        reader_weights(reader_file, other)


def test_reader_without_a_head_is_rejected(
    base: PackedE5, reader_file: Path, tmp_path: Path
) -> None:
    less = tmp_path / "less.safetensors"
    own = {name: one for name, one in load_file(reader_file).items() if "support" not in name}
    facts = {"format": "narabot-reader-1", "base": base.digest}
    save_file(own, less, metadata=facts)
    with pytest.raises(ModelUnavailableError, match=r"lacks support\.weight, support\.bias"):
        reader_weights(less, base)


@pytest.mark.parametrize("name", ["span.weight", "encoder.layer.0.output.dense.bias"])
def test_reader_with_a_wrong_shape_is_rejected(
    base: PackedE5, reader_file: Path, tmp_path: Path, name: str
) -> None:
    own = load_file(reader_file)
    own[name] = np.zeros((7, 7), np.float16)
    facts = {"format": "narabot-reader-1", "base": base.digest}
    save_file(own, tmp_path / "other.safetensors", metadata=facts)
    with pytest.raises(ModelUnavailableError, match=f"damaged: {name}"):
        reader_weights(tmp_path / "other.safetensors", base)


@pytest.mark.parametrize("name", ["own", "file", "folder"])
def test_reader_can_be_bundled_a_file_or_a_folder(
    reader_file: Path, tmp_path: Path, name: str
) -> None:
    places = {
        "own": ("own", OWN_FILE),
        "file": (str(reader_file), reader_file),
        "folder": (str(tmp_path), tmp_path / "reader.safetensors"),
    }
    chosen, expected = places[name]
    assert wanted_file(Settings(reader_model=chosen)) == expected


def test_bundled_reader_exists_within_its_size_limit() -> None:
    assert 20_000_000 < OWN_FILE.stat().st_size <= 30_000_000


def test_missing_reader_error_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    disable_hub(monkeypatch, tmp_path)
    with pytest.raises(ModelUnavailableError, match="READER_MODEL"):
        wanted_file(Settings(reader_model="nobody/no-reader"))
