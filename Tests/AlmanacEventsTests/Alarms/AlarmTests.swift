import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Times of alarms")
struct AlarmTests {
  private let madrid = Samples.madrid

  private func instants(
    _ item: some CalendarItem, from: String = "2026-01-01T00:00:00Z", to: String = "2027-01-01T00:00:00Z",
    viewer: Zone = Samples.madrid, defaults: DefaultAlarms = .none
  ) throws -> [String] {
    var calendar = EventCalendar()
    calendar.insert(item)
    return try calendar.alarms(in: try Instant(from)..<Instant(to), viewer: viewer, defaults: defaults)
      .map(\.instant.description)
  }

  private func lesson(_ alarms: Alarm...) throws -> Event {
    var event = Event("Lesson", from: try Samples.madrid("2026-03-02T09:00"), lasting: .minutes(90), uid: "l")
    event.alarms = alarms
    return event
  }

  @Test("before and after the start and the end, and at an instant")
  func forms() throws {
    #expect(try instants(lesson(Alarm(.before(.minutes(15))))) == ["2026-03-02T07:45:00Z"])
    #expect(try instants(lesson(Alarm(.after(.minutes(5))))) == ["2026-03-02T08:05:00Z"])
    #expect(try instants(lesson(Alarm(.before(.minutes(5), .end)))) == ["2026-03-02T09:25:00Z"])
    #expect(try instants(lesson(Alarm(.after(.zero, .end)))) == ["2026-03-02T09:30:00Z"])
    let noon = try Instant("2026-03-01T12:00:00Z")
    #expect(try instants(lesson(Alarm(.absolute(noon), action: .audio))) == ["2026-03-01T12:00:00Z"])
  }

