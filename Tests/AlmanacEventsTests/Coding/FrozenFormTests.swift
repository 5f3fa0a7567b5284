import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Calendars and items in their stored forms")
struct FrozenFormTests {
  private let start: EventTime
  private let moment: Instant

  init() throws {
    start = .zoned(try Samples.madrid("2026-03-02T09:00"))
    moment = try Instant("2026-03-01T08:00:00Z")
  }

  private var kept: Unmodelled {
    let property = Property(
      "X-P", parameters: [Parameter("A", ["b", "c"]), Parameter("D", "e\n\"f")], value: "v\\, w", position: 3)
    return Unmodelled(
      properties: [property], components: [Component("X-C", properties: [property])],
      parameters: [KeptParameters("CATEGORIES", occurrence: 1, [Parameter("LANGUAGE", "ca")], values: ["a"])])
  }

  private var ana: Attendee {
    Attendee(
      "mailto:ana@example.org", name: "Ana", role: .chair, status: .delegated, kind: .room, wantsReply: true,
      groups: ["mailto:all@example.org"], delegates: ["mailto:bob@example.org"],
      delegators: ["mailto:c@example.org"],
      sentBy: "mailto:d@example.org", parameters: [Parameter("X-A", "1")])
  }

  private var files: [AttachedFile] {
    [
      AttachedFile(
        .bytes([0, 1, 2, 255]), mediaType: "image/png", parameters: [Parameter("FILENAME", "a.png")]),
      AttachedFile(.uri("https://example.org/a")),
    ]
  }

  private var alarms: [Alarm] {
    [
      Alarm(.before(.minutes(15))),
      Alarm(
        .relative(.hours(1), to: .end), action: .email, repetition: .init(2, every: .minutes(5)),
        summary: "S",
        details: "D", attendees: [ana], attachments: files, uid: "alarm", acknowledged: moment,
        relations: [Relation("other", kind: .init(rawValue: "SNOOZE"))], unmodelled: kept),
      Alarm(.absolute(moment), action: .audio),
    ]
  }

  private func recurrence() throws -> Recurrence {
    var recurrence = Recurrence(try RecurrenceRule("FREQ=WEEKLY;COUNT=24;BYDAY=MO,WE"))
    recurrence.exclusionRules = [try RecurrenceRule("FREQ=MONTHLY;BYDAY=1MO")]
    recurrence.additions = [
      RecurrenceDate(start), RecurrenceDate(start, extent: .duration(.days(2))),
      RecurrenceDate(start, extent: .end(start)),
    ]
    recurrence.exceptions = [start, .date(try CivilDate("2026-03-04"))]
    return recurrence
  }

  private func event() throws -> Event {
    var event = Event("Algebra", at: start, color: .steelBlue, uid: "algebra")
    event.extent = .duration(.minutes(90))
    event.recurrence = try recurrence()
    event.recurrenceID = start
    event.overridesFuture = true
    (event.details, event.location, event.url) = ("Long\ntext", "Aula 3", "https://example.org")
    (event.categories, event.resources) = (["Maths", "a, b"], ["beamer"])
    (event.contacts, event.comments) = (["Ana"], ["c", "d"])
    (event.status, event.transparency, event.classification) = (.tentative, .transparent, .private)
    (event.priority, event.sequence) = (5, 2)
    (event.stamp, event.created, event.lastModified) = (moment, moment, moment.adding(seconds: 1))
    event.geo = try Geo(latitude: 41.5, longitude: 2.25)
    event.conferences = [
      Conference(
        "https://meet.example.org", features: [.audio], label: "l", parameters: [Parameter("LANGUAGE", "ca")])
    ]
    event.images = [AttachedImage(files[1], displays: [.badge, .thumbnail])]
    event.attachments = files
    event.organizer = Organizer(
      "mailto:b@example.org", name: "B", sentBy: "mailto:s@example.org", parameters: [Parameter("X-O", "1")])
    event.attendees = [ana]
    event.relations = [
      Relation("parent"),
      Relation("next", kind: .init(rawValue: "NEXT"), parameters: [Parameter("X-R", "1")]),
    ]
    event.alarms = alarms
    event.requestStatuses = [
      RequestStatus(code: "2.0", text: "ok", data: "d", parameters: [Parameter("LANGUAGE", "de")])
    ]
    event.unmodelled = kept
    return event
  }

  private func todo() throws -> Todo {
    var todo = Todo("Essay", uid: "essay")
    todo.due = .date(try CivilDate("2026-03-20"))
    (todo.status, todo.percentComplete, todo.completed) = (.inProcess, 40, moment)
    return todo
  }

  private func journal() throws -> Journal {
    var journal = Journal("Notes", uid: "notes")
    journal.start = .floating(try CivilDateTime("2026-03-02T18:00"))
    return journal
  }

  private func statements() throws -> [AvailabilityStatement] {
    var window = AvailabilityStatement.Window(
      from: start, extent: .duration(.hours(4)), recurrence: Recurrence(RecurrenceRule(.daily)), uid: "w")
    (window.recurrenceID, window.stamp, window.unmodelled) = (start, moment, kept)
    (window.summary, window.details, window.location, window.categories) = ("S", "D", "L", ["C"])
    var statement = AvailabilityStatement(
      uid: "v", from: start, extent: .end(start), busyKind: .unavailable, priority: 1, summary: "S",
      windows: [window])
    (statement.stamp, statement.unmodelled, statement.url) = (moment, kept, "https://example.org")
    (statement.details, statement.location, statement.categories) = ("D", "L", ["C"])
    statement.organizer = Organizer("mailto:b@example.org")
    return [statement]
  }

