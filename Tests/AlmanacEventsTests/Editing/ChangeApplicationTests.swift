import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Foundation
import Testing

/// A change refers to items by identity and state: what it does to the calendar on which it was made, it does to every
/// other calendar that has these items.
@Suite("Changes applied to other calendars") struct ChangeApplicationTests {
  static let now = Samples.stamp

  /// A series with two overrides, an event with a superseded state, and some others.
  static func items() throws -> [Item] {
    var series = Event(
      "Algebra", from: try Samples.madrid("2026-03-02T09:00"), lasting: .hours(1),
      repeating: RecurrenceRule(.daily, until: .count(20)), uid: "algebra")
    series.sequence = 2
    var items: [Item] = [.event(series)]
    for day in ["04", "06"] {
      var override = Event("Algebra \(day)", at: try Samples.madrid("2026-03-\(day)T12:00"), uid: "algebra")
      override.recurrenceID = .zoned(try Samples.madrid("2026-03-\(day)T09:00"))
      override.sequence = 2
      items.append(.event(override))
    }
    for sequence in [0, 3, 1] {
      var state = Event("Lunch \(sequence)", at: try Samples.madrid("2026-03-03T13:00"), uid: "lunch")
      state.sequence = sequence
      items.append(.event(state))
    }
    for name in ["a", "b", "c"] {
      items.append(.todo(Todo(name, due: try Samples.date("2026-03-09"), uid: name)))
    }
    return items
  }

  static func calendar(_ items: [Item]) -> EventCalendar {
    var calendar = EventCalendar()
    calendar.insert(items)
    return calendar
  }

  /// The same items under other numbers: earlier items were removed.
  static func renumbered(_ items: [Item]) throws -> EventCalendar {
    var calendar = EventCalendar()
    for number in 0..<50 { calendar.insert(Todo("gone", uid: "gone \(number)")) }
    calendar.insert(items)
    for number in 0..<50 { try calendar.remove(uid: "gone \(number)") }
    return calendar
  }

  static let algebra = ItemID(uid: "algebra")
  static func instance(_ day: String) throws -> ItemID {
    ItemID(uid: "algebra", recurrenceID: .zoned(try Samples.madrid("2026-03-\(day)T09:00")))
  }

  /// Changes of all kinds.
  static let edits: [@Sendable (inout EventCalendar) throws -> CalendarChange] = [
    { try $0.edit(instance("10"), scope: .thisAndFuture, at: now, uids: .seeded(1)) { $0.summary = "New" } },
    { try $0.edit(algebra, scope: .all, at: now) { $0.move(to: try! Samples.madrid("2026-03-02T10:00")) } },
    { try $0.edit(instance("06"), scope: .this, at: now) { $0.location = "Room 12" } },
    { try $0.delete(instance("05"), scope: .thisAndFuture, at: now) },
    { try $0.remove(uid: "lunch") },
    { try $0.remove(ItemID(uid: "a", kind: .todo)) },
    { try $0.add(Todo("new", uid: "new"), at: now) },
    { $0.insert(Event("Lunch, again", at: try Samples.madrid("2026-03-03T14:00"), uid: "lunch")) },
    { $0.insert([.todo(Todo("d", uid: "d")), .todo(Todo("e", uid: "e")), .todo(Todo("f", uid: "f"))]) },
    { try $0.complete(ItemID(uid: "b", kind: .todo), at: now) },
    {
      try $0.remove(uid: "c").followed(by: $0.add(Todo("c2", uid: "c"), at: now))
        .followed(by: $0.edit(ItemID(uid: "c", kind: .todo), scope: .all, at: now) { $0.summary = "c3" })
    },
  ]

  @Test("A change of one reading applies to another, and its inverse too", arguments: edits.indices)
  func secondReading(_ edit: Int) throws {
    let items = try Self.items()
    var first = Self.calendar(items)
    let before = first
    let change = try Self.edits[edit](&first)
    #expect(first != before)
    var second = Self.calendar(items)
    try second.apply(change)
    #expect(second == first)
    let error = #expect(throws: EventError.self) { try second.apply(change) }
    #expect(error?.codes.allSatisfy { $0 == .conflict } == true)
    #expect(second == first)
    try second.apply(change.inverse)
    #expect(second == before)
    // The same items under other numbers.
    var third = try Self.renumbered(items)
    try third.apply(change)
    #expect(Self.contents(third) == Self.contents(first))
    try third.apply(change.inverse)
    #expect(Self.contents(third) == Self.contents(before))
    // Another reading of the changed file, where all numbers are new.
    var saved = Self.calendar(Array(first.items))
    try saved.apply(change.inverse)
    #expect(Self.contents(saved) == Self.contents(before))
    try saved.apply(change)
    #expect(Self.contents(saved) == Self.contents(first))
  }