  /// RFC 5545 §3.6.6: an audio alarm at a time with four repetitions, 15 minutes apart.
  @Test("the RFC's audio alarm repeats")
  func repeats() throws {
    let first = try Instant("1997-03-17T13:30:00Z")
    let event = try lesson(Alarm(.absolute(first), action: .audio, repetition: .init(4, every: .minutes(15))))
    #expect(
      try instants(event, from: "1997-01-01T00:00:00Z", to: "1998-01-01T00:00:00Z") == [
        "1997-03-17T13:30:00Z", "1997-03-17T13:45:00Z", "1997-03-17T14:00:00Z", "1997-03-17T14:15:00Z",
        "1997-03-17T14:30:00Z",
      ])
    // RFC 5545 §3.6.6: 30 minutes before, twice more, 15 minutes apart.
    let meeting = try lesson(Alarm(.before(.minutes(30)), repetition: .init(2, every: .minutes(15))))
    #expect(
      try instants(meeting) == ["2026-03-02T07:30:00Z", "2026-03-02T07:45:00Z", "2026-03-02T08:00:00Z"])
  }

  @Test("days count on the wall clock, hours do not")
  func nominal() throws {
    // Clocks went forward on 29 March 2026 at 02:00.
    var event = Event("", at: try Samples.madrid("2026-03-29T09:00"))
    event.alarms = [Alarm(.before(.days(1)))]
    #expect(try instants(event) == ["2026-03-28T08:00:00Z"])
    event.alarms = [Alarm(.before(.hours(24)))]
    #expect(try instants(event) == ["2026-03-28T07:00:00Z"])
  }

  @Test("alarms of whole days and floating times are counted in the viewer's zone")
  func viewer() throws {
    var day = Event("", from: try CivilDate("2026-07-01"))
    day.alarms = [Alarm(.before(.hours(15))), Alarm(.before(.hours(1), .end))]
    #expect(try instants(day) == ["2026-06-30T07:00:00Z", "2026-07-01T21:00:00Z"])
    #expect(try instants(day, viewer: .utc) == ["2026-06-30T09:00:00Z", "2026-07-01T23:00:00Z"])
  }

  @Test("to-dos: from the start, from when they are due, and none once done")
  func todos() throws {
    // RFC 5545 §3.6.6: two days before the due time.
    var todo = Todo("Taxes", from: try Samples.madrid("2026-04-01T09:00"), lasting: .days(10))
    todo.alarms = [Alarm(.before(.days(2), .end), action: .email), Alarm(.before(.hours(1)))]
    #expect(try instants(todo) == ["2026-04-01T06:00:00Z", "2026-04-09T07:00:00Z"])
    // Found though it is due half a year later.
    #expect(try instants(todo, from: "2026-04-01T05:00:00Z", to: "2026-04-01T07:00:00Z").count == 1)
    todo.status = .completed
    #expect(try instants(todo).isEmpty)
    var due = Todo("", due: try CivilDate("2026-04-10"))
    due.alarms = [Alarm(.before(.hours(6), .end))]
    // RFC 5545 §3.8.6.3: relative to 00:00:00 of the user's time zone on the specified date.
    #expect(try instants(due) == ["2026-04-09T16:00:00Z"])
    #expect(try instants(due, viewer: .utc) == ["2026-04-09T18:00:00Z"])
    let evening = try Samples.madrid("2026-04-10T23:59").instant
    #expect(!due.isOverdue(at: evening, viewer: Samples.madrid))
    #expect(due.isOverdue(at: evening.adding(seconds: 60), viewer: Samples.madrid))
  }

  @Test("signals have one order, whatever the order of items")
  func order() throws {
    let nine = try Instant("2026-03-05T09:00:00Z")
    var event = Event(
      "Event", at: nine.in(.utc), repeating: RecurrenceRule(.daily, until: .count(2)), uid: "a")
    event.alarms = [Alarm(.absolute(nine), details: "series")]
    var override = event
    override.recurrence = .none
    override.recurrenceID = event.start
    override.alarms[0].details = "override"
    var todo = Todo("To-do", due: nine.in(.utc), uid: "a")
    todo.alarms = [Alarm(.absolute(nine), details: "to-do")]
    for items in [[event.item, override.item, todo.item], [todo.item, override.item, event.item]] {
      var calendar = EventCalendar()
      calendar.insert(items)
      let signals = try calendar.alarms(in: nine..<nine.adding(seconds: 1), viewer: .utc)
      #expect(signals.map(\.alarm.details) == ["series", "override", "to-do"])
      for (one, other) in zip(signals, signals.dropFirst()) {
        #expect(AlarmSignal.isBefore(one, other) && !AlarmSignal.isBefore(other, one))
      }
    }
  }

  @Test("a series: each occurrence, moved ones where they are, none of a cancelled one; an instant once")
  func series() throws {
    var event = try lesson(
      Alarm(.before(.minutes(15))), Alarm(.absolute(try Instant("2026-03-01T12:00:00Z"))))
    event.recurrence = Recurrence(RecurrenceRule(.weekly, until: .count(4)))
    var moved = event
    moved.recurrence = .none
    moved.recurrenceID = .zoned(try Samples.madrid("2026-03-09T09:00"))
    moved.start = .zoned(try Samples.madrid("2026-03-10T11:00"))
    var cancelled = moved
    cancelled.recurrenceID = .zoned(try Samples.madrid("2026-03-16T09:00"))
    cancelled.status = .cancelled
    var calendar = EventCalendar()
    calendar.insert([event.item, moved.item, cancelled.item])
    let year = try Instant("2026-01-01T00:00:00Z")..<Instant("2027-01-01T00:00:00Z")
    #expect(
      try calendar.alarms(in: year, viewer: madrid).map(\.instant.description) == [
        "2026-03-01T12:00:00Z", "2026-03-02T07:45:00Z", "2026-03-10T09:45:00Z", "2026-03-23T07:45:00Z",
      ])
    let next = try calendar.nextAlarms(after: try Instant("2026-03-02T07:45:00Z"), count: 9, viewer: madrid)
    #expect(next.map(\.instant.description) == ["2026-03-10T09:45:00Z", "2026-03-23T07:45:00Z"])
  }

  @Test("defaults are for items without alarms of their own")
  func defaults() throws {
    let defaults = DefaultAlarms(allDay: [Alarm(.before(.hours(6)))], timed: [Alarm(.before(.minutes(10)))])
    #expect(try instants(lesson(), defaults: defaults) == ["2026-03-02T07:50:00Z"])
    #expect(try instants(lesson(Alarm(.before(.hours(1)))), defaults: defaults) == ["2026-03-02T07:00:00Z"])
    #expect(
      try instants(Event("", from: CivilDate("2026-03-02")), defaults: defaults) == ["2026-03-01T17:00:00Z"])
  }

  @Test("hostile repetitions end", arguments: [Int.max, -1, 0])
  func hostile(_ count: Int) throws {
    for interval in [CalendarDuration.zero, .days(Int.max), .seconds(-1), .weeks(Int.max)] {
      let event = try lesson(
        Alarm(.before(.weeks(Int.max)), repetition: .init(count, every: interval)),
        Alarm(.absolute(.max), repetition: .init(count, every: interval)))
      #expect(try instants(event).count <= 1_001)
    }
  }
}

/// The walk through RFC 9074 §7: an alarm goes off, is put off, goes off again and is dismissed.
@Suite("Answers to alarms")
struct AlarmAnswerTests {
  private let madrid = Samples.madrid

  private func calendar() throws -> EventCalendar {
    let start = try CivilDateTime("2021-03-02T10:30").in(Samples.newYork)
    var event = Event("Meeting", from: start, lasting: .hours(1), uid: "meeting")
    event.alarms = [Alarm(.before(.minutes(15)), uid: "8297C37D")]
    var calendar = EventCalendar()
    calendar.insert(event)
    return calendar
  }

