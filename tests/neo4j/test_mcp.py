"""The tools of the Model Context Protocol on the sample records, by the SDK's own client."""

import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import anyio.from_thread
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from narabot.api.service import Service
from narabot.api.tools import create_mcp_server
from narabot.settings import Settings
from tests.neo4j.test_api import ACT, NOWHERE, ROLL

TOOLS = {"ask_archives", "search_records", "where_to_look", "get_record", "cite"}


def with_client(server: Any, use: Callable[[Client], Awaitable[Any]]) -> Any:
    """Return what a client that is connected to a server gets."""

    async def used() -> Any:
        async with Client(server) as client:
            return await use(client)

    with anyio.from_thread.start_blocking_portal() as loop:
        return loop.call(used)


def called(settings: Settings, tool: str, **arguments: Any) -> Any:
    """Return the result of one call."""
    service = Service(settings)
    try:
        return with_client(
            create_mcp_server(service), lambda client: client.call_tool(tool, arguments)
        )
    finally:
        service.close()


def test_a_question_gets_its_answer_with_checked_quotes(api_settings: Settings) -> None:
    result = called(api_settings, "ask_archives", query=ROLL)
    assert not result.is_error
    got = result.structured_content
    assert "roll 9" in got["answer"]
    assert got["class"] == "question"
    assert got["sentences"][0]["quotes"][0]["naId"] == ACT


def test_what_the_records_do_not_hold_is_refused(api_settings: Settings) -> None:
    assert called(api_settings, "ask_archives", query=NOWHERE).structured_content["refused"]


def test_records_are_searched_read_and_cited(api_settings: Settings) -> None:
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


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ask_archives", {"query": " "}, "The question is empty"),
        ("get_record", {"na_id": 404404}, "No record with naId 404404"),
        ("cite", {"na_ids": [404404]}, "404404"),
        ("get_record", {"na_id": "x"}, "na_id"),
        ("search_records", {"query": "x", "limit": 0}, "limit"),
        ("ask_archives", {}, "query"),
    ],
)
def test_a_wrong_call_is_a_sentence(
    api_settings: Settings, tool: str, arguments: dict[str, Any], said: str
) -> None:
    result = called(api_settings, tool, **arguments)
    assert result.is_error
    assert said in result.content[0].text
    assert "Traceback" not in result.content[0].text


def test_an_unforeseen_error_is_not_told(
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr("narabot.api.reading.stream_response", broken)
    result = called(api_settings, "ask_archives", query=ROLL)
    assert result.is_error
    assert "secret" not in str(result)
    assert "the log says what" in result.content[0].text


def test_a_record_is_a_resource(api_settings: Settings) -> None:
    service = Service(api_settings)
    uri = f"nara://record/{ACT}"
    read = with_client(create_mcp_server(service), lambda client: client.read_resource(uri))
    service.close()
    assert read.contents[0].text.startswith("Title: An Act for the Temporary Relief")


def test_narabot_mcp_speaks_on_standard_input(
    api_settings: Settings, own_environment: dict[str, str]
) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "narabot", "mcp"],
        env=own_environment | {"LLM_PROVIDER": "none"},
    )

    async def used(client: Client) -> tuple[set[str], Any]:
        tools = await client.list_tools()
        return {tool.name for tool in tools.tools}, await client.call_tool(
            "cite", {"na_ids": [ACT]}
        )

    names, cited = with_client(command, used)
    assert names == TOOLS
    assert str(ACT) in cited.structured_content["citations"][0]["nara"]
