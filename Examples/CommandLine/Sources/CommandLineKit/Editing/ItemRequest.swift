import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import ArgumentParser

/// A request for a new item.
struct ItemRequest: Sendable {
  enum Kind: String, ExpressibleByArgument, CaseIterable, Sendable {
    case event
    /// An event by the rules of tasks.
    case task
    case todo
    case journal
  }

  let kind: Kind
  var title: String
  var times: ItemTimes

  /// Gives an event with a time of day but without a length or an end a length.
  mutating func lastByDefault(_ length: CalendarDuration?) {
    let options = times.options
    guard let length, kind == .event || kind == .task, options.at?.value?.time != nil, options.length == nil,
      options.until == nil
    else { return }
    times.options.length = length
  }

  var options: ItemOptions { times.options }
  private var color: CalendarColor? { options.marks.itemColor?.value }

  /// The rules beyond iCalendar that the item must obey.
  var policy: ValidationPolicy {
    kind == .task ? .task : [.requiresName, .reservesRed]
  }

  /// The new item, which obeys the rules of a calendar.
  ///
  /// - Throws: A refusal with all reasons.
  func validItem(at now: Instant) throws(CommandError) -> Item {
    var item = try item()
    try options.checkEnd(of: item, in: times.zone)
    if let status = options.status { item = try item.with(status, at: now) }
    // Also those of an item in a file of its own.
    var calendar = EventCalendar()
    try EventError.refusing(calendar.add(item, policy: policy, at: now))
    return calendar.items.first { _ in true } ?? item
  }

  /// The item for a form, with today's date where its kind requires one and none is stated.
  func draft() throws(CommandError) -> (item: Item, isDated: Bool) {
    var dated = self
    let start = try start()
    let isDated = start != nil || kind == .todo || kind == .journal
    if !isDated { dated.times.options.at = .value(When(times.today)) }
    return (try dated.item(), isDated)
  }

  private func item() throws(CommandError) -> Item {
    var item: Item
    switch kind {
    case .event, .task: item = .event(try event())
    case .todo: item = .todo(try todo())
    case .journal: item = .journal(try journal())
    }
    item.isTask = kind == .task
    try options.apply(to: &item, in: times.zone)
    return item
  }

  /// The start. A time of day alone means the first date of the rule from today on, if there is a rule, else the nearest day; a
  /// task must state its date.
  private func start() throws(CommandError) -> EventTime? {
    guard options.at?.value?.day == nil else { return times.start() }
    if options.repeating.isEmpty { return kind == .task ? nil : times.start() }
    guard let time = times.start(else: times.today) else { return nil }
    return try options.repeating.first(from: time)
  }

  /// The event.
  ///
  /// - Throws: A refusal if it has no date; other rules are checked when it is added.
  private func event() throws(CommandError) -> Event {
    guard let start = try start() else {
      let draft = TaskDraft(
        name: title, time: options.at?.value?.time, lasting: options.length,
        color: color,
        details: options.note?.value ?? "", categories: options.marks.newCategories ?? [])
      throw .refused(draft.violations(policy).map { Refusal($0) })
    }
    var event = Event(
      title, at: start, color: color, categories: options.marks.newCategories ?? [],
      details: options.note?.value ?? "")
    event.location = options.location?.value ?? ""
    if let extent = times.extent(from: start, includesDate: false) { event.extent = extent }
    do throws(CommandError) {
      if let rule = try options.repeating.recurrence(from: start) { event.recurrence = Recurrence(rule) }
    } catch {
      guard case .refused(let more) = error else { throw error }
      throw .refused(event.violations(policy).map { Refusal($0) } + more)
    }
    return event
  }

  /// The to-do. `--start` and `--due` are its times; else `--at` is the time at which it is due, or if it has a length or repeats, the time at which it starts.
  private func todo() throws(CommandError) -> Todo {
    var todo = Todo(
      title, color: color, categories: options.marks.newCategories ?? [],
      details: options.note?.value ?? ""
    )
    todo.location = options.location?.value ?? ""
    if options.start != nil || options.due != nil {
      try times.setTimes(of: &todo)
      if let start = todo.start ?? todo.due, let rule = try options.repeating.recurrence(from: start) {
        // A recurring item has a start (RFC 5545 §3.8.5.3): here the due time, as other programs write it.
        if todo.start == nil { todo.start = start }
        todo.recurrence = Recurrence(rule)
      }
      return todo
    }
    guard let start = try start() else {
      guard options.at?.value == nil else {
        throw .refused("missing_date", "there is no date", expected: "a date beside the time")
      }
      if options.length != nil || options.until?.value != nil || !options.repeating.isEmpty {
        throw .refused("missing_date", "there is no date to count from", expected: "--at")
      }
      return todo
    }
    let rule = try options.repeating.recurrence(from: start)
    let extent = times.extentOfTodo(from: start, isRecurring: rule != nil)
    if extent == nil && rule == nil {
      todo.due = start
    } else {
      todo.start = start
      todo.extent = extent ?? .implied
      todo.recurrence = rule.map { Recurrence($0) } ?? .none
    }
    return todo
  }

  /// The note, with or without a date.
  private func journal() throws(CommandError) -> Journal {
    guard options.length == nil, options.until?.value == nil else {
      throw .refused(
        "misplaced_duration", "a note cannot have a length", expected: "neither --for nor --until")
    }
    // A VJOURNAL has no LOCATION (RFC 5545 §3.6.3).
    guard options.location?.value == nil else {
      throw .refused("misplaced_location", "a note cannot have a location", expected: "an event or a to-do")
    }
    var journal = Journal(
      title, details: options.note?.value ?? "", color: color,
      categories: options.marks.newCategories ?? []
    )
    journal.start = try start()
    if options.at?.value != nil || !options.repeating.isEmpty, journal.start == nil {
      throw .refused("missing_date", "there is no date", expected: "a date as --at")
    }
    if let start = journal.start, let rule = try options.repeating.recurrence(from: start) {
      journal.recurrence = Recurrence(rule)
    }
    return journal
  }
}
