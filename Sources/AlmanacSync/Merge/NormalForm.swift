internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

/// The normal form of items, in which a merge compares what different programs write: a program that saves an item in its
/// own notation has not changed it.
extension Item {
  /// The content without properties and parameters that state their defaults (RFC 5545 §3.2, §3.8), and with one notation of
  /// each schedule.
  var normalContent: ItemContent {
    var content = content
    normalizeSchedule(in: &content)
    if content.fields.priority == 0 { content.fields.priority = nil }
    if content.fields.transparency == .opaque { content.fields.transparency = nil }
    if content.fields.status?.rawValue == Todo.Status.needsAction.rawValue { content.fields.status = nil }
    guard content.hasExtras else { return content }
    if content.extras.classification == .public { content.extras.classification = nil }
    if content.extras.percentComplete == 0 { content.extras.percentComplete = nil }
    if let geo { content.extras.geo = geo.normalForm }
    content.extras.organizer?.parameters.removeAll { $0.name == Attendee.number }
    if attendees.contains(where: { $0 != $0.normalForm }) {
      content.extras.attendees = attendees.map(\.normalForm)
    }
    for (place, alarm) in alarms.enumerated() where alarm.trigger != alarm.trigger.normalForm {
      content.extras.alarms[place].trigger = alarm.trigger.normalForm
    }
    return content
  }

  /// Whether the item states the same as in the base, in whatever notation, apart from its identity and revision.
  func hasSameMeaning(as base: Item) -> Bool {
    if content == base.content { return true }
    let states = sharingIdentities(with: base)
    let (own, former) = (states.own.normalContent, states.base.normalContent)
    return ([MergeUnit.schedule] + MergeUnit.contents).allSatisfy { unit in
      unit.isEqualIgnoringOrder(own, former) { EntryMerge.isRewritten($0, from: $1, $2, of: kind) }
    }
  }
}

// MARK: Schedules

extension Item {
  /// Writes the schedule in one of the notations that mean the same:
  /// - The start and the end of a single item are in UTC. Those of a series are not, since its instances would be at
  ///   other wall-clock times after a change of clocks.
  /// - A single item has an end, a series has a length.
  /// - Additions and exceptions are in UTC.
  /// - Rules have the parts that the start implies, and the only rule of a series ends with its last instance.
  private func normalizeSchedule(in content: inout ItemContent) {
    content.fields.extent = normalExtent
    if !isRecurring { content.fields.start = start?.inUTC }
    guard let start, recurrence != .none else { return }
    var rules = recurrence.rules.map { $0.spelledOut(from: start) }
    if rules.count == 1 { rules[0].endWithLastInstance(from: start) }
    content.series.recurrence = Recurrence(
      rules,
      exclusionRules: recurrence.exclusionRules.map { $0.spelledOut(from: start) },
      additions: recurrence.additions.map(\.inUTC), exceptions: recurrence.exceptions.map(\.inUTC))
  }

  private var normalExtent: Extent {
    guard let start, kind == .event || extent != .implied else {
      if case .end(let due) = extent, !isRecurring { return .end(due.inUTC) }
      return extent
    }
    let end = extent.end(from: start)
    guard isRecurring else { return .end(end.inUTC) }
    switch (start, end) {
    case (.date(let first), .date(let end)): return .duration(.days(end.days(since: first)))
    case (.floating(let start), .floating(let end)): return .duration(.seconds(end.seconds(since: start)))
    case (.zoned(let start), .zoned(let end)):
      // Days of a length follow the wall clock; an end fixes exact seconds (RFC 5545 §3.8.5.3).
      if case .duration(let length) = extent, length.nominalDays != 0 { return extent }
      return .duration(.seconds(end.instant.seconds(since: start.instant)))
    default: return extent
    }
  }
}

extension EventTime {
  fileprivate var inUTC: EventTime {
    if case .zoned(let zoned) = self { .utc(zoned.instant) } else { self }
  }
}

extension RecurrenceDate {
  fileprivate var inUTC: RecurrenceDate {
    if case .end(let end) = extent {
      RecurrenceDate(start.inUTC, extent: .end(end.inUTC))
    } else {
      RecurrenceDate(start.inUTC, extent: extent)
    }
  }
}

extension RecurrenceRule {
  /// The rule with the parts that a start implies, without WKST where it has no effect, and its lists in order
  /// (RFC 5545 §3.3.10).
  fileprivate func spelledOut(from start: EventTime) -> RecurrenceRule {
    var rule = conforming(to: start)
    if calendarScale == "GREGORIAN", skip == .omit { rule.calendarScale = nil }
    if rule.calendarScale == nil, byDay.isEmpty, byMonthDay.isEmpty, byYearDay.isEmpty, byWeekNumber.isEmpty {
      if frequency == .weekly { rule.byDay = [WeekdayOrdinal(start.date.weekday)] }
      if frequency > .weekly { rule.byMonthDay = [start.date.dayOfMonth] }
      if frequency == .yearly, byMonth.isEmpty { rule.byMonth = [MonthNumber(start.date.month)] }
    }
    if !usesWeekStart { rule.weekStart = .monday }
    rule.byDay.sort { ($0.ordinal, $0.weekday.rawValue) < ($1.ordinal, $1.weekday.rawValue) }
    rule.byMonth.sort { ($0.number, $0.isLeap ? 1 : 0) < ($1.number, $1.isLeap ? 1 : 0) }
    let lists: [WritableKeyPath<RecurrenceRule, [Int]>] = [
      \.bySecond, \.byMinute, \.byHour, \.byMonthDay, \.byYearDay, \.byWeekNumber, \.bySetPosition,
    ]
    for list in lists { rule[keyPath: list].sort() }
    return rule
  }

  /// Replaces COUNT, and every UNTIL before the next instance would be, by the UNTIL of the last instance. Rules with RSCALE
  /// are not changed, as a calendar may have systems of its own.
  ///
  /// - Parameter start: The start of a series that has no other rule.
  fileprivate mutating func endWithLastInstance(from start: EventTime) {
    guard end != .never, calendarScale == nil,
      case .last(let last) = RecurrenceExpansion(RecurrenceSet(start: start, Recurrence([self]))).bound
    else { return }
    switch last {
    case .date(let date): end = .until(.date(date))
    case .floating(let local): end = .until(.local(local))
    case .zoned(let zoned): end = .until(.utc(zoned.instant.utc))
    }
  }
}

// MARK: Places

extension Geo {
  /// The place in the precision of programs that store 32 bits and write six decimals.
  fileprivate var normalForm: Geo {
    func rounded(_ degrees: Double) -> Double { (Double(Float(degrees)) * 1_000_000).rounded() / 1_000_000 }
    return (try? Geo(latitude: rounded(latitude), longitude: rounded(longitude))) ?? self
  }
}

// MARK: Attendees

extension Attendee {
  /// The X- parameter with the number that KDE's engine gives an attendee at each saving.
  static let number = "X-UID"

  fileprivate var normalForm: Attendee {
    var attendee = self
    attendee.parameters.removeAll { Self.defaults.contains($0) || $0.name == Self.number }
    if kind == .individual { attendee.kind = nil }
    if role == .required { attendee.role = nil }
    if status == .needsAction { attendee.status = nil }
    return attendee
  }

  /// The defaults of parameters (RFC 5545 §3.2).
  static let defaults = [
    Parameter("CUTYPE", Kind.individual.rawValue), Parameter("ROLE", Role.required.rawValue),
    Parameter("PARTSTAT", Status.needsAction.rawValue), Parameter("RSVP", "FALSE"),
  ]
}
