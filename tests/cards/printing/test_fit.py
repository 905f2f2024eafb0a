"""Where lines end and cards are split: by the widths of the font, nothing lost, nothing over the edge."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from groundrules.cards import build_deck
from groundrules.cards.catalogue import ENGLISH
from groundrules.cards.model import Bullet, Card, Cell, Row, Statement, Table
from groundrules.cards.printing import NotPrinted, TooLarge, faces, fit, print_deck
from groundrules.cards.printing.blocks import Frame, TableBlock, Text, gap
from groundrules.cards.printing.faces import Face
from groundrules.cards.printing.font import FOLDER, STYLES, missing, printed, width
from groundrules.cards.printing.measures import CARD, POINT, SIZES
from groundrules.cards.printing.paper import PAPERS
from groundrules.cards.printing.tables import grid
from groundrules.cards.printing.text import Run, count, count_plain, lines

from .. import samples
from ..reading import NAMES, bundled, text_of
from ..test_catalogue import FOUND

WORDS = st.lists(st.text(st.sampled_from("iilmW½″-"), min_size=1, max_size=14), min_size=1, max_size=40)


def a_card(*sentences: str, **more: object) -> Card:
    """A card of a terrain with a bullet for each sentence."""
    (card, *_) = build_deck(text_of("Woods: cost x2\n")).cards
    bullets = tuple(Bullet(f"{number}", (Statement(text),)) for number, text in enumerate(sentences))
    return replace(card, bullets=bullets, **more)  # type: ignore[arg-type]  # fields of a card


# ---- the font


def test_every_phrase_and_every_sign_of_ours_has_a_glyph() -> None:
    assert missing(printed(ENGLISH.read_text(encoding="utf-8").replace("\n", " "))) == ""


@pytest.mark.parametrize(
    "sample",
    [
        "Łódź", "Žluťoučký kůň", "Straße", "naïve", "Ελληνικά", "Тёмный лес", "Đường", "ț ș", "e\u0301",
        "→ ⚀⚁⚂⚃⚄⚅ ☐☑ ♠ ✓ ☠ ★", "½ ⅓ ″ × ÷ − ≤ ≥ ≠ – — … €",
    ],
)  # fmt: skip
def test_what_authors_write_has_a_glyph(sample: str) -> None:
    assert missing(printed(sample)) == ""


def test_what_has_none_is_named_with_its_card() -> None:
    deck = build_deck(text_of('Woods "Wood 沼": cost x2\n    > Bears 🐻🐻.\nHill: cost x2\n'))
    with pytest.raises(NotPrinted) as told:
        print_deck(deck)
    first, sheet = told.value.problems
    assert first.card is not None and first.card.key == "terrain Woods" and first.glyphs == "沼🐻"
    assert sheet.card is None and sheet.glyphs == "沼"


def test_all_faces_have_the_same_letters_and_only_printed_ones_are_shipped() -> None:
    assert len({frozenset(_codes(style)) for style in STYLES}) == 1
    assert {path.name for path in FOLDER.iterdir()} == {
        "OFL.txt", "widths.json", "regular.woff2", "bold.woff2", "italic.woff2", "maths.woff2", "signs.woff2"
    }  # fmt: skip
    assert sum(path.stat().st_size for path in FOLDER.glob("*.woff2")) < 80_000


def _codes(style: str) -> list[str]:
    from groundrules.cards.printing.font import _faces

    return list(_faces()[style])


# ---- lines


@given(WORDS, st.sampled_from(SIZES), st.floats(5, 60))
def test_a_line_is_no_longer_than_its_room_and_no_word_is_lost(words: list[str], size: float, room: float) -> None:
    runs = [Run(" ".join(words[:3]), "bold"), Run(" " + " ".join(words[3:]))]
    found = lines(runs, room, size)
    limit = room / (size * POINT) * 1000
    for line in found:
        wide = sum(width(run.text, run.style) for run in line)
        assert wide <= limit or sum(len(run.text) for run in line) == 1
    assert "".join(run.text for line in found for run in line).replace(" ", "") == "".join(words)


@given(WORDS, st.sampled_from(SIZES), st.floats(5, 60))
def test_counting_is_making(words: list[str], size: float, room: float) -> None:
    text = " ".join(words)
    assert count_plain(text, "regular", room, size) == count([Run(text)], room, size)


@given(WORDS, st.floats(8, 60))
def test_a_line_ends_only_where_the_next_word_has_no_room(words: list[str], room: float) -> None:
    limit = int(room / (8 * POINT) * 1000)
    if any(width(word) > limit for word in words):
        return
    found = ["".join(run.text for run in line) for line in lines([Run(" ".join(words))], room, 8)]
    for line, after in pairwise(found):
        assert width(line + " " + after.split(" ")[0]) > limit


# ---- tables


CELLS = st.sampled_from(["–", "no entry", "1 in 6 (17\u00a0%)", "The model goes no farther in this action."])


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=5))
def test_columns_fill_the_room_and_rows_are_as_high_as_their_cells(rows: list[list[str]]) -> None:
    made = grid(["Class", "On enter", "Chance"], rows, 54.0, 8.0)
    assert sum(made.widths) == pytest.approx(54.0, abs=0.01)
    for row, height in zip((made.headers, *made.rows), made.heights, strict=True):
        style = "bold" if row is made.headers else "regular"
        room = [each - CARD.column_gap - CARD.spare + 1e-9 for each in made.widths]
        tallest = max(count([Run(text, style)], wide, 8.0) for text, wide in zip(row, room, strict=True))  # type: ignore[arg-type]  # a style
        assert height == pytest.approx(tallest * CARD.line(8.0) + 2 * CARD.cell_pad + CARD.cell_rule_room)


def test_a_table_takes_fewer_lines_than_with_columns_of_one_width() -> None:
    rows = [
        ["1", "The model goes no farther in this action; take a Stuck Roll.", "1 in 6"],
        ["2+", "no effect", "5 in 6"],
    ]
    made = grid(["Rolled", "Effect", "One"], rows, 54.0, 8.0)
    equal = max(count([Run(cell)], 18.0 - CARD.column_gap - CARD.spare, 8.0) for cell in rows[0])
    assert round((made.heights[1] - 2 * CARD.cell_pad) / CARD.line(8.0)) < equal


# ---- cards


def used(face: Face) -> float:
    """How much of the body's room a face uses."""
    above = (None, *face.blocks)
    return sum(gap(before, block) + block.height for before, block in zip(above, face.blocks, strict=False))


