import Almanac
import AlmanacICS
import AlmanacSync
import Testing

private let incoming = """
  BEGIN:VCALENDAR
  VERSION:2.0
  PRODID:-//Example//Export//EN
  BEGIN:VEVENT
  UID:known
  DTSTAMP:20260301T000000Z
  SEQUENCE:1
  DTSTART;TZID=W. Europe Standard Time:20260310T180000
  DURATION:PT1H
  SUMMARY:Talk in the hall
  END:VEVENT
  BEGIN:VEVENT
  UID:new
  DTSTAMP:20260301T000000Z
  DTSTART;VALUE=DATE:20260311
  SUMMARY:Excursion
  END:VEVENT
  BEGIN:VEVENT
  UID:backwards
  DTSTAMP:20260301T000000Z
  DTSTART:20260312T100000Z
  DTEND:20260312T090000Z
  SUMMARY:Backwards
  END:VEVENT
  END:VCALENDAR
  """

@Test("An import is shown before it is done, with what was repaired")
func importWithPreview() throws {
  let berlin = try Zone("Europe/Berlin")
  let now = try Instant("2026-03-02T10:00:00Z")
  var calendar = EventCalendar(name: "Mine")
  let talk = Event(
    "Talk", from: try CivilDateTime("2026-03-10T18:00").in(berlin), lasting: .hours(1), uid: "known")
  try calendar.add(talk, at: try Instant("2026-02-01T00:00:00Z"))
  try calendar.add(Event("Dentist", from: CivilDate("2026-03-12")), at: now)

  let document = try ICSDocument(parsing: incoming)
  #expect(document.calendars[0].count == 3)
  let warnings = document.diagnostics.filter { $0.severity >= .warning }
  #expect(warnings.count == 1)
  #expect(warnings[0].uid == "backwards")
  #expect(warnings[0].line == 22)

  // The preview: the import into a copy.
  var preview = calendar
  let (results, changes) = preview.importSeries(document.importedSeries)
  #expect(results.map(\.outcome) == [.replaced, .added, .added])
  let difference = CalendarDifference(from: calendar, to: preview)
  #expect(difference.items.filter { $0.before == nil }.map(\.id.uid).sorted() == ["backwards", "new"])
  #expect(difference.items.filter { $0.before != nil && $0.after != nil }.map(\.id.uid) == ["known"])
  #expect(difference.items.allSatisfy { $0.after != nil })
  #expect(calendar.count == 2)

  // Agreed.
  try calendar.apply(changes)
  #expect(calendar == preview)
  #expect(calendar.item(uid: "known")?.summary == "Talk in the hall")
  #expect(calendar.item(uid: "known")?.start?.instant(in: berlin) == (try Instant("2026-03-10T17:00:00Z")))
  #expect(calendar.count == 4)

  // The same once more changes nothing; one undo takes it all back.
  var again = calendar
  #expect(again.importSeries(document.importedSeries).results.allSatisfy { $0.outcome == .unchanged })
  #expect(again == calendar)
  try calendar.apply(changes.inverse)
  #expect(calendar.count == 2)
  #expect(calendar.item(uid: "known")?.summary == "Talk")
}
