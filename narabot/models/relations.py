"""The relations of the graph: the one table of what each is called, and where it is shown.

Cypher cannot take a type as a parameter. A statement about some of the relations names one of
`RELATION_GROUPS` in their place, which `narabot.graph` writes out.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

from narabot.models.catalog import AuthorityType


class Relation(StrEnum):
    """The relation types of the graph."""

    NEXT = "Next"
    INCLUDES = "Includes"
    CREATOR = "creator"
    CONTRIBUTOR = "contributor"
    DONOR = "donor"
    SUBJECT = "subject"
    BROADER_TERM = "broaderTerm"
    NARROWER_TERM = "narrowerTerm"
    RELATED_TERM = "relatedTerm"
    JURISDICTION = "jurisdiction"
    ORGANIZATION_NAME = "organizationName"
    PERSONAL_REFERENCE = "personalReference"
    ORGANIZATIONAL_REFERENCE = "organizationalReference"


@dataclass(frozen=True, slots=True)
class AuthorityRelation:
    """A relation from an authority to a record that names it."""

    field: str
    """Of NARA's record, in which it names them."""
    heading: str
    """Over them on the record's page and in its picture; if they are roles, its line's label."""
    default_type: AuthorityType | None = None
    """That of one that says none, `None` for that of the record itself."""
    _: KW_ONLY
    part: str | None = None
    """Over the descriptions on the authority's page; `None` for what no description names."""
    is_about: bool = False
    """Whether the descriptions are about it, and not by it."""
    kind_field: str | None = None
    """Of the entry, in which it says as what the record names it."""
    is_role: bool = True
    """Whether it is a role in the record's JSON and among its names; else it is another name."""


AUTHORITY_RELATIONS: Mapping[Relation, AuthorityRelation] = {
    Relation.CREATOR: AuthorityRelation(
        "creators",
        "Created by",
        AuthorityType.ORGANIZATION,
        part="Created",
        kind_field="creatorType",
    ),
    Relation.CONTRIBUTOR: AuthorityRelation(
        "contributors",
        "Contributors",
        AuthorityType.ORGANIZATION,
        part="Contributed to",
        kind_field="contributorType",
    ),
    Relation.DONOR: AuthorityRelation(
        "donors", "Donors", AuthorityType.ORGANIZATION, part="Donated"
    ),
    Relation.SUBJECT: AuthorityRelation(
        "subjects", "Subjects", AuthorityType.TOPICAL_SUBJECT, part="Subject of", is_about=True
    ),
    Relation.BROADER_TERM: AuthorityRelation("broaderTerms", "Broader terms"),
    Relation.NARROWER_TERM: AuthorityRelation("narrowerTerms", "Narrower terms"),
    Relation.RELATED_TERM: AuthorityRelation("relatedTerms", "Related terms"),
    Relation.JURISDICTION: AuthorityRelation(
        "jurisdictions", "Jurisdictions", AuthorityType.GEOGRAPHIC_PLACE_NAME
    ),
    Relation.ORGANIZATION_NAME: AuthorityRelation(
        "organizationNames", "Earlier and later names", AuthorityType.ORGANIZATION, is_role=False
    ),
    Relation.PERSONAL_REFERENCE: AuthorityRelation(
        "personalReferences", "Persons", AuthorityType.PERSON
    ),
    Relation.ORGANIZATIONAL_REFERENCE: AuthorityRelation(
        "organizationalReferences", "Organizations", AuthorityType.ORGANIZATION
    ),
}
"""The eleven, in the order in which they are read and shown."""

RELATION_GROUPS: Mapping[str, tuple[Relation, ...]] = {
    "ANY_AUTHORITY_RELATION": tuple(AUTHORITY_RELATIONS),
    "ANY_ROLE": tuple(one for one, told in AUTHORITY_RELATIONS.items() if told.is_role),
    "BY_OR_ABOUT": tuple(one for one, told in AUTHORITY_RELATIONS.items() if told.part),
    "MADE_OR_GAVE": tuple(
        one for one, told in AUTHORITY_RELATIONS.items() if told.part and not told.is_about
    ),
    "ANY_ABOUT": tuple(one for one, told in AUTHORITY_RELATIONS.items() if told.is_about),
}
"""What stands for several types in a statement."""
