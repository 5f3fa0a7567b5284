import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Completing to-dos, separately if they repeat") struct TodoCompletionTests {
  static func now(_ day: Int = 5) throws -> Instant { try Samples.madrid("2026-03-0\(day)T12:00").instant }

  static func bins() throws -> EventCalendar {
    var todo = Todo(
      "Bins", from: try CivilDate("2026-03-03"), repeating: RecurrenceRule(.weekly, until: .count(3)))
    todo.uid = "bins"
    var calendar = EventCalendar()
    try calendar.add(todo, at: Samples.stamp)
    return calendar
  }

  @Test("A single to-do is done and opened again")
  func single() throws {
    var calendar = EventCalendar()
    try calendar.add(Todo("Essay", due: try CivilDate("2026-03-04"), uid: "essay"), at: Samples.stamp)
    let before = calendar
    let change = try calendar.complete(ItemID(uid: "essay"), at: try Self.now())
    let done = try #require(calendar.item(uid: "essay")?.todo)
    #expect(done.status == .completed && done.percentComplete == 100)
    let now = try Self.now()
    #expect(done.completed == now && done.sequence == 1 && done.stamp == now)
    #expect(throws: EventError.self) { try calendar.complete(ItemID(uid: "essay"), at: Self.now()) }
    try calendar.reopen(ItemID(uid: "essay"), at: try Self.now(6))
    let open = try #require(calendar.item(uid: "essay")?.todo)
    #expect(open.status == .needsAction && open.completed == nil && !open.isClosed)
    #expect(throws: EventError.self) { try calendar.reopen(ItemID(uid: "essay"), at: Self.now()) }
    #expect(throws: EventError.self) { try calendar.apply(change.inverse) }
    calendar = before
    _ = try calendar.complete(ItemID(uid: "essay"), at: try Self.now())
    try calendar.apply(change.inverse)
    #expect(calendar == before)
  }

  @Test("An override with RANGE=THISANDFUTURE decides whether later instances are open")
  func later() throws {
    var calendar = try Self.bins()
    var done = try #require(calendar.item(uid: "bins")?.todo)
    done.recurrence = .none
    done.recurrenceID = .date(try CivilDate("2026-03-03"))
    done.overridesFuture = true
    done.complete(at: try Self.now())
    calendar.insert(done)
    #expect(calendar.nextOpenInstance(uid: "bins") == nil)
    #expect(throws: EventError.self) { try calendar.complete(ItemID(uid: "bins"), at: Self.now()) }
    // From the third one on it is open again.
    done.reopen()
    done.recurrenceID = .date(try CivilDate("2026-03-10"))
    done.start = done.recurrenceID
    calendar.insert(done)
    let open = try #require(calendar.nextOpenInstance(uid: "bins"))
    #expect(open.recurrenceID == .date(try CivilDate("2026-03-10")))
    try calendar.complete(ItemID(uid: "bins"), at: Self.now())
    #expect(calendar.nextOpenInstance(uid: "bins")?.recurrenceID == .date(try CivilDate("2026-03-17")))
  }

  @Test("Completing a series completes the next open instance, or the named one")
  func series() throws {
    var calendar = try Self.bins()
    let day = { (text: String) in
      ItemID(uid: "bins", kind: .todo, recurrenceID: .date(try CivilDate(text)))
    }
    #expect(calendar.nextOpenInstance(uid: "bins") == (try day("2026-03-03")))
    try calendar.complete(ItemID(uid: "bins"), at: try Self.now())
    try calendar.complete(try day("2026-03-17"), at: try Self.now())
    #expect(calendar.nextOpenInstance(uid: "bins") == (try day("2026-03-10")))
    #expect(calendar.item(uid: "bins")?.todo?.status == nil)
    try calendar.complete(ItemID(uid: "bins"), at: try Self.now())
    #expect(calendar.nextOpenInstance(uid: "bins") == nil)
    let error = #expect(throws: EventError.self) {
      try calendar.complete(ItemID(uid: "bins"), at: Self.now())
    }
    #expect(error?.codes == [.alreadyClosed])
    try calendar.reopen(try day("2026-03-10"), at: try Self.now())
    #expect(calendar.nextOpenInstance(uid: "bins") == (try day("2026-03-10")))
    let window = try Samples.madrid("2026-03-01T00:00").instant..<Samples.madrid("2026-04-01T00:00").instant
    #expect(
      try calendar.occurrences(in: window, viewer: .utc).map(\.start) == [.date(CivilDate("2026-03-10"))])
  }

  @Test("The next open instance is the one that is due first, also where instances were moved")
  func moved() throws {
    let day = { (text: String) in
      ItemID(uid: "bins", kind: .todo, recurrenceID: .date(try CivilDate(text)))
    }
    for (instance, present, next) in [
      ("2026-03-03", "2026-03-25", "2026-03-10"), ("2026-03-03", "2026-03-12", "2026-03-10"),
      ("2026-03-17", "2026-03-01", "2026-03-17"), ("2026-03-17", "2026-03-05", "2026-03-03"),
    ] {
      var calendar = try Self.bins()
      let start = EventTime.date(try CivilDate(present))
      try calendar.edit(day(instance), scope: .this, at: Self.now()) { item in
        guard case .todo(var todo) = item else { return }
        todo.start = start
        item = .todo(todo)
      }
      #expect(calendar.nextOpenInstance(uid: "bins") == (try day(next)), "\(instance) is on \(present)")
      let late = try calendar.overdue(at: Samples.madrid("2026-03-31T00:00").instant, viewer: .utc)
      #expect(calendar.nextOpenInstance(uid: "bins") == late.first?.id)
    }
  }

  @Test("Later instances that were moved before others are the next")
  func movedLater() throws {
    var calendar = try Self.bins()
    var earlier = try #require(calendar.item(uid: "bins")?.todo)
    earlier.recurrence = .none
    earlier.recurrenceID = .date(try CivilDate("2026-03-10"))
    earlier.start = .date(try CivilDate("2026-02-20"))
    earlier.overridesFuture = true
    calendar.insert(earlier)
    // 10 March is on 20 February, 17 March on 27 February, before 3 March.
    for day in ["2026-03-10", "2026-03-17", "2026-03-03"] {
      let next = try #require(calendar.nextOpenInstance(uid: "bins"))
      #expect(next.recurrenceID == .date(try CivilDate(day)))
      try calendar.complete(ItemID(uid: "bins"), at: Self.now())
    }
    #expect(calendar.nextOpenInstance(uid: "bins") == nil)
  }

  @Test("Only to-dos are done")
  func others() throws {
    var calendar = EventCalendar()
    try calendar.add(Event("Exam", from: try CivilDate("2026-03-04"), uid: "exam"), at: Samples.stamp)
    let error = #expect(throws: EventError.self) {
      try calendar.complete(ItemID(uid: "exam"), at: Self.now())
    }
    #expect(error?.codes == [.notATodo])
    let missing = #expect(throws: EventError.self) {
      try calendar.complete(ItemID(uid: "none"), at: Self.now())
    }
    #expect(missing?.codes == [.notFound])
  }

  @Test("A due day is over at its end, a due time at once, on the viewer's clock")
  func overdue() throws {
    let day = Todo("Essay", due: try CivilDate("2026-03-04"))
    let midnight = try Samples.madrid("2026-03-05T00:00").instant
    #expect(!day.isOverdue(at: midnight.adding(seconds: -1), viewer: Samples.madrid))
    #expect(day.isOverdue(at: midnight, viewer: Samples.madrid))
    #expect(!day.isOverdue(at: midnight, viewer: Samples.newYork))
    var timed = Todo("Call", due: try Samples.madrid("2026-03-05T00:00"))
    #expect(timed.isOverdue(at: midnight, viewer: Samples.newYork))
    timed.complete(at: midnight)
    #expect(!timed.isOverdue(at: midnight, viewer: .utc))
    #expect(!Todo("Some day").isOverdue(at: .max, viewer: .utc))
  }

  @Test("Each occurrence of a series is overdue separately")
  func overdueInstances() throws {
    var todo = Todo(
      "Report", from: try CivilDate("2026-03-02"), lasting: .days(1),
      repeating: RecurrenceRule(.weekly, until: .count(3)))
    todo.uid = "report"
    var calendar = EventCalendar()
    try calendar.add(todo, at: Samples.stamp)
    let window = try Samples.madrid("2026-03-01T00:00").instant..<Samples.madrid("2026-04-01T00:00").instant
    let now = try Samples.madrid("2026-03-11T00:00").instant
    let found = try calendar.occurrences(in: window, viewer: Samples.madrid)
    #expect(found.map { $0.isOverdue(at: now, viewer: Samples.madrid) } == [true, true, false])
  }

  @Test("All overdue occurrences are found at once, the oldest first; one that is completed is gone")
  func overdueOnes() throws {
    var calendar = try Self.bins()
    try calendar.add(Todo("Essay", due: Samples.date("2026-03-08"), uid: "essay"), at: Samples.stamp)
    try calendar.add(Todo("Call", due: Samples.madrid("2026-03-12T09:00"), uid: "call"), at: Samples.stamp)
    try calendar.add(Todo("Some day", uid: "some"), at: Samples.stamp)
    try calendar.add(Event("Lesson", from: Samples.date("2026-03-01"), uid: "lesson"), at: Samples.stamp)
    let now = try Samples.madrid("2026-03-12T08:00").instant
    // The bins are for 3, 10 and 17 March.
    let late = try calendar.overdue(at: now, viewer: Samples.madrid)
    #expect(late.map(\.item.uid) == ["bins", "essay", "bins"])
    #expect(late.map(\.start.date.dayOfMonth) == [3, 8, 10])
    try calendar.complete(late[2], at: now)
    #expect(try calendar.overdue(at: now, viewer: Samples.madrid).map(\.start.date.dayOfMonth) == [3, 8])
    try calendar.reopen(late[2], at: now)
    #expect(try calendar.overdue(at: now, viewer: Samples.madrid).count == 3)
    let essay = try #require(calendar.item(uid: "essay"))
    try calendar.complete(essay, at: now)
    #expect(try [calendar].overdue(at: now, viewer: Samples.madrid).map(\.start.date.dayOfMonth) == [3, 10])
    #expect(
      try calendar.overdue(at: now.adding(seconds: 3_600), viewer: Samples.madrid).last?.item.uid == "call")
  }

  @Test("An instance without a due time is overdue after its day")
  func overdueWithoutDue() throws {
    var todo = Todo(
      "Plants", from: try Samples.madrid("2026-03-02T09:00"),
      repeating: RecurrenceRule(.daily, until: .count(2)))
    todo.uid = "plants"
    var calendar = EventCalendar()
    try calendar.add(todo, at: Samples.stamp)
    let window = try Samples.madrid("2026-03-01T00:00").instant..<Samples.madrid("2026-04-01T00:00").instant
    let found = try calendar.occurrences(in: window, viewer: Samples.madrid)
    let midnight = try Samples.madrid("2026-03-03T00:00").instant
    #expect(found.map { $0.isOverdue(at: midnight, viewer: Samples.madrid) } == [true, false])
    let before = midnight.adding(seconds: -1)
    #expect(found.map { $0.isOverdue(at: before, viewer: Samples.madrid) } == [false, false])
    #expect(found.map { $0.isOverdue(at: midnight, viewer: Samples.newYork) } == [false, false])
  }

  @Test(
    "The percentage sets the status",
    arguments: [
      (-5, Todo.Status.needsAction, nil), (0, .needsAction, nil), (40, .inProcess, 40),
      (100, .completed, 100), (250, .completed, 100),
    ] as [(Int, Todo.Status, Int?)])
  func progress(percent: Int, status: Todo.Status, stated: Int?) throws {
    var todo = Todo("Essay")
    todo.complete(at: try Self.now())
    todo.setProgress(percent, at: try Self.now())
    #expect(todo.status == status && todo.percentComplete == stated)
    #expect((todo.completed != nil) == (status == .completed))
    #expect(todo.violations().isEmpty)
  }
}
