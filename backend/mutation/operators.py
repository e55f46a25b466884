"""The mutations applied to a module, one at a time, including its tables and lists."""

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

REMOVED: Final = "(removed)"
MODULE: Final = "(module)"
MAX_SNIPPET_LENGTH: Final = 120
NO_FAULT: Final = -1
"""Used instead of a fault's number for the unchanged module."""

_COMPARISONS: Final[Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ARITHMETIC: Final[Mapping[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_LOGGERS: Final = frozenset({"logger", "log", "_log", "_logger"})
_STRUCTURE_ONLY: Final = frozenset({"model_config", "__slots__", "__tablename__", "__table_args__"})
"""Names whose values determine how a class is built, not what it does."""


@dataclass(frozen=True)
class Mutant:
    """One fault; `id` is stable as long as its function and its source snippet are."""

    file: str
    function: str
    operator: str
    before: str
    after: str
    occurrence: int
    number: int
    """Its index among the faults of the file."""
    line: int
    is_in_body: bool
    """Whether it is in code that runs when a function is called, not when the module is loaded."""

    @property
    def id(self) -> str:
        parts = (self.file, self.function, self.operator, self.before, self.after, str(self.occurrence))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:10]


@dataclass(frozen=True)
class _Place:
    """Where the AST walk currently is."""

    function: str = ""
    in_body: bool = False
    in_class: str = ""
    silent: bool = False
    """Whether strings here are meant for developers and not worth a test."""

    @property
    def name(self) -> str:
        return self.function or self.in_class or MODULE


@dataclass(frozen=True)
class _Site:
    operator: str
    before: str
    after: str
    line: int
    place: _Place
    apply: Callable[[], None]


def mutants(file: str, source: str) -> list[Mutant]:
    """Every fault of a module; `file` is its path relative to the folder `backend`."""
    mutants_found = []
    seen: Counter[tuple[str, ...]] = Counter()
    for number, site in enumerate(_sites(ast.parse(source))):
        key = (site.place.name, site.operator, site.before, site.after)
        mutants_found.append(Mutant(file, *key, seen[key], number, site.line, site.place.in_body))
        seen[key] += 1
    return mutants_found


def mutated(source: str, number: int) -> ast.Module:
    """The module with the fault of this number."""
    tree = ast.parse(source)
    if number == NO_FAULT:
        return tree
    for index, site in enumerate(_sites(tree)):
        if index == number:
            site.apply()
            return ast.fix_missing_locations(tree)
    raise IndexError(number)


def _sites(tree: ast.Module) -> Iterator[_Site]:
    # A list, so the tree is walked completely before anything in it changes.
    return iter(list(_of_block(tree.body, _Place())))


def _of_block(block: list[ast.stmt], place: _Place) -> Iterator[_Site]:
    for index, statement in enumerate(block):
        yield from _of_statement(block, index, statement, place)


def _of_statement(block: list[ast.stmt], index: int, statement: ast.stmt, place: _Place) -> Iterator[_Site]:
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from _of_function(statement, place)
            return
        case ast.ClassDef():
            inner = _Place(in_class=_qualified(place.in_class, statement.name))
            yield from _of_class(statement, inner)
            return
        case ast.Assign() | ast.AnnAssign() if _targets(statement) & _STRUCTURE_ONLY:
            return
        case ast.Assign() | ast.AnnAssign() if place == _Place() and _targets(statement):
            place = _Place(in_class=min(_targets(statement)))
    yield from _removals(block, index, statement, place)
    yield from _of_node(statement, place)


def _of_class(node: ast.ClassDef, place: _Place) -> Iterator[_Site]:
    is_list = any("Choice" in ast.unparse(base) or "Enum" in ast.unparse(base) for base in node.bases)
    for index, statement in enumerate(node.body):
        if is_list and isinstance(statement, ast.Assign):
            yield _replacement("remove a member", node.body, index, ast.Pass(), place, statement)
        yield from _of_statement(node.body, index, statement, place)


def _of_function(node: ast.FunctionDef | ast.AsyncFunctionDef, place: _Place) -> Iterator[_Site]:
    name = _qualified(place.function or place.in_class, node.name)
    at_definition = _Place(name, place.in_body, place.in_class)
    for default in (node.args.defaults, node.args.kw_defaults):
        for index, value in enumerate(default):
            if value is not None:
                yield from _of_expression(value, _setter(default, index), at_definition)
    yield from _of_block(node.body, _Place(name, in_body=True, in_class=place.in_class))


def _removals(block: list[ast.stmt], index: int, statement: ast.stmt, place: _Place) -> Iterator[_Site]:
    match statement:
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom()):
            if not _is_logging(statement.value):
                yield _replacement("remove a statement", block, index, ast.Pass(), place, statement)
        case ast.Raise():
            yield _replacement("remove a statement", block, index, ast.Pass(), place, statement)
        case ast.Continue():
            yield _replacement("continue or break", block, index, ast.Break(), place, statement)
        case ast.Break():
            yield _replacement("continue or break", block, index, ast.Continue(), place, statement)
        case ast.AugAssign(op=ast.Add() | ast.Sub()):
            other = ast.AugAssign(statement.target, _ARITHMETIC[type(statement.op)](), statement.value)
            yield _replacement("arithmetic", block, index, other, place, statement)
        case ast.Return(value=value) if value is not None and not _is_covered(value):
            yield _replacement("return nothing", block, index, ast.Return(ast.Constant(None)), place, statement)


def _is_covered(value: ast.expr) -> bool:
    """Whether other faults already negate the value, or it is already empty."""
    return isinstance(value, ast.Constant | ast.Compare) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    )


