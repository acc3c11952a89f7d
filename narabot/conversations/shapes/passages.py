"""Passages as they are kept: texts, the path to the root, names, and where the record is."""

from narabot.conversations.shapes.parts import Shape
from narabot.models import (
    AuthorityType,
    CatalogType,
    Chunk,
    Holdings,
    LevelOfDescription,
    Passage,
    PathRecord,
    PlaceToLook,
    RecordType,
    RelatedAuthority,
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
