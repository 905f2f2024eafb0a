"""The pages as a Markdown reader sees them: the model's text and tables, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from typing import Any

import jinja2
import pytest

from groundrules.cards import build_deck, render, render_deck
from groundrules.cards.markdown import clean, comment
from groundrules.naming import file_name
from groundrules.ruleset import (
    CostEnter,
    CostTimes,
    CountsAs,
    Cover,
    Group,
    Header,
    Outcome,
    Roll,
    Ruleset,
    State,
    Terrain,
    Trait,
)

from . import samples
from .building import at, d6, inches, n, rule, terrain
from .reading import NAMES, blocks, bundled, deck_blocks, tokens_of
from .test_catalogue import FOUND
from .vocabulary import ROLLS

HOSTILE = (
    "a|b", "a\\|b", "\\", "ends in \\", "`code`", "``|``", "*not bold*", "__a__", "<b>bold</b>",
    "<script>alert(1)</script>", "<!-- x -->", "--> out", "{{ 7 * 7 }}", "{% for x in y %}", "{# gone #}",
    "# heading", "- list", "+ list", "1. one", "2) two", "> quote", "====", "---", "***",
    "[link](javascript:alert(1))", "![image](x.png)", "[ref]: http://x", "<http://x.org>", "http://x.org",
    "www.x.org", "me@x.org", "&lt;b&gt;", "&#60;", "~~struck~~", "$x$", "line\nbreak", "two\n\nparagraphs",
    "\ttab", "    four", "a\r\nb", "\u2028", "nul\x00l", "\u202eevil", "|---|", ":--", "| a | b |", "Łąka", "沼地",
    "e\u0301", "^x^", "a  \nb", "= =", ": x", "!bang", "![x", "\\\\", "\\*", "_", "*", "**", "a*b*c", "a_b_c",
    "__proto__", "%40",
)  # fmt: skip


def hostile(ruleset: Ruleset, given: Sequence[str] = HOSTILE) -> Ruleset:
    """The ruleset that says everything, with a hostile text wherever an author's words stand."""
    texts = cycle(given)

    def every(declared: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            replace(one, display=next(texts), prose=(next(texts), next(texts)), ref=next(texts)) for one in declared
        )

    ruleset = replace(
        ruleset,
        header=Header(
            title=next(texts),
            version=next(texts),
            author=next(texts),
            licence=next(texts),
            notice=next(texts),
            source=next(texts),
            prose=(next(texts),),
        ),
        terrains=every(ruleset.terrains),
        traits=every(ruleset.traits),
        actions=every(ruleset.actions),
        groups=every(ruleset.groups),
        outcomes=every(ruleset.outcomes),
        states=every(ruleset.states),
        covers=every(ruleset.covers),
        options=every(ruleset.options),
        numbers=every(ruleset.numbers),
        rolls=every(ruleset.rolls),
        fields=every(ruleset.fields),
        rules=tuple(replace(rule, prose=(next(texts),), ref=next(texts)) for rule in ruleset.rules),
    )
    return ruleset


def every_word_hostile(text: str) -> Ruleset:
    """One text as the name of everything."""
    return Ruleset(
        name=text,
        header=Header(title=text, prose=(text,), notice=text),
        terrains=(Terrain(name=text, prose=(text,), origin=at()),),
        traits=(Trait(name=text, origin=at()),),
        states=(State(name=text, origin=at()),),
        covers=(Cover(name=text, origin=at()),),
        outcomes=(Outcome(name=text, params=(text,), prose=(text, f"{{{text}}}"), origin=at()),),
        rolls=ROLLS[:1],
        groups=(Group(name=text, members=(terrain(text),), origin=at()),),
        rules=(rule(text, terrain(text), CostTimes(n(2)), prose=(text,), ref=text),),
    )


def check_pages(ruleset: Ruleset, *, ascii: bool = False) -> dict[str, str]:
    deck = build_deck(ruleset, ascii=ascii, findings=FOUND)
    files = render_deck(deck, content_hash="0123abcd")
    wanted = deck_blocks(deck)
    assert files.keys() == wanted.keys()
    for name, text in files.items():
        assert blocks(text) == wanted[name], name
        assert text.endswith("\n") and not text.endswith("\n\n")
        assert "\r" not in text and "\t" not in text
    return files


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_shows_the_model_and_nothing_else(name: str, ascii: bool) -> None:
    check_pages(bundled(name), ascii=ascii)


