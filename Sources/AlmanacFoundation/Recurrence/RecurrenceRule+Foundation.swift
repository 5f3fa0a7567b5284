public import AlmanacRecurrence
public import AlmanacTime
public import Foundation

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Calendar.RecurrenceRule {
  /// Creates the corresponding rule of Foundation, in a zone.
  ///
  /// Foundation expands from a date that is an instance, counts UNTIL by instants, and applies one policy to times that a zone skips
  /// and to dates that do not exist; SKIP=OMIT (`.strict`) omits both.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR;COUNT=3")
  /// let dates = try Calendar.RecurrenceRule(rule, in: Zone("Europe/Madrid")).recurrences(of: start)
  /// ```
  ///
  /// In a month or a year Foundation counts BYSETPOS among the first of each weekday of BYDAY.
  ///
  /// - Throws: `ConversionError`: `notExpressible` for SECONDLY, and for a BYSETPOS that Foundation counts otherwise, such as the last
  ///   working day; `unknownCalendar` for an RSCALE that Foundation does not have, `unknownZone`.
  public init(_ rule: AlmanacRecurrence.RecurrenceRule, in zone: Zone) throws(ConversionError) {
    guard let frequency = RuleTerms.frequencies.first(where: { $0.0 == rule.frequency })?.1 else {
      throw ConversionError(.notExpressible, in: "FREQ", expected: "MINUTELY or longer")
    }
    guard let scale = FoundationScale(named: rule.calendarScale?.uppercased() ?? "GREGORIAN") else {
      throw ConversionError(.unknownCalendar, in: "RSCALE", expected: "a calendar of Foundation's")
    }
    guard rule.hasSamePositionsInFoundation else {
      throw ConversionError(
        .notExpressible, in: "BYSETPOS",
        expected: "positions of which none is beyond the first of each weekday")
    }
    var calendar = Calendar(identifier: scale.identifier)
    calendar.timeZone = try TimeZone(zone)
    // Foundation counts weekdays of a month wrongly where its weeks begin on another day than Sunday.
    if rule.usesWeekStart { calendar.firstWeekday = rule.weekStart.sundayBased }
    calendar.minimumDaysInFirstWeek = 4
    var months: [Month] = []
    for month in rule.byMonth {
      let (index, isLeap) = try scale.foundationMonth(month)
      months.append(Month(index, isLeap: isLeap))
    }
    self.init(
      calendar: calendar, frequency: frequency, interval: Swift.max(rule.interval, 1),
      end: Self.end(rule.end, in: zone),
      matchingPolicy: RuleTerms.skips.first { $0.0 == rule.skip }?.1 ?? .strict, repeatedTimePolicy: .first,
      months: months, daysOfTheYear: rule.byYearDay, daysOfTheMonth: rule.byMonthDay,
      weeks: rule.byWeekNumber, weekdays: rule.byDay.map { Self.weekday($0) }, hours: rule.byHour,
      minutes: rule.byMinute, seconds: rule.bySecond,
      // Foundation gives instances in the order of the positions.
      setPositions: rule.bySetPosition.filter { $0 > 0 }.sorted()
        + rule.bySetPosition.filter { $0 < 0 }.sorted())
  }

  private static func end(_ end: AlmanacRecurrence.RecurrenceRule.End, in zone: Zone) -> End {
    switch end {
    case .never: .never
    case .count(let count): .afterOccurrences(count)
    case .until(.date(let date)):
      .afterDate(Date(zone.instant(of: date.at(CivilTime(uncheckedSecondOfDay: 86_399)))))
    case .until(.local(let local)): .afterDate(Date(zone.instant(of: local)))
    case .until(.utc(let utc)): .afterDate(Date(Zone.utc.instant(of: utc)))
    }
  }

  private static func weekday(_ day: WeekdayOrdinal) -> Weekday {
    let weekday = Locale.Weekday(day.weekday)
    return day.ordinal == 0 ? .every(weekday) : .nth(day.ordinal, weekday)
  }
}

