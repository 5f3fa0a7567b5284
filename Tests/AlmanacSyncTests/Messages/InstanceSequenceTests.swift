import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

extension InvitedInstanceTests {
  private enum Change: CaseIterable { case deletedDate, movedSeries, splitSeries, otherRule }

  @Test(
    "a date that was moved twice follows its series in the attendee's calendar", arguments: Change.allCases)
  private func movedTwice(_ kind: Change) throws {
    var office = try office([ben])
    let id = try date("03-16")
    for time in ["03-16T13:30", "03-16T09:30"] {
      try change(&office) { try $0.edit(id, scope: .this, at: $1, by: [ann]) { move(&$0, to: time) } }
    }
    #expect(try starts(office.others[ben])[1] == "03-16T09:30")
    try change(&office) { calendar, now in
      switch kind {
      case .deletedDate: try calendar.delete(id, scope: .this, at: now, by: [ann])
      case .movedSeries:
        try calendar.edit(main, scope: .all, at: now, by: [ann]) { move(&$0, to: "03-09T12:00") }
      case .splitSeries:
        try calendar.edit(id, scope: .thisAndFuture, at: now, by: [ann], uids: .seeded(1)) {
          move(&$0, to: "03-16T08:00")
        }
      case .otherRule:
        try calendar.edit(main, scope: .all, at: now, by: [ann]) {
          $0.recurrence = Recurrence([RecurrenceRule(.weekly, on: [.thursday])])
        }
      }
    }
    #expect(try starts(office.others[ben]) == starts(office.calendar))
    #expect(office.calendar.item(main)?.sequence ?? 0 > 2)
  }

  private enum Undone: CaseIterable {
    case movedDate, movedSeries, deletedDate, deletedChangedDate, split, removedPerson
  }

  /// RFC 5546 §2.1.4: what is sent is a later revision than all that was sent.
  @Test(
    "what an undone change sends is later than the change, and so is the next change",
    arguments: Undone.allCases)
  private func undone(_ kind: Undone) throws {
    var office = try office([ben, cai])
    let id = try date("03-16")
    if kind == .deletedChangedDate {
      try change(&office) {
        try $0.edit(id, scope: .this, at: $1, by: [ann]) { move(&$0, to: "03-16T13:30") }
      }
    }
    let before = office.calendar
    try change(&office) { calendar, now in
      switch kind {
      case .movedDate:
        try calendar.edit(id, scope: .this, at: now, by: [ann]) { move(&$0, to: "03-16T13:30") }
      case .movedSeries:
        try calendar.edit(main, scope: .all, at: now, by: [ann]) { move(&$0, to: "03-09T12:00") }
      case .deletedDate, .deletedChangedDate: try calendar.delete(id, scope: .this, at: now, by: [ann])
      case .split:
        try calendar.edit(id, scope: .thisAndFuture, at: now, by: [ann], uids: .seeded(1)) {
          move(&$0, to: "03-16T08:00")
        }
      case .removedPerson:
        try calendar.edit(main, scope: .all, at: now, by: [ann]) {
          $0.attendees.removeAll { $0.address == cai }
        }
      }
    }
    let changed = office.calendar
    try change(&office) { calendar, _ in
      calendar = before
      calendar.raiseSequences(above: changed, by: [ann])
    }
    for person in [ben, cai] { #expect(try starts(office.others[person]) == starts(before)) }
    // The change again.
    try change(&office) { try $0.edit(id, scope: .this, at: $1, by: [ann]) { move(&$0, to: "03-16T18:00") } }
    try change(&office) { try $0.edit(main, scope: .all, at: $1, by: [ann]) { move(&$0, to: "03-09T12:00") } }
    for person in [ben, cai] { #expect(try starts(office.others[person]) == starts(office.calendar)) }
  }

  @Test("a state of a program that does not raise SEQUENCE is sent with one that is later than what was sent")
  func notRaised() throws {
    var office = try office([ben, cai])
    let before = office.calendar
    var edited = try #require(office.calendar.item(main))
    edited.attendees.removeAll { $0.address == cai }
    office.calendar = EventCalendar()
    office.calendar.insert([edited])
    office.now = office.now.adding(seconds: 3_600)
    let removal = office.calendar.messages(since: before, by: [ann], at: office.now)
    #expect(removal.map(\.method) == [.cancel, .request])
    #expect(removal.allSatisfy { $0.items.allSatisfy { $0.sequence == edited.sequence + 1 } })
    let change = office.calendar.raiseSequences(above: before, by: [ann])
    #expect(change.steps.count == 1 && office.calendar.item(main)?.sequence == edited.sequence + 1)
    #expect(office.calendar.raiseSequences(above: before, by: [ann]).isEmpty)
    #expect(office.calendar.messages(since: before, by: [ann], at: office.now) == removal)
    #expect(office.calendar.raiseSequences(above: before, by: [ben]).isEmpty)
  }
}
