import AlmanacRecurrence
import AlmanacTime

/// RFC 5545 §3.3.10 in its plainest form: every period is opened, every day in it is checked, then every time of day,
/// and positions are counted in the resulting list.
///
/// It shares with the engine the values of a rule and the day numbers of civil dates, and nothing else.
struct NaiveExpansion {
  let rule: RecurrenceRule
  let start: CivilDateTime
  private let day: NaiveDays

  init(_ rule: RecurrenceRule, from start: CivilDateTime) {
    self.rule = rule
    self.start = start
    day = NaiveDays(rule, from: start.date)
  }

  /// The instances that were found, and the end of the search.
  struct Result {
    var instances: [CivilDateTime] = []
    /// All instances up to here are known.
    var end: CivilDateTime
  }

  /// The instances up to a horizon, at most so many.
  func instances(limit: Int, upTo horizon: CivilDateTime, periods: Int = 100_000) -> Result {
    var result = Result(end: horizon)
    var left = limit
    if case .count(let count) = rule.end { left = min(left, count) }
    // With INTERVAL=1 a date that the period before moves or counts into this one is there too.
    var index = rule.interval == 1 && (rule.frequency == .yearly || rule.skip == .forward) ? -1 : 0
    var opened = 0
    while left > 0 {
      // A week-based year, or a date that is moved back, may come a few days before its period.
      guard let begin = periodStart(index), begin.adding(days: -7) <= horizon else { break }
      opened += 1
      if opened > periods {
        result.end = begin.adding(seconds: -1)
        break
      }
      for time in set(ofPeriod: index) where time >= start && time > (result.instances.last ?? .min) {
        if left == 0 || isPastEnd(time) || time > horizon { return result }
        result.instances.append(time)
        left -= 1
      }
      index += 1
    }
    return result
  }

  private func isPastEnd(_ time: CivilDateTime) -> Bool {
    switch rule.end {
    case .until(.local(let last)), .until(.utc(let last)): time > last
    case .until(.date(let last)): time.date > last
    default: false
    }
  }

  // MARK: Periods

  /// The start of a period; `nil` beyond the calendar.
  private func periodStart(_ index: Int) -> CivilDateTime? {
    let steps = index * rule.interval
    switch rule.frequency {
    case .yearly:
      return (try? CivilDate(day.firstYear + steps, 1, 1))?.startOfDay
    case .monthly:
      return start.date.yearMonth.adding(months: steps).firstDay.startOfDay
    case .weekly:
      return start.date.startOfWeek(from: rule.weekStart).adding(days: 7 * steps).startOfDay
    case .daily:
      return start.date.adding(days: steps).startOfDay
    case .hourly, .minutely, .secondly:
      return clock(index)
    }
  }

  private func clock(_ index: Int) -> CivilDateTime {
    let unit = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    let second = start.time.secondOfDay / unit * unit
    return start.date.startOfDay.adding(seconds: second + index * rule.interval * unit)
  }

  /// All times of a period, in order, after BYSETPOS.
  private func set(ofPeriod index: Int) -> [CivilDateTime] {
    guard let begin = periodStart(index) else { return [] }
    var times: [CivilDateTime] = []
    switch rule.frequency {
    case .yearly: times = product(day.days(ofYear: begin.date.year))
    case .monthly:
      times = product(day.days(ofMonth: begin.date.month, in: begin.date.year))
    case .weekly: times = product((0..<7).map { begin.date.adding(days: $0) }.filter(day.isAllowed))
    case .daily: times = product([begin.date].filter(day.isAllowed))
    case .hourly, .minutely, .secondly:
      if day.isAllowed(begin.date) { times = timesOfClock(begin) }
    }
    return positioned(times)
  }

  private func positioned(_ times: [CivilDateTime]) -> [CivilDateTime] {
    if rule.bySetPosition.isEmpty { return times }
    return times.indices.filter { index in
      rule.bySetPosition.contains(index + 1) || rule.bySetPosition.contains(index - times.count)
    }.map { times[$0] }
  }

  // MARK: Times

  private func product(_ days: [CivilDate]) -> [CivilDateTime] {
    var times: [CivilDateTime] = []
    for day in days {
      for hour in 0..<24 where isGiven(hour, rule.byHour, else: start.time.hour) {
        for minute in 0..<60 where isGiven(minute, rule.byMinute, else: start.time.minute) {
          for second in 0..<60 where isGivenSecond(second) {
            times.append(day.startOfDay.adding(seconds: hour * 3600 + minute * 60 + second))
          }
        }
      }
    }
    return times
  }

  private func timesOfClock(_ begin: CivilDateTime) -> [CivilDateTime] {
    let time = begin.time
    func isLimited(_ value: Int, _ part: [Int]) -> Bool { part.isEmpty || part.contains(value) }
    guard isLimited(time.hour, rule.byHour) else { return [] }
    var minutes = [time.minute]
    if rule.frequency == .hourly {
      minutes = (0..<60).filter { isGiven($0, rule.byMinute, else: start.time.minute) }
    } else if !isLimited(time.minute, rule.byMinute) {
      return []
    }
    var seconds = [time.second]
    if rule.frequency != .secondly {
      seconds = (0..<60).filter(isGivenSecond)
    } else if !rule.bySecond.isEmpty, !isGivenSecond(time.second) {
      return []
    }
    return minutes.flatMap { minute in
      seconds.map { begin.date.startOfDay.adding(seconds: time.hour * 3600 + minute * 60 + $0) }
    }
  }

  private func isGiven(_ value: Int, _ part: [Int], else fallback: Int) -> Bool {
    part.isEmpty ? value == fallback : part.contains(value)
  }

  /// A leap second is the second before (§3.3.12).
  private func isGivenSecond(_ second: Int) -> Bool {
    isGiven(second, rule.bySecond.map { $0 == 60 ? 59 : $0 }, else: start.time.second)
  }
}
