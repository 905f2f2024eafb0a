"""Pools of dice against brute force over every throw, and against icepool."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Literal

import icepool
import pytest

from groundrules.odds.pools import Throw, by_classes, by_faces, by_parted, by_total, group_count

SMALL = [(n, s) for n in range(1, 6) for s in (1, 2, 3, 4, 6) if s**n <= 8000]


def throws(count: int, sides: int) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=count))


def weights(groups: tuple[Throw, ...], read: object) -> Counter[object]:
    assert callable(read)
    found: Counter[object] = Counter()
    for group in groups:
        found[read(group.faces)] += group.weight
    return found


@pytest.mark.parametrize(("count", "sides"), SMALL)
def test_totals_are_those_of_every_throw(count: int, sides: int) -> None:
    assert weights(by_total(count, sides), sum) == Counter(map(sum, throws(count, sides)))


@pytest.mark.parametrize(("count", "sides"), SMALL)
@pytest.mark.parametrize("which", ["highest", "lowest"])
def test_kept_dice_are_those_of_every_throw(count: int, sides: int, which: Literal["highest", "lowest"]) -> None:
    for keep in range(1, count + 1):

        def read(faces: tuple[int, ...], keep: int = keep) -> int:
            return sum(sorted(faces, reverse=which == "highest")[:keep])

        assert weights(by_total(count, sides, keep, which), read) == Counter(map(read, throws(count, sides)))


@pytest.mark.parametrize(("count", "sides"), SMALL)
def test_classes_are_those_of_every_throw(count: int, sides: int) -> None:
    classes = [0 if face == 1 else 2 if face == sides else 1 for face in range(1, sides + 1)]

    def read(faces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(classes[face - 1] for face in faces))

    groups = by_classes(count, sides, classes)
    assert weights(groups, read) == Counter(map(read, throws(count, sides)))
    assert len(groups) == group_count(count, len(set(classes))) == len(set(map(read, throws(count, sides))))


@pytest.mark.parametrize(("count", "sides"), SMALL)
def test_dice_to_be_thrown_again_are_those_of_every_throw(count: int, sides: int) -> None:
    for again in ((1,), (sides,), (1, 3), tuple(range(1, sides + 1))):
        these = {face for face in again if face <= sides}

        def read(faces: tuple[int, ...], these: set[int] = these) -> tuple[int, int]:
            return sum(face in these for face in faces), sum(face for face in faces if face not in these)

        groups = by_parted(count, sides, these)
        assert weights(groups, read) == Counter(map(read, throws(count, sides)))
        assert len({read(group.faces) for group in groups}) == len(groups)


@pytest.mark.parametrize(("count", "sides"), SMALL)
def test_faces_are_those_of_every_throw(count: int, sides: int) -> None:
    assert weights(by_faces(count, sides), lambda f: tuple(sorted(f))) == Counter(
        tuple(sorted(f)) for f in throws(count, sides)
    )


@pytest.mark.parametrize(("count", "sides", "keep"), [(12, 10, 3), (4, 6, 2), (20, 6, 5), (9, 20, 1)])
def test_large_pools_agree_with_icepool(count: int, sides: int, keep: int) -> None:
    peer = icepool.d(sides).highest(count, keep)
    mine = weights(by_total(count, sides, keep), lambda f: sum(sorted(f, reverse=True)[:keep]))
    assert {total: Fraction(weight, sides**count) for total, weight in mine.items()} == {
        total: Fraction(peer.quantity(total), peer.denominator()) for total in peer.outcomes()
    }


def test_forty_dice_are_a_convolution() -> None:
    groups = by_total(40, 6)
    assert len(groups) == 201
    assert sum(group.weight for group in groups) == 6**40
    assert all(sum(group.faces) == 40 + i and len(group.faces) == 40 for i, group in enumerate(groups))