@pytest.mark.parametrize("ascii", [False, True])
def test_so_do_the_pages_that_say_everything(ascii: bool) -> None:
    for ruleset in (samples.EVERYTHING, samples.BARE, *samples.SETTINGS):
        check_pages(ruleset, ascii=ascii)


def test_a_hostile_text_anywhere_is_shown_and_does_nothing() -> None:
    check_pages(hostile(samples.EVERYTHING))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_name_of_everything_is_shown_and_does_nothing(text: str) -> None:
    files = check_pages(every_word_hostile(text))
    for name in files:
        assert re.fullmatch(r"(cards/)?[a-z0-9-]+\.md", name)


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_a_blank_line_stands_around_every_table_and_list(name: str) -> None:
    ruleset = samples.EVERYTHING if name == "everything" else bundled(name)
    for text in render(ruleset).values():
        lines = ["", *text.splitlines(), ""]
        for token in tokens_of(text):
            if token.type in ("table_open", "bullet_list_open", "ordered_list_open", "blockquote_open"):
                assert token.map is not None
                first, last = token.map
                while last > first and not lines[last]:
                    last -= 1
                assert lines[first] == "", (token.type, text)
                assert lines[last + 1] == "", (token.type, text)


@pytest.mark.parametrize("name", NAMES)
def test_tables_have_as_many_cells_in_every_line_as_in_the_first(name: str) -> None:
    for text in render(bundled(name)).values():
        widths = []
        for line in text.splitlines():
            if line.startswith("|"):
                widths.append(len(re.findall(r"(?<!\\)\|", line)))
            else:
                assert len(set(widths)) <= 1
                widths = []


def test_ascii_is_ascii_where_the_author_is() -> None:
    for name in NAMES:
        for file, text in render(bundled(name), ascii=True).items():
            body = text.split("-->", 1)[1]
            assert body.isascii(), (file, [char for char in body if not char.isascii()])


def test_ascii_writes_signs_as_people_type_them() -> None:
    ruleset = samples.difficult()
    woods = terrain("Woods")
    more = replace(
        ruleset,
        terrains=(*ruleset.terrains, Terrain(name="Woods", prose=("Wait 1½ turns…",), origin=at())),
        rules=(*ruleset.rules, rule("Woods", woods, CostEnter(inches(Fraction(3, 2))))),
    )
    files = render(more, ascii=True)
    assert 'entering costs 1 1/2" of movement' in files["cards/terrain-woods.md"]
    assert "*Wait 1 1/2 turns...*" in files["cards/terrain-woods.md"]
    assert "| x2 |" in files["quick-reference.md"]


def test_the_bytes_depend_on_the_rules_alone() -> None:
    first = render(samples.EVERYTHING, findings=FOUND)
    again = render(replace(samples.EVERYTHING), findings=FOUND)
    assert first == again
    assert list(first) == list(again)


def test_every_link_leads_to_a_page() -> None:
    for name in NAMES:
        files = render(bundled(name))
        for file, text in files.items():
            folder = file.rpartition("/")[0]
            for target in re.findall(r"(?<!\\)\]\(([^)]*)\)", text):
                parts = [*folder.split("/"), *target.split("/")] if folder else target.split("/")
                path: list[str] = []
                for part in parts:
                    path = path[:-1] if part == ".." else [*path, part]
                assert "/".join(path) in files, (file, target)


def test_files_are_named_by_kind_and_name_and_never_twice_the_same() -> None:
    ruleset = Ruleset(
        name="x",
        terrains=tuple(
            Terrain(name=name, origin=at()) for name in ("Woods", "Razor-Wire", "Razor Wire", "Łąka", "Con")
        ),
        traits=(Trait(name="Woods", origin=at()),),
        rolls=(Roll(name="RiskyRoll", total=d6(), origin=at()),),
    )
    assert sorted(render(ruleset)) == sorted(
        [
            "index.md",
            "quick-reference.md",
            "cards/terrain-woods.md",
            "cards/terrain-razor-wire.md",
            "cards/terrain-razor-wire-2.md",
            f"cards/terrain-{file_name('Łąka')}.md",
            "cards/terrain-con.md",
            "cards/trait-woods.md",
            "cards/roll-risky-roll.md",
        ]
    )


