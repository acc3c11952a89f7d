"""The type of a request for which there is a plan: it is certain. Pure."""

from narabot.models.routing import QueryType
from narabot.plans.values import (
    Also,
    Common,
    Compare,
    DaysBetween,
    Field,
    Measure,
    Neighbour,
    Overview,
    Plan,
    Tell,
)

OF_TIME = {Measure.FIRST_DAY, Measure.LAST_DAY}
THROUGH_THE_CREATOR = {
    Field.PREDECESSOR,
    Field.SUCCESSOR,
    Field.ESTABLISHED,
    Field.ABOLISHED,
    Field.OTHER_SERIES,
}


OF_VALUE = {
    Also: QueryType.MULTI_HOP,
    Common: QueryType.RELATION,
    DaysBetween: QueryType.TEMPORAL,
    Neighbour: QueryType.TEMPORAL,
    Overview: QueryType.GLOBAL,
}
"""What has one type whatever it is of; the rest are sets, counted, ordered or compared."""


def type_of_plan(plan: Plan) -> QueryType:
    """Return the type of what a plan computes."""
    match plan:
        case Compare(measure=measure) if measure in OF_TIME:
            return QueryType.TEMPORAL
        case Tell(fields=fields):
            return QueryType.MULTI_HOP if THROUGH_THE_CREATOR & {*fields} else QueryType.SIMPLE
        case _:
            return OF_VALUE.get(type(plan), QueryType.AGGREGATE)
