import CommandLineKit
import Foundation
import Testing

@Suite("class")
struct ClassTests {
  let folder: TemporaryFolder
  let path: String
  let yoga = "item-0"

  /// A class on Mondays and Wednesdays with two places; it is the Monday before its first day.
  private static let prepared = PreparedFiles { folder in
    let run = try AlmanacRun(
      "class", "add", "Yoga", "--repeat", "every monday and wednesday", "--at", "18:00", "--for", "1h",
      "--places", "2", "--instructor", "Ana", "--location", "Sala 2", "-c", folder.path("gym.ics"), "--now",
      "2026-02-24T09:00")
    try #require(run.status == .done && run.lines == ["item-0"])
  }

  init() throws {
    folder = try Self.prepared.copy()
    path = folder.path("gym.ics")
  }

  func run(_ arguments: String..., now: String = "2026-02-24T09:00", input: String = "") throws
    -> AlmanacRun
  {
    try AlmanacRun(arguments + ["-c", path, "--now", now], input: input)
  }

  func book(_ member: String, on date: String = "2026-03-02", _ more: String...) throws -> AlmanacRun {
    try AlmanacRun(
      ["class", "book", yoga, "--on", date, "--member", member, "-c", path, "--now", "2026-02-24T09:00"]
        + more)
  }

  func codes(_ run: AlmanacRun) throws -> [String] {
    #expect(run.status == .refused)
    return try ReadJSON(run.output)["refused"].array.compactMap { $0["code"].string }
  }

  func roster(on date: String = "2026-03-02") throws -> [String] {
    let run = try run("class", "roster", yoga, "--on", date, "--format", "json")
    return try ReadJSON(run.output)["rosters"].array.flatMap { $0["members"].array }.map {
      "\($0["member"].string ?? "") \($0["state"].string ?? "")"
    }
  }

  @Test("the class begins on the first day that its rule gives, and is listed on its weekdays")
  func list() throws {
    #expect(try folder.content("gym.ics").contains("DTSTART;TZID=Europe/Madrid:20260225T180000"))
    _ = try run(
      "class", "add", "Early", "--repeat", "every monday", "--at", "07:00", "--for", "45m", "--places", "5")
    let monday = try ReadJSON(try run("class", "list", "--weekday", "monday", "--format", "json").output)
    #expect(monday["classes"].array.compactMap { $0["title"].string } == ["Early", "Yoga"])
    let wednesday = try ReadJSON(
      try run("class", "list", "--weekday", "wednesday", "--format", "json").output)
    let only = try #require(wednesday["classes"].array.first)
    #expect(wednesday["classes"].array.count == 1)
    #expect(only["time"].string == "18:00" && only["minutes"].int == 60 && only["places"].int == 2)
    #expect(only["instructor"].string == "Ana" && only["free"].int == 2)
    #expect(only["next"].string == "2026-02-25T18:00:00+01:00")
    #expect(try run("class", "list", "--weekday", "friday").lines.count == 1)
  }

  @Test("places are booked up to the last, then refused or waited for")
  func full() throws {
    #expect(try book("a@x").lines == ["confirmed: Yoga, 2026-03-02"])
    #expect(try codes(book("a@x", on: "2026-03-02", "--format", "json")) == ["already_booked"])
    #expect(try book("b").status == .done)
    #expect(try codes(book("c", on: "2026-03-02", "--format", "json")) == ["full"])
    let waiting = try book("c", on: "2026-03-02", "--waitlist", "--format", "json")
    #expect(waiting.status == .done)
    let value = try ReadJSON(waiting.output)
    #expect(value["outcome"].string == "waitlisted" && value["position"].int == 1)
    #expect(try roster() == ["a@x confirmed", "b confirmed", "c waiting"])
    #expect(try roster(on: "2026-03-04").isEmpty)
    #expect(try AlmanacRun("validate", path).output.isEmpty)
  }

