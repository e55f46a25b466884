"""A plan and a network as text."""

from collections.abc import Iterator, Mapping
from typing import Any

from wardline.network.objects import Document, Entry, Kind, ObjectKey, document_of
from wardline.network.planning import Change, Plan
from wardline.network.yaml_text import yaml_text


def plan_text(plan: Plan) -> str:
    """One line for each object, and below it one for each difference."""
    lines = [line for change in plan.changes for line in _change(change)]
    for key, name in sorted(plan.begins.items()):
        file = "this file" if name == plan.file.name else name
        lines.append(f"  {key.kind.noun} {key.code}: is managed by {file} from now on")
    for keys, words in (
        (plan.ceases, "is no longer managed"),
        (plan.unnamed, "is not in this file and stays managed by it; to release it, write it without the mark"),
    ):
        lines += [f"  {key.kind.noun} {key.code}: {words}" for key in sorted(keys)]
    added = sum(change.before is None for change in plan.changes)
    changes = "nothing" if plan.is_empty else f"{added} to add, {len(plan.changes) - added}"
    return "\n".join([*lines, f"{changes} to change"])


def _change(change: Change) -> Iterator[str]:
    name = f"{change.key.kind.noun} {change.key.code}"
    if change.before is None:
        yield f"+ {name}"
        return
    yield f"~ {name}"
    for place, before, after in differences(change.before, change.after):
        yield f"    {place}: {_value(before)} -> {_value(after)}"


def differences(before: Mapping[str, Any], after: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each place where two documents differ, with both values; None where there is none. Lists differ as a whole."""
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from differences(old, new, f"{place}{name}.")
        elif old != new:
            yield f"{place}{name}", old, new


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_value(each)}" for name, each in value.items()) + "}"
    return "nothing" if value is None else str(value)


def network_text(
    entries: Mapping[ObjectKey, Entry], facility_types: list[str], managed: Mapping[ObjectKey, str]
) -> str:
    """A network file that declares exactly these objects, with the names of the files that manage them."""

    def documents(kind: Kind) -> list[Document]:
        return [
            document_of(entry) | ({"managed": managed[key]} if key in managed else {})
            for key, entry in entries.items()
            if key.kind is kind
        ]

    units: dict[str, list[Document]] = {}
    for unit in documents(Kind.UNIT):
        units.setdefault(unit.pop("facility"), []).append(unit)
    lines = {line.pop("code"): line for line in documents(Kind.SERVICE_LINE)}
    for line in lines.values():
        line["priorities"] = {int(number): priority for number, priority in line["priorities"].items()}
    network = {
        "organizations": documents(Kind.ORGANIZATION),
        "facility_types": facility_types,
        "facilities": [facility | {"units": units.get(facility["code"], [])} for facility in documents(Kind.FACILITY)],
        "service_lines": lines,
        "escalations": documents(Kind.ESCALATION),
        "roles": documents(Kind.ROLE),
        "users": documents(Kind.USER),
    }
    return yaml_text(network)
