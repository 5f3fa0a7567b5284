#!/usr/bin/env python3
"""Asks khal whether B.ics shows what A.ics shows, and whether it reads B without a warning.

    judge_khal.py A.ics B.ics [--from 2026-01-01] [--until 2027-01-01] [--zone Europe/Madrid]
    judge_khal.py A.ics --print [...]          prints what khal shows, to read by eye

Each file becomes a vdir (an item a file) with a configuration and a database of its own, all in a temporary
folder that is also HOME: nothing of the user's is read or written. khal shows events only, no to-dos.

Exit code 0: the same; 1: differences or warnings; 2: khal is missing or failed on A.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

FIELDS = "{start-long}\t{end-long}\t{title}\t{status}\t{location}\t{uid}"

CONFIGURATION = """\
[calendars]
[[judged]]
path = {vdir}
type = calendar
[sqlite]
path = {database}
[locale]
default_timezone = {zone}
local_timezone = {zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
firstweekday = 0
"""


def logical_lines(data):
    """The content lines of a file, each still folded as it was."""
    lines = []
    for physical in data.splitlines(keepends=True):
        if physical[:1] in (b" ", b"\t") and lines:
            lines[-1] += physical
        elif physical.strip():
            lines.append(physical)
    return lines


def unfolded(line):
    for fold in (b"\r\n ", b"\r\n\t", b"\n ", b"\n\t"):
        line = line.replace(fold, b"")
    return line.strip()


def split(data):
    """The head of a calendar and its components: (head lines, zones, items by UID), all as folded lines."""
    head, zones, items = [], [], {}
    component, depth = [], 0
    for line in logical_lines(data):
        plain = unfolded(line)
        if plain.upper() in (b"BEGIN:VCALENDAR", b"END:VCALENDAR"):
            continue
        if plain.upper().startswith(b"BEGIN:"):
            depth += 1
        if depth == 0:
            head.append(line)
            continue
        component.append(line)
        if plain.upper().startswith(b"END:"):
            depth -= 1
            if depth == 0:
                if unfolded(component[0]).upper() == b"BEGIN:VTIMEZONE":
                    zones += component
                else:
                    items.setdefault(uid_of(component) or str(len(items)).encode(), []).extend(component)
                component = []
    return head, zones, items


def uid_of(component):
    for line in component:
        plain = unfolded(line)
        if plain.upper().startswith((b"UID:", b"UID;")):
            return plain.partition(b":")[2]
    return None


def make_vdir(path, folder):
    folder.mkdir()
    head, zones, items = split(Path(path).read_bytes())
    for number, item in enumerate(items.values()):
        content = [b"BEGIN:VCALENDAR\r\n", *head, *zones, *item, b"END:VCALENDAR\r\n"]
        (folder / f"{number:05}.ics").write_bytes(b"".join(content))


def shown(path, home, options):
    """The lines that khal lists, what it wrote on standard error, and its exit code."""
    home.mkdir()
    make_vdir(path, home / "vdir")
    configuration = home / "config"
    configuration.write_text(
        CONFIGURATION.format(vdir=home / "vdir", database=home / "khal.db", zone=options.zone)
    )
    environment = {
        "HOME": str(home),
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": str(home / "xdg-config"),
        "XDG_CACHE_HOME": str(home / "xdg-cache"),
        "XDG_DATA_HOME": str(home / "xdg-data"),
    }
    command = [
        options.khal, "-c", str(configuration), "list",
        "--day-format", "{date-long}", "--format", FIELDS, options.start, options.until,
    ]
    run = subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True)
    return by_day(run.stdout), run.stderr.strip(), run.returncode


def by_day(output):
    """khal's lines, each after the day under which it stands (a long event stands under each of its days)."""
    day, lines = "", []
    for line in output.splitlines():
        if "\t" in line:
            lines.append(f"{day}: {line.rstrip()}")
        else:
            day = line.strip()
    return lines


def main():
    parser = argparse.ArgumentParser(description="compare two calendars as khal shows them")
    parser.add_argument("a")
    parser.add_argument("b", nargs="?")
    parser.add_argument("--from", dest="start", default="2026-01-01")
    parser.add_argument("--until", default="2027-01-01")
    parser.add_argument("--zone", default="Europe/Madrid")
    parser.add_argument("--khal", default=shutil.which("khal"))
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.b is None and not options.print:
        parser.error("two files, or one and --print")
    if not options.khal:
        print("khal is not installed", file=sys.stderr)
        return 2

    with tempfile.TemporaryDirectory(prefix="judge-khal-") as folder:
        lines_a, errors_a, code_a = shown(options.a, Path(folder) / "a", options)
        if options.print:
            print("\n".join(sorted(lines_a)))
            print(errors_a, file=sys.stderr, end="\n" if errors_a else "")
            return 2 if code_a else 1 if errors_a else 0
        lines_b, errors_b, code_b = shown(options.b, Path(folder) / "b", options)

    if code_a:
        print(f"khal failed on A: {errors_a.splitlines()[-1:]}", file=sys.stderr)
        return 2
    found = []
    if code_b:
        found.append(f"khal failed on B with exit code {code_b}")
    found += [f"khal warns about B: {line}" for line in errors_b.splitlines()]
    a, b = Counter(lines_a), Counter(lines_b)
    found += [f"only in A: {line}" for line in sorted((a - b).elements())]
    found += [f"only in B: {line}" for line in sorted((b - a).elements())]
    if not found and not lines_b:
        found.append("khal shows nothing in this range: nothing was judged")
    for line in found:
        print(line)
    if not found:
        print(f"khal: {len(lines_b)} lines agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
