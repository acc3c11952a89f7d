"""What is said of a list: how many records, whether these are all, why there are none. Pure."""

from collections.abc import Sequence

from narabot.models import Listing, ListOrder, Passage, Response
from narabot.ordering import order_of, undated_count
from narabot.presentation.filters import filter_texts
from narabot.presentation.strings import say, say_many, several_later

WORDS_SAID = 12
"""Of a request, in the line above its list."""


NEAREST_FIRST = several_later(
    "{count} record, the nearest to your words first.",
    "{count} records, the nearest to your words first.",
)
AS_ARRANGED = several_later(
    "{count} record, as they are arranged.", "{count} records, as they are arranged."
)
OLDEST_FIRST = several_later(
    "{count} record, the oldest first.", "{count} records, the oldest first."
)
NEWEST_FIRST = several_later(
    "{count} record, the newest first.", "{count} records, the newest first."
)
BY_LEVEL = several_later(
    "{count} record, from record groups down to items.",
    "{count} records, from record groups down to items.",
)


def list_heading(
    response: Response, records: Sequence[Passage], order: ListOrder = ListOrder.RELEVANCE
) -> str:
    """Return what is said of a list: how many records, whether these are all, and of what dates."""
    said = (list_line(response, records, order), undated(response) if records else "")
    return " ".join(part for part in said if part)


def list_line(
    response: Response,
    records: Sequence[Passage],
    order: ListOrder = ListOrder.RELEVANCE,
    among: int | None = None,
) -> str:
    """Return the line above a list: how many records are looked at, and whether these are all.

    Among so many that were found they were chosen.
    """
    count = len(records)
    if among is not None and response.records:
        return chosen_line(response, count, among)
    if not count:
        return nothing_found(response)
    order = order_of(response, order)
    parts = [counted_in_order(count, order), undated_last(records, order)]
    if response.listing and response.listing.words and not response.listing.with_all_words:
        parts.insert(0, completeness(response))  # what is not there comes first
    else:
        parts.append(completeness(response))
    return " ".join(part for part in parts if part)


def counted_in_order(count: int, order: ListOrder) -> str:
    """Return how many records are looked at, and in which order."""
    if count == 1:
        return say("One record.")
    one, several = {
        ListOrder.RELEVANCE: NEAREST_FIRST,
        ListOrder.CATALOGUE: AS_ARRANGED,
        ListOrder.OLDEST: OLDEST_FIRST,
        ListOrder.NEWEST: NEWEST_FIRST,
        ListOrder.LEVEL: BY_LEVEL,
    }[order]
    return say_many(one, several, count)


def chosen_line(response: Response, count: int, among: int) -> str:
    """Return how many records of a list have what was chosen in it, and whether it has them all."""
    if not count:
        return say(
            "None of the {among} records has all that you chose. Take some of it away.", among=among
        )
    said = say("{count} of {among} records have what you chose.", count=count, among=among)
    if response.listing is not None and not response.listing.is_complete:
        said += " " + say("The list is not complete, so there may be others.")
    return said


def nothing_found(response: Response) -> str:
    """Return that there are no records, and what was searched for."""
    found = say("No records were found.")
    if response.filters:
        found = say(
            "No records were found within these filters: {filters}.",
            filters=filters_said(response),
        )
    listing = response.listing
    searched = ""
    if listing and listing.words:
        searched = say("Searched for: {words}.", words=words_said(listing.words))
    if response.emptied_by:
        advice = say("Remove one of them, or try other words.")
    elif len(response.filters.in_force) > 1:
        advice = say(
            "Without any one of them there are none either. Remove several, or try other words."
        )
    else:
        advice = say("Try other words.")
    return " ".join(filter(None, (found, searched, advice)))


def without_labels(response: Response) -> dict[str, str]:
    """Return in words what an empty list would have without a filter, by the filters' fields."""
    texts = filter_texts(response.filters)
    return {
        field: say_many(
            "Without: {filter} ({count} record)",
            "Without: {filter} ({count} records)",
            count,
            filter=texts[field],
        )
        for field, count in response.emptied_by.items()
        if field in texts
    }


def nearest_label(response: Response) -> str:
    """Return what records a list has beside those with all words, "" without any."""
    count = len(response.records) - len(response.matching)
    if not count:
        return ""
    return say_many(
        "Also the nearest {count} record without all of these words",
        "Also the nearest {count} records without all of these words",
        count,
    )


def undated_last(records: Sequence[Passage], order: ListOrder) -> str:
    """Return how many records stand at the end of a list by date for want of one."""
    if order not in {ListOrder.OLDEST, ListOrder.NEWEST}:
        return ""
    count = undated_count(records)
    if not count:
        return ""
    return say_many(
        "The one record without a date of its own comes last.",
        "The {count} records without a date of their own come last.",
        count,
    )


def words_said(words: Sequence[str]) -> str:
    """Return the words of a request, the first of many."""
    return ", ".join([*words[:WORDS_SAID], *(["…"] if len(words) > WORDS_SAID else [])])


def completeness(response: Response) -> str:
    """Return how many records have all of the words, and whether they are all listed."""
    listing = response.listing
    if listing is None:
        return ""
    if not listing.words:
        return without_words(listing)
    words = words_said(listing.words)
    if not listing.with_all_words:
        return without_any(listing, words)
    return complete(listing, words) if listing.is_complete else incomplete(listing, words)


def without_any(listing: Listing, words: str) -> str:
    """Return that no record has all of the words."""
    if len(listing.words) == 1:
        return say("No record has the word {words}.", words=words)
    return say("No record has all of these words: {words}.", words=words)


def complete(listing: Listing, words: str) -> str:
    """Return that a list has all records with the words."""
    if len(listing.words) == 1:
        return say_many(
            "The list is complete for the one record with the word {words}.",
            "The list is complete for the {count} records with the word {words}.",
            listing.with_all_words,
            words=words,
        )
    return say_many(
        "The list is complete for the one record with all of these words: {words}.",
        "The list is complete for the {count} records with all of these words: {words}.",
        listing.with_all_words,
        words=words,
    )


def incomplete(listing: Listing, words: str) -> str:
    """Return how many records have the words of a list that has not all of them."""
    count = listing.with_all_words
    if len(listing.words) == 1:
        if listing.is_counted:
            return say(
                "The list is not complete: there are {count} records with the word {words}.",
                count=count,
                words=words,
            )
        return say(
            "The list is not complete: there are at least {count} records with the word {words}.",
            count=count,
            words=words,
        )
    if listing.is_counted:
        return say(
            "The list is not complete: there are {count} records with all of these words: {words}.",
            count=count,
            words=words,
        )
    return say(
        "The list is not complete: there are at least {count} records with all of these words: "
        "{words}.",
        count=count,
        words=words,
    )


def without_words(listing: Listing) -> str:
    """Return whether all records that filters keep are listed."""
    if listing.is_complete:
        return say("The list is complete.")
    return say(
        "The list is not complete: there are at least {count} records within these filters.",
        count=listing.with_all_words,
    )


def undated(response: Response) -> str:
    """Return how a filter by dates reads records without them."""
    if not response.filters.years:
        return ""
    return say(
        "Records without dates of their own count by the years in their titles, or by the dates of "
        "what they are kept in; those without either are left out."
    )


def filters_said(response: Response) -> str:
    """Return the filters in force, in words."""
    return "; ".join(filter_texts(response.filters).values())
