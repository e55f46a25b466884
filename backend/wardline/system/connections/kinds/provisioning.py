"""The identity providers that keep people up to date by SCIM; they call, and are never called."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from wardline.core import clock
from wardline.scim.standing import ClientStanding, standing
from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import Installation, Part, Several, Standing
from wardline.system.items import GUIDE

_LATELY: Final = timedelta(days=7)
_MINUTE: Final = timedelta(minutes=1)
"""Answers are known to the minute."""
_SET_UP: Final = f"See Provisioning in {GUIDE}."
_SEE: Final = "See Admin, Provisioning for what was refused and why."
_CALL: Final = "Check at the identity provider that provisioning is on, and that it has the address and the secret."
_MEND: Final = (
    "Mend the file that `WARDLINE_SCIM_SECRETS_FILE` names; Admin, Provisioning says what is wrong with it. The "
    "secrets that it had before stay valid meanwhile."
)


async def parts(installation: Installation) -> Sequence[Part]:
    organizations = {row.code: row for row in await installation.organizations()}
    names = {row.id: row.name for row in organizations.values()}
    ids = {code: row.id for code, row in organizations.items()}
    found = await standing(installation.connection, installation.scim.secrets, ids)
    return [
        Part(
            key=each.name,
            name=f"{each.name}, {names[each.organization_id]}",
            organization_id=each.organization_id,
            standing=_of_client(each, is_file_usable=installation.scim.problem is None),
        )
        for each in found
    ]


def _of_client(client: ClientStanding, *, is_file_usable: bool) -> Standing:
    """What it is refused says that it gets through, unless it is never given anything."""
    answered, refused = client.answered_at, client.refused_at
    facts = (answered, client.refusal, refused)
    if not is_file_usable:
        return Standing(ConnectionState.FAILS, "The file with its secret cannot be used as it is now.", _MEND, *facts)
    if answered is None:
        if refused is None:
            return Standing(ConnectionState.UNKNOWN, "It has not called yet.", _CALL, *facts)
        return Standing(ConnectionState.FAILS, "Everything that it asked for was refused.", _SEE, *facts)
    if refused is not None and refused >= answered + _MINUTE:
        return Standing(ConnectionState.WORKS, "It calls, and its latest request was refused.", _SEE, *facts)
    if clock.now() - answered > _LATELY:
        return Standing(ConnectionState.UNKNOWN, "It has not called for a week.", _CALL, *facts)
    return Standing(ConnectionState.WORKS, "Its latest request was answered.", None, *facts)


def none(installation: Installation) -> Standing:
    if installation.scim.file is None:
        action = f"Set `WARDLINE_SCIM_SECRETS_FILE`, and restart the nodes one after another. {_SET_UP}"
        return Standing(ConnectionState.OFF, "Not set up.", action)
    if installation.scim.problem is not None:
        return Standing(ConnectionState.FAILS, "The file of secrets cannot be used as it is.", _MEND)
    value = "No client in the file acts in one of your organizations."
    return Standing(ConnectionState.OFF, value, f"Add one to the file. {_SET_UP}")


CONNECTION: Final = Several(
    settings=("scim_secrets_file",),
    parts=parts,
    none=none,
    untestable="The identity provider calls, so nothing can be tested from here. Test the connection there.",
)
