import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// What programs do to calendars that they have read.
enum Edits {
  /// Each changes the first item that can be told by its identity.
  static let all: [@Sendable (inout EventCalendar, ItemID) throws -> Void] = [
    changing { $0.summary = "changed; by, the\ntest" },
    changing { $0.details = "" },
    changing { $0.details = "anew" },
    changing { item in
      item.location = "elsewhere"
      item.categories.append("more")
    },
    changing { $0.categories = [] },
    changing { item in
      item.color = CalendarColor(red: 0x46, green: 0x82, blue: 0xB5)
      item.url = "https://example.org/changed"
    },
    changing { $0.color = nil },
    changing { item in
      item.attendees.append(Attendee("mailto:new@example.org", name: "New; one"))
      item.comments = Array(item.comments.dropFirst())
    },
    changing { $0.attendees = [] },
    changing { $0.alarms.append(Alarm(.before(.minutes(10)), details: "soon")) },
    changing { $0.alarms = Array($0.alarms.dropFirst()) },
    changing { $0.recurrence = .none },
    changing { item in
      guard item.start != nil, item.recurrenceID == nil else { return }
      item.recurrence.rules = [try RecurrenceRule("FREQ=DAILY;COUNT=4")]
    },
    changing { item in
      item.unmodelled.properties.removeAll { $0.name == "X-Z" }
      item.unmodelled.properties.append(Property("X-NEW", value: "new"))
    },
    changing { item in
      guard case .event(var event) = item else { return }
      (event.start, event.extent) = (event.start.adding(.days(1)), .implied)
      event.status = .confirmed
      event.transparency = .transparent
      item = .event(event)
    },
    changing { item in
      guard case .event(var event) = item else { return }
      event.extent = .end(event.start.adding(.days(2)))
      item = .event(event)
    },
    changing { item in
      guard case .todo(var todo) = item else { return }
      (todo.start, todo.extent, todo.percentComplete) = (nil, .implied, 50)
      todo.unmodelled.parameters.removeAll { ["DTSTART", "DUE", "DURATION"].contains($0.property) }
      item = .todo(todo)
    },
    { _ = try $0.edit($1, scope: .thisAndFuture, at: nil, uids: .seeded(2)) { $0.summary = "from now on" } },
    { _ = try $0.edit($1, scope: .all, at: nil, uids: .seeded(2)) { $0.alarms = [] } },
    { _ = try $0.delete($1, scope: .this, at: nil) },
    { calendar, id in _ = try calendar.remove(uid: id.uid, kind: id.kind) },
    { calendar, _ in
      _ = try calendar.add(
        Event("added", at: CivilDateTime("2026-03-02T09:00"), uid: "added"),
        at: Instant(secondsSinceEpoch: 1_767_225_600))
    },
  ]

  private static func changing(
    _ change: @escaping @Sendable (inout Item) throws -> Void
  ) -> @Sendable (inout EventCalendar, ItemID) throws -> Void {
    { calendar, id in
      guard var item = calendar.item(id) else { return }
      try change(&item)
      _ = try calendar.update(item, at: nil)
    }
  }
}
