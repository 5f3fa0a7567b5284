import Almanac
import AlmanacSync
import DAVServers
import Foundation
import Testing

@testable import CalDAV

@Suite("Radicale and Xandikos")
struct ServerTests {
  static func event(_ uid: String, _ lines: String...) -> [UInt8] {
    let lines =
      [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN", "BEGIN:VEVENT", "UID:\(uid)",
        "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "DTEND:20260302T100000Z",
      ] + lines + ["END:VEVENT", "END:VCALENDAR", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  @Test(
    "resources are written, listed by what changed, read many at once, and deleted",
    arguments: RunningServer.Kind.allCases)
  func resources(_ kind: RunningServer.Kind) async throws {
    let server = try await RunningServer(kind)
    let (here, elsewhere) = (try server.calendar(), try server.calendar())
    #expect(try await here.list() == [:])
    for name in ["a", "b ü", "c%41", "d:e@x"] {
      _ = try await elsewhere.write(
        Self.event(name, "SUMMARY:<\(name)> & 1"), to: "\(name).ics", replacing: nil)
    }
    let tokens = try await here.list()
    #expect(
      tokens.keys.sorted() == ["a.ics", "b ü.ics", "c%41.ics", "d:e@x.ics"] && !tokens.values.contains(""))
    #expect(here.currentListing?.syncToken != nil)
    let names = tokens.keys.sorted()
    for (name, result) in zip(names, await here.readAll(names)) {
      let (many, one) = (try result.get(), try await here.read(name))
      #expect(many.token == one.token && many.token == tokens[name])
      #expect(String(decoding: many.bytes, as: UTF8.self) == String(decoding: one.bytes, as: UTF8.self))
    }
    // With a stored listing the server is asked for later changes alone.
    let stored = try JSONDecoder().decode(
      CollectionListing.self, from: try JSONEncoder().encode(try #require(here.currentListing)))
    try await elsewhere.delete("a.ics", having: try #require(tokens["a.ics"]))
    let changed = try await elsewhere.write(
      Self.event("b ü", "SUMMARY:other"), to: "b ü.ics", replacing: tokens["b ü.ics"])
    let later = try await CalDAVCollection(here.address, here.client, since: stored).list()
    #expect(
      later.keys.sorted() == ["b ü.ics", "c%41.ics", "d:e@x.ics"] && later["b ü.ics"] != tokens["b ü.ics"])
    #expect(try await server.calendar().list() == later)
    #expect(changed.isEmpty || later["b ü.ics"] == changed)
    for token in ["\"other\"", tokens["b ü.ics"] ?? ""] {
      await #expect {
        try await here.write(Self.event("b ü"), to: "b ü.ics", replacing: token)
      } throws: {
        ($0 as? SyncError)?.code == .conflict
      }
    }
    await #expect {
      try await here.write(Self.event("c"), to: "c%41.ics", replacing: nil)
    } throws: {
      ($0 as? SyncError)?.code == .conflict
    }
    var forgotten = stored
    forgotten.syncToken = "http://example.org/unknown"
    #expect(try await CalDAVCollection(here.address, here.client, since: forgotten).list() == later)
  }

  @Test(
    "calendars are found from the server's address, from the home, and from their own",
    arguments: RunningServer.Kind.allCases)
  func discovery(_ kind: RunningServer.Kind) async throws {
    let server = try await RunningServer(kind)
    let own = try WebAddress(server.url)
    for place in [own, own.path("/"), try own.resolving("..")] {
      let found = try await Discovery(WebClient(to: place, credentials: server.credentials)).calendars()
      #expect(found.contains { "\($0.address)" == server.url }, "\(place)")
    }
  }

  @Test("the busy time of a calendar, where the server has the query")
  func freeBusy() async throws {
    let window = try Instant("2026-03-01T00:00:00Z")..<(try Instant("2026-04-01T00:00:00Z"))
    let server = try await RunningServer(.xandikos)
    _ = try await server.calendar().write(Self.event("a"), to: "a.ics", replacing: nil)
    let periods = try await server.calendar().busyTime(in: window).periods
    let hours = try [Instant("2026-03-02T09:00:00Z"), Instant("2026-03-02T10:00:00Z")]
    #expect(periods.flatMap { [$0.start, $0.end] } == hours)
  }

  @Test("a server that asks for a name and a password says so")
  func unauthorized() async throws {
    let server = try await RunningServer(.radicale)
    let address = try WebAddress(server.url)
    for credentials in [nil, Credentials(user: "me", password: "wrong")] {
      await #expect {
        try await CalDAVCollection(address, WebClient(to: address, credentials: credentials)).list()
      } throws: {
        ($0 as? SyncError)?.code == .unauthorized
      }
    }
  }
}
