"""Tests of evaluation provenance: enough to repeat an evaluation, and no secrets."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from narabot.cli.evaluating import IngestedCatalog
from narabot.evaluation.evaluations import (
    SECRETS,
    data_identity,
    git_commit,
    shown_settings,
)
from narabot.models import without_password
from narabot.settings import Settings
from tests.records import line, raw_record


def test_shown_settings_contain_no_secrets() -> None:
    settings = Settings.model_validate(
        {
            "neo4j_password": "sesame-1",
            "llm_api_key": "sesame-2",
            "hf_token": "sesame-3",
            "llm_base_url": "http://me:sesame-4@localhost:8080/v1?key=sesame-5",
            "otel_exporter_otlp_endpoint": "http://me:sesame-6@collector:4318",
            "s3_endpoint_url": "http://me:sesame-7@store:9000",
        }
    )
    shown = json.dumps(shown_settings(settings))
    assert "sesame" not in shown
    assert "http://localhost:8080/v1" in shown
    assert '"retrieval_passages": 8' in shown


def test_secrets_include_every_secret_setting() -> None:
    secret = {name for name, field in Settings.model_fields.items() if "Secret" in str(field)}
    assert secret == SECRETS


def test_url_without_login_is_unchanged() -> None:
    assert without_password("http://[::1]:11434/v1") == "http://[::1]:11434/v1"


def test_data_digest_depends_only_on_content(tmp_path: Path) -> None:
    for folder in ("here", "there", "else"):
        (tmp_path / folder).mkdir()
    for folder, title in (("here", "Log"), ("there", "Log"), ("else", "Map")):
        (tmp_path / folder / "a.jsonl").write_bytes(line(raw_record(title)))
        (tmp_path / folder / "b.jsonl").write_bytes(line(raw_record("Same")))
    here, there, other = (
        data_identity(IngestedCatalog(tmp_path / folder).files())
        for folder in ("here", "there", "else")
    )
    files = [tmp_path / "here" / name for name in ("b.jsonl", "a.jsonl")]
    backwards = data_identity(IngestedCatalog(*files).files())
    assert here == there == backwards
    assert here["sha256"] != other["sha256"]
    assert [file["name"] for file in here["files"]] == ["a.jsonl", "b.jsonl"]


def git(folder: Path, *words: str) -> None:
    program = shutil.which("git")
    assert program is not None
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run([program, "-C", str(folder), *who, *words], check=True, capture_output=True)


def test_git_commit_returns_hash_and_uncommitted_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert git_commit(tmp_path) is None
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    assert git_commit(tmp_path) is None
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    clean = git_commit(tmp_path)
    assert clean is not None
    assert len(clean["hash"]) == 40
    assert clean["changed"] is False
    (tmp_path / "pyproject.toml").write_text("# changed", encoding="utf-8")
    assert git_commit(tmp_path) == clean | {"changed": True}
