import AlmanacFiles
import AlmanacSync
import Foundation
import Testing

@Suite("The stored state of a synchronization")
struct SyncRecordTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one", "other"] { try folder.makeFolder(name) }
  }

  private func record(
    _ one: String = "one", _ other: String = "other", isPreview: Bool = false
  ) throws(FileError) -> SyncRecord {
    try SyncRecord(of: folder.path(one), and: folder.path(other), timeout: .zero, isPreview: isPreview)
  }

  private func record(url: String) throws(FileError) -> SyncRecord {
    try SyncRecord(of: folder.path("one"), andURL: url, timeout: .zero)
  }

  private func state(_ record: SyncRecord) throws -> SyncState {
    try record.state { try JSONDecoder().decode(SyncState.self, from: Data($0)) }
  }

  private func encoded(_ state: SyncState) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array(try encoder.encode(state))
  }

  /// The state of two collections, of which ours has the name of a resource before the colon.
  private func agreed(_ names: String...) async throws -> SyncState {
    var state = SyncState()
    for name in names {
      let parts = name.split(separator: ":").map(String.init)
      let sides = parts.map { MemoryRemote([$0: Array(Sample.calendar(parts[0], "A").utf8)]) }
      let plan = SyncPlan(
        state, local: try await .local(of: sides[0], since: state),
        remote: try await .remote(of: sides.last ?? sides[0], since: state))
      try await state.apply(plan, local: sides[0], remote: sides.last ?? sides[0], deletingMany: true)
    }
    return state
  }

  private func store(_ state: SyncState, _ record: SyncRecord) throws {
    var record = record
    defer { record.release() }
    try record.store(state, encoding: encoded)
  }

  @Test("it is found from either folder, and after both were moved")
  func found() async throws {
    let state = try await agreed("a.ics:b.ics")
    #expect(try self.state(record(isPreview: true)) == SyncState())
    try store(state, record())
    for _ in 0..<2 {
      let again = try record(isPreview: true)
      #expect(try self.state(again) == state && !again.hasOnlyForeignState)
      #expect(try self.state(record("other", "one", isPreview: true)) == state.reversed)
      try store(state.reversed, record("other", "one"))
    }
    try folder.makeFolder("moved")
    for name in ["one", "other"] {
      try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path("moved/" + name))
    }
    #expect(try self.state(record("moved/one", "moved/other", isPreview: true)) == state)
    #expect(try folder.names == ["moved"])
  }

  @Test("it is not that of a copy of either folder, with or without hidden files, nor of a restored folder")
  func copies() async throws {
    let first = try await agreed("a.ics")
    try store(first, record())
    for name in ["one", "other"] {
      try FileManager.default.copyItem(atPath: folder.path(name), toPath: folder.path("copy of " + name))
    }
    try folder.makeFolder("empty")
    let second = try await agreed("b.ics")
    try store(second, record())
    func isForeign(_ one: String, _ other: String) throws -> Bool {
      let record = try record(one, other, isPreview: true)
      return try state(record) == SyncState() && record.hasOnlyForeignState
    }
    // The copy of one folder beside the other, both copies, and a folder that has the path of another one.
    try folder.makeFolder("machine")
    try FileManager.default.moveItem(atPath: folder.path("copy of one"), toPath: folder.path("machine/one"))
    try folder.makeFolder("machine/other")
    #expect(try isForeign("machine/one", "machine/other"))
    try store(first, record("machine/one", "machine/other"))
    #expect(try state(record("machine/one", "machine/other", isPreview: true)) == first)
    #expect(try state(record(isPreview: true)) == second)
    try folder.remove("other")
    try FileManager.default.moveItem(atPath: folder.path("empty"), toPath: folder.path("other"))
    #expect(try isForeign("one", "other"))
    // A backup from before the last synchronization.
    try folder.remove("other")
    try FileManager.default.moveItem(atPath: folder.path("copy of other"), toPath: folder.path("other"))
    #expect(try isForeign("one", "other"))
  }

  @Test("of two states that were made of one, the later to be stored is refused; a killed process leaves one")
  func replacement() async throws {
    let states = try await [agreed("a.ics"), agreed("b.ics"), agreed("c.ics")]
    try store(states[0], record())
    let earlier = try record(isPreview: true)
    let before = try Data(contentsOf: URL(filePath: earlier.path))
    try store(states[1], record())
    #expect(throws: FileError.self) { try store(states[2], earlier) }
    #expect(try state(record(isPreview: true)) == states[1])
    // Killed after the mark was written.
    try before.write(to: URL(filePath: earlier.path))
    #expect(try state(record(isPreview: true)) == states[0])
  }

  @Test("a second synchronization of the two folders waits until the first one ends, in either order")
  func exclusion() throws {
    let running = try record()
    #expect(FileError.code { () throws(FileError) in _ = try record() } == .locked)
    #expect(FileError.code { () throws(FileError) in _ = try record("other", "one") } == .locked)
    #expect(FileError.code { () throws(FileError) in _ = try record(isPreview: true) } == nil)
    try folder.makeFolder("third")
    let third = try record("one", "third")
    third.release()
    running.release()
    try record().release()
    for name in ["one", "other", "third"] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).isEmpty)
    }
    // A killed process leaves the file of its lock.
    try folder.file("one/.almanac-sync-0123456789abcdef.lock", "")
    _ = try CalendarStore.read(CalendarLocation(folder.path("one")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("one")).isEmpty)
  }

  @Test(
    "a first synchronization that waits for another one uses the state that this one stores",
    arguments: [true, false])
  func waiting(isReversed: Bool) async throws {
    let state = try await agreed("a.ics:b.ics")
    let first = try record()
    let (one, other) = isReversed ? ("other", "one") : ("one", "other")
    // A thread of its own, as those of tasks are few.
    async let waiting = withCheckedThrowingContinuation {
      (result: CheckedContinuation<SyncRecord, any Error>) in
      Thread.detachNewThread { [folder] in
        result.resume(
          with: Result {
            try SyncRecord(of: folder.path(one), and: folder.path(other), timeout: .seconds(60))
          })
      }
    }
    try await Task.sleep(for: .milliseconds(200))
    try store(state, first)
    let second = try await waiting
    #expect(try self.state(second) == (isReversed ? state.reversed : state))
    let next = try await agreed("c.ics:d.ics")
    try store(next, second)
    #expect(try self.state(record(isPreview: true)) == (isReversed ? next.reversed : next))
    #expect(try states == 1)
  }

  /// The number of states in both folders.
  private var states: Int {
    get throws {
      try ["one", "other"].flatMap { try FileManager.default.contentsOfDirectory(atPath: folder.path($0)) }
        .count { $0.hasSuffix(".json") }
    }
  }

  @Test("of two states the common part is valid, and the next one to be stored replaces both")
  func twoStates() async throws {
    func state(_ summaries: [String: String]) async throws -> SyncState {
      let contents = summaries.map { ("\($0.key).ics", Array(Sample.calendar($0.key, $0.value).utf8)) }
      let sides = [MemoryRemote(Dictionary(uniqueKeysWithValues: contents)), MemoryRemote()]
      var state = SyncState()
      let plan = SyncPlan(
        state, local: try await .local(of: sides[0], since: state),
        remote: try await .remote(of: sides[1], since: state))
      try await state.apply(plan, local: sides[0], remote: sides[1])
      return state
    }
    // Previews exclude nobody, as earlier versions did at the first synchronization.
    let (one, other) = (try record(isPreview: true), try record("other", "one", isPreview: true))
    try store(try await state(["a": "same", "b": "before", "c": "only here"]), one)
    try store(try await state(["a": "same", "b": "after"]).reversed, other)
    #expect(try states == 2)
    let both = try record()
    #expect(!both.hasOnlyForeignState)
    #expect(try self.state(both).entries.keys.sorted() == ["a.ics"])
    #expect(try self.state(record("other", "one", isPreview: true)).entries.keys.sorted() == ["a.ics"])
    let next = try await agreed("d.ics:e.ics")
    try store(next, both)
    #expect(try states == 1)
    #expect(try self.state(record(isPreview: true)) == next)
    #expect(try self.state(record("other", "one", isPreview: true)) == next.reversed)
  }

  // RFC 3986 §6.2.2, §6.2.3
  @Test("the spellings of one URL have one state, and other URLs others")
  func urls() async throws {
    let state = try await agreed("a.ics")
    try store(state, record(url: "http://host.example/~ana/caf%C3%A9/cal"))
    for url in [
      "http://host.example/~ana/caf%C3%A9/cal/", "HTTP://Host.EXAMPLE/~ana/caf%c3%a9/cal",
      "http://me:secret@host.example:80/%7Eana/café/cal/",
      "http://host.example:/~ana/./x/../caf%C3%A9/%63al//",
    ] {
      let record = try record(url: url)
      #expect(try self.state(record) == state, "\(url)")
      record.release()
    }
    for url in [
      "https://host.example/~ana/caf%C3%A9/cal", "http://host.example:8080/~ana/caf%C3%A9/cal",
      "http://host.example/~ana/caf%C3%A9/Cal", "http://host.example/~ana/caf%C3%A9/cal/?a",
      "http://host.example/~ana/caf%C3%A9%2Fcal", "http://[::1]/~ana/caf%C3%A9/cal",
    ] {
      let record = try record(url: url)
      #expect(try self.state(record) == SyncState() && !record.hasOnlyForeignState, "\(url)")
      record.release()
    }
    try FileManager.default.copyItem(atPath: folder.path("one"), toPath: folder.path("copy"))
    let copy = try SyncRecord(
      of: folder.path("copy"), andURL: "http://host.example/~ana/caf%C3%A9/cal", isPreview: true)
    #expect(try self.state(copy) == SyncState() && copy.hasOnlyForeignState)
  }
}
