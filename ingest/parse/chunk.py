"""Cut a record's text into chunks that the embedding model reads whole.

Sizes are tokens of the model. Each chunk is embedded with its record's name in front, so that a
continuation is found by what it is about; the stored text is without it.
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
"""The most tokens of a record's name that stand in front of a chunk."""

SPECIAL_TOKENS = 4
"""Room for the tokens that the model adds, and for the line end behind the name."""

REMEMBERED_TEXTS = 256
"""Of so many texts the length is known: it is asked twice, of a splitter's pieces too."""

SEPARATORS = ["\n\n", "\n", ". ", "? ", "! ", "; ", " ", ""]
"""Where a text is cut: paragraphs, lines, sentences, words, and letters if need be."""


@dataclass(frozen=True)
class Chunker:
    """Cuts texts for one embedding model."""

    tokenizer: Tokenizer
    max_tokens: int
    overlap_tokens: int
    sentence_chunker: SentenceChunker | None = None
    """What puts sentences together, in the place of the splitter; its chunks share no words."""

    @cached_property
    def chunk_tokens(self) -> int:
        """The most tokens of a chunk's own text."""
        return max(self.max_tokens - min(NAME_TOKENS, self.max_tokens // 4) - SPECIAL_TOKENS, 8)

    @cached_property
    def own_tokenizer(self) -> Tokenizer:
        """A copy of the tokenizer, which nobody else tells to cut texts short."""
        inner: Tokenizer = copy.deepcopy(self.tokenizer)
        inner.no_truncation()
        inner.no_padding()
        return inner

    @cached_property
    def length(self) -> Callable[[str], int]:
        """What tells the tokens of a text, without those that the model adds."""
        encode = self.own_tokenizer.encode
        return lru_cache(REMEMBERED_TEXTS)(lambda text: len(encode(text, add_special_tokens=False)))

    @cached_property
    def splitter(self) -> TextSplitter:
        """The splitter; it keeps every character."""
        return RecursiveCharacterTextSplitter(
            length_function=self.length,
            chunk_size=self.chunk_tokens,
            chunk_overlap=min(self.overlap_tokens, self.chunk_tokens // 4),
            separators=SEPARATORS,
            keep_separator="end",
            strip_whitespace=False,
        )

    def chunks(self, text: str) -> list[str]:
        """Return the text's chunks in reading order; nothing but white space is lost."""
        if self.fits(text, self.chunk_tokens):
            return [text]
        if self.sentence_chunker:
            spans = self.sentence_chunker.spans(self.sentences(text))
            return [text[start:end] for start, end in spans if text[start:end].strip()]
        return [chunk for chunk in self.splitter.split_text(text) if chunk.strip()]

    def sentences(self, text: str) -> Sentences:
        """Return a text in sentences that fit into a chunk."""
        offsets = self.own_tokenizer.encode(text, add_special_tokens=False).offsets
        token_starts = sorted(start for start, _ in offsets)
        return sentences_of(text, self.chunk_tokens, token_starts, self.fits)

    def embedding_texts(self, name: str | None, chunks: list[str]) -> list[str]:
        """Return what is embedded: the chunks, from the second on with the record's name.

        The first begins with the name by itself. Raises AssertionError if the model would
        silently read less than a whole text.
        """
        front = f"{self.cut_name(name)}\n" if name and len(chunks) > 1 else ""
        texts = [*chunks[:1], *(front + chunk for chunk in chunks[1:])]
        added = self.own_tokenizer.num_special_tokens_to_add(is_pair=False)
        for text in texts:
            if not self.fits(text, self.max_tokens - added):
                raise AssertionError(
                    f"{self.length(text) + added} tokens to embed, "
                    f"but the model reads {self.max_tokens}"
                )
        return texts

    def fits(self, text: str, tokens: int) -> bool:
        """Return whether a text has at most so many tokens.

        A tokenizer makes no more tokens than letters of ASCII, and one for the word's beginning
        that some put before the text: short texts need not be measured.
        """
        return (text.isascii() and len(text) < tokens) or self.length(text) <= tokens

    def cut_name(self, name: str) -> str:
        """Return as much of a name as may stand in front of a chunk."""
        limit = min(NAME_TOKENS, self.max_tokens // 4)
        offsets = self.own_tokenizer.encode(name, add_special_tokens=False).offsets
        return name if len(offsets) <= limit else name[: offsets[limit - 1][1]]


@dataclass(frozen=True, slots=True)
class ChunkedRecord:
    """A record with its chunks, and what is to be embedded for each."""

    record: CatalogRecord
    chunks: tuple[str, ...]
    embedding_texts: tuple[str, ...]


def chunk_record(record: CatalogRecord, chunker: Chunker) -> ChunkedRecord:
    """Return a record in chunks."""
    chunks = chunker.chunks(record.text)
    return ChunkedRecord(record, tuple(chunks), tuple(chunker.embedding_texts(record.name, chunks)))
