"""The settings of this installation as a dependency of endpoints."""

from typing import Annotated

from fastapi import Depends, Request

from wardline.settings import Settings


async def app_settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


AppSettings = Annotated[Settings, Depends(app_settings)]
