import AlmanacRecurrence
package import AlmanacTime

/// A zone with the range of times written in it: a VTIMEZONE, which is valid from its first use on. It has the current
/// rules without an end, preceded by the changes that the times in use need.
package struct ZoneUse: Sendable {
  typealias Observance = TimeZoneDefinition.Observance

  package let zone: Zone
  package let tzid: String
  /// The parameter that names the zone.
  let parameters: [Parameter]
  private(set) var first: Instant
  private(set) var last: Instant
  /// Whether a recurrence in it is endless.
  package var isEndless = false

  package init(_ zone: Zone, tzid: String, at instant: Instant) {
    (self.zone, self.tzid, parameters) = (zone, tzid, [Parameter("TZID", tzid)])
    (first, last) = (instant, instant)
  }

  package mutating func add(_ instant: Instant) {
    if instant < first { first = instant }
    if instant > last { last = instant }
  }

  package func observances() -> [TimeZoneDefinition.Observance] {
    let horizon = YearMonth(clampingYear: 2100, 1).firstDay.startOfDay
    var end = isEndless ? max(last, Instant(utc: horizon)) : last.adding(seconds: 1)
    var rules: [Observance] = []
    if let (begin, ruled) = yearlyRules(), begin <= first || begin < end || isEndless {
      (rules, end) = (ruled, begin)
    }
    let all = (end <= first ? [] : changes(upTo: end)) + rules
    return all.sorted { $0.start < $1.start }
  }

  /// The yearly rules of the zone's final changes, and the first change that follows them.
  private func yearlyRules() -> (begin: Instant, observances: [Observance])? {
    guard let yearly = zone.yearlyObservances, !yearly.isEmpty else { return nil }
    // Some zones list their changes for decades before they follow rules; by 2400 all follow rules.
    let start = YearMonth(clampingYear: 1900, 1).firstDay.startOfDay
    let end = YearMonth(clampingYear: max(2400, last.utc.date.year) + 1, 1).firstDay.startOfDay
    let range = Instant(utc: start)..<Instant(utc: end)
    let stated = yearly.flatMap { observance in
      observance.yearlyOnsets(from: start, until: end.adding(days: 2))
        .map { ZoneTransition(observance.instant(of: $0), observance.phase) }
    }.filter { range.contains($0.instant) }.sorted { $0.instant < $1.instant }
    // The offsets must agree too: a zone may change its offsets and retain the dates of its changes.
    let agreeing = zip(zone.transitions(in: range).reversed(), stated.reversed()).prefix { $0 == $1 }
    guard let begin = agreeing.last?.0.instant else { return nil }
    let ruled = yearly.compactMap { observance -> Observance? in
      let local = begin.local(at: observance.offsetFrom)
      let onsets = observance.yearlyOnsets(from: local, until: local.adding(days: 800))
      var ruled = observance
      guard let first = onsets.first else { return nil }
      ruled.start = first
      return ruled
    }
    return (begin, ruled)
  }

  /// The phase at the first use and the changes after it, one observance for each kind.
  private func changes(upTo end: Instant) -> [Observance] {
    if let begin = zone.lastTransition(notAfter: first) { return zone.observances(in: begin.instant..<end) }
    let phase = zone.phase(at: first)
    let newYear = YearMonth(clampingYear: zone.local(at: first).date.year, 1).firstDay.startOfDay
    let start = min(newYear, CivilDateTime(secondsSinceEpoch: 0))
    return [Observance(phase, from: phase.offset, at: start)]
      + zone.observances(in: first.adding(seconds: 1)..<end)
  }
}

extension Zone {
  /// The changes within a half-open range; changes from one offset to one phase form one observance.
  func observances(in range: Range<Instant>) -> [TimeZoneDefinition.Observance] {
    var found: [TimeZoneDefinition.Observance] = []
    var offset = offset(at: range.lowerBound.adding(seconds: -1))
    for change in transitions(in: range) {
      let next = TimeZoneDefinition.Observance(
        change.phase, from: offset, at: change.instant.local(at: offset))
      if let index = found.firstIndex(where: { $0.offsetFrom == offset && $0.phase == next.phase }) {
        found[index].additions.append(next.start)
      } else {
        found.append(next)
      }
      offset = next.offsetTo
    }
    return found
  }
}

