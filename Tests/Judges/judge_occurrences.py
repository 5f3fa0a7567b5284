#!/usr/bin/env python3
"""The occurrences of a calendar as recurring-ical-events finds them, to set against `almanac list --format json`.

    judge_occurrences.py FILE --from 2026-03-01 --until 2026-03-31 --zone Europe/Madrid
    judge_occurrences.py FILE --from … --until … --zone … --against almanac.json

The first form prints one JSON object a line, sorted, with the keys of `almanac list`; the second compares and
prints one line for each difference. As in `almanac list`, a date in --until is included and a time is not.

An event belongs to the range when it overlaps it; a to-do when its due time (else its start) lies in it, unless
it is done or cancelled; to-dos without any time are left out on both sides. Floating times and dates are taken
in --zone. Zoned times are compared as instants, so that the name of a zone does not matter.

Exit code 0: the same (or printed); 1: differences; 2: a file cannot be read.
"""

import argparse
import json
import sys
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import recurring_ical_events
from icalendar import Calendar

from normal_form import ITEM_KINDS, moment, text, time_of

CLOSED = {"COMPLETED", "CANCELLED"}


class Occurrence:
    """One instance: what identifies it and what has to be equal."""

    def __init__(self, kind, uid, recurrence_id, summary, status, start, end):
        self.kind, self.uid, self.summary = kind, uid, summary
        self.recurrence_id, self.status = recurrence_id, (status or "").upper()
        self.start, self.end = start, end

    @property
    def key(self):
        recurrence_id = ("single", "") if self.recurrence_id is None else moment(self.recurrence_id)
        return (self.kind, self.uid, recurrence_id)

    @property
    def name(self):
        return " ".join([self.kind, self.uid, self.key[2][1]]).strip()

    def in_range(self, first, last, zone):
        """Whether it belongs to the half-open range of instants."""
        if self.kind == "todo":
            anchor = self.end if self.end is not None else self.start
            if anchor is None or self.status in CLOSED:
                return False
            return first <= instant(anchor, zone) < last
        start, end = instant(self.start, zone), instant(self.end, zone)
        return start < last and (end > first or start == end == first)

    def json(self):
        return {
            "uid": self.uid,
            "kind": self.kind,
            "summary": self.summary,
            "start": written(self.start),
            "end": written(self.end),
            "allDay": self.start is not None and not isinstance(self.start, datetime),
            "recurrenceID": written(self.recurrence_id),
            "status": self.status.lower() or None,
        }


def instant(value, zone):
    """Where a date, floating or zoned time lies when floating values are taken in the zone."""
    if not isinstance(value, datetime):
        value = datetime.combine(value, time())
    if value.tzinfo is None:
        value = value.replace(tzinfo=zone)
    return value.astimezone(timezone.utc)


def written(value):
    """A value as an RFC 9557 string; floating times without offset, dates as dates."""
    if value is None or not isinstance(value, datetime) or value.tzinfo is None:
        return None if value is None else value.isoformat()
    zone = getattr(value.tzinfo, "key", None) or str(value.tzinfo)
    return f"{value.isoformat()}[{zone}]"


def read(string):
    """The date or datetime of an RFC 9557 string; its zone name only repeats what the offset says."""
    if string is None:
        return None
    string = string.partition("[")[0]
    return datetime.fromisoformat(string) if "T" in string else date.fromisoformat(string)


def judged(path, first, last, zone):
    """What recurring-ical-events finds, asked in a wider range and cut to it here by one rule for all."""
    found = []
    calendars = Calendar.from_ical(Path(path).read_bytes(), multiple=True)
    if not calendars:
        raise ValueError(f"{path} holds no whole VCALENDAR")
    for calendar in calendars:
        series = {
            (component.name, text(component, "UID"))
            for component in calendar.walk()
            if any(name in component for name in ("RRULE", "RDATE", "RECURRENCE-ID"))
        }
        query = recurring_ical_events.of(calendar, components=list(ITEM_KINDS), skip_bad_series=True)
        margin = timedelta(days=2)
        for component in query.between(first - margin, last + margin):
            if not any(name in component for name in ("DTSTART", "DUE")):
                continue
            uid = text(component, "UID")
            recurring = (component.name, uid) in series
            start = time_of(component, "DTSTART")
            occurrence = Occurrence(
                "todo" if component.name == "VTODO" else "event",
                uid,
                time_of(component, "RECURRENCE-ID") if recurring else None,
                text(component, "SUMMARY"),
                text(component, "STATUS"),
                start,
                time_of(component, "DUE") if component.name == "VTODO" else component.end,
            )
            if occurrence.in_range(first, last, zone):
                found.append(occurrence)
    return sorted(found, key=lambda o: (instant(o.start or o.end, zone), o.key))


