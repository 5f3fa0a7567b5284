import AlmanacEvents
import AlmanacRecurrence
import AlmanacRendering
import AlmanacTime
import AlmanacViews

/// The full description of an item.
struct ItemReport: Sendable {
  let setting: ViewSetting
  let item: Item
  /// The requested instance.
  var occurrence: Occurrence?
  /// The index of its calendar.
  let calendar: Int
  /// The changed instances of a series.
  var overrides: [Item] = []
  /// The next occurrence of a series.
  var next: Occurrence?
  /// The number of instances that are overdue.
  var missed = 0

  private var isOverdue: Bool {
    occurrence.map { $0.isOverdue(at: setting.now, viewer: zone) } ?? (missed > 0)
  }

  private var localization: Localization { setting.renderer.localization.ofSentences }
  private var zone: Zone { setting.zone }
}

// MARK: Text

extension ItemReport {
  var lines: [StyledText] {
    let status = [item.status.map { words(for: $0.rawValue.lowercased()) }, isOverdue ? overdue : nil]
    var facts: [(Phrase, String)] = [
      (item.todo?.due != nil ? "due" : "when", when), ("", elsewhere), ("from", begin), ("repeats", rules),
      ("also on", additions),
      ("not on", exceptions), ("next", next.map { text(from: $0.start, to: nil, in: zone) } ?? ""),
    ]
    facts += overrides.map { $0.isClosed ? closed($0) : ("changed", changed($0)) }
    facts += [
      ("where", item.location), ("status", status.compactMap { $0 }.joined(separator: ", ")),
      ("done", progress), ("takes time", item.event?.transparency == .transparent ? said("no") : ""),
      ("priority", item.priority > 0 ? "\(item.priority)" : ""),
      ("categories", item.categories.joined(separator: ", ")),
      ("colour", item.color.map { $0.description } ?? ""),
      ("organizer", item.organizer.map { Person.text($0.address, $0.name) } ?? ""),
    ]
    facts += item.attendees.map { attendee in
      let answer = attendee.status.map { ", " + words(for: $0.rawValue.lowercased()) } ?? ""
      return ("attendee", Person.text(attendee.address, attendee.name) + answer)
    }
    facts += item.alarms.map { ("alarm", text($0)) }
    facts += [("link", item.url), ("calendar", calendarName), ("uid", item.uid), ("note", item.details)]
    facts += item.comments.map { ("comment", $0) }
    let named = facts.filter { !$0.1.isEmpty }.map { (name: said($0.0), value: $0.1) }
    let width = max(11, named.map { DisplayWidth.of($0.name) }.max() ?? 0) + 1
    return heading + named.flatMap { line($0.name, $0.value, after: width) }
  }

  private func said(_ phrase: Phrase) -> String { phrase.text(in: localization) }

  private var overdue: String {
    missed > 1 ? said("overdue (\(TodoPhrases(localization.language).missed("\(missed)")))") : said("overdue")
  }

  /// The words for a status or an answer (RFC 5545 §3.2.12, §3.8.1.11).
  private func words(for status: String) -> String {
    let known: [String: Phrase] = [
      "tentative": "tentative", "confirmed": "confirmed", "cancelled": "cancelled",
      "needs-action": "needs-action", "in-process": "in-process", "completed": "completed",
      "draft": "draft", "final": "final", "accepted": "accepted", "declined": "declined",
      "delegated": "delegated",
    ]
    return known[status].map(said) ?? status
  }

  /// The lines of the title after its sign.
  private var heading: [StyledText] {
    let sign = TextRenderer.sign(of: item) + " "
    let width = DisplayWidth.of(sign)
    let title = DisplayWidth.wrapped(
      SafeText.singleLine(item.summary), to: max(setting.renderer.width - width, 20))
    return title.enumerated().map { number, piece in
      StyledText(number == 0 ? sign : DisplayWidth.padded("", to: width), .text(color))
        + StyledText(piece, .bold)
    }
  }

  /// The lines of a fact with its name in a column; line breaks in the value are preserved.
  private func line(_ name: String, _ value: String, after column: Int) -> [StyledText] {
    let width = max(setting.renderer.width - column, 20)
    let pieces = value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { DisplayWidth.wrapped(String($0), to: width) }
    return pieces.enumerated().map { number, piece in
      StyledText(DisplayWidth.padded(number == 0 ? name : "", to: column), .dim) + StyledText(piece)
    }
  }

  private var calendarName: String {
    setting.calendars.indices.contains(calendar) ? setting.calendars[calendar].name : ""
  }

  private var color: CalendarColor {
    setting.list(of: [(item, calendar)]).items.first?.color ?? .gray
  }

  private var span: (start: EventTime, end: EventTime)? {
    occurrence.map { ($0.start, $0.end) } ?? item.span
  }

  private var when: String {
    guard let (start, end) = span else { return "" }
    return text(from: start, to: end, in: start.zone ?? zone)
  }

  /// The time in the zone of the viewer, if it differs.
  private var elsewhere: String {
    guard let (start, end) = span, let own = start.zone,
      zone.local(at: start.instant(in: zone)) != start.local
    else { return "" }
    return own == zone
      ? "" : text(from: .utc(start.instant(in: zone)), to: .utc(end.instant(in: zone)), in: zone)
  }

