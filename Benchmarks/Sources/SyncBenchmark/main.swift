import AlmanacEvents
import AlmanacICS
import AlmanacSync
import Measuring

/// A calendar file of single events and series, parsed anew for each state, so that no storage is shared.
func calendar(_ count: Int, changing title: String, every step: Int, from first: Int) throws -> EventCalendar
{
  var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Benchmark//EN\r\n"
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

for count in [50_000, 100_000, 200_000] {
  let base = try calendar(count, changing: "", every: count + 1, from: count)
  let ours = try calendar(count, changing: "Ours", every: count / 10, from: 3)
  let theirs = try calendar(count, changing: "Theirs", every: count / 10, from: 7)
  let all = try calendar(count, changing: "Theirs", every: 1, from: 0)
  let work: [(String, () -> Void)] = [
    ("the difference of ten items", { keep(Int64(CalendarDifference(from: base, to: ours).items.count)) }),
    (
      "a merge of ten items on each side",
      { keep(Int64(CalendarMerge(base: base, ours: ours, theirs: theirs).calendar.count)) }
    ),
    (
      "a merge where every item changed on one side",
      { keep(Int64(CalendarMerge(base: base, ours: ours, theirs: all, policy: .theirs).calendar.count)) }
    ),
  ]
  for ((name, _), seconds) in zip(work, measureInTurns(work.map { $0.1 })) {
    print(column("\((seconds * 10_000).rounded() / 10)", 10), "ms ", name, "of \(count)")
  }
}
