"""Text to tokens, to a tree, to an AST, and back to text: the only room that knows Lark."""

from groundrules.syntax.parser import Parsed, lexer, parse, without_collections
from groundrules.syntax.tokens import Token

__all__ = ["Parsed", "Token", "lexer", "parse", "without_collections"]
