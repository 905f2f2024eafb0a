"""What is told of a line that no known slip explains."""

from __future__ import annotations

from groundrules.syntax.repair import Kind, Repair
from groundrules.syntax.slip import Slip
from groundrules.syntax.tokens import Token
from groundrules.syntax.trial import Trial
from groundrules.syntax.words import OPEN, SIGNS, STRUCTURE, Words, quoted


def unexpected(trial: Trial, words: Words) -> Slip:
    """The refused word, and what could have stood there."""
    at = trial.at
    expected = words.expected(trial.accepted(at))
    token = trial.token(at)
    if token is None:
        last = len(trial.tokens) - 1
        before = quoted(trial.text(last, last))
        return Slip(
            "GR100",
            trial.span(last),
            f"the line ends too early, after {before}",
            f"behind {before} there may stand {expected}" if expected else "write the rest of this line",
        )
    code, message = _odd(token)
    return Slip(code, trial.span(at), message, f"here may stand {expected}" if expected else "take it away")


def _odd(token: Token) -> tuple[str, str]:
    """The code and the message for a token that is out of place."""
    if token.type == "WORD":
        return "GR110", f"{quoted(token)} is no word of the language"
    if token.type == "UNKNOWN":
        return "GR112", f"{quoted(token)} means nothing here"
    return "GR100", f"{quoted(token)} cannot stand here"


def of_repair(trial: Trial, repair: Repair, words: Words) -> Slip:
    """A line that a small change makes good; only a change that is no guess becomes a fix."""
    return _TOLD[repair.kind](trial, repair, words)


def _spelled(trial: Trial, repair: Repair, words: Words) -> Slip:
    _, message = _odd(trial.tokens[repair.at])
    wanted = f"`{repair.text}`"
    return Slip(
        "GR110",
        trial.span(repair.at),
        message,
        f"did you mean {wanted}?",
        repair.changes,
        f"write {wanted}" if repair.sure else None,
    )


def _inserted(trial: Trial, repair: Repair, words: Words) -> Slip:
    what = words.called(repair.terminal)
    last = repair.at >= len(trial.tokens)
    if repair.at == 0:
        place, where = trial.span(0), f"before {quoted(trial.tokens[0])}"
    else:
        place = trial.span(repair.at - 1) if last else trial.span(repair.at - 1, repair.at)
        where = f"after {quoted(trial.tokens[repair.at - 1])}"
    if not repair.sure:
        expected = words.expected(trial.accepted(repair.at) - {"_NL"})
        return Slip("GR144", place, f"something is missing {where}", f"there may stand {expected}", repair.changes)
    code = {"COLON": "GR142", "RPAR": "GR141", "LPAR": "GR141", "VBAR": "GR146"}.get(repair.terminal, "GR144")
    return Slip(
        code,
        place,
        f"{what} is missing {where}",
        f"write {what} {where}",
        repair.changes,
        None if repair.terminal in OPEN or repair.terminal in SIGNS - STRUCTURE else f"put {what} in",
    )


def _deleted(trial: Trial, repair: Repair, words: Words) -> Slip:
    token = trial.tokens[repair.at]
    twice = any(
        other is not None and other.type == token.type and str(other) == str(token)
        for other in (trial.token(repair.at - 1), trial.token(repair.at + 1))
    )
    if twice:
        return Slip(
            "GR145",
            trial.span(repair.at),
            f"{quoted(token)} stands here twice",
            "once is enough",
            repair.changes,
            "take the second one away",
        )
    expected = words.expected(trial.accepted(repair.at) - {trial.type(repair.at)})
    code, message = _odd(token)
    # A link at the end has nothing that it joins to, an article nothing that it adds: the line means the same without.
    left_over = repair.at == len(trial.tokens) - 1 and token.type in _LINKS
    article = token.lower() in _ARTICLES
    ways = ["take it away"] if left_over or article or token.type in _PARTING else []
    ways += [f"here may stand {expected}"] if expected and not article else []
    return Slip(
        code,
        trial.span(repair.at),
        message,
        "; ".join(ways) or "say it in other words",
        repair.changes,
        "take it away" if left_over or (article and repair.sure) else None,
    )


#: Words that join what stands behind them to what stands before.
_LINKS = frozenset(["AND", "AS", "BY", "OF", "OR", "PER", "TO"])

#: Words that say nothing by themselves.
_ARTICLES = frozenset(["a", "an", "the", "its", "their", "also", "then"])

#: Signs that only part one thing from another.
_PARTING = frozenset(["COLON", "COMMA", "VBAR"])


def _split(trial: Trial, repair: Repair, words: Words) -> Slip:
    change = repair.changes[0]
    token = trial.tokens[repair.at]
    first = token[: change.start - token.start_pos]
    what = words.called(repair.terminal)
    return Slip(
        "GR142" if repair.terminal == "COLON" else "GR144",
        trial.span(repair.at),
        f"{what} is missing in {quoted(token)}",
        f"several capitalised words in a row are one name: write {what} after {quoted(first)}"
        if repair.sure
        else f"several capitalised words in a row are one name: write {what} where the name ends",
        repair.changes,
        f"put {what} in" if repair.sure else None,
    )


def _swapped(trial: Trial, repair: Repair, words: Words) -> Slip:
    first, second = trial.tokens[repair.at], trial.tokens[repair.at + 1]
    return Slip(
        "GR147",
        trial.span(repair.at, repair.at + 1),
        f"{quoted(first)} and {quoted(second)} stand in the wrong order",
        f"write {quoted(f'{second} {first}')}",
        repair.changes,
        "exchange the two" if repair.sure else None,
    )


def _replaced(trial: Trial, repair: Repair, words: Words) -> Slip:
    token = trial.tokens[repair.at]
    expected = words.expected(trial.accepted(repair.at) - {trial.type(repair.at)}) or words.called(repair.terminal)
    sign = repair.terminal in SIGNS and trial.type(repair.at) in SIGNS | {"UNKNOWN"}
    code, message = _odd(token)
    return Slip(
        code,
        trial.span(repair.at),
        message,
        f"here may stand {expected}",
        repair.changes,
        f"write {words.called(repair.terminal)}" if sign and repair.sure else None,
    )


_TOLD = {
    Kind.SPELL: _spelled,
    Kind.INSERT: _inserted,
    Kind.DELETE: _deleted,
    Kind.SPLIT: _split,
    Kind.SWAP: _swapped,
    Kind.REPLACE: _replaced,
}
