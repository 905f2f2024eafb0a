"""An author's template that asks for too much is told at its line, and takes neither time nor memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project.test_rendering import card, findings

#: Sixty times over, with a value that is kept.
FROM = "{% set n = namespace(x='x') %}{% for a in range(60) %}"

LARGE = {
    "nested loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "much text": "{% for a in range(99999) %}" + "x" * 1_000 + "{% endfor %}",
    "lipsum": "{{ lipsum(n=99999999) }}",
    "a width": '{{ "%999999999d"|format(1) }}',
    "a width by a sign": '{{ "%999999999d" % 1 }}',
    "a width by a method": '{{ "{:999999999}".format(1) }}',
    "many times": '{{ "x" * 1000000000 }}',
    "a list many times": "{{ [1] * 1000000000 }}",
    "a power": "{{ 9 ** 999999999 }}",
    "the middle": '{{ "x"|center(999999999) }}',
    "the middle by a method": '{{ "x".center(999999999) }}',
    "an indent": '{{ "x\\ny"|indent(999999999) }}',
    "digits": "{{ 1|round(999999999, 'ceil') }}",
    "twice, again and again": FROM + "{% set n.x = n.x ~ n.x %}{% endfor %}",
    "a sum of itself": FROM + "{% set n.x = n.x + n.x %}{% endfor %}",
    "a list of itself": FROM + "{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
    "a macro of itself": "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "a loop in itself": "{% for a in range(9) recursive %}{{ loop(range(9)) }}{% endfor %}",
}


@pytest.mark.parametrize("name", LARGE)
def test_too_much_is_a_finding_at_its_line(name: str, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.md.j2").write_text(f"one\n{LARGE[name]}\n", encoding="utf-8")
    assert findings(tmp_path) == [("GR616", "card.md.j2", 2)]


def test_what_cards_need_is_there(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    text = "{% for a in [1, 2] %}{{ loop.length }}{{ a * 2 + 1 }}{{ ', ' if not loop.last }}{% endfor %}"
    (tmp_path / "templates" / "card.md.j2").write_text(
        text + "{{ 'a' ~ 7 % 4 }}{{ ['x', 'y']|join('-')|upper }}", encoding="utf-8"
    )
    assert card(tmp_path) == "23, 25a3X-Y\n"
