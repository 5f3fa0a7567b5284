import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacRendering
import AlmanacTime
import AlmanacViews

extension ViewSetting {
  /// The items of calendars in order of time: a series once, at its first start, and its changed instances.
  func list(of items: [(item: Item, calendar: Int)]) -> ListView {
    var occurrences: [Occurrence] = []
    var undated: [(Item, calendar: Int)] = []
    for (item, calendar) in items {
      if let (start, end) = item.span {
        occurrences.append(
          Occurrence(item, from: start, to: end, recurrenceID: item.recurrenceID, calendar: calendar))
      } else {
        undated.append((item, calendar: calendar))
      }
    }
    return list(of: occurrences, undated: undated)
  }

  /// Occurrences in order of time, and items without a date.
  func list(of occurrences: [Occurrence], undated: [(Item, calendar: Int)] = []) -> ListView {
    var options = options
    (options.showsClosedTodos, options.showsDeclinedEvents) = (true, true)
    let days = occurrences.map { zone.local(at: $0.start.instant(in: zone)).date }
    return ListView(
      of: (days.min() ?? today)...(days.max() ?? today),
      showing: ViewContents(occurrences, undated: undated, calendars: calendars.map { CalendarLabel($0) }),
      in: zone, by: .month, today: today, options: options)
  }

  /// The occurrences without those of events that the user declined, which views do not show.
  func withoutDeclined(_ occurrences: [Occurrence]) -> [Occurrence] {
    let invitations = options.me.isEmpty ? [] : occurrences.filter { !$0.item.attendees.isEmpty }
    guard !invitations.isEmpty else { return occurrences }
    let declined = Set(list(of: invitations).items.filter { $0.isDeclined }.map { $0.occurrence })
    return occurrences.filter { !declined.contains($0) }
  }

  /// A line for each item with its time, title, location, rules and – where there is room – UID.
  func lines(_ list: ListView) -> [StyledText] {
    guard !list.isEmpty else { return [StyledText(renderer.phrases.nothing, .dim)] }
    let dated = list.items.map { line($0.item, when: moment($0.occurrence.start), $0.color) }
    return dated + list.undated.map { line($0.item, when: "", $0.color) }
  }

  private func line(_ item: Item, when: String, _ color: CalendarColor) -> StyledText {
    let width = renderer.labels.values.reduce(0) { max($0, $1.utf8.count) }
    let handle = renderer.labels[item.uid].map { DisplayWidth.padded($0, to: width) + "  " } ?? ""
    var line = StyledText(handle, .dim) + StyledText(DisplayWidth.padded(when, to: 16) + "  ")
    line.append(TextRenderer.sign(of: item) + " ", .text(color))
    line.append("\(title: item.summary)", item.isClosed ? .dim : .plain)
    if !item.location.isEmpty { line.append("  \(title: item.location)", .dim) }
    for rule in item.recurrence.rules {
      line.append(" · \(rule.description(in: renderer.localization, zone: zone))", .dim)
    }
    let whole = line + StyledText("  \(item.uid)", .dim)
    return DisplayWidth.of(whole.plain) <= renderer.width ? whole : renderer.cut(line)
  }

  /// The text `2026-03-02 09:00` of a time in the zone of the viewer.
  func moment(_ time: EventTime) -> String {
    guard !time.isDate else { return time.date.description }
    let local = zone.local(at: time.instant(in: zone))
    return "\(local.date) \(local.time.description.prefix(5))"
  }
}

extension Invocation {
  /// The object of an item after a change, as lists have it; `null` for a format that shows none.
  ///
  /// - Parameter path: The path of its file or folder.
  mutating func json(
    _ item: Item, at path: String, in store: CalendarStore, _ common: CommonOptions
  ) throws(CommandError) -> JSON {
    guard common.format.isForScripts else { return .null }
    let calendars = store.sources.filter { $0.path == path }.flatMap { $0.calendars }
    let calendar = calendars.first { !$0.allSeries(uid: item.uid).isEmpty } ?? calendars.first
    let configuration = environment.configuration
    let setting = try setting(calendar.map { [configuration.style($0, at: path)] } ?? [], common)
    return setting.json(item)
  }
}

extension ViewSetting {
  /// The object of an item, as lists have it.
  func json(_ item: Item, in calendar: Int = 0) -> JSON {
    guard case .array(let items)? = JSON(list(of: [(item, calendar)]))["items"], let value = items.first
    else {
      return .null
    }
    let isOverdue = item.todo?.isOverdue(at: now, viewer: zone) ?? false
    return value.adding(.lateness(isOverdue, missed: isOverdue ? 1 : 0))
  }
}

extension Item {
  /// The start and the end of the item, of a series those of its first instance; `nil` for an item without a date.
  var span: (start: EventTime, end: EventTime)? {
    switch self {
    case .event(let event): return (event.start, event.end)
    case .todo(let todo): return (todo.due ?? todo.start).map { ($0, Extent.implied.end(from: $0)) }
    case .journal(let journal): return journal.start.map { ($0, Extent.implied.end(from: $0)) }
    }
  }

  /// Whether it is cancelled, or a closed to-do.
  var isClosed: Bool { isCancelled || todo?.isClosed == true }
}
