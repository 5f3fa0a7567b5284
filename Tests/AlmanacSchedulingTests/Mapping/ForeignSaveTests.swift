import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Rosters and sessions that another program saved")
struct ForeignSaveTests {
  let now: Instant
  let first: Instant
  var book: ClassBook

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    first = try Gym.at("2026-03-02T18:00")
    var yoga = try Gym.yoga(places: 2, policy: ClassPolicy(placesPerBooking: 2))
    yoga.channelLimits = ["web": 1, "partner, x": 2]
    yoga.closures = [
      ClosedPeriod(on: try date("2026-03-16"), "Falles; closed,\nall of it"),
      ClosedPeriod(days: try date("2026-04-01")..<date("2026-04-06"), "100 %"),
    ]
    book = ClassBook([yoga])
    for member in ["ana@example.org", "bob, the first", "cleo@example.org", "dan@example.org"] {
      _ = book.request(.book(member, waitlist: true), of: "yoga", at: first, now: now)
    }
    _ = book.request(.cancel("ana@example.org"), of: "yoga", at: first, now: now.adding(seconds: 60))
    _ = book.request(
      .book("eva@example.org", channel: "web", waitlist: true), of: "yoga", at: first,
      now: now.adding(seconds: 90))
  }

  /// The book after its events were changed, and through text.
  private func saved(_ change: (inout Event) -> Void) throws -> ClassBook {
    ClassBook(try calendar(saved: change))
  }

  private func calendar(saved change: (inout Event) -> Void) throws -> EventCalendar {
    var saved = EventCalendar()
    for item in book.calendar(at: now).items {
      guard var event = item.event else { continue }
      change(&event)
      saved.insert(event)
    }
    return try #require(try ICSDocument(parsing: ICSDocument([saved]).text).calendars.first)
  }

  private func states(_ book: ClassBook) throws -> [String] {
    try #require(book.roster(of: "yoga", at: first)).bookings.filter { $0.state.isActive }.map {
      "\($0.member) \($0.state.code)"
    }
  }

  /// Changes an event as KCalendarCore 5.103 does: parameters are dropped, properties of one name are joined by
  /// commas, attendees without a mail address are dropped, and so are properties that it does not know.
  func saveByKDE(_ event: inout Event) {
    var joined: [Property] = []
    for property in event.unmodelled.properties {
      if let place = joined.firstIndex(where: { $0.name == property.name }) {
        joined[place] = Property(property.name, value: joined[place].value + "\\," + property.value)
      } else {
        joined.append(Property(property.name, value: property.value))
      }
    }
    event.unmodelled.properties = joined.sorted { $0.name < $1.name }
    event.attendees.removeAll { !$0.address.hasPrefix("mailto:") }
    for index in event.attendees.indices { event.attendees[index].parameters = [] }
    event.concepts = []
  }

  func stripExtensions(_ event: inout Event) {
    event.unmodelled = Unmodelled()
    for index in event.attendees.indices { event.attendees[index].parameters = [] }
  }

  @Test(
    "a program that drops parameters, joins properties and drops names other than mail addresses changes no booking"
  )
  func kde() throws {
    #expect(try saved(saveByKDE) == book)
    // A server after it that cuts the values of X- properties at the first comma, as python-vobject 0.9 does.
    let cut = try saved { event in
      saveByKDE(&event)
      event.unmodelled.properties = event.unmodelled.properties.map {
        Property($0.name, value: String($0.value.prefix { $0 != "," && $0 != "\\" }))
      }
    }
    #expect(try states(cut) == states(book))
  }

  @Test(
    "members with addresses in any letters stay booked by a program that keeps only mail addresses, and count",
    arguments: [
      "ana@müller.de", "zoë@x.org", "a b@x.org", "\"q\"@x.org", "日本@x.jp", "50%@x.org", "a%41@x.org",
    ])
  mutating func addresses(member: String) throws {
    book = ClassBook([try Gym.yoga(places: 2)])
    for name in [member, "ana@example.org"] { _ = book.request(.book(name), of: "yoga", at: first, now: now) }
    var saved = try saved(saveByKDE)
    #expect(saved == book)
    guard case .refused = saved.request(.book("bob@example.org"), of: "yoga", at: first, now: now).outcome
    else {
      return #expect(Bool(false), "three people have two places")
    }
    // The same without the X- properties.
    #expect(try states(self.saved(stripExtensions)).sorted() == states(book).sorted())
    // A program that removes the attendee has cancelled the booking.
    let address = try #require(book.calendar(at: now).items.flatMap(\.attendees).first).address
    #expect(address.hasPrefix("mailto:") && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    let removed = try self.saved { event in
      saveByKDE(&event)
      event.attendees.removeAll { $0.address == address }
    }
    #expect(try states(removed) == ["ana@example.org confirmed"])
  }

  @Test("The revision of a roster survives in SEQUENCE, so that later messages do not state a lower one")
  func revision() throws {
    let version = try #require(book.roster(of: "yoga", at: first)?.version)
    #expect(version > 5)
    let read = try #require(try saved(stripExtensions).roster(of: "yoga", at: first))
    #expect(read.version >= version)
  }

  @Test("The last attendee whom another program removes has cancelled, if the event still has its organizer")
  func lastAttendee() throws {
    for organizer in [Organizer("mailto:gym@example.org"), nil] {
      var book = try ClassBook([#require(self.book.series("yoga"))])
      _ = book.request(.book("ana@example.org"), of: "yoga", at: first, now: now)
      var calendar = book.calendar(organizer: organizer, at: now)
      calendar = calendar.with(
        items: calendar.items.map { item in
          var item = item
          item.attendees = []
          return item
        })
      // Without either, the program may have dropped the attendees of every event.
      let state = ClassBook(calendar).roster(of: "yoga", at: first)?.bookings.first?.state
      #expect(state?.code == (organizer == nil ? "confirmed" : "cancelled"))
    }
  }

  @Test("without any extension the same people are booked or waiting, and nobody else can book")
  func stripped() throws {
    let read = try saved(stripExtensions)
    #expect(try states(read) == states(book))
    #expect(
      try states(read) == [
        "bob, the first confirmed", "cleo@example.org confirmed", "dan@example.org waiting",
        "eva@example.org waiting",
      ])
    for day in ["2026-03-02", "2026-03-04"] {
      var read = read
      let decision = read.request(
        .book("new@example.org", waitlist: true), of: "yoga", on: try date(day), now: now)
      #expect(decision.refusals.map { $0.code } == ["closed"], "\(day)")
    }
    // With its places again the class goes on.
    var known = read
    var series = try #require(known.series("yoga"))
    series.places = 3
    #expect(known.apply(ClassEdit([series]), now: now).isDone)
    #expect(known.roster(of: "yoga", at: first)?.booking(of: "dan@example.org")?.state == .confirmed)
  }

  @Test(
    "a class whose kind was lost as well is a closed one with the same people",
    arguments: [nil, Organizer("mailto:gym@example.org")])
  func strippedAfterKDE(_ organizer: Organizer?) throws {
    let calendar = try calendar { event in
      event.organizer = organizer
      saveByKDE(&event)
      stripExtensions(&event)
    }
    var read = ClassBook(calendar)
    #expect(read.series.map { "\($0.uid) \($0.places)" } == ["yoga 0"])
    #expect(try states(read) == states(book).filter { !$0.hasPrefix("bob, the first") })
    let decision = read.request(
      .book("new@example.org", waitlist: true), of: "yoga", on: try date("2026-03-02"), now: now)
    #expect(decision.refusals.map { $0.code } == ["closed"])
  }

  @Test("a meeting with attendees, and a series with people who are invited to one date, are not classes")
  func meetings() throws {
    var meeting = try Event(
      "Meeting", from: zoned("2026-03-02T18:00", Gym.madrid), lasting: .hours(1), uid: "meeting")
    meeting.recurrence.rules = [try RecurrenceRule("FREQ=WEEKLY")]
    var date = meeting
    (date.recurrence, date.recurrenceID) = (Recurrence(), meeting.start)
    date.attendees = [Attendee("mailto:ana@example.org", status: .accepted)]
    var calendar = EventCalendar()
    meeting.attendees = [Attendee("mailto:bob@example.org", status: .accepted)]
    calendar.insert([.event(meeting), .event(date)])
    (meeting.uid, meeting.attendees) = ("invitation", [])
    (date.uid, date.attendees[0].status) = ("invitation", .needsAction)
    calendar.insert([.event(meeting), .event(date)])
    (meeting.uid, date.uid, date.attendees[0].status) = ("guest", "guest", .accepted)
    date.organizer = Organizer("mailto:cleo@example.org")
    calendar.insert([.event(meeting), .event(date)])
    #expect(ClassBook(calendar).series.isEmpty)
  }

  @Test("an attendee without an answer is only invited, and remains so")
  func invited() throws {
    let calendar = try calendar { event in
      stripExtensions(&event)
      if event.recurrenceID != nil { event.attendees.append(Attendee("mailto:guest@example.org")) }
    }
    let roster = try #require(ClassBook(calendar).roster(of: "yoga", at: first))
    #expect(roster.booking(of: "guest@example.org") == nil)
    #expect(roster.bookings.count == 4)
  }

  @Test(
    "answers that another program wrote decide who is booked",
    arguments: [
      // Who has accepted gets a free place, else waits.
      ("dan@example.org", Attendee.Role.required, Attendee.Status.accepted, "waiting"),
      ("new@example.org", .required, .accepted, "waiting"),
      ("new@example.org", .optional, .tentative, "waiting"),
      ("new@example.org", .required, .tentative, ""),
      ("new@example.org", .required, .needsAction, ""),
      ("new@example.org", .required, .declined, ""),
      ("new@example.org", .chair, .accepted, ""),
      ("new@example.org", .informed, .accepted, ""),
      ("cleo@example.org", .required, .declined, ""),
      ("cleo@example.org", .optional, .tentative, "waiting"),
      ("cleo@example.org", .required, .needsAction, "confirmed"),
      ("dan@example.org", .optional, .declined, ""),
    ])
  func answers(member: String, role: Attendee.Role, status: Attendee.Status, state: String) throws {
    let read = try saved { event in
      guard event.recurrenceID != nil else { return }
      event.attendees.removeAll { $0.address == "mailto:" + member }
      event.attendees.append(Attendee("mailto:" + member, role: role, status: status))
    }
    let roster = try #require(read.roster(of: "yoga", at: first))
    #expect((roster.booking(of: member)?.state.code ?? "") == state)
    #expect(roster.takenPlaces <= 2)
  }

  @Test("a person who accepts in another program while a place is free is booked by name")
  func accepted() throws {
    var freed = self
    _ = freed.book.request(.cancel("dan@example.org"), of: "yoga", at: first, now: now.adding(seconds: 100))
    _ = freed.book.request(.cancel("eva@example.org"), of: "yoga", at: first, now: now.adding(seconds: 100))
    _ = freed.book.request(.cancel("cleo@example.org"), of: "yoga", at: first, now: now.adding(seconds: 100))
    let read = try freed.saved { event in
      guard event.recurrenceID != nil else { return }
      event.attendees.append(Attendee("mailto:New@example.org", status: .accepted))
      event.attendees.append(Attendee("mailto:last@example.org", status: .accepted))
    }
    #expect(
      try states(read) == [
        "bob, the first confirmed", "New@example.org confirmed", "last@example.org waiting",
      ])
    #expect(ClassBook(read.calendar(at: now)) == read)
    // A roster that was read with other bookings than it was stored with has another version.
    let versions = [read, freed.book].map { $0.roster(of: "yoga", at: first)?.version ?? 0 }
    #expect(versions[0] > versions[1])
  }

  @Test("an attendee removed in another program has cancelled; if all are removed, none has")
  func removed() throws {
    let one = try saved { event in event.attendees.removeAll { $0.address == "mailto:cleo@example.org" } }
    #expect(one.roster(of: "yoga", at: first)?.booking(of: "cleo@example.org") == nil)
    #expect(try states(one).count == 3)
    #expect(try states(saved { $0.attendees = [] }) == states(book))
  }

  @Test("attendees of the whole class and its organizer book nothing on a date")
  func wholeClass() throws {
    let staff = Attendee("mailto:staff@example.org", status: .accepted)
    let desk = Attendee("mailto:gym@example.org", status: .accepted)
    let read = try saved { event in
      event.organizer = Organizer("mailto:gym@example.org")
      event.attendees.append(staff)
      if event.recurrenceID != nil { event.attendees.append(desk) }
    }
    #expect(try states(read) == states(book))
  }

  @Test("the organizer and attendees of the whole class keep the bookings that they made")
  func ownBookings() throws {
    var busy = self
    for member in ["gym@example.org", "staff@example.org"] {
      let decision = busy.book.request(
        .book(member), of: "yoga", at: try Gym.at("2026-03-04T18:00"), now: now)
      #expect(decision.outcome == .confirmed)
    }
    let read = try busy.saved { event in
      event.organizer = Organizer("mailto:gym@example.org")
      let staff = Attendee("mailto:staff@example.org", status: .accepted)
      if event.recurrenceID == nil { event.attendees = [staff] }
      if event.start.date.description == "2026-03-04" {
        event.attendees.append(Attendee("mailto:guest@example.org"))
      }
    }
    #expect(read == busy.book)
  }

  /// A class as it was written when the data of bookings were parameters.
  private static let older = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Almanac//Almanac//EN
    BEGIN:VEVENT
    UID:yoga
    DTSTAMP:20260301T070000Z
    DTSTART:20260302T170000Z
    DURATION:PT1H
    RRULE:FREQ=WEEKLY;BYDAY=MO
    SUMMARY:Yoga
    X-ALMANAC-KIND:CLASS
    X-ALMANAC-PLACES:2
    X-ALMANAC-POLICY:closes=PT0S waitlist=5
    X-ALMANAC-CHANNEL-LIMIT;X-ALMANAC-CHANNEL=web:1
    X-ALMANAC-CHANNEL-LIMIT;X-ALMANAC-CHANNEL="a;b":2
    X-ALMANAC-CLOSURE;X-ALMANAC-FROM=2026-03-16;X-ALMANAC-TO=2026-03-18:Falles\\; closed
    END:VEVENT
    BEGIN:VEVENT
    UID:yoga
    DTSTAMP:20260301T070000Z
    RECURRENCE-ID:20260302T170000Z
    DTSTART:20260302T170000Z
    DURATION:PT1H
    SUMMARY:Yoga
    ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;X-ALMANAC-NUMBER=1;X-ALMANAC-STATE=confirmed;X-ALMANAC-MADE=20260301T070000Z;X-ALMANAC-CHANGED=20260301T070000Z;X-ALMANAC-CHANNEL=web:mailto:ana@example.org
    ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;X-ALMANAC-NUMBER=2;X-ALMANAC-STATE=waiting;X-ALMANAC-MADE=20260301T070500Z;X-ALMANAC-CHANGED=20260301T070500Z;X-ALMANAC-PLACES=2:mailto:eve@example.org
    X-ALMANAC-KIND:CLASS
    X-ALMANAC-PLACES:2
    X-ALMANAC-BOOKING;X-ALMANAC-NUMBER=0;X-ALMANAC-STATE=cancelled_late;X-ALMANAC-MADE=20260301T060000Z;X-ALMANAC-CHANGED=20260301T063000Z:bob\\, first
    X-ALMANAC-VERSION:4
    END:VEVENT
    END:VCALENDAR
    """

  @Test("a roster of an older file, whose data are parameters, is read as it was written")
  func olderForm() throws {
    let calendar = try #require(try ICSDocument(parsing: Self.older).calendars.first)
    let read = ClassBook(calendar)
    let roster = try #require(read.roster(of: "yoga", at: instant("2026-03-02T17:00", in: .utc)))
    #expect(roster.version == 4)
    #expect(
      roster.states == ["bob, first cancelled_late", "ana@example.org confirmed", "eve@example.org waiting"])
    #expect(roster.bookings.map { $0.places } == [1, 1, 2])
    #expect(roster.bookings.map { $0.channel } == ["", "web", ""])
    #expect(roster.bookings[0].changedAt == (try instant("2026-03-01T06:30", in: .utc)))
    let series = try #require(read.series("yoga"))
    #expect(series.channelLimits == ["web": 1, "a;b": 2])
    let days = try date("2026-03-16")..<date("2026-03-18")
    #expect(series.closures == [ClosedPeriod(days: days, "Falles; closed")])
    #expect(ClassBook(read.calendar(at: now)) == read)
    #expect(!ICSDocument([read.calendar(at: now)]).text.contains(";X-ALMANAC"))
  }

  @Test("an older roster whose parameters KDE's engine dropped still has its booked places taken")
  func olderFormSaved() throws {
    var saved = EventCalendar()
    for item in try #require(try ICSDocument(parsing: Self.older).calendars.first).items {
      guard var event = item.event else { continue }
      saveByKDE(&event)
      saved.insert(event)
    }
    let at = try instant("2026-03-02T17:00", in: .utc)
    let roster = try #require(ClassBook(saved).roster(of: "yoga", at: at))
    #expect(roster.takenPlaces == 1 && roster.booking(of: "ana@example.org")?.state == .confirmed)
  }
}
