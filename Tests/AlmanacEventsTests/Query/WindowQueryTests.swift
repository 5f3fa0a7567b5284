import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// Occurrences between two instants.
@Suite struct WindowQueryTests {
  static func day(_ text: String, _ zone: Zone = Samples.madrid) throws -> Range<Instant> {
    let date = try CivilDate(text)
    return QueryWindow(days: date..<date.adding(days: 1), in: zone).range
  }

  static func days(_ first: String, _ end: String, _ zone: Zone = Samples.madrid) throws -> Range<Instant> {
    QueryWindow(days: try CivilDate(first)..<CivilDate(end), in: zone).range
  }

  static func weekly(_ until: RecurrenceRule.End = .never) throws -> Event {
    Event(
      "Algebra", from: try Samples.madrid("2026-03-02T09:00"), to: try Samples.madrid("2026-03-02T10:30"),
      repeating: RecurrenceRule(.weekly, until: until), uid: "algebra")
  }

  static func override(_ event: Event, at id: String, from start: String, to end: String) throws -> Event {
    var override = event
    override.recurrence = .none
    override.recurrenceID = .zoned(try Samples.madrid(id))
    override.start = .zoned(try Samples.madrid(start))
    override.end = .zoned(try Samples.madrid(end))
    return override
  }

  @Test(arguments: [
    ("2026-03-10T08:00", "2026-03-10T09:00", false), ("2026-03-10T08:00", "2026-03-10T09:01", true),
    ("2026-03-10T10:00", "2026-03-10T11:00", false), ("2026-03-10T09:59", "2026-03-10T11:00", true),
    ("2026-03-10T09:15", "2026-03-10T09:30", true),
  ])
  func windowsAreHalfOpen(from: String, to: String, found: Bool) throws {
    var calendar = EventCalendar()
    calendar.insert(
      Event("A", from: try Samples.madrid("2026-03-10T09:00"), to: try Samples.madrid("2026-03-10T10:00")))
    let window = try Samples.madrid(from).instant..<Samples.madrid(to).instant
    #expect(try calendar.occurrences(in: window, viewer: .utc).isEmpty == !found)
  }

  @Test(arguments: [
    ("08:00", "09:00", 0), ("09:00", "09:01", 1), ("08:00", "09:01", 1), ("09:01", "10:00", 0),
  ])
  func whatTakesNoTimeIsThereWhereItStarts(from: String, to: String, count: Int) throws {
    var calendar = EventCalendar()
    calendar.insert(Event("A", at: try Samples.madrid("2026-03-10T09:00")))
    let window = try Samples.madrid("2026-03-10T\(from)").instant..<Samples.madrid("2026-03-10T\(to)").instant
    #expect(try calendar.occurrences(in: window, viewer: .utc).count == count)
  }

  @Test func longEventsThatBeganBeforeAreThere() throws {
    var calendar = EventCalendar()
    calendar.insert(Event("Sabbatical", from: try CivilDate(2025, 1, 1), to: try CivilDate(2027, 1, 1)))
    var monthly = Event(
      "Ten days", from: try Samples.madrid("2020-01-25T20:00"), to: try Samples.madrid("2020-02-04T20:00"))
    monthly.recurrence = Recurrence(RecurrenceRule(.monthly))
    calendar.insert(monthly)
    let found = try calendar.occurrences(in: Self.day("2026-06-04"), viewer: Samples.madrid)
    #expect(found.map(\.item.summary) == ["Sabbatical", "Ten days"])
    #expect(found[1].start == .zoned(try Samples.madrid("2026-05-25T20:00")))
    #expect(found[1].end == .zoned(try Samples.madrid("2026-06-04T20:00")))
    #expect(try calendar.occurrences(in: Self.day("2026-06-05"), viewer: Samples.madrid).count == 1)
  }

  @Test func wholeDaysAndFloatingTimesAreOnTheViewersClock() throws {
    var calendar = EventCalendar()
    calendar.insert(Event("Day", from: try CivilDate(2026, 3, 10)))
    calendar.insert(Event("Nine", from: try CivilDateTime("2026-03-10T09:00"), lasting: .hours(1)))
    for zone in [Samples.madrid, Samples.newYork, .utc] {
      let found = try calendar.occurrences(in: Self.day("2026-03-10", zone), viewer: zone)
      #expect(found.map(\.item.summary) == ["Day", "Nine"])
      #expect(try calendar.occurrences(in: Self.day("2026-03-11", zone), viewer: zone).isEmpty)
      #expect(try calendar.occurrences(in: Self.day("2026-03-09", zone), viewer: zone).isEmpty)
    }
  }

