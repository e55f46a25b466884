"""The phones and mailboxes of the demonstration's people, mounted at `MOUNT_PATH`: what they get, and what they answer.

Its forms act like the phone network: what people do reaches the domains in the same way as a provider's callbacks.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from typing import Final, TypeAlias
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from wardline.core.forms.fields import PHONE_PATTERN
from wardline.demo.page import file_response, is_own_form, page, page_response, style
from wardline.mail.demo import DemoMail, Mail
from wardline.settings import Settings
from wardline.telephony.contract import MAX_WORDS, PhoneDelayed, PhoneEvent
from wardline.telephony.demo import DemoPhone, Item
from wardline.telephony.listeners import handle

MOUNT_PATH: Final = "/demo-phones"
KEYS: Final = ("1", "2", "9")
_FORM_LIMIT: Final = 4_096
_TITLES: Final = {
    ("text", "sent"): "Text",
    ("text", "failed"): "Text that did not arrive",
    ("reply", "received"): "Their reply",
    ("call", "ringing"): "Call, ringing",
    ("call", "failed"): "Call that nobody answered",
    ("call", "answered"): "Call, answered",
    ("call", "listening"): "Call, waiting for a key",
    ("call", "ended"): "Call, ended",
}

Form: TypeAlias = dict[str, str]
Action: TypeAlias = Callable[[Request, Form], Awaitable[PhoneEvent | None]]


class DemoPhones:
    """The page; mount `app` at `MOUNT_PATH`. `state` has the database and the phone provider of the server."""

    def __init__(self, settings: Settings, state: State) -> None:
        self._origin = settings.origin
        self._state = state
        self._phone = DemoPhone(settings.data_dir / "phones")
        self._mail = DemoMail(settings.data_dir / "mails")
        self.app = Starlette(
            routes=[
                Route("/", self._show),
                Route("/style.css", style),
                Route("/phones.js", _script),
                self._form("/calls/{id}/answer", self._answer),
                self._form("/calls/{id}/press", self._press),
                self._form("/calls/{id}/hang-up", self._hang_up),
                self._form("/texts", self._reply),
            ]
        )

    async def _show(self, _: Request) -> Response:
        return page_response(_page(await self._phone.items(), await self._mail.mails()), has_script=True)

    def _form(self, path: str, act: Action) -> Route:
        async def respond(request: Request) -> Response:
            if not is_own_form(request, self._origin):
                return page_response(page("This form is not from this page", ""), status=403)
            event = await act(request, await _form_of(request))
            if event is not None:
                try:
                    await handle(self._state.database, self._phone, event)
                except PhoneDelayed:
                    return page_response(page("The network is busy", ""), status=503)
            return RedirectResponse(f"{MOUNT_PATH}/", status_code=303)

        return Route(path, respond, methods=["POST"])

    async def _answer(self, request: Request, _: Form) -> PhoneEvent | None:
        return await self._phone.answer(request.path_params["id"])

    async def _press(self, request: Request, form: Form) -> PhoneEvent | None:
        digit = form.get("digit", "")
        return await self._phone.press(request.path_params["id"], digit) if digit in {*KEYS, ""} else None

    async def _hang_up(self, request: Request, _: Form) -> PhoneEvent | None:
        return await self._phone.decline(request.path_params["id"])

    async def _reply(self, _: Request, form: Form) -> PhoneEvent | None:
        number, words = form.get("number", ""), form.get("words", "").strip()
        return await self._phone.reply(number, words) if re.fullmatch(PHONE_PATTERN, number) and words else None


async def _script(_: Request) -> Response:
    return file_response("phones.js", "text/javascript")


async def _form_of(request: Request) -> Form:
    body = (await request.body())[:_FORM_LIMIT].decode(errors="replace")
    return {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}


def _page(items: Sequence[Item], mails: Sequence[Mail]) -> str:
    """One section for each number and address, first what rings, then those with the newest."""
    entries = [(item.state == "ringing", item.at, item.number, _item(item)) for item in items]
    entries += [(False, mail.at, mail.address, _mail(mail)) for mail in mails]
    of_contact: dict[str, list[str]] = {}
    for *_, contact, entry in sorted(entries, key=lambda entry: entry[:2], reverse=True):
        of_contact.setdefault(contact, []).append(entry)
    sections = "".join(_section(contact, of_contact[contact]) for contact in of_contact)
    return page(
        "Phones and mailboxes",
        '<p class="notice">This page simulates the phones and mailboxes of the demonstration. Nothing is really sent, '
        "and nobody is called.</p>"
        '<p role="status" class="unseen" id="news"></p>'
        f'<div id="contacts">{sections or "<p>Nothing has been sent yet.</p>"}</div>'
        '<script src="phones.js" defer></script>',
    )


def _section(contact: str, entries: Sequence[str]) -> str:
    name = re.sub(r"\W+", "-", contact).strip("-")
    reply = _reply_form(contact, name) if re.fullmatch(PHONE_PATTERN, contact) else ""
    return (
        f'<section class="contact" aria-labelledby="{name}"><h2 id="{name}" tabindex="-1">{escape(contact)}</h2>'
        f"<ul>{''.join(entries)}</ul>{reply}</section>"
    )


def _reply_form(number: str, name: str) -> str:
    return (
        '<div class="choices">'
        f'<form method="post" action="texts"><input type="hidden" name="number" value="{escape(number)}">'
        f'<label>Reply from {escape(number)}<input id="words-{name}" name="words" maxlength="{MAX_WORDS}" '
        f'autocomplete="off" required></label><button type="submit" id="send-{name}">Send</button></form>'
        f'<form method="post" action="texts"><input type="hidden" name="number" value="{escape(number)}">'
        f'<button type="submit" id="stop-{name}" name="words" value="STOP">Reply STOP</button></form></div>'
    )


def _item(item: Item) -> str:
    said = "".join(f"<p>{escape(words)}</p>" for words in item.words)
    keys = f'<p class="what">Keys pressed: {escape(item.keys)}</p>' if item.keys else ""
    ringing = ' class="ringing"' if item.state == "ringing" else ""
    at = item.at.astimezone()
    heading = f'<span class="what">{_TITLES[item.kind, item.state]} · <time>{at:%H:%M:%S}</time></span>'
    return f"<li{ringing}>{heading}{said}{keys}{_call_forms(item)}</li>"


def _call_forms(item: Item) -> str:
    """What the person can do on this call."""
    match item.kind, item.state:
        case "call", "ringing":
            return _choices(_button(item, "answer", "Answer"), _button(item, "hang-up", "Decline"))
        case "call", "listening":
            keys = "".join(
                f'<button type="submit" id="key-{key}-{item.id}" name="digit" value="{key}" aria-label="Key {key}">'
                f"{key}</button>"
                for key in KEYS
            )
            no_key = f'<button type="submit" id="no-key-{item.id}" name="digit" value="">No key in time</button>'
            form = f'<form method="post" action="calls/{item.id}/press">{keys}{no_key}</form>'
            return _choices(form, _button(item, "hang-up", "Hang up"))
        case _:
            return ""


def _choices(*forms: str) -> str:
    return f'<div class="choices">{"".join(forms)}</div>'


def _button(item: Item, action: str, label: str) -> str:
    return (
        f'<form method="post" action="calls/{item.id}/{action}">'
        f'<button type="submit" id="{action}-{item.id}">{label}</button></form>'
    )


def _mail(mail: Mail) -> str:
    return (
        f'<li><span class="what">E-mail · <time>{mail.at.astimezone():%H:%M:%S}</time></span>'
        f"<p><strong>{escape(mail.subject)}</strong></p><p>{escape(mail.text)}</p></li>"
    )
