"""Every module of tables can be imported alone, with all tables that its relationships refer to."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import wardline

PACKAGE: Final = Path(wardline.__file__).parent
ALONE: Final = """
import importlib, os, sys
import pydantic, sqlalchemy.dialects.postgresql, sqlalchemy.orm

for name in sys.argv[1:]:
    if os.fork() == 0:
        importlib.import_module(name)
        sqlalchemy.orm.configure_mappers()
        os._exit(0)
    _, status = os.wait()
    if status:
        print(name)
"""
"""Prints the modules that fail. Each is imported by a process of its own, which shares only the libraries."""


def test_each_module_of_tables_can_be_imported_alone() -> None:
    files = sorted(PACKAGE.rglob("models.py"))
    names = [".".join(("wardline", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in files]
    done = subprocess.run([sys.executable, "-c", ALONE, *names], check=True, capture_output=True, text=True)  # noqa: S603
    assert done.stdout.split() == [], done.stderr