  @Test("a class is not offered to a member who has a session then, and a change of its time says so")
  func besideSessions() throws {
    let gym = try Gym()
    let uid = try gym.done("class add Zumba --at 18:00 --for 1h --places 4 --repeat every_wednesday").lines[0]
    try gym.done("session book --coach leo --client kim --at 2026-03-04T18:00")
    let offer = try gym.json("class offers --member kim --days 7")["offers"].array[0]
    #expect(offer["bookable"].bool == false && offer["refused"].array.strings("code") == ["conflict"])
    #expect(try gym.refused("class book \(uid) --on 2026-03-04 --member kim").count == 1)
    try gym.done("class book \(uid) --on 2026-03-11 --member kim")
    try gym.done("session book --coach leo --client kim --at 2026-03-11T20:00")
    let change = try gym.run("class change \(uid) --on 2026-03-11 --at 20:00 --dry-run")
    #expect(change.output.contains("busy at that time"))
    try gym.done("class change \(uid) --on 2026-03-11 --cancel Festa -y")
    #expect(try gym.done("class roster \(uid) --on 2026-03-11").output.contains("Festa"))
    #expect(try gym.refused("class add Red --at 18:00 --for 1h --places 4 --item-color red").count == 1)
    #expect(try gym.refused("class add X --at 18:00 --for 1h --opens 1h --closes 2h", .usage).count == 1)
  }

