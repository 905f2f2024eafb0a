"""``python -m groundrules`` is the command ``groundrules``."""

import sys

from groundrules.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
