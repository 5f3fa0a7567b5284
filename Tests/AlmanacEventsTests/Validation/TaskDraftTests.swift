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
    try calendar.update(changed)
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
