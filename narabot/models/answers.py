"""The parts of a response: the request class, the answer with its quotes, and the records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from narabot.models.computations import Computation
from narabot.models.filters import NO_FILTERS, ComputedSet, Filters
from narabot.models.passages import NamedAuthority, Passage
from narabot.models.quotes import Quote
from narabot.models.traces import Trace

REFUSAL = "I cannot respond to your request based on the available archival materials."
"""The fixed sentence that narabot returns when the records contain no answer."""


EXTRACTIVE = "extractive"
"""The `answerer` of an answer that consists of sentences from records.

No language model wrote such an answer."""

HELP = "help"
"""The `answerer` of a response to a greeting or a question about narabot.

Such an answer quotes no record."""

ENUMERATION = "enumeration"
"""The `answerer` of an enumeration: one line for each record that answers the question."""

GUIDE = "guide"
"""The `answerer` of a guide: records to look in, each with a quote that shows why."""


COMPUTED = "computed"
"""The `answerer` of a computed answer, which a plan over the graph produced."""


class RequestClass(StrEnum):
    """The two classes of request."""

    QUESTION = "question"
    SHOW_RECORDS = "show_records"


@dataclass(frozen=True, slots=True)
class Wording:
    """The text to search for, in the language of the records."""

    text: str
    loose: tuple[str, ...] = ()
    """Transliterated names, which the records may spell differently."""
    unread: tuple[str, ...] = ()
    """Transliterated ordinary words that narabot cannot translate into English."""
    written: str | None = None
    """The request as the user wrote it, if it is in another language."""

    @property
    def whole(self) -> str:
        """The text, followed by the untranslated words.

        No record contains the untranslated words.
        """
        return " ".join([self.text, *self.unread])


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer with the quotes that support it."""

    text: str
    quotes: tuple[Quote, ...]
    computation: Computation | None = None
    """The computation that supports the sentence, in addition to any quotes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Sentences with their quotes, or the refusal."""

    sentences: tuple[Sentence, ...]
    confidence: float
    """Probability that the records support the answer, from 0 to 1."""
    answerer: str
    """EXTRACTIVE, ENUMERATION, HELP, GUIDE, COMPUTED, or the name of the language model."""
    span: Quote | None = None
    """The answer span within one of the quotes, if a span was found."""
    why: str = ""
    """A note that the user must see with the answer, or "".

    For a refusal, the note names what the search did not find. For a question about numbers, the
    note explains why nothing was computed.
    """

    @property
    def is_refused(self) -> bool:
        """Whether the answer is the refusal."""
        return not self.sentences

    @property
    def is_help(self) -> bool:
        """Whether the answer describes narabot and quotes no record."""
        return self.answerer == HELP

    @property
    def is_by_model(self) -> bool:
        """Whether a language model wrote the answer."""
        return self.answerer not in {EXTRACTIVE, ENUMERATION, HELP, GUIDE, COMPUTED}

    @property
    def is_guide(self) -> bool:
        """Whether the answer lists records to look in, with reasons."""
        return self.answerer == GUIDE

    @property
    def is_enumeration(self) -> bool:
        """Whether the answer has one line for each record that answers the question."""
        return self.answerer == ENUMERATION

    @property
    def is_computed(self) -> bool:
        """Whether a plan over the graph produced the answer."""
        return self.answerer == COMPUTED

    @property
    def computation(self) -> Computation | None:
        """The computation that supports the answer, or `None` if nothing was computed."""
        return next((one.computation for one in self.sentences if one.computation), None)

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """The quotes of all sentences, in order."""
        return tuple(quote for sentence in self.sentences for quote in sentence.quotes)

    @property
    def is_verbatim(self) -> bool:
        """Whether each sentence is itself a quote. If so, the answer is not continuous prose."""
        return all(
            any(quote.quote == sentence.text for quote in sentence.quotes)
            for sentence in self.sentences
        )

    @property
    def text(self) -> str:
        """The whole answer as one text."""
        return " ".join(sentence.text for sentence in self.sentences) or REFUSAL


@dataclass(frozen=True, slots=True)
class Listing:
    """How many of the matching records a list covers."""

    words: tuple[str, ...]
    """The content words that were searched for. Empty if only filters define the list."""
    with_all_words: int
    """Number of records that have all `words` in one passage. Such records come first.

    If `is_counted` is false, there may be more such records."""
    is_counted: bool
    """Whether all records that have all `words` were counted."""
    is_complete: bool
    """Whether all records that have all `words` are in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """Everything that narabot returns for a request."""

    query: str
    asked: str
    """The request, completed with the part of the previous turn that it depends on."""
    request_class: RequestClass
    passages: tuple[Passage, ...]
    """The passages that support the answer, or the listed records, best first."""
    answer: Answer | None
    """`None` for a list."""
    trace: Trace
    filters: Filters = NO_FILTERS
    """The filters that limited the search."""
    removed: frozenset[str] = frozenset()
    """Fields of the filters that the user removed.

    The removal applies to this turn and to follow-ups that refine it."""
    names: tuple[tuple[NamedAuthority, ...], ...] = ()
    """The names in the request, each with the authorities that it may denote."""
    listing: Listing | None = None
    """`None` for an answer, and for a list whose words cannot be counted."""
    emptied_by: Mapping[str, int] = field(default_factory=dict)
    """For an empty list: filter field → number of records that the list would have without that
    filter. Only filters that empty the list on their own are included."""
    meant: Mapping[str, str] = field(default_factory=dict)
    """For a request without results: folded word that no record contains → spelling suggestion from
    the records."""
    searched_as: str | None = None
    """The words that were searched for, if they differ from the words in the request."""
    quoted_texts: Mapping[str, str] = field(default_factory=dict)
    """Chunk ID → stored text, for each chunk that the answer quotes."""

    @property
    def records(self) -> tuple[Passage, ...]:
        """The best passage of each record, best first."""
        return best_passages(self.passages)

    @property
    def computed_set(self) -> ComputedSet | None:
        """The records that a computed answer covers, or the computed set that is listed.

        `None` if the answer covers several sets.
        """
        computation = self.answer.computation if self.answer else None
        if computation is None:
            return self.filters.computed
        return computation.behind[0].records if len(computation.behind) == 1 else None

    @property
    def is_follow_up(self) -> bool:
        """Whether narabot needed the previous turn to understand the request."""
        return self.asked != self.query

    @property
    def is_completed(self) -> bool:
        """Whether words from the previous turn were appended to the request.

        narabot does not append words to a request that refines a list.
        """
        return self.is_follow_up and self.asked.startswith(self.query.rstrip(" ?.!"))

    @property
    def is_arranged(self) -> bool:
        """Whether this is a complete list of the filtered records, in catalog order."""
        return self.listing is not None and not self.listing.words and self.listing.is_complete

    @property
    def matching(self) -> tuple[Passage, ...]:
        """The listed records that contain all words of the request, or else all listed records."""
        found = self.listing.with_all_words if self.listing and self.listing.words else 0
        return self.records[:found] or self.records


def best_passages(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Return the first passage of each record. The order of the passages does not change."""
    best: dict[int, Passage] = {}
    for passage in passages:
        best.setdefault(passage.na_id, passage)
    return tuple(best.values())
