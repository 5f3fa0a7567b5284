import AlmanacEvents
import AlmanacICS
import AlmanacSync
import Testing

/// The bytes of a calendar file with one event.
func bytes(_ uid: String, _ lines: String...) -> [UInt8] {
  Array(file(["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260302"] + lines + ["END:VEVENT"]).utf8)
}

func planned(
  _ state: SyncState, _ local: some SyncRemote, _ remote: some SyncRemote, _ policy: MergePolicy = .ask
) async throws -> SyncPlan {
  SyncPlan(
    state, local: try await .local(of: local, since: state),
    remote: try await .remote(of: remote, since: state),
    policy: policy, uids: .seeded(1))
}

/// Makes both collections equal; every step is made.
@discardableResult
func synchronize(
  _ state: inout SyncState, _ local: some SyncRemote, _ remote: some SyncRemote, _ policy: MergePolicy = .ask
) async throws -> SyncPlan {
  let plan = try await planned(state, local, remote, policy)
  #expect(try await state.apply(plan, local: local, remote: remote, deletingMany: true).isEmpty)
  return plan
}

func contents(_ remote: MemoryRemote) async throws -> [String: [UInt8]] {
  var contents: [String: [UInt8]] = [:]
  for name in await remote.list().keys { contents[name] = try await remote.read(name).bytes }
  return contents
}

/// All items of a collection.
func items(_ remote: MemoryRemote) async throws -> EventCalendar {
  var calendar = EventCalendar()
  for (_, bytes) in try await contents(remote).sorted(by: { $0.key < $1.key }) {
    for item in try ICSDocument(parsing: bytes).calendars.flatMap({ Array($0.items) }) {
      calendar.insert(item)
    }
  }
  return calendar
}

func write(_ bytes: [UInt8], to name: String, of remote: MemoryRemote) async throws {
  _ = try await remote.write(bytes, to: name, replacing: await remote.list()[name])
}

func delete(_ name: String, of remote: MemoryRemote) async throws {
  if let token = await remote.list()[name] { try await remote.delete(name, having: token) }
}

/// A collection that does not know the state of some resources, and refuses others.
actor FaultyRemote: SyncRemote {
  let base: MemoryRemote
  private var unknown: Set<String> = []
  private var refused: Set<String> = []
  private var unlisted: Set<String> = []
  private var unanswered: Set<String> = []

  init(_ contents: [String: [UInt8]] = [:]) { base = MemoryRemote(contents) }

  func set(
    unknown: Set<String> = [], unlisted: Set<String> = [], refused: Set<String> = [],
    unanswered: Set<String> = []
  ) {
    (self.unknown, self.unlisted, self.refused) = (unknown, unlisted, refused)
    self.unanswered = unanswered
  }

  func list() async -> [String: String] {
    await base.list().merging(unknown.map { ($0, "") }) { $1 }.filter { !unlisted.contains($0.key) }
  }

  func read(_ name: String) async throws -> SyncResource {
    try check(name)
    return try await base.read(name)
  }

  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    try check(name)
    if unanswered.contains(name) {
      throw SyncError(SyncError.Code(rawValue: "unreachable"), name: name, expected: "an answer")
    }
    return try await base.write(bytes, to: name, replacing: token)
  }

  func delete(_ name: String, having token: String) async throws {
    try check(name)
    try await base.delete(name, having: token)
  }

  private func check(_ name: String) throws {
    if refused.contains(name) {
      throw SyncError(.refused, name: name, expected: "another resource")
    }
  }
}
