"""Loads modules that differ from their files: with a fault, or with recording of called functions."""

import ast
import builtins
import functools
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

BACKEND: Final = Path(__file__).resolve().parents[1]
HOME: Final = Path(os.environ.get("WARDLINE_MUTATION_HOME", BACKEND))
"""The working tree's backend, where results are stored; faults are tried in a copy of the project."""
HITS: Final = "__mutation_hits__"
Change = Callable[[str], ast.Module]


class ChangedSources(importlib.abc.MetaPathFinder):
    """Loads the modules of these files from a changed tree, without writing it to disk."""

    def __init__(self, changes: Mapping[str, Change]) -> None:
        self._changes = {str(BACKEND / file): change for file, change in changes.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin not in self._changes:
            return None
        loader = _ChangedLoader(fullname, spec.origin, self._changes[spec.origin])
        return importlib.util.spec_from_file_location(fullname, spec.origin, loader=loader)


class _ChangedLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, change: Change) -> None:
        super().__init__(fullname, path)
        self._change = change

    def get_code(self, fullname: str) -> CodeType | None:  # noqa: ARG002 - it loads only one module
        source = Path(self.path).read_text(encoding="utf-8")
        return compile(self._change(source), self.path, "exec", dont_inherit=True)


def install(changes: Mapping[str, Change]) -> None:
    sys.meta_path.insert(0, ChangedSources(changes))


def recording(file: str, source: str) -> ast.Module:
    """The module whose functions add their names to `hits` when they are called."""
    tree = ast.parse(source)
    _record_calls(tree.body, file, "")
    return ast.fix_missing_locations(tree)


def _record_calls(block: list[ast.stmt], file: str, enclosing: str) -> None:
    for node in block:
        if isinstance(node, ast.ClassDef):
            _record_calls(node.body, file, f"{enclosing}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            hit = ast.parse(f"{HITS}.add(({file!r}, {enclosing + node.name!r}))").body[0]
            has_docstring = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
            position = node.body[1 if has_docstring and len(node.body) > 1 else 0]
            for part in ast.walk(hit):
                ast.copy_location(part, position)
            node.body.insert(1 if has_docstring else 0, hit)


hits: Final[set[tuple[str, str]]] = set()
"""The file and outermost function or method of everything called since this was last cleared."""


def count_hits() -> None:
    setattr(builtins, HITS, hits)


class Functions:
    """The functions defined in the given files, wherever they are referenced."""

    def __init__(self, files: Sequence[str]) -> None:
        names = {str(BACKEND / file) for file in files}
        gc.unfreeze()
        self._found: dict[str, list[FunctionType]] = {}
        self._caches: list[Any] = []
        for candidate in gc.get_objects():
            # A weak proxy whose object no longer exists raises even for its class.
            candidate_type = type(candidate)
            if candidate_type is FunctionType and candidate.__code__.co_filename in names:
                self._found.setdefault(candidate.__code__.co_filename, []).append(candidate)
            elif candidate_type is functools._lru_cache_wrapper and _file_of(candidate) in names:  # noqa: SLF001
                self._caches.append(candidate)
        gc.freeze()

    def replace_code(self, file: str, tree: ast.Module) -> bool:
        """Replace the functions' code with the tree's; returns whether that was possible for all of them."""
        path = str(BACKEND / file)
        codes = {_key(code): code for code in _codes_in(compile(tree, path, "exec", dont_inherit=True))}
        for cache in self._caches:
            cache.cache_clear()
        for function in self._found.get(path, []):
            code = codes.get(_key(function.__code__))
            if code is None:
                continue
            if code.co_freevars != function.__code__.co_freevars:
                return False
            function.__code__ = code
        return True


def replace_tables(file: str, tree: ast.Module) -> dict[int, Any]:
    """Load the module from the tree a second time, and replace its classes and tables in all other modules.

    Objects that were derived from them before are unchanged. Returns the replacement of each object by its id.
    """
    path = str(BACKEND / file)
    old = next(module for module in list(sys.modules.values()) if getattr(module, "__file__", None) == path)
    new = ModuleType(old.__name__)
    new.__file__ = path
    sys.modules[old.__name__] = new
    exec(compile(tree, path, "exec", dont_inherit=True), new.__dict__)  # noqa: S102 - our own source
    replacements = {
        id(value): vars(new)[name]
        for name, value in vars(old).items()
        if isinstance(value, type | tuple | list | dict | frozenset | set) and value and name in vars(new)
        if value is not vars(new)[name] and not name.startswith("__")
    }
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) is not None and module is not old:
            for name, value in list(vars(module).items()):
                if id(value) in replacements:
                    setattr(module, name, replacements[id(value)])
    return replacements


def _file_of(cached: Any) -> str:
    code = getattr(getattr(cached, "__wrapped__", None), "__code__", None)
    return code.co_filename if code is not None else ""


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)
