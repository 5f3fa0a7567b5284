import AlmanacRecurrence
import AlmanacTime

extension ExpansionRequest {
  /// The way in which an expansion ended.
  enum Ending: Sendable, Hashable {
    /// There are no more instances.
    case complete
    /// The requested number of instances was reached.
    case limited
    /// The default limit was reached.
    case cut(Int)
  }

  /// Passes the instances to a closure until there are no more, or it returns `false`.
  ///
  /// - Throws: `Complaint` if a rule exceeds its budget without an instance, or uses an unknown calendar system.
  func run(calendars: CalendarSystems, _ body: (EventTime) -> Bool) throws(Complaint) -> Ending {
    if let name = unsupportedCalendar(by: calendars) {
      throw Complaint(
        "the calendar \(name) is not known", expected: "a CLDR name such as GREGORIAN or CHINESE")
    }
    var (instances, addedStart) = instances(calendars)
    var remaining = effectiveLimit
    while let instance = instances.next() {
      if instance.start == addedStart { continue }
      guard remaining > 0 else { return limit == nil ? .cut(effectiveLimit) : .limited }
      remaining -= 1
      guard body(instance.start) else { return .limited }
    }
    if remaining > 0, instances.isBudgetExceeded { throw .searchEnded }
    return .complete
  }

  /// The instances within the bounds, and the start if it is one of them although no rule or RDATE produces it.
  ///
  /// COUNT counts such a start (RFC 5545 §3.8.5.3); here only matches of the rule count.
  private func instances(_ calendars: CalendarSystems) -> (RecurrenceInstances, addedStart: EventTime?) {
    var expansion = RecurrenceExpansion(set, calendars: calendars)
    var addedStart: EventTime?
    if expansion.startIsOutOfStep {
      var counted = set
      for index in counted.recurrence.rules.indices {
        guard case .count(let count) = counted.recurrence.rules[index].end else { continue }
        counted.recurrence.rules[index].end = .count(count + 1)
      }
      expansion = RecurrenceExpansion(counted, calendars: calendars)
      let isAddition = set.recurrence.additions.contains { instant($0.start) == instant(set.start) }
      if !isAddition { addedStart = set.start }
    }
    let from = from.map(instant) ?? Instant(secondsSinceEpoch: .min)
    let end = end.map(instant) ?? Instant(secondsSinceEpoch: .max)
    return (expansion.instances(in: from..<max(from, end), viewer: .utc), addedStart)
  }

  /// A bound in the zone of the start; without a zone, local times are compared.
  private func instant(_ time: EventTime) -> Instant {
    guard let zone = set.start.zone else { return Instant(secondsSinceEpoch: time.local.secondsSinceEpoch) }
    return time.instant(in: zone)
  }
}

extension Complaint {
  fileprivate static let searchEnded = Complaint(
    "the search for an instance was ended, as it took too long", expected: "a rule that can match")

  /// Whether it is about a search that exceeded its budget.
  var isSearchEnded: Bool { self == .searchEnded }
}

extension EventTime {
  /// The local time, which in a gap is moved forward: `20260302`, `20260302T090000`, in UTC with `Z`; or the same in the
  /// extended form.
  func shown(_ form: CivilForm) -> String {
    switch self {
    case .date(let date): date.formatted(form)
    case .floating(let local): local.formatted(form)
    case .zoned(let zoned):
      zoned.zone == .utc
        ? zoned.instant.formatted(form) : zoned.zone.local(at: zoned.instant).formatted(form)
    }
  }
}
