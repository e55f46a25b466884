"""What administrators see of connections: names of settings and never their values, no patients."""

from wardline.core.forms.fields import ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.system.connections.choices import ConnectionKind, ConnectionState, SettingSource


class ConnectionSetting(ReadModel):
    """`name` is that of the environment variable. `is_required`: without it, the connection is not set up."""

    name: str
    source: SettingSource
    is_required: bool
    is_set: bool


class ConnectionRead(ReadModel):
    """`value` and `action` are sentences, with commands and settings between backticks.

    `action` and `last_error` are null if there is none, the times if they are not known. `test` says what testing does,
    and is null if there is nothing to test; `untestable` says why if there is something that cannot be tested.

    Of some kinds, the reader's organizations have several: `part` tells them apart, `name` says whose one is, and
    `address` where it is, if that is not a setting.
    """

    kind: ConnectionKind
    part: str | None
    name: str | None
    address: str | None
    state: ConnectionState
    value: str
    action: str | None
    last_success_at: UtcDateTime | None
    last_error: str | None
    last_error_at: UtcDateTime | None
    settings: list[ConnectionSetting]
    test: str | None
    untestable: str | None


class ConnectionsRead(ReadModel):
    checked_at: UtcDateTime
    connections: list[ConnectionRead]


class ConnectionToTest(ApiModel):
    """`part` is given for kinds of which there are several."""

    kind: ConnectionKind
    part: ShortText | None = None


class ConnectionTested(ReadModel):
    """`value` and `action` as above; `action` is null if it works. `tested_at` is when the test ended."""

    kind: ConnectionKind
    part: str | None
    is_working: bool
    value: str
    action: str | None
    tested_at: UtcDateTime
