"""The procedures of section 4.7: one line each, of many games."""

from __future__ import annotations

from fractions import Fraction

from .procedures import Chances, Rows, bands, exactly, mean, moved, totals

_HIT = "outcome Hit\n"


def _at_least(dice: str, *least: int) -> Chances:
    text = f"model\n    Target: number\nroll Test: {dice}\n    Target+ Pass\n    otherwise Fail\n"
    return tuple(bands(text, Target=each)[0] for each in least)


def _row(text: str, number: int) -> Chances:
    """The chance to pass 1, 2, 3 … tests in a row."""
    return tuple(1 - moved(text + "Mud on enter: Test\n", k).at_least_once("Fail") for k in range(1, number + 1))


def _again(roll: str, face: str = "1") -> Chances:
    """Of the first band, without and with dice of that face (or a roll of that band) rolled again."""
    text = f"model\n    traits: Lucky\n{roll}Lucky: reroll {face} in Test\n"
    return bands(text)[0], bands(text, "Lucky")[0]


def warhammer() -> Rows:
    yield "dangerous 1; re-rolled", _again("roll Test: d6\n    1 Fail\n    2+ Pass\n")
    high, high_mean = totals("2d6 keep 1 highest")
    low, low_mean = totals("2d6 keep 1 lowest")
    yield "higher of two dice: 1 to 6, mean", (*high, high_mean)
    yield "lower of two dice: 1 to 6, mean", (*low, low_mean)
    faces = range(1, 7)
    yield (
        "higher, then lower, of two dice at least 1 to 6",
        (
            *_at_least("2d6 keep 1 highest", *faces),
            *_at_least("2d6 keep 1 lowest", *faces),
        ),
    )
    yield "best of two and of three dice, mean", (high_mean, totals("3d6 keep 1 highest")[1])
    wounds = (
        "outcome Wounds(Number)\nroll Harm: d6\n    1-6: Wounds(result)\nroll Test: d6\n    1 Bad: Harm\n    2+ Good\n"
    )
    odds = moved(wounds + "Mud on enter: Test\n")
    expected = sum((n * mean(odds, f"Wounds({n})") for n in range(1, 7)), Fraction(0))
    yield "a wound; mean wounds of d6 on a 1", (odds.at_least_once("Bad"), expected)


def one_page() -> Rows:
    def pool(dice: int) -> Chances:
        odds = moved(f"{_HIT}roll Test: {dice}d6\n    each 1: Hit\nMud on enter: Test\n")
        return exactly(odds, "Hit", *range(dice + 1))

    yield "three dice: 0, 1, 2, 3 wounds", pool(3)
    yield "no wound of six, of twelve dice", (pool(6)[0], pool(12)[0])


def flames() -> Rows:
    for least in range(2, 7):
        yield (
            f"cross {least}+, 1, 2, 3 in a row",
            _row(f"roll Test: d6\n    1-{least - 1} Fail\n    {least}+ Pass\n", 3),
        )


def skirmish() -> Rows:
    for least in range(2, 7):
        jumps = f"model\n    Gap: number\nroll Test: d6 - Gap\n    {least}+ Pass\n    otherwise Fail\n"
        yield f"initiative {least}+, jump of 2, 4, 6, 8 inches", tuple(bands(jumps, Gap=gap)[0] for gap in range(4))
    for most in range(2, 6):
        yield (
            f"initiative {most} or less, 1, 2, 3 tests",
            _row(f"roll Test: d6\n    1-{most} Pass\n    otherwise Fail\n", 3),
        )
    slip = "model\n    Distance: number\nroll Test: d6 - Distance\n    0+ Safe\n    otherwise Slip\n"
    yield "slips in 1 to 7 inches", tuple(bands(slip, Distance=each)[1] for each in range(1, 8))
    for safe in (3, 4):
        roll = f"roll Test: d6\n    {safe + 1}+ Fall\n    1-{safe} Safe\n"
        yield f"falls above {safe}; with a re-roll", _again(roll, "Fall")


def middle_earth() -> Rows:
    roll = "roll Test: d6\n    1 Fail\n    2-5 Pass\n    6 Well\n"
    yield "1, 2-5, 6; failure re-rolled", (*bands(roll), _again(roll, "Fail")[1])
    old = "model\n    Shift: number\nroll Test: d6 + Shift\n    1 or less Fail\n    2-5 Pass\n    6+ Well\n"
    yield "the same at -1", bands(old, Shift=-1)


