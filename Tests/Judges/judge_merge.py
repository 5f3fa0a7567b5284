#!/usr/bin/env python3
"""Asks python-icalendar whether `almanac merge` keeps what two programs changed in copies of one calendar.

    judge_merge.py ALMANAC FILE.ics [--rounds N] [--seed N]

In each round python-icalendar writes three files: FILE, and two copies with random edits that have nothing in common –
titles, places, categories, attendees, alarms, added and deleted items. What `ALMANAC merge BASE OURS THEIRS` writes must
have every component and property of a three-way merge that is made here, property by property, and no other, without
a conflict, whichever copy is ours.

Exit code 0: agreement; 1: differences, one a line on standard output; 2: FILE cannot be read or has no items.
"""

import argparse
import copy
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from icalendar import Alarm, Calendar, Event, vCalAddress
from icalendar.parser import Contentlines

ITEMS = ("VEVENT", "VTODO", "VJOURNAL")


def lines_of(component):
    """The content lines of a component and those in it, one for each category."""
    found, path = [], []
    for line in Contentlines.from_ical(component.to_ical()):
        if not line:
            continue
        name, parameters, value = line.parts()
        name = name.upper()
        if name == "BEGIN":
            path.append(value)
        elif name == "END":
            path.pop()
        else:
            values = value.split(",") if name == "CATEGORIES" else [value]
            stated = tuple(sorted((key, str(parameters[key])) for key in parameters))
            found += [("/".join(path), name, stated, each) for each in values]
    return found


def identity(component):
    recurrence_id = component.get("RECURRENCE-ID")
    return component.name, str(component.get("UID")), str(recurrence_id.dt) if recurrence_id else ""


def items_of(calendar):
    return {identity(each): Counter(lines_of(each)) for each in calendar.subcomponents if each.name in ITEMS}


def merged(base, ours, theirs):
    """The three-way merge: every line is as the side has it that changed its number."""
    result = {}
    for key in set(base) | set(ours) | set(theirs):
        states = [side.get(key) for side in (base, ours, theirs)]
        if states[0] is not None and None in states[1:]:
            continue
        old, mine, others = (state or Counter() for state in states)
        lines = {line: mine[line] + others[line] - old[line] for line in set(old) | set(mine) | set(others)}
        if states[0] is None:
            lines = mine | others
        result[key] = Counter({line: count for line, count in lines.items() if count > 0})
    return result


def edit(component, aspect, number):
    if aspect == "title":
        component["SUMMARY"] = component.get("SUMMARY", "") + f" {number}"
    elif aspect == "place":
        component["LOCATION"] = f"Room, {number}; left"
    elif aspect == "category":
        component.add("CATEGORIES", [f"judged-{number}"])
    elif aspect == "attendee":
        address = vCalAddress(f"mailto:judged-{number}@example.org")
        address.params["CN"] = f"Judge {number}"
        component.add("ATTENDEE", address, encode=False)
    elif aspect == "alarm":
        alarm = Alarm()
        alarm.add("ACTION", "DISPLAY")
        alarm.add("DESCRIPTION", f"Judged {number}")
        alarm["TRIGGER"] = f"-PT{1000 + number}M"
        component.add_component(alarm)
    elif aspect == "property":
        component[f"X-JUDGED-{number}"] = f"{number}"


def copies(base, source):
    """Two copies with edits that have nothing in common."""
    sides = [copy.deepcopy(base), copy.deepcopy(base)]
    uids = sorted({str(each.get("UID")) for each in base.subcomponents if each.name in ITEMS})
    for number, uid in enumerate(uids):
        aspects = ["title", "place", "category", "attendee", "alarm", "property"]
        source.shuffle(aspects)
        if source.random() < 0.2:
            side = source.choice(sides)
            side.subcomponents = [each for each in side.subcomponents if str(each.get("UID")) != uid]
            continue
        for side, aspect in zip(sides, aspects):
            if source.random() < 0.7:
                main = next((e for e in side.subcomponents if str(e.get("UID")) == uid and e.name in ITEMS), None)
                # A journal entry has no alarms; a series without its main item is not edited.
                if main is not None and "RECURRENCE-ID" not in main and main.name != "VJOURNAL":
                    edit(main, aspect, number)
    for number, side in enumerate(sides):
        event = Event()
        event.add("UID", f"added-{number}@example.org")
        event["DTSTAMP"] = event["DTSTART"] = "20260302T090000Z"
        event.add("SUMMARY", f"Added {number}")
        side.add_component(event)
    return sides


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("almanac")
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        base = Calendar.from_ical(options.file.read_bytes())
    except ValueError as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    if not items_of(base):
        print(f"{options.file}: no items", file=sys.stderr)
        return 2
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("base.ics", "one.ics", "other.ics")]
        for number in range(options.rounds):
            states = [base] + copies(base, random.Random(options.seed + number))
            for path, state in zip(paths, states):
                path.write_bytes(state.to_ical())
            expected = merged(*(items_of(Calendar.from_ical(path.read_bytes())) for path in paths))
            for order in ((0, 1, 2), (0, 2, 1)):
                command = [options.almanac, "merge", *(str(paths[place]) for place in order)]
                run = subprocess.run(command, capture_output=True)
                if run.returncode != 0:
                    print(f"round {number}: exit code {run.returncode}: {run.stderr.decode().strip()}")
                    differences += 1
                    continue
                found = items_of(Calendar.from_ical(run.stdout))
                for key in sorted(set(expected) | set(found)):
                    one, other = expected.get(key, Counter()), found.get(key, Counter())
                    for line in sorted((one - other).elements()):
                        print(f"round {number}, {key}: missing {line}")
                    for line in sorted((other - one).elements()):
                        print(f"round {number}, {key}: not expected {line}")
                    differences += one != other
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
