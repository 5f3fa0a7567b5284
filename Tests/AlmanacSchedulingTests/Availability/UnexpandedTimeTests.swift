import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

/// No time is offered because a limit was met.
@Suite("Time around series that repeat too often to be expanded")
struct UnexpandedTimeTests {
  let window: Range<Instant>
  let morning: Range<Instant>

  init() throws {
    window = try days("2026-03-01", "2026-04-01", in: .utc)
    morning = try instant("2026-03-20T09:00", in: .utc)..<instant("2026-03-20T12:00", in: .utc)
  }

  /// Events of a second each, every other second, and a meeting in March.
  private func calendars(_ count: Int = 20, change: (inout Event) -> Void) throws -> [EventCalendar] {
    var calendar = EventCalendar()
    for number in 0..<count {
      var event = Event(
        "X", from: try zoned("2026-01-01T00:00", .utc), lasting: .seconds(1),
        repeating: RecurrenceRule(.secondly, every: 2), uid: "h\(number)")
      change(&event)
      calendar.insert(event)
    }
    calendar.insert(
      Event("Surgery", from: try zoned("2026-03-20T10:00", .utc), lasting: .hours(1), uid: "real"))
    return [calendar]
  }

  @Test("starts have together as many reasons as a person may read, and each has one")
  func reasons() throws {
    var calendar = EventCalendar()
    for number in 0..<200 {
      calendar.insert(
        Event("Long", from: try zoned("2026-01-01T00:00", .utc), lasting: .days(365), uid: "l\(number)"))
    }
    let grid = try Availability(.always, in: .utc).slots(
      lasting: .minutes(15), in: window, around: [calendar], at: .min)
    let candidates = grid.candidates
    #expect(candidates.count == 31 * 96 && candidates.allSatisfy { !$0.reasons.isEmpty })
    #expect(candidates[0].reasons.count == 100 && candidates.last?.reasons.count == 1)
    #expect(candidates.reduce(0) { $0 + $1.reasons.count } < 100_000 + candidates.count)
    #expect(grid.slots.isEmpty && grid.unexpanded.isEmpty)
  }

  @Test("items of zero length do not block slots")
  func transparent() throws {
    for change: (inout Event) -> Void in [{ $0.transparency = .transparent }, { $0.status = .cancelled }] {
      let calendars = try calendars(change: change)
      let busy = BusyTime(calendars, in: window, viewer: .utc)
      #expect(busy.items.map { $0.summary } == ["Surgery"])
      let grid = try Availability(.always, in: .utc).slots(
        lasting: .hours(1), in: morning, around: calendars, at: .min)
      #expect(grid.slots.clock == ["09:00", "11:00"])
    }
  }

  @Test("declined or excluded items do not block slots")
  func others() throws {
    let calendars = try calendars { $0.attendees = [Attendee("mailto:ana@example.org", status: .declined)] }
    let own = BusyTime(calendars, in: window, viewer: .utc, rules: BusyRules(owner: "Ana@Example.org"))
    #expect(own.items.map { $0.summary } == ["Surgery"])
    #expect(own.items.allSatisfy { $0.kind == .busy })
    let excluding = BusyRules(excluding: Set((0..<20).map { ItemID(uid: "h\($0)") }))
    #expect(BusyTime(calendars, in: window, viewer: .utc, rules: excluding).items.count == 1)
  }

  @Test("unknown time counts as busy, with the reason")
  func taken() throws {
    let busy = BusyTime(try calendars { _ in }, in: window, viewer: .utc, budget: 1_000)
    let unknown = busy.items.filter { $0.kind == .unexpanded }
    #expect(unknown.count == 20)
    #expect(unknown.allSatisfy { $0.interval.upperBound == window.upperBound && $0.summary == "X" })
    let last = try #require(busy.freeBusy(in: window, at: window.lowerBound).periods.last)
    #expect(last.end == window.upperBound && last.kind == .unexpanded)
    #expect(busy.items.contains { $0.summary == "Surgery" })
    let grid = try SlotGrid(
      lasting: .hours(1), in: morning, for: [SlotParticipant("Ana", busy: busy)], at: .min)
    #expect(grid.slots.isEmpty)
    let reasons = grid.reasons(at: morning.lowerBound)
    #expect(reasons.count == 20 && reasons.allSatisfy { $0.code == "too_many_instances" })
    #expect(reasons.first?.description == "unknown, as this repeats too often (Ana): X")
  }

  @Test("classes of every second are listed up to the budget; their instructor has no free time after it")
  func classes() throws {
    let rule = RecurrenceRule(.secondly)
    let often = try (0..<2).map {
      ClassSeries(
        "Often", from: try zoned("2026-01-01T00:00", .utc), lasting: .seconds(1), repeating: rule, places: 1,
        instructor: "ana", uid: "often\($0)")
    }
    let weekly = ClassSeries(
      "Weekly", from: try zoned("2026-03-20T10:00", .utc), lasting: .hours(1),
      repeating: RecurrenceRule(.weekly), places: 1, uid: "weekly")
    let book = ClassBook(often + [weekly])
    let dates = book.dates(in: window, budget: 1_000)
    #expect(dates.found.count <= 1_000)
    #expect(dates.found.count { $0.uid == "weekly" } == 2)
    #expect(Set(dates.unexpanded.map { $0.uid }) == ["often0", "often1"])
    for series in dates.unexpanded {
      let found = dates.found.filter { $0.uid == series.uid }
      #expect(!found.isEmpty && series.from == window.lowerBound.adding(seconds: found.count))
    }
    #expect(book.occurrences(in: window, budget: 1_000) == dates.found)
    let busy = book.busy(of: "ana", in: window)
    #expect(busy.items.contains { $0.kind == .unexpanded && $0.interval.upperBound == window.upperBound })
    let grid = try SlotGrid(
      lasting: .hours(1), in: morning, for: [SlotParticipant("Ana", busy: busy)], at: .min)
    #expect(grid.slots.isEmpty)
  }

  @Test("of thousands of conflicting items at most 100 are reported as reasons")
  func manyReasons() throws {
    let items = (0..<5_000).map { BusyTime.Item(morning, summary: "\($0)") }
    let grid = try SlotGrid(
      lasting: .hours(1), in: morning, for: [SlotParticipant("Ana", busy: BusyTime(items))], at: .min)
    #expect(grid.slots.isEmpty)
    #expect(grid.reasons(at: morning.lowerBound).count == 100)
    #expect(grid.candidates.count == 3 && grid.candidates.allSatisfy { $0.reasons.count == 100 })
  }

  @Test("no book is made of appointments that cannot all be read")
  func sessions() throws {
    let calendars = try calendars(1) {
      $0.organizer = Organizer("mailto:coach@example.org")
      $0.attendees = [Attendee("mailto:client@example.org")]
    }
    #expect(throws: EventError.self) {
      try SessionBook(calendars[0], in: window, now: window.lowerBound)
    }
    let floods = try self.calendars { _ in }
    #expect(throws: Never.self) { try SessionBook(floods[0], in: window, now: window.lowerBound) }
  }
}
