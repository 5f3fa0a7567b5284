import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// The rules of RFC 5545 §3.6 and §3.8, one a row: what breaks it, and what is said.
@Suite("Every rule of RFC 5545 has its fault")
struct RuleTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let codes: [String]
    let properties: [String]
    let make: @Sendable (inout Event, inout Todo) throws -> Void

    init(
      _ description: String, _ codes: [String], _ properties: [String],
      _ make: @escaping @Sendable (inout Event, inout Todo) throws -> Void
    ) {
      testDescription = description
      self.codes = codes
      self.properties = properties
      self.make = make
    }
  }

  static func rule(_ text: String) -> @Sendable (inout Event, inout Todo) throws -> Void {
    { event, _ in event.recurrence = Recurrence(try RecurrenceRule(text)) }
  }

  static let rows = [
    Row("§3.6.1 DTEND a date beside a time", ["mixed_time_forms"], ["DTEND"]) { event, _ in
      event.end = .date(try CivilDate("2026-03-03"))
    },
    Row("§3.8.2.2 DTEND before DTSTART", ["end_not_after_start"], ["DTEND"]) { event, _ in
      event.end = event.start.adding(.minutes(-1))
    },
    Row("§3.8.2.3 DUE before DTSTART", ["end_not_after_start"], ["DUE"]) { _, todo in
      todo.start = todo.due?.adding(.hours(1))
    },
    Row("§3.8.2.5 a negative DURATION", ["bad_duration"], ["DURATION"]) { event, _ in
      event.extent = .duration(.hours(-1))
    },
    Row("§3.8.2.5 hours on a date", ["bad_duration"], ["DURATION"]) { event, _ in
      event.start = .date(event.start.date)
      event.extent = .duration(.hours(1))
    },
    Row("§3.6.2 DURATION without DTSTART", ["bad_duration"], ["DURATION"]) { _, todo in
      todo.extent = .duration(.hours(1))
    },
    Row("§3.8.1.9 PRIORITY 10", ["out_of_range"], ["PRIORITY"]) { event, _ in event.priority = 10 },
    Row("§3.8.1.8 101 per cent", ["out_of_range"], ["PERCENT-COMPLETE"]) { _, todo in
      todo.percentComplete = 101
    },
    Row("§3.8.5.1 EXDATE a date beside a time", ["mixed_time_forms"], ["EXDATE"]) { event, _ in
      event.recurrence = Recurrence([RecurrenceRule(.daily)], exceptions: [.date(event.start.date)])
    },
    Row("§3.8.5.2 RDATE a date beside a time", ["mixed_time_forms"], ["RDATE"]) { event, _ in
      event.recurrence.additions = [RecurrenceDate(.date(event.start.date))]
    },
    Row("§3.8.5.2 a PERIOD that ends before it starts", ["end_not_after_start"], ["RDATE"]) { event, _ in
      event.recurrence.additions = [RecurrenceDate(event.start, extent: .end(event.start.adding(.hours(-1))))]
    },
    Row(
      "§3.3.10 UNTIL a date beside a time is understood, and printed as a time", [], [],
      rule("FREQ=DAILY;UNTIL=20260401")),
    Row(
      "§3.3.10 UNTIL before the start", ["until_before_start"], ["RRULE"],
      rule("FREQ=DAILY;UNTIL=20250401T000000Z")),
    Row(
      "§3.3.10 BYDAY with a number in a week, BYMONTHDAY in a week",
      ["numbered_weekday", "part_not_for_frequency"],
      ["RRULE", "RRULE"]
    ) { event, _ in
      var rule = RecurrenceRule(.weekly)
      rule.byDay = [WeekdayOrdinal(.monday, ordinal: 2)]
      rule.byMonthDay = [3]
      event.recurrence = Recurrence(rule)
    },
    Row("§3.3.10 BYSETPOS alone", ["position_alone"], ["RRULE"]) { event, _ in
      var rule = RecurrenceRule(.monthly)
      rule.bySetPosition = [1]
      event.recurrence = Recurrence(rule)
    },
    Row("§3.3.10 BYHOUR for a date", ["time_on_date"], ["EXRULE"]) { event, _ in
      event.start = .date(event.start.date)
      event.extent = .implied
      var rule = RecurrenceRule(.daily)
      rule.byHour = [9]
      event.recurrence = Recurrence([RecurrenceRule(.daily)], exclusionRules: [rule])
    },
    Row("§3.8.4.4 a rule on an override", ["misplaced_recurrence"], ["RRULE"]) { event, _ in
      event.recurrence = Recurrence(RecurrenceRule(.daily))
      event.recurrenceID = event.start
    },
    Row("§3.2.13 RANGE without RECURRENCE-ID", ["misplaced_recurrence"], ["RECURRENCE-ID"]) { event, _ in
      event.overridesFuture = true
    },
    Row("§3.6.6 e-mail to nobody", ["incomplete_alarm"], ["ATTENDEE"]) { event, _ in
      event.alarms = [Alarm(.before(.minutes(5)), action: .email)]
    },
    Row("§3.6.6 two sounds", ["incomplete_alarm"], ["ATTACH"]) { event, _ in
      let sound = AttachedFile(.uri("https://example.org/bell.wav"))
      event.alarms = [Alarm(.before(.minutes(5)), action: .audio, attachments: [sound, sound])]
    },
    Row("§3.8.6.2 repeated at once", ["bad_duration"], ["DURATION"]) { event, _ in
      event.alarms = [Alarm(.before(.minutes(5)), repetition: .init(2, every: .zero))]
    },
    Row("§3.8.6.3 from an end that is not there", ["incomplete_alarm"], ["TRIGGER"]) { event, _ in
      event.extent = .implied
      event.alarms = [Alarm(.before(.minutes(5), .end))]
    },
    Row("RFC 9074 §4 two alarms of one UID", ["already_exists"], ["VALARM"]) { event, _ in
      event.alarms = [Alarm(.before(.minutes(5)), uid: "a"), Alarm(.before(.minutes(9)), uid: "a")]
    },
    Row("§3.3.11 a bell in a comment", ["control_character"], ["COMMENT"]) { event, _ in
      event.comments = ["fine", "ding\u{7}"]
    },
    Row("§3.8.1.11 completed at a time, yet needs action", ["contradictory_completion"], ["STATUS"]) {
      _, todo in
      todo.completed = .min
      todo.status = .needsAction
    },
  ]

  private func items() throws -> (Event, Todo) {
    (
      Event("Lesson", from: try Samples.madrid("2026-03-02T09:00"), lasting: .hours(1), uid: "e"),
      Todo("Essay", due: try Samples.madrid("2026-03-20T09:00"), uid: "t")
    )
  }

  @Test("a broken rule is refused with its code and property", arguments: rows)
  func row(_ row: Row) throws {
    var (event, todo) = try items()
    #expect(event.violations().isEmpty && todo.violations().isEmpty)
    try row.make(&event, &todo)
    let found = event.violations() + todo.violations()
    #expect(found.map(\.code.rawValue) == row.codes)
    #expect(found.map(\.property) == row.properties)
    #expect(found.allSatisfy { !$0.expected.isEmpty })
  }

  @Test("all at once: as many rules as are broken")
  func together() throws {
    var (event, todo) = try items()
    var codes: [String] = []
    for row in Self.rows
    where ["PRIORITY", "COMMENT", "RECURRENCE-ID", "VALARM"].contains(row.properties.first ?? "") {
      try row.make(&event, &todo)
      codes += row.codes
    }
    #expect(Set(event.violations().map(\.code.rawValue)) == Set(codes))
    #expect(event.violations().count == codes.count)
  }

  @Test("§3.8.4.4: a recurrence id is of the form of the series' start")
  func recurrenceID() throws {
    var (event, _) = try items()
    event.recurrence = Recurrence(RecurrenceRule(.daily))
    var calendar = EventCalendar()
    try calendar.add(event, at: Samples.stamp)
    var override = event
    override.recurrence = .none
    override.recurrenceID = .date(event.start.date)
    let error = #expect(throws: EventError.self) { try calendar.add(override, at: Samples.stamp) }
    #expect(error?.reasons.map(\.property) == ["RECURRENCE-ID"])
    override.recurrenceID = event.start
    try calendar.add(override, at: Samples.stamp)
    #expect(calendar.count == 2)
  }
}
