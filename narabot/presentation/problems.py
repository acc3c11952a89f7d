"""What a reader is told of an error. Pure.

In English that is the error's own sentence. In another language it is a sentence on its kind; what
is for those who run narabot (settings, commands) stands behind it as it is.
"""

from collections.abc import Mapping

from narabot.errors import (
    ConversationsUnavailableError,
    GraphUnavailableError,
    IndexMismatchError,
    IndexUnavailableError,
    InvalidQuestionError,
    ModelTooSlowError,
    ModelUnavailableError,
    NarabotError,
    SettingsError,
    TooManyToCiteError,
    TooMuchToComputeError,
    UnknownPhraseError,
    UnknownRecordError,
)
from narabot.presentation.strings import ENGLISH, later, say, spoken

OF_READERS: Mapping[type[NarabotError], str] = {
    InvalidQuestionError: later(
        "This question cannot be read: it is empty, too long, or names a record that is not here."
    ),
    UnknownRecordError: later(
        "No record with this number has been loaded. NARA's numbers are digits alone, such as "
        "299829."
    ),
    UnknownPhraseError: later("No text that has been read says this name."),
    TooManyToCiteError: later("These are too many records for one file: choose fewer."),
    TooMuchToComputeError: later(
        "That would go through too many records. Ask about a record group, a series or some years."
    ),
}
"""What a reader can do something about."""

OF_OTHERS: Mapping[type[NarabotError], str] = {
    SettingsError: later("A setting of narabot has a value that cannot be used."),
    GraphUnavailableError: later("The database does not answer. Try again in a minute."),
    IndexUnavailableError: later("Records are not loaded yet, or being loaded."),
    IndexMismatchError: later("The records were loaded with other settings than these."),
    ModelUnavailableError: later("The language model does not answer, or cannot be loaded."),
    ModelTooSlowError: later("The language model takes too long."),
    ConversationsUnavailableError: later(
        "Conversations cannot be kept now: what is asked or changed is lost when the page is "
        "closed."
    ),
}
"""What is mended by those who run narabot."""

UNFORESEEN = later("narabot cannot do this now.")


def problem_said(error: NarabotError) -> str:
    """Return what a reader is told of an error."""
    if spoken() == ENGLISH:
        return str(error)
    if type(error) in OF_READERS:
        return say(OF_READERS[type(error)])
    what = say(OF_OTHERS.get(type(error), UNFORESEEN))
    return say(
        "{problem} For those who run narabot, in English: {details}", problem=what, details=error
    )
