"""What a request gets: its class, an answer with its quotes, the records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from narabot.models.computations import Computation
from narabot.models.filters import EVERYTHING, ComputedSet, Filters
from narabot.models.passages import NamedAuthority, Passage
from narabot.models.quotes import Quote
from narabot.models.traces import Trace

REFUSAL = "I cannot respond to your request based on the available archival materials."
"""The one sentence that is said when the records hold no answer."""


EXTRACTIVE = "extractive"
"""Who writes answers where there is no language model: nobody; they are the records' sentences."""

HELP = "help"
"""Who answers a greeting, or a question about narabot itself: narabot, quoting no record."""

ENUMERATION = "enumeration"
"""In the place of the answerer: a line of each record that answers."""

GUIDE = "guide"
"""Who answers a broad question: narabot, quoting why to look in each of some records."""


COMPUTED = "computed"
"""Who answers what is counted, compared or followed: narabot, by a plan over the graph."""


class RequestClass(StrEnum):
    """The two kinds of request."""

    QUESTION = "question"
    SHOW_RECORDS = "show_records"


@dataclass(frozen=True, slots=True)
class Wording:
    """A request as it is searched for, in the language of the records."""

    text: str
    loose: tuple[str, ...] = ()
    """Words that the records may spell otherwise: names of which only the sound is known."""
    unread: tuple[str, ...] = ()
    """Ordinary words that could not be said in English, by their sound."""
    written: str | None = None
    """The request as it was written, where that is in another language."""

    @property
    def whole(self) -> str:
        """The text with the words that could not be said, which no record will have."""
        return " ".join([self.text, *self.unread])


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer with the quotes that it stands on."""

    text: str
    quotes: tuple[Quote, ...]
    computation: Computation | None = None
    """What it stands on beside quotes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Sentences with their quotes, or the refusal."""

    sentences: tuple[Sentence, ...]
    confidence: float
    """0 to 1: how likely the answer stands in the records."""
    answerer: str
    """Who wrote it: EXTRACTIVE, ENUMERATION, HELP, GUIDE, COMPUTED, or the model's name."""
    span: Quote | None = None
    """The words that answer, within one of the quotes, where they are known."""
    why: str = ""
    """What a reader must know beside it; "" for nothing.

    Of a refusal what was looked for in vain, of a request for numbers that it was only looked up.
    """

    @property
    def is_refused(self) -> bool:
        """Whether nothing could be answered."""
        return not self.sentences

    @property
    def is_help(self) -> bool:
        """Whether it says what narabot is, and nothing of the records."""
        return self.answerer == HELP

    @property
    def is_by_model(self) -> bool:
        """Whether a language model wrote it."""
        return self.answerer not in {EXTRACTIVE, ENUMERATION, HELP, GUIDE, COMPUTED}

    @property
    def is_guide(self) -> bool:
        """Whether it says in which records to look, and why."""
        return self.answerer == GUIDE

    @property
    def is_enumeration(self) -> bool:
        """Whether it has a line for each record that answers."""
        return self.answerer == ENUMERATION

    @property
    def is_computed(self) -> bool:
        """Whether a plan over the graph has given it."""
        return self.answerer == COMPUTED

    @property
    def computation(self) -> Computation | None:
        """What was computed, `None` for an answer that is not."""
        return next((one.computation for one in self.sentences if one.computation), None)

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """The quotes of all sentences, in their order."""
        return tuple(quote for sentence in self.sentences for quote in sentence.quotes)

    @property
    def is_word_for_word(self) -> bool:
        """Whether each sentence is itself a quote, and no part of a text that runs on."""
        return all(
            any(quote.quote == sentence.text for quote in sentence.quotes)
            for sentence in self.sentences
        )

    @property
    def text(self) -> str:
        """The answer as one text."""
        return " ".join(sentence.text for sentence in self.sentences) or REFUSAL


@dataclass(frozen=True, slots=True)
class Listing:
    """How far a list goes."""

    words: tuple[str, ...]
    """What the request is about, as it was searched for; none where filters alone say it."""
    with_all_words: int
    """Records that have all of these words in one passage, as far as counted; they come first."""
    is_counted: bool
    """Whether all of them were counted."""
    is_complete: bool
    """Whether all of them are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What a request got."""

    query: str
    asked: str
    """The request with what it leans on of the turn before."""
    request_class: RequestClass
    passages: tuple[Passage, ...]
    """What the answer was drawn from, or the list; best first."""
    answer: Answer | None
    """`None` for a list."""
    trace: Trace
    filters: Filters = EVERYTHING
    """Within which was searched."""
    removed: frozenset[str] = frozenset()
    """The fields of filters that the reader took away, for this turn and those that narrow it."""
    names: tuple[tuple[NamedAuthority, ...], ...] = ()
    """The names in the request, each with the authorities that it may mean."""
    listing: Listing | None = None
    """`None` for an answer, and for a list whose words cannot be counted."""
    emptied_by: Mapping[str, int] = field(default_factory=dict)
    """For an empty list, how many records there are without a filter, by the fields of those that
    alone empty it."""
    meant: Mapping[str, str] = field(default_factory=dict)
    """For a request that found nothing, words of it that no record has, folded, and those of the
    records that are most like them."""
    searched_as: str | None = None
    """The words that were searched for, where they are not those that were written."""
    quoted_texts: Mapping[str, str] = field(default_factory=dict)
    """The stored texts of the chunks that the answer quotes, by chunkId."""

    @property
    def records(self) -> tuple[Passage, ...]:
        """The best passage of each record, best first."""
        return best_passages(self.passages)

    @property
    def computed_set(self) -> ComputedSet | None:
        """The records behind a computed answer, or that are listed as such; `None` of several."""
        computation = self.answer.computation if self.answer else None
        if computation is None:
            return self.filters.computed
        return computation.behind[0].records if len(computation.behind) == 1 else None

    @property
    def leans(self) -> bool:
        """Whether the request was understood only with the turn before."""
        return self.asked != self.query

    @property
    def is_completed(self) -> bool:
        """Whether the words of the turn before were added to the request; not so for a list that
        it narrows."""
        return self.leans and self.asked.startswith(self.query.rstrip(" ?.!"))

    @property
    def is_arranged(self) -> bool:
        """Whether it is a list of all that filters keep, which stand as they are arranged."""
        return self.listing is not None and not self.listing.words and self.listing.is_complete

    @property
    def matching(self) -> tuple[Passage, ...]:
        """The records of a list that have all of its words; where none has, all of them."""
        found = self.listing.with_all_words if self.listing and self.listing.words else 0
        return self.records[:found] or self.records


def best_passages(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Return the first passage of each record, in the order given."""
    best: dict[int, Passage] = {}
    for passage in passages:
        best.setdefault(passage.na_id, passage)
    return tuple(best.values())
