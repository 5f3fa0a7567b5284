import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// Capability U7 of `Systems.md`: a task has a name, a date and a time; each broken rule is its own error and nothing is saved.
@Suite struct TaskRuleTests {
  @Test("U7 Every broken rule of a task is reported at once") func everyBrokenRuleOfATaskIsReportedAtOnce()
    throws
  {
    let draft = TaskDraft(name: "1st essay", color: .red)
    let error = #expect(throws: EventError.self) { try draft.event() }
    #expect(error?.codes == [.leadingDigit, .missingDate, .missingTime, .reservedColor])
    #expect(
      error?.reasons.map(\.code.rawValue) == [
        "leading_digit", "missing_date", "missing_time", "reserved_color",
      ])
  }

  @Test("U7 Violations of RFC 5545 in a task are reported with the others")
  func everyBrokenRuleOfEitherKindIsReportedAtOnce() throws {
    var draft = TaskDraft(
      name: "1x", date: try Samples.date("2026-03-05"), time: try CivilTime(10), lasting: .minutes(-90),
      color: .red)
    let error = #expect(throws: EventError.self) { try draft.event(in: Samples.madrid) }
    #expect(error?.codes == [.leadingDigit, .reservedColor, .badDuration])
    draft.date = nil
    #expect(draft.violations().codes == [.leadingDigit, .missingDate, .reservedColor, .badDuration])
    // An hour and a half is not a fault of a task whose time of day is still to come.
    let untimed = TaskDraft(name: "x", date: try Samples.date("2026-03-05"), lasting: .minutes(90))
    #expect(untimed.violations().codes == [.missingTime])
    #expect(untimed.violations(.standard).codes == [.badDuration])
  }

  @Test(arguments: ["", " ", "\t\n", "\u{A0}"])
  func blanksAreNoName(_ name: String) throws {
    let draft = TaskDraft(name: name, date: try Samples.date("2026-03-02"), time: try CivilTime(9))
    #expect(draft.violations().codes == [.emptyName])
  }

  @Test(arguments: ["1", " 2 essays", "٣ أوراق", "９時"])
  func digitsOfAnyScriptDoNotBeginAName(_ name: String) throws {
    let draft = TaskDraft(name: name, date: try Samples.date("2026-03-02"), time: try CivilTime(9))
    #expect(draft.violations().codes == [.leadingDigit])
  }

  @Test func aCompleteTaskIsAnEventAtItsHour() throws {
    let draft = TaskDraft(
      name: "Essay 1", date: try Samples.date("2026-03-02"), time: try CivilTime(9, 30), color: .teal,
      details: "Two pages", categories: ["History"])
    let event = try draft.event(in: Samples.madrid)
    #expect(event.start == .zoned(try Samples.madrid("2026-03-02T09:30")))
    #expect(event.categories == ["History"])
    #expect(try draft.event().start == .floating(try Samples.local("2026-03-02T09:30")))
  }

  @Test func theTaskRulesHoldOnlyWhereTheyAreAskedFor() throws {
    var calendar = EventCalendar()
    let event = Event("2nd lesson", from: try Samples.date("2026-03-02"), color: .red)
    let error = #expect(throws: EventError.self) { try calendar.add(event, policy: .task, at: Samples.stamp) }
    #expect(error?.codes == [.leadingDigit, .missingTime, .reservedColor])
    #expect(calendar.count == 0)
    try calendar.add(event, at: Samples.stamp)
    calendar.insert(Event("", from: try Samples.date("2026-03-02"), color: .red))
    #expect(calendar.count == 2)
  }
}

/// The rules of RFC 5545 for what a program adds.
@Suite struct ItemRuleTests {
  static let monday = "2026-03-02"

  @Test func endsAreLaterThanStarts() throws {
    let noon = try Samples.local("2026-03-02T12:00")
    #expect(Event("A", from: noon, to: noon).violations().codes == [.endNotAfterStart])
    #expect(Event("A", from: noon, to: noon.adding(seconds: -1)).violations().codes == [.endNotAfterStart])
    #expect(Event("A", from: noon, to: noon.adding(seconds: 1)).violations().isEmpty)
    let flight = Event(
      "Flight", from: try Samples.madrid("2026-03-02T12:00"),
      to: try Samples.local("2026-03-02T11:00").in(Samples.newYork))
    #expect(flight.violations().isEmpty)
    // Apple's reminders that repeat begin when they are due.
    var todo = Todo("Essay", due: try Samples.date("2026-03-02"))
    todo.start = .date(try Samples.date("2026-03-02"))
    #expect(todo.violations().isEmpty)
    todo.start = .date(try Samples.date("2026-03-03"))
    #expect(todo.violations().codes == [.endNotAfterStart])
  }

