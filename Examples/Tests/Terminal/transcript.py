#!/usr/bin/env python3
"""Types the commands of a transcript into a terminal, and compares what the terminal shows with the transcript.

    transcript.py a-day.txt --almanac PATH            # fails with the differences
    transcript.py a-day.txt --almanac PATH --record   # writes the transcript anew, to be read before it is committed

A line that begins with "$ " is a command, one with "~ " an answer typed to it, one with "@ " the time of the clock from then
on, one with "# " a remark; every other line is shown by the terminal, of 80 columns. A title in angle brackets is the handle of the item
with that title, and its UID where a UID is shown. ESC is shown as ␛.
"""

import argparse
import difflib
import fcntl
import itertools
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

LETTERS = "bcdfghjklmnpqrstvwxz"
WORD = (1 << 64) - 1
# The seconds after which a command that shows nothing more is ended.
PATIENCE = 60


def handle(uid):
    """The first four letters of the digest of a UID: FNV-1a, mixed."""
    value = 0xCBF29CE484222325
    for byte in uid.encode():
        value = (value ^ byte) * 0x100000001B3 & WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD
    value ^= value >> 31
    letters = ""
    for _ in range(4):
        value, letter = divmod(value, len(LETTERS))
        letters += LETTERS[letter]
    return letters


class Session:
    """A person at a terminal, with an empty home folder."""

    def __init__(self, almanac):
        self.home = tempfile.mkdtemp(dir="/tmp")
        self.titles = {}
        self.now = "2026-11-27T09:00"
        bin = os.path.join(self.home, "bin")
        os.mkdir(bin)
        os.symlink(os.path.abspath(almanac), os.path.join(bin, "almanac"))
        beside = os.path.join(os.path.dirname(os.path.abspath(almanac)), "AlmanacInternational")
        os.symlink(beside, os.path.join(bin, "AlmanacInternational"))
        self.environment = {
            "HOME": self.home, "PATH": bin + ":" + os.environ["PATH"], "TZ": "Europe/Madrid", "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "NO_COLOR": "1",
        }

    def close(self):
        shutil.rmtree(self.home)

    def run(self, command, answers):
        """The lines that the terminal shows."""
        for uid, title in self.titles.items():
            command = command.replace(f"<{title}>", handle(uid))
        script = 'almanac() { command almanac "$@" --now "$NOW"; }\n' + command
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.home)
            os.execvpe("bash", ["bash", "-c", script], {**self.environment, "NOW": self.now})
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        shown, answers = b"", list(answers)
        end = time.monotonic() + PATIENCE
        while True:
            if not select.select([terminal], [], [], 1)[0]:
                if answers:
                    os.write(terminal, answers.pop(0).encode() + b"\n")
                elif time.monotonic() > end:
                    os.kill(child, signal.SIGKILL)
                continue
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:
                part = b""
            if not part:
                break
            shown += part
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.close(terminal)
        self.learn()
        lines = self.readable(shown.decode()).split("\n")
        if lines[-1] == "":
            lines.pop()
        return lines + ([f"[exit status {status}]"] if status else [])

    def learn(self):
        """Reads the titles of the items that are stored."""
        for path in pathlib.Path(self.home).rglob("*.ics"):
            text = re.sub("\r?\n[ \t]", "", path.read_text())
            for item in re.findall(r"(?s)BEGIN:V(?:EVENT|TODO)\r?\n(.*?)END:V", text):
                uid, title = (re.search(rf"(?m)^{name}[^:\r\n]*:([^\r\n]*)", item) for name in ("UID", "SUMMARY"))
                self.titles.setdefault(uid[1], title[1])

    def readable(self, text):
        text = text.replace("\r\n", "\n").replace("\x1b", "␛").replace(self.home, "~")
        for uid, title in self.titles.items():
            text = text.replace(uid, f"<{title}>")
            text = re.sub(rf"(?<![a-z]){handle(uid)}(?![a-z])", f"<{title}>", text)
        return text


def typed(path):
    """The lines of a transcript that are not shown by the terminal."""
    return [line for line in path.read_text().split("\n") if line[:2] in ("$ ", "~ ", "@ ", "# ")]


def play(inputs, almanac):
    """The transcript of a session with some inputs."""
    session = Session(almanac)
    transcript = []
    try:
        while inputs:
            line, inputs = inputs[0], inputs[1:]
            transcript += ["", line] if transcript else [line]
            if line[:2] == "@ ":
                session.now = line[2:]
            if line[:2] == "$ ":
                answers = list(itertools.takewhile(lambda line: line[:2] == "~ ", inputs))
                inputs = inputs[len(answers):]
                transcript += answers + session.run(line[2:], [answer[2:] for answer in answers])
    finally:
        session.close()
    return transcript


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("transcript", type=pathlib.Path)
    parser.add_argument("--almanac", required=True)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    inputs = typed(options.transcript)
    transcript = play(inputs, options.almanac)
    if options.record:
        options.transcript.write_text("\n".join(transcript) + "\n")
        return 0
    expected = options.transcript.read_text().rstrip("\n").split("\n")
    difference = list(difflib.unified_diff(expected, transcript, "transcript", "terminal", lineterm=""))
    print("\n".join(difference))
    return 1 if difference else 0


sys.exit(main())
