"""The command ``wardline network``."""

from pathlib import Path

from wardline.core.terminal import Say
from wardline.network.exporting import write_network_file
from wardline.network.loading import load_network, plan_network
from wardline.network.words import plan_text


def run(action: str, file: Path, owner_url: str, say: Say, *, may_file_without_tls: bool) -> None:
    """Load a file, say what loading it would change (``plan``), or write the network as a file (``export``).

    Raises:
        NetworkFileInvalid: the file has mistakes.
        CommandError: it cannot be written.
    """
    match action:
        case "load":
            say(f"{file}: {load_network(file, owner_url, may_file_without_tls=may_file_without_tls)}")
        case "plan":
            say(plan_text(plan_network(file, owner_url, may_file_without_tls=may_file_without_tls)))
        case "export":
            write_network_file(owner_url, file)
            say(f"{file}: written")
