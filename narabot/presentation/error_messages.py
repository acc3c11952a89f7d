"""Explain errors to readers.

In English, the message is the error's own text. Other languages have one sentence for each class of
error. Errors for operators also show the English details.
"""

from collections.abc import Mapping

from narabot.errors import (
    ComputationLimitError,
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
    UnknownPhraseError,
    UnknownRecordError,
)
from narabot.presentation.strings import ENGLISH, later, page_language, say

READER_ERRORS: Mapping[type[NarabotError], str] = {
    InvalidQuestionError: later(
        "This question cannot be processed. It is empty, is too long, or refers to a record "
        "that is not loaded."
    ),
    UnknownRecordError: later(
        "No record with this number is loaded. NARA's identifiers contain only digits, such as "
        "299829."
    ),
    UnknownPhraseError: later("No processed text mentions this name."),
    TooManyToCiteError: later("One file cannot contain this many records. Choose fewer records."),
    ComputationLimitError: later(
        "This request covers too many records. Limit it to a record group, a series, or a range of "
        "years."
    ),
}
"""Errors that a reader can fix."""

OPERATOR_ERRORS: Mapping[type[NarabotError], str] = {
    SettingsError: later("A narabot setting has an invalid value."),
    GraphUnavailableError: later("The database is not responding. Try again in a minute."),
    IndexUnavailableError: later("The records are not loaded yet or are still loading."),
    IndexMismatchError: later("The records were loaded with different settings."),
    ModelUnavailableError: later("The language model is not responding or cannot be loaded."),
    ModelTooSlowError: later("The language model took too long to respond."),
    ConversationsUnavailableError: later(
        "Conversations cannot be saved right now. New questions and changes will be lost when you "
        "close the page."
    ),
}
"""Errors that only the operators of narabot can fix."""

UNEXPECTED_ERROR = later("narabot cannot do this right now.")


def error_text(error: NarabotError) -> str:
    """Return the message for an error in the page language."""
    if page_language() == ENGLISH:
        return str(error)
    if type(error) in READER_ERRORS:
        return say(READER_ERRORS[type(error)])
    what = say(OPERATOR_ERRORS.get(type(error), UNEXPECTED_ERROR))
    return say(
        "{problem} Details for the operator, in English: {details}", problem=what, details=error
    )
