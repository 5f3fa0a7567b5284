#!/usr/bin/env python3
"""Asks python-icalendar whether B.ics says what A.ics says.

    judge_icalendar.py A.ics B.ics

Every VEVENT and VTODO of A must be in B, and no other: same UID and RECURRENCE-ID, same start (value type, and
instant; for a recurring item also wall time and zone rules), same end or due time however it is written, same
SUMMARY, and RRULE, RDATE, EXDATE equal as sets. B must read without errors.

Exit code 0: the same; 1: differences, one a line on standard output; 2: A cannot be read or has no items.
"""

import sys
from pathlib import Path

from icalendar import Calendar

from normal_form import (ITEM_KINDS, clock, end_of, moment, rules_of, text, time_of, values_of)


def items(path):
    """The items of every VCALENDAR in the file."""
    found = []
    for calendar in Calendar.from_ical(Path(path).read_bytes(), multiple=True):
        for component in calendar.walk():
            if component.name in ITEM_KINDS:
                found.append(component)
    return found


def identity(component):
    """Kind, UID and recurrence id."""
    recurrence_id = time_of(component, "RECURRENCE-ID")
    return (
        component.name,
        text(component, "UID") or "(no UID)",
        moment(recurrence_id) if recurrence_id is not None else ("master", ""),
    )


def description(component):
    """What has to be equal, by the name of what it is."""
    start, end = time_of(component, "DTSTART"), end_of(component)
    rules = rules_of(component, "RRULE")
    said = {
        "start": None if start is None else moment(start),
        "end": None if end is None else moment(end),
        "SUMMARY": text(component, "SUMMARY"),
        "RRULE": rules,
        "EXRULE": rules_of(component, "EXRULE"),
        "RDATE": values_of(component, "RDATE"),
        "EXDATE": values_of(component, "EXDATE"),
    }
    if rules and start is not None:
        said["zone of the start"] = clock(start)
    return said


def by_identity(components):
    """Descriptions under their identity, in a fixed order where several share one."""
    table = {}
    for component in components:
        table.setdefault(identity(component), []).append(description(component))
    for descriptions in table.values():
        descriptions.sort(key=repr)
    return table


def differences(a, b):
    """One line for each difference between two tables of items."""
    for key in sorted(a.keys() | b.keys()):
        name = " ".join([key[0], key[1], key[2][1]]).strip()
        ours, theirs = a.get(key, []), b.get(key, [])
        if not theirs:
            yield f"{name}: missing in B"
        elif not ours:
            yield f"{name}: only in B"
        elif len(ours) != len(theirs):
            yield f"{name}: {len(ours)} in A, {len(theirs)} in B"
        else:
            for one, other in zip(ours, theirs):
                for what in sorted(one.keys() | other.keys()):
                    if one.get(what) != other.get(what):
                        yield f"{name}: {what}: A {one.get(what)!r}, B {other.get(what)!r}"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    try:
        a = items(arguments[0])
    except (OSError, ValueError) as error:
        print(f"{arguments[0]}: cannot be read: {error}", file=sys.stderr)
        return 2
    if not a:
        print(f"{arguments[0]}: no items found: nothing can be judged", file=sys.stderr)
        return 2
    try:
        b = items(arguments[1])
    except (OSError, ValueError) as error:
        print(f"B cannot be read: {error}")
        return 1

    found = [
        f"{component.name} {text(component, 'UID')}: B has a bad {name}: {problem}"
        for component in b
        for name, problem in component.errors
    ]
    if not found:
        found = list(differences(by_identity(a), by_identity(b)))
    for line in found:
        print(line)
    if not found:
        print(f"icalendar: {len(b)} items agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
