import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Classes as events")
struct ClassMappingTests {
  let now: Instant
  let first: Instant
  let second: Instant
  /// A class with all that it can say.
  let series: ClassSeries
  var book: ClassBook

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    first = try Gym.at("2026-03-02T18:00")
    second = try Gym.at("2026-03-04T18:00")
    var yoga = try Gym.yoga(
      places: 2,
      policy: ClassPolicy(
        opensBefore: .days(7), freeCancellationBefore: .hours(2), promotesUntilBefore: .minutes(30),
        waitlistLimit: 5, placesPerBooking: 2))
    yoga.channelLimits = ["web": 1, "partner; x": 2]
    yoga.categories = ["Fitness"]
    yoga.closures = [
      ClosedPeriod(days: try date("2026-03-16")..<date("2026-03-18"), "Falles; closed,\nall of it"),
      ClosedPeriod(
        from: try zoned("2026-04-01T00:00", Gym.madrid), to: try zoned("2026-04-07T00:00", Gym.madrid)),
    ]
    yoga.changes = [
      second: ClassChange(
        start: try zoned("2026-03-05T19:00", Gym.madrid), duration: .minutes(45), places: 4,
        instructor: "Bea",
        location: "Hall", note: "Bring a mat"),
      try Gym.at("2026-03-09T18:00"): ClassChange(cancellation: "Ana is ill"),
    ]
    yoga.recurrence.exceptions = [.zoned(try zoned("2026-03-11T18:00", Gym.madrid))]
    series = yoga
    book = ClassBook([yoga])
    for member in ["ana@example.org", "bob", "cleo"] {
      _ = book.request(.book(member, waitlist: true), of: "yoga", at: first, now: now)
    }
    _ = book.request(.cancel("bob"), of: "yoga", at: first, now: now.adding(seconds: 60))
    _ = book.request(
      .book("bob", channel: "web", waitlist: true), of: "yoga", at: first, now: now.adding(seconds: 90))
    _ = book.request(.hold("dan", places: 2), of: "yoga", at: second, now: now)
  }

  @Test("the answers to requests with keys read back, and a repeated request is answered as the first time")
  func answers() throws {
    let held = try Gym.at("2026-03-09T18:00")
    var gym = ClassBook([
      try Gym.yoga(places: 2, policy: ClassPolicy(placesPerBooking: 2, holdsFor: .minutes(15)))
    ])
    let requests: [(RosterCommand, Instant)] = [
      (.book("ana@example.org"), first), (.book("Zoë, \"Z\" 100%; x", places: 1, channel: "a b"), first),
      (.book("cleo", waitlist: true), first), (.cancel("ana@example.org"), first), (.settle, first),
      (.hold("dan", places: 2), held), (.confirm("dan"), held), (.checkIn("dan"), held),
      (.markMissed("eve"), held),
      (.releaseAbsent, held),
    ]
    var granted: [Int: RosterDecision] = [:]
    for (number, (command, date)) in requests.enumerated() {
      let decision = gym.request(command, of: "yoga", at: date, now: now, key: "key \(number); ü")
      if !decision.isRefused { granted[number] = decision }
    }
    #expect(granted.count >= 7)
    var read = ClassBook(gym.calendar(at: now))
    #expect(read == gym)
    for (number, (command, date)) in requests.enumerated() {
      guard let first = granted[number] else { continue }
      let again = read.request(command, of: "yoga", at: date, now: now, key: "key \(number); ü")
      #expect(again.outcome == first.outcome && again.events.isEmpty)
      let other = read.request(.cancel("nobody"), of: "yoga", at: date, now: now, key: "key \(number); ü")
      #expect(other.refusals == [.keyReused])
    }
  }

  @Test("a series reads back as it was written")
  func seriesRoundTrip() throws {
    let events = series.events
    #expect(try ClassSeries(events[0], overrides: Array(events.dropFirst())) == series)
  }

  @Test("other programs see the classes on their dates, closed ones not at all")
  func shown() throws {
    var calendar = EventCalendar()
    for event in series.events { calendar.insert(event) }
    let window = try days("2026-03-01", "2026-04-09", in: Gym.madrid)
    let seen = try calendar.occurrences(in: window, viewer: try Gym.madrid).filter { !$0.item.isCancelled }
    let expected = series.occurrences(in: window).filter { $0.status == .scheduled }
    #expect(seen.map { $0.start.instant(in: .utc) } == expected.map { $0.start.instant })
    #expect(seen.map { $0.end.instant(in: .utc) } == expected.map { $0.end.instant })
    #expect(seen[1].item.location == "Hall")
    #expect(seen[1].item.contacts == ["Bea"])
  }

  @Test("a book with its bookings round-trips, waiting lists, holds and past bookings included")
  func bookRoundTrip() throws {
    let calendar = book.calendar(organizer: Organizer("mailto:gym@example.org"), at: now)
    let read = ClassBook(calendar)
    #expect(read == book)
    // The book that was read gives the same decisions as the one that was written.
    for command: RosterCommand in [.cancel("cleo"), .book("eva", waitlist: true), .confirm("dan")] {
      for original in [first, second] {
        let later = now.adding(seconds: 120)
        #expect(
          read.decide(command, of: "yoga", at: original, now: later)
            == book.decide(command, of: "yoga", at: original, now: later))
      }
    }
  }

  @Test("bookings on removed dates are written as overrides without a series")
  mutating func orphansRoundTrip() throws {
    let whole = book
    #expect(book.apply(try book.ending("yoga", before: second), now: now.adding(seconds: 100)).isDone)
    #expect(book.roster(of: "yoga", at: second)?.bookings.map { $0.state } == [.calledOff])
    let calendar = book.calendar(organizer: Organizer("mailto:gym@example.org"), at: now)
    #expect(ClassBook(calendar) == book)
    let orphans = try #require(calendar.series(uid: "yoga")).orphans
    #expect(orphans.compactMap { $0.recurrenceID?.instant(in: .utc) } == [second])
    #expect(orphans.allSatisfy { $0.isCancelled })
    // A class that is no more at all.
    book = whole
    #expect(book.apply(ClassEdit([], removing: ["yoga"]), now: now.adding(seconds: 100)).isDone)
    #expect(book.series.isEmpty)
    let read = ClassBook(book.calendar(at: now))
    #expect(read == book)
    #expect(read.statistics(of: "ana@example.org") == book.statistics(of: "ana@example.org"))
    #expect(read.statistics(of: "ana@example.org").made == 1)
  }

  @Test("a roster is kept when another program takes its date out of the series")
  func orphanedByOthers() throws {
    var calendar = book.calendar(at: now)
    var main = try #require(calendar.item(uid: "yoga")?.event)
    main.recurrence.rules = [RecurrenceRule(.weekly, on: [.friday])]
    try calendar.update(main, at: nil)
    let roster = try #require(ClassBook(calendar).roster(of: "yoga", at: second))
    #expect(roster.bookings == book.roster(of: "yoga", at: second)?.bookings)
    #expect(
      roster.occurrence.policy == series.policy && roster.occurrence.channelLimits == series.channelLimits)
    #expect(ClassBook(ClassBook(calendar).calendar(at: now)) == ClassBook(calendar))
  }

  @Test("a date with bookings is an override with attendees; who waits is an optional one and tentative")
  func attendees() throws {
    let calendar = book.calendar(
      organizer: Organizer("mailto:gym@example.org"), names: { $0.uppercased() }, at: now)
    let item = calendar.item(
      ItemID(uid: "yoga", recurrenceID: .zoned(try zoned("2026-03-02T18:00", Gym.madrid))))
    let attendees = try #require(item?.attendees)
    #expect(
      Set(attendees.map { $0.address }) == [
        "mailto:ana@example.org", "urn:x-almanac:bob", "urn:x-almanac:cleo",
      ])
    #expect(attendees.first { $0.name == "CLEO" }?.status == .accepted)
    let waiting = try #require(attendees.first { $0.name == "BOB" })
    #expect(waiting.status == .tentative && waiting.role == .optional)
    #expect(calendar.method == "")
  }

  @Test("a public feed carries no attendee and nothing about bookings")
  func publicFeed() throws {
    let feed = book.publicCalendar(name: "Gym", at: now)
    #expect(feed.method == "PUBLISH")
    #expect(feed.items.allSatisfy { $0.attendees.isEmpty && $0.stamp == now })
    let words = feed.items.flatMap { $0.unmodelled.properties }.map { $0.name }
    #expect(!words.contains("X-ALMANAC-BOOKING"))
    #expect(!words.contains("X-ALMANAC-VERSION"))
  }

  @Test("a class that only some may see keeps its mark and is not published")
  func confidential() throws {
    for word in [Classification.private, .confidential, .public] {
      var yoga = try Gym.yoga()
      yoga.classification = word
      let stored = ClassBook([yoga]).calendar(at: now)
      #expect(stored.events.map { $0.classification } == [word])
      let read = ClassBook(stored)
      #expect(read.series("yoga")?.classification == word)
      #expect(read.publicCalendar(at: now).events.count == (word == .public ? 1 : 0))
    }
  }

  @Test("K4 booked classes appear in the member's own calendar, at their hours, and no other member's")
  mutating func membersCalendar() throws {
    _ = book.request(.book("eva"), of: "yoga", at: second, now: now)
    let calendar = book.calendar(of: "eva", at: now)
    #expect(calendar.items.map { $0.start } == [.zoned(try zoned("2026-03-05T19:00", Gym.madrid))])
    #expect(calendar.items.map { $0.attendees.count } == [0])
    #expect(calendar.items.map { $0.summary } == ["Yoga"])
    let waiting = book.calendar(of: "bob", at: now)
    #expect(waiting.items.map { $0.event?.status } == [.tentative])
    #expect(book.calendar(of: "nobody", at: now).count == 0)
    // The same class has the same identity in each export.
    let identity = calendar.items.map { $0.uid }
    _ = book.request(.book("zoe"), of: "yoga", at: second, now: now)
    #expect(book.calendar(of: "eva", at: now).items.map { $0.uid } == identity)
  }

  @Test("K5 the member's personal calendar counts against a booking, and bookings appear in it")
  mutating func personalCalendar() throws {
    var personal = EventCalendar()
    personal.insert(
      Event("Dinner", from: try zoned("2026-03-05T19:30", Gym.madrid), lasting: .hours(2), uid: "dinner"))
    let madrid = try Gym.madrid
    let calendars = [personal]
    let context = BookingContext(commitments: { member, interval in
      member == "eva" ? BusyTime(calendars, in: interval, viewer: madrid).items : []
    })
    let refused = book.request(.book("eva"), of: "yoga", at: second, now: now, checking: context)
    #expect(refused.refusals.map { $0.description } == ["busy at that time: Dinner"])
    #expect(
      book.request(.book("zoe"), of: "yoga", at: second, now: now, checking: context).outcome == .confirmed)
    let own = book.calendar(of: "zoe", at: now)
    let busy = BusyTime([own], in: try days("2026-03-05", "2026-03-06", in: madrid), viewer: madrid)
    #expect(busy.items.map { $0.summary } == ["Yoga"])
  }

  @Test("an event of another program is not a class, and the error states what was expected")
  func foreign() throws {
    let event = Event("Yoga", from: try zoned("2026-03-02T18:00", Gym.madrid), lasting: .hours(1), uid: "x")
    let error = #expect(throws: SchedulingError.self) { try ClassSeries(event) }
    #expect(error?.code == .notRepresented)
    var calendar = EventCalendar()
    calendar.insert(event)
    #expect(ClassBook(calendar).series.isEmpty)
  }

  @Test("a class closed indefinitely is written with a bounded number of exceptions")
  func closedForGood() throws {
    var gone = try Gym.yoga()
    gone.recurrence = Recurrence(RecurrenceRule(.daily))
    gone.closures = [ClosedPeriod(days: CivilDate.min..<CivilDate.max, "Gone")]
    let main = try #require(gone.events.first)
    #expect(main.recurrence.exceptions.count == 1_000)
    #expect(try ClassSeries(main) == gone)
  }

  @Test("hostile records and parameters make no bookings that break the roster")
  func hostile() throws {
    let calendar = book.calendar(at: now)
    var changed = EventCalendar()
    for item in calendar.items {
      var item = item
      item.unmodelled.properties = item.unmodelled.properties.flatMap { property -> [Property] in
        guard property.name == "X-ALMANAC-BOOKING" else { return [property] }
        let same = property.value.replacing("number=1", with: "number=7").replacing(
          "number=2", with: "number=7")
        let wild = ["number=9223372036854775807", "number=-9", "number=", "%", "=", "member=%ZZ", ","]
        return [Property(property.name, value: same)]
          + wild.map { Property(property.name, value: property.value.replacing("number=0", with: $0)) }
      }
      if let attendee = item.attendees.first {
        item.attendees.append(attendee)
        item.attendees.append(
          Attendee("mailto:new@example.org", parameters: [Parameter("X-ALMANAC-NUMBER", "-9")]))
      }
      changed.insert(item)
    }
    let read = ClassBook(changed)
    let roster = try #require(read.roster(of: "yoga", at: first))
    #expect(roster.bookings.map { $0.number } == Array(roster.bookings.indices))
    #expect(
      roster.takenPlaces == roster.bookings.filter { $0.state.takesPlaces }.reduce(0) { $0 + $1.places })
    #expect(roster.booking(of: "mailto:new@example.org") == nil)
  }
}
