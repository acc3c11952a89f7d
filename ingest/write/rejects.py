"""The file of the lines that one run rejects."""

import json
from datetime import UTC, datetime
from pathlib import Path

from ingest.read.shard import RejectedLine
from narabot.errors import DataFolderError


class Rejects:
    """The file of rejected lines; made when the first line is rejected."""

    def __init__(self, folder: Path) -> None:
        """Name the file after the moment."""
        stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S-%fZ")
        self.path = folder / f"{stamp}.jsonl"
        self.is_used = False

    def write(self, line: RejectedLine) -> None:
        """Add one rejected line: JSON with file, line, reason, and how the line begins.

        Raises DataFolderError when the file cannot be written.
        """
        entry = {
            "file": line.file_name,
            "line": line.line_num,
            "reason": line.reason,
            "begins": line.begins,
        }
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as rejects:
                rejects.write(json.dumps(entry, ensure_ascii=False) + "\n")
        except OSError as error:
            raise DataFolderError(
                f"{self.path} cannot be written ({error.strerror or error}). Make room there, or "
                "set NARABOT_DATA_DIR to a folder that you can write; then run the same command "
                "again. What was written before is kept."
            ) from error
        self.is_used = True
