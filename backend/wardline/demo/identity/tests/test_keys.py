"""The signing key survives the process and is private to its owner."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from wardline.demo.identity.keys import KEY_FILE, DemoKeyUnreadable, load_or_create_key


def test_the_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    first = load_or_create_key(folder)
    file = folder / KEY_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [entry.name for entry in folder.iterdir()] == [KEY_FILE]
    assert load_or_create_key(folder).as_dict() == first.as_dict()


def test_a_key_readable_by_others_is_restricted_again(tmp_path: Path) -> None:
    load_or_create_key(tmp_path)
    (tmp_path / KEY_FILE).chmod(0o644)
    load_or_create_key(tmp_path)
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_processes_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        keys = list(pool.map(load_or_create_key, [tmp_path] * 4))
    assert len({key.kid for key in keys}) == 1


@pytest.mark.parametrize("content", ["", "{}", "[]", "nonsense", '{"kty":"RSA"}', '{"kty":"oct","k":"c2VjcmV0"}'])
def test_an_invalid_key_file_is_reported_not_replaced(tmp_path: Path, content: str) -> None:
    (tmp_path / KEY_FILE).write_text(content)
    with pytest.raises(DemoKeyUnreadable, match=KEY_FILE):
        load_or_create_key(tmp_path)
    assert (tmp_path / KEY_FILE).read_text() == content


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DemoKeyUnreadable, match="file/data"):
        load_or_create_key(tmp_path / "file" / "data")


def test_a_public_key_cannot_sign(tmp_path: Path) -> None:
    key = load_or_create_key(tmp_path)
    (tmp_path / KEY_FILE).write_text(json.dumps(key.as_dict(private=False)))
    with pytest.raises(DemoKeyUnreadable, match="private"):
        load_or_create_key(tmp_path)
