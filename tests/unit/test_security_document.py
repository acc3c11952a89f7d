"""Tests that the threat table names existing tests and describes the code correctly."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", DOCUMENT)))
MODULES = sorted(file for folder in ("narabot", "ingest") for file in (ROOT / folder).rglob("*.py"))

REACH_OUT = {
    "ingest/bucket/store.py": "S3_BUCKET, or the s3:// address of a command",
    "narabot/database/jars.py": "jars of Neo4j, of coordinates of ours",
    "narabot/embedding/weights.py": "the embedding model that a setting names",
    "narabot/llm/model_cache.py": "nobody: the hub's local cache",
    "narabot/llm/loading.py": "the local model that a setting names",
    "narabot/llm/server.py": "LLM_BASE_URL",
    "narabot/reading/__init__.py": "the reader that a setting names",
    "narabot/telemetry.py": "OTEL_EXPORTER_OTLP_ENDPOINT",
}
"""Modules that can send network requests, other than to Neo4j, with their destinations."""

CLIENTS = {
    *("requests", "httpx", "aiohttp", "urllib3", "ftplib", "smtplib", "telnetlib"),
    *("boto3", "botocore"),
    *("huggingface_hub", "openai", "langchain_openai", "jgo", "opentelemetry"),
}
UNSAFE = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "xml"}
OWN = {"ingest/prepared/ray_engine.py": {"pickle"}}
"""Permitted exceptions. The processes of a Ray cluster run any code that they receive anyway."""

RUN = {"eval", "exec", "compile", "__import__"}


@cache
def syntax_nodes(module: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module's syntax tree."""
    return tuple(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))


def imports(module: Path) -> Iterator[str]:
    """Yield the names of the modules that a module imports, anywhere in its code."""
    for node in syntax_nodes(module):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def calls(module: Path) -> Iterator[str]:
    """Yield the names of the functions that a module calls directly."""
    for node in syntax_nodes(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def test_document_is_short_and_names_every_threat() -> None:
    assert len(DOCUMENT.splitlines()) <= 150
    for number in range(1, 11):
        assert f"| LLM{number:02} " in DOCUMENT
    for number in range(1, 18):
        assert re.search(rf"^\| V{number}\b|\bV{number} authentication", DOCUMENT, re.M) or (
            number == 10 and "V6, V10" in DOCUMENT
        )


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_every_named_test_exists(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_row_names_a_test_or_a_reason() -> None:
    rows = [line for line in DOCUMENT.splitlines() if re.match(r"\| (?:LLM|V)\d", line)]
    assert len(rows) > 30
    for row in rows:
        assert "::" in row or "not applicable, because" in row or "operations.md" in row, row


@pytest.mark.slow
def test_code_uses_no_unsafe_deserialization_or_eval() -> None:
    for module in MODULES:
        unsafe = {name.partition(".")[0] for name in imports(module)} & UNSAFE
        assert unsafe <= OWN.get(str(module.relative_to(ROOT)), set()), module
        assert not set(calls(module)) & RUN, module


@pytest.mark.slow
def test_only_listed_modules_use_the_network() -> None:
    reaching = {
        str(module.relative_to(ROOT))
        for module in MODULES
        if {name.partition(".")[0] for name in imports(module)} & CLIENTS
        or {"urllib.request", "http.client"} & set(imports(module))
    }
    assert reaching <= set(REACH_OUT), reaching - set(REACH_OUT)
