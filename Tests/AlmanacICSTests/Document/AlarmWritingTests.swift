import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Foundation
import Testing

@Suite("Writing alarms")
struct AlarmWritingTests {
  private let stamp = Instant(secondsSinceEpoch: 1_767_225_600)

  private func lines(_ text: String) -> [String] { text.split(separator: "\r\n").map(String.init) }

  @Test("An alarm of a to-do that has only a due time counts from it in the file too (RFC 5545 §3.8.6.3)")
  func alarmBeforeDueTime() throws {
    let due = try CivilDateTime("2026-03-02T16:00").in(Zone("Europe/Zurich"))
    var todo = Todo("Report", due: due, uid: "report")
    todo.alarms = [Alarm(.before(.minutes(15))), Alarm(.absolute(due.instant))]
    var calendar = EventCalendar()
    try calendar.add(todo, at: stamp)
    let written = lines(ICSDocument([calendar]).text)
    #expect(
      written.filter { $0.hasPrefix("TRIGGER") } == [
        "TRIGGER;RELATED=END:-PT15M", "TRIGGER;VALUE=DATE-TIME:20260302T150000Z",
      ])
    todo.start = .zoned(due - .hours(1))
    calendar = EventCalendar()
    try calendar.add(todo, at: stamp)
    #expect(lines(ICSDocument([calendar]).text).contains("TRIGGER:-PT15M"))
    // A line of another program stays as it is.
    let foreign = ICSDocument([calendar]).text.replacing(
      "DTSTART;TZID=Europe/Zurich:20260302T150000\r\n", with: "")
    var document = try ICSDocument(parsing: foreign)
    try document.calendars[0].edit(ItemID(uid: "report", kind: .todo), scope: .all, at: stamp) {
      $0.summary = "Paper"
    }
    #expect(lines(document.text).contains("TRIGGER:-PT15M"))
  }
}
