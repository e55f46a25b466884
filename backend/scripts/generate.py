"""Write the contract and everything generated from it. `--check` fails if that changes anything.

Generated files are committed, so that changes are seen in review; stale ones must not pass.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GENERATED = (
    ROOT / "contract",
    ROOT / "frontend" / "src" / "api" / "generated",
    ROOT / "frontend" / "src" / "api" / "contract",
)
STEPS = (
    (ROOT / "backend", (sys.executable, "scripts/generate_contract.py", str(ROOT))),
    (ROOT / "frontend", ("npm", "run", "generate")),
)


def contents() -> dict[str, str]:
    files = [path for folder in GENERATED for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def generate() -> None:
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for folder, command in STEPS:
        result = subprocess.run(  # noqa: S603 - our own commands
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if result.returncode:
            sys.exit(f"{result.stdout}\nwardline: the contract could not be generated")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if the existing files were stale")
    arguments = parser.parse_args()
    before = contents()
    generate()
    after = contents()
    changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    if changed and arguments.check:
        sys.exit("\n".join(["wardline: the contract was stale and has been regenerated; review and commit:", *changed]))
    sys.stdout.write(f"contract: {len(after)} files are up to date\n")


if __name__ == "__main__":
    main()
