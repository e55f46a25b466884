"""Choosing an installation's provider, and invalid settings."""

import pytest

from wardline.fax.contract import FaxOutcome, FaxRefused, InvalidFaxCallback
from wardline.fax.demo import DemoFax
from wardline.fax.registry import NoFax, fax_provider_for
from wardline.fax.telnyx import Telnyx
from wardline.fax.tests.account import API_KEY, settings_of
from wardline.settings import Settings
from wardline.telnyx.account import AccountUnusable


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        (Settings(demo=False), NoFax),
        (Settings(demo=True), DemoFax),
        (settings_of(demo=True), Telnyx),
        (settings_of(fax_url="http://127.0.0.1:9/v2"), Telnyx),
        (settings_of(fax_api_key="", fax_connection_id="", fax_from="", fax_public_key=""), NoFax),
    ],
)
async def test_an_account_takes_precedence_over_the_demonstration(settings: Settings, kind: type) -> None:
    provider = fax_provider_for(settings)
    assert type(provider) is kind
    await provider.aclose()


async def test_without_a_provider_faxes_are_refused() -> None:
    provider = fax_provider_for(Settings(demo=False))
    with pytest.raises(FaxRefused, match="not set up in Wardline"):
        await provider.send("(555) 010-0177", b"%PDF-", "0123456789ABCDEF0123")
    assert await provider.check_status("1") == FaxOutcome("1", delivered=False, refusal="not set up in Wardline")
    with pytest.raises(InvalidFaxCallback):
        provider.read_callback({}, b"")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"fax_api_key": None}, "WARDLINE_FAX_API_KEY missing"),
        ({"fax_from": None, "fax_public_key": ""}, "WARDLINE_FAX_FROM, WARDLINE_FAX_PUBLIC_KEY missing"),
        ({"fax_connection_id": None}, "WARDLINE_FAX_CONNECTION_ID missing"),
        ({"fax_from": "(555) 010-0100"}, "WARDLINE_FAX_FROM"),
        ({"fax_from": "+445550100100"}, "WARDLINE_FAX_FROM"),
        ({"fax_url": "http://api.telnyx.com/v2"}, "WARDLINE_FAX_URL"),
        ({"fax_url": "https://"}, "WARDLINE_FAX_URL"),
        ({"fax_url": "http://["}, "WARDLINE_FAX_URL"),
        ({"fax_public_key": "short"}, "WARDLINE_FAX_PUBLIC_KEY"),
        ({"fax_public_key": "AAAA"}, "WARDLINE_FAX_PUBLIC_KEY"),
        ({"fax_public_key": "ä" * 44}, "WARDLINE_FAX_PUBLIC_KEY"),
    ],
)
def test_an_incomplete_account_is_refused_with_the_missing_setting(wrong: dict[str, str | None], message: str) -> None:
    with pytest.raises(AccountUnusable, match=message) as refused:
        fax_provider_for(settings_of(**wrong))
    assert API_KEY not in str(refused.value)


def test_the_key_is_not_shown() -> None:
    settings = settings_of()
    assert API_KEY not in repr(settings)
    assert API_KEY not in repr(vars(fax_provider_for(settings))["_account"])
