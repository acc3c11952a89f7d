"""Words of the data model as the page says them: levels of access, labels of lines, roles. Pure.

The model has them in English, as the records do. A test compares this list with the model.
"""

from narabot.presentation.strings import ENGLISH, later, spoken, translated

TERMS = frozenset(
    {
        # Sections of a record's page.
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
        # Lines of an authority.
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
        later("Naming {}"),
        later("By or about {}"),
        later("Access: {}"),
        # NARA's general types of records, and its words for access.
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
        later("Looking for names in it"),
        later("Reading the record of this number"),
        later("Counting the records with all words"),
        later("Searching by meaning"),
        later("Searching by words"),
        later("Searching by dates"),
        later("Joining the ranks of both"),
        later("Joining the ranks of all three"),
        later("Measuring how near they are"),
        later("Looking for the names in it"),
        later("Looking for names near to it"),
        later("Following them to the texts"),
        later("Measuring how near these are"),
        later("Measuring how near all are"),
        later("Reading the first records whole"),
        later("Telling particulars from topics"),
        later("Looking up the particulars"),
        later("Looking up the topics"),
        later("Reading the names in it"),
        later("Comparing them with the names in texts"),
        later("Reading what is stated around them"),
        later("Walking along it"),
        later("Keeping what is nearest to it"),
        later("Choosing reports"),
        later("Reading what each says to it"),
        later("Ranking the records that they quote"),
        later("Searching the reports"),
        later("Looking up the records that they are on"),
        later("Searching these by meaning and words"),
        later("Reading names and texts around them"),
        later("Walking over them"),
        later("Following what is related"),
        later("Reading reports on them"),
        later("Ranking their texts"),
        later("Looking for names in these texts"),
        later("Walking along relations"),
        later("Following the names to the texts"),
        later("Searching as the first system did"),
        later("Finding its chunks"),
        later("Searching by meaning and by words"),
        later("Reading the passages"),
        later("Comparing words that no record has"),
        later("Looking for something to compute"),
        later("Reading the records"),
        later("Choosing and checking sentences"),
        later("Saying what narabot is"),
    }
)
"""What is done for a response, as a trace names it."""


def step_said(step: str) -> str:
    """Return a step as the page says it."""
    return translated(step) if step in STEPS else step


def term(words: str) -> str:
    """Return words of the model as the page says them; others as they are."""
    return translated(words) if words in TERMS else str(words)


def status_said(status: str) -> str:
    """Return NARA's word for access or use; in another language with its own behind it."""
    if spoken() == ENGLISH or status not in TERMS:
        return str(status)
    return f"{term(status)} ({status})"
