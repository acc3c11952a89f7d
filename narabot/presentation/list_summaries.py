"""Summarize a list: how many records it has, whether it is complete, or why it is empty."""

from collections.abc import Sequence

from narabot.models import Listing, ListOrder, Passage, Response
from narabot.ordering import effective_order, undated_count
from narabot.presentation.filters import filter_texts
from narabot.presentation.strings import say, say_many, several_later

MAX_WORDS_SHOWN = 12
"""Maximum number of request words quoted above a list."""


NEAREST_FIRST = several_later(
    "{count} record, best match first.",
    "{count} records, best match first.",
)
AS_ARRANGED = several_later(
    "{count} record, in catalog order.", "{count} records, in catalog order."
)
OLDEST_FIRST = several_later("{count} record, oldest first.", "{count} records, oldest first.")
NEWEST_FIRST = several_later("{count} record, newest first.", "{count} records, newest first.")
BY_LEVEL = several_later(
    "{count} record, from record groups to items.",
    "{count} records, from record groups to items.",
)


def list_heading(
    response: Response, records: Sequence[Passage], order: ListOrder = ListOrder.RELEVANCE
) -> str:
    """Return a list's summary, with a note on undated records if a date filter is active."""
    sentences = (list_line(response, records, order), undated_note(response) if records else "")
    return " ".join(part for part in sentences if part)


def list_line(
    response: Response,
    records: Sequence[Passage],
    order: ListOrder = ListOrder.RELEVANCE,
    among: int | None = None,
) -> str:
    """Return the line above a list: the count, the order, and whether the list is complete.

    `among` is the number of records before the reader chose facet values.
    """
    count = len(records)
    if among is not None and response.records:
        return selection_line(response, count, among)
    if not count:
        return no_records_text(response)
    order = effective_order(response, order)
    parts = [count_and_order(count, order), undated_last_note(records, order)]
    if response.listing and response.listing.words and not response.listing.with_all_words:
        parts.insert(0, completeness(response))  # state first that no record has all the words
    else:
        parts.append(completeness(response))
    return " ".join(part for part in parts if part)


def count_and_order(count: int, order: ListOrder) -> str:
    """Return the number of records and their order."""
    if count == 1:
        return say("One record.")
    one, several = {
        ListOrder.RELEVANCE: NEAREST_FIRST,
        ListOrder.CATALOG: AS_ARRANGED,
        ListOrder.OLDEST: OLDEST_FIRST,
        ListOrder.NEWEST: NEWEST_FIRST,
        ListOrder.LEVEL: BY_LEVEL,
    }[order]
    return say_many(one, several, count)


def selection_line(response: Response, count: int, among: int) -> str:
    """Return a text on how many records match the filters, and on whether more records may
    match."""
    if not count:
        return say(
            "None of the {among} records matches all of your filters. Remove a filter.", among=among
        )
    text = say("Your filters match {count} of {among} records.", count=count, among=among)
    if response.listing is not None and not response.listing.is_complete:
        text += " " + say("The list is incomplete, so other records may match.")
    return text


def no_records_text(response: Response) -> str:
    """Return a message that a list is empty, with the search words and advice."""
    found = say("No records were found.")
    if response.filters:
        found = say(
            "No records were found with these filters: {filters}.",
            filters=filters_text(response),
        )
    listing = response.listing
    searched = ""
    if listing and listing.words:
        searched = say("Searched for: {words}.", words=word_list(listing.words))
    if response.emptied_by:
        advice = say("Remove a filter, or try other words.")
    elif len(response.filters.in_force) > 1:
        advice = say(
            "Removing a single filter is not enough. Remove several filters, or try other words."
        )
    else:
        advice = say("Try other words.")
    return " ".join(filter(None, (found, searched, advice)))


