"""Print the OpenAPI specification: `python -m narabot.api`."""

import json
import sys

from narabot.api import create_app
from narabot.settings import Settings


def main() -> None:
    """Print the specification."""
    specification = create_app(Settings()).openapi()
    sys.stdout.write(json.dumps(specification, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
