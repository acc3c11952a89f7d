"""Search conversations by words in their names, questions, answers, and notes.

The search ignores diacritics and case and matches the beginnings of words. The search works in any
database. A column contains the words in each turn, with a space before each word. LIKE searches the
column.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, or_, select, update

from narabot.conversations.database import Database, in_utc
from narabot.conversations.shapes.turns import decode_turn
from narabot.conversations.tables import conversation, turn
from narabot.models import ConversationHeading, FoundConversation, Turn
from narabot.words import folded_parts

MAX_WORDS = 8
"""Maximum number of words in a search."""

MAX_WORDS_CHARS = 20_000
"""Maximum length of a turn's words, in characters. A text of this length fits into MySQL's 64 KB
columns."""

FILL_BATCH = 200
"""Number of turns whose words are filled in per transaction."""


def searchable_lines(searched: Turn) -> Iterator[str]:
    """Yield the searchable lines of a turn: its question, the answer's sentences, and the note."""
    yield searched.question
    if searched.response and searched.response.answer:
        yield from (one.text for one in searched.response.answer.sentences)
    yield from (searched.note or "").splitlines()


def words_of(searched: Turn) -> str:
    """Return the words of a turn in searchable form."""
    return folded("\n".join(searchable_lines(searched)))[:MAX_WORDS_CHARS]


def folded(text: str) -> str:
    """Return the words of a text in lowercase, without diacritics, each preceded by a space."""
    return "".join(f" {word}" for word in folded_parts(text))


def word_prefixes(request: str) -> tuple[str, ...]:
    """Return the distinct words of a search, each preceded by a space."""
    return tuple(dict.fromkeys(f" {word}" for word in folded_parts(request)))[:MAX_WORDS]


@dataclass(frozen=True, slots=True)
class ConversationSearch:
    """Searches all users' conversations. Raises ConversationsUnavailableError."""

    database: Database

    def find_conversations(self, owner: str, request: str, limit: int) -> list[FoundConversation]:
        """Return at most `limit` conversations of an owner that contain all words of a request.

        The most recently changed conversation comes first. The words may appear in different turns.
        """
        wanted = word_prefixes(request)
        if not wanted:
            return []
        self.fill_missing_words(owner)
        with self.database.transaction() as connection:
            found = matching_conversations(connection, owner, wanted)[:limit]
            lines = best_lines(connection, [one for _, one in found if one], wanted)
        return [FoundConversation(one, lines.get(turn_id or "")) for one, turn_id in found]

    def fill_missing_words(self, owner: str) -> None:
        """Fill in the words of turns that an older version of narabot saved."""
        unread = (
            select(turn.c.id, turn.c.question, turn.c.content)
            .join(conversation)
            .where(conversation.c.owner == owner, turn.c.words.is_(None))
            .limit(FILL_BATCH)
        )
        while True:
            with self.database.transaction() as connection:
                rows = connection.execute(unread).all()
                for row in rows:
                    words = words_of(decode_turn(row.content, row.id, row.question))
                    own = turn.c.id == row.id
                    connection.execute(update(turn).where(own).values(words=words))
            if len(rows) < FILL_BATCH:
                return


Match = tuple[ConversationHeading, str | None]
"""A conversation with the ID of its best matching turn. The ID is `None` if only the name
matches."""


def matching_conversations(
    connection: Connection, owner: str, wanted: Sequence[str]
) -> list[Match]:
    """Return the conversations that contain all words, most recently changed first."""
    headings = (
        select(conversation.c.id, conversation.c.name, conversation.c.changed_ms)
        .where(conversation.c.owner == owner)
        .order_by(conversation.c.changed_ms.desc(), conversation.c.id)
    )
    turns = (
        select(turn.c.conversation_id, turn.c.id, turn.c.words)
        .join(conversation)
        .where(conversation.c.owner == owner, or_(*(turn.c.words.contains(one) for one in wanted)))
        .order_by(turn.c.position)
    )
    words_by_turn: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in connection.execute(turns):
        words_by_turn[row.conversation_id].append((row.id, row.words))
    found = []
    for row in connection.execute(headings):
        own = words_by_turn[row.id]
        everything = "".join([folded(row.name), *(words for _, words in own)])
        if all(one in everything for one in wanted):
            best = max(own, key=lambda one: match_count(wanted, one[1]), default=None)
            heading = ConversationHeading(row.id, row.name, in_utc(row.changed_ms))
            found.append((heading, best[0] if best else None))
    return found


def best_lines(
    connection: Connection, turn_ids: Collection[str], wanted: Sequence[str]
) -> Mapping[str, str]:
    """Return each turn's line with the most search words, keyed by turn ID."""
    rows = connection.execute(
        select(turn.c.id, turn.c.question, turn.c.content).where(turn.c.id.in_(turn_ids))
    )
    turns = {row.id: decode_turn(row.content, row.id, row.question) for row in rows}
    return {
        turn_id: max(searchable_lines(one), key=lambda line: match_count(wanted, folded(line)))
        for turn_id, one in turns.items()
    }


def match_count(wanted: Sequence[str], words: str) -> int:
    """Return how many of the prefixes occur at the beginning of a word."""
    return sum(one in words for one in wanted)
