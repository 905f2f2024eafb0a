"""The known slips, in the order in which they are looked for: the surest first."""

from __future__ import annotations

from groundrules.syntax import (
    slips_header as header,
    slips_lists as lists,
    slips_names as names,
    slips_numbers as numbers,
    slips_phrases as phrases,
    slips_signs as signs,
)
from groundrules.syntax.slip import Recogniser

SLIPS: tuple[Recogniser, ...] = (
    header.header_as_a_rule,
    names.reserved_word,
    names.name_like_dice,
    numbers.compared_by_sign,
    numbers.unit_apart,
    numbers.sign_apart,
    numbers.mixed_fraction,
    numbers.band_written_otherwise,
    numbers.range_for_minus,
    phrases.colon_in_setting,
    phrases.roll_on_the_right,
    signs.ends_in_joint,
    lists.line_of_its_own,
    signs.quote_inside,
    signs.quote_not_closed,
    signs.other_quotes,
    signs.without_quotes,
    signs.foreign_sign,
    lists.list_on_the_right,
    lists.joined_qualifiers,
    lists.qualifier_on_the_right,
    lists.and_for_comma,
    lists.several_obscuring,
    lists.brackets_round_operand,
    lists.always_first,
    lists.option_in_list,
    phrases.said_otherwise,
    names.word_in_capitals,
    names.word_of_others,
    names.misspelt,
    numbers.misspelt_unit,
    numbers.bare_number,
    numbers.rounding,
    numbers.rate_of_nothing,
    names.lost_colon,
    signs.lone_bracket,
    names.broken_name,
)
