#!/usr/bin/env python3
"""Judges the judges: each passes equal calendars and fails one changed field. Run: python3 test_judges.py"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import judge_rosters

HERE = Path(__file__).resolve().parent
DATA = HERE.parent.parent / "Examples" / "Data"
CALENDARS = ["university.ics", "gym.ics", "trainer.ics", "league.ics"]
MARCH = ["--from", "2026-03-01", "--until", "2026-03-31", "--zone", "Europe/Madrid"]

# What is changed, in university.ics, and whether khal can see it.
CHANGES = {
    "start": (b"DTSTART;TZID=Europe/Madrid:20260328T230000", b"DTSTART;TZID=Europe/Madrid:20260328T223000", True),
    "end": (b"DTEND;TZID=Europe/Madrid:20260329T040000", b"DTEND;TZID=Europe/Madrid:20260329T050000", True),
    "duration": (b"DURATION:PT1H30M", b"DURATION:PT1H", True),
    "summary": ("SUMMARY:Física".encode(), b"SUMMARY:Fisica", True),
    "uid": (b"UID:hackato-2026@", b"UID:hackato-2027@", True),
    "rule": (b"COUNT=8;BYDAY=FR", b"COUNT=7;BYDAY=FR", True),
    "until": (b"UNTIL=20260526T090000Z", b"UNTIL=20260519T090000Z", True),
    "exception date": (b"EXDATE;TZID=Europe/Madrid:20260331T110000\r\n", b"", True),
    "recurrence id": (
        b"RECURRENCE-ID;TZID=Europe/Madrid:20260311T090000",
        b"RECURRENCE-ID;TZID=Europe/Madrid:20260316T090000",
        True,
    ),
    "value type": (b"DTSTART:20260314T151400\r\nDTEND:20260314T161400",
                   b"DTSTART:20260314T151400Z\r\nDTEND:20260314T161400Z", True),
    "due time": (b"DUE;TZID=Europe/Madrid:20260327T235900", b"DUE;TZID=Europe/Madrid:20260327T225900", False),
    "a to-do lost": (b"BEGIN:VTODO\r\nUID:bibliografia", b"BEGIN:X-LOST\r\nUID:bibliografia", False),
    # The same instants in winter, another rule in summer.
    "zone of a series": (
        b"DTSTART;TZID=Europe/Madrid:20260212T160000\r\nDTEND;TZID=Europe/Madrid:20260212T180000",
        b"DTSTART:20260212T150000Z\r\nDTEND:20260212T170000Z",
        True,
    ),
}


def run(judge, *arguments):
    command = [sys.executable, str(HERE / judge), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


class JudgeRosters(unittest.TestCase):
    ROSTERS = {"rosters": [[{"member": "ana@example.org", "state": "confirmed"}]], "version": 1}

    def test_equal_states_have_no_difference(self):
        self.assertEqual(judge_rosters.differences("kde", self.ROSTERS, json.loads(json.dumps(self.ROSTERS))), [])

    def test_one_changed_booking_is_found(self):
        changed = json.loads(json.dumps(self.ROSTERS))
        changed["rosters"][0][0]["state"] = "waiting"
        self.assertEqual(
            judge_rosters.differences("kde", self.ROSTERS, changed),
            ['kde.rosters[0][0].state: "waiting", expected "confirmed"'],
        )

    def test_a_lost_booking_is_found(self):
        changed = {"rosters": [[]], "version": 1}
        self.assertEqual(len(judge_rosters.differences("kde", self.ROSTERS, changed)), 1)

    def test_stripping_leaves_no_extension(self):
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "X-WR-CALNAME:x", "BEGIN:VEVENT", "UID:u",
                 "DTSTAMP:20260301T000000Z", "DTSTART:20260301T000000Z", "X-ALMANAC-KIND:CLASS",
                 "ATTENDEE;X-UID=1;PARTSTAT=ACCEPTED:mailto:ana@example.org", "END:VEVENT", "END:VCALENDAR", ""]
        with tempfile.TemporaryDirectory() as folder:
            original, result = Path(folder) / "a.ics", Path(folder) / "b.ics"
            original.write_text("\r\n".join(lines))
            judge_rosters.saved_without_extensions(original, result)
            text = result.read_text()
        self.assertNotIn("X-", text)
        self.assertIn("PARTSTAT=ACCEPTED", text)


class JudgeVObject(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.changed = Path(self.folder.name) / "changed.ics"

    def judged(self, *arguments):
        return subprocess.run(["php", str(HERE / "judge_vobject.php"), *map(str, arguments)], capture_output=True, text=True)

    def test_equal_calendars_pass(self):
        for name in CALENDARS:
            for mode in ([], ["--kept"], ["--legal"]):
                result = self.judged(*mode, DATA / name, DATA / name)
                self.assertEqual(result.returncode, 0, f"{name} {mode} {result.stdout}{result.stderr}")

    def test_one_changed_field_fails(self):
        original = (DATA / "university.ics").read_bytes()
        for name, (old, new, _) in CHANGES.items():
            if name == "a to-do lost":
                continue
            self.changed.write_bytes(original.replace(old, new, 1))
            for mode in ([], ["--kept"]):
                result = self.judged(*mode, DATA / "university.ics", self.changed)
                self.assertEqual(result.returncode, 1, f"{name} {mode} {result.stdout}{result.stderr}")


class JudgeOfZones(unittest.TestCase):
    def test_the_zones_of_the_examples_pass(self):
        for name in CALENDARS:
            result = run("judge_zones.py", DATA / name)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_other_rules_and_no_zone_fail(self):
        original = (DATA / "university.ics").read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder) / "changed.ics"
            for old, new in [(b"BYMONTH=3;BYDAY=-1SU", b"BYMONTH=3;BYDAY=2SU"), (b"TZOFFSETTO:+0100", b"TZOFFSETTO:+0000")]:
                self.assertIn(old, original)
                changed.write_bytes(original.replace(old, new))
                result = run("judge_zones.py", changed)
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
                self.assertIn("Europe/Madrid", result.stdout)
            changed.write_bytes(b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
            self.assertEqual(run("judge_zones.py", changed).returncode, 2)


class JudgesOfFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.changed = Path(self.folder.name) / "changed.ics"

    def test_equal_calendars_pass(self):
        for name in CALENDARS:
            for judge in ("judge_icalendar.py", "judge_khal.py"):
                with self.subTest(judge=judge, calendar=name):
                    result = run(judge, DATA / name, DATA / name)
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_one_changed_field_fails(self):
        original = (DATA / "university.ics").read_bytes()
        for name, (old, new, seen_by_khal) in CHANGES.items():
            self.assertIn(old, original, name)
            changed = original.replace(old, new, 1)
            if name == "a to-do lost":
                head, _, tail = changed.partition(b"BEGIN:X-LOST")
                changed = head + b"BEGIN:X-LOST" + tail.replace(b"END:VTODO", b"END:X-LOST", 1)
            self.changed.write_bytes(changed)
            for judge in ("judge_icalendar.py", "judge_khal.py") if seen_by_khal else ("judge_icalendar.py",):
                with self.subTest(judge=judge, change=name):
                    result = run(judge, DATA / "university.ics", self.changed)
                    self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
                    self.assertTrue(result.stdout.strip())

    def test_what_is_written_otherwise_passes(self):
        original = (DATA / "university.ics").read_bytes()
        otherwise = original.replace(b"DURATION:PT1H30M", b"DTEND;TZID=Europe/Madrid:20260211T133000")
        otherwise = otherwise.replace(
            b"UNTIL=20260527T070000Z;BYDAY=MO,WE", b"BYDAY=WE,MO;INTERVAL=1;UNTIL=20260527T070000Z"
        )
        self.assertIn(b"INTERVAL=1", otherwise)
        self.assertIn(b"T133000\r\nRRULE", otherwise)
        self.changed.write_bytes(otherwise)
        for judge in ("judge_icalendar.py", "judge_khal.py"):
            with self.subTest(judge=judge):
                result = run(judge, DATA / "university.ics", self.changed)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_a_broken_b_fails(self):
        for judge in ("judge_icalendar.py", "judge_khal.py"):
            with self.subTest(judge=judge):
                result = run(judge, DATA / "university.ics", DATA / "broken.ics")
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)


class JudgeOfOccurrences(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def judge(self, calendar, items):
        path = Path(self.folder.name) / "almanac.json"
        path.write_text(json.dumps({"version": 1, "items": items}), encoding="utf-8")
        return run("judge_occurrences.py", DATA / calendar, *MARCH, "--against", path)

    def items(self, calendar):
        printed = run("judge_occurrences.py", DATA / calendar, *MARCH).stdout
        return [json.loads(line) for line in printed.splitlines()]

    def test_its_own_answer_passes(self):
        for calendar in CALENDARS:
            with self.subTest(calendar=calendar):
                result = self.judge(calendar, self.items(calendar))
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_one_changed_occurrence_fails(self):
        items = self.items("university.ics")
        night = next(i for i, item in enumerate(items) if item["uid"].startswith("nit-lan"))
        cancelled = next(i for i, item in enumerate(items) if item["status"] == "cancelled")
        due = next(i for i, item in enumerate(items) if item["kind"] == "todo")
        changes = {
            "missing": lambda all: all.pop(night),
            "twice": lambda all: all.append(all[night]),
            "start": lambda all: all[night].update(start="2026-03-28T23:00:00+02:00[Europe/Madrid]"),
            "end": lambda all: all[night].update(end="2026-03-29T04:00:00+01:00[Europe/Madrid]"),
            "floating": lambda all: all[night].update(start="2026-03-28T23:00:00"),
            "summary": lambda all: all[night].update(summary="Nit"),
            "recurrence id": lambda all: all[night].update(recurrenceID="2026-03-28T23:00:00+01:00"),
            "cancelled": lambda all: all[cancelled].update(status="confirmed"),
            "due": lambda all: all[due].update(end="2026-03-09T22:59:00+01:00[Europe/Madrid]"),
        }
        for name, change in changes.items():
            with self.subTest(change=name):
                changed = [dict(item) for item in items]
                change(changed)
                result = self.judge("university.ics", changed)
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)

    def test_an_empty_answer_fails(self):
        self.assertEqual(self.judge("university.ics", []).returncode, 1)

    def test_the_night_of_the_change_lasts_four_hours(self):
        night = next(item for item in self.items("university.ics") if item["uid"].startswith("nit-lan"))
        self.assertEqual(night["start"], "2026-03-28T23:00:00+01:00[Europe/Madrid]")
        self.assertEqual(night["end"], "2026-03-29T04:00:00+02:00[Europe/Madrid]")


class JudgeMerge(unittest.TestCase):
    def test_a_merge_that_drops_one_side_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            for place in ("2", "3", "4"):
                program = Path(folder) / f"keeps-{place}"
                program.write_text(f'#!/bin/sh\ncat "${place}"\n')
                program.chmod(0o755)
                result = run("judge_merge.py", program, DATA / "gym.ics", "--rounds", "1")
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
                self.assertIn("missing", result.stdout)

    def test_a_file_without_items_is_not_judged(self):
        self.assertEqual(run("judge_merge.py", "true", HERE / "README.md").returncode, 2)


if __name__ == "__main__":
    unittest.main()
