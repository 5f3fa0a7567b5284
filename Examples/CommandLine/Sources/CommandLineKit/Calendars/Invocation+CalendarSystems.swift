import AlmanacEvents
import AlmanacRecurrence

extension Invocation {
  /// The calendar systems by which the rules of some calendars count; ends here where another program knows more of
  /// them. What nobody knows is told.
  mutating func systems(for calendars: [EventCalendar]) throws(CommandError) -> CalendarSystems {
    let systems = environment.international.calendars
    let unknown = calendars.scales.filter { !systems.supports($0) }
    if unknown.isEmpty { return systems }
    if case .elsewhere(isThere: true, _) = environment.international { throw .needsInternational }
    for name in unknown.sorted() {
      complain(
        Complaint(
          "the calendar \(name) is not known here: of series that count by it only the first date is shown"))
    }
    return systems
  }
}

extension [EventCalendar] {
  /// What rules name as RSCALE (RFC 7529).
  fileprivate var scales: Set<String> {
    var names: Set<String> = []
    for calendar in self {
      for item in calendar.items where item.isRecurring {
        for rule in item.recurrence.rules + item.recurrence.exclusionRules {
          if let name = rule.calendarScale { names.insert(name.uppercased()) }
        }
      }
    }
    return names
  }
}
