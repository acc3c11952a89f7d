"""A response as it is kept: the passages that were found, its answer with quotes, or its list."""

from msgspec import field

from narabot.conversations.shapes.parts import (
    FILTER_FIELDS,
    FILTER_NAMES,
    KeptFilters,
    KeptTrace,
    Shape,
    known,
)
from narabot.models import (
    Answer,
    AuthorityType,
    CatalogType,
    Chunk,
    Holdings,
    LevelOfDescription,
    Listing,
    NamedAuthority,
    Passage,
    PathRecord,
    PlaceToLook,
    Quote,
    RecordType,
    RelatedAuthority,
    RequestClass,
    Response,
    Sentence,
)


class KeptPathRecord(Shape, frozen=True):
    """A record in a path: of a description level and title, of an authority type and heading."""

    na_id: int
    source: str
    level_of_description: LevelOfDescription | None = None
    authority_type: AuthorityType | None = None
    title: str | None = None
    heading: str | None = None
    start_date: str | None = None
    end_date: str | None = None
    record_group_number: int | None = None
    collection_identifier: str | None = None
    reference_units: tuple[str, ...] = ()
    general_records_types: tuple[str, ...] = ()
    start_year: int | None = None
    end_year: int | None = None

    @classmethod
    def of(cls, record: PathRecord) -> "KeptPathRecord":
        """Return a record as it is kept."""
        level, authority_type = None, None
        if isinstance(record.type, LevelOfDescription):
            level = record.type
        else:
            authority_type = record.type
        return cls(
            na_id=record.na_id,
            source=record.source,
            level_of_description=level,
            authority_type=authority_type,
            title=record.name if level else None,
            heading=None if level else record.name,
            start_date=record.start_date,
            end_date=record.end_date,
            record_group_number=record.record_group_number,
            collection_identifier=record.collection_identifier,
            reference_units=record.reference_units,
            general_records_types=record.records_types,
            start_year=record.start_year,
            end_year=record.end_year,
        )

    @property
    def type(self) -> CatalogType:
        """Its level or its authority type. Raises ValueError where neither was kept."""
        return self.level_of_description or AuthorityType(self.authority_type or "")

    def restored(self) -> PathRecord:
        """Return the record. Raises ValueError for one without a type."""
        level = self.level_of_description
        return PathRecord(
            na_id=self.na_id,
            record_type=RecordType.DESCRIPTION if level else RecordType.AUTHORITY,
            type=self.type,
            name=self.title if level else self.heading,
            start_date=self.start_date,
            end_date=self.end_date,
            source=self.source,
            record_group_number=self.record_group_number,
            collection_identifier=self.collection_identifier,
            reference_units=self.reference_units,
            records_types=self.general_records_types,
            start_year=self.start_year,
            end_year=self.end_year,
        )


class KeptRelatedAuthority(Shape, frozen=True):
    """An authority that a record names."""

    authority_type: AuthorityType
    heading: str
    source: str

    @classmethod
    def of(cls, authority: RelatedAuthority) -> "KeptRelatedAuthority":
        """Return an authority as it is kept."""
        return cls(authority.authority_type, authority.heading, authority.source)

    def restored(self) -> RelatedAuthority:
        """Return the authority."""
        return RelatedAuthority(self.authority_type, self.heading, self.source)


class KeptChunk(Shape, frozen=True):
    """A piece of a record's text."""

    chunk_id: str
    text: str

    @classmethod
    def of(cls, chunk: Chunk) -> "KeptChunk":
        """Return a chunk as it is kept."""
        return cls(chunk.chunk_id, chunk.text)

    def restored(self) -> Chunk:
        """Return the chunk."""
        return Chunk(self.chunk_id, self.text)


class KeptHoldings(Shape, frozen=True):
    """Access, place and online copies."""

    access_status: str | None = None
    access_note: str | None = None
    use_status: str | None = None
    reference_units: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    online_urls: tuple[str, ...] = ()
    online_count: int = 0

    @classmethod
    def of(cls, holdings: Holdings) -> "KeptHoldings":
        """Return holdings as they are kept."""
        return cls(
            access_status=holdings.access_status,
            access_note=holdings.access_note,
            use_status=holdings.use_status,
            reference_units=holdings.reference_units,
            containers=holdings.containers,
            online_urls=holdings.online_urls,
            online_count=holdings.online_count,
        )

    def restored(self) -> Holdings:
        """Return the holdings."""
        return Holdings(
            access_status=self.access_status,
            access_note=self.access_note,
            use_status=self.use_status,
            reference_units=self.reference_units,
            containers=self.containers,
            online_urls=self.online_urls,
            online_count=self.online_count,
        )


class KeptPassage(Shape, frozen=True):
    """A record that was found, with the words that were."""

    na_id: int
    chunk_id: str
    score: float
    text: str
    path: tuple[KeptPathRecord, ...]
    chunks: tuple[KeptChunk, ...] = ()
    related_authorities: tuple[KeptRelatedAuthority, ...] = ()
    holdings: KeptHoldings = KeptHoldings()
    meaning: float = 0.0

    @classmethod
    def of(cls, passage: Passage) -> "KeptPassage":
        """Return a passage as it is kept."""
        return cls(
            na_id=passage.na_id,
            chunk_id=passage.chunk_id,
            score=passage.score,
            text=passage.text,
            path=tuple(KeptPathRecord.of(one) for one in passage.path),
            chunks=tuple(KeptChunk.of(one) for one in passage.chunks),
            related_authorities=tuple(
                KeptRelatedAuthority.of(one) for one in passage.related_authorities
            ),
            holdings=KeptHoldings.of(passage.holdings),
            meaning=passage.meaning,
        )

    def restored(self) -> Passage:
        """Return the passage."""
        return Passage(
            na_id=self.na_id,
            chunk_id=self.chunk_id,
            score=self.score,
            text=self.text,
            chunks=tuple(one.restored() for one in self.chunks),
            path=tuple(one.restored() for one in self.path),
            related_authorities=tuple(one.restored() for one in self.related_authorities),
            holdings=self.holdings.restored(),
            meaning=self.meaning,
        )


class KeptPlace(Shape, frozen=True):
    """A place to look, with the records that speak for it."""

    unit: KeptPassage
    score: float
    evidence: tuple[KeptPassage, ...] = ()

    @classmethod
    def of(cls, place: PlaceToLook) -> "KeptPlace":
        """Return a place as it is kept."""
        evidence = tuple(KeptPassage.of(one) for one in place.evidence)
        return cls(KeptPassage.of(place.unit), place.score, evidence)

    def restored(self) -> PlaceToLook:
        """Return the place."""
        evidence = tuple(one.restored() for one in self.evidence)
        return PlaceToLook(self.unit.restored(), self.score, evidence)


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
