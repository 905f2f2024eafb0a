"""Every diagnostic code, once.

GR1xx syntax, GR2xx meaning, GR3xx what is allowed and unwise, GR4xx scenarios, GR5xx tables, GR6xx
projects and files, GR9xx our own faults. A code is never reused for something else; each
has a page in ``docs/diagnostics/`` and a fixture that provokes it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for: a title of a few words and its usual severity."""

    code: str
    title: str
    severity: str = "error"


_SYNTAX: tuple[Code, ...] = (
    Code("GR100", "something that cannot stand here"),
    Code("GR101", "the first line is indented"),
    Code("GR102", "an indent of one column"),
    Code("GR103", "a line that stands under no line above"),
    Code("GR104", "too deep in each other"),
    Code("GR105", "a line that lost its indent"),
    Code("GR106", "nothing stands under a line that needs it"),
    Code("GR107", "lines under a line that takes none"),
    Code("GR108", "a band, a row or prose in the wrong place"),
    Code("GR110", "no word of the language"),
    Code("GR111", "a name without its capitals"),
    Code("GR112", "a sign that means nothing here"),
    Code("GR113", "a name with something in it that no name has"),
    Code("GR114", "a name that is dice"),
    Code("GR115", "a word of the language in capitals"),
    Code("GR116", "a word that is kept for later"),
    Code("GR120", "a list in an effect without `and`"),
    Code("GR121", "a comma between qualifiers"),
    Code("GR122", "`and` where commas make the list"),
    Code("GR123", "several names after `obscured by`"),
    Code("GR124", "brackets round what is compared"),
    Code("GR125", "`always` that does not come last"),
    Code("GR126", "an `option` among other effects"),
    Code("GR127", "prose or `ref` on the line of something else"),
    Code("GR128", "a qualifier right of the colon"),
    Code("GR130", "a band written otherwise"),
    Code("GR131", "a factor that is not one word"),
    Code("GR132", "a distance that is not one word"),
    Code("GR133", "a number in two words"),
    Code("GR134", "a range where something is calculated"),
    Code("GR135", "a comparison by a sign"),
    Code("GR136", "a number that does not say what it does"),
    Code("GR137", "rounding without its `per`"),
    Code("GR138", "a rate that does not name its measure"),
    Code("GR140", "a text without its quotes"),
    Code("GR141", "a bracket without its other half"),
    Code("GR142", "a missing colon"),
    Code("GR143", "a line that ends in a comma, `and` or `or`"),
    Code("GR144", "a missing word or sign"),
    Code("GR145", "a word twice"),
    Code("GR146", "a row without its bars"),
    Code("GR147", "two words in the wrong order"),
    Code("GR150", "a number that cannot be"),
    Code("GR151", "a share where things are counted"),
    Code("GR152", "a die without a side"),
    Code("GR153", "a rate that counts begun steps and does not"),
    Code("GR154", "dice that are counted twice"),
    Code("GR155", "a calculation or condition without end"),
    Code("GR156", "a name that is too long"),
)