  private func pending(_ calendar: EventCalendar) throws -> [AlarmSignal] {
    try calendar.alarms(
      in: try Instant("2021-01-01T00:00:00Z")..<Instant("2022-01-01T00:00:00Z"), viewer: madrid)
  }

  @Test("an alarm is put off, put off again, dismissed, and the change undone")
  func snooze() throws {
    var calendar = try calendar()
    let before = calendar
    let signal = try #require(try pending(calendar).first)
    #expect(signal.instant.description == "2021-03-02T15:15:00Z")

    let seen = try Instant("2021-03-02T15:15:24Z")
    let first = try calendar.snooze(signal, until: seen.adding(seconds: 300), at: seen, uids: .seeded(1))
    var alarms = try #require(calendar.item(uid: "meeting")).alarms
    #expect(alarms.count == 2)
    #expect(alarms[0].acknowledged == seen)
    #expect(alarms[1].trigger == .absolute(try Instant("2021-03-02T15:20:24Z")))
    #expect(alarms[1].relations == [Relation("8297C37D", kind: .snooze)])
    #expect(try pending(calendar).map(\.instant.description) == ["2021-03-02T15:20:24Z"])

    let again = try #require(try pending(calendar).first)
    let later = try Instant("2021-03-02T15:20:30Z")
    try calendar.snooze(again, until: later.adding(seconds: 600), at: later, uids: .seeded(2))
    alarms = try #require(calendar.item(uid: "meeting")).alarms
    #expect(alarms.map(\.snoozed) == [nil, "8297C37D"])
    #expect(alarms[0].acknowledged == later)
    #expect(try pending(calendar).map(\.instant.description) == ["2021-03-02T15:30:30Z"])

    let last = try #require(try pending(calendar).first)
    let dismissed = try Instant("2021-03-02T15:31:00Z")
    try calendar.acknowledge(last, at: dismissed)
    #expect(try #require(calendar.item(uid: "meeting")).alarms.map(\.acknowledged) == [dismissed])
    #expect(try pending(calendar).isEmpty)

    var undone = before
    try undone.apply(first)
    try undone.apply(first.inverse)
    #expect(undone == before)
  }

  @Test("acknowledging an alarm of a series ends the signals that were due; repetitions end with the first")
  func series() throws {
    var event = Event(
      "", at: try Samples.madrid("2026-03-02T09:00"), repeating: RecurrenceRule(.daily, until: .count(3)),
      uid: "s")
    event.alarms = [Alarm(.before(.minutes(30)), repetition: .init(2, every: .minutes(10)))]
    var calendar = EventCalendar()
    calendar.insert(event)
    let window = try Instant("2026-03-01T00:00:00Z")..<Instant("2026-04-01T00:00:00Z")
    let signals = try calendar.alarms(in: window, viewer: madrid)
    #expect(signals.count == 9)
    try calendar.acknowledge(signals[0], at: signals[0].instant)
    #expect(
      try calendar.alarms(in: window, viewer: madrid).map(\.instant) == signals.dropFirst(3).map(\.instant))
  }

  @Test("a default alarm that was seen becomes the item's own")
  func defaults() throws {
    let defaults = DefaultAlarms(timed: [Alarm(.before(.minutes(10))), Alarm(.before(.minutes(5)))])
    var calendar = EventCalendar()
    calendar.insert(Event("", at: try Samples.madrid("2026-03-02T09:00"), uid: "d"))
    let window = try Instant("2026-03-01T00:00:00Z")..<Instant("2026-04-01T00:00:00Z")
    let signal = try #require(calendar.alarms(in: window, viewer: madrid, defaults: defaults).first)
    #expect(signal.isDefault)
    try calendar.acknowledge(signal, at: signal.instant, defaults: defaults)
    #expect(
      try calendar.alarms(in: window, viewer: madrid, defaults: defaults).map(\.instant.description) == [
        "2026-03-02T07:55:00Z"
      ])
  }

  @Test("a removed alarm cannot be acknowledged, nor snoozed to the past")
  func refused() throws {
    var calendar = try calendar()
    let signal = try #require(try pending(calendar).first)
    let past = #expect(throws: EventError.self) {
      try calendar.snooze(signal, until: signal.instant, at: signal.instant)
    }
    #expect(past?.codes == [.outOfRange])
    var item = try #require(calendar.item(uid: "meeting"))
    item.alarms = []
    try calendar.update(item, at: nil)
    #expect(
      throws: EventError(
        .conflict, "VALARM", uid: "meeting", expected: "the alarm as it was when it was found")
    ) {
      try calendar.acknowledge(signal, at: signal.instant)
    }
    try calendar.remove(uid: "meeting")
    let gone = #expect(throws: EventError.self) { try calendar.acknowledge(signal, at: signal.instant) }
    #expect(gone?.codes == [.notFound])
  }
}
