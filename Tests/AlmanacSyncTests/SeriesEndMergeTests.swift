import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// A rule ends by COUNT or by UNTIL, and every UNTIL from its last instance up to the next one states the same (RFC 5545 §3.3.10).
@Suite("Merges of series with ends in different notations")
struct SeriesEndMergeTests {
  /// Ten weeks from 2 March 2026 on, up to the one of 4 May.
  static let ends = [
    "COUNT=10", "UNTIL=20260504T070000Z", "UNTIL=20260511T065959Z", "UNTIL=20260507T120000Z",
    "UNTIL=20260504",
  ]

  private func series(
    _ end: String, _ lines: String..., uid: String = "s", from day: String = "20260302"
  ) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Madrid:\(day)T090000"]
      + ["DURATION:PT1H", "RRULE:FREQ=WEEKLY\(end.isEmpty ? "" : ";")\(end)", "SUMMARY:S"] + lines + [
        "END:VEVENT"
      ]
  }

  /// The day, the hour and the place of each occurrence until the end of May.
  private func shown(_ calendar: EventCalendar) throws -> [String] {
    let range = try Instant("2026-02-01T00:00:00Z")..<Instant("2026-06-01T00:00:00Z")
    return calendar.agenda(in: range, viewer: try Zone("Europe/Madrid")).found.map {
      "\($0.start.date) \($0.start.local.time.hour) \($0.item.location)"
    }.sorted()
  }

  private func weeks(
    _ count: Int, at hour: Int = 9, without day: String = "", _ place: (String) -> String = { _ in "" }
  )
    throws -> [String]
  {
    let first = try CivilDate("2026-03-02")
    return (0..<count).map { "\(first.adding(days: $0 * 7))" }.filter { $0 != day }.map {
      "\($0) \(hour) \(place($0))"
    }
  }

  @Test("another notation of the end is no change beside one of the other side", arguments: ends, ends)
  func notation(former: String, own: String) throws {
    let base = file(series(former))
    let cases: [(lines: [String], expected: [String])] = [
      (series(former, "EXDATE;TZID=Europe/Madrid:20260309T090000"), try weeks(10, without: "2026-03-09")),
      (series("COUNT=7"), try weeks(7)),
      (series(former).map { $0.replacing("T090000", with: "T100000") }, try weeks(10, at: 10)),
    ]
    for (lines, expected) in cases
    where !(lines[3].hasSuffix("T100000") && former == "UNTIL=20260504T070000Z") {
      for sides in [(file(series(own)), file(lines)), (file(lines), file(series(own)))] {
        let merge = try Sides(base: base, ours: sides.0, theirs: sides.1).merged()
        #expect(merge.conflicts.isEmpty)
        #expect(try shown(merge.calendar) == expected)
      }
    }
  }

  @Test("a series of which one side wrote the end differently is deleted where the other side deletes it")
  func deletion() throws {
    for own in Self.ends {
      let merge = try Sides(base: file(series("COUNT=10")), ours: file(series(own)), theirs: file()).merged()
      #expect(merge.conflicts.isEmpty && merge.calendar.count == 0)
    }
    let ended = try Sides(base: file(series("COUNT=10")), ours: file(series("COUNT=9")), theirs: file())
      .merged()
    #expect(ended.conflicts.map(\.property) == [""])
  }

  /// The ends of a first part of which the week of 6 April is the first one of the second part.
  static let cuts = ["UNTIL=20260406T065959Z", "UNTIL=20260330T070000Z", "COUNT=5", "UNTIL=20260405T235959Z"]

  @Test(
    "an exception before the cut is no conflict with a split of the other side, however that ended the first part",
    arguments: cuts, ["", "COUNT=10", "UNTIL=20260504T070000Z"])
  func exception(cut: String, end: String) throws {
    let except = "EXDATE;TZID=Europe/Madrid:20260309T090000"
    let tail = end == "COUNT=10" ? "COUNT=5" : end
    let count = end.isEmpty ? 13 : 10
    for (isAdded, expected) in [(true, try weeks(count, without: "2026-03-09")), (false, try weeks(count))] {
      let states = [series(end), series(end, except)]
      let (base, edited) = isAdded ? (states[0], states[1]) : (states[1], states[0])
      let first = isAdded ? series(cut) : series(cut, except)
      let split = file(first, series(tail, uid: "new", from: "20260406"))
      for sides in [(split, file(edited)), (file(edited), split)] {
        let merge = try Sides(base: file(base), ours: sides.0, theirs: sides.1).merged()
        #expect(merge.conflicts.isEmpty)
        #expect(try shown(merge.calendar) == expected)
      }
    }
  }

  @Test(
    "splits of both sides at different instances both remain, however they ended the parts", arguments: cuts)
  func twoSplits(cut: String) throws {
    for later in ["COUNT=7", "UNTIL=20260413T070000Z", "UNTIL=20260420T065959Z"] {
      for uids in [("a", "b"), ("b", "a")] {
        let ours = file(series(cut), series("COUNT=5", uid: uids.0, from: "20260406"))
        let theirs = file(series(later), series("COUNT=3", "LOCATION:L", uid: uids.1, from: "20260420"))
        for sides in [(ours, theirs), (theirs, ours)] {
          let merge = try Sides(base: file(series("COUNT=10")), ours: sides.0, theirs: sides.1).merged()
          #expect(merge.conflicts.isEmpty)
          #expect(try shown(merge.calendar) == weeks(10) { $0 < "2026-04-20" ? "" : "L" })
        }
      }
    }
  }

  /// A daily event from a day of March on, and overrides of days that begin at 15:00.
  private func daily(from first: Int, _ end: String, moving days: [Int] = []) -> String {
    func time(_ day: Int, _ hour: String) -> String { "2026030\(day)T\(hour)0000Z" }
    let series = event(
      "s", "DTSTART:\(time(first, "09"))", "DURATION:PT1H", "RRULE:FREQ=DAILY\(end)", "SUMMARY:S")
    let overrides = days.flatMap { day in
      event(
        "s", "RECURRENCE-ID:\(time(day, "09"))", "DTSTART:\(time(day, "15"))", "DURATION:PT1H", "SUMMARY:S")
    }
    return file(series, overrides)
  }

  @Test(
    "a series without its first days has not moved: overrides of the other side stay on their days",
    arguments: [
      (";UNTIL=20260308T090000Z", ";UNTIL=20260308T090000Z"), (";COUNT=7", ";COUNT=5"), ("", ""),
      (";COUNT=7", ";UNTIL=20260308T090000Z"),
    ], [[2], [3], [2, 4], [3, 5], [5], [2, 3, 4]])
  func beginning(ends: (former: String, own: String), days: [Int]) throws {
    let base = try calendar(daily(from: 2, ends.former))
    let moved = try calendar(daily(from: 2, ends.former, moving: days))
    let cut = try calendar(daily(from: 4, ends.own))
    let shown = try weeksOfMarch(base)
    for (ours, theirs) in [(moved, cut), (cut, moved)] {
      let merge = CalendarMerge(base: base, ours: ours, theirs: theirs)
      let lost = days.filter { $0 < 4 }
      #expect(merge.conflicts.count == lost.count)
      #expect(
        Set(merge.calendar.items.compactMap { $0.recurrenceID?.date.dayOfMonth }) == Set(days))
      let expected =
        shown.filter { line in
          let day = Int(line.prefix(10).suffix(2)) ?? 0
          return day >= 4 && !days.contains(day)
        } + days.map { "2026-03-0\($0) 15 " }
      #expect(try weeksOfMarch(merge.calendar) == expected.sorted())
    }
  }

  @Test(
    "a to-do that one side closed as an instance, and the other by beginning with the next one, is closed")
  func advanced() throws {
    func text(_ day: Int, _ count: Int, _ closed: [String] = []) -> String {
      let series = ["BEGIN:VTODO", "UID:t", "DTSTART:2026030\(day)T090000Z", "DUE:2026030\(day)T100000Z"]
      return file(series + ["RRULE:FREQ=DAILY;COUNT=\(count)", "SUMMARY:S", "END:VTODO"], closed)
    }
    let override = [
      "BEGIN:VTODO", "UID:t", "RECURRENCE-ID:20260302T090000Z", "DTSTART:20260302T090000Z",
      "DUE:20260302T100000Z", "SUMMARY:S", "STATUS:COMPLETED", "COMPLETED:20260302T093000Z", "END:VTODO",
    ]
    let (base, closed, advanced) = (text(2, 5), text(2, 5, override), text(3, 4))
    for (ours, theirs) in [(closed, advanced), (advanced, closed)] {
      let merge = try Sides(base: base, ours: ours, theirs: theirs).merged()
      #expect(merge.conflicts.isEmpty)
      let items = merge.calendar.items.compactMap(\.todo)
      #expect(Set(items.map { "\($0.isClosed) \($0.start?.date.dayOfMonth ?? 0)" }) == ["true 2", "false 3"])
    }
    // An instance that the other side removed is another one.
    let later = text(2, 5, override.map { $0.replacing("20260302", with: "20260305") })
    let removed = text(3, 4).replacing("SUMMARY:S", with: "EXDATE:20260305T090000Z\r\nSUMMARY:S")
    #expect(try Sides(base: base, ours: later, theirs: removed).merged().conflicts.count == 1)
  }

  private func weeksOfMarch(_ calendar: EventCalendar) throws -> [String] {
    try shown(calendar).filter { $0 < "2026-03-09" }
  }
}