  @Test("In a copy with other changes these stay", arguments: edits.indices)
  func otherChanges(_ edit: Int) throws {
    let items = try Self.items()
    var first = Self.calendar(items)
    let change = try Self.edits[edit](&first)
    var other = try Self.renumbered(items)
    try other.add(Todo("beside", uid: "beside"), at: Self.now)
    try other.edit(Self.instance("03"), scope: .this, at: Self.now) { $0.summary = "Elsewhere" }
    let before = other
    try other.apply(change)
    #expect(other.item(uid: "beside") != nil)
    #expect(try other.item(Self.instance("03"))?.summary == "Elsewhere")
    let gained = Set(first.items).subtracting(items)
    #expect(gained.isSubset(of: other.items))
    try other.apply(change.inverse)
    #expect(Self.contents(other) == Self.contents(before))
  }

  @Test("An item in another state than the change expects is refused, and nothing is changed")
  func otherState() throws {
    let items = try Self.items()
    let edits: [(@Sendable (inout EventCalendar) throws -> CalendarChange, String)] = [
      (Self.edits[0], "algebra"), (Self.edits[2], "algebra"), (Self.edits[4], "lunch"), (Self.edits[5], "a"),
      (Self.edits[6], "new"),
    ]
    for (edit, uid) in edits {
      var first = Self.calendar(items)
      let change = try edit(&first)
      var second = try Self.renumbered(items)
      if uid == "new" {
        try second.add(Todo("another", uid: "new"), at: Self.now)
      } else {
        let changed = second.items.filter { $0.uid == uid }.map { item in
          var item = item
          item.details = "changed meanwhile"
          return item
        }
        try second.remove(uid: uid)
        second.insert(changed)
      }
      let before = second
      let error = #expect(throws: EventError.self) { try second.apply(change) }
      #expect(error?.codes.first == .conflict && error?.reasons.first?.uid == uid)
      #expect(second == before)
    }
  }

  @Test("Of several states of one identity the one is changed that the change is about")
  func states() throws {
    let items = try Self.items()
    var first = Self.calendar(items)
    let change = try first.edit(ItemID(uid: "lunch"), scope: .all, at: Self.now) { $0.location = "Canteen" }
    #expect(change.steps.count == 1 && change.steps[0].before?.sequence == 3)
    // The states in another order.
    var second = Self.calendar(items.reversed())
    try second.apply(change)
    let lunches = second.items.filter { $0.uid == "lunch" }
    #expect(lunches.map(\.summary) == ["Lunch 1", "Lunch 3", "Lunch 0"])
    #expect(lunches.map(\.location) == ["", "Canteen", ""])
    try second.apply(change.inverse)
    #expect(Array(second.items) == items.reversed())
  }

  @Test("The stored form of a change applies to another reading", arguments: edits.indices)
  func storedForm(_ edit: Int) throws {
    let items = try Self.items()
    var first = Self.calendar(items)
    let before = first
    let change = try Self.edits[edit](&first)
    let back = try JSONDecoder().decode(CalendarChange.self, from: JSONEncoder().encode(change))
    #expect(back == change)
    var second = try Self.renumbered(items)
    try second.apply(back)
    #expect(Self.contents(second) == Self.contents(first))
    try second.apply(back.inverse)
    #expect(Self.contents(second) == Self.contents(before))
  }

  @Test("A place far beyond the calendar's last counts as the last")
  func distantPlace() throws {
    let text = #"""
      {"version": 1, "steps": [{"number": 9223372036854775807, "after": {"kind": "todo", "uid": "t"}}]}
      """#
    let change = try JSONDecoder().decode(CalendarChange.self, from: Data(text.utf8))
    var calendar = Self.calendar(try Self.items())
    try calendar.apply(change)
    try calendar.add(Todo("after it", uid: "later"), at: Self.now)
    #expect(calendar.items.map(\.uid).suffix(2) == ["t", "later"])
  }

  /// The items of a calendar with the number of each, without their order.
  static func contents(_ calendar: EventCalendar) -> [Item: Int] {
    Dictionary(calendar.items.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
