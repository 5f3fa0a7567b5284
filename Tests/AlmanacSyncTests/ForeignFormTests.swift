import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Merges of what other programs leave out, cut off or store in components of their own")
struct ForeignFormTests {
  // MARK: Items without a UID

  private func item(_ title: String, _ day: Int, _ more: String...) -> [String] {
    ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", "DTSTART:2026030\(day)T090000Z", "SUMMARY:\(title)"] + more
      + ["END:VEVENT"]
  }

  private func merge(_ base: String?, _ ours: String, _ theirs: String) throws -> DocumentMerge {
    DocumentMerge(
      base: try base.map { try ICSDocument(parsing: $0) }, ours: try ICSDocument(parsing: ours),
      theirs: try ICSDocument(parsing: theirs), uids: .seeded(1))
  }

  @Test("items without a UID are the same items after disjoint edits of both sides, and stay without one")
  func withoutUID() throws {
    let (a, b, c) = (item("A", 2), item("B", 3), item("C", 4))
    let place = "LOCATION:L"
    let cases: [(base: [[String]], ours: [[String]], theirs: [[String]], merged: [[String]])] = [
      ([a], [item("A", 2, place)], [item("T", 2)], [item("T", 2, place)]),
      ([a], [item("A", 5)], [item("A", 2, place)], [item("A", 5, place)]),
      (
        [a, b, c], [a, item("B", 3, place), c], [a, b, item("T", 4)], [a, item("B", 3, place), item("T", 4)]
      ),
      ([a, b, c], [item("T", 2), b, c], [c, b, a], [item("T", 2), b, c]),
      ([a, b, c], [b, c], [a, b, item("C", 4, place)], [b, item("C", 4, place)]),
      ([a, b], [a, b, c], [item("A", 6), b, c], [item("A", 6), b, c]),
      ([a, b], [b], [a], []),
    ]
    for (base, ours, theirs, expected) in cases {
      func text(_ items: [[String]]) -> String { file(items.flatMap { $0 }) }
      let both = [(ours, theirs), (theirs, ours)].map { (text($0), text($1)) }
      for (one, other) in both {
        let merge = try merge(text(base), one, other)
        #expect(merge.conflicts.isEmpty, "\(merge.conflicts)")
        let read = try ICSDocument(parsing: merge.document.text)
        #expect(!merge.document.text.contains("UID"))
        #expect(
          Set(
            read.calendars.flatMap {
              $0.items.map { "\($0.summary) \($0.location) \($0.start?.date.description ?? "")" }
            })
            == Set(
              try calendar(text(expected)).items.map {
                "\($0.summary) \($0.location) \($0.start?.date.description ?? "")"
              }))
        #expect(read.calendars[0].count == expected.count)
      }
    }
  }

  @Test("another item in the place of a removed one is another, and an edit of a removed item is a conflict")
  func replacedWithoutUID() throws {
    let (base, place) = (file(item("A", 2), item("B", 3)), "LOCATION:L")
    let merge = try merge(base, file(item("A", 2), item("X", 7)), file(item("A", 2), item("B", 3, place)))
    #expect(merge.conflicts.map(\.conflict.property) == [""])
    let titles = try ICSDocument(parsing: merge.document.text).calendars[0].items.map(\.summary)
    #expect(Set(titles) == ["A", "B", "X"])
  }

  @Test("a synchronization does not double items without a UID")
  func synchronizedWithoutUID() async throws {
    func bytes(_ items: [String]...) -> [UInt8] { Array(file(items.flatMap { $0 }).utf8) }
    let before = bytes(item("A", 2), item("B", 3))
    let (local, remote) = (MemoryRemote(["a.ics": before]), MemoryRemote(["a.ics": before]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes(item("T", 2), item("B", 3)), to: "a.ics", of: local)
    try await write(bytes(item("A", 2), item("B", 3, "LOCATION:L")), to: "a.ics", of: remote)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.conflicts.isEmpty && !plan.isMassDeletion)
    for side in [local, remote] {
      #expect(try await contents(side) == ["a.ics": bytes(item("T", 2), item("B", 3, "LOCATION:L"))])
    }
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }

  // MARK: Zones

  /// A VTIMEZONE with the rules of Central Europe, from a year on.
  private func zone(from year: Int = 1970, _ more: String...) -> [String] {
    let (autumn, spring) = year == 1970 ? ("19701025", "19700329") : ("20251026", "20260329")
    return ["BEGIN:VTIMEZONE", "TZID:Foo"] + more + [
      "BEGIN:STANDARD", "DTSTART:\(autumn)T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:\(spring)T020000",
      "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
      "END:VTIMEZONE",
    ]
  }

  private func meeting(at hour: String = "09", in zone: [String]) -> String {
    file(
      zone,
      event(
        "m", "DTSTART;TZID=Foo:20260302T\(hour)0000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=9",
        "EXDATE;TZID=Foo:20260316T\(hour)0000"))
  }

  @Test(
    "a program that cuts a VTIMEZONE or drops its place has not moved the meeting, which the other side moves"
  )
  func trimmedZone() throws {
    let location = "X-LIC-LOCATION:Europe/Madrid"
    for (full, trimmed) in [
      (zone(), zone(from: 2025)), (zone(from: 1970, location), zone()),
      (zone(from: 1970, location), zone(from: 2025)),
    ] {
      let states = [meeting(in: full), meeting(at: "11", in: full), meeting(in: trimmed)]
      for (ours, theirs) in [(states[1], states[2]), (states[2], states[1])] {
        let merge = try merge(states[0], ours, theirs)
        #expect(merge.conflicts.isEmpty)
        let read = try ICSDocument(parsing: merge.document.text)
        let item = try #require(read.calendars[0].item(uid: "m"))
        #expect(item.start?.instant(in: .utc).description == "2026-03-02T10:00:00Z")
        #expect(
          item.recurrence.exceptions.map { $0.instant(in: .utc).description } == ["2026-03-16T10:00:00Z"])
        #expect(read.calendars == merge.document.calendars)
      }
    }
  }

  @Test("another zone is a change of the meeting, though its clocks are the same or differ only later")
  func otherZone() throws {
    let madrid = meeting(in: zone(from: 1970, "X-LIC-LOCATION:Europe/Madrid"))
    let moved = meeting(at: "11", in: zone(from: 1970, "X-LIC-LOCATION:Europe/Madrid"))
    let paris = meeting(in: zone(from: 1970, "X-LIC-LOCATION:Europe/Paris"))
    let shifted = meeting(in: zone().map { $0.replacing("BYMONTH=3", with: "BYMONTH=4") })
    for other in [paris, shifted] {
      #expect(try merge(madrid, moved, other).conflicts.map(\.conflict.property) == ["DTSTART"])
      // Where only one side changed it, it has the zone.
      #expect(try merge(madrid, madrid, other).document.text == other)
    }
  }

  @Test("the name of a region is no other zone beside an exception of the other side")
  func zoneOfRegion() throws {
    func text(_ name: String, _ lines: String...) -> String {
      file(
        zone().map { $0.replacing("TZID:Foo", with: "TZID:\(name)") },
        ["BEGIN:VEVENT", "UID:m", "DTSTART;TZID=\(name):20260302T090000", "DURATION:PT1H"]
          + ["RRULE:FREQ=DAILY;COUNT=5"] + lines + ["END:VEVENT"])
    }
    let base = text("Europe/Madrid", "SUMMARY:S")
    let renamed = text("Romance Standard Time", "SUMMARY:New")
    let excepted = text("Europe/Madrid", "SUMMARY:S", "EXDATE;TZID=Europe/Madrid:20260304T090000")
    for (ours, theirs) in [(renamed, excepted), (excepted, renamed)] {
      let merge = try merge(base, ours, theirs)
      #expect(merge.conflicts.isEmpty, "\(merge.conflicts.map(\.conflict.property))")
      let item = try #require(ICSDocument(parsing: merge.document.text).calendars[0].item(uid: "m"))
      #expect(item.summary == "New" && item.start?.instant(in: .utc).description == "2026-03-02T08:00:00Z")
      #expect(
        item.recurrence.exceptions.map { $0.instant(in: .utc).description } == ["2026-03-04T08:00:00Z"])
    }
    // Each item has its own zone again.
    func two(_ names: String..., titled title: String) -> String {
      let zones = Set(names).sorted().flatMap { name in
        zone().map { $0.replacing("TZID:Foo", with: "TZID:\(name)") }
      }
      let events = zip(["a", "b"], names).flatMap { uid, name in
        event(uid, "DTSTART;TZID=\(name):20260302T090000", "DURATION:PT1H", "SUMMARY:\(title)")
      }
      return file(zones, events)
    }
    let regions = two("Romance Standard Time", "Romance Standard Time", titled: "S")
    let both = try merge(
      two("Europe/Madrid", "Europe/Paris", titled: "S"), two("Europe/Madrid", "Europe/Paris", titled: "T"),
      regions)
    let zones = try ["a", "b"].map { uid in
      try #require(both.document.calendars[0].item(uid: uid)?.start?.zone?.name)
    }
    #expect(zones == ["Europe/Madrid", "Europe/Paris"])
    // A zone that is stated by its own name is another one.
    let paris = text("Europe/Paris", "SUMMARY:New")
    #expect(try merge(base, paris, excepted).conflicts.isEmpty == false)
  }

  // MARK: Availability

  private func hours(_ lines: [String] = [], windows: [[String]]) -> String {
    let available = windows.enumerated().map { number, lines in
      ["BEGIN:AVAILABLE", "UID:w\(number)", "DTSTAMP:20260101T000000Z"] + lines + ["END:AVAILABLE"]
    }
    return file(
      ["BEGIN:VAVAILABILITY", "UID:h", "DTSTAMP:20260101T000000Z"] + lines + available.joined()
        + ["END:VAVAILABILITY"])
  }

  private let morning = ["DTSTART:20260302T080000Z", "DTEND:20260302T100000Z"]
  private let evening = ["DTSTART:20260302T160000Z", "DTEND:20260302T180000Z"]

  @Test("the opening hours of both sides are merged property by property and window by window")
  func availability() throws {
    let weekly = "RRULE:FREQ=WEEKLY"
    let ours = hours(["SUMMARY:Hours"], windows: [morning + ["SUMMARY:Early"], evening])
    let theirs = hours(["LOCATION:Here"], windows: [morning + [weekly], evening, morning])
    let merge = try merge(hours(windows: [morning, evening]), ours, theirs)
    #expect(merge.conflicts.isEmpty)
    let statement = try #require(
      try ICSDocument(parsing: merge.document.text).calendars[0].availabilities.first)
    #expect(statement.summary == "Hours" && statement.location == "Here")
    #expect(statement.windows.map(\.uid) == ["w0", "w1", "w2"])
    #expect(statement.windows[0].summary == "Early" && statement.windows[0].recurrence.rules.count == 1)
  }

  @Test("the times of one window are one value")
  func windowTimes() throws {
    let base = hours(windows: [morning])
    let earlier = hours(windows: [["DTSTART:20260302T070000Z", "DTEND:20260302T100000Z"]])
    let longer = hours(windows: [["DTSTART:20260302T080000Z", "DTEND:20260302T120000Z"]])
    #expect(try merge(base, earlier, longer).conflicts.map(\.conflict.property) == ["VAVAILABILITY"])
  }
}
