"""Load prompt files and fill in their `$names`. No prompt text appears in Python code.

A source checkout stores prompt files in `prompts/`. The wheel contains them inside the package.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from string import Template

from narabot.errors import PromptError
from narabot.models import FilledPrompt

PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text of a prompt file, before its `$names` are filled in."""

    name: str
    text: str

    @property
    def hash(self) -> str:
        """The first eight hex digits of the text's SHA-256, for the log of an answer."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:8]


def prompts_folder(package: Path = PACKAGE) -> Path:
    """Return the folder that contains the prompts, in the checkout or in the installed package."""
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "prompts"
    return package / "prompt_texts"


def load_prompt(name: str) -> Prompt:
    """Return the named prompt without trailing whitespace.

    Raise PromptError if the file is missing or cannot be read.
    """
    file = prompts_folder() / f"{name}.txt"
    try:
        return Prompt(name, file.read_text(encoding="utf-8").rstrip())
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(
            f"The prompt {file} cannot be read. Restore the file, or reinstall narabot."
        ) from error


def fill_prompt(prompt: Prompt, /, **values: str) -> FilledPrompt:
    """Return the prompt's text with each `$name` replaced by its value and `$$` by a dollar sign.

    A `$` within a value is left unchanged. Raise PromptError if the names in the prompt differ from
    the names of the values, or if a `$` in the prompt does not begin a name.
    """
    template = Template(prompt.text)
    if not template.is_valid():
        raise PromptError(
            f"A $ in the prompt {prompt.name} does not begin a placeholder. Write $$ for a "
            "dollar sign."
        )
    expected, given = set(template.get_identifiers()), set(values)
    if expected != given:
        raise PromptError(
            f"The prompt {prompt.name} contains the placeholders {placeholders(expected)}, but "
            f"it was filled with {placeholders(given)}. Correct the file."
        )
    return FilledPrompt(template.substitute(values), prompt.hash)


def placeholders(names: set[str]) -> str:
    """Return the sorted names, each with its `$`, or "none" if there are no names."""
    return ", ".join(f"${name}" for name in sorted(names)) or "none"
