import CommandLineKit
import Foundation
import Testing

@Suite("alarms, and what is overdue")
struct AlarmTests {
  /// It is Monday, 2 March 2026, 08:00 in Madrid.
  private func desk() throws -> Desk {
    try Desk(
      Sample.calendar(
        "BEGIN:VEVENT\nUID:piano\nDTSTAMP:20260101T000000Z\nDTSTART:20260301T170000Z\nDURATION:PT1H\n"
          + "RRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Piano\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\n"
          + "DESCRIPTION:Soon\nEND:VALARM\nEND:VEVENT\nBEGIN:VTODO\nUID:trash\nDTSTAMP:20260101T000000Z\n"
          + "DUE:20260301T200000Z\nSUMMARY:Trash\nEND:VTODO"))
  }

  private func alarms(_ desk: Desk, from: String = "2026-03-01") throws -> [String] {
    let run = try desk.run(
      "alarms", "--from", from, "--until", "2026-03-05", "--zone", "UTC", "--format", "json")
    return try ReadJSON(run.output)["alarms"].array.compactMap { $0["at"].string }
  }

  @Test("go off before each instance, are seen, and are put off")
  func answered() throws {
    let desk = try desk()
    let times = (1...3).map { "2026-03-0\($0)T16:45:00Z" }
    #expect(try alarms(desk) == times)
    #expect(try desk.run("alarms", "-n", "1").lines.map { $0.prefix(16) } == ["2026-03-02 17:45"])
    #expect(try desk.run("alarms", "snooze", "piano", "--for", "2h").status == .done)
    #expect(try alarms(desk) == ["2026-03-02T09:00:00Z", times[1], times[2]])
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.run("alarms", "dismiss", "piano").status == .done)
    #expect(try alarms(desk) == [times[1], times[2]])
    #expect(try desk.content.contains("ACKNOWLEDGED:20260302T070000Z"))
    let refused = try desk.run("alarms", "dismiss", "trash")
    #expect(refused.status == .refused && refused.errors.first?.contains("no_alarm") == true)
  }

  @Test("the last signal of an alarm is answered, once for all before it")
  func last() throws {
    let desk = try Desk(
      Sample.calendar(
        "BEGIN:VEVENT\nUID:m\nDTSTAMP:20260101T000000Z\nDTSTART:20260101T060000Z\nRRULE:FREQ=MINUTELY\n"
          + "SUMMARY:Drip\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\nDESCRIPTION:x\nEND:VALARM\nEND:VEVENT")
    )
    #expect(try desk.run("alarms", "dismiss", "m").lines == ["dismissed: Drip, 2026-03-02T08:00"])
  }

  @Test("hours cannot be the length of a to-do that is due on a date")
  func hoursOnADate() throws {
    let desk = try Desk(
      Sample.calendar(
        "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nDUE;VALUE=DATE:20260310\nSUMMARY:Essay\nEND:VTODO"))
    let refused = try desk.run("edit", "t", "--for", "1h")
    #expect(refused.status == .refused && refused.errors.first?.contains("bad_duration") == true)
    #expect(try desk.run("edit", "t", "--for", "2d").status == .done)
    #expect(try desk.content.contains("DTSTART;VALUE=DATE:20260308\r\n"))
  }

  @Test("a to-do that should have been done is listed and shown as overdue until it is")
  func overdue() throws {
    let desk = try desk()
    #expect(try desk.run("list", "--overdue").output.contains("Trash"))
    #expect(try !desk.run("list", "--overdue").output.contains("Piano"))
    #expect(try desk.run("show", "trash").output.contains("overdue"))
    #expect(try desk.run("done", "trash").status == .done)
    #expect(try !desk.run("list", "--overdue").output.contains("Trash"))
    #expect(try !desk.run("show", "trash").output.contains("overdue"))
  }

  @Test("a to-do that is only due keeps when it is due as it gets a length, and repeats from then")
  func dueOnly() throws {
    let desk = try desk()
    #expect(try desk.run("edit", "trash", "--for", "2h", "--zone", "UTC").status == .done)
    var lines = try desk.content.components(separatedBy: "\r\n")
    #expect(lines.contains("DTSTART:20260301T180000Z") && lines.contains("DUE:20260301T200000Z"))
    #expect(try desk.run("undo").status == .done)
    #expect(try desk.run("edit", "trash", "--alarm", "15m").status == .done)
    #expect(try desk.run("edit", "trash", "--repeat", "every day").status == .done)
    lines = try desk.content.components(separatedBy: "\r\n")
    #expect(lines.contains("DTSTART:20260301T200000Z") && lines.contains("RRULE:FREQ=DAILY"))
    #expect(lines.contains("DUE:20260301T200000Z"))
  }

  @Test("an alarm at a time of its own has the start of its item")
  func absolute() throws {
    let desk = try Desk(Sample.calendar(""))
    _ = try desk.run("add", "event", "E", "--at", "2026-03-03 08:15", "--alarm", "2026-03-03 08:05")
    let alarm = try ReadJSON(try desk.run("alarms", "--format", "json").output)["alarms"].array.first
    #expect(alarm?["start"].string == "2026-03-03T08:15:00+01:00")
    #expect(try desk.run("alarms").output.contains("08:15"))
  }

  @Test("show has alarms in the zone of the viewer, and says which were dismissed")
  func shown() throws {
    let desk = try Desk(Sample.calendar(""))
    _ = try desk.run(
      "add", "event", "Dentist", "--at", "2026-03-03T10:00", "--alarm", "2026-03-02 08:30", "--alarm", "15m")
    func alarms() throws -> [String] {
      try desk.run("show", "item-0").lines.filter { $0.contains("2026-03-02 08:30") || $0.contains("15m") }
        .map { $0.replacing("alarm", with: "").trimmingPrefix { $0 == " " }.description }
    }
    #expect(try alarms() == ["2026-03-02 08:30", "15m before the start"])
    let dismissed = try AlmanacRun([
      "alarms", "dismiss", "item-0", "-c", desk.path, "--now", "2026-03-02T08:31",
    ])
    #expect(dismissed.status == .done)
    #expect(try alarms() == ["2026-03-02 08:30, dismissed", "15m before the start"])
  }
}