  @Test func anOverrideIsFoundWhereItIsAndNotWhereItWas() throws {
    var calendar = EventCalendar()
    let event = try Self.weekly()
    calendar.insert(event)
    calendar.insert(
      try Self.override(event, at: "2026-03-16T09:00", from: "2026-04-15T18:00", to: "2026-04-15T19:00"))
    #expect(try calendar.occurrences(in: Self.day("2026-03-16"), viewer: .utc).isEmpty)
    let found = try calendar.occurrences(in: Self.day("2026-04-15"), viewer: .utc)
    #expect(found.count == 1)
    #expect(found.first?.isOverride == true)
    #expect(
      found.first?.id == ItemID(uid: "algebra", recurrenceID: .zoned(try Samples.madrid("2026-03-16T09:00"))))
  }

  @Test func aRecurrenceIDMatchesInEveryForm() throws {
    let forms: [EventTime] = [
      .zoned(try Samples.madrid("2026-03-16T09:00")), .utc(try Instant("2026-03-16T08:00:00Z")),
      .floating(try Samples.local("2026-03-16T09:00")), .date(try Samples.date("2026-03-16")),
    ]
    for form in forms {
      var calendar = EventCalendar()
      let event = try Self.weekly()
      var override = try Self.override(
        event, at: "2026-03-16T09:00", from: "2026-03-17T09:00", to: "2026-03-17T10:00")
      override.recurrenceID = form
      calendar.insert(event)
      calendar.insert(override)
      let found = try calendar.occurrences(in: Self.days("2026-03-16", "2026-03-23"), viewer: .utc)
      #expect(found.map(\.start) == [.zoned(try Samples.madrid("2026-03-17T09:00"))])
      #expect(found.map(\.recurrenceID) == [.zoned(try Samples.madrid("2026-03-16T09:00"))])
      #expect(calendar.item(ItemID(uid: "algebra", recurrenceID: forms[0]))?.recurrenceID == form)
    }
  }

  @Test func anOrphanOverrideIsShown() throws {
    var calendar = EventCalendar()
    let event = try Self.weekly(.count(2))
    calendar.insert(
      try Self.override(event, at: "2026-04-01T09:00", from: "2026-04-02T09:00", to: "2026-04-02T10:00"))
    #expect(try calendar.occurrences(in: Self.days("2026-03-01", "2026-05-01"), viewer: .utc).count == 1)
    calendar.insert(event)
    #expect(try calendar.occurrences(in: Self.days("2026-03-01", "2026-05-01"), viewer: .utc).count == 3)
  }

  @Test func ofDuplicatesOneIsShown() throws {
    var calendar = EventCalendar()
    var event = try Self.weekly(.count(3))
    calendar.insert(event)
    event.summary = "Newer"
    event.sequence = 1
    calendar.insert(event)
    var moved = try Self.override(
      event, at: "2026-03-09T09:00", from: "2026-03-10T09:00", to: "2026-03-10T10:00")
    moved.stamp = try Instant("2026-02-02T00:00:00Z")
    calendar.insert(moved)
    moved.summary = "Older"
    moved.stamp = try Instant("2026-02-01T00:00:00Z")
    moved.recurrenceID = .utc(try Instant("2026-03-09T08:00:00Z"))
    calendar.insert(moved)
    let found = try calendar.occurrences(in: Self.days("2026-03-01", "2026-05-01"), viewer: .utc)
    #expect(found.map(\.item.summary) == ["Newer", "Newer", "Newer"])
  }

  /// Later instances move on the clock as far as the override moved its own, across the change of clocks too.
  @Test func thisAndFutureMovesAndLengthensLaterInstances() throws {
    var calendar = EventCalendar()
    let event = try Self.weekly(.count(6))
    var later = try Self.override(
      event, at: "2026-03-16T09:00", from: "2026-03-17T11:00", to: "2026-03-17T13:00")
    later.overridesFuture = true
    later.location = "Room 12"
    calendar.insert(event)
    calendar.insert(later)
    calendar.insert(
      try Self.override(event, at: "2026-03-30T09:00", from: "2026-04-03T08:00", to: "2026-04-03T09:00"))
    let found = try calendar.occurrences(in: Self.days("2026-03-01", "2026-05-01"), viewer: .utc)
    let starts = try [
      "2026-03-02T09:00", "2026-03-09T09:00", "2026-03-17T11:00", "2026-03-24T11:00", "2026-04-03T08:00",
      "2026-04-07T11:00",
    ].map { EventTime.zoned(try Samples.madrid($0)) }
    #expect(found.map(\.start) == starts)
    #expect(found.map(\.item.location) == ["", "", "Room 12", "Room 12", "", "Room 12"])
    #expect(found.last?.end == .zoned(try Samples.madrid("2026-04-07T13:00")))
    #expect(found.last?.recurrenceID == .zoned(try Samples.madrid("2026-04-06T09:00")))
    #expect(try calendar.occurrences(in: Self.day("2026-04-06"), viewer: Samples.madrid).isEmpty)
  }

  /// RFC 5545 §3.8.5.3: DTEND is an exact length for all instances, a DURATION of days a nominal one.
  @Test func lengthsAreExactOrNominalAcrossAChangeOfClocks() throws {
    let start = try Samples.madrid("2026-03-27T12:00")
    let daily = RecurrenceRule(.daily)
    var calendar = EventCalendar()
    calendar.insert(Event("End", from: start, to: try Samples.madrid("2026-03-28T12:00"), repeating: daily))
    calendar.insert(Event("Nominal", from: start, lasting: .days(1), repeating: daily))
    calendar.insert(Event("Hours", from: start, lasting: .hours(24), repeating: daily))
    let window = try Samples.madrid("2026-03-29T11:00").instant..<Samples.madrid("2026-03-29T11:30").instant
    let found = try calendar.occurrences(in: window, viewer: .utc)
    let ends = Dictionary(uniqueKeysWithValues: found.map { ($0.item.summary, $0.end.local) })
    #expect(ends["End"] == (try Samples.local("2026-03-29T13:00")))
    #expect(ends["Nominal"] == (try Samples.local("2026-03-29T12:00")))
    #expect(ends["Hours"] == (try Samples.local("2026-03-29T13:00")))
  }

  @Test func anAddedPeriodHasItsOwnLength() throws {
    var event = try Self.weekly(.count(1))
    event.recurrence.additions = [
      RecurrenceDate(.zoned(try Samples.madrid("2026-05-05T09:00")), extent: .duration(.hours(8)))
    ]
    var calendar = EventCalendar()
    calendar.insert(event)
    let window = try Samples.madrid("2026-05-05T16:00").instant..<Samples.madrid("2026-05-05T18:00").instant
    #expect(
      try calendar.occurrences(in: window, viewer: .utc).map(\.end) == [
        .zoned(try Samples.madrid("2026-05-05T17:00"))
      ])
  }

  @Test func todosAreOnTheDayTheyAreDueUntilClosed() throws {
    var calendar = EventCalendar()
    calendar.insert(Todo("Due", due: try CivilDate(2026, 3, 20), uid: "due"))
    var both = Todo("Both", from: try CivilDate(2026, 3, 1), uid: "both")
    both.due = .date(try CivilDate(2026, 3, 20))
    calendar.insert(both)
    calendar.insert(Todo("Start", from: try Samples.madrid("2026-03-20T08:00"), lasting: nil, uid: "start"))
    calendar.insert(Todo("Some day", uid: "some day"))
    var done = Todo("Done", due: try CivilDate(2026, 3, 20), uid: "done")
    done.status = .completed
    calendar.insert(done)
    var weekly = Todo("Water", due: try CivilDate(2026, 3, 6), uid: "water")
    weekly.recurrence = Recurrence(RecurrenceRule(.weekly))
    calendar.insert(weekly)
    let window = try Self.day("2026-03-20")
    let found = try calendar.occurrences(in: window, viewer: Samples.madrid)
    #expect(found.map(\.item.summary) == ["Both", "Due", "Water", "Start"])
    #expect(found[0].start == .date(try CivilDate(2026, 3, 20)))
    #expect(found[0].end == .date(try CivilDate(2026, 3, 21)))
    #expect(found[3].start == found[3].end)
    let all = try calendar.occurrences(
      in: window, viewer: Samples.madrid, matching: .init(includesClosedTodos: true))
    #expect(all.count == 5)
    #expect(try calendar.occurrences(in: Self.day("2026-03-01"), viewer: Samples.madrid).isEmpty)
  }

  @Test func cancelledEventsAreGivenWithTheirStatus() throws {
    var event = try Self.weekly()
    event.status = .cancelled
    var calendar = EventCalendar()
    calendar.insert(event)
    #expect(
      try calendar.occurrences(in: Self.day("2026-03-09"), viewer: .utc).map(\.item.status) == [.cancelled])
  }

  @Test func severalCalendarsAreAskedTogether() throws {
    var one = EventCalendar(name: "one")
    var two = EventCalendar(name: "two")
    two.insert(try Self.weekly())
    one.insert(Event("Day", from: try CivilDate(2026, 3, 2)))
    two.insert(Event("Day", from: try CivilDate(2026, 3, 2)))
    let found = try [one, two].occurrences(in: Self.day("2026-03-02"), viewer: Samples.madrid)
    #expect(found.map(\.calendar).sorted() == [0, 1, 1])
    #expect(found.map(\.item.summary) == ["Day", "Day", "Algebra"])
  }

  @Test func theOrderIsTotalAndDocumented() throws {
    var calendar = EventCalendar()
    let nine = try Samples.madrid("2026-03-02T00:00")
    calendar.insert(Event("B short", from: nine, lasting: .minutes(30), uid: "1"))
    calendar.insert(Event("A short", from: nine, lasting: .minutes(30), uid: "3"))
    calendar.insert(Event("A short", from: nine, lasting: .minutes(30), uid: "2"))
    calendar.insert(Event("Z long", from: nine, lasting: .hours(30), uid: "4"))
    calendar.insert(Event("Whole day", from: try CivilDate(2026, 3, 2), uid: "5"))
    calendar.insert(
      Event("Before", from: try Samples.madrid("2026-03-01T23:00"), lasting: .hours(3), uid: "6"))
    let found = try calendar.occurrences(in: Self.day("2026-03-02"), viewer: Samples.madrid)
    #expect(found.map(\.item.uid) == ["6", "5", "4", "2", "3", "1"])
  }

  @Test func aRuleWithoutBoundsOnItsSpeedIsCutShortAndSaysSo() throws {
    var calendar = EventCalendar()
    let start = try Samples.madrid("2000-01-01T00:00")
    calendar.insert(Event("Tick", at: start, repeating: RecurrenceRule(.secondly), uid: "a"))
    calendar.insert(Event("Tock", at: start, repeating: RecurrenceRule(.secondly), uid: "b"))
    let window = try Self.days("2026-01-01", "2036-01-01")
    let agenda = calendar.agenda(in: window, viewer: .utc, matching: .init(limit: 1000))
    #expect(agenda.isTruncated)
    #expect(try agenda.occurrences.count == 1000)
    #expect(try agenda.occurrences[999].start.instant(in: .utc) == window.lowerBound.adding(seconds: 499))
    #expect(try agenda.occurrences[999].item.summary == "Tock")
    let whole = calendar.agenda(
      in: window.lowerBound..<window.lowerBound.adding(seconds: 500), viewer: .utc,
      matching: .init(limit: 1000))
    #expect(!whole.isTruncated)
    #expect(try whole.occurrences == agenda.occurrences)
  }

  @Test func occurrencesAreFiltered() throws {
    var calendar = EventCalendar()
    var lesson = try Self.weekly()
    lesson.categories = ["Maths"]
    lesson.location = "Sala Velázquez"
    lesson.attendees = [Attendee("mailto:Ana@example.org")]
    calendar.insert(lesson)
    calendar.insert(Event("Dentist", from: try CivilDate(2026, 3, 2)))
    calendar.insert(Journal("Note", on: try CivilDate(2026, 3, 2)))
    func names(_ query: OccurrenceQuery) throws -> [String] {
      try calendar.occurrences(in: Self.day("2026-03-02"), viewer: Samples.madrid, matching: query)
        .map(\.item.summary)
    }
    #expect(try names(.all) == ["Dentist", "Note", "Algebra"])
    #expect(try names(.init(kinds: [.journal])) == ["Note"])
    #expect(try names(.init(categories: ["maths", "art"])) == ["Algebra"])
    #expect(try names(.init(text: "VELÁZ")) == ["Algebra"])
    #expect(try names(.init(attendee: "ana@example.org")) == ["Algebra"])
    #expect(try names(.init(limit: 0)).isEmpty)
  }

  /// The pairs of Unicode's CaseFolding.txt that differ by more than one letter's case, and canonical forms.
  @Test(arguments: [
    ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"), ("ﬁn", "FIN"),
    ("École", "E\u{301}COLE"),
  ])
  func caseDoesNotMatter(one: String, other: String) throws {
    for (written, asked) in [(one, other), (other, one)] {
      var calendar = EventCalendar()
      var event = Event("On \(written) Monday", from: try CivilDate(2026, 3, 2))
      event.categories = [written]
      calendar.insert(event)
      for query in [OccurrenceQuery(categories: [asked]), OccurrenceQuery(text: asked)] {
        #expect(
          try calendar.occurrences(in: Self.day("2026-03-02"), viewer: .utc, matching: query).count == 1)
      }
      #expect(calendar.items(category: asked).count == 1)
      #expect(calendar.items(category: asked + "x").isEmpty)
    }
  }
}
