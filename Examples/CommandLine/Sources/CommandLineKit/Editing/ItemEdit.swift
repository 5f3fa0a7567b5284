import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// A change of an item.
struct ItemEdit: Sendable {
  /// The statuses of items of all kinds.
  enum Status: String, ExpressibleByArgument, CaseIterable, Sendable {
    case tentative, confirmed, cancelled
    case needsAction = "needs-action"
    case inProcess = "in-process"
    case completed
    /// Statuses of notes.
    case draft, final
  }

  var title: String?
  /// Whether the item is no longer a task.
  var endsTask = false
  var times: ItemTimes

  private var options: ItemOptions { times.options }

  var isEmpty: Bool {
    title == nil && options.status == nil && !endsTask && !changesTimes && !changesRule
      && options.marks.itemColor == nil
      && options.marks.categories.isEmpty && options.location == nil && options.note == nil
      && options.alarms.isEmpty && options.people.isEmpty && options.priority == nil
      && options.availability == nil
  }

  var changesTimes: Bool {
    options.at != nil || options.length != nil || options.until != nil || options.start != nil
      || options.due != nil
  }

  /// Whether the end is not stated.
  var hasUsualLength: Bool { options.length == nil && options.until == nil }

  var changesRule: Bool { !options.repeating.isEmpty }

  /// The changes of other properties than times and rules.
  fileprivate var withoutTimes: ItemEdit {
    var (edit, options) = (self, options)
    (options.at, options.length, options.until, options.start, options.due) = (nil, nil, nil, nil, nil)
    (options.repeating.phrase, options.repeating.rule) = (nil, nil)
    edit.times.options = options
    return edit
  }

  /// The changed item.
  ///
  /// - Throws: A refusal if the change is not possible for the item.
  func applied(to item: Item, at now: Instant) throws(CommandError) -> Item {
    var item = try withTimes(item)
    if let title { item.summary = title }
    if let note = options.note { item.details = note.value ?? "" }
    if let location = options.location { item.location = location.value ?? "" }
    if let color = options.marks.itemColor { item.color = color.value }
    if let categories = options.marks.newCategories { item.categories = categories }
    try options.apply(to: &item, in: times.zone)
    if options.start != nil || options.due != nil { try item.todo?.checkAlarms() }
    if changesRule {
      // A recurring item has a start (RFC 5545 §3.8.5.3); a to-do without one starts when it is due.
      if !options.repeating.endsSeries, case .todo(var todo) = item, todo.start == nil, let due = todo.due {
        todo.start = due
        item = .todo(todo)
      }
      item.recurrence = try recurrence(of: item)
    }
    try options.checkEnd(of: item, in: times.zone)
    if let status = options.status { item = try item.with(status, at: now) }
    if endsTask { item.isTask = false }
    return item
  }

  /// Tries the change of an item in a calendar.
  ///
  /// - Throws: A refusal with all reasons.
  func validate(
    for item: Item, _ id: ItemID, _ scope: RecurrenceScope, in calendar: EventCalendar, at now: Instant
  ) throws(CommandError) {
    let changed = try applied(to: item, at: now)
    var trial = calendar
    try EventError.refusing(
      trial.edit(id, scope: scope, at: now, viewer: times.zone, policy: .ofChanges(in: changed)) {
        $0 = changed
      })
  }

  private func recurrence(of item: Item) throws(CommandError) -> Recurrence {
    if options.repeating.endsSeries { return .none }
    guard let start = item.start, let rule = try options.repeating.recurrence(from: start) else {
      throw .refused("missing_date", "there is no start to count from", expected: "--at", uid: item.uid)
    }
    var recurrence = item.recurrence
    recurrence.rules = [rule]
    return recurrence
  }
}

extension CommandError {
  /// RFC 5545 §3.6.6: events and to-dos have alarms.
  static func noAlarms(uid: String = "") -> CommandError {
    .refused("misplaced_alarm", "a note cannot have an alarm", expected: "an event or a to-do", uid: uid)
  }
}

// MARK: Times

