"""The graph's relations: the names, and where the pages show each relation.

Cypher does not accept a relation type as a parameter. A Cypher statement about several relations
uses a name from `RELATION_GROUPS`, which `narabot.graph` replaces with the types.
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
    """The field of NARA's record that names the authorities."""
    heading: str
    """The heading above the authorities on the record's page and in its diagram. For roles, also
    the label of the text line."""
    default_type: AuthorityType | None = None
    """The type to assume for an authority whose type is not stated. `None` means the type of the
    record that names the authority."""
    _: KW_ONLY
    part: str | None = None
    """The heading above the descriptions on the authority's page. `None` if no description has this
    relation."""
    is_about: bool = False
    """Whether the descriptions are about the authority rather than by the authority."""
    kind_field: str | None = None
    """The field of an entry that states the specific role."""
    is_role: bool = True
    """Whether the relation appears among the roles in a record's JSON. The only exception is the
    relation for an organization's earlier and later names."""


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
"""The eleven authority relations, in parsing and display order."""

RELATION_GROUPS: Mapping[str, tuple[Relation, ...]] = {
    "ANY_AUTHORITY_RELATION": tuple(AUTHORITY_RELATIONS),
    "ANY_ROLE": tuple(one for one, told in AUTHORITY_RELATIONS.items() if told.is_role),
    "BY_OR_ABOUT": tuple(one for one, told in AUTHORITY_RELATIONS.items() if told.part),
    "MADE_OR_GAVE": tuple(
        one for one, told in AUTHORITY_RELATIONS.items() if told.part and not told.is_about
    ),
    "ANY_ABOUT": tuple(one for one, told in AUTHORITY_RELATIONS.items() if told.is_about),
}
"""Names that represent several relation types in a Cypher statement."""
