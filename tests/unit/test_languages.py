"""Whether an embedding model reads a language, told by its tokenizer."""

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from narabot.embedding.languages import SAMPLES, reads
from narabot.models import Wording
from narabot.retrieval.searches import Searches
from narabot.russian import in_english
from tests.embedders import packaged_tokenizer


def trained_on(*texts: str) -> PreTrainedTokenizerFast:
    """Return a word-piece tokenizer with the words of some texts."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(texts, trainers.WordPieceTrainer(special_tokens=["[UNK]"]))
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]")


def test_a_vocabulary_with_words_of_a_language_reads_it() -> None:
    assert reads(trained_on(SAMPLES["ru"], "letters of the minister"), "ru")


def test_one_without_its_letters_or_with_no_more_than_these_does_not() -> None:
    assert not reads(trained_on("letters of the minister"), "ru")
    assert not reads(packaged_tokenizer(), "ru")


class Reader:
    """An embedding model that reads Russian, or not."""

    def __init__(self, *, reads_russian: bool) -> None:
        """Take what it reads."""
        self.reads_russian = reads_russian


@pytest.mark.parametrize(
    ("reads_russian", "said"), [(True, "Где карта гавани?"), (False, "where map")]
)
def test_a_request_is_compared_by_meaning_in_words_that_the_model_reads(
    reads_russian: bool, said: str
) -> None:
    searches = Searches(None, Reader(reads_russian=reads_russian), 100)  # type: ignore[arg-type]
    wording = in_english("Где карта гавани?")
    assert wording is not None
    assert searches.in_readable_words(wording).startswith(said)
    assert searches.in_readable_words(Wording("a map")) == "a map"
