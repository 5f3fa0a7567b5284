#!/usr/bin/env python3
"""Runs each line of the table "The programs you may come from" in Examples/CommandLine/README.md, and beside it the line of the
other program where that is installed.

    judge_commands.py --almanac PATH [--table README.md] [--row TEXT]

Each row begins with the same calendars, in a home folder of its own. What both lines list must be the same; what both change must
leave the same items. Rows of programs that need an account or a screen are only run here.

Exit code 0: all rows are true; 1: some are not, one a line; 2: a program is missing.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = ["cal", "ncal", "khal", "calcurse", "remind", "todoman"]

ITEMS = [
    'add "Lunch with Ana tomorrow 12-13"',
    'add "Dentist today 23:00" --for 45m --location "Carrer Major 5"',
    'add event Standup --at "2026-11-30 9:15" --for 15m --repeat "every weekday for 20 times"',
    'add event Fair --at 2026-12-01',
    'add event Theatre --at "2026-12-03 20:00" --for 2h --category culture',
    'add todo Rent --at 2026-11-25 --priority high',
    'add todo Report --at 2030-01-10T12:00 --category culture',
    'add todo Bins --at 2030-01-08',
]

KHAL = """\
[calendars]
[[personal]]
path = {home}/cal/personal
[[work]]
path = {home}/cal/work
[default]
default_calendar = personal
[view]
agenda_event_format = {{start-date}}\t{{title}}
agenda_day_format =
[sqlite]
path = {home}/khal.db
[locale]
default_timezone = Europe/Madrid
local_timezone = Europe/Madrid
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
firstweekday = 0
"""

TODOMAN = """\
path = "{home}/cal/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
default_list = "personal"
default_due = 0
cache_path = "{home}/todoman.sqlite"
"""

CALCURSE = """\
format.inputdate=4
format.outputdate=%Y-%m-%d
"""

CONFIGURATION = """\
zone = "Europe/Madrid"
default-calendar = "personal"
[calendars.personal]
path = "~/cal/personal"
[calendars.work]
path = "~/cal/work"
"""


class Missing(Exception):
    pass


class Home:
    """A home folder with two calendars, and the configurations of the programs."""

    def __init__(self, almanac, model=None):
        self.path = tempfile.mkdtemp(prefix="almanac-commands-")
        self.environment = {
            "HOME": self.path, "TZ": "Europe/Madrid", "LC_ALL": "C.UTF-8", "EDITOR": "true", "VISUAL": "true",
            "PATH": f"{self.path}/bin:" + os.environ["PATH"],
        }
        if model:
            shutil.rmtree(self.path)
            shutil.copytree(model.path, self.path, symlinks=True)
        else:
            for folder in ["bin", "cal/personal", "cal/work", ".config/almanac", ".config/calcurse", ".config/khal",
                           ".config/todoman"]:
                os.makedirs(f"{self.path}/{folder}")
            for name in ["almanac", "AlmanacInternational"]:
                os.symlink(Path(almanac).resolve().parent / name, f"{self.path}/bin/{name}")
            self.write(".config/almanac/config.toml", CONFIGURATION)
            for line in ITEMS:
                self.run(f"almanac {line}")
            self.run("almanac export -o course.ics")
        self.write(".config/calcurse/conf", CALCURSE)
        self.write(".config/khal/config", KHAL.format(home=self.path))
        self.write(".config/todoman/config.py", TODOMAN.format(home=self.path))

    def write(self, name, text):
        Path(self.path, name).write_text(text)

    def remove(self):
        shutil.rmtree(self.path)

    def run(self, line, expected=(0,)):
        run = subprocess.run(
            ["bash", "-c", line], cwd=self.path, env=self.environment, capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL)
        if run.returncode not in expected:
            raise AssertionError(f"{line}: exit status {run.returncode}: {run.stderr.strip()[-300:]}")
        return run.stdout

    def items(self):
        """The occurrences of events of some years, and all to-dos, without what names or dates the change. Priorities 1 to 4 are
        high, 6 to 9 low (RFC 5545)."""
        events = json.loads(self.run("almanac list --kind event --from 2026-11-01 --until 2028-12-31 --format json"))
        todos = json.loads(self.run("almanac todo --all --format json"))
        calendars = [(item["start"], item["end"], item["summary"], item["location"], item["calendar"])
                     for item in events["items"]]
        return sorted(map(str, calendars)) + sorted(
            str((item["summary"], item["status"] or "NEEDS-ACTION", item["due"], "0111123333"[item["priority"]],
                 item["calendar"]))
            for item in todos["items"])


def titles(listing):
    """The dates and titles of lines."""
    return sorted({tuple(line.split("\t")[:2]) for line in listing.splitlines() if "\t" in line})


def listed(home, line, kind="event"):
    """The dates and titles that a line of almanac lists."""
    found = home.run(line + " --format '{start}\\t{summary}\\t{kind}'")
    rows = [row.split("\t") for row in found.splitlines()]
    return sorted({(start[:10], summary) for start, summary, own in rows if kind in (own, "any")})


def days(text):
    """The days of the months of a text of cal, a week a list."""
    weeks = [re.findall(r"\d+", line) for line in text.splitlines()]
    return [[int(day) for day in week] for week in weeks if week and all(int(day) <= 31 for day in week)]


def days_here(home, line):
    shown = json.loads(home.run(line + " --format json"))
    weeks = []
    for month in shown.get("months", [shown]):
        for week in month["weeks"]:
            own = [int(day["date"][-2:]) for day in week["days"] if day["inMonth"]]
            weeks += [own] if own else []
    return weeks


def compare_days(there, here, home, other):
    first = "" if "first-weekday" in here else " --first-weekday sunday"
    # Up to three months are side by side, in 22 columns each.
    lines = other.run(there).splitlines()
    months = ["\n".join(line[column:column + 20] for line in lines) for column in (0, 22, 44)]
    return [week for month in months for week in days(month)], days_here(home, here + first)


def compare_titles(there, here, home, other):
    if not there.startswith("khal search"):
        return titles(other.run(there)), listed(home, here)
    # A search finds what was listed before, has a format of its own, and writes no tabs.
    other.run("khal list")
    found = other.run(there + " --format '{start-date}|{title}'")
    return titles(found.replace("|", "\t")), listed(home, here)


def compare_items(there, here, home, other):
    if there.startswith("todoman") and "ID" in there:
        todos = json.loads(other.run("todoman --porcelain list"))
        there = there.replace("ID", str(next(todo["id"] for todo in todos if todo["summary"] == "Rent")))
    other.run(there)
    home.run(here)
    return other.items(), home.items()


def compare_todos(there, here, home, other):
    """The open to-dos with their due times, in order of these."""
    todos = json.loads(other.run(there.replace("todoman", "todoman --porcelain", 1)))
    own = json.loads(home.run(here + " --format json"))["items"]

    def moment(todo):
        due = todo["due"]
        if isinstance(due, (int, float)):
            return due
        start = datetime.datetime.fromisoformat(due)
        return start.replace(tzinfo=start.tzinfo or datetime.timezone.utc).timestamp()

    return ([todo["summary"] for todo in sorted(todos, key=moment)], [todo["summary"] for todo in own])


def compare_calcurse(there, here, home, other):
    other.run("almanac export -o all.ics && calcurse -q -i all.ics")
    formats = " ".join(f"--format-{kind} '\\t%m\\n'" for kind in ["apt", "recur-apt", "event", "recur-event"])
    found = other.run(f"{there} --filter-type cal {formats}")
    rows, day = set(), ""
    for line in found.splitlines():
        if line.startswith("\t"):
            rows.add((day, line[1:]))
        elif line:
            day = line.rstrip(":")
    return sorted(rows), listed(home, here)


def compare_reminders(there, here, home, other):
    """The times at which a reminder is shown, and those of the item here, in thirteen months."""
    other.write("reminders", there + "\n")
    found = other.run("remind -s13 reminders 2026-12-01")
    rows = [line.split(None, 6) for line in found.splitlines() if re.match(r"\d{4}/", line)]
    theirs = sorted((row[0].replace("/", "-"), "" if row[4] == "*" else f"{int(row[4]) // 60:02}:{int(row[4]) % 60:02}")
                    for row in rows)
    uid = home.run(here).strip().splitlines()[-1]
    items = json.loads(home.run("almanac list --from 2026-12-01 --until 2027-12-31 --format json"))["items"]
    own = sorted((item["start"][:10], item["start"][11:16]) for item in items if item["uid"] == uid)
    return theirs, own


def compare_names(there, here, home, other):
    own = json.loads(home.run(here + " --format json"))["calendars"]
    return sorted(other.run(there).split()), sorted(calendar["name"] for calendar in own)


# The comparison of a row, by the beginning of the other program's line.
COMPARISONS = [
    (r"ncal -w", None), (r"n?cal ", compare_days), (r"khal (list|search|at)", compare_titles),
    (r"khal printcalendars", compare_names),
    (r"khal new", compare_items), (r"todoman list", compare_todos),
    (r"todoman (new|done|cancel|delete|move|copy|edit -d)", compare_items), (r"calcurse -Q", compare_calcurse),
    (r"REM ", compare_reminders),
]


def rows(table):
    """The lines of the table, each with the program, its line or keys, and the line here."""
    text = table.read_text().split("## The programs you may come from")[1].split("\n## ")[0]
    for line in text.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 3 and "`almanac" in cells[2]:
            yield cells[0], cells[1].strip("`"), re.findall(r"`(almanac[^`]*)`", cells[2])


def judge(program, there, lines, model, almanac):
    """The fault of a row; `None` for none."""
    home, other = Home(almanac, model), Home(almanac, model)
    try:
        compare = next((function for start, function in COMPARISONS if re.match(start, there)), None)
        if compare is None or len(lines) > 1:
            for line in lines:
                # A loop that goes on until it is ended.
                forever = "notify" in line and "--once" not in line
                home.run(f"timeout 1 {line}" if forever else line, (0, 124) if forever else (0,))
            return None
        theirs, own = compare(there, lines[0], home, other)
        if theirs == own and own:
            return None
        return f"{program}: {there}: {[one for one in theirs if one not in own]} there, " \
            f"{[one for one in own if one not in theirs]} here, {len(theirs)} and {len(own)}"
    except (AssertionError, subprocess.TimeoutExpired, StopIteration, KeyError) as error:
        return f"{program}: {there}: {error!r}"
    finally:
        home.remove()
        other.remove()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--almanac", required=True)
    parser.add_argument(
        "--table", type=Path, default=Path(__file__).parents[2] / "Examples/CommandLine/README.md")
    parser.add_argument("--row", default="")
    options = parser.parse_args()
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        print("missing:", ", ".join(missing))
        return 2
    model = Home(options.almanac)
    found = [row for row in rows(options.table) if options.row in row[1]]
    faults = [fault for row in found if (fault := judge(*row, model, options.almanac))]
    model.remove()
    print("\n".join(faults + [f"{len(found)} rows, {len(faults)} of which are not true"]))
    return 1 if faults or not found else 0


sys.exit(main())