extension ItemEdit {
  private func withTimes(_ item: Item) throws(CommandError) -> Item {
    guard changesTimes else { return item }
    if options.start != nil || options.due != nil {
      guard case .todo(var todo) = item else { return item }
      try times.setTimes(of: &todo)
      return .todo(todo)
    }
    if options.at == .removed { return try withoutStart(item) }
    let isRecurring = changesRule ? !options.repeating.endsSeries : item.isRecurring
    switch item {
    case .event(let event): return .event(withTimes(event, isRecurring))
    case .todo(let todo): return .todo(try withTimes(todo, isRecurring))
    case .journal(var journal):
      journal.start = start(from: journal.start)
      return .journal(journal)
    }
  }

  private func withoutStart(_ item: Item) throws(CommandError) -> Item {
    guard case .journal(var journal) = item, !journal.isRecurring else {
      throw .refused(
        "missing_date", item.kind == .todo ? "a to-do has no --at" : "it needs a start",
        expected: item.kind == .todo ? "--start none or --due none" : "a date or a time", uid: item.uid)
    }
    journal.start = nil
    return .journal(journal)
  }

  private func withTimes(_ before: Event, _ isRecurring: Bool) -> Event {
    var event = before
    event.move(to: start(from: before.start, isRepeating: isRecurring))
    if let extent = times.extent(from: event.start, includesDate: false) {
      event.extent = extent
    } else if before.start.isDate, !event.start.isDate {
      event.extent = times.extent(ofWholeDays: before, from: event.start)
    }
    return event
  }

  private func withTimes(_ before: Todo, _ isRecurring: Bool) throws(CommandError) -> Todo {
    var todo = before
    if !isRecurring, hasUsualLength, !todo.isOfHours(in: times.zone), let old = todo.due, todo.start != nil {
      todo.due = start(from: old)
      try todo.checkOrder(in: times.zone)
    } else if let old = todo.start {
      let start = start(from: old, isRepeating: isRecurring)
      todo.move(to: start)
      if let extent = times.extentOfTodo(from: start, isRecurring: isRecurring) { todo.extent = extent }
    } else if let due = todo.due, options.at == nil, let length = options.length,
      !due.isDate || length.exactSeconds == 0
    {
      // The due time does not change.
      (todo.start, todo.extent) = (due.adding(-length), .end(due))
    } else if let due = options.at.map({ _ in start(from: todo.due) }) ?? todo.due {
      todo.due = due
      if let extent = times.extentOfTodo(from: due, isRecurring: isRecurring) {
        (todo.start, todo.extent) = (due, extent)
      }
    } else {
      throw .refused("missing_date", "there is no date to count from", expected: "--at", uid: todo.uid)
    }
    return todo
  }

  /// The time that `--at` replaces a time with: a time of day alone preserves the date, a date alone the time of day. The
  /// typed time is in the zone of `--zone`, and is converted to the zone of the item unless it names a zone. Two dates as `--at` and
  /// `--until` are whole days.
  private func start(from old: EventTime, isRepeating: Bool = false) -> EventTime {
    guard var when = options.at?.value else { return old }
    let shown = old.isDate ? old.local : times.zone.local(at: old.instant(in: times.zone))
    if when.time == nil, !old.isDate, !options.areWholeDays { when.time = shown.time }
    let new = when.eventTime(in: times.zone, else: shown.date, isRepeating: isRepeating)
    switch (old, new) {
    case (.zoned(let before), .zoned(let after)) where !when.namesZone: return .zoned(after.in(before.zone))
    case (.floating, .zoned(let after)) where when.zoned == nil: return .floating(after.local)
    default: return new
    }
  }

  private func start(from old: EventTime?) -> EventTime {
    if let old { return start(from: old) }
    return times.start() ?? .date(times.today)
  }
}

extension Todo {
  /// Whether it is a time of work of less than a day, which moves as a whole, rather than one that is due long after its start.
  fileprivate func isOfHours(in zone: Zone) -> Bool {
    guard let start, let due, !start.isDate, !due.isDate else { return false }
    return due.instant(in: zone) < start.instant(in: zone).adding(seconds: 86_400)
  }
}

extension Item {
  private var withoutStatus: Item {
    var item = self
    if case .todo(var todo) = item, todo.status == .completed {
      (todo.completed, todo.percentComplete) = (nil, nil)
      item = .todo(todo)
    }
    item.status = nil
    return item
  }

