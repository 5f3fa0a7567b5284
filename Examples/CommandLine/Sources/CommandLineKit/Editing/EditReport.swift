import AlmanacEvents
import AlmanacRecurrence
import AlmanacRendering
import AlmanacTime

/// The item after a change and the names of what was changed, for a person.
struct EditReport: Sendable {
  let title: String
  /// When it is now; empty for an item without a date.
  let when: String
  let changes: [Phrase]

  init(_ before: Item, _ after: Item, _ setting: ViewSetting) {
    title = after.summary
    when = after.span.map { setting.described(from: $0.start, to: after.kind == .event ? $0.end : nil) } ?? ""
    func name<Value: Equatable>(_ name: Phrase, _ value: (Item) -> Value) -> Phrase? {
      value(before) == value(after) ? nil : name
    }
    changes = [
      name("title") { $0.summary },
      name("time") { [$0.start, $0.todo?.due, $0.event?.end] },
      name("repetition") { $0.recurrence },
      name("place") { $0.location },
      name("status") { $0.status },
      name("priority") { $0.priority },
      name("colour") { $0.color },
      name("categories") { $0.categories },
      name("note") { $0.details },
      name("alarms") { $0.alarms },
      name("people") { $0.attendees.map(\.address) + [$0.organizer?.address ?? ""] },
      name("free or busy") { $0.event?.transparency },
    ].compactMap { $0 }
  }

  /// `Lunch, Saturday, 28 November 2026, 12:00–13:00 (time, place)`.
  func words(in language: Localization) -> String {
    let head = when.isEmpty ? title : "\(title), \(when)"
    let names = changes.map { $0.text(in: language) }
    return names.isEmpty ? head : "\(head) (\(names.joined(separator: ", ")))"
  }
}

extension ViewSetting {
  /// A span of time in the zone of the viewer, within a sentence: `Monday, 2 March 2026, 09:00–10:30`.
  func described(from start: EventTime, to end: EventTime?) -> String {
    renderer.localization.ofSentences.described(from: start, to: end, in: zone)
  }
}

extension Localization {
  /// A span of time in a zone: `Monday, 2 March 2026, 09:00–10:30`; of whole days the first and the last.
  func described(from start: EventTime, to end: EventTime?, in zone: Zone) -> String {
    let first = start.isDate ? start.local : zone.local(at: start.instant(in: zone))
    let text = date(first.date, .full)
    if start.isDate {
      let last = (end?.date ?? first.date).adding(days: -1)
      return last > first.date ? "\(text) – \(date(last, .full))" : text
    }
    guard let end, end != start else { return "\(text), \(time(first.time))" }
    let last = end.isDate ? end.local : zone.local(at: end.instant(in: zone))
    if last.date == first.date { return "\(text), \(times(first.time, last.time))" }
    return "\(text), \(time(first.time)) – \(date(last.date, .full)), \(time(last.time))"
  }
}
