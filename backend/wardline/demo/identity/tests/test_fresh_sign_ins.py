"""Signing in again at the demonstration provider, although it remembers the user."""

from datetime import timedelta
from pathlib import Path

from joserfc import jwt
from joserfc.jwk import KeySet

from wardline.core import clock
from wardline.demo.identity.tests.browser import NOW, Browser, redirect_query
from wardline.settings import Settings


async def test_an_account_is_chosen_again_if_that_was_too_long_ago_or_in_another_way(tmp_path: Path) -> None:
    browser = Browser(Settings(demo=True, data_dir=tmp_path))
    with clock.clock_at(NOW):
        await browser.choose("nurse")
        clock.advance(timedelta(minutes=5))
        assert redirect_query(await browser.authorize(max_age="300"))["code"]
        clock.advance(timedelta(seconds=1))
        assert (await browser.authorize(max_age="300")).status_code == 200
        assert redirect_query(await browser.authorize(max_age="300", prompt="none"))["error"] == "login_required"
        page = await browser.authorize(acr_values="strong", max_age="60")
        for asked in ('name="acr_values" value="strong"', 'name="max_age" value="60"'):
            assert asked in page.text
        back = redirect_query(await browser.choose("nurse", max_age="0", acr_values="strong weak"))
        tokens = (await browser.exchange(back["code"])).json()
        keys = KeySet([browser.identity._issuer.public_key])
        for name in ("access_token", "id_token"):
            claims = jwt.decode(tokens[name], keys, algorithms=["RS256"]).claims
            assert (claims["auth_time"], claims["acr"]) == (int(clock.now().timestamp()), "strong")
        assert redirect_query(await browser.authorize(acr_values="strong"))["code"]
