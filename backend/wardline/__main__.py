"""`python -m wardline` is the `wardline` command."""

import sys

from wardline.cli import main

if __name__ == "__main__":
    sys.exit(main())
