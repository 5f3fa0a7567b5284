import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Loading a whole file")
struct LoadingTests {
  @Test("items loaded at once are found as if they had been added one by one", arguments: [1, 2, 7, 600])
  func asOneByOne(count: Int) throws {
    var items: [Item] = []
    let start = try CivilDateTime("2026-03-02T09:00").in(Zone("Europe/Madrid"))
    for number in 0..<count {
      var event = Event(
        "\(number)", at: start.adding(.hours(number * 7 % 911)), uid: "uid \(number * 31 % 97)")
      if number % 3 == 0 { event.alarms = [Alarm(.before(.minutes(10)))] }
      if number % 5 == 0 { event.recurrence = Recurrence(RecurrenceRule(.daily, until: .count(4))) }
      // Overrides, orphans and later states of the same item are among them.
      if number % 4 == 1 { event.recurrenceID = event.start }
      let todo = Todo(event.summary, from: event.start, uid: event.uid)
      items.append(number % 11 == 5 ? .todo(todo) : .event(event))
    }
    var loaded = EventCalendar()
    loaded.insert(items)
    var built = EventCalendar()
    for item in items { built.insert(item) }
    #expect(Array(loaded.items) == items && Array(built.items) == items)
    for item in items {
      #expect(loaded.item(uid: item.uid) == built.item(uid: item.uid))
      #expect(loaded.item(item.id) == built.item(item.id))
      #expect(
        loaded.series(uid: item.uid, kind: item.kind) == built.series(uid: item.uid, kind: item.kind))
    }
    let window = start.instant..<start.instant.adding(seconds: 5_000_000)
    let zone = start.zone
    #expect(
      try loaded.occurrences(in: window, viewer: zone).map { $0.id }
        == built.occurrences(in: window, viewer: zone).map { $0.id })
    #expect(try loaded.alarms(in: window, viewer: zone) == built.alarms(in: window, viewer: zone))
    #expect(try count < 3 || !loaded.alarms(in: window, viewer: zone).isEmpty)
    #expect(loaded.currentItems == Self.currentItems(loaded))
    try loaded.remove(uid: items[0].uid)
    #expect(loaded.currentItems == Self.currentItems(loaded))
    for item in items where loaded.item(uid: item.uid) != nil { try loaded.remove(uid: item.uid) }
    #expect(try loaded.occurrences(in: window, viewer: zone).allSatisfy { $0.item.recurrenceID != nil })
  }

  /// The items that their series do not call superseded. No two of the items are the same.
  private static func currentItems(_ calendar: EventCalendar) -> [Item] {
    calendar.items.filter { calendar.series(uid: $0.uid, kind: $0.kind)?.superseded.contains($0) == false }
  }
}
