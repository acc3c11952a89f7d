"""A pull list: slips grouped by whom to write to, sorted by record group, series and container."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from narabot.dates import plain_date
from narabot.models import HeldRecord, RecordType, ReferenceUnit
from narabot.ordering import NaturalKey, natural_key
from narabot.presentation.citing.pulling.slips import PullSlip, pull_slip
from narabot.presentation.markdown import one_line
from narabot.presentation.records import name

NOWHERE = "Where these are held is not stated"
ASK_WHERE = (
    "Ask the National Archives which reading room shows them before you go, and give their naIds."
)
NOWHERE_ONE = "Where it is held is not stated."
ASK_WHERE_ONE = "Ask the National Archives which reading room shows it, and give its naId."


@dataclass(frozen=True, slots=True)
class PullGroup:
    """What one reading room holds, or those that hold it together."""

    heading: str
    addresses: tuple[str, ...]
    """Whom to write to, each with what NARA states of address, telephone and e-mail; none where
    nothing is stated."""
    to_pull: tuple[PullSlip, ...]
    online: tuple[PullSlip, ...]
    """Items that need not be pulled."""

    @property
    def advice(self) -> tuple[str, ...]:
        """Whom to write to, in sentences."""
        return tuple(f"Write to: {one}" for one in self.addresses) or (ASK_WHERE,)


@dataclass(frozen=True, slots=True)
class PullList:
    """What is said at the head of a list, and its groups."""

    day: str
    count: int
    groups: tuple[PullGroup, ...]
    names: tuple[str, ...]
    """Of authority records, of which there is nothing to pull."""

    @property
    def to_pull(self) -> int:
        """How many records are to be pulled."""
        return sum(len(group.to_pull) for group in self.groups)

    @property
    def summary(self) -> str:
        """What is on the list, in a sentence."""
        online = self.count - self.to_pull
        parts = [f"{self.to_pull:,} to pull"]
        if online:
            parts.append(f"{online:,} online, which need not be pulled")
        records = "1 record" if self.count == 1 else f"{self.count:,} records"
        return f"{records}: {', '.join(parts)}."


def pull_list(held: Iterable[HeldRecord], day: date) -> PullList:
    """Return the pull list of some records as of a day; each record stands on it once."""
    records = list({one.record.na_id: one for one in held}.values())
    materials = [one for one in records if one.record.record_type is RecordType.DESCRIPTION]
    known = known_addresses(materials)
    groups: dict[tuple[str, ...], list[PullSlip]] = {}
    for one in materials:
        units = tuple(one_line(unit.name) for unit in one.units)
        groups.setdefault(units, []).append(pull_slip(one))
    return PullList(
        plain_date(day.isoformat()),
        len(materials),
        tuple(group(units, groups[units], known) for units in sorted(groups, key=group_key)),
        tuple(
            name(one.record) for one in records if one.record.record_type is RecordType.AUTHORITY
        ),
    )


def known_addresses(held: Iterable[HeldRecord]) -> dict[str, str]:
    """Return the address of each unit, of the first record that states it."""
    known: dict[str, str] = {}
    for unit in (unit for one in held for unit in one.units):
        if unit.address:
            known.setdefault(one_line(unit.name), one_line(unit.address))
    return known


def group_key(units: Sequence[str]) -> tuple[bool, tuple[NaturalKey, ...]]:
    """Return by what groups are sorted: by name, what is held nowhere last."""
    return not units, tuple(map(natural_key, units))


def group(units: Sequence[str], slips: Iterable[PullSlip], known: dict[str, str]) -> PullGroup:
    """Return a group with its slips in the order of the shelves."""
    ordered = sorted(slips, key=lambda slip: slip.place)
    return PullGroup(
        " and ".join(units) or NOWHERE,
        tuple(address(unit, known) for unit in units),
        tuple(slip for slip in ordered if not slip.need_not_be_pulled),
        tuple(slip for slip in ordered if slip.need_not_be_pulled),
    )


def address(unit: str, known: dict[str, str]) -> str:
    """Return whom to write to."""
    return f"{unit}, {known[unit]}" if unit in known else f"{unit} (NARA states no address)"


def whom_to_write(units: Sequence[ReferenceUnit]) -> str:
    """Return whom to write to of one record, in a sentence."""
    known = {one_line(unit.name): one_line(unit.address) for unit in units if unit.address}
    named = "; ".join(address(one_line(unit.name), known) for unit in units)
    return f"Write to: {named}" if named else f"{NOWHERE_ONE} {ASK_WHERE_ONE}"
