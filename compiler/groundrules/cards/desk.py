"""What every page is written with: the rules, the words, where each page lies, what running found out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from groundrules.cards.lexicon import Lexicon, capital, parted, shown
from groundrules.cards.markdown import clean
from groundrules.cards.model import Findings, Foot, Labels, See, Statement
from groundrules.cards.references import Reference, spoken
from groundrules.cards.sentences import Saying, rank, silent
from groundrules.cards.words import Words
from groundrules.naming import file_names
from groundrules.ruleset import Band, Declared, NumberAdjust, NumberPair, Origin, Revision, Roll, Rule, Ruleset

T = TypeVar("T")

SHEET = "quick-reference.md"
ALL_TERRAIN: Reference = ("any terrain", "")

#: The kinds of things that have cards, and the word in the names of their files.
CARDS = ("terrain", "trait", "state", "outcome", "roll")


def home(rule: Rule) -> Reference:
    """The page that a rule stands on in full: that of its first subject."""
    if not rule.subjects:
        return ("", "")
    term = rule.subjects[0].term
    return ALL_TERRAIN if term.kind == "any terrain" else (term.kind, term.name)


@dataclass(frozen=True)
class Desk:
    """All that pages share."""

    ruleset: Ruleset
    words: Words
    findings: Findings

    @property
    def lexicon(self) -> Lexicon:
        """The names of the ruleset."""
        return self.words.lexicon

    @cached_property
    def _made(self) -> dict[Hashable, Any]:
        return {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What several pages need: made when the first of them asks. ``key`` names it in full."""
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found

    @cached_property
    def revisions(self) -> dict[str, Revision]:
        """What was overridden or added, by the id of the rule."""
        return {revision.id: revision for revision in self.ruleset.revisions if revision.change != "remove"}

    @cached_property
    def told_revisions(self) -> dict[str, Revision]:
        """Those that a bullet tells of; where nothing is the base's, the head of the page says so once."""
        return {
            one: revision
            for one, revision in self.revisions.items()
            if revision.change != "add" or one not in self.known or home(self.known[one]) not in self.added
        }

    @cached_property
    def added(self) -> frozenset[Reference]:
        """What only this ruleset has rules about, and the base has none."""
        pages: dict[Reference, bool] = {}
        for rule in self.ruleset.rules:
            revision = self.revisions.get(rule.id)
            is_new = revision is not None and revision.change == "add"
            pages[home(rule)] = pages.get(home(rule), True) and is_new
        return frozenset(page for page, is_new in pages.items() if is_new)

    @cached_property
    def changed(self) -> frozenset[str]:
        """The ids of all that differs from the base, as they stand on cards."""
        ids = {revision.id for revision in self.ruleset.revisions if revision.setting is None}
        return frozenset(ids | {f"{kind} {name}" for kind, name in self.declared_anew})

    @cached_property
    def declared_anew(self) -> frozenset[Reference]:
        """What is declared in the place of what the base declares under the same name."""
        named = {
            revision.id
            for revision in self.ruleset.revisions
            if revision.change == "override" and revision.base is None and revision.setting is None
        }
        return frozenset((kind, one.name) for kind in CARDS for one in self.declared(kind) if one.name in named)

    @cached_property
    def known(self) -> dict[str, Rule]:
        """All rules, by their ids."""
        return {rule.id: rule for rule in self.ruleset.rules}

    def place(self, rule: Rule) -> tuple[int, bool]:
        """Where a rule stands in a list: in the order of a turn; that nothing holds, below what else would hold."""
        beaten = [rank(self.known[one]) for one in rule.beats if one in self.known]
        if beaten and silent(rule):
            return max(beaten), True
        return rank(rule), False

    @cached_property
    def files(self) -> dict[Reference, str]:
        """The file of each card, by what it is about."""
        things: list[Reference] = [ALL_TERRAIN] if self.on_all_terrain else []
        things += [(kind, one.name) for kind in CARDS for one in self.declared(kind)]
        names = {thing: "all-terrain" if thing == ALL_TERRAIN else " ".join(thing) for thing in things}
        given = file_names(names.values())
        return {thing: f"cards/{given[name]}.md" for thing, name in names.items()}

    @cached_property
    def pages(self) -> dict[str, Reference]:
        """What each card is about, by its file."""
        return {file: page for page, file in self.files.items()}

    def declared(self, kind: str) -> Sequence[Declared]:
        """The declarations of a kind that has cards, in the order of the text."""
        by_kind: dict[str, Sequence[Declared]] = {
            "terrain": self.ruleset.terrains,
            "trait": self.ruleset.traits,
            "state": self.ruleset.states,
            "outcome": self.ruleset.outcomes,
            "roll": self.ruleset.rolls,
        }
        return by_kind[kind]

    @cached_property
    def on_all_terrain(self) -> tuple[Rule, ...]:
        """The rules of ``Any Terrain``."""
        return tuple(rule for rule in self.ruleset.rules if any(s.term.kind == "any terrain" for s in rule.subjects))

    @cached_property
    def by_subject(self) -> dict[Reference, list[Rule]]:
        """The rules by what they are about, in the order of the text; a rule of several subjects under each."""
        found: dict[Reference, dict[str, Rule]] = {}
        for rule in self.ruleset.rules:
            for subject in rule.subjects:
                found.setdefault((subject.term.kind, subject.term.name), {})[rule.id] = rule
        return {name: list(rules.values()) for name, rules in found.items()}

    @cached_property
    def within(self) -> dict[Reference, list[Rule]]:
        """The rules of classes, by the terrains that they say they hold in."""
        found: dict[Reference, list[Rule]] = {}
        for rule in self.ruleset.rules:
            if rule.subjects and all(subject.term.kind == "value" for subject in rule.subjects):
                terms = [term for group in rule.qualifiers.within for term in group]
                for name in dict.fromkeys((term.kind, term.name) for term in terms):
                    found.setdefault(name, []).append(rule)
        return found

    @cached_property
    def removed(self) -> dict[Reference, list[Revision]]:
        """What of the base is left out, by the page that it stood on."""
        found: dict[Reference, list[Revision]] = {}
        for revision in self.ruleset.revisions:
            if revision.change == "remove" and revision.base is not None:
                found.setdefault(home(revision.base), []).append(revision)
        return found

    @cached_property
    def _declared(self) -> dict[Reference, Declared]:
        return {(kind, one.name): one for kind in CARDS for one in self.declared(kind)}

    @cached_property
    def _spoken_of(self) -> dict[Reference, list[tuple[Reference, tuple[str, ...]]]]:
        """By what is spoken of: who speaks of it, and the ids of the rule or band that does, and of its branch."""
        found: dict[Reference, list[tuple[Reference, tuple[str, ...]]]] = {}

        def note(page: Reference, part: Rule | Band | Roll | NumberPair | NumberAdjust, *more: str) -> None:
            for name, ids in spoken(part):
                found.setdefault(name, []).append((page, (*more, *ids)))

        for rule in self.ruleset.rules:
            note(home(rule), rule)
        for roll in self.ruleset.rolls:
            note(("roll", roll.name), roll, f"roll {roll.name}")
        for number in self.ruleset.numbers:
            for pair in number.pairs:
                note(("number", number.name), pair, f"number {number.name}")
            for adjust in number.adjusts:
                note(("number", number.name), adjust, f"number {number.name}")
        return found

    def pointers(
        self,
        about: Iterable[Reference],
        own: Iterable[Reference],
        said: Iterable[tuple[Reference, tuple[str, ...]]],
        besides: Iterable[tuple[Reference, tuple[str, ...]]] = (),
    ) -> tuple[See, ...]:
        """The pages that speak of what a card is about, and those that the card itself speaks of.

        ``own`` is what the card says already, ``said`` what its own rules name and which. ``besides``
        is what a terrain counts as and by which rules: what models, traits and options say of
        that, but not other terrains that count as the same.
        """
        reasons: dict[Reference, list[str]] = {}
        for name in about:
            for page, ids in self._spoken_of.get(name, ()):
                reasons.setdefault(page, []).extend(ids)
        for name, by in besides:
            for page, ids in self._spoken_of.get(name, ()):
                if page[0] != "terrain":
                    reasons.setdefault(page, []).extend((*ids, *by))
        for name, ids in said:
            reasons.setdefault(name, []).extend(ids)
        found: dict[str, See] = {}
        skipped = {*own, ("", "")}
        for page, because in reasons.items():
            if page in skipped:
                continue
            see = self.see(page, tuple(dict.fromkeys(because)))
            known = found.get(see.name)
            found[see.name] = see if known is None else replace(known, ids=tuple(dict.fromkeys((*known.ids, *see.ids))))
        return tuple(sorted(found.values(), key=lambda see: (see.file == SHEET, see.name.casefold(), see.name)))

    def named_by(self, name: Reference) -> list[tuple[str, tuple[str, ...]]]:
        """Where a thing is spoken of: the title of each page or quantity, and the ids of the rule."""
        return [(self.page_name(page), ids) for page, ids in self._spoken_of.get(name, ())]

    def see(self, page: Reference, ids: tuple[str, ...] = ()) -> See:
        """A pointer to the page of a thing; what has no card of its own stands on the sheet."""
        file = self.files.get(page)
        if file is None:
            sheet = self.words.say("label.quick reference")
            return See(self.words.say("brackets", name=self.page_name(page), args=sheet), SHEET, ids)
        return See(self.page_name(page), file, ids)

    def page_name(self, page: Reference) -> str:
        """The title of a card."""
        if page == ALL_TERRAIN:
            return self.words.say("label.all terrain")
        if page[0] not in CARDS:
            return capital(self.lexicon.title(*page))
        one = self._declared.get(page)
        if one is None:
            return parted(page[1])
        name = capital(shown(one))
        params = getattr(one, "params", ())
        if params and page[0] != "outcome":
            return self.words.say("brackets", name=name, args=self.words.commas(map(parted, params)))
        return name

    def saying(self, words: Words | None = None, **more: object) -> Saying:
        """How rules are said at home; ``more`` for how they are repeated."""
        own = {"revisions": self.told_revisions, "known": self.known, **more}
        return Saying(words or self.words, **own)  # type: ignore[arg-type]  # the caller names fields of Saying

    @property
    def title(self) -> str:
        """The ruleset's title, or its name."""
        header = self.ruleset.header
        return clean(header.title or "") or parted(self.ruleset.name)

    def foot(self, origin: Origin | None, refs: Iterable[str | None] = ()) -> Foot:
        """Title, version, the pages to look up, and where in the source it stands."""
        words = [self.title]
        if self.ruleset.header.version:
            words.append(self.words.say("label.version", text=clean(self.ruleset.header.version)))
        words += [clean(ref) for ref in dict.fromkeys(refs) if ref and clean(ref)]
        place = None
        if origin is not None:
            place = clean(f"{origin.file.replace(chr(92), '/').rpartition('/')[2]}:{origin.line}")
            words.append(place)
        return Foot(words=tuple(words), place=place)

    @cached_property
    def labels(self) -> Labels:
        """The words of the layout."""
        say = self.words.say
        return Labels(
            separator=say("label.separator"),
            example=say("label.example"),
            see=say("label.see"),
            legend=say("label.legend"),
            footnotes=say("label.notes"),
            cards=say("label.cards"),
            house=say("label.house"),
            one=say("label.one"),
            five=say("label.five"),
            scale=say("label.scale"),
        )

    def prose(self, lines: Iterable[str], *ids: str, repeat: bool = False) -> list[Statement]:
        """The author's words, as they stand."""
        cleaned = (clean(line) for line in lines)
        return [Statement(line, ids, repeat) for line in cleaned if line]


def rules_about(desk: Desk, kind: str, name: str) -> list[Rule]:
    """The rules of which a thing is a subject, in the order of a turn."""
    return sorted(desk.by_subject.get((kind, name), ()), key=desk.place)
