import AlmanacEvents
import AlmanacICS
import AlmanacSync

extension Workload {
  /// Two states of a calendar of as many items as the size says, and their common base.
  static var synchronizing: [Workload] {
    [
      Workload("diff", growing: 1, from: 500) { input in
        let states = try States(input.size)
        return Job { Int64(CalendarDifference(from: states.base, to: states.ours).items.count) }
      },
      Workload("merge", growing: 1, from: 500) { input in
        let states = try States(input.size)
        return Job {
          Int64(CalendarMerge(base: states.base, ours: states.ours, theirs: states.theirs).calendar.count)
        }
      },
      Workload("merge.everyItem", growing: 1, from: 500) { input in
        let states = try States(input.size)
        let all = try States.calendar(input.size, changing: "Theirs", every: 1, from: 0)
        return Job {
          let merge = CalendarMerge(base: states.base, ours: states.ours, theirs: all, policy: .theirs)
          return Int64(merge.calendar.count)
        }
      },
    ]
  }
}

/// Ten items are changed on each side.
private struct States {
  let base: EventCalendar
  let ours: EventCalendar
  let theirs: EventCalendar

  init(_ count: Int) throws {
    base = try Self.calendar(count, changing: "", every: count + 1, from: count)
    ours = try Self.calendar(count, changing: "Ours", every: count / 10, from: 3)
    theirs = try Self.calendar(count, changing: "Theirs", every: count / 10, from: 7)
  }

  /// A calendar file of single events and series, parsed anew for each state, so that no storage is shared.
  static func calendar(
    _ count: Int, changing title: String, every step: Int, from first: Int
  ) throws -> EventCalendar {
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Almanac//Workloads//EN\r\n"
    for number in 0..<count {
      let isChanged = number % step == first
      text += "BEGIN:VEVENT\r\nUID:item-\(number)@example.org\r\nDTSTAMP:20260101T000000Z\r\n"
      text += "DTSTART:2026030\(1 + number % 9)T090000Z\r\nDTEND:2026030\(1 + number % 9)T100000Z\r\n"
      text += "SUMMARY:\(isChanged ? title : "Meeting") \(number)\r\nLOCATION:Room \(number % 17)\r\n"
      if number % 5 == 0 { text += "RRULE:FREQ=WEEKLY;COUNT=10\r\nCATEGORIES:a,b\r\n" }
      text += "END:VEVENT\r\n"
    }
    return try ICSDocument(parsing: text + "END:VCALENDAR\r\n").calendars[0]
  }
}
