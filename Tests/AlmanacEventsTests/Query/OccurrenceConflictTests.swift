import AlmanacEvents
import AlmanacTime
import Testing

@Suite struct OccurrenceConflictTests {
  private func event(_ name: String, _ from: String, _ to: String, status: Event.Status? = nil) throws
    -> Event
  {
    var event = Event(
      name, from: try Samples.madrid("2026-03-\(from)"), to: try Samples.madrid("2026-03-\(to)"), uid: name)
    event.status = status
    return event
  }

  @Test func conflictsAreThePairsThatShareTime() throws {
    var calendar = EventCalendar()
    for (name, from, to) in [
      ("a", "02T09:00", "02T12:00"), ("b", "02T10:00", "02T10:30"), ("c", "02T10:30", "02T11:00"),
      ("d", "02T12:00", "02T13:00"), ("e", "02T12:00", "02T12:00"),
    ] { calendar.insert(try event(name, from, to)) }
    let window = try Samples.march("02T00:00")..<Samples.march("03T00:00")
    let pairs = try calendar.conflicts(in: window, viewer: .utc).map {
      $0.first.item.uid + $0.second.item.uid
    }
    #expect(pairs == ["ab", "ac", "de"])
    let shared = try calendar.conflicts(in: window, viewer: .utc).map { $0.interval(in: .utc) }
    #expect(
      try shared == [
        Samples.march("02T10:00")..<Samples.march("02T10:30"),
        Samples.march("02T10:30")..<Samples.march("02T11:00"),
        Samples.march("02T12:00")..<Samples.march("02T12:00"),
      ])
  }

  @Test func onlyEventsThatTakeUpTheOwnersTimeConflict() throws {
    var calendar = EventCalendar()
    var declined = try event("declined", "02T09:00", "02T12:00")
    declined.attendees = [Attendee("mailto:ana@example.org", status: .declined)]
    calendar.insert(declined)
    calendar.insert(try event("cancelled", "02T09:00", "02T12:00", status: .cancelled))
    calendar.insert(try event("maybe", "02T09:00", "02T12:00", status: .tentative))
    calendar.insert(try event("fixed", "02T10:00", "02T11:00"))
    let window = try Samples.march("02T00:00")..<Samples.march("03T00:00")
    func pairs(_ rules: BusyRules) throws -> [String] {
      try calendar.conflicts(in: window, viewer: .utc, rules: rules).map {
        "\($0.first.item.uid) \($0.second.item.uid)"
      }
    }
    #expect(try pairs(.standard) == ["declined maybe", "declined fixed", "maybe fixed"])
    #expect(try pairs(BusyRules(owner: "Ana@example.org")) == ["maybe fixed"])
    #expect(try pairs(BusyRules(owner: "ana@example.org", countsTentative: false)).isEmpty)
    #expect(try pairs(BusyRules(excluding: [ItemID(uid: "fixed")])) == ["declined maybe"])
  }
}
