#!/usr/bin/env python3
"""Asks whether classes and sessions are the same after other programs have saved their calendar.

    judge_rosters.py --almanac PROGRAM --kde PROGRAM

Almanac makes a calendar with a class – booked, waiting, held and ended bookings, a limit of a channel, a closed week – and
with sessions. KDE's engine (`resave_kde`), python-icalendar, khal and sabre/vobject save it, KDE's engine also with a new title; then
Almanac has to read the same. At last every X- property and X- parameter is stripped, as Google's and Outlook's calendars do: the
same people have to be booked and to wait, and nobody else may be able to book; the same after KDE's engine.

Exit code 0: the same; 1: differences; 2: a judge is missing or failed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import icalendar

from judge_khal import CONFIGURATION

NOW = "2026-03-01T08:00"
DATES = ["2026-03-02", "2026-03-09"]
WEEK = ["--from", "2026-03-02", "--days", "14"]


class Almanac:
    def __init__(self, program, calendar):
        self.program, self.calendar = program, str(calendar)

    def run(self, *words, refused=False):
        command = [self.program, *words, "-c", self.calendar, "--now", NOW, "--zone", "Europe/Madrid"]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0 and not refused:
            raise Failure(f"{' '.join(command)}: {run.stderr or run.stdout}")
        return run.stdout

    def json(self, *words, refused=False):
        return json.loads(self.run(*words, "--format", "json", refused=refused))


class Failure(Exception):
    pass


def make(almanac):
    """A calendar with a class and sessions; the class's UID."""
    Path(almanac.calendar).touch()
    uid = almanac.run(
        "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h", "--places", "3",
        "--channel", "web=1", "--channel", "club, own=2", "--instructor", "Ana", "--organizer", "gym@example.org",
        "--places-per-booking", "2",
    ).strip()
    for member in ["ana@example.org", "Bob Smith, senior", "zoë@müller.example", "dan@localhost", "日本@example.jp"]:
        for date in DATES:
            almanac.run("class", "book", uid, "--on", date, "--member", member, "--waitlist")
    almanac.run("class", "cancel", uid, "--on", DATES[0], "--member", "ana@example.org")
    almanac.run("class", "cancel", uid, "--on", DATES[1], "--member", "日本@example.jp")
    almanac.run("class", "cancel", uid, "--on", DATES[1], "--member", "dan@localhost")
    almanac.run("class", "cancel", uid, "--on", DATES[1], "--member", "zoë@müller.example")
    almanac.run("class", "hold", uid, "--on", DATES[1], "--member", "fay@example.org")
    almanac.run("class", "change", uid, "--on", "2026-03-30", "--cancel", "Ana is ill; no class,\nsorry", "--yes")
    almanac.run("class", "close", uid, "--from", "2026-03-23", "--until", "2026-03-29", "--yes")
    sessions = []
    for client, at in [("ana@example.org", "03T10:00"), ("Bob senior", "04T10:00"), ("zoë@müller.example", "05T10:00")]:
        sessions.append(
            almanac.run(
                "session", "book", "--coach", "coach@example.org", "--client", client, "--at", f"2026-03-{at}",
                "--for", "45m",
            ).split()[0]
        )
    almanac.run("session", "cancel", sessions[1])
    # Rooms and amounts, with a coach and without; names that need escapes.
    for words in [
        ["--coach", "coach@example.org", "--client", "ana@example.org", "--any-of", "room:Blue; 1st 50%,Red",
         "--capacity", "Blue; 1st 50%=12", "--resource", "mats:3/10", "--at", "2026-03-06T10:00"],
        ["--any-of", "court:court 1,court 2", "--at", "2026-03-06T12:00"],
        ["--coach", "coach@example.org", "--client", "ana@example.org", "--client", "zoë@müller.example",
         "--any-of", "room:Red", "--at", "2026-03-06T15:00"],
    ]:
        almanac.run("session", "book", *words)
    return uid


def state(almanac, uid):
    """All that Almanac says of the class and the sessions."""
    return {
        "rosters": [almanac.json("class", "roster", uid, "--on", date)["rosters"] for date in DATES],
        "statistics": almanac.json("class", "stats"),
        "classes": almanac.json("class", "list"),
        "offers": almanac.json("class", "offers", "--member", "new@example.org", *WEEK),
        "closed": almanac.json("class", "offers", "--member", "new@example.org", "--from", "2026-03-23", "--days", "14"),
        "web": almanac.json("class", "offers", "--member", "new@example.org", "--channel", "web", *WEEK),
        "sessions": almanac.json("session", "list", *WEEK),
    }


def without(value, names):
    if isinstance(value, dict):
        return {key: without(item, names) for key, item in value.items() if key not in names}
    if isinstance(value, list):
        return [without(item, names) for item in value]
    return value


def people(almanac, uid):
    """Who is booked and who waits, on each date."""
    return [
        [(member["member"], member["state"]) for member in roster["members"]]
        for date in DATES
        for roster in almanac.json("class", "roster", uid, "--on", date)["rosters"]
    ]


def saved_by_kde(program, *title):
    def save(calendar, result):
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
        command = [program, str(calendar), str(result), *title]
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        if run.returncode != 0:
            raise Failure(f"{program}: {run.stderr}")

    return save


