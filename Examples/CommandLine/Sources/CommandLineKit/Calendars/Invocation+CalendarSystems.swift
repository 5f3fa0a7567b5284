import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence

extension Invocation {
  /// Lets calendars know the calendar systems by which their rules count; ends here where another program knows more
  /// of them. What nobody knows is told.
  mutating func knowing(_ holdings: [CalendarHolding]) throws(CommandError) -> [CalendarHolding] {
    let scales = Set(holdings.flatMap { $0.files.flatMap { $0.document.calendars.flatMap(\.scales) } })
    if scales.isEmpty { return holdings }
    let systems = environment.international.calendars
    let unknown = scales.filter { !systems.supports($0) }
    if !unknown.isEmpty, case .elsewhere(isThere: true, _) = environment.international {
      throw .needsInternational
    }
    for name in unknown.sorted() {
      complain(
        Complaint(
          "the calendar \(name) is not known here: of series that count by it only the first date is shown"))
    }
    return holdings.map { $0.knowing(systems) }
  }
}

extension CalendarHolding {
  fileprivate func knowing(_ systems: CalendarSystems) -> CalendarHolding {
    switch self {
    case .file(var file):
      file.know(systems)
      return .file(file)
    case .folder(var folder):
      folder.systems = systems
      for index in folder.files.indices { folder.files[index].know(systems) }
      return .folder(folder)
    }
  }
}

extension CalendarFile {
  fileprivate mutating func know(_ systems: CalendarSystems) {
    for index in document.calendars.indices where !document.calendars[index].scales.isEmpty {
      document.calendars[index].calendarSystems = systems
    }
  }
}

extension EventCalendar {
  /// What rules name as RSCALE (RFC 7529).
  fileprivate var scales: Set<String> {
    var names: Set<String> = []
    for item in items where item.isRecurring {
      for rule in item.recurrence.rules + item.recurrence.exclusionRules {
        if let name = rule.calendarScale { names.insert(name.uppercased()) }
      }
    }
    return names
  }
}
