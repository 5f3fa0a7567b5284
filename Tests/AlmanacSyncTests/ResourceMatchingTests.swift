import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import Testing

@Suite("Resources that are matched by their items")
struct ResourceMatchingTests {
  private func titles(_ remote: MemoryRemote) async throws -> [String] {
    try await items(remote).items.map { "\($0.uid) \($0.summary)" }.sorted()
  }

  @Test("one item under two names is one item, and its later edits follow")
  func twoNames() async throws {
    let local = MemoryRemote(["a.ics": bytes("u", "SUMMARY:S", "LOCATION:L")])
    let remote = MemoryRemote(["b.ics": bytes("u", "SUMMARY:S", "LOCATION:L")])
    var state = SyncState()
    try await synchronize(&state, local, remote)
    #expect(try await contents(local).keys.sorted() == ["a.ics"])
    #expect(try await contents(remote).keys.sorted() == ["b.ics"])
    #expect(try await planned(state, local, remote).steps.isEmpty)
    try await write(bytes("u", "SUMMARY:T", "LOCATION:L"), to: "a.ics", of: local)
    try await write(bytes("u", "SUMMARY:S", "LOCATION:M"), to: "b.ics", of: remote)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == ["a.ics": bytes("u", "SUMMARY:T", "LOCATION:M")])
    #expect(try await contents(remote) == ["b.ics": bytes("u", "SUMMARY:T", "LOCATION:M")])
    try await delete("b.ics", of: remote)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local).isEmpty)
  }

  @Test("a new file has the UID as its name, or its SHA-256 where not every file system takes the UID")
  func newNames() {
    #expect(String.fileName(forUID: "A-1_b.c+d@example.org") == "A-1_b.c+d@example.org.ics")
    for uid in ["", ".a", "a/b", "a:b", "a*", "a b", "ä", "a\n", String(repeating: "a", count: 201)] {
      #expect(String.fileName(forUID: uid) == "\(ContentDigest(uid.utf8)).ics")
    }
    #expect("a.ics".unique { !["a.ics", "a-2.ics"].contains($0) } == "a-3.ics")
  }

  @Test("two items under one name stay two resources, each with one item")
  func oneName() async throws {
    let (local, remote) = (MemoryRemote(["1.ics": bytes("a")]), MemoryRemote(["1.ics": bytes("b")]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    for side in [local, remote] {
      #expect(try await Set(contents(side).values) == [bytes("a"), bytes("b")])
    }
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }

  @Test("a renamed file is the same resource: nothing is deleted, and the other side's edit arrives")
  func renamed() async throws {
    let files = ["a.ics": bytes("u", "SUMMARY:S"), "z.ics": bytes("z")]
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await delete("a.ics", of: local)
    try await write(bytes("u", "SUMMARY:S"), to: "new.ics", of: local)
    try await write(bytes("u", "SUMMARY:T"), to: "a.ics", of: remote)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.deletions.isEmpty && plan.conflicts.isEmpty)
    #expect(try await contents(local) == ["new.ics": bytes("u", "SUMMARY:T"), "z.ics": bytes("z")])
    #expect(try await contents(remote) == ["a.ics": bytes("u", "SUMMARY:T"), "z.ics": bytes("z")])
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }

  @Test("a second file with an item of the same side is not synchronized")
  func conflictCopy() async throws {
    let files = ["a.ics": bytes("u", "SUMMARY:S")]
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("u", "SUMMARY:Copy"), to: "a (conflict).ics", of: local)
    try await synchronize(&state, local, remote)
    #expect(try await contents(remote) == files)
    #expect(try await contents(local).count == 2)
  }

  /// A collection has an item in one resource (RFC 4791 §4.1).
  @Test(
    "an item that comes into several known resources of one side is in one of them, and the others stay as they are"
  )
  func doubledItems() async throws {
    for isOurs in [true, false] {
      let files = Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d"].map { ("\($0).ics", bytes($0)) })
      let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
      var state = SyncState()
      try await synchronize(&state, local, remote)
      let (edited, other) = isOurs ? (local, remote) : (remote, local)
      for name in ["a", "b", "c"] {
        try await write(bytes("same", "SUMMARY:\(name)"), to: "\(name).ics", of: edited)
      }
      for _ in 0..<2 {
        let plan = try await synchronize(&state, local, remote)
        #expect(plan.problems.map(\.code) == [.duplicate, .duplicate] && plan.deletions.isEmpty)
        #expect(plan.problems.map(\.name) == ["b.ics", "c.ics"])
      }
      // The same for an item of a resource that did not change.
      try await write(bytes("d", "SUMMARY:Copy"), to: "b.ics", of: edited)
      #expect(try await synchronize(&state, local, remote).problems.map(\.name) == ["b.ics", "c.ics"])
      let expected = [
        "a.ics": bytes("same", "SUMMARY:a"), "b.ics": bytes("b"), "c.ics": bytes("c"), "d.ics": bytes("d"),
      ]
      #expect(try await contents(other) == expected)
      #expect(try await contents(edited)["b.ics"] == bytes("d", "SUMMARY:Copy"))
      for name in ["b", "c"] { try await write(bytes(name, "SUMMARY:N"), to: "\(name).ics", of: edited) }
      #expect(try await synchronize(&state, local, remote).problems.isEmpty)
      #expect(try await contents(local) == contents(remote))
    }
  }

  @Test("a file without items is synchronized as any other: copied, changed and deleted")
  func withoutItems() async throws {
    func named(_ lines: String...) -> [UInt8] { Array(file(lines).utf8) }
    let zone = named("BEGIN:VTIMEZONE", "TZID:X", "END:VTIMEZONE")
    let local = MemoryRemote(["name.ics": named("NAME:N"), "zone.ics": zone, "x.ics": bytes("x")])
    let remote = MemoryRemote(["other.ics": named("COLOR:red", "X-FOO:1")])
    var state = SyncState()
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.deletions.isEmpty)
    #expect(try await contents(local) == contents(remote))
    #expect(try await contents(local).count == 4)
    #expect(try await planned(state, local, remote).steps.isEmpty)
    try await write(named("NAME:M"), to: "name.ics", of: remote)
    try await delete("zone.ics", of: remote)
    try await delete("other.ics", of: local)
    #expect(try await synchronize(&state, local, remote).deletions == ["other.ics", "zone.ics"])
    #expect(try await contents(local) == ["name.ics": named("NAME:M"), "x.ics": bytes("x")])
    #expect(try await contents(local) == contents(remote))
  }

  @Test(
    "an item of a name that is no plain file name has a visible name on the other side, and it is one resource for ever",
    arguments: [
      "../x.ics", "", ".hidden.ics", "a/b.ics", "a\u{0}.ics", "..", "a\\b.ics", "..11.ics",
      String(repeating: "é", count: 200),
    ], [false, true])
  func hiddenNames(name: String, isOurs: Bool) async throws {
    let (named, other) = (MemoryRemote([name: bytes("x"), "y.ics": bytes("y")]), MemoryRemote())
    var state = SyncState()
    func synchronized() async throws -> SyncPlan {
      try await isOurs ? synchronize(&state, named, other) : synchronize(&state, other, named)
    }
    #expect(try await synchronized().problems.isEmpty)
    let found = try await contents(other)
    let plain = try #require(found.keys.first { $0 != "y.ics" })
    #expect(found.count == 2 && found[plain] == bytes("x"))
    #expect(!plain.hasPrefix(".") && (1...255).contains(plain.utf8.count))
    #expect(plain.unicodeScalars.allSatisfy { !"/\\\u{0}".unicodeScalars.contains($0) })
    #expect(try await synchronized().steps.isEmpty)
    try await write(bytes("x", "SUMMARY:1"), to: name, of: named)
    _ = try await synchronized()
    #expect(try await contents(other)[plain] == bytes("x", "SUMMARY:1"))
    try await write(bytes("x", "SUMMARY:2"), to: plain, of: other)
    #expect(try await synchronized().deletions.isEmpty)
    #expect(try await contents(named) == [name: bytes("x", "SUMMARY:2"), "y.ics": bytes("y")])
    try await delete(plain, of: other)
    #expect(try await synchronized().deletions.count == 1)
    #expect(try await contents(named) == ["y.ics": bytes("y")])
  }

  @Test("names that become one visible name are two resources")
  func equalVisibleNames() async throws {
    let (local, remote) = (
      MemoryRemote(), MemoryRemote([".a": bytes("x"), "..a": bytes("y"), "A": bytes("z")])
    )
    var state = SyncState()
    try await synchronize(&state, local, remote)
    #expect(try await Set(contents(local).keys.map { $0.lowercased() }).count == 3)
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }
}