_MEANING: tuple[Code, ...] = (
    Code("GR200", "a name that nothing declares"),
    Code("GR201", "two things of one name"),
    Code("GR202", "rulesets that use one another in a circle"),
    Code("GR203", "too many rulesets on one another"),
    Code("GR204", "a name of another kind than can stand here"),
    Code("GR205", "a name taken as an outcome", "warning"),
    Code("GR206", "a word of the language with a capital"),
    Code("GR207", "two names that became one"),
    Code("GR208", "a terrain where an effect stands"),
    Code("GR209", "a line that answers no band of the roll above"),
    Code("GR210", "a band that two rolls have"),
    Code("GR211", "too much or too little in brackets"),
    Code("GR212", "a field that a model and a piece have"),
    Code("GR213", "a length in another unit"),
    Code("GR214", "a number that no game could mean"),
    Code("GR215", "something said twice"),
    Code("GR216", "a line of the header below the rules"),
    Code("GR217", "a setting of the base without `override`"),
    Code("GR218", "an `override` that matches none, or several"),
    Code("GR219", "a `remove` that matches nothing"),
    Code("GR221", "a row with too many or too few cells"),
    Code("GR222", "an empty cell"),
    Code("GR223", "a value without a column"),
    Code("GR224", "a row or column twice, or one that is unknown"),
    Code("GR225", "a cell that does not say what its number means"),
    Code("GR226", "a cell that needs an event"),
    Code("GR227", "a cell that cannot stand there"),
    Code("GR228", "the language's own name for all terrain"),
    Code("GR229", "a band that is called like something else"),
    Code("GR230", "`as` in a circle"),
    Code("GR231", "rolls that are one another"),
    Code("GR232", "bands of a roll that is another"),
    Code("GR233", "a parameter twice"),
    Code("GR234", "things that cannot stand together"),
    Code("GR235", "a comparison or change that the field does not know"),
    Code("GR236", "a result where nothing is rolled"),
    Code("GR237", "an event where none can be"),
    Code("GR238", "a display name in the wrong place"),
    Code("GR239", "a number that misses a value"),
    Code("GR240", "braces in prose that name no parameter"),
    Code("GR241", "a minus without its blanks"),
    Code("GR242", "a roll that cannot simply be passed"),
    Code("GR243", "a name that says the same twice", "warning"),
    Code("GR245", "`is` for something that no piece has"),
    Code("GR246", "`as` where nothing can take over"),
    Code("GR247", "a grid without such cells"),
    Code("GR248", "a band that ends before it begins"),
)

#: GR250 and up: names are known and kinds fit, and yet the rules do not go together.
_RULES: tuple[Code, ...] = (
    Code("GR250", "two rules that tie"),
    Code("GR251", "a second answer to a question of the base"),
    Code("GR252", "a rule that contradicts itself"),
    Code("GR253", "different costs and no `overlap`"),
    Code("GR254", "totals that no band takes"),
    Code("GR255", "bands that overlap"),
    Code("GR256", "a band that is never reached"),
    Code("GR257", "an effect without its event"),
    Code("GR258", "an effect on the whole move without `when`"),
    Code("GR259", "`once` or `together` without an event"),
    Code("GR260", "grounds that lead in a circle"),
    Code("GR261", "rolls or numbers that lead in a circle"),
    Code("GR262", "a length where a number stands"),
    Code("GR263", "a length without its unit"),
    Code("GR264", "`and` mixed with `or`"),
    Code("GR265", "an outcome or state that no rule names", "warning"),
    Code("GR266", "a terrain one letter away from another", "warning"),
    Code("GR267", "one die more, and nothing says what that means"),
    Code("GR268", "a rule that says nothing"),
    Code("GR269", "a share that can never be"),
    Code("GR270", "a cost by the cell without a grid"),
    Code("GR271", "diagonals where there are none"),
    Code("GR272", "a band that is named twice alike"),
    Code("GR273", "a cost below nothing"),
    Code("GR274", "a rule that can never hold", "warning"),
    Code("GR275", "a `no effect` that silences nothing", "warning"),
    Code("GR276", "a measure without its event"),
    Code("GR277", "a cost to enter at another moment"),
    Code("GR278", "too many rules that answer one question"),
)

