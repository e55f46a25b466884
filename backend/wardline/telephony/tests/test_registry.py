"""Choosing an installation's phone provider; the checks of an account are tested with those of faxes."""

import pytest

from wardline.settings import Settings
from wardline.telephony.contract import CALL, TEXT, InvalidPhoneCallback, PhoneOutcome, PhoneRefused
from wardline.telephony.demo import DemoPhone
from wardline.telephony.registry import NoPhone, phone_provider_for
from wardline.telephony.telnyx import TelnyxPhone
from wardline.telephony.tests.account import API_KEY, settings_of
from wardline.telnyx.account import AccountUnusable


@pytest.mark.parametrize(
    ("settings", "kind"),
    [(Settings(demo=False), NoPhone), (Settings(demo=True), DemoPhone), (settings_of(demo=True), TelnyxPhone)],
)
async def test_an_account_takes_precedence_over_the_demonstration(settings: Settings, kind: type) -> None:
    provider = phone_provider_for(settings)
    assert type(provider) is kind
    assert API_KEY not in repr(vars(provider).get("_account"))
    await provider.aclose()


async def test_without_a_provider_nobody_is_reached() -> None:
    provider, why = phone_provider_for(Settings(demo=False)), "not set up in Wardline"
    for refused in (
        provider.send_text("(555) 010-0177", "words", "0" * 20),
        provider.place_call("(555) 010-0177", "0" * 20),
        provider.say("1", "words", then_listen=True, reference="0" * 20),
        provider.hang_up("1", reference=None),
    ):
        with pytest.raises(PhoneRefused, match=why):
            await refused
    assert await provider.check_text("1") == PhoneOutcome(TEXT, "1", delivered=False, refusal=why)
    assert await provider.check_call("1") == PhoneOutcome(CALL, "1", delivered=False, refusal=why)
    with pytest.raises(InvalidPhoneCallback):
        provider.read_callback({}, b"")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"phone_api_key": None}, "texts and calls are only partly set up: WARDLINE_PHONE_API_KEY missing"),
        ({"phone_from": "(555) 010-0100"}, "WARDLINE_PHONE_FROM"),
        ({"phone_url": "http://api.telnyx.com/v2"}, "WARDLINE_PHONE_URL"),
        ({"phone_public_key": "short"}, "WARDLINE_PHONE_PUBLIC_KEY"),
    ],
)
def test_an_incomplete_account_is_refused_with_the_setting(wrong: dict[str, str | None], message: str) -> None:
    with pytest.raises(AccountUnusable, match=message) as refused:
        phone_provider_for(settings_of(**wrong))
    assert API_KEY not in str(refused.value)
