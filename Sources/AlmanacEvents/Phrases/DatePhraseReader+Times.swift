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

    /// The time without a stated one.
    var usualTime: CivilTime {
      switch self {
      case .morning: CivilTime(uncheckedSecondOfDay: 9 * 3_600)
      case .afternoon: CivilTime(uncheckedSecondOfDay: 15 * 3_600)
      case .evening: CivilTime(uncheckedSecondOfDay: 20 * 3_600)
      }
    }

    /// The name of the row of this part of today.
    var ofToday: String {
      switch self {
      case .morning: "this morning"
      case .afternoon: "this afternoon"
      case .evening: "tonight"
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
    /// Whether it is a word, such as noon, or the end of the day, which have no other half.
    var isWord = false
    /// Whether the hour has a zero before it, as on a clock of 24 hours.
    var isPadded = false

    /// Whether the hour can be one of either half of the day.
    var isOfEitherHalf: Bool { !isWord && !isPadded && (1...12).contains(hour) }

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
        [(DatePhrase(time: part.usualTime), next)] + times(at: next, after: .ahead(days: 0), during: part)
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
    let from = after("from", at: index)
    for start in [index] + after("at", at: index) + from {
      for (stated, next) in clocks(at: start) {
        guard let clock = stated.during(part) else { continue }
        let isMarked = start != index
        // In "lunes 9 a las 10" the number is that of the day.
        let isOfDay = clock.isBare && !isMarked && day?.takesNumber == true && !after("at", at: next).isEmpty
        // "de 10 a 12 de marzo" is not 10:00 on a day.
        let isStart = from.contains(start) && !after("to", at: next).isEmpty
        if let time = clock.time, !isStart, !clock.isBare || isMarked || isHour(at: start, after: day) {
          found.append((DatePhrase(time: time), next))
        }
        found += ends(of: clock, at: next, during: part).compactMap { end, next in
          // Numbers alone, as in "10-12", may be days.
          guard day != nil || isMarked || !clock.isBare || !end.isBare, !isOfDay else { return nil }
          return Self.range(clock, end).map { (DatePhrase(time: $0.start, end: $0.end), next) }
        }
      }
    }
    return found
  }

  /// The ends of a range, after the clock with which it begins.
  private func ends(of clock: Clock, at index: Int, during part: Part?) -> Found<Clock> {
    let starts = (isDash(index) ? [index + 1] : []) + after("to", at: index)
    return starts.flatMap { optionally("at", at: $0) }.flatMap { start in
      (clocks(at: start) + endsOfDay(at: start)).compactMap { end, next in
        end.during(part).map { ($0, next) }
      }
    }
  }

  /// The hour 24, with which a range ends: `20-24`, `20:00-24:00`.
  private func endsOfDay(at index: Int) -> Found<Clock> {
    guard index < tokens.count, ["24", "24:00"].contains(tokens[index].text) else { return [] }
    let end = Clock(hour: 0, isBare: tokens[index].text == "24", isWord: true)
    return [(end, index + 1)]
      + after("o'clock", at: index + 1).map { (Clock(hour: 0, isWord: true), $0) }
  }

  /// Whether a number, alone or with a point, is a time: after a day that it cannot be a part of.
  private func isHour(at index: Int, after day: DatePhrase.Day?) -> Bool {
    guard let day else { return false }
    return !day.takesNumber || number(at: index, 0...23) == nil && numericDates(at: index).isEmpty
  }

  /// This morning, this afternoon and tonight, at their usual or a stated time, which of tonight is from noon on: `tonight at 8`,
  /// `at 8 tonight`, `8-10 tonight`.
  func partsOfToday(at index: Int) -> Found<DatePhrase> {
    Part.allCases.flatMap { part in
      after(part.ofToday, at: index).flatMap { next -> Found<DatePhrase> in
        let isLate = { (time: CivilTime?) in time.map { $0 >= .noon } ?? false }
        let late = times(at: next, after: .ahead(days: 0)).filter {
          part == .evening && isLate($0.value.time)
        }
        return [(DatePhrase(time: part.usualTime), next)] + late
          + times(at: next, after: .ahead(days: 0), during: part)
      } + times(at: index, before: part)
    }.map { ($0.value.on(.ahead(days: 0)), $0.next) }
  }

  /// The times before the words for a part of today, such as "at 8" and "8-10" before "tonight".
  private func times(at index: Int, before part: Part) -> Found<DatePhrase> {
    let ranges = times(at: index, after: .ahead(days: 0), during: part).filter { $0.value.end != nil }
    return (times(at: index, after: nil, during: part) + ranges).flatMap { time, next in
      after(part.ofToday, at: next).map { (time, $0) }
    }
  }

  /// The times of a range. In `9-11pm` and `9:30-11pm` the half of the day is that of both, unless the end is then before the
  /// start: `11-1pm`. In `9-5` and `11am-1` the end is in the next half of the day; `22-2` are hours of a clock of 24.
  private static func range(_ start: Clock, _ end: Clock) -> (start: CivilTime, end: CivilTime)? {
    guard let last = end.time else { return nil }
    var start = start
    if let half = end.half, start.half == nil, !start.isWord, (1...12).contains(start.hour) {
      start.half = half
      if let time = start.time, time >= last { start.half = .morning }
    }
    guard let first = start.time else { return nil }
    guard last <= first, start.isOfEitherHalf, end.half == nil, end.isOfEitherHalf else {
      return (first, last)
    }
    let later = CivilTime(uncheckedSecondOfDay: (last.secondOfDay + 43_200) % 86_400)
    return (first, later > first || later == .midnight ? later : last)
  }

  private func clocks(at index: Int) -> Found<Clock> {
    clocksOfHours(at: index) + clocksOfQuarters(at: index)
  }

  /// The quarters before an hour, as Catalan counts them: `dos quarts de 10` is 9:30.
  private func clocksOfQuarters(at index: Int) -> Found<Clock> {
    ["quarter before", "two quarters before", "three quarters before"].enumerated().flatMap { place, row in
      after(row, at: index).flatMap { start in
        clocksOfHours(at: start).compactMap { clock, next in
          guard clock.minute == 0, clock.second == 0, let hour = clock.time?.hour else { return nil }
          return (Clock(hour: (hour + 23) % 24, minute: 15 * (place + 1)), next)
        }
      }
    }
  }

  private func clocksOfHours(at index: Int) -> Found<Clock> {
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
      hour: hour, minute: parts.count > 1 ? parts[1] ?? 0 : 0, second: parts.count > 2 ? parts[2] ?? 0 : 0,
      isPadded: text.first == "0")
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