def test_the_head_says_where_a_card_came_from() -> None:
    first = render(bundled("epic"), content_hash="3a91c7ef")["cards/terrain-road.md"].splitlines()[0]
    assert re.fullmatch(r"<!-- groundrules · terrain Road · epic\.terrain:\d+ · 3a91c7ef -->", first)


@pytest.mark.parametrize("text", ["-->", "--!>", "a--b", "-----", "<!--", "x -", "\n-->\n<b>", "->", ">"])
def test_nothing_closes_a_comment(text: str) -> None:
    written = f"<!-- {comment(text)} -->"
    assert written.count("-->") == 1
    assert "--" not in written[4:-3]
    assert "\n" not in written


def test_no_control_and_no_mark_of_direction_is_left() -> None:
    assert clean("a\x00b\u202ec\r\n d\u2028e") == "abc d e"


# ---- templates of a project


def test_a_template_of_the_project_takes_the_place_of_ours_and_the_rest_stays() -> None:
    own = jinja2.DictLoader({"card.md.j2": "{{ page.name | block }}!\n"})
    files = render(samples.difficult(), templates=own)
    assert files["cards/terrain-difficult.md"] == "Difficult!\n"
    assert files["index.md"] == render(samples.difficult())["index.md"]


def test_a_template_may_use_our_parts() -> None:
    own = jinja2.DictLoader({"card.md.j2": '{% import "parts.md.j2" as parts %}\n{{ parts.bullets(page.bullets) }}'})
    assert render(samples.difficult(), templates=own)["cards/terrain-difficult.md"] == (
        "- **Move:** every inch of movement counts as two.\n"
    )


@pytest.mark.parametrize(
    ("template", "error"),
    [
        ("{{ page.nam }}", jinja2.UndefinedError),
        ("{{ page.name", jinja2.TemplateSyntaxError),
        ("{{ page.__class__.__mro__[1].__subclasses__() }}", jinja2.exceptions.SecurityError),
    ],
)
def test_a_template_that_does_not_work_or_reaches_out_is_an_error(template: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        render(samples.difficult(), templates=jinja2.DictLoader({"card.md.j2": template}))


# ---- rulesets that are made to be large


def test_terrains_that_double_at_every_step_end() -> None:
    """Each of forty steps counts as two of the next: a million million ways from the first to the last."""
    steps = 40
    names = [f"{side}{step}" for step in range(steps) for side in "AB"]
    rules = [
        rule(f"{side}{step}", terrain(f"{side}{step}"), CountsAs((terrain(f"A{step + 1}"), terrain(f"B{step + 1}"))))
        for step in range(steps - 1)
        for side in "AB"
    ]
    rules.append(rule(f"A{steps - 1}", terrain(f"A{steps - 1}"), CostTimes(n(2))))
    ruleset = Ruleset(name="x", terrains=tuple(Terrain(name=name, origin=at()) for name in names), rules=tuple(rules))
    deck = build_deck(ruleset)
    first = next(card for card in deck.cards if card.key == "terrain A0")
    assert "every inch of movement counts as two." in [
        statement.text for bullet in first.bullets for statement in bullet.sentences
    ]


def test_terrains_that_count_as_one_another_end() -> None:
    ruleset = Ruleset(
        name="x",
        terrains=(Terrain(name="A", origin=at()), Terrain(name="B", origin=at())),
        rules=(rule("A", terrain("A"), CountsAs((terrain("B"),))), rule("B", terrain("B"), CountsAs((terrain("A"),)))),
    )
    check_pages(ruleset)


def test_a_very_long_name_has_a_page() -> None:
    files = check_pages(every_word_hostile("Long" + "g" * 200_000))
    assert all(len(name) < 100 for name in files)
