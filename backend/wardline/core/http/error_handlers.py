"""Every failure as an `ErrorResponse`, without any content of the request."""

import logging
from datetime import datetime

from fastapi import FastAPI, Request, Response
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wardline.core.errors import ProductError
from wardline.core.forms.wire import iso_utc
from wardline.core.http.body_limits import BodyLimits
from wardline.core.http.error_responses import http_error_response
from wardline.core.http.form_errors import validation_failed
from wardline.core.logs import describe_error

log = logging.getLogger(__name__)


def install_error_handlers(app: FastAPI) -> None:
    app.add_middleware(BodyLimits)
    app.add_middleware(ServerErrors)
    app.add_exception_handler(ProductError, _product_error)
    app.add_exception_handler(RequestValidationError, _request_validation)
    app.add_exception_handler(HTTPException, _http_exception)


async def _product_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProductError)  # noqa: S101 - Starlette's signature is wider than what it passes
    return _response(error)


async def _request_validation(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    return _response(validation_failed(error.errors(), skip=1))


async def _http_exception(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    return http_error_response(error)


def _response(error: ProductError) -> JSONResponse:
    values = {"Retry-After": error.retry_after, "WWW-Authenticate": error.challenge}
    headers = {name: str(value) for name, value in values.items() if value is not None}
    body = jsonable_encoder(error.body(), custom_encoder={datetime: iso_utc})
    return JSONResponse(body, status_code=error.status, headers=headers)


class ServerErrors:
    """Responds with 500 to an unhandled exception and logs where it was raised, not its text, which may quote data."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def tracking_send(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, tracking_send)
        except ClientDisconnect:
            log.info("a client disconnected during its request")
        except Exception as error:  # noqa: BLE001 - anything that gets here is a defect
            log.error("defect: %s", describe_error(error))  # noqa: TRY400
            if scope["type"] == "http" and not started:
                body = {"code": "internal", "message": "Something went wrong on the server.", "errors": []}
                await JSONResponse(body, status_code=500)(scope, receive, send)
