"""Names that texts say as JSON for programs. Pure."""

from typing import Self

from pydantic import Field

from narabot.models.knowledge import Naming, PhrasePage, PhraseTold, StatedRelation
from narabot.presentation.record_json import Named, Shape


class PhraseShape(Shape):
    """A name that texts say."""

    phrase_id: str
    name: str
    entity_class: str = Field(alias="class", description="One of NEREL's classes, or of ours.")
    na_id: int | None = Field(description="Of the authority record that it means.")
    mentions: int
    records: int

    @classmethod
    def of(cls, told: PhraseTold) -> Self:
        """Return a phrase."""
        return cls.model_validate(told)


class PhrasesResponse(Shape):
    """Names, those that are named most often first."""

    phrases: list[PhraseShape]


class RelationShape(Shape):
    """What texts state of a phrase and another one."""

    relation: str
    is_subject: bool = Field(description="Whether the phrase is the subject, and not the object.")
    other: PhraseShape
    statements: int = Field(description="So many places state it.")
    record: Named = Field(description="The first that does.")
    quote: str

    @classmethod
    def of(cls, stated: StatedRelation) -> Self:
        """Return a relation."""
        return cls(
            relation=stated.relation,
            is_subject=stated.is_subject,
            other=PhraseShape.of(stated.other),
            statements=stated.statements,
            record=Named.of(stated.record),
            quote=stated.quote,
        )


class NamingShape(Shape):
    """A record that names a phrase."""

    record: Named
    text: str = Field(description="Of the first chunk that names it.")
    spans: list[tuple[int, int]] = Field(description="Where in the text, as [start, end].")

    @classmethod
    def of(cls, naming: Naming) -> Self:
        """Return a record with the first place where it names a phrase."""
        return cls(record=Named.of(naming.record), text=naming.text, spans=list(naming.spans))


class BesideShape(Shape):
    """A phrase that stands in the same chunks."""

    other: PhraseShape
    chunks: int


class PhraseResponse(Shape):
    """All that is known of a name, of the records that name it some at a time."""

    phrase: PhraseShape
    relations: list[RelationShape]
    has_more_relations: bool = Field(description="Whether texts state others, less often.")
    beside: list[BesideShape]
    has_more_beside: bool = Field(description="Whether texts name others, less often.")
    decades: dict[int, int] = Field(
        description="Descriptions, authority records aside, by the first year of their decade."
    )
    without_decade: int = Field(description="Those of several decades, or undated.")
    of_same_name: list[PhraseShape]
    namings: list[NamingShape]
    namings_from: int

    @classmethod
    def of(cls, page: PhrasePage) -> Self:
        """Return a phrase's page."""
        return cls(
            phrase=PhraseShape.of(page.phrase),
            relations=[RelationShape.of(one) for one in page.relations],
            beside=[BesideShape(other=PhraseShape.of(one), chunks=n) for one, n in page.beside],
            has_more_relations=page.has_more_relations,
            has_more_beside=page.has_more_beside,
            decades={decade: count for decade, count in page.years if decade is not None},
            without_decade=dict(page.years).get(None, 0),
            of_same_name=[PhraseShape.of(one) for one in page.of_same_name],
            namings=[NamingShape.of(one) for one in page.namings],
            namings_from=page.skipped,
        )
