import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Something that repeats in a zone: until when it needs the zone's rules.
///
/// UNTIL and even steps tell that at once; other rules with COUNT are gone through only where the answer matters.
struct ZoneSeries: Sendable {
  let start: ZonedDateTime
  let rules: [RecurrenceRule]
  /// How many seconds, about, an instance lasts.
  let seconds: Int
  /// Whether a rule goes on for ever.
  private(set) var isEndless = false
  /// When what needs no counting is over.
  private(set) var end: Instant
  /// Whether there are rules beyond that, to be counted.
  private(set) var isCounted = false

  /// - Parameters:
  ///   - rules: With UNTIL in the form that the start asks for.
  ///   - additions: RDATE.
  init(
    _ rules: [RecurrenceRule], _ additions: [RecurrenceDate] = [], from start: ZonedDateTime, seconds: Int
  ) {
    (self.start, self.rules, self.seconds) = (start, rules, seconds)
    end = start.instant.adding(seconds: seconds)
    if let last = additions.lastEnd(in: start.zone, seconds) { end = max(end, last) }
    for rule in rules {
      switch rule.end {
      case .never: isEndless = true
      case .until(.utc(let until)): end = max(end, Instant(utc: until).adding(seconds: seconds))
      case .until: isEndless = true
      case .count(let count):
        if let last = rule.lastStep(of: count, from: start.local) {
          end = max(end, start.zone.instant(of: last).adding(seconds: seconds))
        } else {
          isCounted = true
        }
      }
    }
  }

  /// How many instances of rules with COUNT are gone through in a document, and how many periods for each: hostile
  /// files have thousands of rules that hardly ever match.
  static let patience = 100_000
  private static let budget = 400

  /// Whether a rule with COUNT is still in force at an instant; `nil` where finding out would take long.
  func outlasts(_ instant: Instant, _ patience: inout Int) -> Bool? {
    for rule in rules {
      guard case .count(let count) = rule.end, rule.lastStep(of: count, from: start.local) == nil else {
        continue
      }
      guard let last = last(of: count, rule, through: instant, &patience) else { return nil }
      if start.zone.instant(of: last).adding(seconds: seconds) >= instant { return true }
    }
    return false
  }

  /// The last instance, or a time beyond an instant where it lies beyond that.
  private func last(
    of count: Int, _ rule: RecurrenceRule, through instant: Instant, _ patience: inout Int
  ) -> CivilDateTime? {
    let isSimple = rule.byHour.count * rule.byMinute.count * rule.bySecond.count <= 64
    guard isSimple, rule.isSupported(by: .gregorian), count <= patience else { return nil }
    patience -= count
    let end = max(start.local, start.zone.local(at: instant)).adding(days: 2)
    var endless = rule
    endless.end = .never
    var sequence = endless.occurrences(from: .zoned(start))
    sequence.budget = Self.budget
    var instances = sequence.occurrences(in: start.local..<end).makeIterator()
    let first = instances.next()
    // A start that no rule gives counts for one.
    let left = first != start.local && rules.count == 1 ? count - 1 : count
    if left <= 0 { return start.local }
    if let last = left == 1 ? first : instances.advance(by: left - 2) { return last }
    return instances.outcome == .budgetExceeded ? nil : end
  }
}

extension RecurrenceRule {
  /// The last of so many instances of a rule that goes from its start in even steps; `nil` for any other.
  func lastStep(of count: Int, from start: CivilDateTime) -> CivilDateTime? {
    let isOnStartsWeekday = frequency == .weekly && byDay == [WeekdayOrdinal(start.date.weekday)]
    let hasParts =
      !(byDay.isEmpty || isOnStartsWeekday) || !byMonth.isEmpty || !byMonthDay.isEmpty || !byYearDay.isEmpty
      || !byWeekNumber.isEmpty || !byHour.isEmpty || !byMinute.isEmpty || !bySecond.isEmpty
      || !bySetPosition.isEmpty
    guard !hasParts, calendarScale == nil else { return nil }
    let (product, isTooMany) = max(0, count - 1).multipliedReportingOverflow(by: interval)
    // Beyond the calendar.
    let steps = isTooMany ? 1 << 40 : min(product, 1 << 40)
    switch frequency {
    case .secondly: return start.adding(seconds: steps)
    case .minutely: return start.adding(seconds: steps * 60)
    case .hourly: return start.adding(seconds: steps * 3600)
    case .daily: return start.adding(days: steps)
    case .weekly: return start.adding(days: steps * 7)
    case .monthly, .yearly:
      // Not every month has later days.
      guard start.date.fields.day <= 28 else { return nil }
      let months = steps * (frequency == .yearly ? 12 : 1)
      return start.date.adding(months: months).at(start.time)
    }
  }
}

extension [RecurrenceDate] {
  /// When the last of those that stand in a zone is over; `nil` without any.
  ///
  /// - Parameter seconds: How long those last that do not say it.
  func lastEnd(in zone: Zone, _ seconds: Int) -> Instant? {
    var last: Instant?
    for date in self where date.start.zone.map({ $0 == zone }) ?? true {
      let start = date.start.instant(in: zone)
      let end =
        switch date.extent {
        case .end(let end): end.instant(in: zone)
        case .duration(let duration): start.adding(seconds: Swift.max(0, duration.civilSeconds))
        case nil: start.adding(seconds: seconds)
        }
      last = Swift.max(last ?? end, end)
    }
    return last
  }
}

extension Extent {
  /// How long, about, something lasts from a start.
  func seconds(from start: EventTime) -> Int {
    switch self {
    case .implied: 0
    case .end(let end): Swift.max(0, end.instant(in: .utc).seconds(since: start.instant(in: .utc)))
    case .duration(let duration): Swift.max(0, duration.civilSeconds)
    }
  }
}
