import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Busy time")
struct BusyTimeTests {
  let madrid: Zone
  let window: Range<Instant>

  init() throws {
    madrid = try Zone("Europe/Madrid")
    window = try days("2026-03-02", "2026-03-03", in: madrid)
  }

  private func calendar(_ events: [Event]) -> EventCalendar {
    var calendar = EventCalendar()
    for event in events { calendar.insert(event, uids: .seeded(1)) }
    return calendar
  }

  private func event(_ name: String, _ hour: Int, _ change: (inout Event) -> Void = { _ in }) throws -> Event
  {
    var event = Event(
      name, from: try date("2026-03-02").at(try CivilTime(hour)).in(madrid), lasting: .minutes(60), uid: name)
    change(&event)
    return event
  }

  @Test("cancelled, transparent and instantaneous events take no time; to-dos neither")
  func taking() throws {
    var calendar = calendar([
      try event("plain", 9), try event("cancelled", 10) { $0.status = .cancelled },
      try event("transparent", 11) { $0.transparency = .transparent },
      try event("maybe", 12) { $0.status = .tentative },
      try event("moment", 13) { $0.extent = .implied },
    ])
    calendar.insert(Todo("Pay", due: try zoned("2026-03-02T14:00", madrid), uid: "todo"))
    let busy = BusyTime([calendar], in: window, viewer: madrid)
    #expect(busy.items.map { $0.summary } == ["plain", "maybe"])
    #expect(busy.items.map { $0.kind } == [.busy, .tentative])
    let firm = BusyTime([calendar], in: window, viewer: madrid, rules: BusyRules(countsTentative: false))
    #expect(firm.items.map { $0.summary } == ["plain"])
  }

  @Test("the owner's answers to invitations are respected")
  func answers() throws {
    func invited(_ name: String, _ hour: Int, _ status: Attendee.Status?) throws -> Event {
      try event(name, hour) {
        $0.attendees = [
          Attendee("mailto:bob@example.org", status: .declined),
          Attendee("MAILTO:Ana@Example.org", status: status),
        ]
      }
    }
    let calendar = calendar([
      try invited("yes", 9, .accepted), try invited("no", 10, .declined),
      try invited("perhaps", 11, .tentative), try invited("unanswered", 12, nil),
      try invited("passed on", 13, .delegated),
    ])
    let busy = BusyTime([calendar], in: window, viewer: madrid, rules: BusyRules(owner: "ana@example.org"))
    #expect(busy.items.map { $0.summary } == ["yes", "perhaps", "unanswered"])
    #expect(busy.items.map { $0.kind } == [.busy, .tentative, .tentative])
    #expect(BusyTime([calendar], in: window, viewer: madrid).items.count == 5)
  }

  @Test("several calendars, their free/busy included, are joined into periods")
  func periods() throws {
    let work = calendar([
      try event("a", 9), try event("b", 10), try event("c", 12) { $0.status = .tentative },
    ])
    var home = EventCalendar()
    let ten = try instant("2026-03-02T10:30", in: madrid)
    home.freeBusy = [
      FreeBusy(periods: [
        BusyPeriod(from: ten, to: ten.adding(seconds: 7200), .unavailable),
        BusyPeriod(from: ten.adding(seconds: 36_000), to: ten.adding(seconds: 37_000), .free),
      ])
    ]
    let busy = BusyTime([work, home], in: window, viewer: madrid)
    let shown = busy.periods.map { period in
      "\(period.start.in(madrid).local.time)-\(period.end.in(madrid).local.time) \(period.kind.rawValue)"
    }
    #expect(
      shown == [
        "09:00:00-10:30:00 BUSY", "10:30:00-12:30:00 BUSY-UNAVAILABLE", "12:30:00-13:00:00 BUSY-TENTATIVE",
      ])
    let half = window.lowerBound..<(try instant("2026-03-02T09:30", in: madrid))
    #expect(busy.freeBusy(in: half, at: half.lowerBound).periods.map { $0.end } == [half.upperBound])
  }

  @Test("an item being moved can be excluded, alone or as a series")
  func excluding() throws {
    let calendar = calendar([try event("a", 9), try event("b", 10)])
    let rules = BusyRules(excluding: [ItemID(uid: "a")])
    #expect(BusyTime([calendar], in: window, viewer: madrid, rules: rules).items.map { $0.summary } == ["b"])
  }

  @Test("overlapping and touching events make one period, tentative time only the rest")
  func joined() throws {
    func event(_ uid: String, _ from: String, _ to: String, _ status: Event.Status? = nil) throws -> Event {
      var event = Event(
        uid, from: try zoned("2026-03-\(from)", madrid), to: try zoned("2026-03-\(to)", madrid), uid: uid)
      event.status = status
      return event
    }
    var free = try event("f", "02T17:00", "02T18:00")
    free.transparency = .transparent
    var declined = try event("d", "02T19:00", "02T20:00")
    declined.attendees = [Attendee("mailto:ana@example.org", status: .declined)]
    let calendar = calendar([
      try event("a", "02T09:00", "02T10:00"), try event("b", "02T09:30", "02T11:00"),
      try event("c", "02T11:00", "02T11:30"), try event("t", "02T10:30", "02T13:00", .tentative),
      try event("x", "02T15:00", "02T16:00", .cancelled), free, declined,
      try event("late", "02T23:00", "03T01:00"),
    ])
    let window = try instant("2026-03-02T09:15", in: madrid)..<instant("2026-03-03T00:00", in: madrid)
    func periods(_ rules: BusyRules) -> [String] {
      BusyTime([calendar], in: window, viewer: .utc, rules: rules).freeBusy(in: window, at: window.lowerBound)
        .periods.map {
          period in
          "\(period.start.in(madrid).local.time)-\(period.end.in(madrid).local.time) \(period.kind.rawValue)"
        }
    }
    let own = periods(BusyRules(owner: "MAILTO:Ana@example.org"))
    #expect(
      own == [
        "09:15:00-11:30:00 BUSY", "11:30:00-13:00:00 BUSY-TENTATIVE", "23:00:00-00:00:00 BUSY",
      ])
    #expect(periods(.standard).count == 4)
  }
}
