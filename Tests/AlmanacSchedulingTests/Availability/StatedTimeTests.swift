import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("VAVAILABILITY")
struct StatedTimeTests {
  let zurich: Zone

  init() throws {
    zurich = try Zone("Europe/Zurich")
  }

  private func calendar(_ text: String) throws -> EventCalendar {
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//Y//EN\r\n"
    let lines = text.split(separator: "\n").joined(separator: "\r\n")
    let document = try ICSDocument(parsing: head + lines + "\r\nEND:VCALENDAR\r\n")
    return try #require(document.calendars.first)
  }

  private func busy(_ calendar: EventCalendar, _ from: String, _ to: String, _ rules: BusyRules) throws
    -> [String]
  {
    let window = try days(from, to, in: zurich)
    return BusyTime([calendar], in: window, viewer: zurich, rules: rules).freeBusy(
      in: window, at: window.lowerBound
    ).periods.map {
      "\($0.start.in(zurich).local)/\($0.end.in(zurich).local) \($0.kind.rawValue)"
    }
  }

  /// The example of RFC 7953 §7.2 in its essence: usual hours, and a week in which others hold, with priority.
  private let trip = """
    BEGIN:VAVAILABILITY
    UID:usual
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Zurich:20260302T000000
    DTEND;TZID=Europe/Zurich:20260316T000000
    BUSYTYPE:BUSY-UNAVAILABLE
    BEGIN:AVAILABLE
    UID:usual-1
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Zurich:20260302T090000
    DTEND;TZID=Europe/Zurich:20260302T170000
    RRULE:FREQ=WEEKLY;BYDAY=MO,TU
    EXDATE;TZID=Europe/Zurich:20260310T090000
    END:AVAILABLE
    BEGIN:AVAILABLE
    UID:usual-1
    DTSTAMP:20260101T000000Z
    RECURRENCE-ID;TZID=Europe/Zurich:20260303T090000
    DTSTART;TZID=Europe/Zurich:20260303T120000
    DTEND;TZID=Europe/Zurich:20260303T130000
    END:AVAILABLE
    END:VAVAILABILITY
    BEGIN:VAVAILABILITY
    UID:trip
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Zurich:20260309T000000
    DTEND;TZID=Europe/Zurich:20260310T000000
    PRIORITY:1
    BUSYTYPE:BUSY-TENTATIVE
    BEGIN:AVAILABLE
    UID:trip-1
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Zurich:20260309T200000
    DURATION:PT2H
    END:AVAILABLE
    END:VAVAILABILITY
    """

  @Test("all windows share a budget of instances, and time beyond it stays closed")
  func budget() throws {
    let statements = [2, 3].map { day in
      """
      BEGIN:VAVAILABILITY
      UID:\(day)
      DTSTAMP:20260101T000000Z
      DTSTART:2026030\(day)T000000Z
      DTEND:2026030\(day + 1)T000000Z
      BEGIN:AVAILABLE
      UID:every-second-\(day)
      DTSTAMP:20260101T000000Z
      DTSTART:2026030\(day)T000000Z
      DURATION:PT1S
      RRULE:FREQ=SECONDLY;COUNT=86400
      END:AVAILABLE
      END:VAVAILABILITY
      """
    }
    let window = try Instant("2026-03-02T00:00:00Z")..<Instant("2026-03-04T00:00:00Z")
    let rules = BusyRules(countsUnavailability: true)
    let calendar = try calendar(statements.joined(separator: "\n"))
    let busy = BusyTime([calendar], in: window, viewer: .utc, rules: rules).freeBusy(
      in: window, at: window.lowerBound
    ).periods
    // The first day takes 86 400 instances of 100 000; the other 13 600 end at 03:46:40.
    #expect(busy.map { "\($0.start) \($0.end)" } == ["2026-03-03T03:46:40Z 2026-03-04T00:00:00Z"])
    let hours = Availability(calendar.availabilities, in: .utc)
    let grid = try SlotGrid(
      lasting: .hours(1), in: window, for: [SlotParticipant("ana", availability: hours)], at: .min)
    #expect(grid.unexpanded.map { "\($0.uid) \($0.from)" } == ["3 2026-03-03T03:46:40Z"])
    let last = try #require(grid.slots.last)
    #expect(try last.end.instant <= Instant("2026-03-03T03:46:40Z"))
  }

