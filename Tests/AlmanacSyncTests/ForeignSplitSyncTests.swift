import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// Programs with one file for each item write the two parts of a split series into two files, and state no relation between them.
@Suite("Synchronizations of folders in which another program split a series")
struct ForeignSplitSyncTests {
  /// Ten Mondays from 2 March 2026 on.
  private static let days = [
    "2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30", "2026-04-06", "2026-04-13",
    "2026-04-20",
    "2026-04-27", "2026-05-04",
  ]
  private static let whole = "FREQ=WEEKLY;COUNT=10"
  /// Ends of the first part by which the fifth day is the first of the second one.
  static let ends = ["UNTIL=20260323T090000Z", "UNTIL=20260330T085959Z", "COUNT=4"]

  private func series(
    _ uid: String, from day: String = "20260302", _ rule: String = whole, _ lines: String...,
    title: String = "S"
  ) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:\(day)T090000Z", "DURATION:PT1H"]
      + ["RRULE:\(rule)", "SUMMARY:\(title)"] + lines + ["END:VEVENT"]
  }

  private func bytes(_ components: [String]...) -> [UInt8] { Array(file(components.flatMap { $0 }).utf8) }

  /// The first part, and the second one from the fifth day on.
  private func split(_ end: String, into uid: String, _ lines: String...) -> [String: [UInt8]] {
    [
      "u.ics": bytes(series("u", "FREQ=WEEKLY;\(end)")),
      "\(uid).ics": bytes(
        series(uid, from: "20260330", "FREQ=WEEKLY;COUNT=6").dropLast() + lines + ["END:VEVENT"]),
    ]
  }

  /// The day, the hour, the title and the place of each occurrence.
  private func shown(_ remote: MemoryRemote) async throws -> [String] {
    let range = try Instant("2026-02-01T00:00:00Z")..<Instant("2026-07-01T00:00:00Z")
    return try await items(remote).agenda(in: range, viewer: .utc).found.map {
      "\($0.start.date) \($0.start.local.time.hour) \($0.item.summary) \($0.item.location)"
    }.sorted()
  }

  /// The collections after both sides were changed and synchronized.
  private func synchronized(
    from files: [String: [UInt8]], _ ours: [String: [UInt8]], _ theirs: [String: [UInt8]],
    _ policy: MergePolicy = .ask
  ) async throws -> (plan: SyncPlan, sides: [MemoryRemote]) {
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    for (side, changed) in [(local, ours), (remote, theirs)] {
      for (name, bytes) in changed { try await write(bytes, to: name, of: side) }
    }
    let plan = try await synchronize(&state, local, remote, policy)
    if plan.unresolved.isEmpty { #expect(try await planned(state, local, remote).steps.isEmpty) }
    return (plan, [local, remote])
  }

  /// An edit of the whole series on the other side, and its effect on the occurrences.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    var override: [String] = []
    let effect: @Sendable (String) -> String?
  }

  static let edits = [
    Edit(testDescription: "none", lines: []) { "\($0) 9 S " },
    Edit(testDescription: "a place", lines: ["LOCATION:L"]) { "\($0) 9 S L" },
    Edit(testDescription: "a deleted instance after the cut", lines: ["EXDATE:20260406T090000Z"]) {
      $0 == "2026-04-06" ? nil : "\($0) 9 S "
    },
    Edit(testDescription: "a deleted instance before the cut", lines: ["EXDATE:20260309T090000Z"]) {
      $0 == "2026-03-09" ? nil : "\($0) 9 S "
    },
    Edit(
      testDescription: "a moved instance after the cut", lines: [],
      override: [
        "BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20260406T090000Z",
        "DTSTART:20260406T120000Z", "DURATION:PT1H", "SUMMARY:Late", "END:VEVENT",
      ]
    ) { $0 == "2026-04-06" ? "\($0) 12 Late " : "\($0) 9 S " },
  ]

  @Test(
    "an edit of the other side reaches both parts, and no instance is doubled or lost", arguments: ends, edits
  )
  func edited(end: String, edit: Edit) async throws {
    let base = ["u.ics": bytes(series("u"))]
    let whole = series("u").dropLast() + edit.lines + ["END:VEVENT"] + edit.override
    let (cut, edited) = (split(end, into: "new"), ["u.ics": bytes(Array(whole))])
    for (ours, theirs) in [(cut, edited), (edited, cut)] {
      let (plan, sides) = try await synchronized(from: base, ours, theirs)
      #expect(plan.conflicts.isEmpty && plan.problems.isEmpty)
      for side in sides {
        #expect(try await shown(side) == Self.days.compactMap(edit.effect).sorted())
        #expect(try await contents(side).keys.sorted() == ["new.ics", "u.ics"])
      }
    }
  }

  @Test("splits of both sides at one instance become one", arguments: ends, ends)
  func bothSplit(ours: String, theirs: String) async throws {
    let base = ["u.ics": bytes(series("u"))]
    for uids in [("new", "neu"), ("neu", "new")] {
      let (plan, sides) = try await synchronized(
        from: base, split(ours, into: uids.0), split(theirs, into: uids.1, "LOCATION:L"))
      #expect(plan.conflicts.isEmpty && plan.problems.isEmpty)
      for side in sides {
        let expected = Self.days.map { "\($0) 9 S \($0 < "2026-03-30" ? "" : "L")" }
        #expect(try await shown(side) == expected)
        #expect(try await contents(side).count == 2)
      }
    }
  }

  @Test("a conflict is settled for both files at once", arguments: ends)
  func settled(end: String) async throws {
    let base = ["u.ics": bytes(series("u"))]
    var cut = split(end, into: "new")
    cut["new.ics"] = bytes(series("new", from: "20260330", "FREQ=WEEKLY;COUNT=6", title: "Late"))
    let renamed = ["u.ics": bytes(series("u", title: "Renamed"))]
    let expected = [
      Self.days.map { "\($0) 9 \($0 < "2026-03-30" ? "S" : "Late") " }, Self.days.map { "\($0) 9 Renamed " },
    ]
    for (ours, theirs, isCutOurs) in [(cut, renamed, true), (renamed, cut, false)] {
      let (local, remote) = (MemoryRemote(base), MemoryRemote(base))
      var state = SyncState()
      try await synchronize(&state, local, remote)
      for (side, changed) in [(local, ours), (remote, theirs)] {
        for (name, bytes) in changed { try await write(bytes, to: name, of: side) }
      }
      let plan = try await synchronize(&state, local, remote)
      #expect(plan.unresolved.map(\.conflict.property) == ["SUMMARY"])
      #expect(plan.steps.isEmpty)
      try await synchronize(&state, local, remote, .theirs)
      for side in [local, remote] { #expect(try await shown(side) == expected[isCutOurs ? 1 : 0]) }
      #expect(try await planned(state, local, remote).steps.isEmpty)
    }
  }

  @Test(
    "each of several series that were split on one day has its own second part, by its title and its time of day"
  )
  func severalSplits() async throws {
    let all = [
      ("a", "A", "09"), ("b", "B", "09"), ("c", "Gym", "10"), ("d", "Gym", "18"), ("e", "Gym", "20"),
    ]
    func files(_ states: (String, String) -> [(name: String, lines: [String])]) -> [String: [UInt8]] {
      let files = all.flatMap { uid, title, hour in
        states(uid, title).map { file in
          (file.name, bytes(file.lines.map { $0.replacing("T09", with: "T\(hour)") }))
        }
      }
      return Dictionary(uniqueKeysWithValues: files)
    }
    let base = files { [("\($0).ics", series($0, title: $1))] }
    let cut = files { uid, title in
      [
        ("\(uid).ics", series(uid, "FREQ=WEEKLY;COUNT=4", title: title)),
        ("\(uid)2.ics", series("\(uid)2", from: "20260330", "FREQ=WEEKLY;COUNT=6", title: title)),
      ]
    }
    let placed = files { [("\($0).ics", series($0, Self.whole, "LOCATION:\($0)", title: $1))] }
    for (ours, theirs) in [(cut, placed), (placed, cut)] {
      let (plan, sides) = try await synchronized(from: base, ours, theirs)
      #expect(plan.conflicts.isEmpty)
      for side in sides {
        let expected = all.flatMap { uid, title, hour in
          Self.days.map { "\($0) \(Int(hour) ?? 0) \(title) \(uid)" }
        }
        #expect(try await shown(side) == expected.sorted())
        #expect(try await contents(side).count == 2 * all.count)
      }
    }
  }
}
