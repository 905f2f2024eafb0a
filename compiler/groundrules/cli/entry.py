"""Where the command ``groundrules`` begins."""

from __future__ import annotations

import sys

import groundrules


def main() -> int:
    """Run the command line; the answer is the exit code."""
    if sys.argv[1:] == ["--version"]:
        print(f"groundrules {groundrules.__version__}")
        return 0
    return 2
