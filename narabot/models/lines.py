"""The labeled lines of a record's text.

Ingest writes these lines, and all other code uses this table. Each row defines where a line's words
come from, which section of the page shows the line, and how answers use the line. A change to the
labels, the sources, or the order requires a new TEXT_VERSION (`narabot.versions`).
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

from narabot.models.catalog import RecordType

TITLE = "Title"
SCOPE_AND_CONTENT = "Scope and content"
NAME = "Name"
NAME_LABELS = (TITLE, NAME)
"""Labels of the lines that contain a record's name."""

ACCESS = "Access"
USE = "Use"
DIGITAL_OBJECTS = "Digital objects"

HELD_AT = "text_heldAt"
NAMES_HELD_AT = "name_heldAt"
"""Properties for the units that hold the materials: the texts of the line, and the units' names."""

MACHINE_READ = "Machine-read text"
TRANSCRIPTION = "Transcription"
"""Prefixes of the labels for text from page images. These lines come after all other lines."""

PAGE_MARKER = " of page "
"""The text before the page number in the label of a line from a page image."""


class PageSection(StrEnum):
    """The sections of a record's page, in order."""

    DESCRIPTION = "Description"
    NAMES = "Names"
    HELD = "Where it is held"
    RESTRICTIONS = "Access and use"
    MICROFILM = "Microfilm"
    FINDING_AIDS = "Finding aids and other resources"
    NUMBERS = "Numbers"


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of labeled line."""

    label: str
    source: str
    """The path to the words in NARA's record, or a name in ingest's `text_lines.LINE_SOURCES`."""
    section: PageSection = PageSection.DESCRIPTION
    _: KW_ONLY
    is_prose: bool = False
    """Whether the line is clear without its label. If not, a quote includes the label."""
    is_only_for_fields: bool = False
    """Whether the line answers only questions about its own field. Field lookups answer these
    questions."""
    stored_as: str | None = None
    """The property that stores the words for descendants. If a record lacks the line, its page
    shows the line from the nearest ancestor that has such a line."""
    has_addresses: bool = False
    """Whether addresses in the line are shown as links."""


DESCRIPTION_LINES = (
    LineKind(TITLE, "title", is_prose=True),
    LineKind("Subtitle", "subtitle"),
    LineKind("Other titles", "otherTitles[]"),
    LineKind("Dates", "dates", is_only_for_fields=True),
    LineKind("Produced", "productionDates", is_only_for_fields=True),
    LineKind("Date note", "dateNote", is_only_for_fields=True),
    LineKind(SCOPE_AND_CONTENT, "scopeAndContentNote", is_prose=True),
    LineKind("Function and use", "functionAndUse", is_prose=True),
    LineKind("Arrangement", "arrangement", is_prose=True),
    LineKind("Numbering", "numberingNote"),
    LineKind("Custodial history", "custodialHistoryNote", is_prose=True),
    LineKind("Transfer", "transferNote", is_prose=True),
    LineKind("Notes", "generalNotes[]", is_prose=True),
    LineKind("Scale", "scaleNote"),
    LineKind("Shot list", "shotList", is_prose=True),
    LineKind("Created by", "creators", PageSection.NAMES),
    LineKind("Contributors", "contributors", PageSection.NAMES),
    LineKind("Donors", "donors[].heading", PageSection.NAMES),
    LineKind("Subjects", "subjects[].heading", PageSection.NAMES),
    LineKind("Types of records", "generalRecordsTypes[]", is_only_for_fields=True),
    LineKind("Languages", "languages[]", is_only_for_fields=True),
    LineKind("Microfilm", "microfilm", PageSection.MICROFILM, is_only_for_fields=True),
    LineKind("Number of series", "seriesCount", is_only_for_fields=True),
    LineKind("Number of file units", "fileUnitCount", is_only_for_fields=True),
    LineKind("Number of items", "itemCount", is_only_for_fields=True),
    LineKind("Extent", "physicalOccurrences[].extent", PageSection.HELD, is_only_for_fields=True),
    LineKind("Copies", "physicalOccurrences[].physicalOccurrenceNote", PageSection.HELD),
    LineKind(
        "Container",
        "physicalOccurrences[].mediaOccurrences[].containerId",
        PageSection.HELD,
        is_only_for_fields=True,
        stored_as="containerId",
    ),
    LineKind(
        "Container list",
        "physicalOccurrences[].containerList",
        PageSection.HELD,
        is_only_for_fields=True,
    ),
    LineKind(
        "Medium",
        "physicalOccurrences[].mediaOccurrences[].specificMediaType",
        PageSection.HELD,
        is_only_for_fields=True,
    ),
    LineKind(
        "Medium note",
        "physicalOccurrences[].mediaOccurrences[].mediaOccurrenceNote",
        PageSection.HELD,
    ),
    LineKind(
        "Held at",
        "referenceUnits",
        PageSection.HELD,
        is_only_for_fields=True,
        stored_as=HELD_AT,
        has_addresses=True,
    ),
    LineKind(
        "Handling",
        "physicalOccurrences[].mediaOccurrences[].physicalRestrictionNote",
        PageSection.HELD,
        is_prose=True,
        is_only_for_fields=True,
        stored_as="physicalRestrictionNote_mediaOccurrences",
    ),
    LineKind(
        "Equipment",
        "physicalOccurrences[].mediaOccurrences[].technicalAccessRequirementsNote",
        PageSection.HELD,
    ),
    LineKind(
        ACCESS,
        "accessRestriction",
        PageSection.RESTRICTIONS,
        is_only_for_fields=True,
        stored_as="text_accessRestriction",
    ),
    LineKind(
        USE,
        "useRestriction",
        PageSection.RESTRICTIONS,
        is_only_for_fields=True,
        stored_as="text_useRestriction",
    ),
    LineKind(
        "Finding aids",
        "findingAids",
        PageSection.FINDING_AIDS,
        is_only_for_fields=True,
        has_addresses=True,
    ),
    LineKind(
        "Online resources",
        "onlineResources",
        PageSection.FINDING_AIDS,
        is_only_for_fields=True,
        has_addresses=True,
    ),
    LineKind(DIGITAL_OBJECTS, "digitalObjects[].objectDescription"),
    LineKind("Local identifier", "localIdentifier", PageSection.NUMBERS, is_only_for_fields=True),
    LineKind(
        "Control numbers", "variantControlNumbers", PageSection.NUMBERS, is_only_for_fields=True
    ),
    LineKind("Record group number", "recordGroupNumber", PageSection.NUMBERS),
    LineKind("Collection identifier", "collectionIdentifier", PageSection.NUMBERS),
)

AUTHORITY_LINES = (
    LineKind(NAME, "heading", is_prose=True),
    LineKind("Fuller form of name", "fullerFormOfName"),
    LineKind("Also", "useFor[]"),
    LineKind("Variant names", "variantPersonNames[].heading"),
    LineKind("Names", "organizationNames[].heading"),
    LineKind("Variant names", "organizationNames[].variantOrganizationNames[]"),
    LineKind("Dates", "lifeDates", is_only_for_fields=True),
    LineKind("Personal title", "personalTitle"),
    LineKind("Biography", "biographicalNote", is_prose=True),
    LineKind("Administrative history", "administrativeHistoryNote", is_prose=True),
    LineKind("Scope", "scopeNote", is_prose=True),
    LineKind("Coordinates", "coordinates"),
    LineKind("Broader terms", "broaderTerms", PageSection.NAMES),
    LineKind("Narrower terms", "narrowerTerms[].heading", PageSection.NAMES),
    LineKind("Related terms", "relatedTerms[].heading", PageSection.NAMES),
    LineKind("Jurisdictions", "jurisdictions[].name", PageSection.NAMES),
    LineKind("Program areas", "programAreas[]"),
    LineKind("Persons", "personalReferences[].heading", PageSection.NAMES),
    LineKind("Organizations", "organizationalReferences[].heading", PageSection.NAMES),
    LineKind("Sources", "sourceNotes[]"),
)

UNLABELED = LineKind("", "")
"""The kind of a line with an unknown label."""

LINES: Mapping[RecordType, tuple[LineKind, ...]] = {
    RecordType.DESCRIPTION: DESCRIPTION_LINES,
    RecordType.AUTHORITY: AUTHORITY_LINES,
}
"""All kinds of lines, in the order in which they appear in a text."""

LINE_KINDS: Mapping[str, LineKind] = {
    one.label: one for one in (*AUTHORITY_LINES, *DESCRIPTION_LINES)
}
"""Label → kind of line. Two kinds with the same label are shown and used in the same way."""
