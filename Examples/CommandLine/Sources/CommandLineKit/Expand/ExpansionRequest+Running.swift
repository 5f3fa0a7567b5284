import AlmanacRecurrence
import AlmanacTime

extension ExpansionRequest {
  /// How an expansion ended.
  enum Ending: Sendable, Hashable {
    /// There are no more instances.
    case complete
    /// As many as were asked for.
    case limited
    /// As many as are given when nothing bounds them.
    case cut(Int)
  }

  /// Hands over the instances one by one until there are no more, or `take` wants no more.
  ///
  /// - Throws: `Complaint` when a rule is tried in vain for too long, or counts by a calendar that is not known.
  func run(calendars: CalendarSystems, _ take: (EventTime) -> Bool) throws(Complaint) -> Ending {
    if let name = unsupportedCalendar(by: calendars) {
      throw Complaint(
        "the calendar \(name) is not known", expected: "a CLDR name such as GREGORIAN or CHINESE")
    }
    let (instances, addedStart) = instances(calendars)
    var last: EventTime?
    var left = effectiveLimit
    for instance in instances where instance.start != addedStart {
      guard left > 0 else { return limit == nil ? .cut(effectiveLimit) : .limited }
      left -= 1
      last = instance.start
      guard take(instance.start) else { return .limited }
    }
    if left > 0, hasGivenUp(after: last, calendars) {
      throw Complaint("the rule gives no instance for too long", expected: "a rule that can match")
    }
    return .complete
  }

  /// The instances within the bounds, and the start if it is among them though nothing gives it.
  ///
  /// Of a start out of step COUNT would count the start; here only matches count.
  private func instances(_ calendars: CalendarSystems) -> (RecurrenceInstances, addedStart: EventTime?) {
    var expansion = RecurrenceExpansion(set, calendars: calendars)
    var addedStart: EventTime?
    if expansion.startIsOutOfStep {
      var counted = set
      for index in counted.rules.indices {
        guard case .count(let count) = counted.rules[index].end else { continue }
        counted.rules[index].end = .count(count + 1)
      }
      expansion = RecurrenceExpansion(counted, calendars: calendars)
      let isAddition = set.additions.contains { instant($0.start) == instant(set.start) }
      if !isAddition { addedStart = set.start }
    }
    let from = from.map(instant) ?? Instant(secondsSinceEpoch: .min)
    let end = end.map(instant) ?? Instant(secondsSinceEpoch: .max)
    return (expansion.instances(in: from..<max(from, end), viewer: .utc), addedStart)
  }

  /// A bound on the clock of the start; without a zone clocks are compared by their digits.
  private func instant(_ time: EventTime) -> Instant {
    guard let zone = set.start.zone else { return Instant(secondsSinceEpoch: time.local.secondsSinceEpoch) }
    return time.instant(in: zone)
  }

  /// Whether a rule stopped because its budget was used up.
  private func hasGivenUp(after last: EventTime?, _ calendars: CalendarSystems) -> Bool {
    set.rules.contains { rule in
      var rest = rule.occurrences(from: set.start, calendars: calendars)
      if let next = last?.local.adding(seconds: 1) ?? from?.local { rest = rest.starting(at: next) }
      var iterator = rest.makeIterator()
      return iterator.next() == nil && iterator.outcome == .budgetExceeded
    }
  }
}

extension EventTime {
  /// What the clock shows, which in a gap is the moved time: `20260302`, `20260302T090000`, in UTC with `Z`; or
  /// the same in the extended form.
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
