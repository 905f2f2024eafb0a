"""Printed cards in a real browser: `make test-browser`. No part of `make test`, since few machines have one.

Chromium prints each file to PDF; pages are counted and read, and every card is measured: its
text must take no more room than was computed for it.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader
from tests.cards import samples
from tests.cards.reading import RULES, bundled, text_of
from tests.cards.test_catalogue import FOUND
from tests.cards.test_pages import every_word_hostile

from groundrules.cards import build_deck
from groundrules.cards.model import Deck
from groundrules.cards.printing import print_deck
from groundrules.cards.printing.measures import CARD
from groundrules.cards.printing.paper import PAPERS, PaperName

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip

BUNDLED = sorted(path.parent.name for path in RULES.glob("*/*.terrain") if path.stem == path.parent.name)
ALONE = [name for name in BUNDLED if 'use "' not in (RULES / name / f"{name}.terrain").read_text(encoding="utf-8")]

#: What a page looks like to itself, written where `--dump-dom` shows it.
PROBE = """
<script>
document.fonts.ready.then(() => {
  const box = each => each.getBoundingClientRect();
  const found = [...document.querySelectorAll(".card")].map(card => {
    const body = card.querySelector(".body"), last = body.lastElementChild;
    const wide = [...card.querySelectorAll("p, td, th, h2, footer")].filter(e => e.scrollWidth > e.clientWidth + 1);
    return {
      key: card.dataset.card,
      width: box(card).width, height: box(card).height,
      spare: box(card.querySelector("footer")).top - (last ? box(last).bottom : box(body).top),
      below: box(card).bottom - box(card.querySelector("footer")).bottom,
      wide: wide.map(e => e.textContent),
      least: Math.min(...[...card.querySelectorAll("*")].map(e => parseFloat(getComputedStyle(e).fontSize))),
    };
  });
  const fonts = [...document.fonts].filter(each => each.status == "loaded").map(each => each.family + each.weight);
  document.body.innerHTML = "";
  document.body.dataset.found = JSON.stringify({cards: found, fonts});
});
</script>
"""

Browser = Callable[..., str]


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    """Runs Chromium on a page and gives what it prints."""
    if CHROMIUM is None:
        pytest.fail("no Chromium here: install the package `chromium`")

    def run(page: str, *words: str) -> str:
        (tmp_path / "page.html").write_text(page, encoding="utf-8")
        argv = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", *words, (tmp_path / "page.html").as_uri()]
        ran = subprocess.run(argv, capture_output=True, encoding="utf-8", timeout=180, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return run


def deck_of(name: str) -> Deck:
    """The cards of a bundled ruleset, or of the one that says everything."""
    return build_deck(samples.EVERYTHING if name == "everything" else bundled(name), findings=FOUND)


def squeezed(text: str) -> str:
    """Text without blanks."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", [*ALONE, "everything"])
