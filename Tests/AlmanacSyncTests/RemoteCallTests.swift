import AlmanacEvents
import AlmanacSync
import Foundation
import Testing

@Suite("Calls of a collection by another program")
struct RemoteCallTests {
  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    let line = try JSONEncoder().encode(value)
    #expect(!line.contains(0x0A))
    return try JSONDecoder().decode(Value.self, from: line)
  }

  @Test("calls and answers are lines of JSON, with any bytes")
  func coding() throws {
    let bytes = (0...255).map { UInt8($0) }
    let calls: [RemoteCall] = [
      .open(RemoteAddress("https://h/", user: "me", passwordCommand: "echo\nx", allowedHosts: ["a"])), .list,
      .read(["a", "ü\n"]), .change([SyncChange(name: "a", bytes: bytes, token: nil)]),
      .change([
        SyncChange(name: "a", bytes: nil, token: "\"1\"", group: 3),
        SyncChange(name: "a", bytes: [], token: "1"),
      ]),
    ]
    for call in calls { #expect(try coded(call) == call) }
    let replies: [RemoteReply] = [
      .opened, .listed(["a": "\"1\""]),
      .changed([.made(token: nil), .made(token: "x"), .failed(SyncError(.conflict, expected: "d"))]),
      .failed(SyncError(.conflict, name: "a", expected: "b")),
      .read([.resource(SyncResource(token: "1", bytes: bytes)), .failed(SyncError(.notFound, expected: "c"))]
      ),
    ]
    for reply in replies { #expect(try coded(reply) == reply) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SyncResource.self, from: Data(#"{"token":"1","bytes":"x"}"#.utf8))
    }
  }

  private static let feed = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//x//x//EN\r
    X-WR-CALNAME:Team\r
    BEGIN:VEVENT\r
    UID:a\r
    DTSTAMP:20260101T000000Z\r
    DTSTART:20260302T090000Z\r
    RRULE:FREQ=DAILY;COUNT=3\r
    SUMMARY:A\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    UID:b/c\r
    DTSTAMP:20260101T000000Z\r
    DTSTART:20260302T090000Z\r
    SUMMARY:B\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    UID:a\r
    RECURRENCE-ID:20260303T090000Z\r
    DTSTAMP:20260101T000000Z\r
    DTSTART:20260303T100000Z\r
    SUMMARY:A\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test("a published calendar is a resource for each UID, which a collection follows and never changes")
  func subscribed() async throws {
    let local = MemoryRemote()
    var state = SyncState()
    func follow(_ text: String) async throws -> SyncPlan {
      let remote = try SubscribedRemote(Array(text.utf8))
      let plan = SyncPlan(
        state, local: try await .local(of: local, since: state),
        remote: try await .remote(of: remote, since: state),
        policy: .ask, uids: .random, by: [])
      let skipped = try await state.apply(plan, local: local, remote: remote)
      #expect(skipped.allSatisfy { $0.reason.code == .refused })
      return plan
    }
    #expect(try await follow(Self.feed).steps.count == 2)
    #expect(await local.list().count == 2)
    let a = String(decoding: try await local.read("a.ics").bytes, as: UTF8.self)
    #expect(a.components(separatedBy: "UID:a").count == 3 && !a.contains("UID:b"))
    #expect(try await follow(Self.feed).steps.isEmpty)
    _ = try await follow(Self.feed.replacing("SUMMARY:B", with: "SUMMARY:C"))
    let names = await local.list().keys.sorted()
    var texts: [String] = []
    for name in names { texts.append(String(decoding: try await local.read(name).bytes, as: UTF8.self)) }
    #expect(texts.contains { $0.contains("SUMMARY:C") } && !texts.contains { $0.contains("SUMMARY:B") })
    // A change of ours is reported and stays.
    let mine = try await local.read("a.ics")
    _ = try await local.write(
      Array(String(decoding: mine.bytes, as: UTF8.self).replacing("SUMMARY:A", with: "SUMMARY:Mine").utf8),
      to: "a.ics",
      replacing: mine.token)
    _ = try await follow(Self.feed)
    #expect(String(decoding: try await local.read("a.ics").bytes, as: UTF8.self).contains("SUMMARY:Mine"))
    for broken in [String(Self.feed.dropLast(30)), "<html>", ""] {
      #expect(throws: SyncError.self) { try SubscribedRemote(Array(broken.utf8)) }
    }
    // What cannot be read there is not deleted here.
    for excess in Excess.allCases {
      #expect(throws: SyncError.self) { try SubscribedRemote(excess.bytes("a")) }
    }
    func stored() async throws -> [String: SyncResource] {
      var stored: [String: SyncResource] = [:]
      for name in await local.list().keys { stored[name] = try await local.read(name) }
      return stored
    }
    let before = try await stored()
    for start in Set(Self.feed.split(separator: "\r\n").filter { $0.hasPrefix("DTSTART") }) {
      _ = try await follow(Self.feed.replacing(start, with: "DTSTART:soon"))
      #expect(try await stored() == before)
    }
  }
}
