"""Calendar values in a form in which equal meaning is equality.

A date, a floating time and an instant are three different things; two zoned times are equal when they are the
same instant. Each value is a tuple of its kind and its ISO text, so that differences print readably.
"""

from datetime import date, datetime, timedelta, timezone
from itertools import groupby

from icalendar.error import BrokenCalendarProperty

ITEM_KINDS = ("VEVENT", "VTODO")


def moment(value):
    """("date", …), ("floating", …) or ("instant", …) of a date or datetime."""
    if not isinstance(value, datetime):
        return ("date", value.isoformat())
    if value.tzinfo is None:
        return ("floating", value.isoformat())
    return ("instant", value.astimezone(timezone.utc).isoformat())


def text(component, name):
    """The text of a property, None where it is absent."""
    value = component.get(name)
    return None if value is None else str(value)


def time_of(component, name):
    """The date or datetime of a property, None where it is absent or cannot be read."""
    try:
        return getattr(component.get(name), "dt", None)
    except BrokenCalendarProperty:
        return None


def adding(duration, start):
    """Start plus a DURATION: its days on the clock of the zone, the rest in exact time (RFC 5545 section 3.3.6)."""
    if not isinstance(start, datetime):
        return start + duration
    days = timedelta(days=duration.days)
    shifted = start + days
    if start.tzinfo is None:
        return shifted + (duration - days)
    return (shifted.astimezone(timezone.utc) + (duration - days)).astimezone(start.tzinfo)


def end_of(component):
    """Where an event ends or a to-do is due, whichever way it is written (RFC 5545 sections 3.6.1 and 3.6.2)."""
    start = time_of(component, "DTSTART")
    explicit = time_of(component, "DUE" if component.name == "VTODO" else "DTEND")
    duration = time_of(component, "DURATION")
    if explicit is not None:
        return explicit
    if start is None:
        return None
    if duration is not None:
        return adding(duration, start)
    if component.name == "VTODO":
        return None
    return start if isinstance(start, datetime) else start + timedelta(days=1)


def values_of(component, name):
    """The date-times of every RDATE or EXDATE line, as a sorted tuple without repetitions."""
    property_or_list = component.get(name, [])
    lines = property_or_list if isinstance(property_or_list, list) else [property_or_list]
    found = set()
    for line in lines:
        for value in line.dts:
            if isinstance(value.dt, tuple):
                start, end = value.dt
                end = adding(end, start) if isinstance(end, timedelta) else end
                found.add(("period", moment(start), moment(end)))
            else:
                found.add(moment(value.dt))
    return tuple(sorted(found))


def rules_of(component, name):
    """Every RRULE or EXRULE: its parts as sets, defaults left out."""
    property_or_list = component.get(name, [])
    rules = property_or_list if isinstance(property_or_list, list) else [property_or_list]
    return tuple(sorted(_rule(rule) for rule in rules))


def _rule(rule):
    parts = {}
    for key, values in rule.items():
        values = values if isinstance(values, (list, tuple)) else [values]
        shown = {str(moment(v)) if isinstance(v, date) else str(v).upper() for v in values}
        parts[key.upper()] = tuple(sorted(shown))
    for key, default in (("INTERVAL", ("1",)), ("WKST", ("MO",))):
        if parts.get(key) == default:
            del parts[key]
    return tuple(sorted(parts.items()))


def clock(value):
    """The wall time and the runs of weeks with equal offset over two years: what a recurring start has to keep.

    Offsets, not names, so that a zone may be written under another name of the same rules.
    """
    if not isinstance(value, datetime) or value.tzinfo is None:
        return moment(value)
    wall = value.replace(tzinfo=None)
    weeks = (wall + timedelta(weeks=step) for step in range(105))
    offsets = (int(week.replace(tzinfo=value.tzinfo).utcoffset().total_seconds()) for week in weeks)
    runs = tuple((offset, len(list(run))) for offset, run in groupby(offsets))
    return ("zoned", wall.isoformat(), runs)