@Suite("Resources that are merged together")
struct ResourceGroupTests {
  private let zone = "Europe/Madrid"

  private var series: [UInt8] {
    Array(
      file(
        event(
          "s", "DTSTART;TZID=Europe/Madrid:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=10",
          "SUMMARY:S")
      ).utf8)
  }

  private func id(_ day: Int, uid: String = "s") throws -> ItemID {
    let local = try CivilDateTime("2026-03-\(day < 10 ? "0" : "")\(day)T09:00")
    return ItemID(uid: uid, recurrenceID: .zoned(local.in(try Zone(zone))))
  }

  /// Edits a collection as a program does that has a file for each UID.
  private func edit(_ remote: MemoryRemote, _ body: (inout EventCalendar) throws -> Void) async throws {
    var calendar = try await items(remote)
    try body(&calendar)
    var files: [String: EventCalendar] = [:]
    for item in calendar.items { files["\(item.uid).ics", default: EventCalendar()].insert(item) }
    for (name, file) in files { try await write(ICSDocument([file]).bytes, to: name, of: remote) }
  }

  private func shown(_ remote: MemoryRemote) async throws -> [String] {
    let from = try CivilDateTime("2026-03-01T00:00").in(try Zone(zone)).instant
    let agenda = try await items(remote).agenda(
      in: from..<from.adding(seconds: 31 * 86_400), viewer: try Zone(zone))
    return agenda.found.map {
      "\($0.start.date.description.suffix(2)) \($0.item.summary) \($0.item.location)"
    }
  }

