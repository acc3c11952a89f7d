"""The door to the prompt files: reads them and fills in their `$names`; knows no wording.

In a source checkout they lie in `prompts/`; the wheel carries them inside the package.
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
    """The text of a prompt file, with its `$names` still open."""

    name: str
    text: str

    @property
    def hash(self) -> str:
        """The first eight hex digits of the text's SHA-256, for the log of an answer."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:8]


def prompts_folder(package: Path = PACKAGE) -> Path:
    """Return the folder of the prompt files: the checkout's, else the installed package's."""
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "prompts"
    return package / "prompt_texts"


def load_prompt(name: str) -> Prompt:
    """Return the prompt of that name, without the line break at its end.

    Raises PromptError if there is no such file, or none that can be read.
    """
    file = prompts_folder() / f"{name}.txt"
    try:
        return Prompt(name, file.read_text(encoding="utf-8").rstrip())
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"The prompt {file} cannot be read: restore or reinstall it.") from error


def fill_prompt(prompt: Prompt, /, **values: str) -> FilledPrompt:
    """Return the prompt's text with a value in place of each `$name`; `$$` stands for a dollar.

    A `$` within a value stays as it is. Raises PromptError if a name has no value, if a
    value has no name in the prompt, or if a `$` in the prompt begins no name.
    """
    template = Template(prompt.text)
    if not template.is_valid():
        raise PromptError(f"In the prompt {prompt.name} a $ begins no name: write $$ for a dollar.")
    expected, given = set(template.get_identifiers()), set(values)
    if expected != given:
        raise PromptError(
            f"The prompt {prompt.name} has the names {placeholders(expected)}, "
            f"but is filled with {placeholders(given)}: correct the file."
        )
    return FilledPrompt(template.substitute(values), prompt.hash)


def placeholders(names: set[str]) -> str:
    """Return the names in alphabetical order, each with its `$`; "none" for no name."""
    return ", ".join(f"${name}" for name in sorted(names)) or "none"
