"""Tests of detecting an embedding model's languages from its tokenizer."""

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from narabot.embedding.interface import supports_language
from narabot.models import Wording
from narabot.understanding.query_rewriting import in_english, in_original_language
from tests.embedders import packaged_tokenizer


def trained_on(*texts: str) -> Tokenizer:
    """Return a WordPiece tokenizer trained on these texts."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(texts, trainers.WordPieceTrainer(special_tokens=["[UNK]"]))
    return tokenizer


RUSSIAN = "переписка министра с послом о границе"


def test_vocabulary_with_words_of_a_language_supports_it() -> None:
    assert supports_language(trained_on(RUSSIAN, "letters of the minister"), RUSSIAN)


def test_vocabulary_without_words_does_not_support_a_language() -> None:
    assert not supports_language(trained_on("letters of the minister"), RUSSIAN)
    assert not supports_language(packaged_tokenizer(), RUSSIAN)
    assert supports_language(packaged_tokenizer(), "letters of the minister to the ambassador")


def test_supported_language_keeps_request_and_adds_english_words() -> None:
    wording = in_english("Где карта Бостона?")
    assert wording is not None
    assert in_original_language(wording) == Wording(
        "Где карта Бостона?", ("map", "boston", "boston")
    )
    assert in_original_language(Wording("a map")) == Wording("a map")
