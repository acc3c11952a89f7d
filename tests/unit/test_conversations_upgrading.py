"""Tests of the store's tables: creation, upgrades of old tables, and rejection of newer tables."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from narabot.conversations import open_store, owner_of
from narabot.conversations.database import MIGRATIONS, REVISION
from narabot.conversations.tables import METADATA
from narabot.errors import ConversationsUnavailableError
from narabot.models import Turn
from narabot.settings import Settings
from tests.old_stores import STORE_WITHOUT_SCHEMAS, store_without_schemas

READER = owner_of("a reader's browser")


def file_in(folder: Path) -> Path:
    return folder / "conversations.sqlite"


def revisions(folder: Path) -> list[str]:
    with closing(sqlite3.connect(file_in(folder))) as database:
        return [row[0] for row in database.execute("SELECT version_num FROM alembic_version")]


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_store_is_opened_with_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


def test_migrations_create_the_tables_in_use(tmp_path: Path) -> None:
    open_store(Settings(narabot_data_dir=tmp_path)).close()
    with create_engine(f"sqlite:///{file_in(tmp_path)}").connect() as connection:
        made = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(made, METADATA) == []


def test_store_from_before_migrations_is_upgraded(tmp_path: Path) -> None:
    settings = Settings(narabot_data_dir=tmp_path, conversations_keep_days=36_500)
    store_without_schemas(tmp_path)
    with closing(sqlite3.connect(STORE_WITHOUT_SCHEMAS)) as before:
        count = before.execute("SELECT count(*) FROM turn").fetchone()[0]
    for _ in range(2):
        open_store(settings).close()
        assert revisions(tmp_path) == [REVISION]
    with closing(sqlite3.connect(file_in(tmp_path))) as after:
        assert after.execute("SELECT count(*) FROM turn").fetchone()[0] == count > 0


def test_store_from_newer_version_is_rejected_and_unchanged(tmp_path: Path) -> None:
    settings = Settings(narabot_data_dir=tmp_path)
    open_store(settings).close()
    with closing(sqlite3.connect(file_in(tmp_path))) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(ConversationsUnavailableError, match="newer version of narabot"):
        open_store(settings)
    assert revisions(tmp_path) == ["9999"]


def open_and_keep(folder: Path, number: int) -> None:
    """Open a store at the same time as other processes and save a conversation."""
    store = open_store(Settings(narabot_data_dir=folder, conversations_keep_days=36_500))
    kept = store.conversations.begin(READER, str(number))
    assert store.conversations.save_turn(READER, kept.id, Turn("One?")) == 1
    store.close()


@pytest.fixture
def open_mask() -> Iterator[None]:
    """Set a umask that makes new files readable by everyone, as most systems do."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_store_files_are_readable_only_by_owner(tmp_path: Path, open_mask: None) -> None:
    open_and_keep(tmp_path, 1)
    store = open_store(Settings(narabot_data_dir=tmp_path))
    store.conversations.begin(READER, "while it is open")
    files = sorted(tmp_path.iterdir())
    assert [one.name for one in files] == [
        "conversations.sqlite",
        "conversations.sqlite-shm",
        "conversations.sqlite-wal",
    ]
    assert {rights(one) for one in files} == {0o600}
    store.close()


def test_loose_file_permissions_are_restricted(tmp_path: Path, open_mask: None) -> None:
    settings = Settings(narabot_data_dir=tmp_path)
    store = open_store(settings)
    store.conversations.begin(READER, "while it is open")
    for one in tmp_path.iterdir():
        one.chmod(0o644)
    url = Settings(conversations_url=f"sqlite:///{file_in(tmp_path)}", narabot_data_dir=tmp_path)
    open_store(url).close()
    assert {rights(one) for one in tmp_path.iterdir()} == {0o600}
    store.close()


def test_in_memory_store_needs_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store(Settings(narabot_data_dir=tmp_path, conversations_url="sqlite://"))
    with store.conversations.database.transaction() as connection:
        assert connection.execute(text("SELECT count(*) FROM turn")).scalar() == 0
    assert list(tmp_path.iterdir()) == []
