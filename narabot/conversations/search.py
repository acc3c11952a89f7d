"""Which conversations have some words: in their names, questions, answers and notes.

Words are looked for without diacritics and capitals, and by how they begin. Any database can do
that: a turn's words are kept in a column beside it, each behind a blank, and asked for by LIKE.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, or_, select, update

from narabot.conversations.database import Database, in_utc
from narabot.conversations.shapes.turns import turn_from
from narabot.conversations.tables import conversation, turn
from narabot.models import ConversationHeading, FoundConversation, Turn
from narabot.words import folded_parts

MOST_WORDS = 8
"""Of a search that are looked for."""

LONGEST_WORDS = 20_000
"""Characters of a turn's words: fewer than the 64 KB that MySQL has room for."""

FILLED_AT_ONCE = 200
"""Turns whose words are noted in one transaction."""


def lines(said: Turn) -> Iterator[str]:
    """Yield what a turn says that is searched: its question, the answer's sentences, the note."""
    yield said.question
    if said.response and said.response.answer:
        yield from (one.text for one in said.response.answer.sentences)
    yield from (said.note or "").splitlines()


def words_of(said: Turn) -> str:
    """Return the words of a turn as they are looked for."""
    return folded("\n".join(lines(said)))[:LONGEST_WORDS]


def folded(text: str) -> str:
    """Return the words of a text without diacritics and capitals, each behind a blank."""
    return "".join(f" {word}" for word in folded_parts(text))


def beginnings(request: str) -> tuple[str, ...]:
    """Return how the words of a search begin, each behind a blank and once."""
    return tuple(dict.fromkeys(f" {word}" for word in folded_parts(request)))[:MOST_WORDS]


@dataclass(frozen=True, slots=True)
class ConversationSearch:
    """The search in all readers' conversations. Raises ConversationsUnavailableError."""

    database: Database

    def find(self, owner: str, request: str, most: int) -> list[FoundConversation]:
        """Return at most so many of an owner's conversations that have all words of a request.

        That which changed last comes first. The words may stand in different turns.
        """
        wanted = beginnings(request)
        if not wanted:
            return []
        self.fill(owner)
        with self.database.transaction() as connection:
            found = matching(connection, owner, wanted)[:most]
            said = best_lines(connection, [one for _, one in found if one], wanted)
        return [FoundConversation(one, said.get(turn_id or "")) for one, turn_id in found]

    def fill(self, owner: str) -> None:
        """Note the words of the turns that an older narabot has kept."""
        unread = (
            select(turn.c.id, turn.c.question, turn.c.content)
            .join(conversation)
            .where(conversation.c.owner == owner, turn.c.words.is_(None))
            .limit(FILLED_AT_ONCE)
        )
        while True:
            with self.database.transaction() as connection:
                rows = connection.execute(unread).all()
                for row in rows:
                    words = words_of(turn_from(row.content, row.id, row.question))
                    own = turn.c.id == row.id
                    connection.execute(update(turn).where(own).values(words=words))
            if len(rows) < FILLED_AT_ONCE:
                return


Found = tuple[ConversationHeading, str | None]
"""A conversation, and the id of its turn that has most of the words; `None` if only its name
has."""


def matching(connection: Connection, owner: str, wanted: Sequence[str]) -> list[Found]:
    """Return the conversations that have all the words, that which changed last first."""
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
    said: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in connection.execute(turns):
        said[row.conversation_id].append((row.id, row.words))
    found = []
    for row in connection.execute(headings):
        own = said[row.id]
        everything = "".join([folded(row.name), *(words for _, words in own)])
        if all(one in everything for one in wanted):
            best = max(own, key=lambda one: number_of(wanted, one[1]), default=None)
            heading = ConversationHeading(row.id, row.name, in_utc(row.changed_ms))
            found.append((heading, best[0] if best else None))
    return found


def best_lines(
    connection: Connection, turn_ids: Collection[str], wanted: Sequence[str]
) -> Mapping[str, str]:
    """Return the line of each turn that has most of the words."""
    rows = connection.execute(
        select(turn.c.id, turn.c.question, turn.c.content).where(turn.c.id.in_(turn_ids))
    )
    turns = {row.id: turn_from(row.content, row.id, row.question) for row in rows}
    return {
        turn_id: max(lines(one), key=lambda line: number_of(wanted, folded(line)))
        for turn_id, one in turns.items()
    }


def number_of(wanted: Sequence[str], words: str) -> int:
    """Return how many of the words that are looked for begin a word."""
    return sum(one in words for one in wanted)
