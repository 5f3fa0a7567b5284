import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite struct EventCalendarTests {
  static func event(_ name: String, uid: String = "", day: Int = 2) throws -> Event {
    Event(name, from: try CivilDate(2026, 3, day), uid: uid)
  }

  @Test func addingGivesAUIDFromTheSource() throws {
    var calendar = EventCalendar(name: "Spring term")
    let change = try calendar.add(try Self.event("Algebra"), at: Samples.stamp, uids: .seeded(7))
    try calendar.add(try Self.event("Algebra", day: 3), at: Samples.stamp, uids: .seeded(7))
    let uids = calendar.items.map(\.uid)
    #expect(change.added.map(\.uid) == [uids[0]])
    #expect(uids[0] != uids[1])
    var again = EventCalendar(name: "Spring term")
    try again.add(try Self.event("Algebra"), at: Samples.stamp, uids: .seeded(7))
    #expect(again.items.map(\.uid) == [uids[0]])
    #expect(UIDSource.seeded(8).uid(number: 0) != UIDSource.seeded(7).uid(number: 0))
  }

  /// RFC 9562 §5.4: version 4, variant 10.
  @Test func newUIDsAreUUIDs() throws {
    for uid in [UIDSource.random.uid(number: 0), UIDSource.seeded(1).uid(number: 5)] {
      let groups = uid.split(separator: "-")
      #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
      #expect(groups.allSatisfy { UInt64($0, radix: 16) != nil })
      #expect(groups[2].first == "4")
      #expect(["8", "9", "a", "b"].contains(groups[3].first))
    }
    #expect(UIDSource.random.uid(number: 0) != UIDSource.random.uid(number: 0))
  }

  @Test func aSourceThatRepeatsItselfDoesNotOverwrite() throws {
    var calendar = EventCalendar()
    let source = UIDSource { _ in "always the same" }
    try calendar.add(try Self.event("A"), at: Samples.stamp, uids: source)
    try calendar.add(try Self.event("B"), at: Samples.stamp, uids: source)
    #expect(Set(calendar.items.map(\.uid)).count == 2)
  }

  @Test func itemsKeepTheirOrderAndCopiesTheirState() throws {
    var calendar = EventCalendar()
    for name in ["C", "A", "B"] { try calendar.add(try Self.event(name, uid: name), at: Samples.stamp) }
    let before = calendar
    try calendar.remove(uid: "A")
    try calendar.add(try Self.event("A", uid: "A"), at: Samples.stamp)
    #expect(calendar.items.map(\.uid) == ["C", "B", "A"])
    #expect(before.items.map(\.uid) == ["C", "A", "B"])
    #expect(calendar != before)
  }

  @Test func anIdentityIsTakenOnce() throws {
    var calendar = EventCalendar()
    try calendar.add(try Self.event("A", uid: "a"), at: Samples.stamp)
    let error = #expect(throws: EventError.self) {
      try calendar.add(try Self.event("B", uid: "a"), at: Samples.stamp)
    }
    #expect(error?.codes == [.alreadyExists])
    var override = try Self.event("A moved", uid: "a", day: 5)
    override.recurrenceID = .date(try CivilDate(2026, 3, 4))
    try calendar.add(override, at: Samples.stamp)
    #expect(calendar.item(uid: "a")?.summary == "A")
    #expect(calendar.item(override.id)?.summary == "A moved")
    #expect(calendar.series(uid: "a")?.overrides.map(\.summary) == ["A moved"])
  }

  @Test func anOverrideIsFoundByTheInstantOfItsRecurrenceID() throws {
    var calendar = EventCalendar()
    var override = Event("Moved", at: try Samples.madrid("2026-03-05T10:00"), uid: "a")
    override.recurrenceID = .zoned(try Samples.madrid("2026-03-04T09:00"))
    calendar.insert(override)
    let inUTC = EventTime.utc(try Instant("2026-03-04T08:00:00Z"))
    #expect(calendar.item(ItemID(uid: "a", recurrenceID: inUTC))?.summary == "Moved")
    #expect(calendar.item(uid: "a") == nil)
  }

  @Test func removingAnOverrideGivesTheInstanceBackToTheSeries() throws {
    var calendar = EventCalendar()
    var series = Event("Daily", at: try Samples.madrid("2026-03-02T09:00"), uid: "a")
    series.recurrence = Recurrence(RecurrenceRule(.daily, until: .count(3)))
    try calendar.add(series, at: Samples.stamp)
    let original = EventTime.zoned(try Samples.madrid("2026-03-03T09:00"))
    let before = calendar
    for name in ["Moved", "Moved again"] {
      var override = Event(name, at: try Samples.madrid("2026-03-03T12:00"), uid: "a")
      override.recurrenceID = original
      calendar.insert(override)
    }
    let held = calendar
    let id = ItemID(uid: "a", recurrenceID: .utc(original.instant(in: .utc)))
    let change = try calendar.remove(id)
    #expect(calendar == before)
    try calendar.apply(change.inverse)
    #expect(calendar == held)
    try calendar.remove(ItemID(uid: "a"))
    #expect(calendar.items.map(\.summary) == ["Moved", "Moved again"])
    let error = #expect(throws: EventError.self) { try calendar.remove(ItemID(uid: "a")) }
    #expect(error?.codes == [.notFound])
  }

  /// RFC 5545 §3.8.7.4: of several, the highest SEQUENCE, then the latest DTSTAMP.
  @Test func ofDuplicatesTheHighestSequenceThenTheLatestStampHolds() throws {
    func version(_ name: String, sequence: Int, stamp: String, uid: String = "a") throws -> Event {
      var event = try Self.event(name, uid: uid)
      event.sequence = sequence
      event.stamp = try Instant(stamp)
      return event
    }
    var calendar = EventCalendar()
    calendar.insert(try version("old", sequence: 0, stamp: "2026-03-09T00:00:00Z"))
    calendar.insert(try version("new", sequence: 2, stamp: "2026-03-02T00:00:00Z"))
    calendar.insert(try version("stale", sequence: 2, stamp: "2026-03-01T00:00:00Z"))
    #expect(calendar.item(uid: "a")?.summary == "new")
    #expect(calendar.series(uid: "a")?.superseded.map(\.summary) == ["old", "stale"])
    calendar.insert(try version("same", sequence: 2, stamp: "2026-03-02T00:00:00Z"))
    #expect(calendar.item(uid: "a")?.summary == "same")
    #expect(calendar.count == 4)
    calendar.insert(try version("other", sequence: 0, stamp: "2026-03-01T00:00:00Z", uid: "b"))
    #expect(calendar.currentItems.map(\.summary) == ["same", "other"])
  }

  /// As recurring-ical-events has it: the three of the file are three.
  @Test func kindsOfOneUIDAreItemsOfTheirOwn() throws {
    var event = try Self.event("Event", uid: "a")
    event.sequence = 5
    event.categories = ["x"]
    let kinds: [Item] = [
      .event(event), .todo(Todo("To-do", due: try CivilDate(2026, 3, 3), uid: "a")),
      .journal(Journal("Note", on: try CivilDate(2026, 3, 4), uid: "a")),
    ]
    let window = try Instant("2026-03-01T00:00:00Z")..<Instant("2026-04-01T00:00:00Z")
    var calendar = EventCalendar()
    calendar.insert(kinds)
    #expect(calendar.currentItems == kinds)
    let shown = try calendar.occurrences(in: window, viewer: .utc)
    #expect(shown.map(\.item) == kinds && Set(shown.map(\.id)).count == 3)
    #expect(calendar.item(uid: "a") == kinds[0] && calendar.item(uid: "a", kind: .todo) == kinds[1])
    #expect(kinds.allSatisfy { calendar.item($0.id) == $0 })
    #expect(calendar.series(uid: "a", kind: .journal)?.main == kinds[2])

    let before = calendar
    try calendar.edit(kinds[1].id, scope: .all, at: nil) { $0.summary = "Essay" }
    try calendar.complete(ItemID(uid: "a"), at: window.lowerBound)
    #expect(calendar.items.map(\.summary) == ["Event", "Essay", "Note"])
    #expect(calendar.item(uid: "a", kind: .todo)?.todo?.isCompleted == true)
    calendar = before
    #expect(calendar.remove(category: "X").removed == [kinds[0]])
    try calendar.remove(kinds[2].id)
    #expect(Array(calendar.items) == [kinds[1]])
    calendar = before
    let change = try calendar.remove(uid: "a", kind: .todo)
    #expect(Array(calendar.items) == [kinds[0], kinds[2]])
    #expect(change.identities[kinds[1].id] == nil && change.identities[kinds[0].id] == kinds[0].id)
    try calendar.remove(uid: "a")
    #expect(calendar.count == 0)
  }

  /// Files have such items; nobody is to make more of them (RFC 5545 §3.8.4.7).
  @Test func aUIDIsNotAddedTwice() throws {
    var calendar = EventCalendar()
    try calendar.add(try Self.event("Event", uid: "a"), at: Samples.stamp)
    let error = #expect(throws: EventError.self) {
      try calendar.add(Todo("To-do", uid: "a"), at: Samples.stamp)
    }
    #expect(error?.codes == [.alreadyExists])
  }

  @Test func updatingRaisesTheSequenceWhenAttendeesMustKnow() throws {
    var calendar = EventCalendar()
    var event = try Self.event("A", uid: "a")
    let first = try Instant("2026-03-01T08:00:00Z")
    try calendar.add(event, at: first)
    #expect(calendar.item(uid: "a")?.created == first)
    #expect(calendar.item(uid: "a")?.stamp == first)
    event = try #require(calendar.item(uid: "a")?.event)
    event.location = "Room 12"
    let second = try Instant("2026-03-01T09:00:00Z")
    try calendar.update(event, at: second)
    #expect(calendar.item(uid: "a")?.sequence == 0)
    #expect(calendar.item(uid: "a")?.lastModified == second)
    #expect(calendar.item(uid: "a")?.created == first)
    event.start = .date(try CivilDate(2026, 3, 9))
    try calendar.update(event, at: nil)
    #expect(calendar.item(uid: "a")?.sequence == 1)
    let error = #expect(throws: EventError.self) {
      try calendar.update(try Self.event("B", uid: "b"), at: nil)
    }
    #expect(error?.codes == [.notFound])
  }

  @Test("U8 One task is added, changed and deleted; a deletion is previewed and undone")
  func aTaskIsAddedChangedAndDeleted() throws {
    let day = try CivilDate(2026, 3, 2)
    let draft = TaskDraft(name: "Essay", date: day, time: .noon, categories: ["History"])
    var calendar = EventCalendar()
    try calendar.add(try draft.event(), policy: .task, at: Samples.stamp, uids: .seeded(1))
    let uid = try #require(calendar.items.first { _ in true }).uid
    let added = calendar
    try calendar.edit(ItemID(uid: uid), scope: .this, at: nil, policy: .task) { $0.summary = "Long essay" }
    #expect(calendar.item(uid: uid)?.summary == "Long essay")
    let error = #expect(throws: EventError.self) {
      try calendar.edit(ItemID(uid: uid), scope: .this, at: nil, policy: .task) { $0.summary = "2 essays" }
    }
    #expect(error?.codes == [.leadingDigit] && calendar.item(uid: uid)?.summary == "Long essay")
    calendar = added
    var copy = calendar
    let preview = try copy.delete(ItemID(uid: uid), scope: .this, at: nil)
    #expect(preview.gone.map(\.summary) == ["Essay"] && calendar == added)
    try calendar.apply(preview)
    #expect(calendar.count == 0)
    try calendar.apply(preview.inverse)
    #expect(calendar == added)
  }

  @Test(
    "U8 All tasks of a subject are deleted at once, with the overrides of its series; they are listed first")
  func aCategoryIsRemovedAtOnceWithItsOverrides() throws {
    var calendar = EventCalendar()
    var series = Event(
      "Essay", from: try CivilDate(2026, 3, 2), repeating: RecurrenceRule(.weekly), categories: ["History"],
      uid: "h")
    try calendar.add(series, at: Samples.stamp)
    try calendar.add(try Self.event("Other", uid: "o"), at: Samples.stamp)
    series.recurrence = .none
    series.recurrenceID = .date(try CivilDate(2026, 3, 9))
    series.categories = []
    try calendar.add(series, at: Samples.stamp)
    let before = calendar
    let filed = calendar.items(category: "history")
    #expect(filed.map(\.uid) == ["h", "h"])
    let change = calendar.remove(category: "history")
    #expect(change.removed == filed)
    #expect(calendar.items.map(\.uid) == ["o"])
    try calendar.apply(change.inverse)
    #expect(calendar == before)
    #expect(calendar.items.map(\.uid) == ["h", "o", "h"])
  }

  @Test func changesAreUndoneAndDoneAgainInAnyState() throws {
    var calendar = EventCalendar()
    var states = [calendar]
    var changes: [CalendarChange] = []
    changes.append(try calendar.add(try Self.event("A", uid: "a"), at: Samples.stamp))
    states.append(calendar)
    changes.append(try calendar.update(try Self.event("A2", uid: "a", day: 7), at: nil))
    states.append(calendar)
    changes.append(try calendar.remove(uid: "a"))
    states.append(calendar)
    for index in changes.indices.reversed() {
      try calendar.apply(changes[index].inverse)
      #expect(calendar == states[index])
    }
    let all = changes.dropFirst().reduce(changes[0]) { $0.followed(by: $1) }
    try calendar.apply(all)
    #expect(calendar == states[3])
    let error = #expect(throws: EventError.self) { try calendar.apply(changes[2]) }
    #expect(error?.codes == [.conflict])
    #expect(calendar == states[3])
  }

  /// An identity is one item's (RFC 5545 §3.8.4.7): `add` refuses a second one.
  @Test func whatComesBackFindsItsIdentityFree() throws {
    var calendar = EventCalendar()
    let added = try calendar.add(try Self.event("A", uid: "a"), at: Samples.stamp)
    let removed = try calendar.remove(uid: "a")
    try calendar.add(try Self.event("Other", uid: "a"), at: Samples.stamp)
    let taken = calendar
    for change in [added, removed.inverse] {
      let error = #expect(throws: EventError.self) { try calendar.apply(change) }
      #expect(error?.codes == [.conflict] && error?.reasons.first?.uid == "a")
      #expect(calendar == taken)
    }
    // Items of a file may be inserted beside others of their identity, also again.
    let twin = calendar.insert(try Self.event("Twin", uid: "a"))
    let twins = calendar
    try calendar.apply(twin.inverse)
    #expect(calendar == taken)
    try calendar.apply(twin)
    #expect(calendar == twins)
    let gone = try calendar.remove(uid: "a")
    try calendar.apply(gone.inverse)
    #expect(calendar == twins)
  }

  @Test func anOverrideOfNoInstanceIsReported() throws {
    var calendar = EventCalendar()
    let series = Event(
      "S", from: try CivilDate(2026, 3, 2), repeating: RecurrenceRule(.weekly, until: .count(3)), uid: "s")
    calendar.insert(series)
    for day in [9, 10] {
      var override = Event("on the \(day)th", from: try CivilDate(2026, 3, day), uid: "s")
      override.recurrenceID = .date(try CivilDate(2026, 3, day))
      calendar.insert(override)
    }
    #expect(calendar.series(uid: "s")?.orphans.map(\.summary) == ["on the 10th"])
  }
}