  private func collections() async throws -> (MemoryRemote, MemoryRemote, SyncState) {
    let (local, remote) = (MemoryRemote(["s.ics": series]), MemoryRemote(["s.ics": series]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    return (local, remote, state)
  }

  @Test("an edit of an instance follows into the file of the second part that the other side split off")
  func split() async throws {
    for isOurs in [true, false] {
      var (local, remote, state) = try await collections()
      let (splitting, editing) = isOurs ? (local, remote) : (remote, local)
      try await edit(splitting) {
        try $0.edit(id(6), scope: .thisAndFuture, at: nil, uids: .seeded(3)) { $0.summary = "Late" }
      }
      try await edit(editing) { try $0.edit(id(8), scope: .this, at: nil) { $0.location = "P" } }
      let plan = try await synchronize(&state, local, remote)
      #expect(plan.conflicts.isEmpty)
      let days = try await shown(local)
      #expect(try await shown(remote) == days)
      #expect(days.count == 10)
      #expect(days.filter { $0.hasPrefix("08") } == ["08 Late P"])
      #expect(try await planned(state, local, remote).steps.isEmpty)
    }
  }

  @Test("a split of which only the second part has arrived is completed, with the edits of the other side")
  func halfMade() async throws {
    for isEditedLater in [false, true] {
      var (local, remote, state) = try await collections()
      try await edit(local) {
        try $0.edit(id(6), scope: .thisAndFuture, at: nil, uids: .seeded(3)) { $0.summary = "Late" }
      }
      try await edit(remote) { try $0.edit(id(8), scope: .this, at: nil) { $0.location = "P" } }
      let failing = UnreliableRemote(remote, refusing: "s.ics")
      let plan = try await planned(state, local, failing)
      await #expect(throws: SyncInterruption.self) {
        try await state.apply(plan, local: local, remote: failing)
      }
      #expect(try await contents(remote).count == 2)
      if isEditedLater {
        let whole = try await contents(remote)["s.ics"] ?? []
        var edited = try calendar(String(decoding: whole, as: UTF8.self))
        try edited.edit(id(9), scope: .this, at: nil) { $0.location = "Q" }
        try await write(ICSDocument([edited]).bytes, to: "s.ics", of: remote)
      }
      try await synchronize(&state, local, remote)
      let days = try await shown(local)
      #expect(try await shown(remote) == days)
      #expect(days.count == 10, "\(days)")
      #expect(days.filter { $0.hasPrefix("08") } == ["08 Late P"])
      #expect(days.filter { $0.hasPrefix("09") } == [isEditedLater ? "09 Late Q" : "09 Late "])
      #expect(try await planned(state, local, remote).steps.isEmpty)
    }
  }

  @Test("splits of both sides at one instance are one, with the edits of both")
  func splits() async throws {
    var (local, remote, state) = try await collections()
    try await edit(local) {
      try $0.edit(id(6), scope: .thisAndFuture, at: nil, uids: .seeded(3)) { $0.summary = "Late" }
    }
    try await edit(remote) {
      try $0.edit(id(6), scope: .thisAndFuture, at: nil, uids: .seeded(4)) { $0.location = "P" }
    }
    try await synchronize(&state, local, remote)
    let days = try await shown(local)
    #expect(days.count == 10)
    #expect(days.filter { $0.hasPrefix("07") } == ["07 Late P"])
    #expect(try await contents(local).count == 2)
    #expect(try await contents(remote) == contents(local))
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }

  @Test("the same two splits have one UID, whichever side is ours")
  func joinedUID() throws {
    let base = try calendar(String(decoding: series, as: UTF8.self))
    var (one, other) = (base, base)
    try one.edit(id(6), scope: .thisAndFuture, at: nil, uids: .seeded(3)) { $0.summary = "Late" }
    try other.edit(id(6), scope: .thisAndFuture, at: nil, uids: .seeded(4)) { $0.location = "P" }
    let merges = [(one, other), (other, one)].map { CalendarMerge(base: base, ours: $0, theirs: $1).calendar }
    #expect(Set(merges[0].items.map(\.uid)) == Set(merges[1].items.map(\.uid)))
  }
}