  /// The item with a status, or without one.
  ///
  /// - Throws: A refusal if its kind has no such status.
  func with(_ status: Removable<ItemEdit.Status>, at now: Instant) throws(CommandError) -> Item {
    guard let status = status.value else { return withoutStatus }
    let word = status.rawValue.uppercased()
    switch self {
    case .event(var event):
      if let own = Event.Status(rawValue: word) {
        event.status = own
        return .event(event)
      }
    case .todo(var todo):
      if let own = Todo.Status(rawValue: word) {
        todo.status = own
        todo.completed = own == .completed ? todo.completed ?? now : nil
        todo.percentComplete = own == .completed ? 100 : nil
        return .todo(todo)
      }
    case .journal(var journal):
      if let own = Journal.Status(rawValue: word) {
        journal.status = own
        return .journal(journal)
      }
    }
    throw .refused(
      "unknown_status", "items of this kind have no status \(status.rawValue)", expected: "another status",
      uid: uid)
  }
}

// MARK: Scopes

/// The part of a series that a command changes, as typed.
enum EditScope: String, ExpressibleByArgument, CaseIterable, Sendable {
  case this, future, all

  var scope: RecurrenceScope {
    switch self {
    case .this: .this
    case .future: .thisAndFuture
    case .all: .all
    }
  }
}

extension ValidationPolicy {
  /// The rules beyond iCalendar for what an edit changes.
  fileprivate static func ofChanges(in item: Item) -> Self {
    item.isTask ? .task : [.requiresName, .reservesRed]
  }
}

extension CalendarStore {
  /// Changes an occurrence, it and later ones, or all of its series. If the series is split, the new series is added to the
  /// same file, or in a folder to a file of its own.
  ///
  /// - Parameter me: The addresses of the person who makes the change.
  /// - Returns: The item before and after, and the change of the calendar.
  mutating func edit(
    _ location: ItemLocation, _ id: ItemID, _ scope: RecurrenceScope, by edit: ItemEdit, at now: Instant,
    me: Set<String>, uids: UIDSource
  ) throws(CommandError) -> (before: Item, edited: Item, change: CalendarChange) {
    let shown = try EventError.refusing(self[location].item(inEffectAt: id, scope: scope))
    let edited = try edit.applied(to: shown, at: now)
    let store = self
    let new = UIDSource { _ in store.unusedUID(uids) }
    let change = try makeChange(location) { (calendar) throws(EventError) in
      try calendar.preserveClosures(of: id.uid) { (calendar) throws(EventError) in
        try calendar.edit(
          id, scope: scope, at: now, by: me, viewer: edit.times.zone, policy: .ofChanges(in: edited),
          uids: new
        ) { item in
          // An edit changes no exception, and the calendar may not show all of them here.
          let exceptions = item.recurrence.exceptions
          item = edited
          if edited.recurrence != .none { item.recurrence.exceptions = exceptions }
        }
      }
    }
    guard scope != .this, id.recurrenceID != nil else { return (shown, edited, change) }
    let series = ItemID(uid: (change.identities[id] ?? id).uid, kind: id.kind)
    let rest = try makeRest(of: edit, in: series, at: now, me: me)
    return (shown, edited, rest.map { change.followed(by: $0) } ?? change)
  }

  /// Changes the properties of a series that differ from those of an edit: the changed instance by which the series was edited may
  /// have had their new values before.
  ///
  /// - Returns: `nil` where there is nothing to change.
  private mutating func makeRest(
    of edit: ItemEdit, in series: ItemID, at now: Instant, me: Set<String>
  ) throws(CommandError) -> CalendarChange? {
    let location = try itemLocation(uid: series.uid, kind: series.kind)
    guard let item = self[location].item(series) else { return nil }
    let edited = try edit.withoutTimes.applied(to: item, at: now)
    if edited == item { return nil }
    return try makeChange(location) { (calendar) throws(EventError) in
      try calendar.preserveClosures(of: series.uid) { (calendar) throws(EventError) in
        try calendar.edit(
          series, scope: .all, at: now, by: me, viewer: edit.times.zone, policy: .ofChanges(in: edited)
        ) { $0 = edited }
      }
    }
  }
}
