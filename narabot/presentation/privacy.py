"""What is kept of a reader, in plain words: what, where, for whom, how long, and how it is deleted.

Pure. It says what docs/security.md and docs/operations.md say.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from narabot.presentation.strings import say, say_many


@dataclass(frozen=True, slots=True)
class Keeping:
    """How this page keeps what readers do."""

    days: int
    """After which what has not changed is deleted."""
    by_login: bool
    """Whether readers are known by a login, and not by their browser."""
    is_remembered: bool
    """Whether the reader will be known when coming again."""
    logs_questions: bool
    """Whether questions stand in the log."""
    asks_elsewhere: bool
    """Whether a language model's server is asked."""


def kept_of_you(keeping: Keeping) -> Iterator[tuple[str, str]]:
    """Yield what is to be known, each as a heading and sentences."""
    yield (
        say("What"),
        say(
            "Your questions with their answers; your notes; your list; your opinion of an answer, "
            "if you have given it; a copy of each answer that you have shared by a link."
        ),
    )
    yield say("Where"), where(keeping)
    yield say("For whom"), for_whom(keeping)
    yield say("For how long"), how_long(keeping)
    yield (
        say("What your browser keeps"),
        say(
            "Two more cookies, which say nothing of who you are: narabot_images, whether you allow "
            "images, for 400 days; narabot_language, the language that you have chosen, for a "
            "year. Each is there only once you have decided. “Delete everything” leaves them; your "
            "browser can delete them."
        ),
    )
    yield (
        say("How to delete it"),
        say(
            "“Delete” removes a conversation with its notes and the links to its answers; “Delete "
            "everything” removes all that is kept of you, at once and for good."
        ),
    )


def where(keeping: Keeping) -> str:
    """Return where it is kept, and who else learns of it."""
    log = (
        say("The log of this page has your questions too.")
        if keeping.logs_questions
        else say("Your questions are not in the log.")
    )
    model = say(
        "Your question and records that were found for it are sent to a language model's server, "
        "which whoever runs this page has chosen."
    )
    return " ".join(
        (
            say("In a database of whoever runs this page."),
            log,
            *((model,) if keeping.asks_elsewhere else ()),
            say(
                "The National Archives learn nothing of it until you allow their images. From then "
                "on your browser loads the image of every record shown that has one from their "
                "servers and Amazon's, which see the address of your connection and what you look "
                "at. You can take that back in the sidebar."
            ),
        )
    )


def for_whom(keeping: Keeping) -> str:
    """Return how a reader is known, and that nobody else sees what is kept."""
    known = (
        say("It belongs to your login, of which only a digest is kept, and no name.")
        if keeping.by_login
        else say(
            "It belongs to this browser, which has a random number in a cookie. Only a digest of "
            "that number is kept, and no name."
        )
    )
    alone = say(
        "No other reader can open it. An answer that you have shared is seen by whoever has its "
        "link, without your notes unless you wanted them with it."
    )
    return f"{known} {alone}"


def how_long(keeping: Keeping) -> str:
    """Return when it is deleted."""
    if not keeping.is_remembered:
        return say_many(
            "Until you close this page: your browser keeps no cookies, so it will not be known "
            "again. What was kept is deleted {count} day later.",
            "Until you close this page: your browser keeps no cookies, so it will not be known "
            "again. What was kept is deleted {count} days later.",
            keeping.days,
        )
    until = say_many(
        "Until {count} day after its last change.",
        "Until {count} days after its last change.",
        keeping.days,
    )
    if keeping.by_login:
        return until
    lost = say("Without the cookie nobody can open it any more, not even you.")
    return f"{until} {lost}"
