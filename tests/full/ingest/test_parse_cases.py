"""Parsing records with a value of the wrong type in each field, at each depth."""

import pytest

from ingest.parse.schema import Raw
from narabot.errors import MalformedRecordError
from narabot.models import TYPE_LABELS, AuthorityType, Label
from tests.records import (
    ancestor,
    parsed,
    put,
    raw_authority,
    raw_record,
)
from tests.unit.test_parse import WRONG, every_path


@pytest.mark.parametrize("label", TYPE_LABELS.values())
def test_wrong_type_in_any_field_never_crashes(label: Label) -> None:
    type_ = next(type_ for type_, own in TYPE_LABELS.items() if own is label)
    head = raw_record() | {"levelOfDescription": type_}
    if isinstance(type_, AuthorityType):
        head = raw_authority() | {"authorityType": type_}
    for steps in sorted(every_path(label)):
        for depth in range(1, len(steps) + 1):
            for wrong in WRONG:
                fields: Raw = {"ancestors": [ancestor(1, "series", 1)]} if depth > 1 else {}
                put(fields, (*steps[: depth - 1], (steps[depth - 1][0], False)), wrong)
                try:
                    parsed(head | fields)
                except MalformedRecordError as error:
                    assert str(error).startswith(steps[0][0])
