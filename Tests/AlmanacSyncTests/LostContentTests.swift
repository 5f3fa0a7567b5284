import AlmanacEvents
import AlmanacICS
import AlmanacSync
import Testing

@Suite("X- properties that a side lost or deleted")
struct LostContentTests {
  private func event(_ uid: String, _ lines: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines + [
      "END:VEVENT"
    ]
  }

  private func merged(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    DocumentMerge(
      base: try ICSDocument(parsing: base), ours: try ICSDocument(parsing: ours),
      theirs: try ICSDocument(parsing: theirs)
    ).document.text
  }

  @Test("what both sides lack in the same way is deleted, whatever else they changed")
  func agreed() throws {
    let base = file(event("a", "X-FOO:1"), event("b", "SUMMARY:B"))
    let gone = file(event("a"), event("b", "SUMMARY:B"))
    #expect(try merged(base, gone, gone) == gone)
    let edited = file(event("a"), event("b", "SUMMARY:T"))
    #expect(try merged(base, gone, edited) == edited)
    #expect(try merged(base, edited, gone) == edited)
    let headers = [["X-WR-RELCALID:1"], [], []].map { file($0, event("a")) }
    #expect(try merged(headers[0], headers[1], headers[2]) == headers[1])
  }

  @Test("a side that has X- properties of the vendor elsewhere has deleted the one that it lacks")
  func wholeSide() throws {
    let base = file(event("a", "X-FOO-A:1"), event("b", "X-FOO-B:1"))
    let deleted = file(event("a"), event("b", "X-FOO-B:1"))
    #expect(try merged(base, base, deleted) == deleted)
    #expect(try merged(base, deleted, base) == deleted)
    // A program that knows none of them drops all.
    let saved = file(event("a", "SUMMARY:T"), event("b"))
    let restored = try merged(base, base, saved)
    #expect(
      restored.contains("X-FOO-A:1") && restored.contains("X-FOO-B:1") && restored.contains("SUMMARY:T"))
  }

  @Test("those that this library models are restored too, of the calendar, of items and of alarms")
  func modelled() throws {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:A", "TRIGGER:-PT15M"]
    let extensions = [
      "X-WR-CALNAME:Club", "X-WR-CALDESC:Of chess", "X-WR-TIMEZONE:Europe/Zurich",
      "X-APPLE-CALENDAR-COLOR:#008080", "X-PUBLISHED-TTL:PT1H",
    ]
    let travel = "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M"
    let marks = ["X-WR-ALARMUID:7", "X-APPLE-DEFAULT-ALARM:TRUE", "X-MOZ-LASTACK:20260301T000000Z"]
    func item(_ lines: [String], _ marks: [String]) -> [String] {
      Array(event("a").dropLast()) + lines + alarm + marks + ["END:VALARM", "END:VEVENT"]
    }
    let base = file(extensions, item(["SUMMARY:A", travel], marks))
    let saved = file(item(["SUMMARY:New"], []))
    for restored in [try merged(base, base, saved), try merged(base, saved, base)] {
      #expect(restored.contains("SUMMARY:New"))
      for line in extensions + [travel] + marks { #expect(restored.contains(line), "\(line)") }
    }
    // Who knows the vendor has deleted the one that it lacks.
    let edited = file(item(["SUMMARY:A", "X-APPLE-EWS-BUSYSTATUS:FREE"], marks))
    let named = try merged(base, base, file(["X-WR-CALNAME:Club"], item(["SUMMARY:A", travel], marks)))
    #expect(!named.contains("X-WR-CALDESC"))
    #expect(try !merged(base, base, edited).contains(travel))
  }

  @Test("a place on the map is not restored for another place")
  func place() throws {
    let map = "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:47.1,8.5"
    let base = file(event("a", "LOCATION:Hall", map))
    #expect(try !merged(base, base, file(event("a"))).contains("X-APPLE"))
    #expect(try !merged(base, base, file(event("a", "LOCATION:Park"))).contains("X-APPLE"))
    #expect(try merged(base, base, file(event("a", "LOCATION:Hall", "SUMMARY:T"))).contains("X-APPLE"))
  }

  @Test("both sides are equal after one dropped a property again that the other deleted meanwhile")
  func repeatedLoss() async throws {
    let (whole, lost) = (bytes("a", "X-FOO:1"), bytes("a", "SUMMARY:T"))
    let (local, remote) = (MemoryRemote(["a": whole]), MemoryRemote(["a": whole]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(lost, to: "a", of: remote)
    try await synchronize(&state, local, remote)
    for side in [local, remote] {
      let text = String(decoding: try #require(try await contents(side)["a"]), as: UTF8.self)
      #expect(text.contains("SUMMARY:T") && text.contains("X-FOO:1"))
    }
    for side in [local, remote] { try await write(lost, to: "a", of: side) }
    try await synchronize(&state, local, remote)
    for side in [local, remote] { #expect(try await contents(side)["a"] == lost) }
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }
}
