import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// Google Calendar, KDE and others split a series into two and state no relation between them.
@Suite("Merges of series that other programs split")
struct ForeignSplitTests {
  /// A daily series of some days from one of March 2026 on.
  private func series(_ uid: String, from day: Int, days: Int, _ lines: [String] = ["SUMMARY:S"]) -> [String]
  {
    let date = "202603\(day < 10 ? "0" : "")\(day)"
    return ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:\(date)T090000Z"]
      + ["DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=\(days)"] + lines + ["END:VEVENT"]
  }

  private func split(after days: Int, into uid: String, _ lines: [String] = ["SUMMARY:S"]) -> String {
    file(series("s", from: 1, days: days), series(uid, from: 1 + days, days: 20 - days, lines))
  }

  private var whole: String { file(series("s", from: 1, days: 20)) }

  /// The day, the title and the place of each occurrence.
  private func shown(_ calendar: EventCalendar) throws -> [String] {
    let range = try Instant("2026-02-01T00:00:00Z")..<Instant("2026-05-01T00:00:00Z")
    return calendar.agenda(in: range, viewer: .utc).found.map {
      "\($0.start.date) \($0.item.summary) \($0.item.location)"
    }.sorted()
  }

  @Test("no instance is doubled or lost, wherever the sides split", arguments: [8, 12], [8, 12])
  func bothSplit(ours: Int, theirs: Int) throws {
    for uids in [("u2", "u3"), ("u3", "u2")] {
      let sides = Sides(
        base: whole, ours: split(after: ours, into: uids.0), theirs: split(after: theirs, into: uids.1))
      for policy in [MergePolicy.ask, .ours, .theirs, .newer] {
        #expect(try shown(sides.merged(policy).calendar) == shown(try calendar(whole)))
      }
      if ours == theirs { #expect(try sides.merged().conflicts.isEmpty) }
    }
  }

  @Test("an edit of a later instance on the other side follows into the new series")
  func editedInstance() throws {
    let edit = [
      "BEGIN:VEVENT", "UID:s", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20260312T090000Z",
      "DTSTART:20260312T090000Z", "DURATION:PT1H", "SUMMARY:S", "LOCATION:Here", "END:VEVENT",
    ]
    let edited = file(series("s", from: 1, days: 20), edit)
    for lines in [["SUMMARY:S"], ["SUMMARY:New"]] {
      let cut = split(after: 8, into: "u2", lines)
      for (ours, theirs) in [(cut, edited), (edited, cut)] {
        let merge = try Sides(base: whole, ours: ours, theirs: theirs).merged()
        #expect(merge.conflicts.isEmpty)
        let found = try shown(merge.calendar)
        #expect(found.count == 20 && found.contains { $0.hasPrefix("2026-03-12") && $0.hasSuffix("Here") })
      }
    }
  }

  @Test("a series that ends and another one that begins are two")
  func twoSeries() throws {
    let ours = file(
      series("s", from: 1, days: 8),
      series("u2", from: 9, days: 12, ["SUMMARY:Other", "DTEND:20260309T113000Z"])
    ).replacing("DTSTART:20260309T090000Z\r\nDURATION:PT1H", with: "DTSTART:20260309T100000Z")
    let theirs = file(series("s", from: 1, days: 20, ["SUMMARY:S", "LOCATION:Here"]))
    let merge = try Sides(base: whole, ours: ours, theirs: theirs).merged()
    #expect(merge.calendar.item(uid: "u2")?.location == "")
    #expect(merge.calendar.item(uid: "u2")?.relations.isEmpty == true)
  }
}
