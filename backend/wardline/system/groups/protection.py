"""Settings that allow what the server otherwise refuses to start with."""

from wardline.system.items import GUIDE, look_soon, ok
from wardline.system.reading import Reader
from wardline.system.schemas import SystemItem


async def items(reader: Reader) -> list[SystemItem]:
    found = [
        look_soon(
            "Unprotected traffic",
            f"{setting}=1 allows traffic that others could read or change.",
            f"Protect that connection, then remove `{setting}`. See Settings in {GUIDE}.",
        )
        for setting in reader.process.unprotected
    ]
    if reader.process.owner_role:
        found.append(
            look_soon(
                "Database role",
                "The application's role owns its tables, so that it could change the audit trail.",
                f"Give the application its own role, then remove `WARDLINE_ALLOW_OWNER`. See Deploying in {GUIDE}.",
            )
        )
    return found or [ok("Settings", "None allows unprotected traffic, or more rights than needed.")]