def _of_node(node: ast.AST, place: _Place) -> Iterator[_Site]:
    """The faults in all child nodes, without annotations (except for calls in them)."""
    if isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and _is_logging(node.value)):
        place = _Place(place.function, place.in_body, place.in_class, silent=True)
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield from _negation(node, place)
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns"}:
            yield from _of_annotation(value, place)
        elif isinstance(value, list):
            yield from _of_list(node, value, place)
        elif isinstance(value, ast.expr) and not isinstance(getattr(value, "ctx", ast.Load()), ast.Store):
            yield from _of_expression(value, _attribute(node, field), place)
        elif isinstance(value, ast.AST):
            yield from _of_node(value, place)


def _of_annotation(annotation: ast.expr | None, place: _Place) -> Iterator[_Site]:
    if annotation is not None:
        for call in (node for node in ast.walk(annotation) if isinstance(node, ast.Call)):
            yield from _of_node(call, place)


def _of_list(node: ast.AST, values: list[Any], place: _Place) -> Iterator[_Site]:
    if values and isinstance(values[0], ast.stmt):
        yield from _of_block(values, place)
        return
    for index, value in enumerate(values):
        if isinstance(value, ast.expr):
            yield from _of_expression(value, _setter(values, index), place)
        elif isinstance(value, ast.AST):
            yield from _of_node(value, place)
    if isinstance(node, ast.comprehension) and values is node.ifs:
        for index, value in enumerate(values):
            yield _replacement("remove a condition", values, index, ast.Constant(True), place, value)


def _of_expression(node: ast.expr, put: Callable[[ast.expr], None], place: _Place) -> Iterator[_Site]:
    for operator, new in _alternatives(node, place):
        yield _Site(operator, _snippet(node), _snippet(new), node.lineno, place, partial(put, new))
    yield from _removals_within(node, place)
    if isinstance(node, ast.Lambda):
        yield from _of_expression(node.body, _attribute(node, "body"), place)
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            inner = _without_texts(place) if isinstance(part, ast.FormattedValue) else place
            yield from _of_expression(part, _setter(node.values, node.values.index(part)), inner)
    elif not _is_type(node):
        yield from _of_node(node, place)


