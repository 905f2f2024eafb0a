"""``groundrules diff`` and ``build --changed-since``."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

from groundrules.cli import entry
from groundrules.limits import FILE_BYTES

OLD = """model
    Speed: distance

action Move: up to Speed

roll Bog Test: d6
    1    Stuck: stop
    2+   Through

Marsh: cost x2
    > Reeds and mud.
Marsh on enter: Bog Test
Bank on drop when fall at least 3": stop
Wire: forbid enter
"""
NEW = """# A comment, and other blanks.
model
    Speed:   distance
action Move: up to Speed
roll Bog Test: d6
    1-2  Stuck: stop
    3+   Through
Marsh:
    > Reeds and mud.
    cost x3
Marsh on enter: Bog Test
Bank on drop when fall at least 4": stop
Hedge: cost x2
overlap worst
"""
SCENARIOS = """rules: marsh.terrain
scenarios:
  - name: through the marsh
    model: {Speed: 20}
    track: [2 Open, 4 Marsh]
    dice: [6]
    expect: {cost: 10}
  - name: over open ground
    model: {Speed: 20}
    track: [4 Open]
    expect: {cost: 4}
  - name: how likely it is to sink
    model: {Speed: 20}
    track: [2 Open, 4 Marsh]
    odds: {Stuck: 1/6}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("old", OLD), ("new", NEW.replace("overlap worst\n", ""))):
        (tmp_path / name).mkdir()
        top = "overlap worst\n" if name == "new" else ""
        (tmp_path / name / "marsh.terrain").write_text(top + text, encoding="utf-8")
    (tmp_path / "new" / "marsh.yaml").write_text(SCENARIOS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = entry.main(["diff", *args])
    said = capsys.readouterr()
    return code, said.out, said.err


OLD_FILE, NEW_FILE = "old/marsh.terrain", "new/marsh.terrain"


def test_rules_are_told_in_the_words_of_the_cards(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, OLD_FILE, NEW_FILE)
    assert code == 0
    lines = out.splitlines()
    at = lines.index("changed: `Marsh`")
    assert lines[at + 1 : at + 3] == [
        "  - Move: every inch of movement counts as two.",
        "  + Move: every inch of movement counts as three.",
    ]
    assert "added: `Hedge`" in lines and "removed: `Wire`" in lines
    # Two faces in six, and at least one of five: 1 - (2/3)^5.
    (band,) = [line for line in lines if line.startswith("  + Rolled: 1–2; ")]
    assert "; Chance for one model: 1 in 3 (33 %); At least one of five models: 211 in 243 (87 %)" in band
    assert 'changed: `Bank on drop when fall at least 4"`, before `Bank on drop when fall at least 3"`' in lines


def test_scenarios_that_come_out_otherwise_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four inches of marsh at three each and two of open ground are 14; two faces in six sink."""
    lines = run(capsys, OLD_FILE, NEW_FILE)[1].splitlines()
    at = lines.index("new/marsh.yaml:3: through the marsh")
    assert lines[at + 1] == "    cost: 10, now 14"
    at = lines.index("new/marsh.yaml:12: how likely it is to sink")
    assert "    odds of Bog Test Stuck: 1/6, now 1/3" in lines[at + 1 : at + 4]
    assert not any("over open ground" in line for line in lines)


def test_a_situation_for_each_change_passes_before_and_fails_now(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(run(capsys, "--format", "json", OLD_FILE, NEW_FILE)[1])
    made = data["compared"][0]["situations"]
    spoken = {each["ids"][-1].split(" ")[0] for each in made}
    assert {"Marsh", "Bank", "Wire"} <= spoken
    texts = [yaml.safe_load(each["scenario"])[0] for each in made]
    for number, each in enumerate(texts):
        each["name"] = f"{number}"
    (folder / "made.yaml").write_text(yaml.safe_dump({"rules": OLD_FILE, "scenarios": texts}), encoding="utf-8")
    assert entry.main(["test", "made.yaml"]) == 0
    (folder / "made.yaml").write_text(yaml.safe_dump({"rules": NEW_FILE, "scenarios": texts}), encoding="utf-8")
    capsys.readouterr()
    assert entry.main(["test", "made.yaml"]) == 1
    assert f"0 passed, {len(texts)} failed" in capsys.readouterr().out


def test_the_edges_of_a_threshold_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From at least 3 to at least 4: drops of 3 and 3.5 differ, those of 2.5 and 4 do not."""
    made = json.loads(run(capsys, "--format", "json", OLD_FILE, NEW_FILE)[1])["compared"][0]["situations"]
    bank = next(each for each in made if each["ids"][-1].startswith("Bank"))
    assert "{drop: 3}" in bank["scenario"]
    assert [each for each in bank["same"] if each.startswith("drop")] == ["drop: 2.5", "drop: 4"]


HEDGE = """model
    Aim: number
outcome Wound
cover Light: shooter Aim -1
Hedge when between: cover Light
roll Risk: d6
    1 Hurt: Wound
    2+: no effect
Fire on enter: Risk
"""


def test_a_situation_shows_the_change_that_it_stands_under(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A look shows what cover changes; new ground is not there under the old rules, and a roll says nothing of it."""
    new = HEDGE.replace("Aim -1", "Aim -2").replace("    1 Hurt", "    1-2 Hurt").replace("    2+", "    3+")
    (folder / "one.terrain").write_text(HEDGE, encoding="utf-8")
    (folder / "two.terrain").write_text(new + "Floor: cost +1\n", encoding="utf-8")
    made = json.loads(run(capsys, "--format", "json", "one.terrain", "two.terrain")[1])["compared"][0]["situations"]
    shown = {each["ids"][-1]: each for each in made}
    assert set(shown) == {"Risk > 1-2", "Risk > 3+", "Light"}
    assert yaml.safe_load(shown["Light"]["scenario"])[0]["sight"]
    assert [(each["key"], each["before"], each["after"]) for each in shown["Light"]["differing"]] == [
        ("changes", "[shooter Aim -1]", "[shooter Aim -2]")
    ]
    assert all("Hedge" not in shown[each]["scenario"] for each in ("Risk > 1-2", "Risk > 3+"))


def test_dice_do_not_mix_two_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a two the model is stuck under the new rules alone; the marsh is shown with a die that tells only of it."""
    made = json.loads(run(capsys, "--format", "json", OLD_FILE, NEW_FILE)[1])["compared"][0]["situations"]
    (marsh,) = [each for each in made if each["ids"][-1] == "Marsh"]
    assert [(each["key"], each["before"], each["after"]) for each in marsh["differing"]] == [("cost", "4", "6")]
    assert yaml.safe_load(marsh["scenario"])[0]["dice"] not in ([1], [2])


def test_a_change_that_needs_another_shows_what_it_does(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The new roll is made by a new rule alone: what the rule brings is shown under it, and nothing else."""
    new = HEDGE.replace("Aim -1", "Aim -2") + "roll Fall: d6\n    1-3: Wound\n    4+: no effect\nHedge on enter: Fall\n"
    (folder / "one.terrain").write_text(HEDGE, encoding="utf-8")
    (folder / "two.terrain").write_text(new, encoding="utf-8")
    made = json.loads(run(capsys, "--format", "json", "one.terrain", "two.terrain")[1])["compared"][0]["situations"]
    (fall,) = [each for each in made if each["ids"][-1] == "Hedge on enter"]
    assert "Hedge" in fall["scenario"] and "sight" not in yaml.safe_load(fall["scenario"])[0]


def test_the_subjects_that_changed_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("one", "Mud, Bog on enter: stop\n"), ("two", "Mud on enter: stop\nBog: no effect\n")):
        (folder / f"{name}.terrain").write_text(text, encoding="utf-8")
    lines = run(capsys, "--no-situations", "one.terrain", "two.terrain")[1].splitlines()
    at = lines.index("changed: `Mud on enter`, before `Mud, Bog on enter`")
    before, after = lines[at + 1 : at + 3]
    assert before.startswith("  - Mud, Bog: ") and after.startswith("  + Mud: ")


def test_layout_and_comments_are_no_differences(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = "# another file\n\n" + OLD.replace("    Speed:", "        Speed:").replace("cost x2", "cost   x2  # twice")
    (folder / "again.terrain").write_text(again.replace("\n\n", "\n"), encoding="utf-8")
    code, out, _ = run(capsys, "--exit-code", OLD_FILE, "again.terrain")
    assert (code, out) == (0, "no differences\n")


def test_other_words_for_the_card_change_nothing_in_play(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "again.terrain").write_text(OLD.replace("Reeds and mud", "Reeds"), encoding="utf-8")
    code, out, _ = run(capsys, "--exit-code", OLD_FILE, "again.terrain")
    assert code == 1
    assert "changed: `Marsh`, in words only" in out and "cards changed: terrain Marsh" in out
    assert "in play" not in out


def test_the_exit_code_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--no-situations", OLD_FILE, NEW_FILE)[0] == 0
    assert run(capsys, "--no-situations", "--exit-code", OLD_FILE, NEW_FILE)[0] == 1


def test_markdown_for_a_changelog(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--format", "markdown", OLD_FILE, NEW_FILE)[1]
    assert out.startswith(f"## From `{OLD_FILE}` to `{NEW_FILE}`\n")
    assert "### Added\n" in out and "### Changed\n" in out and "### Removed\n" in out and "### In play\n" in out
    assert "- *through the marsh*: cost: 10, now 14." in out


def test_rules_with_errors_are_not_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wrong.terrain").write_text("Marsh: costt x2\n", encoding="utf-8")
    code, out, err = run(capsys, OLD_FILE, "wrong.terrain")
    assert code == 1 and "GR110" in out and "wrong.terrain has errors: nothing was compared" in err


def test_a_path_that_leads_nowhere(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "old/march.terrain", NEW_FILE)
    assert code == 2 and "did you mean `marsh.terrain`?" in err


# ---- revisions


def git(folder: Path, *args: str) -> None:
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *args], cwd=folder, env=env, check=True, capture_output=True)


@pytest.fixture
def repository(folder: Path) -> Path:
    rules = folder / "rules"
    rules.mkdir()
    (folder / "groundrules.toml").write_text("", encoding="utf-8")
    (rules / "marsh.terrain").write_text('use "../base.terrain"\nMarsh: cost x2\n', encoding="utf-8")
    (folder / "base.terrain").write_text("Wire: cost x2\n", encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", "rules", "base.terrain", "groundrules.toml")
    git(folder, "commit", "-q", "-m", "one")
    (folder / "base.terrain").write_text("Wire: cost at least 2\n", encoding="utf-8")
    git(folder, "commit", "-q", "-a", "-m", "two")
    return folder


def test_a_revision_is_read_with_all_that_it_uses(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file itself is the same; what it uses has changed between the two revisions."""
    code, out, _ = run(capsys, "HEAD~1:rules/marsh.terrain", "rules/marsh.terrain")
    assert code == 0 and "changed: `Wire`" in out and "changed: `Marsh`" not in out
    assert run(capsys, "HEAD:rules", "rules")[1] == "no differences\n"


def test_paths_of_a_revision_begin_where_the_person_is(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository / "rules")
    assert "changed: `Wire`" in run(capsys, "HEAD~1:marsh.terrain", "marsh.terrain")[1]


def test_a_project_is_compared_with_what_was_last_committed(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "groundrules.toml").write_text('[project]\nsources = ["rules"]\n', encoding="utf-8")
    git(repository, "commit", "-q", "-a", "-m", "three")
    assert run(capsys) == (0, "no differences\n", "")
    (repository / "rules" / "marsh.terrain").write_text('use "../base.terrain"\nMarsh: cost x3\n', encoding="utf-8")
    out = run(capsys)[1]
    assert "changed: `Marsh`" in out and "changed: `Wire`" not in out
    assert "changed: `Wire`" in run(capsys, "HEAD~2:rules")[1]


def test_outside_of_a_project_both_sides_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys)
    assert code == 2 and "OLD and NEW" in err


def test_a_rule_that_is_only_called_otherwise_changes_no_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beyond both thresholds the same rule forbids the drop: under its new name that is no difference in play."""
    for name, least in (("one", 2), ("two", 3)):
        (folder / name).mkdir()
        rules = OLD + f'Cliff on drop when fall over {least}": forbid drop\n'
        (folder / name / "marsh.terrain").write_text(rules, encoding="utf-8")
    scenario = "rules: marsh.terrain\nscenarios:\n"
    for drop in (3, 5):
        scenario += f"  - name: drop {drop}\n    table: {{cliff: {{terrain: Cliff, rect: [0, -3, 4, 3]}}}}\n"
        scenario += f"    model: {{Speed: 12}}\n    path: [[2, 0], {{drop: {drop}}}]\n"
    (folder / "two" / "marsh.yaml").write_text(scenario, encoding="utf-8")
    out = run(capsys, "--no-situations", "one/marsh.terrain", "two/marsh.terrain")[1]
    assert ": drop 3" in out and ": drop 5" not in out


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("HEAD~7:rules", "no revision `HEAD~7`"),
        ("HEAD:nothing", "no file or folder of rules `nothing`"),
        ("--output=x:rules", "is no revision"),
        (":rules", "is no revision"),
        ("HEAD:../..", "outside the repository"),
    ],
)
def test_what_git_does_not_have(repository: Path, capsys: pytest.CaptureFixture[str], named: str, words: str) -> None:
    code, out, err = run(capsys, "--", named, "rules")
    assert code == 2 and words in err and out == ""
    assert not (repository / "x").exists()


def test_outside_a_repository(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    code, _, err = run(capsys, "HEAD:old", "new")
    assert code == 2 and "in no git repository" in err


def test_without_git(repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    code, _, err = run(capsys, "HEAD:rules", "rules")
    assert code == 2 and "`git` cannot be run" in err


def tree(folder: Path, *paths: str) -> str:
    """A commit whose tree holds files with such names; git itself would not check them out."""

    def made(*args: str, given: bytes = b"") -> str:
        env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        done = subprocess.run(["git", *identity, *args], cwd=folder, env=env, input=given, check=True, stdout=-1)
        return done.stdout.decode().strip()

    blob = made("hash-object", "-w", "--stdin", given=b"Wire: cost x2\n")

    def branch(names: list[list[str]]) -> str:
        entries = [f"100644 blob {blob}\t{name[0]}" for name in names if len(name) == 1]
        for each in dict.fromkeys(name[0] for name in names if len(name) > 1):
            below = branch([name[1:] for name in names if len(name) > 1 and name[0] == each])
            entries.append(f"040000 tree {below}\t{each}")
        return made("mktree", given="".join(f"{entry}\n" for entry in entries).encode())

    return made("commit-tree", branch([path.split("/") for path in paths]), "-m", "made")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rules/../../out.terrain", "no folder can hold"),
        ("rules/./out.terrain", "no folder can hold"),
        ("../out.terrain", "no folder can hold"),
        ("C:/out.terrain", "no folder can hold"),
        ("rules/" + "a" * 300 + ".terrain", "cannot be laid out"),
        ("rules/base.terrain/under.terrain", "cannot be laid out"),
    ],
)
def test_a_tree_with_names_that_lead_out_writes_nothing(
    repository: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    words: str,
) -> None:
    """What is no file of a folder, in a tree that somebody made by hand, is refused with its name."""
    outer = tmp_path_factory.mktemp("outer")
    (outer / "inner").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(outer / "inner"))
    commit = tree(repository, name, "rules/base.terrain")
    code, _, err = run(capsys, f"{commit}:.", ".")
    assert code == 2 and words in err
    assert [path for path in outer.rglob("*") if path.is_file()] == []


def test_a_large_file_of_a_revision_is_not_read(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "rules" / "marsh.terrain").write_bytes(b"#" * (FILE_BYTES + 10))
    git(repository, "commit", "-q", "-a", "-m", "large")
    asked: list[list[str]] = []
    real = subprocess.run

    def noted(args: list[str], **named: object) -> object:
        asked.append(args)
        return real(args, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", noted)
    code, out, _ = run(capsys, "HEAD:rules/marsh.terrain", "base.terrain")
    assert code == 1 and "GR605" in out
    assert sum("blob" in each for each in asked) == 2  # the settings and what is used


def test_what_a_partial_clone_lacks_is_not_fetched(
    repository: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A clone without blobs would have git fetch them: that is a network, and nobody asked for it."""
    clone = tmp_path_factory.mktemp("clone")
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(clone, "clone", "-q", "--filter=blob:none", "--no-checkout", repository.as_uri(), ".")
    monkeypatch.chdir(clone)
    (clone / "new.terrain").write_text("Wire: cost x2\n", encoding="utf-8")
    code, _, err = run(capsys, "HEAD:rules", "new.terrain")
    assert code == 2 and "cloned in part" in err


# ---- cards


def test_only_the_cards_that_changed_are_made(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["build", NEW_FILE, "-o", "cards", "--changed-since", OLD_FILE]) == 0
    made = {path.name for path in (folder / "cards" / "marsh" / "cards").iterdir()}
    assert "terrain-marsh.md" in made and "terrain-hedge.md" in made and "roll-bog-test.md" in made
    assert "terrain-wire.md" not in made


def test_nothing_is_made_where_no_card_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["build", OLD_FILE, "-o", "cards", "--changed-since", OLD_FILE]) == 0
    assert "no card says anything else" in capsys.readouterr().err
    assert not (folder / "cards").exists()


def test_markdown_holds_no_tag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.terrain", tmp_path / "new.terrain"
    old.write_text("Woods: cost x2\n", encoding="utf-8")
    tag = "<img src=x onerror=alert(1)>"
    new.write_text(f'Woods: cost x2\nWoods when agreed "a``{tag}": forbid end\n', encoding="utf-8")
    assert entry.main(["diff", "--format", "markdown", str(old), str(new)]) == entry.WELL
    text = capsys.readouterr().out
    assert tag in text
    for token in MarkdownIt("commonmark").parse(text):
        assert token.type != "html_block"
        assert all(child.type != "html_inline" for child in token.children or ())
