import AlmanacEvents
import AlmanacTime

/// What a calendar says of itself that decides how its components are read.
struct CalendarContext: Sendable, Hashable {
  /// In which dates are read that a rule compares with an instant.
  var zone: Zone?
  /// Whether it is sent for a purpose: with METHOD an event need not have a start (RFC 5545 §3.6.1).
  var isMessage = false
}

extension CalendarDraft {
  /// As far as its lines were read, or as they are known from an earlier reading.
  var context: CalendarContext {
    CalendarContext(
      zone: calendar.zone ?? knownContext.zone,
      isMessage: !calendar.method.isEmpty || knownContext.isMessage)
  }

  /// Notes a context that changes behind components which were read without it.
  ///
  /// - Parameter before: The context before the line that was read last.
  mutating func compare(with before: CalendarContext) {
    if !components.isEmpty, before != context { hasLateContext = true }
  }
}
