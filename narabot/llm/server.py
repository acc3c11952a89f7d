"""A language model on an OpenAI-compatible server: Ollama, vLLM, llama.cpp, and others.

Messages never repeat the server's response, because it may contain the key.
"""

import re

import openai
from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from narabot.errors import ModelTooSlowError, ModelUnavailableError, SettingsError
from narabot.llm.language_model import Reply, Usage, refuse_long_prompt
from narabot.models import without_password
from narabot.settings import Settings

BYTES_PER_TOKEN = 3
"""A conservative estimate: prose has four or more bytes per token, in English and in Russian."""

NO_KEY = "no-key"
"""Placeholder key, because the client requires a key even if the server ignores it."""

STATUS_ADVICE = {
    400: "it rejects the request, possibly because the prompt is too long: lower "
    "LLM_MAX_INPUT_TOKENS",
    401: "it rejects the key: correct LLM_API_KEY",
    403: "it rejects the key: correct LLM_API_KEY",
    404: "it does not have this model or path: correct LLM_MODEL or LLM_BASE_URL",
    429: "it is overloaded, or the account has reached its limit: try again later",
}


class ServerModel:
    """A model that an OpenAI-compatible server runs."""

    def __init__(self, chat: ChatOpenAI, url: str, settings: Settings) -> None:
        """Store the client, the settings, and the URL in a form that messages may show."""
        self._chat = chat
        self.url = url
        self._max_new_tokens = settings.llm_max_new_tokens
        self.name = chat.model_name
        self.max_input_tokens = settings.llm_max_input_tokens

    def count_tokens(self, prompt: str) -> int:
        """Return an estimate of one token for every three bytes of UTF-8.

        The server's tokenizer is unknown. For prose, the estimate is usually too high. For rows of
        digits, which many models tokenize digit by digit, the estimate is too low.
        """
        return -(-len(prompt.encode(errors="replace")) // BYTES_PER_TOKEN)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Reply:
        """Yield the reply as the server sends it. LLM_TIMEOUT_S limits the wait for each piece."""
        refuse_long_prompt(self, prompt)
        try:
            return (yield from self._pieces(prompt, max_new_tokens or self._max_new_tokens))
        # If the response is not a chat completion, the client's parser raises one of the other
        # errors.
        except (openai.OpenAIError, ValueError, LookupError, TypeError, AttributeError) as error:
            kind = ModelTooSlowError if is_timeout(error) else ModelUnavailableError
            raise kind(self._unanswered(advice(error))) from error

    def _pieces(self, prompt: str, max_new_tokens: int) -> Reply:
        finished, usage = False, None
        # ChatOpenAI renames max_tokens to a field that older servers do not support.
        limit = {"max_tokens": max_new_tokens}
        for chunk in self._chat.stream([HumanMessage(prompt)], extra_body=limit):
            finished = finished or "finish_reason" in chunk.response_metadata
            usage = chunk.usage_metadata or usage
            if chunk.text:
                yield str(chunk.text)
        if not finished:
            reason = "it stopped before the end of the answer: try again"
            raise ModelUnavailableError(self._unanswered(reason))
        return Usage(usage["input_tokens"], usage["output_tokens"]) if usage else None

    def _unanswered(self, reason: str) -> str:
        return f"The language model {self.name} at {self.url} did not answer because {reason}."


def open_server_model(settings: Settings, *, retries: int = 1) -> ServerModel:
    """Return the model that LLM_BASE_URL and LLM_MODEL specify, without contacting the server.

    `retries` is the number of times that a rejected request is sent again.

    Raise SettingsError if either setting is missing or the URL is invalid.
    """
    if settings.llm_base_url is None or settings.llm_model is None:
        missing = "LLM_BASE_URL" if settings.llm_base_url is None else "LLM_MODEL"
        raise SettingsError(
            f"A language model server requires the setting {missing}, which is not set."
        )
    if not re.match(r"https?://[^/]", settings.llm_base_url):
        raise SettingsError(
            "LLM_BASE_URL is not a URL. Use a URL such as http://localhost:11434/v1."
        )
    chat = ChatOpenAI(
        base_url=settings.llm_base_url,
        model=settings.llm_model,
        api_key=settings.llm_api_key or SecretStr(NO_KEY),
        temperature=0,
        timeout=settings.llm_timeout_s,
        max_retries=retries,
        stream_usage=False,
        use_responses_api=False,
    )
    return ServerModel(chat, without_password(settings.llm_base_url), settings)


def is_timeout(error: Exception) -> bool:
    """Return whether the client reports that the server did not respond in time."""
    return isinstance(error, openai.APITimeoutError)


def advice(error: Exception) -> str:
    """Return the meaning of a client error and the action to take."""
    match error:
        case openai.APIStatusError(status_code=status):
            return STATUS_ADVICE.get(
                status, f"it fails with HTTP status {status}: see the server's log"
            )
        case openai.APITimeoutError():
            return "it did not respond in time: try again, or increase LLM_TIMEOUT_S"
        case openai.APIConnectionError():
            return "it cannot be reached, or it disconnected: start it, or correct LLM_BASE_URL"
        case openai.APIError():
            return "it reports an error: see the server's log"
    return "it does not follow the OpenAI protocol: correct LLM_BASE_URL"
