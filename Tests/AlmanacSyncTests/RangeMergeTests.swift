import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// An override with RANGE=THISANDFUTURE changes all later instances (RFC 5545 §3.2.13), so the range is content.
@Suite("Three-way merges of changes of an instance and all later ones")
struct RangeMergeTests {
  private let times = ["DTSTART:20260310T100000Z", "DTEND:20260310T110000Z", "SUMMARY:S"]

  private func series(_ lines: String...) -> [String] {
    [
      "BEGIN:VEVENT", "UID:s", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z",
      "DTEND:20260302T100000Z",
    ]
      + ["SUMMARY:S", "RRULE:FREQ=DAILY;COUNT=20"] + lines + ["END:VEVENT"]
  }

  private func change(_ range: String = "", _ lines: [String]) -> [String] {
    ["BEGIN:VEVENT", "UID:s", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID\(range):20260310T090000Z"] + lines
      + ["END:VEVENT"]
  }

  private let range = ";RANGE=THISANDFUTURE"

  @Test("the range that one side adds is in the result")
  func addedRange() throws {
    let base = file(series(), change("", times))
    let theirs = file(series(), change(range, times))
    for ours in [base, file(series("LOCATION:Here"), change("", times))] {
      for (one, other) in [(ours, theirs), (theirs, ours)] {
        let merge = try Sides(base: base, ours: one, theirs: other).merged()
        #expect(merge.conflicts.isEmpty)
        #expect(merge.calendar.items.contains { $0.overridesFuture && $0.recurrenceID != nil })
      }
    }
    let changes = CalendarDifference(from: try calendar(base), to: try calendar(theirs)).items
    #expect(changes.flatMap(\.properties).map(\.name) == ["RECURRENCE-ID"])
    #expect(changes.flatMap(\.properties).flatMap(\.after) == ["RECURRENCE-ID\(range):20260310T090000Z"])
  }

  @Test("an edit of one instance and one of it and all later ones are a conflict, and neither spreads")
  func conflict() throws {
    let plain = file(series(), change("", times + ["LOCATION:L"]))
    let ranged = file(series(), change(range, times))
    for (ours, theirs) in [(plain, ranged), (ranged, plain)] {
      let merge = try Sides(base: file(series()), ours: ours, theirs: theirs).merged()
      #expect(merge.conflicts.map(\.property) == ["RECURRENCE-ID"])
      #expect(!merge.calendar.items.contains { $0.overridesFuture && $0.location == "L" })
      let other = try Sides(base: file(series()), ours: ours, theirs: theirs).merged(.theirs)
      #expect(differences(other.calendar, try calendar(theirs)).isEmpty)
    }
  }
}
