"""`python -m narabot.api`: print the specification of the API."""

import json
import sys

from narabot.api import create_app
from narabot.settings import Settings


def main() -> None:
    """Print it."""
    specification = create_app(Settings()).openapi()
    sys.stdout.write(json.dumps(specification, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
