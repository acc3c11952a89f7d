"""Tests that the generated settings files are up to date, and that errors name invalid values."""

import re
from pathlib import Path

import pytest
from pydantic_core import ErrorDetails

from narabot.errors import SettingsError
from narabot.setting_faults import fault_sentence
from narabot.settings import Settings
from supply.settings_reference import EXAMPLE, REFERENCE, example, reference


def test_env_example_is_generated_from_the_settings() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") == example(), "run `make settings`"


def test_reference_is_generated_from_the_settings() -> None:
    assert REFERENCE.read_text(encoding="utf-8") == reference(), "run `make settings`"


def test_reference_lists_every_setting_once_with_its_description() -> None:
    text = reference()
    for name, field in Settings.model_fields.items():
        assert text.count(f"\n| `{name.upper()}` |") == 1, name
        assert f"| {field.description} |\n" in text, name


def test_env_example_shows_every_default() -> None:
    shown = re.findall(r"^([A-Z0-9_]+)=(.*)$", example(), re.MULTILINE)
    assert [name.lower() for name, _ in shown] == list(Settings.model_fields)
    for name, value in shown:
        default = Settings.model_fields[name.lower()].default
        expected = "" if default is None or "PydanticUndefined" in repr(default) else str(default)
        assert value == expected, name


def test_environment_overrides_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETRIEVAL_PASSAGES", "3")
    assert Settings.from_environment().retrieval_passages == 3


def test_env_file_that_is_not_utf_8_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_bytes("LLM_PROVIDER=none".encode("utf-16"))
    monkeypatch.setattr("narabot.settings.find_dotenv", lambda usecwd: str(tmp_path / ".env"))
    with pytest.raises(SettingsError, match="UTF-8"):
        Settings.from_environment()


def test_empty_variable_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "")
    assert Settings.from_environment().neo4j_uri is None


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("RETRIEVAL_PASSAGES", "many", "'many' should be a valid integer"),
        ("NEO4J_HEAP", "lots", "'lots' is not a size such as 512m or 2g"),
        ("NER_CLASSES", "PLANET", "'PLANET' has the wrong format"),
        ("LLM_PROVIDER", "oracle", "'oracle' should be 'auto'"),
        ("CHUNK_OVERLAP_TOKENS", "-1", "'-1' should be greater than or equal to 0"),
        ("LLM_PROVIDER", "x" * 999, "'x{99}… should be"),
    ],
)
def test_invalid_value_is_named_in_the_error(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"{name}.*{why}"):
        Settings.from_environment()


def test_all_invalid_values_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDING_BACKEND", "foo")
    monkeypatch.setenv("NEO4J_HEAP", "lots")
    with pytest.raises(SettingsError, match=r"NEO4J_HEAP.*EMBEDDING_BACKEND"):
        Settings.from_environment()
    with pytest.raises(SettingsError, match=r"^The setting NEO4J_HEAP [^.]*\.$"):
        Settings.from_environment(needed=["neo4j_heap", "neo4j_uri"])


def test_invalid_value_is_ignored_if_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDING_BACKEND", "foo")
    monkeypatch.setenv("NEO4J_URI", "bolt://example:7687")
    found = Settings.from_environment(needed=["neo4j_uri"])
    assert (found.neo4j_uri, found.embedding_backend) == ("bolt://example:7687", "auto")


@pytest.mark.parametrize("name", ["neo4j_password", "llm_api_key", "hf_token"])
def test_invalid_secret_is_not_shown(name: str) -> None:
    fault = ErrorDetails(type="any", loc=(name,), msg="Input should be long", input="open sesame")
    message = fault_sentence(fault, Settings.model_fields)
    assert message == f"The setting {name.upper()} is invalid: its value should be long."


def test_secrets_are_hidden_in_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "open sesame")
    assert "open sesame" not in repr(Settings.from_environment())


def test_folder_settings_expand_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARABOT_DATA_DIR", "~/somewhere")
    assert Settings.from_environment().narabot_data_dir == Path.home() / "somewhere"


def test_settings_are_immutable() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().llm_provider = "none"  # type: ignore[misc]
