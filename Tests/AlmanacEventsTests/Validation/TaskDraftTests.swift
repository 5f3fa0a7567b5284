import AlmanacEvents
import AlmanacTime
import Testing

/// Tasks from their input to the calendar.
@Suite("The tasks of a university calendar")
struct TaskDraftTests {
  private let day: CivilDate

  init() throws { day = try Samples.date("2026-03-11") }

  @Test("U7 a task has a name, a date and a time; each broken rule is its own error, and nothing is saved")
  func rules() throws {
    var calendar = EventCalendar()
    let whole = TaskDraft(
      name: "Essay", date: day, time: .noon, color: .steelBlue, details: "Two pages", categories: ["History"])
    let cases: [(change: (inout TaskDraft) -> Void, code: EventError.Code)] = [
      ({ $0.name = "" }, .emptyName), ({ $0.name = "1st essay" }, .leadingDigit),
      ({ $0.date = nil }, .missingDate),
      ({ $0.time = nil }, .missingTime), ({ $0.color = .red }, .reservedColor),
    ]
    for (change, code) in cases {
      var draft = whole
      change(&draft)
      let error = #expect(throws: EventError.self) {
        try calendar.add(draft.event(in: Samples.madrid), at: Samples.stamp)
      }
      #expect(error?.codes == [code])
      #expect(calendar.count == 0)
    }
    try calendar.add(whole.event(in: Samples.madrid), at: Samples.stamp, uids: .seeded(1))
    let event = try #require(calendar.items.compactMap { $0.event }.first)
    #expect(event.start == .zoned(try Samples.madrid("2026-03-11T12:00")))
    #expect(event.details == "Two pages" && event.color == .steelBlue)
    // Optional fields may be missing.
    #expect(TaskDraft(name: "Essay", date: day, time: .noon).violations().isEmpty)
  }

  @Test(
    "U7 characters that cannot be seen are no name, and hide no digit",
    arguments: ["", "\u{200B}", "\u{200F}", "\u{2060}\u{FEFF}", " \u{202E} ", "\u{200D}"])
  func invisible(prefix: String) throws {
    func codes(_ name: String) -> [EventError.Code] {
      TaskDraft(name: name, date: day, time: .noon).violations().codes
    }
    #expect(codes(prefix) == [.emptyName])
    #expect(codes(prefix + "2n lliurament") == [.leadingDigit] && codes(prefix + "٣ مهمة") == [.leadingDigit])
    #expect(codes(prefix + "مهمة") == [] && codes(prefix + "👩‍🔬 lab") == [])
  }

  @Test(
    "U7 stays true after an edit: what is changed obeys the rules of tasks, unless the event is no task any more"
  )
  func edits() throws {
    var calendar = EventCalendar()
    let draft = TaskDraft(name: "Essay", date: day, time: .noon, color: .steelBlue)
    try calendar.add(draft.event(in: Samples.madrid), at: Samples.stamp, uids: .seeded(1))
    let task = try #require(calendar.items.first { _ in true })
    #expect(task.isTask)
    let wrong: [(change: (inout Item) -> Void, code: EventError.Code)] = [
      ({ $0.summary = "2n lliurament" }, .leadingDigit), ({ $0.summary = " " }, .emptyName),
      ({ $0.color = .red }, .reservedColor), ({ $0.move(to: day) }, .missingTime),
    ]
    for (change, code) in wrong {
      let edited = #expect(throws: EventError.self) {
        try calendar.edit(task.id, scope: .all, at: nil, change: change)
      }
      var changed = task
      change(&changed)
      let updated = #expect(throws: EventError.self) { try calendar.update(changed, at: nil) }
      #expect(edited?.codes == [code] && updated?.codes == [code])
      // With other rules, or as an event, the same change is possible.
      var copy = calendar
      try copy.edit(task.id, scope: .all, at: nil, policy: .standard, change: change)
      copy = calendar
      try copy.update(changed, policy: .standard, at: nil)
      changed.isTask = false
      try copy.update(changed, at: nil)
      #expect(copy.items.first { _ in true }?.almanacKind == nil)
    }
    #expect(calendar.items.first { _ in true } == task)
    try calendar.edit(task.id, scope: .all, at: nil) { $0.summary = "Lliurament" }
  }

  @Test("an imported task that breaks the rules can be edited where it obeys them")
  func foreignFaults() throws {
    var event = Event("1st essay", from: day, color: .red, uid: "a")
    event.isTask = true
    var calendar = EventCalendar()
    calendar.insert(event)
    try calendar.edit(event.id, scope: .all, at: nil) { $0.location = "Room 3" }
    try calendar.edit(event.id, scope: .all, at: nil) { $0.color = .steelBlue }
    #expect(throws: EventError.self) {
      try calendar.edit(event.id, scope: .all, at: nil) { $0.summary = "2nd essay" }
    }
    #expect(throws: EventError.self) { try calendar.add(event, at: Samples.stamp) }
  }

  @Test("a form of an event preserves everything that it does not show")
  func form() throws {
    let start = try Samples.madrid("2026-03-11T12:00")
    var event = Event(
      "Essay", from: start, to: try Samples.madrid("2026-03-11T13:30"), color: .steelBlue,
      categories: ["History"], location: "Aula 3", details: "Two pages", uid: "essay")
    event.alarms = [Alarm(.before(.minutes(10)))]
    event.comments = ["by hand"]
    event.isTask = true
    var form = TaskDraft(event)
    #expect(try form.duration == CalendarDuration("PT1H30M") && form.date == day && form.time == .noon)
    #expect(try form.event() == event)
    form.name = "Long essay"
    form.time = try CivilTime("16:00")
    var expected = event
    expected.summary = "Long essay"
    expected.move(to: try Samples.madrid("2026-03-11T16:00"))
    #expect(try form.event() == expected)
    form.duration = .minutes(45)
    expected.extent = .duration(.minutes(45))
    #expect(try form.event() == expected)
    form.duration = nil
    #expect(try form.event().extent == .implied)
    // The first 2:30 and the second on the day on which clocks go back are different.
    let second = try ZonedDateTime("2026-10-25T02:30:00+01:00[Europe/Madrid]")
    let night = Event("Night", at: second, uid: "n")
    #expect(try TaskDraft(night).event().start == .zoned(second))
    // The zone of new tasks is not that of an event.
    #expect(try TaskDraft(night).event(in: .utc).start == .zoned(second))
    let floating = Event("Loose", from: day.at(.noon), lasting: .hours(1))
    #expect(try TaskDraft(floating).event().start == floating.start)
  }

  @Test("U7 a form in the viewer's zone shows its clock and changes nothing else than what was changed in it")
  func zones() throws {
    let york = try Zone("America/New_York")
    let starts: [(EventTime, shown: String)] = [
      (.zoned(try CivilDateTime("2026-03-04T20:00").in(york)), "2026-03-05T02:00"),
      (.utc(try CivilDateTime("2026-03-04T10:00").in(.utc).instant), "2026-03-04T11:00"),
      (.floating(try CivilDateTime("2026-03-04T10:00")), "2026-03-04T10:00"),
    ]
    for (start, shown) in starts {
      let event = Event("Essay", from: start, lasting: .hours(1), uid: "essay")
      var form = TaskDraft(event, in: Samples.madrid)
      let local = try CivilDateTime(shown)
      #expect(form.date == local.date && form.time == local.time)
      #expect(try form.event(in: Samples.madrid) == event)
      form.color = .teal
      var colored = event
      colored.color = .teal
      #expect(try form.event(in: Samples.madrid) == colored)
      // An hour later on the viewer's clock is an hour later on any other.
      form.time = local.adding(.hours(1)).time
      let moved = try form.event(in: Samples.madrid)
      #expect(moved.start == start.adding(.hours(1)) && moved.start.zone == start.zone)
    }
    // A date gets a time on the viewer's clock.
    var form = TaskDraft(Event("Essay", from: day, uid: "essay"), in: Samples.madrid)
    form.time = .noon
    #expect(try form.event().start == .zoned(Samples.madrid("2026-03-11T12:00")))
  }

  @Test("U7 an event that is no task stays none, and a form is held to the rules in what it changes")
  func otherEvents() throws {
    let event = Event("2n examen", from: day, color: .red, uid: "exam")
    var form = TaskDraft(event)
    form.color = .teal
    #expect(form.violations(.task).isEmpty && form.violations().isEmpty)
    #expect(try form.event().isTask == false && form.event().color == .teal)
    form.name = "3r examen"
    #expect(form.violations(.task).codes == [.leadingDigit] && form.violations().isEmpty)
    // The same form and the calendar agree on a task.
    var task = event
    task.isTask = true
    var calendar = EventCalendar()
    calendar.insert(task)
    for change: (inout TaskDraft) -> Void in [
      { $0.color = .teal }, { $0.name = "3r examen" }, { $0.color = .crimson }, { $0.details = "Aula 3" },
      { $0.date = $0.date?.adding(days: 1) },
      { ($0.date, $0.time) = ($0.date?.adding(days: 1), .noon) },
    ] {
      var form = TaskDraft(task)
      change(&form)
      let changed = try form.event(policy: .standard)
      var refused: [EventError.Code] = []
      do throws(EventError) {
        var copy = calendar
        try copy.update(changed, at: nil)
      } catch { refused = error.codes }
      #expect(changed.isTask && form.violations().codes == refused)
    }
  }

  @Test("a form reports the faults of each field")
  func fields() throws {
    var form = TaskDraft(name: "1\u{7}", date: nil, time: nil, color: .red)
    func codes(_ field: TaskDraft.Field) -> [EventError.Code] { form.violations(of: field).map(\.code) }
    #expect(codes(.name) == [.leadingDigit, .controlCharacter] && codes(.color) == [.reservedColor])
    #expect(codes(.date) == [.missingDate] && codes(.time) == [.missingTime])
    form.duration = .minutes(-5)
    form.details = "\u{1}"
    form.categories = ["\u{2}"]
    #expect(codes(.duration) == [.badDuration] && codes(.details) == [.controlCharacter])
    #expect(codes(.categories) == [.controlCharacter])
    #expect(TaskDraft.Field.allCases.flatMap { form.violations(of: $0) }.count == form.violations().count)
    let whole = TaskDraft(name: "Essay", date: day, time: .noon)
    #expect(TaskDraft.Field.allCases.allSatisfy { whole.violations(of: $0).isEmpty })
  }

  @Test("U8 a task is added, changed, deleted; all of a subject are deleted at once, after they are listed")
  func subjects() throws {
    var calendar = EventCalendar()
    for (uid, subject) in [("a", "History"), ("b", "history"), ("c", "Physics"), ("d", "")] {
      let task = TaskDraft(name: uid, date: day, time: .noon, categories: subject.isEmpty ? [] : [subject])
      var event = try task.event(in: Samples.madrid)
      event.uid = uid
      try calendar.add(event, at: Samples.stamp)
    }
    var changed = try #require(calendar.item(uid: "c")?.event)
    changed.summary = "Optics"
    try calendar.update(changed, at: nil)
    #expect(calendar.item(uid: "c")?.summary == "Optics")
    let named = Set(calendar.items(category: "History").map { $0.uid })
    #expect(named == ["a", "b"])
    let removal = calendar.remove(category: "History")
    #expect(Set(removal.removed.map { $0.uid }) == named)
    #expect(Set(calendar.items.map { $0.uid }) == ["c", "d"])
    try calendar.remove(uid: "d")
    #expect(calendar.items.map { $0.uid } == ["c"])
  }

  @Test(
    "U9 no bounds: the current week; a start alone: the 30 days from it; an end alone: the 30 days before it")
  func bounds() throws {
    var calendar = EventCalendar()
    // One task a day, 60 days on either side; 11 March 2026 is a Wednesday.
    for offset in -60...60 {
      let date = day.adding(days: offset)
      try calendar.add(
        TaskDraft(name: "t", date: date, time: .noon).event(in: Samples.madrid),
        at: Samples.stamp, uids: .seeded(UInt64(offset + 60)))
    }
    let now = try Samples.madrid("2026-03-11T15:00").instant
    func found(from: EventTime? = nil, to: EventTime? = nil) throws -> [CivilDate] {
      let window = try QueryWindow(from: from, to: to, now: now, in: Samples.madrid, firstWeekday: .monday)
      return try calendar.occurrences(in: window.range, viewer: Samples.madrid).map { $0.start.date }
    }
    #expect(try found() == (-2...4).map { day.adding(days: $0) })
    #expect(try found(from: .date(day)) == (0..<30).map { day.adding(days: $0) })
    #expect(try found(to: .date(day)) == (-30..<0).map { day.adding(days: $0) })
    #expect(try found(from: .date(day), to: .date(day.adding(days: 2))) == [day, day.adding(days: 1)])
  }
}
