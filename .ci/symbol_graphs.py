"""The symbol graphs of the public declarations, for the scripts beside this one."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = sorted(path.name for path in (ROOT / "Sources").glob("Almanac*"))


def folder():
    """The folder into which the package manager writes them, one for each module or extended module."""
    command = [ROOT / ".ci/shared-build", "package", "dump-symbol-graph", "--minimum-access-level", "public",
               "--skip-synthesized-members"]
    run = subprocess.run(command, capture_output=True, text=True)
    output = run.stdout + run.stderr
    if run.returncode:
        sys.exit(output)
    return pathlib.Path(re.search(r"Files written to (.*)", output)[1])


def of(module, folder):
    """The graphs of a module in that folder: of its own types, and of what it adds to types of others."""
    return sorted([*folder.glob(f"{module}.symbols.json"), *folder.glob(f"{module}@*.symbols.json")])
