"""Tests that commands, settings, numbers, and messages in docs/operations.md are correct."""

import re
from pathlib import Path

from narabot.cli.commands import COMMANDS, load_command
from narabot.settings import Settings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")

NOT_OURS = {"HF_HUB_OFFLINE"}


def source() -> str:
    """Return all of narabot's code, with multi-line strings joined."""
    files = [*(ROOT / "narabot").rglob("*.py"), *(ROOT / "ingest").rglob("*.py")]
    whole = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r'"\s*\n\s*f?"', "", whole)


def test_documented_commands_exist() -> None:
    groups = {
        name: getattr(load_command(name, place), "commands", {}) for name, place in COMMANDS.items()
    }
    documented = re.findall(r"(?:`|bin/)narabot ([a-z]+)(?: ([a-z]+))?", TEXT)
    assert len(documented) > 20
    for name, part in documented:
        assert name in groups, name
        assert not groups[name] or part in groups[name], f"{name} {part}"


def test_documented_settings_exist() -> None:
    documented = set(re.findall(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)[`=]", TEXT)) - NOT_OURS
    assert len(documented) > 20
    assert {name for name in documented if name.lower() not in Settings.model_fields} == set()


def test_documented_metrics_exist() -> None:
    code = source()
    documented = set(re.findall(r"`(narabot_[a-z_]+)", TEXT))
    assert len(documented) >= 9
    assert {name for name in documented if name.removesuffix("_total") not in code} == set()


def test_documented_messages_exist() -> None:
    code = source()
    table = TEXT.split("## Troubleshooting")[1].split("##")[0]
    sentences = re.findall(r"^\| \*(.+?)\*", table, re.MULTILINE)
    assert len(sentences) > 15
    for sentence in sentences:
        for part in re.split("…|: ", sentence):
            words = part.strip(" ():*")
            assert words in code, words


def test_guide_has_fewer_than_200_lines() -> None:
    assert len(TEXT.splitlines()) < 200
