import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling

extension CalendarFile {
  /// The marks of sessions, classes and seasons that cannot be read, as diagnostics without a line.
  var unreadableMarks: [Diagnostic] {
    document.calendars.flatMap { $0.unreadableMarks }.map { mark in
      Diagnostic(
        mark.property.isEmpty ? .error : .warning, Diagnostic.Code(rawValue: "unreadable_mark"), line: 0,
        uid: mark.item.uid, property: mark.property, message: mark.description,
        repair: mark.property.isEmpty ? "it is shown as any other item" : "read as if it were not there")
    }
  }

  /// The rules that cannot be expanded by some calendar systems, as diagnostics without a line.
  func unknownCalendars(besides systems: CalendarSystems) -> [Diagnostic] {
    document.calendars.flatMap { $0.items.flatMap { $0.unknownCalendarDiagnostics(besides: systems) } }
  }
}

extension Item {
  /// The names of other calendar systems in its rules (RSCALE, RFC 7529), each with the property of the rule.
  func unknownCalendars(besides systems: CalendarSystems) -> [(name: String, property: String)] {
    let rules = recurrence.rules.map { ($0, "RRULE") } + recurrence.exclusionRules.map { ($0, "EXRULE") }
    return rules.compactMap { rule, property in
      rule.isSupported(by: systems) ? nil : rule.calendarScale.map { ($0, property) }
    }
  }

  func unknownCalendarDiagnostics(besides systems: CalendarSystems) -> [Diagnostic] {
    unknownCalendars(besides: systems).map { unknown in
      Diagnostic(
        .warning, .unknownCalendar, line: 0, uid: uid, property: unknown.property,
        message: "the calendar system \(unknown.name) is not known", repair: "only the first date is shown")
    }
  }
}

extension Diagnostic.Code {
  static let unknownCalendar = Self(rawValue: "unknown_calendar")
}
