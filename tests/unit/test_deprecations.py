"""Tests that old names of settings, commands, and options still work, with a warning."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from narabot.cli import main
from narabot.cli.commands import COMMANDS, load_command
from narabot.deprecations import (
    RENAMED_COMMANDS,
    RENAMED_OPTIONS,
    RENAMED_SETTINGS,
    renamed_command,
    renamed_options,
    warn_renamed,
)
from narabot.settings import Settings


@pytest.fixture(autouse=True)
def no_earlier_warnings() -> None:
    """Forget the warnings from earlier tests."""
    warn_renamed.cache_clear()


def write_env(folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Write a `.env` file that the settings then load."""
    (folder / ".env").write_text(f"{line}\n", encoding="utf-8")
    monkeypatch.setattr("narabot.settings.find_dotenv", lambda usecwd: str(folder / ".env"))


# Settings


def test_old_variable_sets_the_new_field_and_warns_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RETRIEVAL_CANDIDATES", "77")
    assert Settings.from_environment().vector_top_k == 77
    assert Settings.from_environment().vector_top_k == 77
    assert capsys.readouterr().err == (
        "narabot: the setting RETRIEVAL_CANDIDATES was renamed to VECTOR_TOP_K. "
        "The next release will no longer accept the old name.\n"
    )


def test_old_name_in_a_file_works_and_warns(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_env(tmp_path, monkeypatch, "INGEST_PATIENCE_S=9")
    assert Settings.from_environment().ingest_retry_seconds == 9
    assert "INGEST_RETRY_SECONDS" in capsys.readouterr().err


def test_new_name_overrides_the_old_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETRIEVAL_CANDIDATES", "77")
    monkeypatch.setenv("VECTOR_TOP_K", "88")
    assert Settings.from_environment().vector_top_k == 88


def test_old_variable_overrides_new_name_in_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_env(tmp_path, monkeypatch, "VECTOR_TOP_K=88")
    monkeypatch.setenv("RETRIEVAL_CANDIDATES", "77")
    assert Settings.from_environment().vector_top_k == 77


def test_invalid_value_error_names_the_new_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETRIEVAL_CANDIDATES", "many")
    _, faults = Settings.with_faults()
    assert list(faults) == ["vector_top_k"]


def test_new_names_give_no_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VECTOR_TOP_K", "88")
    Settings.from_environment()
    assert capsys.readouterr().err == ""


def test_new_settings_exist_and_old_settings_do_not() -> None:
    assert set(RENAMED_SETTINGS.values()) <= set(Settings.model_fields)
    assert not set(RENAMED_SETTINGS) & set(Settings.model_fields)


# Commands and options


def test_old_command_runs_the_new_command_and_warns() -> None:
    shown = CliRunner().invoke(main, ["known", "--help"])
    assert shown.exit_code == 0
    assert "loaded records" in shown.stdout
    assert "command narabot known was renamed to narabot export-loaded." in shown.stderr


def test_old_option_sets_the_new_option_and_warns(tmp_path: Path) -> None:
    list_of_loaded = str(tmp_path / "missing.parquet")
    options = ["--to", str(tmp_path / "to"), "--known", list_of_loaded]
    refused = CliRunner().invoke(main, ["prepare", str(tmp_path), *options])
    assert "option --known was renamed to --skip-loaded." in refused.stderr
    assert "No such option" not in refused.stderr


def test_options_are_renamed_but_arguments_are_not() -> None:
    assert list(renamed_options("knowledge", ["rules", "--most=5", "--most", "6"])) == [
        *("rules", "--limit=5", "--limit", "6")
    ]
    assert list(renamed_options("knowledge", ["reports", "--", "--most"])) == [
        *("reports", "--", "--most")
    ]
    assert list(renamed_options("ask", ["--known"])) == ["--known"]


def test_command_without_an_old_name_keeps_its_name() -> None:
    assert renamed_command("ask") == "ask"


def options_of(name: str) -> set[str]:
    """Return the options of a command and of its subcommands."""
    command = load_command(name, COMMANDS[name])
    parts = [command, *getattr(command, "commands", {}).values()]
    return {option for part in parts for one in part.params for option in one.opts}


def test_commands_and_options_exist_only_under_new_names() -> None:
    assert set(RENAMED_COMMANDS.values()) <= set(COMMANDS)
    assert not set(RENAMED_COMMANDS) & set(COMMANDS)
    for name, renamed in RENAMED_OPTIONS.items():
        assert set(renamed.values()) <= options_of(name), name
        assert not set(renamed) & options_of(name), name