def frost() -> Rows:
    text = (
        "model\n    Skill: number\noutcome Damage(Number)\nroll Test: d20 + Skill\n"
        "    5+ Pass\n    otherwise Fail: Damage(5 - result)\nMud on enter: Test\n"
    )
    for skill in (2, 1, 0, -1, -2, -3, -5, -7, -9):
        odds = moved(text, Skill=skill)
        hurt = [n for n in range(1, 30) if odds.at_least_once(f"Damage({n})")]
        expected = sum((n * mean(odds, f"Damage({n})") for n in hurt), Fraction(0))
        yield (
            f"swim at {skill:+d}: passes, mean damage, most",
            (odds.at_least_once("Pass"), expected, Fraction(max(hurt))),
        )


def heroes() -> Rows:
    one = bands(_HIT + "roll Test: d6\n    1-3: Hit\n    4+: no effect\n")[0]
    three = moved(_HIT + "roll Test: 3d6\n    each 1-3: Hit\nMud on enter: Test\n")
    yield "one die; three dice; 19 or 20; 20", (one, *exactly(three, "Hit", 0, 1, 2, 3), *_at_least("d20", 19, 20))


def machines() -> Rows:
    yield "two dice at least 2 to 12", _at_least("2d6", *range(2, 13))
    yield "targets 4 5 6; 5; 6; 9; 8; 9; 8", _at_least("2d6", 4, 5, 6, 5, 6, 9, 8, 9, 8)
    yield "skid: targets 4 5 6 7 9", _at_least("2d6", 4, 5, 6, 7, 9)


def adventures() -> Rows:
    needs = (5, 8, 10, 12, 15)
    yield (
        "a d20: normal, with advantage, with disadvantage",
        tuple(
            chance
            for dice in ("d20", "2d20 keep 1 highest", "2d20 keep 1 lowest")
            for chance in _at_least(dice, *needs)
        ),
    )
    yield "falls of 1, 2, 3, 20 dice, mean", tuple(totals(f"{dice}d6")[1] for dice in (1, 2, 3, 20))
    yield (
        "falls: d6 at least 4, 2d6 at least 8, 3d6 at least 12",
        (
            *_at_least("d6", 4),
            *_at_least("2d6", 8),
            *_at_least("3d6", 12),
        ),
    )
    for skill, target in ((0, 10), (5, 15), (7, 15), (7, 20), (10, 30), (15, 15)):
        yield f"balance {skill:+d} against {target}", _degrees(skill, target)


def _degrees(skill: int, target: int) -> Chances:
    """Four degrees of success, a natural 1 one lower and a natural 20 one higher than its total says."""
    names = ("CritFail", "Failure", "Success", "CritSuccess")

    def degree(total: int) -> int:
        return (total > target - 10) + (total >= target) + (total >= target + 10)

    low, high = max(degree(1 + skill) - 1, 0), min(degree(20 + skill) + 1, 3)
    text = (
        "model\n    Margin: number\nroll Test: d20 + Margin\n"
        f"    natural 1 {names[low]}\n    natural 20 {names[high]}\n"
        "    10+ CritSuccess\n    0-9 Success\n    -9 to -1 Failure\n    otherwise CritFail\nMud on enter: Test\n"
    )
    odds = moved(text, Margin=skill - target)
    return tuple(odds.at_least_once(f"Test {name}") for name in names)


def wars() -> Rows:
    for share in (30, 40, 50, 60, 70, 80):
        odds = moved(f"{_HIT}roll Test: 3d100\n    each 1-{share}: Hit\nMud on enter: Test\n")
        yield f"three strikes at {share} %: 0, 1, 2, 3 hits", exactly(odds, "Hit", 0, 1, 2, 3)
    yield "saves of 5+, 4+, 3+, 6+", _at_least("d6", 5, 4, 3, 6)
    yield "a river on 1 or 2", (bands("roll Test: d6\n    1-2 Paltry\n    3+ Deep\n")[0],)
    shifted = "model\n    Shift: number\nroll Test: d6 + Shift\n    natural 1 Miss\n    {}+ Hit\n    otherwise Miss\n"
    chances = [bands(shifted.format(least), Shift=shift)[1] for least in (4, 3) for shift in (0, -1, -2)]
    yield "hits on 4+ and on 3+ at 0, -1, -2, a 1 misses", tuple(chances)


MORE = (
    warhammer, one_page, flames, skirmish, middle_earth, frost, heroes, machines, adventures, wars,
)  # fmt: skip
