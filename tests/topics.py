"""An invented collection with one topic and two folders, one of which is relevant."""

import json
from pathlib import Path

from tests.records import ancestor, line, raw_record

BEES, BOILERS = 1, 2


def write_topics(folder: Path) -> Path:
    """Write the four files: one topic, and one sample with an item in each folder."""
    folder.mkdir()
    units = [raw_record(f"Folder {n}", naId=n, levelOfDescription="fileUnit") for n in (1, 2)]
    titles = {11: ("Honey bees and their keepers", BEES), 12: ("Boilers of engines", BOILERS)}
    items = [
        raw_record(title, naId=n, ancestors=[ancestor(unit, "fileUnit", 1, title=f"Folder {unit}")])
        for n, (title, unit) in titles.items()
    ]
    (folder / "records.jsonl").write_bytes(b"\n".join(line(raw) for raw in (*units, *items)))
    topic = {"id": "T1", "title": "Beekeeping", "description": "Find who kept bees."}
    for name, value in [
        ("topics", [topic]),
        ("qrels", {"T1": {str(BEES): 2}}),
        ("samples", [[11, 12]]),
    ]:
        (folder / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    return folder
