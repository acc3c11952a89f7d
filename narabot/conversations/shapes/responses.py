"""A response as it is kept: its answer with quotes, or its list."""

from msgspec import field

from narabot.conversations.shapes.parts import (
    FILTER_FIELDS,
    FILTER_NAMES,
    KeptFilters,
    KeptTrace,
    Shape,
    known,
)
from narabot.conversations.shapes.passages import KeptPassage
from narabot.models import (
    Answer,
    AuthorityType,
    Listing,
    NamedAuthority,
    Quote,
    RequestClass,
    Response,
    Sentence,
)


class KeptQuote(Shape, frozen=True):
    """Words of a stored chunk."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str

    @classmethod
    def of(cls, quote: Quote) -> "KeptQuote":
        """Return a quote as it is kept."""
        return cls(quote.na_id, quote.chunk_id, quote.start, quote.end, quote.quote)

    def restored(self) -> Quote:
        """Return the quote."""
        return Quote(self.na_id, self.chunk_id, self.start, self.end, self.quote)


class KeptSentence(Shape, frozen=True):
    """A sentence with the quotes that it stands on."""

    text: str
    quotes: tuple[KeptQuote, ...] = ()

    @classmethod
    def of(cls, sentence: Sentence) -> "KeptSentence":
        """Return a sentence as it is kept."""
        return cls(sentence.text, tuple(KeptQuote.of(one) for one in sentence.quotes))

    def restored(self) -> Sentence:
        """Return the sentence."""
        return Sentence(self.text, tuple(one.restored() for one in self.quotes))


class KeptAnswer(Shape, frozen=True):
    """An answer; without sentences, the refusal."""

    confidence: float
    answerer: str
    sentences: tuple[KeptSentence, ...] = ()

    @classmethod
    def of(cls, answer: Answer) -> "KeptAnswer":
        """Return an answer as it is kept."""
        sentences = tuple(KeptSentence.of(one) for one in answer.sentences)
        return cls(answer.confidence, answer.answerer, sentences)

    def restored(self) -> Answer:
        """Return the answer."""
        sentences = tuple(one.restored() for one in self.sentences)
        return Answer(sentences, self.confidence, self.answerer)


class KeptNamedAuthority(Shape, frozen=True):
    """An authority that words of the request may mean."""

    na_id: int
    authority_type: AuthorityType
    heading: str
    source: str
    words: str
    start: int
    records_by: int = 0
    records_about: int = 0

    @classmethod
    def of(cls, authority: NamedAuthority) -> "KeptNamedAuthority":
        """Return an authority as it is kept."""
        return cls(
            na_id=authority.na_id,
            authority_type=authority.authority_type,
            heading=authority.heading,
            source=authority.source,
            words=authority.matched,
            start=authority.start,
            records_by=authority.records_by,
            records_about=authority.records_about,
        )

    def restored(self) -> NamedAuthority:
        """Return the authority."""
        return NamedAuthority(
            na_id=self.na_id,
            authority_type=self.authority_type,
            heading=self.heading,
            source=self.source,
            matched=self.words,
            start=self.start,
            records_by=self.records_by,
            records_about=self.records_about,
        )


class KeptListing(Shape, frozen=True):
    """How far a list goes."""

    words: tuple[str, ...]
    with_all_words: int
    is_counted: bool
    is_complete: bool

    @classmethod
    def of(cls, listing: Listing) -> "KeptListing":
        """Return a listing as it is kept."""
        return cls(listing.words, listing.with_all_words, listing.is_counted, listing.is_complete)

    def restored(self) -> Listing:
        """Return the listing."""
        return Listing(self.words, self.with_all_words, self.is_counted, self.is_complete)


class KeptResponse(Shape, frozen=True):
    """What a request got. Filters stand under their kept names also in `removed`, `emptiedBy`."""

    query: str
    asked: str
    request_class: RequestClass = field(name="class")
    passages: tuple[KeptPassage, ...] = ()
    answer: KeptAnswer | None = None
    trace: KeptTrace = KeptTrace()
    filters: KeptFilters = KeptFilters()
    removed: tuple[str, ...] = ()
    names: tuple[tuple[KeptNamedAuthority, ...], ...] = ()
    listing: KeptListing | None = None
    emptied_by: dict[str, int] = {}  # noqa: RUF012  # msgspec gives each its own
    searched_as: str | None = None
    quoted_texts: dict[str, str] = {}  # noqa: RUF012

    @classmethod
    def of(cls, response: Response) -> "KeptResponse":
        """Return a response as it is kept."""
        return cls(
            query=response.query,
            asked=response.asked,
            request_class=response.request_class,
            passages=tuple(KeptPassage.of(one) for one in response.passages),
            answer=KeptAnswer.of(response.answer) if response.answer else None,
            trace=KeptTrace.of(response.trace),
            filters=KeptFilters.of(response.filters),
            removed=tuple(sorted(FILTER_NAMES[one] for one in response.removed)),
            names=tuple(
                tuple(KeptNamedAuthority.of(one) for one in alike) for alike in response.names
            ),
            listing=KeptListing.of(response.listing) if response.listing else None,
            emptied_by={FILTER_NAMES[one]: n for one, n in response.emptied_by.items()},
            searched_as=response.searched_as,
            quoted_texts=dict(response.quoted_texts),
        )

    def restored(self) -> Response:
        """Return the response."""
        return Response(
            query=self.query,
            asked=self.asked,
            request_class=self.request_class,
            passages=tuple(one.restored() for one in self.passages),
            answer=self.answer.restored() if self.answer else None,
            trace=self.trace.restored(),
            filters=self.filters.restored(),
            removed=frozenset(FILTER_FIELDS[name] for name in known(self.removed)),
            names=tuple(tuple(one.restored() for one in alike) for alike in self.names),
            listing=self.listing.restored() if self.listing else None,
            emptied_by={
                FILTER_FIELDS[name]: self.emptied_by[name] for name in known(self.emptied_by)
            },
            searched_as=self.searched_as,
            quoted_texts=self.quoted_texts,
        )
