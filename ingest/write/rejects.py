"""Write the rejected lines of one run to a file."""

import json
from datetime import UTC, datetime
from pathlib import Path

from ingest.read.shard import RejectedLine
from narabot.errors import DataFolderError


class RejectsFile:
    """The file of rejected lines, which is created for the first rejected line."""

    def __init__(self, folder: Path) -> None:
        """Choose a file name from the current time."""
        stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S-%fZ")
        self.path = folder / f"{stamp}.jsonl"
        self.is_used = False

    def write(self, line: RejectedLine) -> None:
        """Append a rejected line as JSON with its file, line number, reason, and beginning.

        Raise DataFolderError if the file cannot be written.
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
                f"narabot cannot write to {self.path} ({error.strerror or error}). Free space, or "
                "set NARABOT_DATA_DIR to a writable folder, then run the same command again. "
                "Loaded records are kept."
            ) from error
        self.is_used = True
