import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// A recurrence in a zone, and the time until which it needs the zone's rules.
///
/// The end follows at once from UNTIL or from even steps; other rules with COUNT are expanded
/// only if the result matters.
struct ZoneSeries: Sendable {
  let start: ZonedDateTime
  /// The approximate duration of an instance in seconds.
  let seconds: Int
  private let isOneRule: Bool
  /// Whether a rule has no end.
  private(set) var isEndless = false
  /// The end of the instances that need no expansion.
  private(set) var end: Instant
  /// The rules with COUNT that need expansion.
  private(set) var counted: [RecurrenceRule] = []

  /// - Parameters:
  ///   - rules: The rules, with UNTIL in the form of the start.
  ///   - additions: The dates and periods of RDATE.
  init(
    _ rules: [RecurrenceRule], _ additions: [RecurrenceDate] = [], from start: ZonedDateTime, seconds: Int
  ) {
    (self.start, self.seconds, isOneRule) = (start, seconds, rules.count == 1)
    end = start.instant.adding(seconds: seconds)
    for date in additions where date.start.zone.map({ $0 == start.zone }) ?? true {
      let first = date.start.instant(in: start.zone)
      let last =
        switch date.extent {
        case .end(let end): end.instant(in: start.zone)
        case .duration(let duration): first.adding(seconds: max(0, duration.civilSeconds))
        case nil: first.adding(seconds: seconds)
        }
      end = max(end, last)
    }
    for rule in rules {
      switch rule.end {
      case .until(.utc(let until)): end = max(end, Instant(utc: until).adding(seconds: seconds))
      case .count(let count):
        if let last = rule.lastStep(of: count, from: start.local) {
          end = max(end, start.zone.instant(of: last).adding(seconds: seconds))
        } else {
          counted.append(rule)
        }
      case .never, .until: isEndless = true
      }
    }
  }

  /// The largest number of instances of rules with COUNT to expand in a document, and of periods for each
  /// rule: hostile files have thousands of rules that rarely match.
  static let countBudget = 100_000
  private static let budget = 400

  /// Whether a rule with COUNT is still in effect at an instant; `nil` if the expansion would take long.
  func outlasts(_ instant: Instant, _ countBudget: inout Int) -> Bool? {
    for rule in counted {
      guard let last = last(of: rule, through: instant, &countBudget) else { return nil }
      if start.zone.instant(of: last).adding(seconds: seconds) >= instant { return true }
    }
    return false
  }

  /// The start of the last instance, or a time after `instant` if the last one is later; `nil` if the
  /// expansion would take long.
  private func last(
    of rule: RecurrenceRule, through instant: Instant, _ countBudget: inout Int
  ) -> CivilDateTime? {
    let isSimple = rule.byHour.count * rule.byMinute.count * rule.bySecond.count <= 64
    guard case .count(let count) = rule.end, isSimple, rule.isSupported(by: .gregorian), count <= countBudget
    else { return nil }
    countBudget -= count
    let end = max(start.local, start.zone.local(at: instant)).adding(days: 2)
    var endless = rule
    endless.end = .never
    var sequence = endless.occurrences(from: .zoned(start))
    sequence.budget = Self.budget
    var instances = sequence.occurrences(in: start.local..<end).makeIterator()
    let first = instances.next()
    // A start that the only rule does not yield counts as one instance.
    let left = first != start.local && isOneRule ? count - 1 : count
    if left <= 0 { return start.local }
    if let last = left == 1 ? first : instances.advance(by: left - 2) { return last }
    return instances.outcome == .budgetExceeded ? nil : end
  }
}

extension RecurrenceRule {
  /// The last of `count` instances of a rule with even steps from its start; `nil` for any other rule.
  func lastStep(of count: Int, from start: CivilDateTime) -> CivilDateTime? {
    var plain = RecurrenceRule(frequency, every: interval, until: end)
    (plain.weekStart, plain.skip) = (weekStart, skip)
    if frequency == .weekly, byDay == [WeekdayOrdinal(start.date.weekday)] { plain.byDay = byDay }
    guard self == plain else { return nil }
    let (product, isTooMany) = max(0, count - 1).multipliedReportingOverflow(by: interval)
    // A number of steps beyond the calendar's range.
    let steps = isTooMany ? 1 << 40 : min(product, 1 << 40)
    switch frequency {
    case .secondly: return start.adding(seconds: steps)
    case .minutely: return start.adding(seconds: steps * 60)
    case .hourly: return start.adding(seconds: steps * 3600)
    case .daily: return start.adding(days: steps)
    case .weekly: return start.adding(days: steps * 7)
    case .monthly, .yearly:
      // Not every month has the days after the 28th.
      guard start.date.fields.day <= 28 else { return nil }
      let months = steps * (frequency == .yearly ? 12 : 1)
      return start.date.adding(months: months).at(start.time)
    }
  }
}

extension Extent {
  /// The approximate duration in seconds from a start, in civil time.
  func seconds(from start: EventTime) -> Int {
    switch self {
    case .implied: 0
    case .end(let end): Swift.max(0, end.instant(in: .utc).seconds(since: start.instant(in: .utc)))
    case .duration(let duration): Swift.max(0, duration.civilSeconds)
    }
  }
}
