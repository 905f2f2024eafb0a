"""Names one edit apart, against changing every letter by hand."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, strategies as st

from groundrules.meaning.suggest import near_pairs, one_edit

words = st.text("abc", max_size=5)


def edits(word: str) -> set[str]:
    """Every word that one edit makes of a word."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    fewer = {a + b[1:] for a, b in cuts if b}
    swapped = {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    other = {a + letter + b[1:] for a, b in cuts if b for letter in "abc"}
    more = {a + letter + b for a, b in cuts for letter in "abc"}
    return (fewer | swapped | other | more) - {word}


@given(words, words)
def test_one_edit_is_what_one_edit_makes(one: str, other: str) -> None:
    assert one_edit(one, other) == (other in edits(one))


@given(st.lists(words, max_size=12))
def test_near_pairs_are_all_pairs_one_edit_apart(some: list[str]) -> None:
    known = list(dict.fromkeys(some))
    expected = {(a, b) for a, b in combinations(known, 2) if b in edits(a)}
    found = list(near_pairs(some))
    assert set(found) == expected and len(found) == len(expected)


@given(st.lists(words, max_size=12), st.sets(words, max_size=4))
def test_near_pairs_among_some_are_those_pairs_that_hold_one_of_them(some: list[str], among: set[str]) -> None:
    assert list(near_pairs(some, among)) == [pair for pair in near_pairs(some) if not among.isdisjoint(pair)]
