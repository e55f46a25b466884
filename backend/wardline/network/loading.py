"""Loads a network file into the database, or says what loading it would change."""

import getpass
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, delete, insert, select
from sqlalchemy.orm import Session

from wardline.audit.recording import Touched, record_command
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.directory.administrators import administrators
from wardline.network.applying import Author, apply
from wardline.network.document import NetworkFileInvalid, Problem
from wardline.network.matching import one_of
from wardline.network.models import ManagedObject, Source
from wardline.network.objects import Kind
from wardline.network.planning import Plan, plan_file
from wardline.network.reading import read_network, refuse_unprotected
from wardline.network.stored import read_names
from wardline.network.writing import Written
from wardline.people.models import UserOrganization
from wardline.places.models import Organization
from wardline.service_lines.synchronize import synchronize


@dataclass(frozen=True, slots=True)
class Loaded:
    """The number of objects that a load changed."""

    added: int
    changed: int

    def __str__(self) -> str:
        return f"{self.added} added, {self.changed} changed" if self.added or self.changed else "nothing to change"


def load_network(path: Path, owner_url: str, *, may_file_without_tls: bool = False) -> Loaded:
    """Load a file as the schema's owner, either all of it or nothing. Loading it again changes nothing.

    Objects that the file manages become as in the file; others are only added if they are missing, and what the file
    does not name stays. Concurrent loads and administrators wait for each other.

    Raises:
        NetworkFileInvalid: the file has mistakes, conflicts with objects that it does not change, or would take the
            last administrator from an organization.
    """
    with _locked(owner_url) as session:
        plan = _plan(session, path, may_file_without_tls=may_file_without_tls)
        written = _write(session, plan)
        _mark(session, plan)
        added = sum(change.before is None for change in plan.changes)
        loaded = Loaded(added, len(plan.changes) - added)
        record_command(session, "loadNetwork", _about(session, plan, loaded, written))
        return loaded


def plan_network(path: Path, owner_url: str, *, may_file_without_tls: bool = False) -> Plan:
    """What loading the file would change now; nothing is changed.

    Raises:
        NetworkFileInvalid: as `load_network` would.
    """
    with _locked(owner_url) as session:
        plan = _plan(session, path, may_file_without_tls=may_file_without_tls)
        _write(session, plan)
        session.rollback()
        return plan


@contextmanager
def _locked(owner_url: str) -> Iterator[Session]:
    engine = create_engine(owner_url)
    try:
        with Session(engine, autoflush=False) as session, session.begin():
            session.execute(lock_statement(AdvisoryLock.PLACES))
            synchronize(session.connection())
            yield session
    finally:
        engine.dispose()


def _plan(session: Session, path: Path, *, may_file_without_tls: bool) -> Plan:
    file = read_network(path, read_names(session))
    if not may_file_without_tls:
        refuse_unprotected(file)
    return plan_file(session, file)


def _write(session: Session, plan: Plan) -> Written:
    administered = _administered(session)
    author = Author(Source.FILE, file=plan.file.name)
    written = apply(session, plan.changes, author, facility_types=plan.file.network.facility_types)
    if left := administered - _administered(session):
        problems = [Problem(1, f"would leave the organization {code!r} without an administrator") for code in left]
        raise NetworkFileInvalid(plan.file.path, problems)
    return written


def _administered(session: Session) -> frozenset[str]:
    """The codes of the organizations that somebody can administer."""
    codes = administrators().join(Organization, Organization.id == UserOrganization.organization_id)
    return frozenset(session.scalars(codes.with_only_columns(Organization.code).distinct()))


def _mark(session: Session, plan: Plan) -> None:
    for kind in Kind:
        codes = [key.code for key in plan.ceases if key.kind is kind]
        if codes:
            session.execute(
                delete(ManagedObject).where(ManagedObject.kind == kind.value, one_of(ManagedObject.code, codes))
            )
    if plan.begins:
        session.execute(
            insert(ManagedObject),
            [{"kind": key.kind.value, "code": key.code, "file": name} for key, name in sorted(plan.begins.items())],
        )


def _about(session: Session, plan: Plan, loaded: Loaded, written: Written) -> Touched:
    """Record the file, the account that loaded it and what it changed, for all organizations."""
    details = {
        "account": account(),
        "fileSha256": plan.file.document.sha256,
        "changes": {"added": loaded.added, "changed": loaded.changed},
        "deactivatedUserIds": sorted(written.deactivated_ids),
    }
    return Touched(organization_ids=set(session.scalars(select(Organization.id))), details=details)


def account() -> str:
    """The operating system's user name; a number if there is none, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