  @Test("the roster says which places are held, and who has checked in")
  func states() throws {
    for member in ["b", "c"] { _ = try book(member, on: "2026-03-02", "--waitlist") }
    let held = try run("class", "hold", yoga, "--on", "2026-03-04", "--member", "a")
    #expect(held.status == .done)
    let roster = try run("class", "roster", yoga, "--on", "2026-03-04").lines
    #expect(roster.last == "  a  held until 2026-02-24 09:10")
    // A hold that is over has no place.
    let later = try run("class", "roster", yoga, "--on", "2026-03-04", now: "2026-02-24T09:11").lines
    #expect(later.count == 1 && later[0].hasSuffix("  0/2"))
    let came = try run(
      "class", "check-in", yoga, "--on", "2026-03-02", "--member", "b", now: "2026-03-02T17:55")
    #expect(came.status == .done)
    #expect(
      try run("class", "roster", yoga, "--on", "2026-03-02").lines.suffix(2) == ["  b  checked in", "  c"])
  }

  @Test("an undone booking gives its place to who waits, else frees it")
  func cancel() throws {
    for member in ["a", "b"] { _ = try book(member) }
    _ = try book("c", on: "2026-03-02", "--waitlist")
    let run = try run("class", "cancel", yoga, "--on", "2026-03-02", "--member", "a", "--format", "json")
    #expect(run.status == .done)
    #expect(try ReadJSON(run.output)["promoted"].array.compactMap(\.string) == ["c"])
    #expect(try roster() == ["b confirmed", "c confirmed"])
    #expect(try self.run("class", "cancel", yoga, "--on", "2026-03-02", "--member", "b").status == .done)
    #expect(try roster() == ["c confirmed"])
    let again = try self.run(
      "class", "cancel", yoga, "--on", "2026-03-02", "--member", "b", "--format", "json")
    #expect(try codes(again) == ["not_booked"])
  }

  @Test("a date on which it does not run is refused, saying when it does")
  func wrongDate() throws {
    let run = try book("a", on: "2026-03-03", "--format", "json")
    #expect(try codes(run) == ["not_a_class_day"])
    #expect(run.output.contains("2026-03-04"))
    #expect(
      try codes(self.run("class", "book", "none", "--on", "2026-03-03", "--member", "a", "--format", "json"))
        == ["no_such_class"])
    let late = try self.run(
      "class", "book", yoga, "--on", "2026-03-02", "--member", "a", "--format", "json",
      now: "2026-03-02T19:00")
    #expect(try codes(late) == ["too_late"])
    let roster = try self.run("class", "roster", yoga, "--on", "2026-03-03", "--format", "json")
    #expect(try codes(roster) == ["not_a_class_day"])
  }

  @Test("a closure lists the cancelled bookings, and asks")
  func close() throws {
    _ = try book("a", on: "2026-03-04")
    let close = [
      "class", "close", "--from", "2026-03-03", "--until", "2026-03-04", "--reason", "Works", "-c", path,
    ]
    let before = try folder.content("gym.ics")
    for arguments in [["--dry-run"], []] {
      let run = try AlmanacRun(close + arguments + ["--now", "2026-02-24T09:00"], input: "n\n")
      #expect(run.lines == ["a (Yoga, 2026-03-04 18:00): called off"])
      #expect(run.status == (arguments.isEmpty ? .refused : .done))
    }
    #expect(try folder.content("gym.ics") == before)
    #expect(try AlmanacRun(close + ["--yes", "--now", "2026-02-24T09:00"]).status == .done)
    #expect(try codes(book("b", on: "2026-03-04", "--format", "json")) == ["closed"])
    #expect(try book("b", on: "2026-03-02").status == .done)
    #expect(try run("undo").status == .done)
    #expect(try run("undo").status == .done)
    #expect(try folder.content("gym.ics") == before)
  }

  @Test("a closure can spare the dates that have bookings")
  func sparing() throws {
    _ = try book("a", on: "2026-03-04")
    let run = try run(
      "class", "close", "--from", "2026-03-02", "--until", "2026-03-04", "--spare-booked")
    #expect(run.status == .done && run.questions.isEmpty)
    #expect(try book("b", on: "2026-03-04").status == .done)
    #expect(try codes(book("b", on: "2026-03-02", "--format", "json")) == ["closed"])
  }

  @Test("a member's own calendar has the classes of that member only; the public one has no members")
  func calendars() throws {
    _ = try book("ana@example.org")
    _ = try book("bob@example.org", on: "2026-03-04")
    let own = try run("class", "calendar", "--member", "ana@example.org").output
    #expect(own.contains("DTSTART;TZID=Europe/Madrid:20260302T180000") && !own.contains("bob"))
    #expect(own.components(separatedBy: "BEGIN:VEVENT").count == 2)
    let everybody = try run("class", "calendar").output
    #expect(everybody.contains("SUMMARY:Yoga") && !everybody.contains("ana@") && !everybody.contains("bob"))
  }

  @Test("properties that another program wrote into the class are preserved")
  func foreign() throws {
    let text = try folder.content("gym.ics").replacing(
      "SUMMARY:Yoga", with: "X-OTHER;A=1:kept\r\nSUMMARY:Yoga")
    _ = try folder.file("gym.ics", text)
    _ = try book("a")
    _ = try book("b")
    #expect(try roster() == ["a confirmed", "b confirmed"])
    _ = try run("class", "close", "--from", "2026-08-01", "--until", "2026-08-31", "--yes")
    #expect(try folder.content("gym.ics").contains("X-OTHER;A=1:kept"))
  }

  @Test(
    "a wrong command line",
    arguments: [
      ["add", "Yoga", "--at", "18:00", "--for", "1h", "--places", "0"],
      ["add", "Yoga", "--at", "2026-03-02", "--for", "1h", "--places", "3"],
      ["add", "Yoga", "--at", "18:00", "--for", "1h", "--places", "3", "--repeat", "often"],
      ["book", "item-0", "--on", "2026-03-02"], ["book", "item-0", "--on", "soon", "--member", "a"],
      ["list", "--weekday", "someday"], ["close", "--from", "2026-03-05", "--until", "2026-03-01"],
    ])
  func usage(arguments: [String]) throws {
    #expect(try AlmanacRun(["class"] + arguments + ["-c", path]).status == .usage)
  }

  @Test("K2 a booking changes who comes, and leaves a date's own text, status and lines as they are")
  func ownText() throws {
    let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Data/gym.ics")
    var text = String(decoding: try Data(contentsOf: data), as: UTF8.self)
    let own = [
      "SUMMARY:Yoga al amanecer (sustituye Iñaki)",
      "DESCRIPTION:Iñaki Ochoa da la clase de Marta. Sesión de vinyasa.",
    ]
    let place = try #require(text.range(of: own[0]))
    let status = ["STATUS:TENTATIVE", "COMMENT:Bring a mat", "COMMENT:Doors at seven"]
    text.insert(contentsOf: status.joined(separator: "\r\n") + "\r\n", at: place.lowerBound)
    let path = try folder.file("data.ics", text)
    func run(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", path, "--now", "2026-03-16T09:00"])
    }
    let uid = "yoga-2026@gym.example"
    let roster = try run("class", "roster", uid, "--on", "2026-03-18")
    #expect(roster.output.contains("Yoga al amanecer (sustituye Iñaki)"))
    for member in ["eva@example.org", "pau@example.org"] {
      let booked = try run("class", "book", uid, "--on", "2026-03-18", "--member", member)
      #expect(booked.status == .done, "\(booked.errors)")
      let kept = try folder.content("data.ics").replacingOccurrences(of: "\r\n ", with: "")
      for line in own + status { #expect(kept.contains(line + "\r\n"), "\(line) after \(member)") }
    }
    #expect(try run("list", "--from", "2026-03-18", "--days", "1").output.contains("sustituye Iñaki"))
    #expect(try run("class", "change", uid, "--on", "2026-03-18", "--cancel", "Flu", "--yes").status == .done)
    let cancelled = try folder.content("data.ics").replacingOccurrences(of: "\r\n ", with: "")
    #expect(cancelled.contains(own[0]) && !cancelled.contains(status[0]))
  }

  /// A series with properties of other programs, and an override with RANGE=THISANDFUTURE.
  private func rich(_ more: String = "") throws -> String {
    let series = """
      BEGIN:VEVENT
      UID:rich
      DTSTAMP:20260101T000000Z
      DTSTART;TZID=Europe/Madrid:20260302T073000
      DURATION:PT1H
      RRULE:FREQ=DAILY
      SUMMARY;LANGUAGE=es:Rica
      LOCATION:Sala
      CLASS:CONFIDENTIAL
      TRANSP:TRANSPARENT
      STATUS:TENTATIVE
      PRIORITY:3
      URL:https://example.org/rich
      COMMENT:Bring a mat
      ATTENDEE:mailto:press@example.org
      X-GYM-INTENSITY:5
      X-ALMANAC-KIND:CLASS
      X-ALMANAC-PLACES:4
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Soon
      TRIGGER:-PT20M
      END:VALARM
      END:VEVENT
      """
    return try folder.file("rich.ics", Sample.calendar(series + more))
  }

  @Test(
    "K2 a booking on an unchanged date keeps all properties of the series", arguments: [true, false])
  func plainDate(isRecurring: Bool) throws {
    let path = try rich()
    if !isRecurring {
      let once = try folder.content("rich.ics").replacingOccurrences(of: "RRULE:FREQ=DAILY\r\n", with: "")
        .replacingOccurrences(of: "20260302T073000", with: "20260318T073000")
      _ = try folder.file("rich.ics", once)
    }
    func run(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", path, "--now", "2026-03-10T08:00"])
    }
    #expect(
      try run("class", "book", "rich", "--on", "2026-03-18", "--member", "ana@example.org").status == .done)
    let text = try folder.content("rich.ics").replacingOccurrences(of: "\r\n ", with: "")
    let override = try #require(text.components(separatedBy: "BEGIN:VEVENT").last)
    for line in [
      "RECURRENCE-ID;TZID=Europe/Madrid:20260318T073000", "SUMMARY;LANGUAGE=es:Rica", "LOCATION:Sala",
      "CLASS:CONFIDENTIAL", "TRANSP:TRANSPARENT", "STATUS:TENTATIVE", "PRIORITY:3",
      "URL:https://example.org/rich",
      "COMMENT:Bring a mat", "ATTENDEE:mailto:press@example.org", "X-GYM-INTENSITY:5", "TRIGGER:-PT20M",
    ] { #expect(override.contains(line + "\r\n"), "\(line)") }
    #expect(override.contains("ana@example.org"))
    #expect(try run("busy", "--from", "2026-03-18", "--until", "2026-03-18").output == "Nothing on\n")
  }

  @Test("K2 a booking on a date that an override of all later ones has moved leaves it where it is")
  func movedDates() throws {
    let path = try rich(
      """

      BEGIN:VEVENT
      UID:rich
      DTSTAMP:20260101T000000Z
      RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid:20260318T073000
      DTSTART;TZID=Europe/Madrid:20260318T090000
      DTEND;TZID=Europe/Madrid:20260318T101500
      SUMMARY:Own
      X-ALMANAC-KIND:CLASS
      END:VEVENT
      """)
    func list() throws -> String {
      try AlmanacRun("list", "--from", "2026-03-19", "--days", "1", "-c", path).output
    }
    let before = try list()
    #expect(before.contains("09:00–10:15") && before.contains("Own"))
    let run = try AlmanacRun(
      "class", "book", "rich", "--on", "2026-03-19", "--member", "bea@example.org", "-c", path, "--now",
      "2026-03-10T08:00")
    #expect(run.status == .done)
    #expect(try list() == before)
  }

  @Test("the second part of a class that is changed from a date on keeps other programs' properties")
  func secondPart() throws {
    let path = try rich()
    let run = try AlmanacRun(
      "class", "change", "rich", "--on", "2026-03-15", "--scope", "future", "--at", "08:00", "--yes", "-c",
      path,
      "--now", "2026-03-10T08:00")
    #expect(run.status == .done)
    let text = try folder.content("rich.ics")
    for line in ["STATUS:TENTATIVE", "TRANSP:TRANSPARENT", "COMMENT:Bring a mat"] {
      #expect(text.components(separatedBy: line).count == 3, "\(line)")
    }
  }
}
