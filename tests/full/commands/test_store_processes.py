"""The conversation store in several processes at once."""

import multiprocessing
from pathlib import Path

import pytest

from narabot.conversations import open_store
from narabot.conversations.database import REVISION
from narabot.settings import Settings
from tests.old_stores import store_without_schemas
from tests.unit.test_conversations_upgrading import READER, open_and_keep, revisions


@pytest.mark.parametrize("is_there_already", [False, True])
def test_processes_can_open_a_store_simultaneously(tmp_path: Path, is_there_already: bool) -> None:
    if is_there_already:
        store_without_schemas(tmp_path)
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=open_and_keep, args=(tmp_path, n)) for n in range(6)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 6
    assert revisions(tmp_path) == [REVISION]
    store = open_store(Settings(narabot_data_dir=tmp_path))
    assert {one.name for one in store.conversations.headings(READER)} == set("012345")