def said(found: tuple[Face, ...]) -> str:
    """All that stands on some faces, without blanks and without headers and names said again."""
    texts: list[str] = []
    for face in found:
        for block in face.blocks:
            match block:
                case Text() | Frame():
                    texts += [run.text for run in block.runs]
            if isinstance(block, TableBlock | Frame) and block.grid is not None:
                texts += [cell for row in block.grid.rows for cell in row]
    return "".join(texts).replace(" ", "")


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_no_card_is_overfull_or_smaller_than_seven_points(name: str) -> None:
    deck = build_deck(samples.EVERYTHING if name == "everything" else bundled(name), findings=FOUND)
    for card in deck.cards:
        found = faces(card)
        assert [face.part for face in found] == list(range(1, len(found) + 1))
        for face in found:
            assert used(face) <= face.room + 1e-6
            assert face.blocks or not any((card.bullets, card.tables, card.prose))
            assert face.size >= 7 and face.name_size >= 7


@given(st.lists(WORDS.map(" ".join), min_size=1, max_size=12))
def test_a_card_of_any_length_is_split_and_nothing_of_it_is_lost(sentences: list[str]) -> None:
    card = a_card(*sentences)
    found = faces(card)
    assert all(used(face) <= face.room + 1e-6 for face in found)
    assert said(found) == "".join(sentences).replace(" ", "")


def test_larger_type_is_taken_where_it_needs_no_more_cards() -> None:
    sizes = [faces(a_card(*["Every inch of movement counts as two."] * number))[0].size for number in range(1, 16)]
    assert sizes[0] == SIZES[0] and sizes == sorted(sizes, reverse=True) and sizes[-1] < SIZES[0]


def test_a_very_long_paragraph_goes_on_on_the_next_card() -> None:
    long = " ".join(f"word{number}" for number in range(500))
    found = faces(a_card(long))
    assert len(found) > 1 and said(found) == long.replace(" ", "")


def test_what_fits_on_no_card_is_told_by_how_much() -> None:
    row = Row(("x",), (Cell("x"), Cell("word " * 600)))
    card = a_card("Short.", tables=(Table(("class", "effect"), ("Class", "Effect"), (row,)),))
    with pytest.raises(TooLarge) as told:
        faces(card)
    assert told.value.over > 10
    assert fit(card).cards == 0 and fit(card).over >= told.value.over
    with pytest.raises(TooLarge):
        faces(a_card("Short.", name="Long Name " * 120))


def test_the_fit_of_a_card() -> None:
    short = fit(a_card("Every inch of movement counts as two."))
    assert (short.cards, short.size, short.over) == (1, SIZES[0], 0.0)
    many = [fit(a_card(*["Every inch of movement counts as two, and no more."] * number)) for number in range(1, 40)]
    assert [each.over > 0 for each in many] == [each.cards > 1 for each in many]
    step = many[-1].over - many[-2].over
    # A bullet of one line more is a line and the room between bullets more.
    assert step == pytest.approx(CARD.line(SIZES[-1]) + CARD.list_gap)


@pytest.mark.parametrize("paper", PAPERS.values())
def test_nine_cards_and_their_marks_lie_on_the_paper(paper: object) -> None:
    from groundrules.cards.printing.paper import Paper

    assert isinstance(paper, Paper)
    assert paper.left * 2 + 3 * 63 == pytest.approx(paper.width)
    assert paper.top * 2 + 3 * 88 == pytest.approx(paper.height)
    assert paper.left > 6.5 and paper.top > 6.5  # room for the marks


def test_the_licence_lies_beside_the_font() -> None:
    text = (Path(FOLDER) / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text and text.startswith("Copyright")
