"""Explain in plain words how to view a record or order a copy.

The guide uses only the record's own data and omits missing information. If the records do not name
the holder, the guide gives the general contact page.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from narabot.models import HeldRecord, LevelOfDescription
from narabot.presentation.citing.addresses import addresses
from narabot.presentation.citing.pull_slips import PullSlip, pull_slip
from narabot.presentation.markdown import LINE_END, escape, link_addresses
from narabot.presentation.restrictions import USE_WORDS, status_text
from narabot.presentation.strings import in_english, say, say_many

CONTACT = "https://www.archives.gov/contact"
"""The National Archives' contact page for all questions."""


@dataclass(frozen=True, slots=True)
class OrderGuide:
    """The steps to view a record or to order a copy."""

    steps: tuple[tuple[str, str], ...]
    """Steps in order, each with a heading and Markdown."""
    request_text: str
    """Plain text to send to the holder, in English: the citation, and the container if known."""


def order_guide(held: HeldRecord) -> OrderGuide:
    """Return the guide for a record."""
    return OrderGuide(
        tuple(steps(held, pull_slip(held))), in_english(lambda: request_text(pull_slip(held)))
    )


def steps(held: HeldRecord, slip: PullSlip) -> Iterator[tuple[str, str]]:
    """Yield the steps, from online access to the holder's contact."""
    if held.passage.holdings.online_count:
        yield say("Look online first"), escape(online_text(held))
    if slip.microfilm:
        text = say(
            "A microfilm copy is available instead of the original: {films}", films=slip.microfilm
        )
        yield say("Request the microfilm"), link_addresses(text)
    if slip.access:
        yield say("Check access restrictions"), link_addresses(slip.access)
    if slip.handling:
        yield say("Handling instructions"), link_addresses(slip.handling)
    if held.use:
        text = status_text(held.record, held.use, USE_WORDS)
        yield say("Check use restrictions"), escape(text)
    yield say("Contact the holder"), whom_to_ask(held)


def online_text(held: HeldRecord) -> str:
    """Return a text on the number of digital objects, and on whether the objects may suffice."""
    count = held.passage.holdings.online_count
    if held.record.type is LevelOfDescription.ITEM:
        return say_many(
            "{count} digital object is on this record's page and at archives.gov. You may not need "
            "another copy.",
            "{count} digital objects are on this record's page and at archives.gov. You may not "
            "need another copy.",
            count,
        )
    return say_many(
        "{count} digital object is online. It may contain everything that you need.",
        "{count} digital objects are online. They may contain everything that you need.",
        count,
    )


def whom_to_ask(held: HeldRecord) -> str:
    """Return a record's holder, with the contact information that the records contain."""
    if not held.units:
        return link_addresses(
            say(
                "The catalog does not state who holds this record. Contact the National Archives "
                "({address}) and provide this information:",
                address=CONTACT,
            )
        )
    contacts = [link_addresses(one) for one in addresses(held.units)]
    ask = say(
        "Contact the holder before you visit or to order a copy, and provide this information:"
    )
    return LINE_END.join((*contacts, escape(ask)))


def request_text(slip: PullSlip) -> str:
    """Return the text that identifies a record to its holder."""
    return f"{slip.citation}\nBox and folder: {slip.boxes}" if slip.has_boxes else slip.citation
