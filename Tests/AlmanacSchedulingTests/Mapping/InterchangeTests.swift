import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Through iCalendar text")
struct InterchangeTests {
  private func throughText(_ calendar: EventCalendar) throws -> EventCalendar {
    let document = try ICSDocument(parsing: ICSDocument([calendar]).text)
    #expect(document.diagnostics.isEmpty)
    return try #require(document.calendars.first)
  }

  @Test("K5 a place's calendar goes out as iCalendar and round-trips with all bookings")
  func classes() throws {
    var yoga = try Gym.yoga(places: 2, policy: ClassPolicy(opensBefore: .days(7), placesPerBooking: 2))
    yoga.channelLimits = ["web": 1, "partner; x, \"y\"": 2]
    yoga.closures = [
      ClosedPeriod(days: try date("2026-03-16")..<date("2026-03-18"), "Falles; closed,\nall of it")
    ]
    let first = try Gym.at("2026-03-02T18:00")
    let second = try Gym.at("2026-03-04T18:00")
    yoga.changes = [
      second: ClassChange(start: try zoned("2026-03-05T19:00", Gym.madrid), instructor: "Bea", note: "Mat"),
      try Gym.at("2026-03-09T18:00"): ClassChange(cancellation: "Ana is ill"),
    ]
    var book = ClassBook([yoga])
    let now = try Gym.at("2026-03-01T12:00")
    for (index, member) in ["ana@example.org", "bob", "cleo; \"the\" third"].enumerated() {
      let later = now.adding(seconds: index)
      _ = book.request(.book(member, waitlist: true), of: "yoga", at: first, now: later)
      _ = book.request(.hold(member), of: "yoga", at: second, now: later)
    }
    _ = book.request(.cancel("bob"), of: "yoga", at: first, now: now.adding(seconds: 60))
    let calendar = try throughText(book.calendar(organizer: Organizer("mailto:gym@example.org"), at: now))
    #expect(ClassBook(calendar) == book)
    let own = try throughText(book.calendar(of: "ana@example.org", at: now))
    #expect(
      own.items.compactMap { $0.start }
        == book.calendar(of: "ana@example.org", at: now).items.compactMap { $0.start })
  }

  @Test("any name is written as an address that is a URI, and round-trips")
  func names() throws {
    let names = [
      "Joe \"Q\", O'Neil; x:y", "né ü w", "50% off", "a%20b", "ana maria@example.org", "Ana@Example.org",
      "x:y",
      "urn:uuid:6BA7", "tel:+34 600", ":", "mailto", "Team: A", "日本",
    ]
    var book = ClassBook([try Gym.yoga(places: 50)])
    var sessions = SessionBook()
    let now = try Gym.at("2026-03-01T12:00")
    let first = try Gym.at("2026-03-02T18:00")
    for (index, name) in names.enumerated() {
      #expect(book.request(.book(name), of: "yoga", at: first, now: now).outcome == .confirmed)
      _ = sessions.request(.addClient(SessionBook.Client(name)), by: "coach \(name)", now: now)
      let planned = sessions.request(
        .schedule(client: name, at: first.in(try Gym.madrid)), by: "coach \(name)", now: now,
        uids: UIDSource { _ in "s\(index)" })
      #expect(!planned.isRefused)
    }
    let read = try throughText(book.calendar(at: now))
    #expect(ClassBook(read) == book)
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%")
    let addresses = read.items.compactMap { $0.event }.flatMap { $0.attendees }.map { $0.address }
    #expect(addresses.count == names.count)
    for address in addresses {
      #expect(allowed.isSuperset(of: address) && address.contains(":"))
    }
    for name in names {
      let written = sessions.calendar(of: "coach \(name)", at: now)
      let back = try SessionBook(try throughText(written), in: first..<first, now: now)
      #expect(back.sessions(of: "coach \(name)", with: name).map { $0.client } == [name])
    }
  }

  @Test(
    "a calendar that another program wrote again, with ends for lengths and in its own order, is the same book"
  )
  func rewritten() throws {
    var yoga = try Gym.yoga(places: 1, policy: ClassPolicy(opensBefore: .days(7), waitlistLimit: 4))
    yoga.duration = .minutes(60)
    yoga.channelLimits = ["web": 1]
    let first = try Gym.at("2026-03-02T18:00")
    yoga.changes = [try Gym.at("2026-03-09T18:00"): ClassChange(places: 9, location: "Hall")]
    var book = ClassBook([yoga])
    let now = try Gym.at("2026-03-01T12:00")
    for member in ["ana@example.org", "bob"] {
      _ = book.request(.book(member, waitlist: true), of: "yoga", at: first, now: now)
    }
    var other = EventCalendar(name: "Other")
    let written = try throughText(book.calendar(at: now))
    for item in written.items.reversed() {
      guard var event = item.event else { continue }
      event.extent = .end(event.end)
      event.unmodelled.properties.reverse()
      event.attendees.reverse()
      event.unmodelled.properties.append(Property("X-OTHER", value: "1"))
      other.insert(event)
    }
    let back = ClassBook(try throughText(other))
    #expect(back.series("yoga")?.changes == yoga.changes)
    #expect(back.series("yoga")?.policy == yoga.policy && back.series("yoga")?.channelLimits == ["web": 1])
    let roster = try #require(back.roster(of: "yoga", at: first))
    #expect(roster.bookings == book.roster(of: "yoga", at: first)?.bookings)
    #expect(roster.waitlist.map { $0.member } == ["bob"])
  }

  @Test("sessions, seasons and opening hours round-trip as text")
  func others() throws {
    let madrid = try Gym.madrid
    let session = SessionBook.Session(
      uid: "s", coach: "ana@example.org", client: "bob", summary: "Legs",
      plan: .init(try zoned("2026-03-02T10:00", madrid), lasting: .minutes(45)), in: madrid,
      location: "Gym; north",
      state: .missed)
    var calendar = EventCalendar()
    var event = session.event()
    event.stamp = try Gym.at("2026-03-01T12:00")
    calendar.insert(event)
    let read = try #require(try throughText(calendar).items.compactMap { $0.event }.first)
    let back = try SessionBook.Session(read)
    #expect(back == session)
    let liga = try SeasonTests.liga
    #expect(Season(try throughText(liga.calendar(at: Gym.at("2026-03-01T12:00")))) == liga)

    var office = Availability(try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00"), in: madrid)
    office.overrides[try date("2026-03-25")] = []
    office.closures = [ClosedPeriod(on: try date("2026-04-03"), "Good Friday")]
    var statements = EventCalendar()
    statements.availabilities = try office.statements(
      uid: "office", from: date("2026-03-04"), at: Gym.at("2026-03-01T12:00"))
    let stated = Availability(try throughText(statements).availabilities, in: madrid)
    let window = try days("2026-03-04", "2026-06-01", in: madrid)
    #expect(stated.openPeriods(in: window) == office.openPeriods(in: window))
  }
}