  @Test("closed time is busy as BUSYTYPE states; overrides and exceptions of windows apply")
  func kinds() throws {
    let calendar = try calendar(trip)
    let rules = BusyRules(countsUnavailability: true)
    #expect(
      try busy(calendar, "2026-03-02", "2026-03-04", rules) == [
        "2026-03-02T00:00:00/2026-03-02T09:00:00 BUSY-UNAVAILABLE",
        "2026-03-02T17:00:00/2026-03-03T12:00:00 BUSY-UNAVAILABLE",
        "2026-03-03T13:00:00/2026-03-04T00:00:00 BUSY-UNAVAILABLE",
      ])
    #expect(
      try busy(calendar, "2026-03-09", "2026-03-11", rules) == [
        "2026-03-09T00:00:00/2026-03-09T20:00:00 BUSY-TENTATIVE",
        "2026-03-09T22:00:00/2026-03-10T00:00:00 BUSY-TENTATIVE",
        "2026-03-10T00:00:00/2026-03-11T00:00:00 BUSY-UNAVAILABLE",
      ])
    // Who does not count what is tentative finds that day free; who does not ask for availability all of it.
    #expect(
      try busy(
        calendar, "2026-03-09", "2026-03-10", BusyRules(countsTentative: false, countsUnavailability: true))
        == [])
    #expect(try busy(calendar, "2026-03-02", "2026-03-11", .standard) == [])
    // Nobody speaks about the time after.
    #expect(try busy(calendar, "2026-03-16", "2026-03-17", rules) == [])
  }

  @Test("free/busy and opening hours of the same statements are each other's rest")
  func rest() throws {
    let calendar = try calendar(trip)
    let window = try days("2026-03-01", "2026-03-18", in: zurich)
    let open = Availability(calendar.availabilities, in: zurich).openPeriods(in: window)
    let closed = BusyTime(
      [calendar], in: window, viewer: zurich, rules: BusyRules(countsUnavailability: true))
    var moments = open.map { ($0, true) } + closed.periods.map { ($0.start..<$0.end, false) }
    moments.sort { $0.0.lowerBound < $1.0.lowerBound }
    #expect(
      moments.first?.0.lowerBound == window.lowerBound && moments.last?.0.upperBound == window.upperBound)
    for (one, next) in zip(moments, moments.dropFirst()) { #expect(one.0.upperBound == next.0.lowerBound) }
  }

  @Test(
    "hours on the wall clock go out as VAVAILABILITY and mean the same on days on which clocks change",
    arguments: [
      ("Europe/Madrid", "sat 22:00-06:00; sun 07:00-08:00"), ("Europe/Madrid", "mon-sun 00:00-24:00"),
      ("Europe/Madrid", "sun 02:30-05:00"), ("Europe/Madrid", "sun 01:00-02:30"),
      ("Australia/Lord_Howe", "sat 20:00-04:00; sun 01:45-03:00"), ("Asia/Kathmandu", "sun 00:00-24:00"),
    ])
  func clockChanges(zone: String, hours: String) throws {
    let zone = try Zone(zone)
    var schedule = Availability(try WeeklyHours(hours), in: zone)
    schedule.overrides[try date("2026-03-29")] = [OpeningHours(from: .midnight, to: try time("04:00"))]
    var calendar = EventCalendar()
    calendar.availabilities = schedule.statements(
      uid: "s", from: try date("2026-03-02"), at: Instant(secondsSinceEpoch: 1_770_000_000))
    let text = ICSDocument([calendar]).text
    let read = try #require(try ICSDocument(parsing: text).calendars.first)
    let window = try days("2026-03-02", "2027-11-05", in: zone)
    let back = Availability(read.availabilities, in: zone)
    #expect(back.openPeriods(in: window) == schedule.openPeriods(in: window))
  }

  @Test("an overriding night over stated hours is exported as one window")
  func nightOverStatements() throws {
    var schedule = Availability(try calendar(trip).availabilities, in: zurich)
    schedule.overrides[try date("2026-03-05")] = [
      OpeningHours(from: try time("22:00"), to: try time("02:00"))
    ]
    schedule.overrides[try date("2026-03-10")] = []
    let window = try days("2026-03-01", "2026-03-18", in: zurich)
    let back = Availability(
      schedule.statements(
        uid: "s", from: try date("2026-03-01"), at: Instant(secondsSinceEpoch: 1_770_000_000)), in: zurich)
    #expect(back.openPeriods(in: window) == schedule.openPeriods(in: window))
  }
}