def removal_labels(response: Response) -> dict[str, str]:
    """Return the labels of the buttons that remove one filter from an empty list, keyed by
    field."""
    texts = filter_texts(response.filters)
    return {
        field: say_many(
            "Remove {filter} ({count} record)",
            "Remove {filter} ({count} records)",
            count,
            filter=texts[field],
        )
        for field, count in response.emptied_by.items()
        if field in texts
    }


def nearest_label(response: Response) -> str:
    """Return the label of the toggle that shows records that lack some words.

    The result is "" if there are no such records.
    """
    count = len(response.records) - len(response.matching)
    if not count:
        return ""
    return say_many("Also show {count} close match", "Also show {count} close matches", count)


def undated_last_note(records: Sequence[Passage], order: ListOrder) -> str:
    """Return a note on the undated records that come last in a list sorted by date."""
    if order not in {ListOrder.OLDEST, ListOrder.NEWEST}:
        return ""
    count = undated_count(records)
    if not count:
        return ""
    return say_many(
        "The record without its own date comes last.",
        "The {count} records without their own dates come last.",
        count,
    )


def word_list(words: Sequence[str]) -> str:
    """Return the first words of a request, joined by commas."""
    return ", ".join([*words[:MAX_WORDS_SHOWN], *(["…"] if len(words) > MAX_WORDS_SHOWN else [])])


def completeness(response: Response) -> str:
    """Return a text on how many records contain all the words, and whether the list is complete."""
    listing = response.listing
    if listing is None:
        return ""
    if not listing.words:
        return filtered_list_text(listing)
    words = word_list(listing.words)
    if not listing.with_all_words:
        return no_match_text(listing, words)
    return (
        complete_list_text(listing, words)
        if listing.is_complete
        else incomplete_list_text(listing, words)
    )


def no_match_text(listing: Listing, words: str) -> str:
    """Return a message saying that no record contains all the words."""
    if len(listing.words) == 1:
        return say("No record contains the word {words}.", words=words)
    return say("No record contains all of these words: {words}.", words=words)


def complete_list_text(listing: Listing, words: str) -> str:
    """Return a message that the list contains every record with all the words."""
    if len(listing.words) == 1:
        return say_many(
            "The list is complete. It contains the only record with the word {words}.",
            "The list is complete. It contains all {count} records with the word {words}.",
            listing.with_all_words,
            words=words,
        )
    return say_many(
        "The list is complete. It contains the only record with all of these words: {words}.",
        "The list is complete. It contains all {count} records with all of these words: {words}.",
        listing.with_all_words,
        words=words,
    )


def incomplete_list_text(listing: Listing, words: str) -> str:
    """Return a message on how many records contain all the words, for an incomplete list."""
    count = listing.with_all_words
    if len(listing.words) == 1:
        if listing.is_counted:
            return say(
                "The list is incomplete. {count} records contain the word {words}.",
                count=count,
                words=words,
            )
        return say(
            "The list is incomplete. At least {count} records contain the word {words}.",
            count=count,
            words=words,
        )
    if listing.is_counted:
        return say(
            "The list is incomplete. {count} records contain all of these words: {words}.",
            count=count,
            words=words,
        )
    return say(
        "The list is incomplete. At least {count} records contain all of these words: {words}.",
        count=count,
        words=words,
    )


def filtered_list_text(listing: Listing) -> str:
    """Return a message that states whether a list contains every record that matches the
    filters."""
    if listing.is_complete:
        return say("The list is complete.")
    return say(
        "The list is incomplete. At least {count} records match these filters.",
        count=listing.with_all_words,
    )


def undated_note(response: Response) -> str:
    """Return a note on how a date filter treats undated records, or "" without a date filter."""
    if not response.filters.years:
        return ""
    return say(
        "For an undated record, the date filter uses the years in the title or, if the title "
        "has none, the dates of the records above it. Records with neither are excluded."
    )


def filters_text(response: Response) -> str:
    """Return the active filters in words."""
    return "; ".join(filter_texts(response.filters).values())