def test_it_prints_nine_cards_to_a_page(name: str, paper: PaperName, browser: Browser, tmp_path: Path) -> None:
    deck = deck_of(name)
    made = print_deck(deck, paper=paper)
    browser(made.text, "--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'cards.pdf'}")
    pages = PdfReader(tmp_path / "cards.pdf").pages
    for page in pages:
        size = [float(each) / 72 * 25.4 for each in page.mediabox[2:]]
        assert size == pytest.approx([PAPERS[paper].width, PAPERS[paper].height], abs=0.5)
    texts = [squeezed(page.extract_text()) for page in pages]
    sheet = texts[made.pages :]
    assert made.pages == math.ceil(made.cards / 9)
    assert sheet and all(sheet), "the sheet stands on pages of its own, and none is empty"
    assert squeezed(deck.sheet.subtitle) in sheet[0]
    # The scale stands beside the cards of every page, and on no page of the sheet.
    scale = squeezed(deck.sheet.labels.scale)
    assert [scale in text for text in texts] == [True] * made.pages + [False] * len(sheet)
    names = [card.name for card in deck.cards for _ in range(dict((c.key, n) for c, n in made.split).get(card.key, 1))]
    for number, card in enumerate(names):
        assert squeezed(card) in texts[number // 9], (number, card)


@pytest.mark.parametrize("name", [*ALONE, "everything"])
def test_no_text_takes_more_room_than_was_computed(name: str, browser: Browser) -> None:
    text = print_deck(deck_of(name)).text
    page = re.sub(r"<meta http-equiv.*?>", "", text).replace("</body>", f"{PROBE}</body>")
    shown = browser(page, "--virtual-time-budget=10000", "--dump-dom")
    data = re.search(r'data-found="([^"]*)"', shown)
    assert data is not None, shown[-2000:]
    found = json.loads(data[1].replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert {"Cards400", "Cards700"} <= set(found["fonts"])
    millimetre = 96 / 25.4
    assert found["cards"]
    for card in found["cards"]:
        assert card["width"] == pytest.approx(63 * millimetre, abs=0.1), card
        assert card["height"] == pytest.approx(88 * millimetre, abs=0.1), card
        assert card["spare"] >= (CARD.gap - 0.1) * millimetre, card  # what stays blank above the foot
        assert card["below"] >= 2 * millimetre, card
        assert card["wide"] == [], card
        assert card["least"] >= 7 * 96 / 72 - 0.01, card


#: Words of the sheet's tables that stand on more than one line, and tables that are wider than the page.
BROKEN = """
<script>
document.fonts.ready.then(() => {
  const found = [], sheet = document.querySelector(".sheet");
  const room = sheet.getBoundingClientRect().right - parseFloat(getComputedStyle(sheet).paddingRight);
  for (const table of sheet.querySelectorAll("table")) {
    if (table.getBoundingClientRect().right > room + 1) found.push("a table that is too wide");
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        const rows = new Set([...range.getClientRects()].map(each => Math.round(each.top)));
        if (rows.size > 1) found.push(word[0]);
      }
    }
  }
  document.body.innerHTML = "";
  document.body.dataset.found = JSON.stringify(found);
});
</script>
"""
LONG_ROW = """\
overlap worst
model
    Class: Fighter, Wheeled, Tracked, Skimmer
outcome Hit(Strength) "a hit"
outcome Crash(Strength) "a crash"
outcome Critical "a critical hit"
Difficult for Fighter: cost x2
Very Difficult: cost x4
Any Terrain on drop when fall at most 3": Hit(fall) without Critical
Any Terrain on drop when fall over 3" and fall at most 12": Hit(fall + 1) without Critical
Any Terrain on drop when fall over 12": Crash(10 + fall) without Critical
"""


@pytest.mark.parametrize("name", ["a long row", "everything", "trench-crusade", "fifth-edition"])
def test_no_word_in_a_table_of_the_sheet_is_broken(name: str, browser: Browser) -> None:
    deck = build_deck(text_of(LONG_ROW)) if name == "a long row" else deck_of(name)
    page = re.sub(r"<meta http-equiv.*?>", "", print_deck(deck).text).replace("</body>", f"{BROKEN}</body>")
    data = re.search(r'data-found="([^"]*)"', browser(page, "--virtual-time-budget=10000", "--dump-dom"))
    # A hyphen or a dash is a place to end a line at.
    broken = json.loads(data[1].replace("&quot;", '"')) if data is not None else None
    assert broken is not None
    assert [word for word in broken if not re.search("[-–—/]", word)] == []


@pytest.mark.parametrize("room", range(0, 260, 20))
def test_no_head_of_a_table_stands_alone_at_the_foot_of_a_page(room: int, browser: Browser, tmp_path: Path) -> None:
    deck = deck_of("fifth-edition")
    down = f'<article class="sheet"><div style="height:{room}mm"></div>'
    page = print_deck(deck).text.replace('<article class="sheet">', down)
    browser(page, "--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'cards.pdf'}")
    ends = [squeezed(page.extract_text())[-60:] for page in PdfReader(tmp_path / "cards.pdf").pages]
    tables = [*deck.sheet.master, *(table for section in deck.sheet.sections for table in section.tables)]
    heads = [squeezed("".join(table.headers)) for table in tables]
    assert heads
    assert [end for end in ends for head in heads if end.endswith(head[-40:])] == []


RAN = "document.documentElement.setAttribute('data-ran','1')"
ATTACKS = (
    f"<script>{RAN}</script>",
    f"<img src=x onerror={RAN}>",
    f'" onload="{RAN}" x="',
    f"</style></title></svg><svg onload={RAN}>",
    f"<iframe srcdoc='<script>parent.{RAN}</script>'></iframe>",
)


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_of_a_text_runs(text: str, browser: Browser) -> None:
    page = print_deck(build_deck(every_word_hostile(text))).text
    bare = re.sub(r"<meta http-equiv.*?>", "", page)  # without the policy, which would stop it as well
    assert '<html lang="en">' in browser(bare, "--virtual-time-budget=3000", "--dump-dom")


def test_a_script_would_run_and_the_policy_stops_it(browser: Browser) -> None:
    page = print_deck(build_deck(every_word_hostile("x"))).text.replace("</body>", f"{ATTACKS[0]}</body>")
    bare = re.sub(r"<meta http-equiv.*?>", "", page)
    assert '<html lang="en" data-ran="1">' in browser(bare, "--dump-dom")
    assert '<html lang="en">' in browser(page, "--dump-dom")
