"""`python -m supply.settings_reference` writes `docs/settings.md` and `.env.example`."""

import textwrap
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, MaxLen
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from narabot.deprecations import RENAMED_SETTINGS
from narabot.settings import Settings
from supply.dependencies import ROOT

REFERENCE = ROOT / "docs" / "settings.md"
EXAMPLE = ROOT / ".env.example"

LINE_LENGTH = 100

SECTIONS = {
    "Files and logs": ("narabot_",),
    "Neo4j": ("neo4j_",),
    "Embeddings": ("embedding_",),
    "Reader and named entity recognition": ("reader_", "ner_"),
    "Language model": ("llm_", "extractor_", "hf_"),
    "Search": ("retrieval_", "vector_", "agent_", "question_"),
    "Web page": ("page_",),
    "Conversations": ("conversations_",),
    "API": ("api_",),
    "Telemetry": ("otel_",),
    "S3": ("s3_",),
    "Ingest": ("text_", "chunk_", "ingest_"),
}
"""The settings' name prefixes, keyed by the heading under which the reference lists them."""

INTRODUCTION = """# Settings

<!-- Generated from narabot/settings.py by `make settings`. Do not edit. -->

Set these variables in the environment or in a file named `.env`. narabot searches for `.env` in the
working directory and then in its parents. Environment variables override `.env`. An empty value
means the default. `.env.example` lists all settings with their defaults.
"""

RENAMED_INTRODUCTION = """## Renamed settings

The next release will no longer accept the old names.
"""

EXAMPLE_INTRODUCTION = """\
# narabot settings. Copy this file to .env and change values as needed. Each line shows a default.
# Environment variables override this file. An empty value means the default.
"""


def default_text(field: FieldInfo) -> str:
    """Return a setting's default as text, or an empty string if it has no fixed default."""
    has_default = field.default_factory is None and field.default is not None
    return str(field.default) if has_default else ""


def allowed_values(field: FieldInfo) -> str:
    """Return the type of a setting's values, with any choices or limits."""
    kind: Any = (*get_args(field.annotation), field.annotation)[0]
    if get_origin(field.annotation) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(field.annotation))
    names = {bool: "`True` or `False`", int: "integer", float: "number", SecretStr: "secret"}
    name = names.get(kind, "path" if kind.__name__ == "Path" else "text")
    return ", ".join([name, *limits(field)])


def limits(field: FieldInfo) -> Iterator[str]:
    """Yield the limits on a setting's values."""
    for limit in field.metadata:
        match limit:
            case Gt():
                yield f"greater than {limit.gt}"
            case Ge():
                yield f"at least {limit.ge:,}"
            case Le():
                yield f"at most {limit.le:,}"
            case MaxLen():
                yield f"at most {limit.max_length:,} characters"


def reference() -> str:
    """Return the content of `docs/settings.md`."""
    parts = [INTRODUCTION]
    for heading, prefixes in SECTIONS.items():
        rows = [
            row(*item) for item in Settings.model_fields.items() if item[0].startswith(prefixes)
        ]
        head = "| setting | default | values | description |\n| --- | --- | --- | --- |"
        parts.append("\n".join((f"## {heading}\n", head, *rows, "")))
    renamed = [f"| `{old.upper()}` | `{new.upper()}` |" for old, new in RENAMED_SETTINGS.items()]
    head = "| old name | new name |\n| --- | --- |"
    parts.append("\n".join((RENAMED_INTRODUCTION, head, *renamed, "")))
    return "\n".join(parts)


def row(name: str, field: FieldInfo) -> str:
    """Return a setting as a row in a Markdown table."""
    default = default_text(field)
    shown = f"`{default}`" if default else ""
    return f"| `{name.upper()}` | {shown} | {allowed_values(field)} | {field.description} |"


def example() -> str:
    """Return the content of `.env.example`."""
    entries = [
        f"{comment(field.description or '')}\n{name.upper()}={default_text(field)}\n"
        for name, field in Settings.model_fields.items()
    ]
    return "\n".join((EXAMPLE_INTRODUCTION, *entries))


def comment(text: str) -> str:
    """Return a text as comment lines."""
    lines = textwrap.wrap(text, LINE_LENGTH - 2, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"# {line}" for line in lines)


def main() -> None:
    """Write both files."""
    REFERENCE.write_text(reference(), encoding="utf-8")
    EXAMPLE.write_text(example(), encoding="utf-8")


if __name__ == "__main__":
    main()
