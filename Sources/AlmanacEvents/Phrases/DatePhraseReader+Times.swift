import AlmanacTime

extension DatePhraseReader {
  /// The words after an hour that say of which half of the day it is, by the names of their rows.
  private enum Half: String, CaseIterable {
    /// From midnight, which is 12 am, and from noon, which is 12 pm.
    case morning, afternoon
    /// The hours 1 to 11; at 12 some mean noon and some midnight.
    case beforeNoon = "before noon"
    /// From 6 in the evening to 5 in the morning.
    case night

    /// The hour of the clock of an hour from 1 to 12; `nil` for one that has two meanings.
    func hour(_ hour: Int) -> Int? {
      switch self {
      case .morning: hour % 12
      case .afternoon: hour % 12 + 12
      case .beforeNoon: hour == 12 ? nil : hour
      case .night: (6...11).contains(hour) ? hour + 12 : hour % 12
      }
    }
  }

  /// A part of a day by the name of its row, which comes after a day: `friday evening`, `mañana por la tarde a las 5`.
  private enum Part: String, CaseIterable {
    case morning = "the morning"
    case afternoon = "the afternoon"
    case evening = "the evening"

    /// The hour without a stated one.
    var usualHour: Int {
      switch self {
      case .morning: 9
      case .afternoon: 15
      case .evening: 20
      }
    }

    /// The hour of the clock of an hour that may be of either half of the day; `nil` for one of another part.
    func hour(_ hour: Int) -> Int? {
      let later = hour < 12 ? hour + 12 : hour
      switch self {
      case .morning: return hour < 12 ? hour : nil
      case .afternoon: return (12...20).contains(later) ? later : nil
      case .evening: return (17...23).contains(later) ? later : nil
      }
    }
  }

  /// An hour that may be of either half of the day, or the time of the clock.
  private struct Clock {
    var hour: Int
    var minute = 0
    var second = 0
    var half: Half?
    /// Whether it is a number alone, or one with a point, which may be something else.
    var isBare = false
    /// Whether it is a word, such as noon, which has no other half.
    var isWord = false

    /// `nil` for an hour that the clock does not have.
    var time: CivilTime? {
      guard let half else { return try? CivilTime(hour, minute, second) }
      guard (1...12).contains(hour), let hour = half.hour(hour) else { return nil }
      return try? CivilTime(hour, minute, second)
    }

    /// The same in a part of the day; `nil` if it is in another.
    func during(_ part: Part?) -> Clock? {
      guard let part else { return self }
      guard half == nil, !isWord else {
        return time.flatMap { part.hour($0.hour) == $0.hour ? self : nil }
      }
      var clock = self
      guard let hour = part.hour(hour) else { return nil }
      clock.hour = hour
      return clock
    }
  }

  /// The parts of a day that begin at a place, each with its usual hour and with the times that follow it.
  func partsOfDay(at index: Int) -> Found<DatePhrase> {
    Part.allCases.flatMap { part in
      after(part.rawValue, at: index).flatMap { next in
        [(DatePhrase(time: CivilTime(uncheckedSecondOfDay: part.usualHour * 3_600)), next)]
          + times(at: next, after: .ahead(days: 0), during: part)
      }
    }
  }

  /// The times of day, and ranges of them, that begin at a place.
  ///
  /// - Parameters:
  ///   - day: The day that comes before, after which `12-13` are hours.
  ///   - part: The part of the day in which they are.
  func times(at index: Int, after day: DatePhrase.Day?) -> Found<DatePhrase> {
    times(at: index, after: day, during: nil)
  }

  private func times(at index: Int, after day: DatePhrase.Day?, during part: Part?) -> Found<DatePhrase> {
    var found: Found<DatePhrase> = []
    let marked = after("at", at: index) + after("from", at: index)
    for start in [index] + marked {
      for (stated, next) in clocks(at: start) {
        guard let clock = stated.during(part) else { continue }
        if let time = clock.time, !clock.isBare || start != index || isHour(at: start, after: day) {
          found.append((DatePhrase(time: time), next))
        }
        guard day != nil || start != index || !clock.isBare else { continue }
        for middle in (isDash(next) ? [next + 1] : []) + after("to", at: next) {
          found += clocks(at: middle).compactMap { end, next in
            end.during(part).flatMap { Self.range(clock, $0) }
              .map { (DatePhrase(time: $0.start, end: $0.end), next) }
          }
        }
      }
    }
    return found
  }

  /// Whether a number, alone or with a point, is a time: after a day that it cannot be a part of.
  private func isHour(at index: Int, after day: DatePhrase.Day?) -> Bool {
    guard let day else { return false }
    return !day.takesNumber || number(at: index, 0...23) == nil && numericDates(at: index).isEmpty
  }

  /// Tonight, at 20:00 or a stated time from noon on.
  func evenings(at index: Int) -> Found<DatePhrase> {
    after("tonight", at: index).flatMap { next -> Found<DatePhrase> in
      let stated = times(at: next, after: .ahead(days: 0)).filter {
        $0.value.time.map { $0 >= .noon } ?? false
      }
      return ([(DatePhrase(time: CivilTime(uncheckedSecondOfDay: 20 * 3_600)), next)] + stated).map {
        ($0.value.on(.ahead(days: 0)), $0.next)
      }
    }
  }

  /// The times of a range. In `9-11pm` and `9:30-11pm` the half of the day is that of both, unless the end is then before the
  /// start: `11-1pm`.
  private static func range(_ start: Clock, _ end: Clock) -> (start: CivilTime, end: CivilTime)? {
    guard let last = end.time else { return nil }
    var start = start
    if let half = end.half, start.half == nil, !start.isWord, (1...12).contains(start.hour) {
      start.half = half
      if let time = start.time, time >= last { start.half = .morning }
    }
    return start.time.map { ($0, last) }
  }

  private func clocks(at index: Int) -> Found<Clock> {
    var found: Found<Clock> = after("noon", at: index).map { (Clock(hour: 12, isWord: true), $0) }
    found += after("midnight", at: index).map { (Clock(hour: 0, isWord: true), $0) }
    guard index < tokens.count else { return found }
    let text = tokens[index].text
    // 9:30, and 9.30 without seconds
    let hasPoint = text.contains(".")
    let fields = text.split(separator: hasPoint ? "." : ":", omittingEmptySubsequences: false)
    let parts = fields.map { Int($0) }
    guard text.first?.isNumber == true, parts.count <= (hasPoint ? 2 : 3), let hour = parts[0],
      (0...23).contains(hour), parts.allSatisfy({ $0 != nil }),
      fields.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return found }
    var clock = Clock(
      hour: hour, minute: parts.count > 1 ? parts[1] ?? 0 : 0, second: parts.count > 2 ? parts[2] ?? 0 : 0)
    for start in optionally("o'clock", at: index + 1) {
      for half in Half.allCases {
        clock.half = half
        found += after(half.rawValue, at: start).map { (clock, $0) }
      }
    }
    clock.half = nil
    for next in after("o'clock", at: index + 1) {
      found.append((clock, next))
      // 9h30
      guard parts.count == 1, next < tokens.count, tokens[next].text.utf8.count == 2,
        let minute = number(at: next, 0...59)
      else { continue }
      found.append((Clock(hour: hour, minute: minute), next + 1))
    }
    clock.isBare = parts.count == 1 || hasPoint
    found.append((clock, index + 1))
    return found
  }
}
