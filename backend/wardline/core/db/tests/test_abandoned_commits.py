"""How abandoned commits are counted."""

import socket
from collections.abc import Iterator

import pytest

from wardline.core.db import abandoned_commits
from wardline.core.db.abandoned_commits import AbandonedCommits


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> Iterator[AbandonedCommits]:
    monkeypatch.setattr(abandoned_commits, "ABANDONED_LIMIT", 2)
    commits = AbandonedCommits()
    yield commits
    commits.close()


def abandon(commits: AbandonedCommits) -> socket.socket:
    """The server's end of a connection that was closed on our side during its commit."""
    ours, theirs = socket.socketpair()
    with ours:
        commits.add(ours.fileno())
    return theirs


def test_a_commit_counts_until_the_server_responds_or_is_gone(commits: AbandonedCommits) -> None:
    with abandon(commits) as first:
        assert not commits.is_at_limit
        with abandon(commits):
            assert commits.is_at_limit
            first.send(b"C")
            assert not commits.is_at_limit
        with abandon(commits):
            assert not commits.is_at_limit


def test_a_commit_in_progress_counts_until_it_ends(commits: AbandonedCommits) -> None:
    def fail() -> None:
        with commits.in_progress():
            assert commits.is_at_limit
            raise ConnectionError

    with abandon(commits):
        with pytest.raises(ConnectionError):
            fail()
        assert not commits.is_at_limit


def test_closing_releases_the_connections(commits: AbandonedCommits) -> None:
    with abandon(commits) as theirs, abandon(commits):
        assert commits.is_at_limit
        commits.close()
        assert theirs.recv(1) == b""
        assert not commits.is_at_limit
