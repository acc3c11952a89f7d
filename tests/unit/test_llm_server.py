"""Tests of language models on an OpenAI-compatible server, using a real local HTTP server."""

import time
from collections.abc import Callable, Generator
from threading import Event
from typing import cast

import pytest

from narabot.database.home import free_port
from narabot.errors import InvalidQuestionError, ModelUnavailableError, SettingsError
from narabot.llm import LanguageModel, open_language_model, read_reply
from narabot.settings import Settings
from tests.autouse import bare_environment
from tests.chat_server import Reply, chat_server, event, hang, refuse, two_words

__all__ = ["bare_environment"]

KEY = "sk-a-key-of-the-tests"


@pytest.fixture(autouse=True)
def foreign_key(monkeypatch: pytest.MonkeyPatch, bare_environment: None) -> None:
    """Set a key for another server in the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-ours")


def server_settings(url: str, **values: object) -> Settings:
    settings = {"llm_base_url": url, "llm_model": "m", "llm_api_key": KEY, "llm_timeout_s": 60}
    return Settings.model_validate({"llm_provider": "openai-compatible", **settings, **values})


def model_at(url: str, **values: object) -> LanguageModel:
    model = open_language_model(server_settings(url, **values)).model
    assert model is not None
    return model


@pytest.mark.slow
def test_reply_contains_what_the_server_sends() -> None:
    with chat_server(two_words) as server:
        assert list(model_at(server.url).stream("Weather?")) == ["It ", "snowed."]


def test_request_is_a_greedy_streamed_completion_with_a_limit() -> None:
    with chat_server(two_words) as server:
        read_reply(model_at(server.url), "Weather?", max_new_tokens=7)
    [request] = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.authorization == f"Bearer {KEY}"
    assert request.body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Weather?"}],
        "temperature": 0,
        "stream": True,
        "max_tokens": 7,
    }


def test_token_limit_defaults_to_the_setting() -> None:
    with chat_server(two_words) as server:
        read_reply(model_at(server.url, llm_max_new_tokens=99), "Weather?")
    assert server.requests[0].body["max_tokens"] == 99


def test_no_other_api_key_is_sent_without_a_key() -> None:
    with chat_server(two_words) as server:
        read_reply(model_at(server.url, llm_api_key=None), "Weather?")
    assert server.requests[0].authorization == "Bearer no-key"


def test_reply_is_streamed_piece_by_piece() -> None:
    arrived = Event()

    def wait_between(reply: Reply) -> None:
        reply.begin()
        reply.send_piece("It ")
        reply.send_piece("snowed." if arrived.wait(60) else "was late.")
        reply.complete()

    with chat_server(wait_between) as server:
        pieces = model_at(server.url).stream("Weather?")
        first = next(pieces)
        arrived.set()
        assert [first, *pieces] == ["It ", "snowed."]


def test_closing_the_stream_ends_the_connection() -> None:
    ended = Event()

    def talk_on(reply: Reply) -> None:
        reply.begin()
        try:
            for _ in range(10_000):
                reply.send_piece("on and ")
                time.sleep(0.01)
        except OSError:
            ended.set()

    with chat_server(talk_on) as server:
        pieces = cast(Generator[str], model_at(server.url).stream("Weather?"))
        next(pieces)
        pieces.close()
        assert ended.wait(60)


def test_empty_reply_is_not_an_error() -> None:
    def say_nothing(reply: Reply) -> None:
        reply.begin()
        reply.complete()

    with chat_server(say_nothing) as server:
        assert read_reply(model_at(server.url), "Weather?") == ""


# Failures


def greet(reply: Reply) -> None:
    reply.begin(content_type="text/html")
    reply.send("<html><h1>Welcome to nginx!</h1></html>")


def send_broken_json(reply: Reply) -> None:
    reply.begin()
    reply.send_piece("It ")
    reply.send('data: {"choices": [\n\n')


def break_off(reply: Reply) -> None:
    reply.begin()
    reply.send_piece("It ")


def break_off_in_a_chunk(reply: Reply) -> None:
    reply.protocol_version = "HTTP/1.1"
    reply.send_response(200)
    reply.send_header("Content-Type", "text/event-stream")
    reply.send_header("Transfer-Encoding", "chunked")
    reply.end_headers()
    reply.send('ff\r\ndata: {"choices": []}\n\n')
    reply.close_connection = True


def hang_in_the_middle(reply: Reply) -> None:
    reply.begin()
    reply.send_piece("It ")
    hang(reply)


def refuse_with_key(status: int) -> Callable[[Reply], None]:
    return refuse(status, f"wrong: {KEY}")


FAILURES = [
    (refuse_with_key(400), "possibly because the prompt is too long: lower LLM_MAX_INPUT_TOKENS"),
    (refuse_with_key(401), "rejects the key: correct LLM_API_KEY"),
    (refuse_with_key(403), "rejects the key: correct LLM_API_KEY"),
    (refuse_with_key(404), "correct LLM_MODEL or LLM_BASE_URL"),
    (refuse_with_key(429), "try again later"),
    (refuse_with_key(500), "HTTP status 500: see the server's log"),
    (greet, "does not follow the OpenAI protocol"),
    (send_broken_json, "does not follow the OpenAI protocol"),
    (event({"foo": 1}), "stopped before the end"),
    (event([]), "does not follow the OpenAI protocol"),
    (event("hello"), "does not follow the OpenAI protocol"),
    (event({"choices": [{}]}), "does not follow the OpenAI protocol"),
    (event({"error": {"message": f"crashed {KEY}"}}), "it reports an error: see the server's log"),
    (break_off, "stopped before the end of the answer: try again"),
    (break_off_in_a_chunk, "it disconnected"),
]


@pytest.mark.parametrize(("script", "advice"), FAILURES)
def test_failure_message_has_url_and_advice_in_one_line(
    script: Callable[[Reply], None], advice: str
) -> None:
    assert advice in failure_message(script)


@pytest.mark.parametrize("script", [hang, hang_in_the_middle])
def test_silent_server_raises_an_error_after_the_timeout(script: Callable[[Reply], None]) -> None:
    message = failure_message(script, llm_timeout_s=0.3)
    assert "did not respond in time: try again, or increase LLM_TIMEOUT_S" in message


def failure_message(script: Callable[[Reply], None], **settings: object) -> str:
    """Return the message about a failed reply, and check the parts that all messages share."""
    with chat_server(script) as server, pytest.raises(ModelUnavailableError) as raised:
        read_reply(model_at(server.url, **settings), "Weather?")
    message = str(raised.value)
    assert message.startswith(f"The language model m at {server.url} did not answer because it ")
    assert KEY not in message
    assert "\n" not in message
    return message


def test_unreachable_server_raises_a_clear_error() -> None:
    url = f"http://127.0.0.1:{free_port()}/v1"
    with pytest.raises(ModelUnavailableError, match=r"cannot be reached.*start it, or correct"):
        read_reply(model_at(url), "Weather?")


def test_text_before_a_disconnection_is_delivered() -> None:
    with chat_server(break_off) as server:
        pieces = model_at(server.url).stream("Weather?")
        assert next(pieces) == "It "
        with pytest.raises(ModelUnavailableError):
            next(pieces)


def test_password_in_the_url_is_not_shown() -> None:
    answering = open_language_model(server_settings("http://ada:secret@127.0.0.1:1/v1"))
    assert answering.note == "Answers are written by m at http://127.0.0.1:1/v1."
    assert answering.model is not None
    with pytest.raises(ModelUnavailableError, match="at http://127") as raised:
        read_reply(answering.model, "Weather?")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("setting", ["llm_base_url", "llm_model"])
def test_missing_setting_is_named(setting: str) -> None:
    with pytest.raises(
        SettingsError, match=f"requires the setting {setting.upper()}, which is not set"
    ):
        open_language_model(server_settings("http://x/v1", **{setting: None}))


@pytest.mark.parametrize("url", ["localhost:11434/v1", "ftp://host/v1", "http://"])
def test_invalid_url_is_rejected_when_opening(url: str) -> None:
    with pytest.raises(SettingsError, match="LLM_BASE_URL is not a URL"):
        open_language_model(server_settings(url))


def test_token_count_is_a_third_of_bytes_rounded_up() -> None:
    model = model_at("http://x/v1")
    texts = ("", "a", "abcd", "мая", "\ud800")
    assert [model.count_tokens(text) for text in texts] == [0, 1, 2, 2, 1]


def test_prompt_over_the_limit_is_not_sent() -> None:
    with chat_server(two_words) as server:
        model = model_at(server.url, llm_max_input_tokens=256)
        with pytest.raises(InvalidQuestionError, match="accepts at most 256 tokens"):
            read_reply(model, "a" * 769)
    assert server.requests == []
