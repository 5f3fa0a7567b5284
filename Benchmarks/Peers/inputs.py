"""The inputs of whole programs: a folder with a file for each event of a calendar, khal's configuration, remind's file."""
import calendar
import datetime
import os
import re


def events(text):
    return re.findall(r"BEGIN:VEVENT.*?END:VEVENT\r\n", text, re.DOTALL)


def write_folder(text, folder):
    """A file for each event, with the zone."""
    zone = re.search(r"BEGIN:VTIMEZONE.*?END:VTIMEZONE\r\n", text, re.DOTALL)[0]
    folder.mkdir(parents=True)
    for number, event in enumerate(events(text)):
        (folder / f"{number}.ics").write_bytes(
            f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Almanac//compare//EN\r\n{zone}{event}END:VCALENDAR\r\n".encode())
    # khal remembers when it has read a folder by its time.
    os.utime(folder, (1_767_225_600, 1_767_225_600))


def khal_configuration(folder):
    return (f"[calendars]\n[[work]]\npath = {folder}\n[sqlite]\npath = {folder}.db\n[locale]\nlocal_timezone = Europe/Madrid\n"
            "default_timezone = Europe/Madrid\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
            "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[default]\ndefault_calendar = work\n")


def later(day, months):
    return datetime.date(day.year + (day.month - 1 + months) // 12, (day.month - 1 + months) % 12 + 1, 1)


def month_day(month, rule):
    """The last Friday of a month, or its last weekday."""
    last = month.replace(day=calendar.monthrange(month.year, month.month)[1])
    wanted = [4] if "-1FR" in rule else range(5)
    while last.weekday() not in wanted:
        last -= datetime.timedelta(1)
    return last


def reminder(event):
    """A line of remind for an event of the sample."""
    start = datetime.datetime.strptime(re.search(r"DTSTART[^:]*:(\S+)", event)[1], "%Y%m%dT%H%M%S")
    title = re.search(r"SUMMARY:(.*)\r", event)[1].replace("%", "%%").replace("[", "(")
    found = re.search(r"RRULE:(\S+)", event)
    rule, day = found[1] if found else "", start.date()
    date = "{0.day} {0:%b} {0.year}".format
    count = int((re.search(r"COUNT=(\d+)", rule) or [0, 0])[1])
    when = date(day)
    if "BYDAY=MO,WE,FR" in rule:
        when = f"Mon Wed Fri FROM {day}"
    elif "INTERVAL=2" in rule:
        tuesday = day + datetime.timedelta(1 - day.weekday())
        tuesday += datetime.timedelta(14 if tuesday < day else 0)
        until = datetime.datetime.strptime(re.search(r"UNTIL=(\d{8})", rule)[1], "%Y%m%d").date()
        when = f"{date(tuesday)} *14 UNTIL {until}"
    elif rule.startswith("FREQ=WEEKLY"):
        when += f" *7 UNTIL {day + datetime.timedelta(7 * (count - 1))}"
    elif rule.startswith("FREQ=DAILY"):
        when += f" *1 UNTIL {day + datetime.timedelta(count - 1)}"
    elif rule == "FREQ=YEARLY":
        when = f"{day.day} {day:%b} FROM {day}"
    elif "BYMONTHDAY=13" in rule:
        when = f"13 FROM {day}"
    elif rule:
        first = day.replace(day=1) if month_day(day, rule) >= day else later(day, 1)
        until = month_day(later(first, count - 1), rule)
        when = f"{'Fri 1 --7' if '-1FR' in rule else '1 -1 OMIT Sat Sun'} FROM {day} UNTIL {until}"
    return f"REM {when} AT {start:%H:%M} MSG {title}\n"


def reminders(text):
    return "".join(reminder(re.sub(r"\r\n ", "", event)) for event in events(text))
