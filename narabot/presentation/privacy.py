"""Explain which data narabot stores about a reader, who can see it, and how to delete it.

The text must agree with docs/security.md and docs/operations.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from narabot.presentation.strings import say, say_many


@dataclass(frozen=True, slots=True)
class DataRetention:
    """How this installation stores readers' data."""

    days: int
    """Number of days between the last change and the deletion of the data."""
    uses_login: bool
    """Whether readers are identified by a login, rather than by their browsers."""
    is_remembered: bool
    """Whether narabot will recognize the reader on the next visit."""
    logs_questions: bool
    """Whether the log contains questions."""
    uses_model_server: bool
    """Whether questions are sent to a language model server."""


def privacy_sections(retention: DataRetention) -> Iterator[tuple[str, str]]:
    """Yield the sections of the notice, each with a heading and its text."""
    yield (
        say("What is stored"),
        say(
            "Your questions and their answers, your notes, your list, your ratings of answers, and "
            "a copy of each answer that you share with a link."
        ),
    )
    yield say("Where it is stored"), storage_text(retention)
    yield say("Who can see it"), access_text(retention)
    yield say("How long it is stored"), retention_text(retention)
    yield (
        say("What your browser stores"),
        say(
            "Your browser stores two more cookies, which do not identify you. narabot_images "
            "stores for 400 days whether you allow images. narabot_language stores your chosen "
            "language for one year. Each cookie is set only after you make the choice. “Delete "
            "everything” does not remove these cookies, but you can delete them in your browser."
        ),
    )
    yield (
        say("How to delete it"),
        say(
            "“Delete” removes a conversation, its notes, and the links to its answers. “Delete "
            "everything” removes all your data immediately and permanently."
        ),
    )


def storage_text(retention: DataRetention) -> str:
    """Explain where the data is stored and who else receives it."""
    log = (
        say("This site's log also contains your questions.")
        if retention.logs_questions
        else say("This site's log does not contain your questions.")
    )
    model = say(
        "Your question and the records found for it are sent to a language model server that the "
        "operator of this site has chosen."
    )
    return " ".join(
        (
            say("In a database that the operator of this site runs."),
            log,
            *((model,) if retention.uses_model_server else ()),
            say(
                "The National Archives receives no data until you allow its images. From then on, "
                "your browser loads the image of every displayed record from servers of the "
                "National Archives and Amazon. These servers see your IP address and which images "
                "you view. You can turn images off again in the sidebar."
            ),
        )
    )


def access_text(retention: DataRetention) -> str:
    """Explain how narabot identifies a reader and who can see the data."""
    known = (
        say(
            "The data is linked to your login. narabot stores only a digest of the login, not your "
            "name."
        )
        if retention.uses_login
        else say(
            "The data is linked to this browser by a random number in a cookie. narabot stores "
            "only a digest of that number, not your name."
        )
    )
    alone = say(
        "No other reader can open your data. Anyone with the link can see an answer that you "
        "share. Your note is visible only if you include it."
    )
    return f"{known} {alone}"


def retention_text(retention: DataRetention) -> str:
    """Explain when the data is deleted."""
    if not retention.is_remembered:
        return say_many(
            "Until you close this page. Your browser does not store cookies, so narabot cannot "
            "recognize it again. The data is deleted {count} day later.",
            "Until you close this page. Your browser does not store cookies, so narabot cannot "
            "recognize it again. The data is deleted {count} days later.",
            retention.days,
        )
    until = say_many(
        "Until {count} day after the last change.",
        "Until {count} days after the last change.",
        retention.days,
    )
    if retention.uses_login:
        return until
    lost = say("Without the cookie, nobody can open the data, not even you.")
    return f"{until} {lost}"