def claimed(path):
    """What `almanac list --format json` printed."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    found = []
    for item in document["items"]:
        occurrence = Occurrence(
            item["kind"], item["uid"], read(item["recurrenceID"]), item["summary"], item.get("status"),
            read(item["start"]), read(item["end"]),
        )
        closed = occurrence.kind == "todo" and occurrence.status in CLOSED
        timeless = occurrence.start is None and occurrence.end is None
        if occurrence.kind != "journal" and not closed and not timeless:
            found.append(occurrence)
    return found


def differences(ours, theirs):
    """One line for each difference between the judge's occurrences and almanac's."""
    expected, actual = grouped(ours), grouped(theirs)
    for key in sorted(expected.keys() | actual.keys()):
        wanted, given = expected.get(key, []), actual.get(key, [])
        name = (wanted or given)[0].name
        if len(wanted) != len(given):
            yield f"{name}: the judge finds it {len(wanted)} times, almanac {len(given)} times"
            continue
        for one, other in zip(wanted, given):
            for what, judge, almanac in compared(one, other):
                if judge != almanac:
                    yield f"{name}: {what}: the judge says {judge!r}, almanac {almanac!r}"


def compared(one, other):
    """The pairs that have to be equal: (what, judge's, almanac's)."""
    yield "summary", one.summary or "", other.summary or ""
    yield "cancelled", one.status == "CANCELLED", other.status == "CANCELLED"
    if one.kind == "event":
        yield "start", moment(one.start), moment(other.start)
        yield "end", moment(one.end), moment(other.end)
    elif one.end is not None:
        # A to-do has a due time; almanac may give a due date as itself or as an exclusive end.
        shown = {moment(value) for value in (other.start, other.end) if value is not None}
        accepted = {moment(one.end)}
        if not isinstance(one.end, datetime):
            accepted.add(moment(one.end + timedelta(days=1)))
        yield "due", True, bool(shown & accepted)


def grouped(occurrences):
    table = {}
    for occurrence in occurrences:
        table.setdefault(occurrence.key, []).append(occurrence)
    for group in table.values():
        group.sort(key=lambda o: (str(o.start), str(o.end), str(o.summary)))
    return table


def bound(string, zone, is_end):
    """The instant of a bound in the zone; a date as end includes its day."""
    value = read(string)
    if is_end and not isinstance(value, datetime):
        value += timedelta(days=1)
    return instant(value, zone)


def main():
    parser = argparse.ArgumentParser(description="the occurrences of a calendar, by an independent judge")
    parser.add_argument("file")
    parser.add_argument("--from", dest="first", required=True)
    parser.add_argument("--until", required=True)
    parser.add_argument("--zone", required=True)
    parser.add_argument("--against", metavar="ALMANAC.JSON")
    options = parser.parse_args()
    zone = ZoneInfo(options.zone)

    try:
        first, last = bound(options.first, zone, False), bound(options.until, zone, True)
        occurrences = judged(options.file, first.astimezone(zone), last.astimezone(zone), zone)
        if options.against is None:
            for occurrence in occurrences:
                print(json.dumps(occurrence.json(), ensure_ascii=False))
            return 0
        almanac = claimed(options.against)
    except (OSError, ValueError, KeyError) as error:
        print(f"cannot be read: {error!r}", file=sys.stderr)
        return 2

    found = list(differences(occurrences, almanac))
    if not found and not occurrences:
        found = ["nothing happens in this range: nothing was judged"]
    for line in found:
        print(line)
    if not found:
        print(f"recurring-ical-events: {len(occurrences)} occurrences agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
