import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Marks that cannot be read")
struct UnreadableMarkTests {
  private let now: Instant

  init() throws { now = try Gym.at("2026-03-01T12:00") }

  /// The text of a calendar with a session, a class with bookings and a closed week, and a season.
  private func text() throws -> String {
    let madrid = try Gym.madrid
    var session = SessionBook.Session(
      uid: "s", coach: "ana@example.org", client: "bob@example.org",
      plan: .init(try zoned("2026-03-02T10:00", madrid), lasting: .minutes(45)), in: madrid,
      resources: [.init("r1", as: "room", capacity: 12), .init("mats", as: "mats", amount: 3, capacity: 10)])
    session.started = now
    var yoga = try Gym.yoga(places: 2, policy: ClassPolicy(opensBefore: .days(7)))
    yoga.channelLimits = ["web": 1]
    yoga.closures = [ClosedPeriod(on: try date("2026-03-16"), "Falles")]
    var book = ClassBook([yoga])
    let first = try Gym.at("2026-03-02T18:00")
    for member in ["ana@example.org", "bob@example.org"] {
      _ = book.request(.book(member), of: "yoga", at: first, now: now, key: "k-\(member)")
    }
    let client = ClientRecord(SessionBook.Client("bob@example.org"), of: "ana@example.org")
    var calendar = book.calendar(at: now)
    calendar.insert(session.event())
    calendar.insert(client.journal)
    var liga = try SeasonTests.liga
    liga.rounds[0].fixtures.append(Fixture("Cádiz", "Elche", lasting: .minutes(105)))
    for item in liga.calendar(at: now).items { calendar.insert([item]) }
    return ICSDocument([calendar]).text
  }

  private func marks(_ text: String) throws -> [UnreadableMark] {
    try #require(try ICSDocument(parsing: text).calendars.first).unreadableMarks
  }

  @Test("what the library writes is read without a report")
  func written() throws {
    let text = try text()
    #expect(try marks(text) == [])
    #expect(text.contains("X-ALMANAC-ANSWERED") && text.contains("X-ALMANAC-SCORE"))
  }

  @Test(
    "each property whose value was changed to something else is reported, with its item",
    arguments: [
      "STATE", "PLACES", "STARTED", "CLIENT", "RESOURCE", "POLICY", "CHANNEL-LIMIT", "CLOSURE", "VERSION",
      "BOOKING",
      "ANNOUNCED", "ANSWERED", "ROUND", "SCORE", "DATE", "DURATION", "KIND",
    ])
  func changed(name: String) throws {
    let lines = try text().replacing("\r\n ", with: "").split(separator: "\r\n")
    let prefix = "X-ALMANAC-\(name):"
    let index = try #require(lines.firstIndex { $0.hasPrefix(prefix) })
    for value in ["nonsense", "member=x", "-", "12:x"] {
      var changed = lines.map { String($0) }
      changed[index] = prefix + value
      // Of one item both marks of the kind.
      if name == "KIND" { changed.removeAll { $0.hasPrefix("CONCEPT:") } }
      let found = try marks(changed.joined(separator: "\r\n") + "\r\n")
      #expect(
        found.contains { $0.property == "X-ALMANAC-\(name)" && !$0.item.uid.isEmpty }, "\(name):\(value)")
      #expect(found.allSatisfy { !$0.expected.isEmpty && !$0.description.isEmpty })
    }
  }

  @Test("of a long value the start is shown")
  func long() throws {
    let value = String(repeating: "A\u{301}", count: 10_000)
    let line = "X-ALMANAC-STATE:scheduled"
    let lines = try text().replacing("\r\n ", with: "")
    let found = try marks(lines.replacing(line, with: "X-ALMANAC-STATE:\(value)"))
    #expect(found.first?.value == value)
    #expect(found.allSatisfy { $0.description.unicodeScalars.count < 300 })
  }

  @Test("a session in an unknown state takes its time all the same; one without a coach is reported")
  func sessions() throws {
    let lines = try text().replacing("\r\n ", with: "")
    let read = try ICSDocument(
      parsing: lines.replacing("X-ALMANAC-STATE:scheduled", with: "X-ALMANAC-STATE:sceduled"))
    let calendar = try #require(read.calendars.first)
    #expect(calendar.unreadableMarks.map { $0.item.uid } == ["s"])
    let book = try SessionBook(calendar, in: now..<now, now: now)
    #expect(book.busy(of: "ana@example.org").items.count == 1)
    let alone = try ICSDocument(
      parsing: lines.replacing("X-ALMANAC-PLACES:1\r\n", with: "").replacing("RESOURCES:", with: "X-R:")
        .replacing("X-ALMANAC-RESOURCE:", with: "X-R:").replacing(
          "ORGANIZER:mailto:ana@example.org\r\n", with: ""))
    #expect(
      try #require(alone.calendars.first).unreadableMarks.contains {
        $0.item.uid == "s" && $0.property.isEmpty
      })
  }
}