#: GR3xx: what is allowed and most likely not meant (:mod:`groundrules.lint`).
_LINT: tuple[Code, ...] = (
    Code("GR300", "a class that some ground forgets", "warning"),
    Code("GR301", "two grounds that do not agree where both lie", "warning"),
    Code("GR302", "a rule that others always win over", "warning"),
    Code("GR303", "a rule for what nobody may do", "warning"),
    Code("GR304", "a branch that nothing reaches", "warning"),
    Code("GR305", "a band that nobody falls into", "warning"),
    Code("GR306", "ground that is ignored on the way and not at its end", "warning"),
    Code("GR307", "a stop on contact that holds for ever", "warning"),
    Code("GR308", "an `once` that never matters", "warning"),
    Code("GR309", "a `counts as` that adds nothing", "warning"),
    Code("GR310", "a roll that is passed and never made", "warning"),
    Code("GR311", "a road that is no help on other ground", "warning"),
    Code("GR312", "a reroll that cannot matter", "warning"),
    Code("GR313", "a change of a roll that changes nothing", "warning"),
    Code("GR314", "a roll that nothing makes", "warning"),
    Code("GR315", "a number or group that no rule names", "warning"),
    Code("GR316", "an option that changes nothing", "warning"),
    Code("GR317", "values that no rule tells apart", "warning"),
    Code("GR320", "a field that no rule reads", "warning"),
    Code("GR321", "two names one letter apart", "warning"),
    Code("GR322", "open ground that costs", "warning"),
    Code("GR323", "prose with a number that no rule has", "warning"),
    Code("GR325", "a rule that another says too", "warning"),
    Code("GR326", "a least that is more than the most", "warning"),
    Code("GR327", "a state that does nothing", "warning"),
    Code("GR328", "a state that is never lost", "warning"),
    Code("GR331", "a change by nothing", "warning"),
    Code("GR332", "an `allow` that lifts nothing", "warning"),
    Code("GR333", "ground that is ignored and does nothing", "warning"),
    Code("GR334", "a qualifier that leaves nobody out", "warning"),
    Code("GR340", "a roll on which nothing hangs", "warning"),
    Code("GR348", "an end that another includes", "warning"),
)

_SCENARIOS: tuple[Code, ...] = (
    Code("GR400", "not YAML"),
    Code("GR401", "a key given twice"),
    Code("GR402", "an unknown key"),
    Code("GR403", "a document without bound"),
    Code("GR404", "a value of the wrong kind"),
    Code("GR405", "a value that the ruleset does not know"),
    Code("GR406", "a scenario that lacks something"),
    Code("GR407", "two keys that exclude each other"),
    Code("GR408", "a wrong example"),
    Code("GR420", "an excuse for no mutant"),
    Code("GR421", "an excuse that is not needed"),
    Code("GR422", "too many excuses"),
)

_TABLES: tuple[Code, ...] = (
    Code("GR501", "a piece that does not state what is asked of it"),
    Code("GR502", "a piece whose top lies below its bottom"),
    Code("GR503", "a file without a table"),
    Code("GR504", "two features of one name"),
    Code("GR505", "cells where there is no grid"),
    Code("GR506", "a piece that covers no cell", "warning"),
)

_PROJECT: tuple[Code, ...] = (
    Code("GR601", "a file that is not there"),
    Code("GR602", "a folder where a file should be"),
    Code("GR603", "a file that is not UTF-8 text"),
    Code("GR604", "a file in UTF-16", "warning"),
    Code("GR605", "a file that is too large"),
    Code("GR606", "links that lead in a circle"),
    Code("GR607", "a file that cannot be read"),
    Code("GR608", "a path that leads out of the project"),
    Code("GR609", "no bundled ruleset of that name"),
    Code("GR610", "a folder without a ruleset"),
    Code("GR611", "an unknown setting", "warning"),
    Code("GR612", "settings that cannot be read"),
    Code("GR613", "a file in the way of the output"),
    Code("GR614", "output that cannot be written"),
    Code("GR615", "a phrase of the project that does not fit"),
    Code("GR616", "a template of the project that does not work"),
    Code("GR617", "a page without rules"),
    Code("GR618", "rules that formatting would change"),
    Code("GR619", "a mark of a page that means nothing"),
    Code("GR620", "a mark of a page without its end"),
    Code("GR621", "a part of a page that is not up to date"),
    Code("GR622", "a code that cannot be chosen", "warning"),
    Code("GR623", "a comment that ignores nothing", "warning"),
    Code("GR624", "a comment that does not say why", "warning"),
    Code("GR625", "a comment that ignores what it cannot", "warning"),
    Code("GR631", "a character that cards cannot print"),
    Code("GR632", "a card with a part that is too large to print"),
)

_OURS: tuple[Code, ...] = (Code("GR901", "a fault of groundrules itself"),)

CODES: dict[str, Code] = {
    code.code: code
    for group in (_SYNTAX, _MEANING, _RULES, _LINT, _SCENARIOS, _TABLES, _PROJECT, _OURS)
    for code in group
}
