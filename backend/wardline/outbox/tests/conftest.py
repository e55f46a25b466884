from collections.abc import Iterator

import pytest

from conftest import RolledBackDatabase
from wardline.outbox.contract import channels
from wardline.outbox.tests.scripted import SCRIPTED, ScriptedChannel, Sender


@pytest.fixture
def channel() -> Iterator[ScriptedChannel]:
    channels[SCRIPTED] = channel = ScriptedChannel()
    yield channel
    del channels[SCRIPTED]


@pytest.fixture
def sender(database: RolledBackDatabase) -> Sender:
    return Sender(database)
