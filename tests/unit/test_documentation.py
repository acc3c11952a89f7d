"""Tests that the files named in the documentation and in package docstrings exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = [*ROOT.glob("narabot/**/__init__.py"), *ROOT.glob("ingest/**/__init__.py")]
FILE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|toml|cypher|txt))`")
PART = re.compile(r"`([a-z_]+)`")
NOT_OURS = {"NAME.py", "secrets.toml"}


def documents() -> list[Path]:
    """Return the Markdown documentation files."""
    return [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]


def our_files() -> list[str]:
    """Return the file paths that the documentation may name."""
    folders = ("narabot", "ingest", "benchmarks", "tests", "supply", "training", "docs", "prompts")
    return [
        str(path.relative_to(ROOT))
        for path in (
            *ROOT.glob("*.*"),
            *(p for folder in folders for p in ROOT.glob(f"{folder}/**/*")),
        )
    ]


@pytest.mark.slow
@pytest.mark.parametrize("document", documents(), ids=lambda path: path.stem)
def test_files_named_in_documents_exist(document: Path) -> None:
    named = {name for name in FILE.findall(document.read_text()) if Path(name).name not in NOT_OURS}
    there = [f"/{path}" for path in our_files()]
    assert [
        name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in there)
    ] == []


def parts(package: Path) -> Iterator[str]:
    """Yield the modules that a package's docstring lists."""
    docstring = ast.get_docstring(ast.parse(package.read_text())) or ""
    _, _, listed = docstring.partition("Modules:")
    yield from PART.findall(listed)


@pytest.mark.parametrize(
    "package", [one for one in PACKAGES if [*parts(one)]], ids=lambda path: path.parent.name
)
def test_modules_listed_by_packages_exist(package: Path) -> None:
    there = {path.stem for path in package.parent.iterdir()}
    assert [name for name in parts(package) if name not in there] == []
