import AlmanacICS
import AlmanacSync
import Testing

/// A server that stores what it is given in its own form, under an entity tag that follows from the text.
private actor RewritingRemote: SyncRemote {
  private var texts: [String: String] = [:]
  private let rewrite: @Sendable (String) -> String
  /// The number of resources that were written.
  private(set) var writes = 0

  /// The resources that cannot be deleted at present.
  private var locked: Set<String> = []

  nonisolated var readsBackWrites: Bool { true }
  nonisolated var hasOneUIDPerResource: Bool { true }

  init(_ rewrite: @escaping @Sendable (String) -> String) { self.rewrite = rewrite }

  private static func tag(_ text: String) -> String { "\(ContentDigest(text.utf8))" }

  func list() -> [String: String] { texts.mapValues(Self.tag) }

  func read(_ name: String) throws -> SyncResource {
    guard let text = texts[name] else { throw SyncError(.notFound, name: name, expected: "a resource") }
    return SyncResource(token: Self.tag(text), bytes: Array(text.utf8))
  }

  func write(_ bytes: [UInt8], to name: String, replacing token: String?) throws -> String {
    guard texts[name].map(Self.tag) == token else {
      throw SyncError(.conflict, name: name, expected: "the tag")
    }
    func uids(_ text: String) -> Set<Substring> {
      Set(text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("UID:") })
    }
    if let former = texts[name], uids(former) != uids(String(decoding: bytes, as: UTF8.self)) {
      throw SyncError(.refused, name: name, expected: "the UID of the resource")
    }
    writes += 1
    let text = rewrite(String(decoding: bytes, as: UTF8.self))
    texts[name] = text
    return Self.tag(text)
  }

  func delete(_ name: String, having token: String) throws {
    if locked.contains(name) { throw SyncError(.refused, name: name, expected: "another time") }
    texts[name] = nil
  }

  func lock(_ names: Set<String>) { locked = names }
}

@Suite("Servers that store another form of what they are given")
struct ServerFormTests {
  private static func event(_ lines: [String]) -> [UInt8] {
    Array(file(["BEGIN:VEVENT", "UID:a", "DTSTART:20260302"] + lines + ["END:VEVENT"]).utf8)
  }

  /// The properties of the event by name, in lines that end with LF.
  private static let ordered: @Sendable (String) -> String = { text in
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    guard let first = lines.firstIndex(of: "BEGIN:VEVENT"), let last = lines.firstIndex(of: "END:VEVENT")
    else {
      return text
    }
    return (lines[...first] + lines[(first + 1)..<last].sorted() + lines[last...]).map { $0 + "\n" }.joined()
  }

  private static let withoutExtensions: @Sendable (String) -> String = { text in
    text.split(separator: "\r\n").filter { !$0.hasPrefix("X-") }.map { $0 + "\r\n" }.joined()
  }

