"""Translate terms of the data model for the page: access statuses, line labels, and roles.

The model uses the records' English terms. A test compares the terms in this module with the model.
"""

from narabot.presentation.strings import ENGLISH, later, page_language, translate

TERMS = frozenset(
    {
        # Sections of a record page.
        later("Description"),
        later("Names"),
        later("Where it is held"),
        later("Access and use"),
        later("Microfilm"),
        later("Finding aids and other resources"),
        later("Numbers"),
        # Lines of a description.
        later("Title"),
        later("Subtitle"),
        later("Other titles"),
        later("Dates"),
        later("Produced"),
        later("Date note"),
        later("Scope and content"),
        later("Function and use"),
        later("Arrangement"),
        later("Numbering"),
        later("Custodial history"),
        later("Transfer"),
        later("Notes"),
        later("Scale"),
        later("Shot list"),
        later("Types of records"),
        later("Languages"),
        later("Number of series"),
        later("Number of file units"),
        later("Number of items"),
        later("Extent"),
        later("Copies"),
        later("Container"),
        later("Container list"),
        later("Medium"),
        later("Medium note"),
        later("Held at"),
        later("Handling"),
        later("Equipment"),
        later("Access"),
        later("Use"),
        later("Finding aids"),
        later("Online resources"),
        later("Digital objects"),
        later("Local identifier"),
        later("Control numbers"),
        later("Record group number"),
        later("Collection identifier"),
        later("Machine-read text"),
        later("Transcription"),
        # Lines of an authority record.
        later("Name"),
        later("Fuller form of name"),
        later("Also"),
        later("Variant names"),
        later("Personal title"),
        later("Biography"),
        later("Administrative history"),
        later("Scope"),
        later("Coordinates"),
        later("Program areas"),
        later("Sources"),
        # Relations.
        later("Created by"),
        later("Created"),
        later("Contributors"),
        later("Contributed to"),
        later("Donors"),
        later("Donated"),
        later("Subjects"),
        later("Subject of"),
        later("Broader terms"),
        later("Narrower terms"),
        later("Related terms"),
        later("Jurisdictions"),
        later("Earlier and later names"),
        later("Persons"),
        later("Organizations"),
        # Filters.
        later("Record group {}"),
        later("Collection {}"),
        later("In {}"),
        later("By {}"),
        later("About {}"),
        later("Mentions {}"),
        later("By or about {}"),
        later("Access: {}"),
        # NARA's general types of records and its access statuses.
        later("Architectural and Engineering Drawings"),
        later("Artifacts"),
        later("Data Files"),
        later("Maps and Charts"),
        later("Moving Images"),
        later("Photographs and other Graphic Materials"),
        later("Sound Recordings"),
        later("Textual Records"),
        later("Web Pages"),
        later("Unrestricted"),
        later("Restricted - Partly"),
        later("Restricted - Possibly"),
        later("Restricted - Fully"),
        later("Undetermined"),
    }
)

STEPS = frozenset(
    {
        later("Understanding the request"),
        later("Looking up names"),
        later("Loading the requested record"),
        later("Counting the records that contain all words"),
        later("Running a vector search"),
        later("Running a full-text search"),
        later("Searching by date"),
        later("Fusing the ranks from both searches"),
        later("Fusing the ranks from all three searches"),
        later("Computing similarities"),
        later("Finding the names in the request"),
        later("Finding similar names"),
        later("Finding texts that mention these names"),
        later("Scoring these texts"),
        later("Scoring all texts"),
        later("Reading the first records in full"),
        later("Separating specific words from topics"),
        later("Searching for the specific words"),
        later("Searching for the topics"),
        later("Extracting names from the request"),
        later("Matching names in the request to names in the texts"),
        later("Loading related statements"),
        later("Traversing the graph"),
        later("Keeping the most similar triplets"),
        later("Choosing reports"),
        later("Rating each report"),
        later("Ranking the cited records"),
        later("Searching the reports"),
        later("Looking up the records in these communities"),
        later("Searching these records"),
        later("Loading related names and texts"),
        later("Following relations"),
        later("Reading reports about these names"),
        later("Ranking the texts"),
        later("Finding the names in these texts"),
        later("Running the first system's query"),
        later("Loading chunks from the records found"),
        later("Running a hybrid search"),
        later("Reading the passages"),
        later("Finding spelling suggestions"),
        later("Checking whether the answer can be computed"),
        later("Reading the records"),
        later("Choosing and checking sentences"),
        later("Describing narabot"),
    }
)
"""Steps of a response, as traces name them."""


def step_label(step: str) -> str:
    """Return the label of a step."""
    return translate(step) if step in STEPS else step


def term(words: str) -> str:
    """Return the translation of a model term.

    Other text stays unchanged.
    """
    return translate(words) if words in TERMS else str(words)


def status_label(status: str) -> str:
    """Return NARA's status for display.

    In other languages, the translation precedes NARA's English term.
    """
    if page_language() == ENGLISH or status not in TERMS:
        return str(status)
    return f"{term(status)} ({status})"
