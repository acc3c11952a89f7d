"""Pydantic models for the phrases that texts mention, as JSON for programs."""

from typing import Self

from pydantic import Field

from narabot.models.knowledge import NamingRecord, PhrasePage, PhraseSummary, StatedRelation
from narabot.presentation.record_json import Named, Shape


class PhraseShape(Shape):
    """A name or thing that texts mention."""

    phrase_id: str
    name: str
    entity_class: str = Field(
        alias="class", description="A NEREL class or one of narabot's own classes."
    )
    na_id: int | None = Field(description="naId of the linked authority record.")
    mentions: int
    records: int

    @classmethod
    def of(cls, summary: PhraseSummary) -> Self:
        return cls.model_validate(summary)


class PhrasesResponse(Shape):
    """Phrases, with the most frequently mentioned phrases first."""

    phrases: list[PhraseShape]


class RelationShape(Shape):
    """A relation that texts state between two phrases."""

    relation: str
    is_subject: bool = Field(
        description="Whether the phrase is the subject rather than the object."
    )
    other: PhraseShape
    statements: int = Field(description="Number of passages that state the relation.")
    record: Named = Field(description="First record that states the relation.")
    quote: str

    @classmethod
    def of(cls, stated: StatedRelation) -> Self:
        return cls(
            relation=stated.relation,
            is_subject=stated.is_subject,
            other=PhraseShape.of(stated.other),
            statements=stated.statements,
            record=Named.of(stated.record),
            quote=stated.quote,
        )


class NamingShape(Shape):
    """A record that mentions a phrase."""

    record: Named
    text: str = Field(description="Text of the first chunk that mentions the phrase.")
    spans: list[tuple[int, int]] = Field(
        description="Positions of the mentions in the text, as [start, end]."
    )

    @classmethod
    def of(cls, naming: NamingRecord) -> Self:
        """Return a record with its first mention of a phrase."""
        return cls(record=Named.of(naming.record), text=naming.text, spans=list(naming.spans))


class BesideShape(Shape):
    """A phrase that occurs in the same chunks as the requested phrase."""

    other: PhraseShape
    chunks: int


class PhraseResponse(Shape):
    """All information about a phrase, with one page of the records that mention the phrase."""

    phrase: PhraseShape
    relations: list[RelationShape]
    has_more_relations: bool = Field(
        description="Whether texts state further relations that are less frequent."
    )
    beside: list[BesideShape]
    has_more_beside: bool = Field(
        description="Whether texts mention further phrases that are less frequent."
    )
    decades: dict[int, int] = Field(
        description="Number of descriptions (not authority records) per decade, keyed by the "
        "decade's first year."
    )
    without_decade: int = Field(
        description="Number of descriptions that span several decades or are undated."
    )
    of_same_name: list[PhraseShape]
    namings: list[NamingShape]
    namings_from: int

    @classmethod
    def of(cls, page: PhrasePage) -> Self:
        return cls(
            phrase=PhraseShape.of(page.phrase),
            relations=[RelationShape.of(one) for one in page.relations],
            beside=[
                BesideShape(other=PhraseShape.of(one), chunks=n) for one, n in page.cooccurring
            ],
            has_more_relations=page.has_more_relations,
            has_more_beside=page.has_more_cooccurring,
            decades={decade: count for decade, count in page.years if decade is not None},
            without_decade=dict(page.years).get(None, 0),
            of_same_name=[PhraseShape.of(one) for one in page.of_same_name],
            namings=[NamingShape.of(one) for one in page.namings],
            namings_from=page.skipped,
        )