extension Instant {
  fileprivate func local(at offset: Int) -> CivilDateTime {
    CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + Int64(offset))
  }
}

/// The rules of a zone's yearly changes, in the form that a VTIMEZONE can state.
extension Zone {
  /// The changes of every year of the far future, each with its rule; empty if the zone no longer changes,
  /// `nil` if its changes follow no rule that a VTIMEZONE could state.
  var yearlyObservances: [TimeZoneDefinition.Observance]? {
    // Weekdays and leap years repeat after 28 years.
    let start = YearMonth(clampingYear: 2400, 1).firstDay.startOfDay
    let end = YearMonth(clampingYear: 2428, 1).firstDay.startOfDay
    var yearly = observances(in: Instant(utc: start)..<Instant(utc: end))
    for index in yearly.indices {
      let onsets = [yearly[index].start] + yearly[index].additions
      // A change around the new year can occur in 27 or 29 of them.
      guard (27...29).contains(onsets.count), let rule = Self.rule(of: onsets) else { return nil }
      (yearly[index].rules, yearly[index].additions) = ([rule], [])
    }
    return yearly
  }

  /// The first candidate rule that yields exactly the given onsets, one a year for 28 years.
  private static func rule(of locals: [CivilDateTime]) -> RecurrenceRule? {
    candidates(locals.map(\.date)).first { rule in
      rule.occurrences(from: locals[0]).prefix(locals.count).elementsEqual(locals)
    }
  }

  /// Candidate rules: one date in each year; or one weekday within seven consecutive days. These lie within a
  /// month, counted from its start or its end, or are counted from the start or the end of the year: days
  /// from the start are equal in all years until the end of February, days from the end after it.
  private static func candidates(_ dates: [CivilDate]) -> [RecurrenceRule] {
    let (month, weekday) = (dates[0].month, dates[0].weekday)
    var rules: [RecurrenceRule] = []
    if dates.allSatisfy({ $0.month == month }) {
      let days = dates.map(\.dayOfMonth)
      let runs = [run(days), run(dates.map { $0.dayOfMonth - $0.yearMonth.length - 1 })].compactMap { $0 }
      var rule = RecurrenceRule(.yearly)
      rule.byMonth = [MonthNumber(month)]
      rule.byMonthDay = [days[0]]
      rules.append(rule)
      rule.byMonthDay = []
      // Days 1 to 7 contain the first such weekday of a month, -7 to -1 its last.
      for run in runs where run[0] > 0 ? run[6] % 7 == 0 : run[0] % 7 == 0 {
        rule.byDay = [WeekdayOrdinal(weekday, ordinal: (run[0] > 0 ? run[6] : run[0]) / 7)]
        rules.append(rule)
      }
      rule.byDay = [WeekdayOrdinal(weekday)]
      for run in runs {
        rule.byMonthDay = run
        rules.append(rule)
      }
    }
    let fromStart = dates.map(\.dayOfYear)
    let fromEnd = dates.map { $0.days(since: YearMonth(clampingYear: $0.year + 1, 1).firstDay) }
    // Around the new year, the first day of a year follows the last of the preceding year.
    let around = zip(fromStart, fromEnd).map { $0 < 8 ? $0 - 1 : $1 }
    for case let run? in [run(fromStart), run(fromEnd), run(around)?.map { $0 < 0 ? $0 : $0 + 1 }] {
      var rule = RecurrenceRule(.yearly, on: [weekday])
      rule.byYearDay = run
      rules.append(rule)
    }
    return rules
  }

  /// The seven consecutive days formed by the days of all years; `nil` if they form no such run.
  private static func run(_ days: [Int]) -> [Int]? {
    guard let low = days.min(), let high = days.max(), high - low == 6 else { return nil }
    return Array(low...high)
  }
}

extension TimeZoneDefinition.Observance {
  /// The onsets by its yearly rules, in local time with the preceding offset, in the half-open range from
  /// `first` to `end`.
  func yearlyOnsets(from first: CivilDateTime, until end: CivilDateTime) -> [CivilDateTime] {
    rules.flatMap {
      $0.occurrences(from: first.date.at(start.time)).prefix { $0 < end }.filter { $0 >= first }
    }
  }
}