  @Test("a change of notation alone is not written, and stays, though the server has the text from before")
  func notation() async throws {
    let (local, remote) = (MemoryRemote(), RewritingRemote(Self.ordered))
    var state = SyncState()
    try await write(Self.event(["SUMMARY:S", "LOCATION:L"]), to: "a.ics", of: local)
    try await synchronize(&state, local, remote)
    let changed = Self.event(["LOCATION:L", "SUMMARY:S"])
    try await write(changed, to: "a.ics", of: local)
    let writes = await remote.writes
    try await synchronize(&state, local, remote)
    for _ in 0..<2 { #expect(try await synchronize(&state, local, remote).steps.isEmpty) }
    #expect(try await contents(local) == ["a.ics": changed])
    #expect(await remote.writes == writes)
    // A change of content is written, and read back in the server's form.
    try await write(Self.event(["LOCATION:L", "SUMMARY:T"]), to: "a.ics", of: local)
    try await synchronize(&state, local, remote)
    #expect(String(decoding: try await remote.read("a.ics").bytes, as: UTF8.self).contains("SUMMARY:T"))
    #expect(try await synchronize(&state, local, remote).steps.isEmpty)
  }

  @Test(
    "X- properties that the server drops each time stay on our side, and nothing is written for them again and again"
  )
  func extensions() async throws {
    let (local, remote) = (MemoryRemote(), RewritingRemote(Self.withoutExtensions))
    var state = SyncState()
    let ours = Self.event(["SUMMARY:S", "X-FOO:1"])
    try await write(ours, to: "a.ics", of: local)
    for _ in 0..<3 { try await synchronize(&state, local, remote) }
    let writes = await remote.writes
    for _ in 0..<2 { try await synchronize(&state, local, remote) }
    #expect(await remote.writes == writes)
    #expect(try await contents(local) == ["a.ics": ours])
    // An edit on the server, and then a deletion there.
    _ = try await remote.write(
      Self.event(["SUMMARY:T"]), to: "a.ics", replacing: try await remote.read("a.ics").token)
    for _ in 0..<3 { try await synchronize(&state, local, remote) }
    let text = String(decoding: try #require(try await contents(local)["a.ics"]), as: UTF8.self)
    #expect(text.contains("SUMMARY:T") && text.contains("X-FOO:1"))
    try await remote.delete("a.ics", having: "")
    let plan = try await synchronize(&state, local, remote)
    #expect(try await contents(local).isEmpty && plan.conflicts.isEmpty)
  }

  @Test("a file with items of several UIDs is not written to a server, and nothing is deleted for it")
  func severalUIDs() async throws {
    func item(_ uid: String) -> [String] {
      ["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260302", "SUMMARY:\(uid)", "END:VEVENT"]
    }
    let (local, remote) = (MemoryRemote(), RewritingRemote { $0 })
    for uid in ["a", "b", "c"] {
      _ = try await remote.write(Array(file(item(uid)).utf8), to: "\(uid).ics", replacing: nil)
    }
    try await write(Array(file(["a", "b", "new"].flatMap(item)).utf8), to: "m.ics", of: local)
    var state = SyncState()
    for _ in 0..<2 {
      let plan = try await synchronize(&state, local, remote)
      #expect(plan.problems.map(\.name) == ["m.ics"] && plan.problems.first?.code == .severalUIDs)
    }
    #expect(await remote.list().keys.sorted() == ["a.ics", "b.ics", "c.ics"])
    #expect(await local.list().keys.sorted() == ["c.ics", "m.ics"])
  }

  @Test("a feed whose items have no UID, and whose stamps are of the moment, is the same each time")
  func feedWithoutUIDs() async throws {
    func feed(_ titles: [String], stamp: String) -> [UInt8] {
      Array(
        file(
          titles.flatMap {
            ["BEGIN:VEVENT", "DTSTAMP:\(stamp)T000000Z", "DTSTART:20260302", "SUMMARY:\($0)", "END:VEVENT"]
          }
        ).utf8)
    }
    let local = MemoryRemote()
    var state = SyncState()
    func follow(_ titles: [String], _ stamp: String) async throws -> SyncPlan {
      try await synchronize(&state, local, SubscribedRemote(feed(titles, stamp: stamp)))
    }
    #expect(try await follow(["A", "B", "A"], "20260301").steps.count == 3)
    #expect(try await follow(["A", "B", "A"], "20260302").steps.isEmpty)
    #expect(try await follow(["C", "A", "B", "A"], "20260303").steps.count == 1)
    let plan = try await follow(["C", "A", "B"], "20260304")
    #expect(plan.deletions.count == 1 && plan.steps.count == 1)
  }

  private static func event(uid: String, _ title: String) -> [UInt8] {
    Array(file(["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260302", "SUMMARY:\(title)", "END:VEVENT"]).utf8)
  }

  @Test("a file that got another UID is a new resource, and the one of the former UID is deleted")
  func replacedUID() async throws {
    let (local, remote) = (MemoryRemote(), RewritingRemote { $0 })
    var state = SyncState()
    for name in ["a", "b"] { try await write(Self.event(uid: name, name), to: "\(name).ics", of: local) }
    try await synchronize(&state, local, remote)
    try await write(Self.event(uid: "c", "C"), to: "a.ics", of: local)
    try await synchronize(&state, local, remote)
    for _ in 0..<2 { #expect(try await synchronize(&state, local, remote).steps.isEmpty) }
    #expect(await remote.list().count == 2)
    #expect(await local.list().keys.sorted() == ["a.ics", "b.ics"])
    // An edit of either side arrives in the other.
    try await write(Self.event(uid: "c", "D"), to: "a.ics", of: local)
    try await synchronize(&state, local, remote)
    var texts: [String] = []
    for name in await remote.list().keys {
      texts.append(String(decoding: try await remote.read(name).bytes, as: UTF8.self))
    }
    #expect(texts.contains { $0.contains("UID:c") && $0.contains("SUMMARY:D") })
    #expect(!texts.contains { $0.contains("UID:a") })
  }

  @Test("files whose contents were exchanged are written to the resources that have their UIDs")
  func exchanged() async throws {
    let (local, remote) = (MemoryRemote(), RewritingRemote { $0 })
    var state = SyncState()
    for name in ["a", "b"] { try await write(Self.event(uid: name, name), to: "\(name).ics", of: local) }
    try await synchronize(&state, local, remote)
    try await write(Self.event(uid: "b", "B"), to: "a.ics", of: local)
    try await write(Self.event(uid: "a", "A"), to: "b.ics", of: local)
    for _ in 0..<2 { try await synchronize(&state, local, remote) }
    #expect(try await synchronize(&state, local, remote).steps.isEmpty)
    for (name, title) in [("a", "A"), ("b", "B")] {
      #expect(try await remote.read("\(name).ics").bytes == Self.event(uid: name, title))
    }
    #expect(try await contents(local)["a.ics"] == Self.event(uid: "b", "B"))
    // A deletion here is one of the resource that has the item.
    try await delete("a.ics", of: local)
    try await synchronize(&state, local, remote)
    #expect(await remote.list().keys.sorted() == ["a.ics"])
  }

  @Test("a replaced item whose deletion fails stays deleted here, and is deleted there at the next run")
  func refusedDeletion() async throws {
    let (local, remote) = (MemoryRemote(), RewritingRemote { $0 })
    var state = SyncState()
    for name in ["a", "b"] { try await write(Self.event(uid: name, name), to: "\(name).ics", of: local) }
    try await synchronize(&state, local, remote)
    try await write(Self.event(uid: "c", "C"), to: "a.ics", of: local)
    await remote.lock(["a.ics"])
    let plan = try await planned(state, local, remote)
    #expect(try await !state.apply(plan, local: local, remote: remote).isEmpty)
    await remote.lock([])
    try await synchronize(&state, local, remote)
    #expect(try await synchronize(&state, local, remote).steps.isEmpty)
    #expect(try await contents(local).keys.sorted() == ["a.ics", "b.ics"])
    #expect(await remote.list().count == 2)
    #expect(await !remote.list().keys.contains("a.ics"))
  }

  @Test("a copy of another file deletes nothing")
  func copied() async throws {
    let (local, remote) = (MemoryRemote(), RewritingRemote { $0 })
    var state = SyncState()
    for name in ["a", "b"] { try await write(Self.event(uid: name, name), to: "\(name).ics", of: local) }
    try await synchronize(&state, local, remote)
    try await write(Self.event(uid: "b", "b"), to: "a.ics", of: local)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.steps.isEmpty && plan.problems.map(\.code) == [.duplicate])
    #expect(await remote.list().keys.sorted() == ["a.ics", "b.ics"])
  }

  @Test("a series in a zone of the feed's own arrives when the feed corrects the zone")
  func correctedZone() async throws {
    func feed(_ offset: String) -> [UInt8] {
      Array(
        file([
          "BEGIN:VTIMEZONE", "TZID:Own", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000",
          "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:a",
          "DTSTART;TZID=Own:20260302T090000", "SUMMARY:S", "END:VEVENT",
        ]).utf8)
    }
    let local = MemoryRemote()
    var state = SyncState()
    for offset in ["+0100", "+0200"] {
      #expect(try await synchronize(&state, local, SubscribedRemote(feed(offset))).steps.count == 1)
      let text = String(decoding: try #require(try await contents(local).values.first), as: UTF8.self)
      #expect(text.contains("TZOFFSETTO:\(offset)"))
    }
  }
}
