"""More lists: searching beyond an incomplete list."""

from dataclasses import replace

from streamlit.testing.v1 import AppTest

from tests.page.questions import SHOW
from tests.page.test_lists import ask, facet, page, response

__all__ = ["page"]


def test_what_was_chosen_is_looked_for_beyond_a_list_that_is_not_complete(page: AppTest) -> None:
    turn = ask(page, SHOW)
    whole = response(turn)
    assert whole.listing is not None
    level = whole.records[0].record.type
    facet(page, turn, "level").set_value([level.value]).run()
    assert not any(one.key == f"wider-{turn.id}" for one in page.button), "the list is complete"
    before = replace(whole, listing=replace(whole.listing, is_complete=False))
    turn.response = before
    page.run()
    page.button(key=f"wider-{turn.id}").click().run()
    assert not page.exception
    after = response(turn)
    assert after is not before
    assert after.filters.levels == (level,)
    assert {one.record.type for one in after.records} == {level}


def test_records_over_time_stand_in_a_table_too(page: AppTest) -> None:
    turn = ask(page, SHOW)
    page.session_state[f"time-{turn.id}"] = True
    page.run()
    decades = page.table[0].value
    assert list(decades.columns) == ["Decade", "Records"]
    assert "1860s" in list(decades["Decade"])
    assert len(page.get("echarts_chart")) == 1
