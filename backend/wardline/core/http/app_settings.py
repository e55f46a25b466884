"""The settings of this installation, as a dependency of endpoints, and for rules that only have a connection."""

from typing import Annotated, Final

from fastapi import Depends, Request

from wardline.core.db.statements import AnyConnection
from wardline.settings import Settings

_KEY: Final = "core.app_settings"


async def app_settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


AppSettings = Annotated[Settings, Depends(app_settings)]


def give_settings(connection: AnyConnection, settings: Settings) -> None:
    """Lets `settings_of` know the settings of the request or job whose connection it is."""
    connection.info[_KEY] = settings


def settings_of(connection: AnyConnection) -> Settings:
    """What `give_settings` was given."""
    settings: Settings = connection.info[_KEY]
    return settings
