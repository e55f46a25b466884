"""The provider's pages, with all external values escaped."""

from collections.abc import Sequence
from html import escape

from wardline.demo.identity.accounts import DemoAccount
from wardline.demo.identity.requests import Params
from wardline.demo.page import page

_FORWARDED_PARAMS = (
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
    "nonce",
    "code_challenge",
    "code_challenge_method",
    "max_age",
    "acr_values",
    "login_hint",
    "p",
    "id_token_hint",
)


def picker(accounts: Sequence[DemoAccount], params: Params, suggested: str | None) -> str:
    """The list of accounts, each a button that posts the request again with the account's user name."""
    hidden_fields = "".join(
        f'<input type="hidden" name="{name}" value="{escape(params[name])}">'
        for name in _FORWARDED_PARAMS
        if name in params
    )
    headings = list(dict.fromkeys(account.group for account in accounts))
    groups = "".join(
        _group(number, heading, [account for account in accounts if account.group == heading], suggested)
        for number, heading in enumerate(headings)
    )
    return page(
        "Choose who to sign in as",
        '<p class="notice">This is the demonstration sign-in of Wardline. It has no passwords, and all of these '
        "people are fictitious. Do not enter anything about real patients.</p>"
        f'<form method="post" action="authorize">{hidden_fields}{groups}</form>'
        '<p class="aside"><a href="/demo-phones/" target="_blank" rel="noopener">Phones and mailboxes of the '
        "demonstration</a> (in a new tab): the texts, calls and e-mails that these people would get.</p>",
    )


def signed_out(origin: str) -> str:
    return page("You are signed out", f'<p><a href="{escape(origin)}">Go to Wardline</a></p>')


def refused(reason: str, origin: str) -> str:
    link = f'<p><a href="{escape(origin)}">Go to Wardline</a></p>'
    return page("This sign-in cannot continue", f"<p>{escape(reason)}</p>{link}")


def _group(number: int, heading: str, members: list[DemoAccount], suggested: str | None) -> str:
    items = "".join(_account(account, is_suggested=account.username == suggested) for account in members)
    title = f'<h2 id="group-{number}">{escape(heading)}</h2>'
    return f'<section aria-labelledby="group-{number}">{title}<ul>{items}</ul></section>'


def _account(account: DemoAccount, *, is_suggested: bool) -> str:
    focus, badge = (" autofocus", ' <span class="suggested">Suggested</span>') if is_suggested else ("", "")
    return (
        f'<li><button type="submit" name="account" value="{escape(account.username)}"{focus}>'
        f'<span class="name">{escape(account.name)}</span> '
        f'<span class="username">{escape(account.username)}</span>{badge} '
        f'<span class="description">{escape(account.description)}</span></button></li>'
    )