  private func calendar() throws -> EventCalendar {
    let own = Zone(
      name: "Our clocks", initial: ZonePhase(offset: 3600, isDaylight: false, abbreviation: "A"),
      transitions: [ZoneTransition(moment, ZonePhase(offset: 7200, isDaylight: true, abbreviation: "B"))])
    var calendar = EventCalendar(name: "Spring term", color: .steelBlue, zone: own)
    (calendar.details, calendar.uid, calendar.method) = ("Details", "calendar", "PUBLISH")
    (calendar.url, calendar.source, calendar.categories) = (
      "https://example.org/1", "https://example.org/2", ["C"]
    )
    calendar.images = [AttachedImage(files[0])]
    (calendar.refreshInterval, calendar.lastModified) = (.days(1), moment)
    calendar.freeBusy = [freeBusy]
    calendar.availabilities = try statements()
    calendar.unmodelled = kept
    calendar.insert(Event("Own", at: try CivilDateTime("2026-04-02T09:00").in(own), uid: "own"))
    calendar.insert([.event(try event()), .todo(try todo()), .journal(try journal())])
    return calendar
  }

  private var freeBusy: FreeBusy {
    var statement = FreeBusy(
      uid: "f", stamp: moment, from: moment, to: moment.adding(seconds: 3600),
      periods: [
        BusyPeriod(
          from: moment, to: moment.adding(seconds: 60), .tentative, parameters: [Parameter("X-F", "1")]),
        BusyPeriod(from: moment, to: moment.adding(seconds: 90)),
      ], organizer: Organizer("mailto:b@example.org"))
    (statement.attendees, statement.contact, statement.url) = ([ana], "c", "https://example.org")
    (statement.comments, statement.unmodelled) = (["d"], kept)
    statement.requestStatuses = [RequestStatus(code: "2.0", text: "ok")]
    return statement
  }

  @Test("Stored forms are read, and written unchanged")
  func forms() throws {
    var forms = try FrozenForms()
    try forms.check(try calendar())
    try forms.check(try [Item.event(event()), .todo(todo()), .journal(journal())])
    try forms.check(try event())
    try forms.check(try todo())
    try forms.check(try journal())
    try forms.check([
      ItemID(uid: "a"), ItemID(uid: "a", kind: .todo, recurrenceID: start), ItemID(uid: "a", kind: .journal),
    ])
    let later = EventTime.zoned(try Samples.madrid("2026-03-02T10:00"))
    var changing = EventCalendar()
    changing.insert(
      Event("Series", at: start, repeating: RecurrenceRule(.daily, until: .count(9)), uid: "s"))
    let id = ItemID(uid: "s", recurrenceID: .zoned(try Samples.madrid("2026-03-05T09:00")))
    try forms.check(
      try changing.edit(id, scope: .thisAndFuture, at: moment, uids: UIDSource { _ in "t" }) {
        $0.summary = "X"
      })
    try forms.check(
      try changing.edit(ItemID(uid: "s"), scope: .all, at: moment) { $0.start = later },
      as: "CalendarChange, moved")
    try forms.check(try recurrence())
    try forms.check(alarms)
    try forms.check(ana)
    try forms.check(Organizer("mailto:b@example.org", name: "B"))
    try forms.check(files)
    try forms.check(AttachedImage(files[0], displays: [.graphic]))
    try forms.check(Conference("https://meet.example.org", features: [.audio]))
    try forms.check([Relation("a"), Relation("b", kind: .child)])
    try forms.check(RequestStatus(code: "3.1.1", text: "no"))
    try forms.check(try Geo(latitude: -41.5, longitude: 2.25))
    try forms.check(kept)
    try forms.check(freeBusy)
    try forms.check(try statements())
    try forms.check([BusyKind.busy, .unavailable, .tentative, .free])
    try forms.check([CalendarColor.steelBlue, CalendarColor(red: 1, green: 2, blue: 3)])
    try forms.check(DayColorPolicy.allCases)
    try forms.check(Outcome.allCases)
    try forms.check(OutcomeTheme.standard)
    try forms.checkSchema(OutcomeTheme.standard)
    try forms.check([Extent.implied, .duration(.weeks(1)), .end(start)])
    try forms.checkSchema(try calendar(), key: "version")
    try forms.checkSchema(
      try changing.edit(ItemID(uid: "s"), scope: .all, at: nil) { $0.summary = "Y" }, key: "version")
    try forms.checkSchema(Item.event(try event()))
    try forms.checkSchema(try event())
    try forms.checkSchema(try todo())
    try forms.checkSchema(try journal())
    try forms.checkSchema(try recurrence())
    for alarm in alarms { try forms.checkSchema(alarm) }
    try forms.checkSchema(freeBusy)
    for statement in try statements() { try forms.checkSchema(statement) }
    let faults = try forms.end()
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
