#!/bin/sh
# Prints the first Python that is new enough and can make virtual environments, or says what to install.
# A distribution's own first: it is built with optimizations that one compiled on the spot often lacks, and runs the tests a tenth faster.
for candidate in "${PYTHON:-}" /usr/bin/python3 python3.11 python3.12 python3.13 python3 python; do
  [ -n "$candidate" ] || continue
  if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    echo "$candidate"
    exit 0
  fi
done
echo "wardline: Python 3.11 or newer with venv is needed; on Debian and Ubuntu: apt install python3 python3-venv" >&2
exit 1
