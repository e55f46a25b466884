import pytest

from conftest import RolledBackDatabase
from wardline.paging.tests.watched import Watched


@pytest.fixture
def watched(database: RolledBackDatabase) -> Watched:
    return Watched(database)
