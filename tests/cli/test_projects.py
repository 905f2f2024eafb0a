"""Inside a project every command knows what to work on, from whatever folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from groundrules.cards.catalogue import ENGLISH
from groundrules.cli import entry

RULES = """\
model
    Speed: distance, optional

roll Bog Test: d6
    1   Stuck: stop
    2+  Through

Marsh on enter: Bog Test
"""
SCENARIOS = (
    "rules: ../rules/club.terrain\nscenarios:\n  - {name: a one, track: [2 Marsh], dice: [1], expect: {moved: 0}}\n"
)
TABLES = "rules: ../rules/club.terrain\ntable:\n  mire: {terrain: Marsh, circle: [3, 3, 1]}\n"
DOCUMENT = "<!-- groundrules: use rules/club.terrain -->\n<!-- groundrules: card Marsh -->\n<!-- /groundrules -->\n"
SETTINGS = '[project]\nsources = ["rules"]\noutput = "made"\n'

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one ruleset, a folder of which one can stand in."""
    for path, text in {
        "groundrules.toml": SETTINGS,
        "rules/club.terrain": RULES,
        "scenarios/marsh.yaml": SCENARIOS,
        "tables/ford.yaml": TABLES,
        "README.md": DOCUMENT,
        "deep/er/empty.txt": "",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in a folder: its exit code, its output, its progress."""

    def run(folder: Path, *words: str) -> tuple[int, str, str]:
        monkeypatch.chdir(folder)
        code = entry.main(list(words))
        return (code, *capsys.readouterr())

    return run


COMMANDS = [
    (["check"], ""),
    (["check", "--strict"], ""),
    (["check", "--fix"], ""),
    (["fmt", "--check"], ""),
    (["test"], "1 passed, 0 failed"),
    (["build"], ""),
    (["table"], "mire"),
    (["embed"], ""),
    (["show", "rules"], '"Bog Test"'),
    (["show", "ast"], "Roll"),
    (["odds"], "Stuck"),
    (["odds", "--roll", "Bog Test"], "Stuck"),
    (["odds", "--track", "2 Marsh", "Speed=6"], "Stuck"),
    (["run", "--name", "a one"], "Bog Test for marsh: 1: Stuck"),
    (["run"], "Bog Test for marsh: 1: Stuck"),
    (["try", "2 Marsh", "--dice", "1"], "Bog Test for marsh: 1: Stuck"),
]


@pytest.mark.parametrize("folder", ["", "deep/er"])
@pytest.mark.parametrize(("words", "told"), COMMANDS, ids=lambda each: " ".join(each) if isinstance(each, list) else "")
def test_nothing_needs_to_be_named(project: Path, run: Run, folder: str, words: list[str], told: str) -> None:
    code, output, _ = run(project / folder, *words)
    assert code == entry.WELL, output
    assert told in output


def test_what_is_written_lies_at_the_root(project: Path, run: Run) -> None:
    run(project / "deep", "build")
    run(project / "deep", "embed")
    assert (project / "made" / "club" / "cards" / "terrain-marsh.md").is_file()
    assert "# Marsh" in (project / "README.md").read_text(encoding="utf-8")
    assert sorted(each.name for each in (project / "deep").iterdir()) == ["er"]


def test_paths_are_told_from_where_one_stands(project: Path, run: Run) -> None:
    (project / "rules" / "club.terrain").write_text("Marsh: costt x2\n", encoding="utf-8")
    code, output, _ = run(project / "deep", "check", "--format", "short")
    assert code == entry.FOUND
    assert output.startswith("../rules/club.terrain:1:8: error[GR110]")


def test_what_is_named_goes_first(project: Path, run: Run) -> None:
    (project / "other.terrain").write_text("Hill: cost x2\n", encoding="utf-8")
    _, _, progress = run(project, "build", "other.terrain")
    assert progress == "made/other: 5 files, 5 new or changed\n"
    _, _, progress = run(project, "build", "-o", "elsewhere")
    assert progress.startswith("elsewhere/club: ")


def test_of_several_rulesets_one_is_named(project: Path, run: Run) -> None:
    (project / "rules" / "wood.terrain").write_text("Wood: cost x2\n", encoding="utf-8")
    for words in (["odds"], ["show", "rules"], ["try", "2 Marsh"]):
        code, _, told = run(project, *words)
        assert code == entry.MISUSE
        assert "rules/club.terrain, rules/wood.terrain" in told
    assert run(project, "check")[0] == entry.WELL


@pytest.mark.parametrize("words", [["build"], ["odds"], ["run"], ["show", "rules"], ["embed"], ["try", "2 Marsh"]])
def test_outside_of_a_project_something_is_named(tmp_path: Path, run: Run, words: list[str]) -> None:
    code, _, told = run(tmp_path, *words)
    assert code == entry.MISUSE
    assert "groundrules.toml" in told


@pytest.mark.parametrize("words", [["check"], ["build"], ["fmt"], ["test"], ["table"], ["embed"], ["run"], ["odds"]])
def test_settings_that_cannot_be_followed_stop_every_command(project: Path, run: Run, words: list[str]) -> None:
    (project / "groundrules.toml").write_text('[project]\nsources = ["rulse"]\n', encoding="utf-8")
    code, output, _ = run(project / "deep", *words)
    assert code == entry.FOUND
    assert "error[GR601]" in output and "did you mean `rules`?" in output
    assert "groundrules.toml:2:13" in output
    assert not (project / "cards").exists()


def test_a_project_without_tables_and_documents_is_well(project: Path, run: Run) -> None:
    (project / "tables" / "ford.yaml").unlink()
    (project / "README.md").unlink()
    assert run(project, "table")[0] == entry.WELL
    assert run(project, "embed")[0] == entry.WELL
    assert run(project, "table", "tables")[0] == entry.FOUND


def test_without_sources_the_root_is_meant(project: Path, run: Run) -> None:
    (project / "groundrules.toml").write_text("", encoding="utf-8")
    (project / "top.terrain").write_text("Wood: cost x2\n", encoding="utf-8")
    _, _, progress = run(project / "deep", "build")
    assert progress == "../cards/top: 5 files, 5 new or changed\n"


def test_warnings_weigh_what_the_project_says(project: Path, run: Run) -> None:
    (project / "rules" / "club.terrain").write_text("outcome Wet\nMarsh: cost x2\nMarhs: cost x2\n", encoding="utf-8")

    def codes(lint: str, *more: str) -> tuple[int, list[str]]:
        (project / "groundrules.toml").write_text(f"{SETTINGS}[lint]\n{lint}\n", encoding="utf-8")
        code, output, _ = run(project, "check", "--format", "short", *more)
        return code, [line.split(": ")[1] for line in output.splitlines()]

    assert codes("") == (entry.WELL, ["warning[GR265]", "warning[GR266]"])
    assert codes("strict = true") == (entry.FOUND, ["warning[GR265]", "warning[GR266]"])
    assert codes('ignore = ["GR265"]') == (entry.WELL, ["warning[GR266]"])
    assert codes('ignore = ["GR2"]') == (entry.WELL, [])
    assert codes('ignore = ["GR2"]\nselect = ["GR265"]') == (entry.WELL, ["warning[GR265]"])
    assert codes('select = ["GR2"]\nignore = ["GR266"]') == (entry.WELL, ["warning[GR265]"])
    assert codes('severity = { GR266 = "off" }', "--strict") == (entry.FOUND, ["warning[GR265]"])
    assert codes('[lint.severity]\nGR266 = "error"') == (entry.FOUND, ["warning[GR265]", "error[GR266]"])
    assert run(project, "build")[0] == entry.FOUND  # what the project calls an error stops the build


def test_an_error_is_told_whatever_the_project_says(project: Path, run: Run) -> None:
    (project / "rules" / "club.terrain").write_text("Marsh on enter: stopp\n", encoding="utf-8")
    (project / "groundrules.toml").write_text(
        SETTINGS + '[lint]\nselect = ["GR265"]\nignore = ["GR1"]\nseverity = { GR110 = "off" }\n', encoding="utf-8"
    )
    code, output, _ = run(project, "check", "--format", "short")
    assert code == entry.FOUND
    assert [line.split(": ")[1] for line in output.splitlines()] == ["error[GR110]", "warning[GR622]", "warning[GR622]"]


def long_words() -> str:
    """English with other words for a few things: a language that nobody speaks."""
    data = yaml.load(ENGLISH.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    data["language"] = "xx"
    data["phrases"]["kind"]["terrain"] = "Tërräïn"
    return yaml.safe_dump(data, allow_unicode=True)


def test_each_language_has_its_folder(project: Path, run: Run) -> None:
    (project / "words.yaml").write_text(long_words(), encoding="utf-8")
    (project / "own.yaml").write_text("kind.terrain: Ground\n", encoding="utf-8")
    settings = SETTINGS + 'languages = ["en", "words.yaml"]\n[cards]\nphrases = "own.yaml"\n'
    (project / "groundrules.toml").write_text(settings, encoding="utf-8")
    assert run(project, "build")[0] == entry.WELL
    folder = project / "made" / "club"
    assert sorted(each.name for each in folder.iterdir()) == ["en", "manifest.json", "ruleset.json", "xx"]
    english, other = (
        (folder / language / "cards" / "terrain-marsh.md").read_text(encoding="utf-8") for language in ("en", "xx")
    )
    assert "Ground" in english and "Tërräïn" not in english
    assert "Tërräïn" in other and "Ground" not in other
    # One language less, and its cards are gone again.
    (project / "groundrules.toml").write_text(SETTINGS + 'languages = ["words.yaml"]\n', encoding="utf-8")
    assert run(project, "build")[0] == entry.WELL
    assert not (folder / "en").exists() and not (folder / "xx").exists()
    assert "Tërräïn" in (folder / "cards" / "terrain-marsh.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("languages", "phrases", "code", "file"),
    [
        ('["xx"]', None, "GR601", "groundrules.toml"),
        ('["words.yml"]', None, "GR601", "groundrules.toml"),
        ('["own.yaml"]', None, "GR615", "own.yaml"),
        ('["en"]', "words.yaml", "GR615", "words.yaml"),
    ],
)
def test_a_language_that_is_none(
    project: Path, run: Run, languages: str, phrases: str | None, code: str, file: str
) -> None:
    (project / "words.yaml").write_text(long_words(), encoding="utf-8")
    (project / "own.yaml").write_text("kind.terrain: Ground\n", encoding="utf-8")
    cards = f'[cards]\nphrases = "{phrases}"\n' if phrases else ""
    (project / "groundrules.toml").write_text(f"{SETTINGS}languages = {languages}\n{cards}", encoding="utf-8")
    ended, output, _ = run(project, "build")
    assert ended == entry.FOUND
    assert f"error[{code}]" in output and f"--> {file}:" in output
    assert not (project / "made").exists()
