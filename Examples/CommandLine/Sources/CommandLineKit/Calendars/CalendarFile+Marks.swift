import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime

extension CalendarFile {
  /// The marks of sessions, classes and seasons that cannot be read, and the bookings of no date of their class, as diagnostics
  /// without a line.
  var unreadableMarks: [Diagnostic] {
    document.calendars.flatMap { $0.unreadableMarks }.map { mark in
      Diagnostic(
        mark.property.isEmpty ? .error : .warning, Diagnostic.Code(rawValue: "unreadable_mark"), line: 0,
        uid: mark.item.uid, property: mark.property, message: mark.description,
        repair: mark.property.isEmpty ? "it is shown as any other item" : "read as if it were not there")
    } + document.calendars.flatMap { $0.unmatchedBookings }.map { Diagnostic($0) }
  }

  /// The first item of kind SESSION that may take time and is read as none, with the fault; `nil` if there is none.
  var faultOfSessions: String? {
    for calendar in document.calendars {
      for mark in calendar.unreadableMarks where mark.property.isEmpty && mark.value == "SESSION" {
        guard let event = calendar.item(mark.item)?.event, !event.isCancelled,
          event.transparency != .transparent
        else { continue }
        return "\(mark.item.uid): \(mark)"
      }
    }
    return nil
  }

  /// The rules that cannot be expanded by some calendar systems, as diagnostics without a line.
  func unknownCalendars(besides systems: CalendarSystems) -> [Diagnostic] {
    document.calendars.flatMap { $0.items.flatMap { $0.unknownCalendarDiagnostics(besides: systems) } }
  }
}

extension [CalendarFile] {
  /// The sessions of one coach or client at the same time, each in the file of the later one.
  var overlappingSessions: [(path: String, diagnostic: Diagnostic)] {
    var paths: [String: String] = [:]
    var sessions: [SessionBook.Session] = []
    for file in self {
      for event in file.document.calendars.flatMap({ $0.currentItems }).compactMap({ $0.event }) {
        guard let session = try? SessionBook.Session(event) else { continue }
        paths[session.uid] = paths[session.uid] ?? file.path
        sessions.append(session)
      }
    }
    return sessions.overlaps.map { overlap in
      let diagnostic = Diagnostic(
        .warning, Diagnostic.Code(rawValue: "overlapping_sessions"), line: 0, uid: overlap.later.uid,
        message: "\(overlap.person) is in the session \(overlap.earlier.uid) at the same time",
        repair: "both are booked; session move or session cancel changes one")
      return (paths[overlap.later.uid] ?? "", diagnostic)
    }
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

extension Diagnostic {
  /// The bookings of no date of their class, with what is done about them.
  init(_ bookings: UnmatchedBookings) {
    let start = bookings.id.recurrenceID.map { "\($0)" } ?? ""
    let dates = bookings.candidates.map { "\($0.local)" }.joined(separator: ", ")
    let repair =
      bookings.date.map { "read as those of \($0.local)" }
      ?? (dates.isEmpty
        ? "not shown as bookings of the class, which does not have their date any more"
        : "nobody can book \(dates) until this item is moved to its date or deleted")
    self.init(
      .warning, Diagnostic.Code(rawValue: "unmatched_bookings"), line: 0, uid: bookings.id.uid,
      property: "RECURRENCE-ID",
      message: "\(start) is no date of the class; bookings of \(bookings.members.joined(separator: ", "))",
      repair: repair)
  }
}

extension Diagnostic.Code {
  static let unknownCalendar = Self(rawValue: "unknown_calendar")
}
