"""Names of made scenarios: short, cut between words, and each once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from groundrules.compare.titles import LONG, named_once, title_of

BOTH = "all of base inside and (target Save over 3 or shooter AP over 0)"


@pytest.mark.parametrize(
    ("change", "title"),
    [
        ('`fall at least 3"` becomes `fall over 3"`', "fall at least 3″, not over"),
        ("`cost x2` becomes `cost x3`", "cost x2, not x3"),
        ("`cost x2` is left out", "cost x2 matters"),
        ("`cost x2` is left out (2)", "cost x2 matters (2)"),
        ("`forbid Run and Charge` becomes `forbid Run`", "forbid Run and Charge, not forbid Run"),
        ("`forbid Run` becomes `forbid Run always`", "forbid Run, not always"),
        (f"`{BOTH}` becomes `{BOTH.replace(' and ', ' or ')}`", "all of base inside and target Save over …, not or"),
        (f"`when {BOTH}` is left out", "when all of base inside and target Save … matters"),
    ],
)
def test_what_the_rules_say_and_what_they_would_say(change: str, title: str) -> None:
    assert title_of(change) == title


WORDS = st.lists(st.sampled_from(["mud", "(base", "inside)", "over", '3"', "and", "Tests(1)"]), min_size=1, max_size=20)


@settings(max_examples=50)
@given(WORDS, WORDS)
def test_titles_are_cut_between_words_and_stay_short(one: list[str], other: list[str]) -> None:
    title = title_of(f"`{' '.join(one)}` becomes `{' '.join(other)}`")
    known = {word.strip("()").replace('"', "″") for word in (*one, *other)} | {"…", "not"}
    assert {word.strip("(),") for word in title.split()} <= known
    assert "`" not in title and '"' not in title
    before, _, after = title.partition(", not ")
    assert max(len(before), len(after)) <= LONG + len("…  …")


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["Mud", "Bog when a"])), max_size=12))
def test_no_name_is_given_twice(wanted: list[tuple[str, str]]) -> None:
    names = named_once(wanted, {"a", "Mud: b"})
    assert len(names) == len(wanted) and len({*names, "a", "Mud: b"}) == len(wanted) + 2


def test_a_title_that_is_there_once_stays_as_it_is() -> None:
    assert named_once([("a", "Mud"), ("b", "Mud"), ("b", "Bog")]) == ("a", "Mud: b", "Bog: b")