  @Test func datesDoNotMixWithTimes() throws {
    let date = try Samples.date("2026-03-02")
    let local = try Samples.local("2026-03-03T12:00")
    #expect(Event("A", from: date, to: local).violations().codes == [.mixedTimeForms])
    #expect(Event("A", from: local, to: local.in(Samples.madrid)).violations().codes == [.mixedTimeForms])
    var event = Event("A", at: local, repeating: RecurrenceRule(.daily))
    event.recurrence.additions = [RecurrenceDate(.date(date))]
    event.recurrence.exceptions = [.date(date)]
    #expect(event.violations().codes == [.mixedTimeForms, .mixedTimeForms])
  }

  @Test func durationsFitTheirStart() throws {
    let date = try Samples.date("2026-03-02")
    #expect(Event("A", from: date, lasting: .hours(2)).violations().codes == [.badDuration])
    #expect(Event("A", from: date, lasting: .weeks(2)).violations().isEmpty)
    #expect(Event("A", from: date.startOfDay, lasting: .hours(-2)).violations().codes == [.badDuration])
    var todo = Todo("Essay")
    todo.extent = .duration(.hours(1))
    #expect(todo.violations().codes == [.badDuration])
  }

  @Test func numbersStayInTheirRange() throws {
    var todo = Todo("Essay")
    todo.priority = 10
    todo.sequence = -1
    todo.percentComplete = 101
    #expect(todo.violations().codes == [.outOfRange, .outOfRange, .outOfRange])
    #expect(throws: EventError.self) { try Geo(latitude: 90.5, longitude: 0) }
    #expect(throws: EventError.self) { try Geo(latitude: .nan, longitude: 0) }
    #expect(try Geo(latitude: 41.4036, longitude: 2.1744).longitude == 2.1744)
  }

  @Test func rulesNeedAStartAndDoNotStandOnOverrides() throws {
    var todo = Todo("Essay")
    todo.recurrence = Recurrence(RecurrenceRule(.daily))
    #expect(todo.violations().codes == [.misplacedRecurrence])
    var event = Event("A", from: try Samples.date("2026-03-02"), repeating: RecurrenceRule(.daily))
    event.recurrenceID = .date(try Samples.date("2026-03-02"))
    #expect(event.violations().codes == [.misplacedRecurrence])
  }

  @Test func addressesAreURIsAndTextsHaveNoControlCharacters() throws {
    var event = Event("A\u{7}", from: try Samples.date("2026-03-02"))
    event.organizer = Organizer("ana@example.org")
    event.attendees = [Attendee("mailto:ana@example.org\r\nX:Y"), Attendee("mailto:ana@example.org")]
    event.url = "https://example.org/a b"
    #expect(event.violations().codes == [.controlCharacter, .badURI, .badURI, .badURI])
  }

  /// RFC 3986 §3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ).
  @Test(arguments: [
    ("mailto:ana@example.org", true), ("z39.50r://host/x", true), ("a+b-c.D1:x", true), ("X:", true),
    ("1http:x", false), ("ñ:x", false), ("-:x", false), (":x", false), ("a_b:x", false), ("a/b:x", false),
    ("http", false), ("http:a\u{7F}b", false),
  ])
  func schemesBeginWithALetter(url: String, isURI: Bool) throws {
    var event = Event("A", from: try Samples.date("2026-03-02"))
    event.url = url
    #expect(event.violations().codes == (isURI ? [] : [.badURI]))
  }

  @Test func alarmsHaveWhatTheyNeed() throws {
    var bell = Event("Bell", at: try Samples.local("2026-03-02T12:00"))
    bell.alarms = [Alarm(.before(.zero, .end)), Alarm(.before(.minutes(5)), action: .email)]
    #expect(bell.violations().codes == [.incompleteAlarm, .incompleteAlarm])
    bell.alarms = [Alarm(.before(.minutes(5)), repetition: Alarm.Repetition(-1, every: .minutes(-5)))]
    #expect(bell.violations().codes == [.outOfRange, .badDuration])
    bell.alarms = [Alarm(.before(.minutes(5))), Alarm(.absolute(try Instant("2026-03-01T00:00:00Z")))]
    #expect(bell.violations().isEmpty)
    var todo = Todo("Someday")
    todo.alarms = [Alarm(.before(.minutes(5)))]
    #expect(todo.violations().codes == [.incompleteAlarm])
  }

  @Test("RFC 5545 §3.6.3 has no place, alarms, priority, position or resources of a journal entry")
  func journalsHaveOnlyWhatTheyCanCarry() throws {
    var note = Journal("Diary", on: try Samples.date("2026-03-02"))
    #expect(note.violations().isEmpty)
    note.location = "Aula 3"
    note.alarms = [Alarm(.before(.minutes(5)))]
    note.priority = 3
    note.geo = try Geo(latitude: 41.4, longitude: 2.2)
    note.resources = ["Projector"]
    let found = note.violations()
    #expect(found.map(\.property) == ["GEO", "LOCATION", "PRIORITY", "RESOURCES", "VALARM"])
    #expect(Set(found.map(\.code)) == [.misplacedProperty])
  }
}
