import CommandLineKit
import Testing

@Suite("Further calendars of those who take part in sessions")
struct SessionCalendarTests {
  private let gym: Gym
  /// Eva is at the dentist's on Tuesdays from ten to eleven.
  private let dentist: String
  private let tuesday = "--hours tue_09:00-12:00"

  init() throws {
    gym = try Gym()
    dentist = try gym.folder.file(
      "dentist.ics",
      Sample.calendar(
        Sample.event(
          "d", ":20260303T100000", "Dentist", "DTEND:20260303T110000\nRRULE:FREQ=WEEKLY;COUNT=9\n")))
  }

  /// The starting times of the slots of a Tuesday, each with those who serve.
  private func slots(_ options: String) throws -> [String] {
    try gym.done("slots --for 1h \(tuesday) \(options) --from 2026-03-03 --until 2026-03-03").lines.map {
      String($0.dropFirst(11).prefix(2)) + String($0.dropFirst(22))
    }
  }

  @Test("what slots lists with a calendar of one of a pool, or of somebody else, is booked on the same terms")
  func slotsAndBookings() throws {
    let own = "--any-of eva,leo --with eva=\(dentist)"
    #expect(try slots(own) == ["09  eva", "10  leo", "11  eva"])
    let further = "--any-of eva,leo --with \(dentist)"
    #expect(try slots(further) == ["09  eva", "11  eva"])
    let book = "session book \(tuesday) --client bob --at 2026-03-03T10:00"
    #expect(try gym.refused("\(book) \(further)").first?.contains("dentist.ics is busy: Dentist") == true)
    #expect(try gym.done("\(book) \(own)").lines.first?.hasSuffix("leo, bob") == true)
    // The calendar itself is no part of a session.
    try gym.done("session book \(tuesday) --client cyd --at 2026-03-03T11:00 \(further)")
    #expect(try gym.sessions == ["leo bob", "eva cyd"])
    #expect(try gym.refused("slots --for 1h --with eva=\(dentist)", .usage).count == 1)
  }

  @Test("a series, a move and a reassignment look at the calendars too")
  func changes() throws {
    let pool = "--any-of eva,leo --with eva=\(dentist)"
    try gym.done(
      "session book \(tuesday) --client bob --at 2026-03-03T10:00 --repeat every_tuesday_for_3_times \(pool)")
    #expect(try gym.sessions == ["leo bob", "leo bob", "leo bob"])
    let repeated = "--at 2026-03-10T10:00 --repeat every_tuesday_for_2_times --with eva=\(dentist)"
    let errors = try gym.refused("session book --coach eva --client cyd \(repeated)")
    #expect(errors.count == 2 && errors.allSatisfy { $0.contains("eva is busy: Dentist") })
    let uid = try #require(
      gym.json("session book --any-of eva --client dan --at 2026-03-03T09:00")["uid"].string)
    let busy = try gym.refused("session move \(uid) --at 10:00 --with eva=\(dentist)")
    #expect(busy.first?.contains("Dentist") == true)
    let replaced = try gym.done("session move \(uid) --at 10:00 \(pool.replacing("leo", with: "mia"))")
    #expect(replaced.lines.last == "not eva: busy: Dentist")
    let reassign = "session reassign leo --to eva,nu --with eva=\(dentist)"
    let substitutes = try gym.json("\(reassign) --dry-run")["reassigned"].array.strings("to")
    #expect(substitutes == ["nu", "nu", "nu"])
  }

  @Test("a session in a state that cannot be read is reported once, is listed and takes its time")
  func unreadableState() throws {
    let gym = try Gym()
    try gym.done("session book --coach eva --client bob --at 2026-03-03T10:00")
    _ = try gym.folder.file(
      "sessions.ics", gym.content.replacing("X-ALMANAC-STATE:scheduled", with: "X-ALMANAC-STATE:sheduled"))
    let listed = try gym.run("session list")
    #expect(listed.lines.count == 1 && listed.errors.count == 1)
    #expect(listed.errors.first?.contains("X-ALMANAC-STATE: sheduled cannot be read (expected") == true)
    let second = try gym.run("session book --coach eva --client cyd --at 2026-03-03T10:00")
    #expect(second.status == .refused)
    let found = try ReadJSON(try AlmanacRun(["validate", gym.path, "--format", "json"]).output)["diagnostics"]
      .array
    #expect(found.strings("code") == ["unreadable_mark"] && found.strings("property") == ["X-ALMANAC-STATE"])
  }
}
