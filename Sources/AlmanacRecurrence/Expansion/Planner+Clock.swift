internal import AlmanacTime

/// Periods of hours, minutes or seconds that are stepped through one by one, with limits on when they may be.
struct ClockSteps: Sendable {
  /// Seconds from one period to the next.
  let step: Int64
  /// The start of the first period.
  let first: Int64
  /// Bit n for hour, minute or second n of the clock; all ones where the part is absent or expands.
  let hours: UInt64
  let minutes: UInt64
  let seconds: UInt64
  let limitsDays: Bool
}

extension Planner {
  func clockPlan(count: Int, last: Int64) -> ExpansionPlan {
    let unit: Int64 = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    let step = Int64(interval) * unit
    let first = start.secondsSinceEpoch.flooredQuotient(unit) * unit
    let positions = chosenPositions
    var times = timesInPeriod()
    if !positions.isEmpty { times = Self.select(positions, from: times) }
    guard !times.isEmpty, !isDate else { return plan(.empty, times: [0], count: 0, last: last) }

    let steps = ClockSteps(
      step: step, first: first, hours: bits(rule.byHour, below: 24, limits: true),
      minutes: bits(rule.byMinute, below: 60, limits: rule.frequency <= .minutely),
      seconds: bits(rule.bySecond.map { $0 == 60 ? 59 : $0 }, below: 60, limits: rule.frequency == .secondly),
      limitsDays: parts.limitsDays)
    if isUnlimited(steps), times.count == 1 {
      return stepPlan(steps, time: times[0], count: count, last: last)
    }
    if 86_400 % step == 0, let plan = dailyPlan(steps, times: times, count: count, last: last) { return plan }
    guard canMatch(steps) else { return plan(.empty, times: [0], count: 0, last: last) }
    return plan(.clock(steps), times: times, count: count, last: last)
  }

  private func isUnlimited(_ steps: ClockSteps) -> Bool {
    !steps.limitsDays && steps.hours == ~0 && steps.minutes == ~0 && steps.seconds == ~0
  }

  /// Seconds into a period at which there is an instance: what the parts below the frequency expand to.
  private func timesInPeriod() -> [Int64] {
    let time = start.time
    switch rule.frequency {
    case .hourly:
      return Self.product(
        [0], Self.values(rule.byMinute, in: 0...59, else: time.minute), seconds(else: time.second))
    case .minutely:
      return Self.product([0], [0], seconds(else: time.second))
    default:
      return [0]
    }
  }

  private func bits(_ part: [Int], below limit: Int, limits: Bool) -> UInt64 {
    guard limits, !part.isEmpty else { return ~0 }
    var bits: UInt64 = 0
    for value in part where (0..<limit).contains(value) { bits |= 1 << UInt64(value) }
    return bits
  }

  /// No limit at all: one instance every step. It begins with the first that is not before the start.
  private func stepPlan(_ steps: ClockSteps, time: Int64, count: Int, last: Int64) -> ExpansionPlan {
    // The time within the period is the start's own, or one that BYMINUTE or BYSECOND gives for every period.
    var instance = steps.first + time
    if instance < start.secondsSinceEpoch { instance += steps.step }
    return ExpansionPlan(
      shape: instance <= last ? .steps(steps.step) : .empty, parts: parts, start: instance,
      times: [instance.flooredRemainder(86_400)], count: count, last: last)
  }

  /// Steps that fit the day: the same times on every day that the limits let through; `nil` for more times a day than
  /// minutes, as calendars keep the plans of their series.
  private func dailyPlan(
    _ steps: ClockSteps, times: [Int64], count: Int, last: Int64
  ) -> ExpansionPlan? {
    var all: [Int64] = []
    var period = steps.first.flooredRemainder(steps.step)
    while period < 86_400 {
      if steps.allows(timeOfDay: period) {
        guard all.count + times.count <= 1440 else { return nil }
        all.append(contentsOf: times.map { period + $0 })
      }
      period += steps.step
    }
    guard !all.isEmpty else { return plan(.empty, times: [0], count: 0, last: last) }
    let shape =
      scale == nil
      ? ExpansionPlan.Shape.years(interval: 1, first: start.date.year, .limited)
      : .scaled(.days(interval: 1, first: start.date.daysSinceEpoch))
    return plan(shape, times: all, count: count, last: last)
  }

  /// Whether any time of day that the steps can reach is allowed. Steps reach all times that are a multiple of the
  /// greatest common divisor of step and day away from the first.
  private func canMatch(_ steps: ClockSteps) -> Bool {
    let divisor = steps.commonDivisor
    var time = steps.first.flooredRemainder(divisor)
    while time < 86_400 {
      if steps.allows(timeOfDay: time) { return true }
      time += divisor
    }
    return false
  }
}

extension ClockSteps {
  /// The greatest common divisor of step and day.
  var commonDivisor: Int64 {
    var divisor = step
    var rest = Int64(86_400)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }

  func allows(timeOfDay time: Int64) -> Bool {
    hours & (1 << UInt64(time / 3600)) != 0 && minutes & (1 << UInt64(time / 60 % 60)) != 0
      && seconds & (1 << UInt64(time % 60)) != 0
  }

  /// The earliest time of day not before this one whose hour, minute and second may match; 86 400 when there is none.
  func earliest(from time: Int64) -> Int64 {
    let hour = time / 3600
    guard hours & (1 << UInt64(hour)) != 0 else {
      let later = hours & UInt64.ones(Int(hour)..<24)
      return later == 0 ? 86_400 : Int64(later.trailingZeroBitCount) * 3600
    }
    let minute = time / 60 % 60
    guard minutes & (1 << UInt64(minute)) != 0 else {
      let later = minutes & UInt64.ones(Int(minute)..<60)
      return later == 0 ? (hour + 1) * 3600 : hour * 3600 + Int64(later.trailingZeroBitCount) * 60
    }
    let second = time % 60
    guard seconds & (1 << UInt64(second)) != 0 else {
      let later = seconds & UInt64.ones(Int(second)..<60)
      let thisMinute = time - second
      return later == 0 ? thisMinute + 60 : thisMinute + Int64(later.trailingZeroBitCount)
    }
    return time
  }
}
