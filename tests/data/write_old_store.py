"""Create `conversations-without-schemas.sqlite`, a store without schemas for stored answers.

This script runs only with the code from commit 432eab3, the last commit that stored dataclasses
unchanged. Run it in a checkout of that commit:
`PYTHONPATH=. python PATH/TO/write_old_store.py FOLDER`. The answers are real answers from the
records in `sample/`. The store remains in the repository, so that tests can verify that every
later version opens the store.
"""

import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from ingest.pipeline import run_ingest
from narabot.chat import Chat, open_chat, open_models, stream_response, where_to_look
from narabot.conversations import ConversationStore, open_store, owner_of
from narabot.database import EmbeddedDatabase
from narabot.errors import GraphUnavailableError
from narabot.graph import open_graph
from narabot.models import (
    NO_CHOICE,
    Filters,
    LevelOfDescription,
    ListOrder,
    ListView,
    NamedRecord,
    Response,
    TableColumn,
    Turn,
)
from narabot.retrieval import record_hashes
from narabot.settings import Settings

BROWSER = "b" * 43
LANGE = "Show me photographs by Dorothea Lange from 1942"
ROLL = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
FLAGS = "Show me records about flags"
EMPTY = "Show me records about the Civil War from the 1530s that are online"
WHERE = "Where should I look for Civil War photographs?"
RUSSIAN = "Покажи фотографии гражданской войны"


def ask(chat: Chat, turn: Turn, earlier: Response | None = None) -> Turn:
    """Add the response to a turn, and return the turn."""
    choice = turn.choice if turn.added or turn.narrowed or turn.removed else NO_CHOICE
    events = list(stream_response(chat, turn.question, earlier, choice))
    assert isinstance(events[-1], Response)
    turn.response = events[-1]
    return turn


def answers(chat: Chat) -> list[Turn]:
    """Return turns with answers, a refusal, and failed and stopped questions."""
    roll = ask(chat, Turn(ROLL))
    roll.rating = 1
    refused = ask(chat, Turn("How do I bake sourdough bread?"))
    refused.rating, refused.reason = 0, "It is wrong: there are recipes."
    failed = Turn("Which ships were lost?")
    failed.fail(str(GraphUnavailableError("the database")), can_retry=True)
    stopped = Turn("Who designed the flag?")
    stopped.stop()
    where = ask(chat, Turn(WHERE))
    where.places = tuple(where_to_look(chat, "Civil War photographs", 2))
    nowhere = ask(chat, Turn("Who wrote the letter to the President?"))
    nowhere.places = "The database does not answer."
    return [roll, refused, failed, stopped, where, nowhere]


def lists(chat: Chat) -> list[Turn]:
    """Return turns with lists: named, filtered, follow-up, empty, Russian, and table lists."""
    named = ask(chat, Turn(LANGE))
    flags = Turn(FLAGS, narrowed=Filters(is_online=True), removed={"levels": "Items"})
    ask(chat, flags)
    flags.view = ListView(
        ListOrder.OLDEST,
        page=1,
        with_nearest=True,
        is_table=True,
        columns=(TableColumn.TITLE, TableColumn.CONTAINER),
    )
    leaning = ask(chat, Turn("only those that are items"), flags.response)
    leaning.view = ListView(is_grouped=True)
    empty = ask(chat, Turn(EMPTY))
    russian = ask(chat, Turn(RUSSIAN))
    of_record = Turn(
        "What is in it",
        added=Filters(levels=(LevelOfDescription.ITEM,), ancestor=NamedRecord(*series(named))),
    )
    return [named, flags, leaning, empty, russian, ask(chat, of_record)]


def series(turn: Turn) -> tuple[int, str]:
    """Return the naId and the name of the parent of the first record in a list."""
    assert turn.response is not None
    above = turn.response.records[0].path[1]
    return above.na_id, above.name or ""


def keep(store: ConversationStore, owner: str, name: str, turns: list[Turn]) -> str:
    """Store a conversation, and return the conversation's ID."""
    kept = store.conversations.begin(owner, name)
    for turn in turns:
        store.conversations.save_turn(owner, kept.id, turn)
    return kept.id


def main(folder: Path, into: Path) -> None:
    """Create the store in a folder that also contains a throwaway database."""
    settings = Settings(
        narabot_data_dir=folder, neo4j_heap="512m", neo4j_page_cache="128m", llm_provider="none"
    )
    models = open_models(settings)
    with (
        EmbeddedDatabase(settings).running(print) as connection,
        open_graph(connection) as graph,
        closing(open_store(settings)) as store,
    ):
        run_ingest(settings, graph, models.embeddings, [Path("sample")])
        chat, owner = open_chat(settings, models, graph), owner_of(BROWSER)
        answered, listed = answers(chat), lists(chat)
        first = keep(store, owner, "Answers", answered)
        second = keep(store, owner, "Lists", listed)
        for conversation, turn in ((first, answered[0]), (second, listed[0])):
            hashes = record_hashes(graph, [one.na_id for one in turn.response.records])
            assert store.shares.share(owner, conversation, turn, hashes)
        chosen = {one.na_id: one.record.name or "" for one in listed[0].response.records[:3]}
        store.selections.add(owner, chosen, 100)
    copied = into / "conversations-without-schemas.sqlite"
    copied.unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / "conversations.sqlite")) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("VACUUM INTO ?", (str(copied),))


if __name__ == "__main__":
    made_in = Path(tempfile.mkdtemp())
    try:
        main(made_in, Path(sys.argv[1]))
    finally:
        shutil.rmtree(made_in)