extension AlmanacRecurrence.RecurrenceRule {
  /// Whether positions of BYSETPOS are the same where only the first of each weekday is counted.
  fileprivate var hasSamePositionsInFoundation: Bool {
    guard frequency >= .monthly, byMonthDay.isEmpty, byYearDay.isEmpty,
      byDay.contains(where: { $0.ordinal == 0 })
    else { return true }
    return bySetPosition.allSatisfy { 1...byDay.count ~= $0 && byWeekNumber.isEmpty }
  }
}

/// The corresponding terms of Almanac and of Foundation.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private enum RuleTerms {
  static let frequencies: [(AlmanacRecurrence.RecurrenceRule.Frequency, Calendar.RecurrenceRule.Frequency)] =
    [
      (.minutely, .minutely), (.hourly, .hourly), (.daily, .daily), (.weekly, .weekly), (.monthly, .monthly),
      (.yearly, .yearly),
    ]
  static let skips: [(AlmanacRecurrence.RecurrenceRule.Skip, Calendar.MatchingPolicy)] = [
    (.omit, .strict), (.forward, .nextTimePreservingSmallerComponents),
    (.backward, .previousTimePreservingSmallerComponents),
  ]
}

@available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
extension RecurrenceRule {
  /// Creates the rule that corresponds to one of Foundation.
  ///
  /// An end by a date becomes UNTIL in UTC. Foundation's policy for dates that do not exist becomes SKIP in monthly and
  /// yearly rules, which alone make such dates, together with RSCALE as RFC 7529 requires. The first weekday is the
  /// calendar's in rules that count weeks; RFC 5545 counts weeks from the first one with four days in any calendar.
  ///
  /// - Throws: `ConversionError` with code `unknownCalendar`, or `notExpressible` for a matching policy
  ///   (`.nextTime`) that SKIP does not have.
  public init(_ rule: Calendar.RecurrenceRule) throws(ConversionError) {
    let frequency = RuleTerms.frequencies.first { $0.1 == rule.frequency }?.0
    self.init(frequency ?? .daily, every: rule.interval)
    if let count = rule.end.occurrences {
      end = .count(count)
    } else if let date = rule.end.date {
      end = .until(.utc(Instant(date).utc))
    }
    bySecond = rule.seconds
    byMinute = rule.minutes
    byHour = rule.hours
    byDay = rule.weekdays.map { Self.weekday($0) }
    byMonthDay = rule.daysOfTheMonth
    byYearDay = rule.daysOfTheYear
    byWeekNumber = rule.weeks
    bySetPosition = rule.setPositions
    if usesWeekStart { weekStart = Weekday(sundayBased: rule.calendar.firstWeekday) }
    guard let name = FoundationScale.name(of: rule.calendar.identifier) else {
      throw ConversionError(
        .unknownCalendar, in: "calendar", expected: "a calendar that RSCALE has a name for")
    }
    let scale = FoundationScale(named: name)
    byMonth = rule.months.map { month in
      let (number, isLeap) =
        scale?.monthNumber(month: month.index, isLeap: month.isLeap) ?? (month.index, month.isLeap)
      return MonthNumber(number, isLeap: isLeap)
    }
    if self.frequency >= .monthly {
      guard let skip = RuleTerms.skips.first(where: { $0.1 == rule.matchingPolicy })?.0 else {
        throw ConversionError(
          .notExpressible, in: "matchingPolicy",
          expected: "strict, or a policy that preserves smaller components")
      }
      self.skip = skip
    }
    calendarScale = name == "GREGORIAN" && skip == .omit ? nil : name
  }

  private static func weekday(_ weekday: Calendar.RecurrenceRule.Weekday) -> WeekdayOrdinal {
    switch weekday {
    case .every(let day): WeekdayOrdinal(Weekday(day))
    case .nth(let ordinal, let day): WeekdayOrdinal(Weekday(day), ordinal: ordinal)
    @unknown default: WeekdayOrdinal(.monday)
    }
  }
}
