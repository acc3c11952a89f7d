"""Where the shared material lies, and the seed's words read from it; nothing of it is copied."""

import re
from pathlib import Path

SHARED = Path(__file__).resolve().parents[2] / "shared"
DATA = SHARED / "data"
SEED = SHARED / "seeds" / "000_690d0ce05fa22510.txt"


def data_files() -> list[Path]:
    """Return the files of real catalogue lines."""
    return sorted(DATA.glob("*.jsonl"))


def seed_retrieval_query() -> str:
    """Return the seed's retrieval query, from its own document."""
    found = re.search(r'retrieval_query = """(.*?)"""', SEED.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)
