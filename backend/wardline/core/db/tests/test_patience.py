"""What uses up somebody's patience, and which commits count after they were hung up on."""

import socket
from collections.abc import Iterator

import pytest

from wardline.core.db import patience
from wardline.core.db.patience import AbandonedCommits, Patience


class Watch:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(patience, "monotonic", watch)
    return watch


def test_patience_runs_out_with_what_is_spent_waiting(watch: Watch) -> None:
    mine = Patience(2)
    watch.now += 5
    assert mine.left == 2
    with mine.waiting():
        watch.now += 0.5
        assert mine.left == 1.5
        with mine.waiting():
            watch.now += 0.5
            assert mine.left == 1
        watch.now += 0.25
    watch.now += 5
    assert mine.left == 0.75
    with mine.waiting():
        watch.now += 5
        assert mine.left == 0
    assert mine.left == 0


def test_a_wait_that_fails_has_been_waited_for(watch: Watch) -> None:
    mine = Patience(2)

    def fail() -> None:
        with mine.waiting():
            watch.now += 1.5
            raise ConnectionError

    with pytest.raises(ConnectionError):
        fail()
    watch.now += 5
    assert mine.left == 0.5


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> Iterator[AbandonedCommits]:
    monkeypatch.setattr(patience, "ABANDONED_LIMIT", 2)
    commits = AbandonedCommits()
    yield commits
    commits.close()


def hung_up(commits: AbandonedCommits) -> socket.socket:
    """The server's end of a connection that was closed here while it committed."""
    ours, theirs = socket.socketpair()
    with ours:
        commits.add(ours.fileno())
    return theirs


def test_a_commit_counts_until_the_server_answers_it_or_is_gone(commits: AbandonedCommits) -> None:
    with hung_up(commits) as first:
        assert not commits.may_be_too_many
        with hung_up(commits):
            assert commits.may_be_too_many
            first.send(b"C")
            assert not commits.may_be_too_many
        with hung_up(commits):
            assert not commits.may_be_too_many


def test_a_commit_under_way_counts_until_it_ends(commits: AbandonedCommits) -> None:
    def fail() -> None:
        with commits.one_more():
            assert commits.may_be_too_many
            raise ConnectionError

    with hung_up(commits):
        with pytest.raises(ConnectionError):
            fail()
        assert not commits.may_be_too_many


def test_connections_are_closed_with_their_pool(commits: AbandonedCommits) -> None:
    with hung_up(commits) as theirs, hung_up(commits):
        assert commits.may_be_too_many
        commits.close()
        assert theirs.recv(1) == b""
        assert not commits.may_be_too_many