  /// The time from which a to-do with a due time can be begun.
  private var begin: String {
    guard let todo = item.todo, let start = todo.start, let due = todo.due, start != due else { return "" }
    return text(from: occurrence?.recurrenceID ?? start, to: nil, in: start.zone ?? zone)
  }

  private var rules: String {
    item.recurrence.rules.map { $0.description(in: localization, zone: item.start?.zone) }
      .joined(separator: "; ")
  }

  private var additions: String {
    item.recurrence.additions.map { setting.moment($0.start) }.joined(separator: ", ")
  }

  private var exceptions: String {
    item.recurrence.exceptions.map { setting.moment($0) }.joined(separator: ", ")
  }

  /// The time at which a to-do was completed, or its percentage.
  private var progress: String {
    guard let todo = item.todo else { return "" }
    if let completed = todo.completed { return setting.moment(.utc(completed)) }
    return todo.percentComplete.map { "\($0)%" } ?? ""
  }

  /// The fact of a done or cancelled instance.
  private func closed(_ override: Item) -> (Phrase, String) {
    let mark = TextRenderer.sign(of: override)
    let text = "\(mark) \(override.recurrenceID.map { setting.moment($0) } ?? "")"
    guard !override.isCancelled else { return ("cancelled", text) }
    let when = override.todo?.completed.map { said(", on \(setting.moment(.utc($0)))") } ?? ""
    return ("done", text + when)
  }

  private func changed(_ override: Item) -> String {
    let from = override.recurrenceID.map { setting.moment($0) } ?? ""
    guard let (start, end) = override.span else { return from }
    let later = override.overridesFuture ? said(" and later") : ""
    let name = override.summary == item.summary ? "" : ", \(title: override.summary)"
    return "\(from)\(later) → \(text(from: start, to: end, in: zone))\(name)"
  }

  /// The text of a time: `Monday, 2 March 2026, 09:00–10:30 Europe/Madrid`.
  private func text(from start: EventTime, to end: EventTime?, in zone: Zone) -> String {
    let text = localization.described(from: start, to: end, in: zone)
    return start.zone == nil ? text : "\(text) \(zone.name)"
  }

  private func text(_ alarm: Alarm) -> String {
    let time = trigger(of: alarm)
    return said(isAnswered(alarm) ? "\(time), dismissed" : time)
  }

  private func trigger(of alarm: Alarm) -> Phrase {
    switch alarm.trigger {
    case .absolute(let instant): return Phrase(verbatim: setting.moment(.utc(instant)))
    case .relative(let distance, let anchor):
      let length = Length.text(distance)
      switch (anchor, distance.isZero, distance.isNegative) {
      case (.start, true, _): return "at the start"
      case (.end, true, _): return "at the end"
      case (.start, _, true): return "\(length) before the start"
      case (.end, _, true): return "\(length) before the end"
      case (.start, _, false): return "\(length) after the start"
      case (.end, _, false): return "\(length) after the end"
      }
    }
  }

  /// Whether an alarm was dismissed or snoozed, so that it does not go off; one of a series goes off again.
  private func isAnswered(_ alarm: Alarm) -> Bool {
    guard let acknowledged = alarm.acknowledged else { return false }
    switch alarm.trigger {
    case .absolute(let instant): return instant <= acknowledged
    case .relative(let distance, let anchor):
      guard !item.isRecurring, let (start, end) = span else { return false }
      return (anchor == .start ? start : end).adding(distance).instant(in: zone) <= acknowledged
    }
  }
}

// MARK: JSON

extension ItemReport {
  /// The value `{"version":2,"item":ITEM}`, where ITEM has the members of lists and more.
  var json: JSON { ["version": .version, "item": itemJSON] }

  /// The original starts of the completed instances of a recurring to-do.
  private var done: [EventTime] {
    overrides.filter { $0.todo?.isCompleted == true }.compactMap { $0.recurrenceID }
  }

  private var itemJSON: JSON {
    let shown = occurrence.map { setting.list(of: [$0]) } ?? setting.list(of: [(item, calendar)])
    guard case .array(let items)? = JSON(shown)["items"], case .object(let members)? = items.first else {
      return .null
    }
    let known = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    // Lists leave out what an item does not have.
    let more: [JSON.Member] = [
      .init("description", known["description"] ?? ""),
      .init("comments", .array(item.comments.map(JSON.string))),
      .init("rules", .array(item.recurrence.rules.map { .string($0.description) })),
      .init("additions", .array(item.recurrence.additions.map { .string($0.start.description) })),
      .init("exceptions", .array(item.recurrence.exceptions.map { .string($0.description) })),
      .init("overrides", .array(overrides.compactMap { JSON($0.recurrenceID?.description) })),
      .init("next", JSON(next?.start.description)),
      .init("completed", JSON(item.todo?.completed?.description)),
      .init("percentComplete", item.todo?.percentComplete.map { .int($0) } ?? .null),
      .init("overdue", .bool(isOverdue)),
      .init("missed", .int(missed)),
      .init("begin", known["begin"] ?? .null),
      .init("free", known["free"] ?? false),
      .init("done", .array(done.map { .string($0.description) })),
      .init("alarms", known["alarms"] ?? .array([])),
      .init("organizer", known["organizer"] ?? .null),
      .init("attendees", known["attendees"] ?? .array([])),
      .init("url", known["url"] ?? ""),
      .init("sequence", .int(item.sequence)),
    ]
    let names = Set(more.map { $0.name })
    return .object(members.filter { !names.contains($0.name) } + more)
  }
}
