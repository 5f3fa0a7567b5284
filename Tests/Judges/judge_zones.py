#!/usr/bin/env python3
"""Asks python-icalendar, with dateutil, whether the VTIMEZONEs of a file are the zones that they name.

    judge_zones.py FILE [--from 2026] [--until 2110]

Every VTIMEZONE must have the offset of zoneinfo's zone of its TZID: at noon of the 1st and the 15th of each month of
the years given, and an hour and a second before and after each change of offset up to 2037.

Exit code 0: it has; 1: differences, one a line on standard output; 2: FILE has no VTIMEZONE that could be judged.
"""

import argparse
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from icalendar import Calendar

MARGIN = timedelta(seconds=3601)


def changes(zone, first, last):
    """The instants in UTC at which a zone's offset changes, to the second, of those that hold for a day at least."""
    found, before = [], datetime(first, 1, 1, tzinfo=timezone.utc)
    while before.year < last:
        after = before + timedelta(days=1)
        if before.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            low, high = before, after
            while high - low > timedelta(seconds=1):
                middle = low + timedelta(seconds=(high - low).total_seconds() // 2)
                same = middle.astimezone(zone).utcoffset() == before.astimezone(zone).utcoffset()
                low, high = (middle, high) if same else (low, middle)
            found.append(high)
        before = after
    return found


def moments(zone, first, last):
    """The times on the zone's clock at which it is judged."""
    noons = [
        datetime(year, month, day, 12)
        for year in range(first, last + 1) for month in range(1, 13) for day in (1, 15)
    ]
    sides = [
        (change + margin).astimezone(zone).replace(tzinfo=None)
        for change in changes(zone, first, min(last, 2037) + 1) for margin in (-MARGIN, MARGIN)
    ]
    return noons + sides


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--from", dest="first", type=int, default=2026)
    parser.add_argument("--until", dest="last", type=int, default=2110)
    options = parser.parse_args()
    try:
        definitions = [
            component
            for calendar in Calendar.from_ical(Path(options.file).read_bytes(), multiple=True)
            for component in calendar.walk("VTIMEZONE")
        ]
    except (OSError, ValueError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    if not definitions:
        print(f"{options.file}: no VTIMEZONE", file=sys.stderr)
        return 2
    # Many names stand for one zone: what a text says at a time is asked once.
    said, result = {}, 0
    for definition in definitions:
        name = str(definition["TZID"])
        try:
            true = ZoneInfo(name)
        except (KeyError, ValueError, OSError) as error:
            print(f"{name}: no zone to judge it by: {error}", file=sys.stderr)
            return 2
        lines = definition.to_ical().splitlines()
        text = b"\n".join(line for line in lines if not line.startswith(b"TZID"))
        known = said.setdefault(text, {})
        stated = definition.to_tz(lookup_tzid=False)
        for moment in moments(true, options.first, options.last):
            if moment not in known:
                known[moment] = stated.utcoffset(moment)
            if known[moment] != true.utcoffset(moment):
                print(f"{name}: {known[moment]} at {moment}, not {true.utcoffset(moment)}")
                result = 1
                break
    return result


if __name__ == "__main__":
    sys.exit(main())
