"""The Model Context Protocol tools on the sample records, called with the SDK's client."""

import json
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import anyio
import anyio.from_thread
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from narabot.api.service import Service
from narabot.api.tools import create_mcp_server, text_of
from narabot.models import AuthorityType, FullRecord, PathRecord, RecordType
from narabot.settings import Settings
from tests.sample.test_api import ACT, API, NOWHERE, ROLL, opened

PAGE = "https://catalog.archives.gov/id/7"

TOOLS = {
    "ask_archives",
    "search_records",
    "where_to_look",
    "get_record",
    "find_names",
    "read_name",
    "cite",
}


def with_client(server: Any, use: Callable[[Client], Awaitable[Any]]) -> Any:
    """Call a function with a client that is connected to this server, and return the result."""

    async def used() -> Any:
        async with Client(server) as client:
            return await use(client)

    with anyio.from_thread.start_blocking_portal() as loop:
        return loop.call(used)


def called(settings: Settings, tool: str, **arguments: Any) -> Any:
    """Return the result of one tool call."""
    service = Service(settings)
    try:
        return with_client(
            create_mcp_server(service), lambda client: client.call_tool(tool, arguments)
        )
    finally:
        service.close()


def test_question_gets_an_answer_with_quotations(api_settings: Settings) -> None:
    result = called(api_settings, "ask_archives", query=ROLL)
    assert not result.is_error
    got = result.structured_content
    assert "roll 9" in got["answer"]
    assert got["class"] == "question"
    assert got["sentences"][0]["quotes"][0]["naId"] == ACT


@pytest.mark.slow
def test_unanswerable_question_is_refused(api_settings: Settings) -> None:
    assert called(api_settings, "ask_archives", query=NOWHERE).structured_content["refused"]


@pytest.mark.slow
def test_tools_search_read_and_cite_records(api_settings: Settings) -> None:
    found = called(
        api_settings,
        "search_records",
        query="Civil War photographs",
        limit=2,
        filters={"isOnline": True},
    ).structured_content
    assert len(found["records"]) == 2
    assert found["filters"] == {"isOnline": True}
    record = called(api_settings, "get_record", na_id=ACT).structured_content
    assert record["title"].startswith("An Act for the Temporary Relief")
    [cited] = called(api_settings, "cite", na_ids=[ACT]).structured_content["citations"]
    assert str(ACT) in cited["nara"]
    places = called(api_settings, "where_to_look", query="Civil War").structured_content
    assert places["places"]


@pytest.mark.slow
def test_tools_accept_levels_and_offsets_like_the_api(api_settings: Settings) -> None:
    series = {"query": "Civil War", "level": "series"}
    places = called(api_settings, "where_to_look", **series).structured_content["places"]
    assert {place["levelOfDescription"] for place in places} == {"series"}
    whole = called(api_settings, "get_record", na_id=ACT).structured_content
    parent = whole["path"][-1]["naId"]
    below = called(api_settings, "get_record", na_id=parent, children_from=1).structured_content
    assert below["children"]["skipped"] == 1
    authority = whole["authorities"][0]["authority"]["naId"]
    of = called(api_settings, "get_record", na_id=authority, descriptions_from=1)
    assert of.structured_content["descriptions"]["skipped"] == 1


def test_tool_returns_the_same_record_as_the_api(api_settings: Settings) -> None:
    result = called(api_settings, "get_record", na_id=ACT)
    with opened(api_settings) as client:
        assert result.structured_content == client.get(f"{API}/records/{ACT}").json()
    assert json.loads(result.content[0].text) == result.structured_content
    assert "heading" not in result.structured_content


def test_tools_declare_read_only_access_and_strict_schemas(api_settings: Settings) -> None:
    service = Service(api_settings)
    listed = with_client(create_mcp_server(service), lambda client: client.list_tools())
    service.close()
    assert {tool.name for tool in listed.tools} == TOOLS
    for tool in listed.tools:
        assert tool.annotations.read_only_hint
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ask_archives", {"query": " "}, "The question is empty"),
        ("get_record", {"na_id": 404404}, "No record with naId 404404"),
        ("cite", {"na_ids": [404404]}, "404404"),
        ("get_record", {"na_id": "x"}, "na_id"),
        ("search_records", {"query": "x", "limit": 0}, "limit"),
        ("ask_archives", {}, "query"),
        ("cite", {"na_ids": [ACT], "style": "chicago"}, "style"),
        ("where_to_look", {"query": "x", "level": "item"}, "'series' or 'fileUnit'"),
        ("get_record", {"na_id": ACT, "children_from": -1}, "children_from"),
    ],
)
def test_invalid_call_returns_a_one_line_error(
    api_settings: Settings, tool: str, arguments: dict[str, Any], said: str
) -> None:
    result = called(api_settings, tool, **arguments)
    assert result.is_error
    message = result.content[0].text
    assert said in message
    assert "Traceback" not in message
    assert "\n" not in message and "pydantic" not in message


def test_unexpected_error_is_not_revealed(
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr("narabot.api.operations.stream_response", broken)
    result = called(api_settings, "ask_archives", query=ROLL)
    assert result.is_error
    assert "secret" not in str(result)
    assert "The log has the details" in result.content[0].text


def test_record_is_available_as_a_resource(api_settings: Settings) -> None:
    service = Service(api_settings)
    uri = f"nara://record/{ACT}"
    read = with_client(create_mcp_server(service), lambda client: client.read_resource(uri))
    service.close()
    assert read.contents[0].text.startswith("Title: An Act for the Temporary Relief")


def test_resource_of_unloaded_record_has_its_name_and_link() -> None:
    path = PathRecord(7, RecordType.AUTHORITY, AuthorityType.PERSON, "Hamet", None, None, PAGE)
    assert text_of(FullRecord((path,), is_stub=True)) == f"Hamet\nperson\n{PAGE}"
    unnamed = replace(path, name=None)
    assert text_of(FullRecord((unnamed,), is_stub=True)) == f"person\n{PAGE}"


def await_port(port: int) -> None:
    """Wait until a process listens on the port."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError("nothing listens")


@pytest.mark.slow
def test_mcp_command_communicates_over_standard_input(
    api_settings: Settings, sample_environment: dict[str, str]
) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "narabot", "mcp"],
        env=sample_environment | {"LLM_PROVIDER": "none"},
    )

    async def used(client: Client) -> tuple[set[str], Any]:
        tools = await client.list_tools()
        return {tool.name for tool in tools.tools}, await client.call_tool(
            "cite", {"na_ids": [ACT]}
        )

    names, cited = with_client(command, used)
    assert names == TOOLS
    assert str(ACT) in cited.structured_content["citations"][0]["nara"]
