import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Resources of sessions that another program saved")
struct ForeignResourceTests {
  private let now: Instant

  init() throws { now = try Gym.at("2026-03-01T12:00") }

  @Test(
    "rooms, amounts and capacities survive programs that join values, drop RESOURCES or drop X- properties")
  func resources() throws {
    var random = SeededGenerator(seed: 24)
    let names = [
      "Blue room", "mats", "Sala 1, north", "a=b:3/4", "50% ~2C; \\ \"q\"", "瑜伽室", "mats:3", "all", "x/y",
      "lanes:all/3",
    ]
    for round in 0..<rounds(75) {
      let resources = names.filter { _ in random.once(in: 3) }.map { name in
        SessionBook.Session.Resource(
          name, as: random.one(of: ["", "room", name, "second, coach"]),
          amount: random.once(in: 2) ? random.int(1...9) : nil,
          capacity: random.once(in: 2) ? random.int(9...12) : nil)
      }
      let isOfThings = random.once(in: 3) && resources.contains { $0.amount != nil }
      let clients = isOfThings ? [] : ["bob@example.org"] + (resources.isEmpty ? [] : ["cleo@example.org"])
      let session = SessionBook.Session(
        uid: "s", coach: isOfThings ? "" : "ana@example.org", client: clients.first ?? "", summary: "Legs",
        plan: .init(try zoned("2026-03-02T10:00", Gym.madrid), lasting: .minutes(45)), in: try Gym.madrid,
        furtherClients: Array(clients.dropFirst()), places: Swift.max(1, clients.count), resources: resources)
      let event = try throughText(session.event())
      #expect(try SessionBook.Session(event) == session)
      // Each value as KCalendarCore, khal's python-icalendar and python-icalendar 7 save it.
      var kde = event
      (kde.resources, kde.concepts) = ([], [])
      #expect(try SessionBook.Session(kde) == session)
      var joined = event
      joined.resources = [event.resources.joined(separator: ",")]
      joined = try throughText(joined)
      #expect(try SessionBook.Session(joined).resources == resources, "\(round)")
      joined.unmodelled = Unmodelled()
      #expect(try SessionBook.Session(joined).resources == resources)
      #expect(resources.isEmpty || event.resources.allSatisfy { !$0.contains { #",;\"#.contains($0) } })
      // Without any mark, and where the program adds a thing.
      guard resources.contains(where: { !$0.requirement.isEmpty || $0.amount ?? $0.capacity != nil }) else {
        continue
      }
      joined.concepts = []
      var read = try SessionBook.Session(appointment: joined, now: now)
      #expect(read == session, "\(round)")
      joined.resources.append("Beamer")
      read = try SessionBook.Session(appointment: joined, now: now)
      #expect(read.resources == resources + [SessionBook.Session.Resource("Beamer")])
      // Written again, the event has each once.
      var calendar = EventCalendar()
      calendar.insert(joined)
      read.summary = "Arms"
      try calendar.write(
        read.event(), changing: SessionBook.Session(appointment: joined, now: now).event(), at: now)
      let written = try #require(calendar.items.compactMap { $0.event }.first)
      #expect(try SessionBook.Session(written) == read)
    }
  }

  private func throughText(_ event: Event) throws -> Event {
    var calendar = EventCalendar()
    calendar.insert(event)
    let document = try ICSDocument(parsing: ICSDocument([calendar]).text)
    return try #require(document.calendars.flatMap { $0.items }.compactMap { $0.event }.first)
  }

  @Test("a room that another program removes from a session is not taken, and one that it changes is another")
  func changedResources() throws {
    let session = SessionBook.Session(
      uid: "s", coach: "ana@example.org", client: "bob@example.org",
      plan: .init(try zoned("2026-03-02T10:00", Gym.madrid), lasting: .minutes(45)), in: try Gym.madrid,
      resources: [.init("r1", as: "room", capacity: 12), .init("mats", as: "mats", amount: 3, capacity: 10)])
    var event = session.event()
    #expect(event.resources == ["room=r1:all/12", "mats:3/10"])
    event.resources = ["mats:5/10"]
    #expect(try SessionBook.Session(event).resources == [.init("mats", as: "mats", amount: 5, capacity: 10)])
    // Files of former versions have the names in RESOURCES.
    event.resources = ["r1", "mats"]
    #expect(try SessionBook.Session(event).resources == session.resources)
    event.resources = ["R1"]
    #expect(try SessionBook.Session(event).resources == [session.resources[0]])
    // A file of a former version that is written again has each once.
    event.resources = ["r1", "mats", "Beamer"]
    var calendar = EventCalendar()
    calendar.insert(event)
    var moved = try SessionBook.Session(event)
    #expect(moved.resources.map { $0.name } == ["r1", "mats", "Beamer"])
    moved.details = "Slowly"
    try calendar.write(moved.event(), changing: SessionBook.Session(event).event(), at: now)
    #expect(try SessionBook.Session(#require(calendar.items.compactMap { $0.event }.first)) == moved)
  }
}