def saved_by_icalendar(calendar, result):
    result.write_bytes(icalendar.Calendar.from_ical(calendar.read_bytes()).to_ical())


def saved_by_khal(calendar, result):
    result.mkdir()
    home = result.parent / (result.name + "-home")
    home.mkdir()
    configuration = home / "config"
    configuration.write_text(
        CONFIGURATION.format(vdir=result, database=home / "khal.db", zone="Europe/Madrid")
    )
    environment = dict(os.environ, HOME=str(home), LC_ALL="C.UTF-8", XDG_CACHE_HOME=str(home))
    command = ["khal", "-c", str(configuration), "import", "--batch", "-a", "judged", str(calendar)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        raise Failure(f"khal: {run.stderr}")


def saved_by_vobject(calendar, result):
    program = (
        "require 'Sabre/VObject/autoload.php';"
        "echo Sabre\\VObject\\Reader::read(file_get_contents($argv[1]))->serialize();"
    )
    run = subprocess.run(["php", "-r", program, str(calendar)], capture_output=True)
    if run.returncode != 0:
        raise Failure(f"sabre/vobject: {run.stderr.decode()}")
    result.write_bytes(run.stdout)


def saved_without_extensions(calendar, result):
    def strip(component):
        for name in [name for name in component if name.upper().startswith("X-") or name.upper() == "CONCEPT"]:
            del component[name]
        for value in component.values():
            for item in value if isinstance(value, list) else [value]:
                parameters = getattr(item, "params", {})
                for name in [name for name in parameters if name.upper().startswith("X-")]:
                    del parameters[name]
        for part in component.subcomponents:
            strip(part)

    whole = icalendar.Calendar.from_ical(calendar.read_bytes())
    strip(whole)
    result.write_bytes(whole.to_ical())


def differences(name, one, other):
    if one == other:
        return []
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted(set(one) | set(other))
        return [line for key in keys for line in differences(f"{name}.{key}", one.get(key), other.get(key))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [line for i, pair in enumerate(zip(one, other)) for line in differences(f"{name}[{i}]", *pair)]
    return [f"{name}: {json.dumps(other)}, expected {json.dumps(one)}"]


def judged(options, folder):
    original = folder / "gym.ics"
    almanac = Almanac(options.almanac, original)
    uid = make(almanac)
    expected = state(almanac, uid)
    if not any(members for members in people(almanac, uid)):
        raise Failure("the class has no bookings: nothing was judged")
    found = []
    programs = {
        "kde": saved_by_kde(options.kde),
        "icalendar": saved_by_icalendar,
        "khal": saved_by_khal,
        "vobject": saved_by_vobject,
    }
    for name, save in programs.items():
        result = folder / name
        save(original, result)
        found += differences(name, expected, state(Almanac(options.almanac, result), uid))

    renamed = folder / "renamed.ics"
    saved_by_kde(options.kde, uid, "Renamed")(original, renamed)
    titles = ["title", "summary", "name"]
    changed = state(Almanac(options.almanac, renamed), uid)
    found += differences("renamed", without(expected, titles), without(changed, titles))
    if changed["classes"]["classes"][0]["title"] != "Renamed":
        found.append("renamed: the class has its old title")

    # KDE's engine drops CONCEPT and attendees without a mail address of a domain; the X- properties have both.
    kept = without(expected["sessions"], ["version"])
    for name, source in [("stripped", original), ("kde and stripped", folder / "kde")]:
        result = folder / f"{name}.ics"
        saved_without_extensions(source, result)
        stripped = Almanac(options.almanac, result)
        booked = [[entry for entry in date if entry[1] != "held"] for date in people(almanac, uid)]
        if source != original:
            booked = [[entry for entry in date if "." in entry[0].rpartition("@")[2]] for date in booked]
        found += differences(name, booked, people(stripped, uid))
        for date in DATES + ["2026-03-16"]:
            words = ["class", "book", uid, "--on", date, "--member", "new@example.org", "--waitlist"]
            refusals = [refusal["code"] for refusal in stripped.json(*words, refused=True).get("refused", [])]
            if "closed" not in refusals:
                found.append(f"{name}: {date} has {refusals}, expected closed as nobody knows the number of places")
        if source == original:
            # Without marks an appointment is a session of a coach who is named.
            named = stripped.json("session", "list", "--coach", "coach@example.org", *WEEK)
            things = stripped.json("session", "list", "--coach", "", *WEEK)
            sessions = without(named, ["version"])
            sessions["sessions"] += things["sessions"]
            sessions["sessions"].sort(key=lambda session: session["start"])
            found += differences(f"{name} sessions", kept, sessions)
    return found, len(programs) + 3


def main():
    parser = argparse.ArgumentParser(description="compare rosters and sessions that other programs saved")
    parser.add_argument("--almanac", required=True)
    parser.add_argument("--kde", required=True, help="resave_kde.cpp, compiled")
    options = parser.parse_args()
    for program in [options.almanac, options.kde, "khal", "php"]:
        if not shutil.which(program):
            print(f"{program} is missing", file=sys.stderr)
            return 2
    try:
        with tempfile.TemporaryDirectory(prefix="judge-rosters-") as folder:
            found, count = judged(options, Path(folder))
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 2
    for line in found:
        print(line)
    if not found:
        print(f"rosters and sessions: {count} resaved calendars agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