def _is_type(node: ast.expr) -> bool:
    """Whether it is a type in which nothing is worth changing, such as ``Literal["a"]``, but not ``Annotated[...]``."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.value) in {"Literal", "ClassVar", "Final", "TypeVar"}


def _alternatives(node: ast.expr, place: _Place) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Compare():
            for index, op in enumerate(node.ops):
                yield from (("comparison", _compared(node, index, other)) for other in _COMPARISONS[type(op)])
        case ast.BoolOp():
            yield "boolean operator", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node.operand
        case ast.BinOp() if type(node.op) in _ARITHMETIC and not _is_union(node):
            yield "arithmetic", ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
        case ast.Constant():
            yield from _other_constant(node, place)


def _compared(node: ast.Compare, index: int, other: type[ast.cmpop]) -> ast.Compare:
    return ast.Compare(node.left, [*node.ops[:index], other(), *node.ops[index + 1 :]], node.comparators)


def _other_constant(node: ast.Constant, place: _Place) -> Iterator[tuple[str, ast.expr]]:
    match node.value:
        case bool():
            yield "constant", ast.Constant(not node.value)
        case int() | float():
            yield "constant", ast.Constant(node.value + 1)
        case str() if not place.silent:
            yield "text", ast.Constant(f"{node.value}~")


def _removals_within(node: ast.expr, place: _Place) -> Iterator[_Site]:
    """The same collection without one of its entries; outside of functions, also a call without one of its keywords."""
    match node:
        case ast.Set() | ast.List(ctx=ast.Load()) | ast.Tuple(ctx=ast.Load()) if len(node.elts) > 1 and (
            not place.in_body or not isinstance(node, ast.Tuple)
        ):
            for index in range(len(node.elts)):
                yield _deletion("remove an entry", node.elts, index, place)
        case ast.Dict() if len(node.values) > 1:
            for index in range(len(node.values)):
                yield _pair_deletion(node, index, place)
        case ast.Call(keywords=[_, *_]) if not place.in_body:
            for index in range(len(node.keywords)):
                yield _deletion("remove an argument", node.keywords, index, place)


def _negation(node: ast.If | ast.While | ast.IfExp, place: _Place) -> Iterator[_Site]:
    test = node.test
    if isinstance(test, ast.Compare | ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        return
    new = ast.UnaryOp(ast.Not(), test)
    yield _Site("condition", _snippet(test), _snippet(new), test.lineno, place, lambda: setattr(node, "test", new))


def _is_union(node: ast.BinOp) -> bool:
    """Whether it is a type such as ``int | None``."""
    return isinstance(node.op, ast.BitOr) and any(
        isinstance(side, ast.Constant) and side.value is None for side in (node.left, node.right)
    )


def _is_logging(node: ast.expr) -> bool:
    call = node.value if isinstance(node, ast.Await) else node
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id in _LOGGERS
    )


def _targets(statement: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _without_texts(place: _Place) -> _Place:
    return _Place(place.function, place.in_body, place.in_class, silent=True)


def _qualified(enclosing: str, name: str) -> str:
    return f"{enclosing}.{name}" if enclosing else name


def _snippet(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    if len(text) <= MAX_SNIPPET_LENGTH:
        return text
    # The start alone would be ambiguous.
    return f"{text[:MAX_SNIPPET_LENGTH]}... {hashlib.sha256(text.encode()).hexdigest()[:6]}"


def _setter(values: list[Any], index: int) -> Callable[[object], None]:
    return lambda new: values.__setitem__(index, new)


def _attribute(node: ast.AST, field: str) -> Callable[[object], None]:
    return lambda new: setattr(node, field, new)


def _replacement(operator: str, values: list[Any], index: int, new: ast.AST, place: _Place, old: Any) -> _Site:
    after = REMOVED if isinstance(new, ast.Pass) else _snippet(new)
    return _Site(operator, _snippet(old), after, old.lineno, place, lambda: values.__setitem__(index, new))


def _deletion(operator: str, values: list[Any], index: int, place: _Place) -> _Site:
    old = values[index]
    return _Site(operator, _snippet(old), REMOVED, old.lineno, place, lambda: values.remove(old))


def _pair_deletion(node: ast.Dict, index: int, place: _Place) -> _Site:
    key, value = node.keys[index], node.values[index]

    def remove() -> None:
        node.keys.remove(key)
        node.values.remove(value)

    before = f"{_snippet(key)}: {_snippet(value)}" if key is not None else f"**{_snippet(value)}"
    return _Site("remove an entry", before, REMOVED, value.lineno, place, remove)
