"""Divide a record's text into chunks that fit the embedding model.

Sizes are measured in the model's tokens. From the second chunk on, the embedded text begins with
the record's name, so that a search for the record's topic also finds later chunks. The stored text
does not include the name.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from langchain_text_splitters import RecursiveCharacterTextSplitter, TextSplitter
from tokenizers import Tokenizer

from ingest.parse.chunkers import SentenceChunker
from ingest.parse.record import CatalogRecord
from ingest.parse.sentence_spans import Sentences, sentences_of

NAME_TOKENS = 64
"""Maximum length of the record's name before a chunk, in tokens."""

SPECIAL_TOKENS = 4
"""Tokens reserved for the model's special tokens and for the line break after the name."""

CACHED_LENGTHS = 256
"""Number of texts whose lengths are cached. The splitter measures each text several times."""

SEPARATORS = ["\n\n", "\n", ". ", "? ", "! ", "; ", " ", ""]
"""Separators at which to split a text, in order of preference.

They fall between paragraphs, lines, sentences, words, and, as a last resort, characters.
"""


@dataclass(frozen=True)
class Chunker:
    """Divides texts into chunks for one embedding model."""

    tokenizer: Tokenizer
    max_tokens: int
    overlap_tokens: int
    sentence_chunker: SentenceChunker | None = None
    """Replaces the default splitter. Its chunks do not overlap."""

    @cached_property
    def chunk_tokens(self) -> int:
        """Maximum number of tokens in a chunk, without the record's name."""
        return max(self.max_tokens - min(NAME_TOKENS, self.max_tokens // 4) - SPECIAL_TOKENS, 8)

    @cached_property
    def own_tokenizer(self) -> Tokenizer:
        """A private copy of the tokenizer, with truncation and padding disabled."""
        inner: Tokenizer = copy.deepcopy(self.tokenizer)
        inner.no_truncation()
        inner.no_padding()
        return inner

    @cached_property
    def length(self) -> Callable[[str], int]:
        """A function that returns the number of tokens in a text, without special tokens."""
        encode = self.own_tokenizer.encode
        return lru_cache(CACHED_LENGTHS)(lambda text: len(encode(text, add_special_tokens=False)))

    @cached_property
    def splitter(self) -> TextSplitter:
        """The default splitter, which preserves every character."""
        return RecursiveCharacterTextSplitter(
            length_function=self.length,
            chunk_size=self.chunk_tokens,
            chunk_overlap=min(self.overlap_tokens, self.chunk_tokens // 4),
            separators=SEPARATORS,
            keep_separator="end",
            strip_whitespace=False,
        )

    def chunks(self, text: str) -> list[str]:
        """Return the text's chunks in reading order. Only white space may be lost."""
        if self.fits(text, self.chunk_tokens):
            return [text]
        if self.sentence_chunker:
            spans = self.sentence_chunker.spans(self.sentences(text))
            return [text[start:end] for start, end in spans if text[start:end].strip()]
        return [chunk for chunk in self.splitter.split_text(text) if chunk.strip()]

    def sentences(self, text: str) -> Sentences:
        """Return a text divided into sentences that each fit in a chunk."""
        offsets = self.own_tokenizer.encode(text, add_special_tokens=False).offsets
        token_starts = sorted(start for start, _ in offsets)
        return sentences_of(text, self.chunk_tokens, token_starts, self.fits)

    def embedding_texts(self, name: str | None, chunks: list[str]) -> list[str]:
        """Return the texts to embed: the first chunk, and the later chunks after the record's name.

        The text of the first chunk already begins with the name. Raise AssertionError if the model
        would silently truncate a text.
        """
        front = f"{self.cut_name(name)}\n" if name and len(chunks) > 1 else ""
        texts = [*chunks[:1], *(front + chunk for chunk in chunks[1:])]
        added = self.own_tokenizer.num_special_tokens_to_add(is_pair=False)
        for text in texts:
            if not self.fits(text, self.max_tokens - added):
                raise AssertionError(
                    f"{self.length(text) + added} tokens to embed, but the model accepts at most "
                    f"{self.max_tokens}"
                )
        return texts

    def fits(self, text: str, tokens: int) -> bool:
        """Return whether a text has at most the specified number of tokens.

        For ASCII text, a tokenizer creates at most one token per character, plus one for the
        beginning of the text. Therefore short texts need not be measured.
        """
        return (text.isascii() and len(text) < tokens) or self.length(text) <= tokens

    def cut_name(self, name: str) -> str:
        """Return a name, shortened if it is too long to precede a chunk."""
        limit = min(NAME_TOKENS, self.max_tokens // 4)
        offsets = self.own_tokenizer.encode(name, add_special_tokens=False).offsets
        return name if len(offsets) <= limit else name[: offsets[limit - 1][1]]


@dataclass(frozen=True, slots=True)
class ChunkedRecord:
    """A record with its chunks and the text to embed for each chunk."""

    record: CatalogRecord
    chunks: tuple[str, ...]
    embedding_texts: tuple[str, ...]


def chunk_record(record: CatalogRecord, chunker: Chunker) -> ChunkedRecord:
    """Return a record divided into chunks."""
    chunks = chunker.chunks(record.text)
    return ChunkedRecord(record, tuple(chunks), tuple(chunker.embedding_texts(record.name, chunks)))
