/// The rule of a POSIX `TZ` string, as the footer of a zone file states it for all years after its table
/// (RFC 8536 §3.3): standard time, and daylight saving time between two yearly dates where there is one.
struct POSIXRule {
  /// A yearly date and a time on it that may lie up to a week before or after that day.
  struct YearlyDate {
    enum Day {
      /// 1…365; 29 February is never counted.
      case julian(Int)
      /// 0…365; 29 February is counted.
      case zeroBased(Int)
      /// The week-th (5 is the last) of a weekday (0 is Sunday) in a month.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Seconds from that day's midnight on the wall, -167…167 hours.
    var time: Int
  }

  var standard: ZonePhase
  var daylight: ZonePhase?
  var start = YearlyDate(day: .weekday(month: 3, week: 2, weekday: 0), time: 7200)
  var end = YearlyDate(day: .weekday(month: 11, week: 1, weekday: 0), time: 7200)

  /// The transitions of a range of years, ascending.
  func transitions(in years: ClosedRange<Int>, after last: Instant? = nil) -> [ZoneTransition] {
    var all: [ZoneTransition] = []
    for year in years {
      for transition in transitions(in: year) where last.map({ $0 < transition.instant }) ?? true {
        // Daylight saving time that lasts all year ends when it begins again, or later: its end is dropped.
        while let previous = all.last, previous.instant >= transition.instant { all.removeLast() }
        all.append(transition)
      }
    }
    let next = transitions(in: years.upperBound + 1).first
    while let previous = all.last, let next, previous.instant >= next.instant { all.removeLast() }
    return all
  }

  /// The transitions of one year in order of time.
  private func transitions(in year: Int) -> [ZoneTransition] {
    guard let daylight else { return [] }
    let on = start.wallSeconds(in: year) - Int64(standard.offset)
    let off = end.wallSeconds(in: year) - Int64(daylight.offset)
    let transitions = [
      ZoneTransition(Instant(secondsSinceEpoch: on), daylight),
      ZoneTransition(Instant(secondsSinceEpoch: off), standard),
    ]
    return on <= off ? transitions : [transitions[1], transitions[0]]
  }
}

extension POSIXRule {
  /// The table of a zone that follows the rule after its last recorded transition, or always when there is none.
  ///
  /// The transitions of 400 years are computed, which then repeat. For a file of recent transitions they reach to the
  /// same year, so that a file that lists the coming years and one that does not have equal tables.
  func table(
    named name: String, after recorded: [ZoneTransition], from initial: ZonePhase, text: String
  ) -> ZoneTable {
    guard let last = recorded.last, daylight != nil else {
      return constantOrEndless(named: name, after: recorded, from: initial, text: text)
    }
    let year = last.instant.utc.date.year
    let coming = transitions(in: year...(Swift.max(year, 2037) + 402), after: last.instant)
    return ZoneTable(
      name: name, initial: initial, transitions: recorded + coming, repeats: true, posixRule: text)
  }

  /// Without daylight saving time, or without recorded transitions.
  private func constantOrEndless(
    named name: String, after recorded: [ZoneTransition], from initial: ZonePhase, text: String
  ) -> ZoneTable {
    var all = recorded
    if let last = recorded.last, last.phase.offset != standard.offset {
      all.append(ZoneTransition(last.instant.adding(seconds: 1), standard))
    } else if recorded.isEmpty && daylight != nil {
      all = transitions(in: -10_001...(-9_599))
    }
    return ZoneTable(
      name: name, initial: recorded.isEmpty ? standard : initial, transitions: all, repeats: daylight != nil,
      posixRule: text)
  }
}

extension POSIXRule.YearlyDate {
  /// The wall-clock time of the date in a year, in seconds since 1970.
  func wallSeconds(in year: Int) -> Int64 {
    let newYear = Gregorian.days(year: year, month: 1, day: 1)
    let dayNumber: Int
    switch day {
    case .julian(let number):
      dayNumber = newYear + number - 1 + (number >= 60 && Gregorian.isLeap(year) ? 1 : 0)
    case .zeroBased(let number):
      dayNumber = newYear + number
    case .weekday(let month, let week, let weekday):
      let first = Gregorian.days(year: year, month: month, day: 1)
      let firstWeekday = (Gregorian.weekdayIndex(ofDay: first) + 1) % 7
      var offset = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      while offset >= Gregorian.daysInMonth(year, month) { offset -= 7 }
      dayNumber = first + offset
    }
    return Int64(dayNumber) * 86_400 + Int64(time)
  }
}

extension POSIXRule {
  /// Reads a string such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+0330>-3:30`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.posixRule() }
  }
}

extension TextScanner {
  fileprivate mutating func posixRule() throws(TimeError) -> POSIXRule {
    let name = try abbreviation()
    let offset = -(try clock(hours: 24))
    var rule = POSIXRule(standard: ZonePhase(offset: offset, isDaylight: false, abbreviation: name))
    guard !isAtEnd else { return rule }
    let daylightName = try abbreviation()
    let hasOffset = next != nil && next != UInt8(ascii: ",")
    let daylightOffset = hasOffset ? -(try clock(hours: 24)) : offset + 3600
    rule.daylight = ZonePhase(offset: daylightOffset, isDaylight: true, abbreviation: daylightName)
    if skip(",") {
      rule.start = try yearlyDate()
      try expect(",", "',' and the end of daylight saving time")
      rule.end = try yearlyDate()
    }
    return rule
  }

  private mutating func abbreviation() throws(TimeError) -> String {
    if skip("<") {
      guard let name = text(upTo: ">") else {
        throw TimeError(.syntax, at: offset, expected: "'>' after a name")
      }
      return name
    }
    let name = letters()
    guard name.utf8.count >= 3 else {
      throw TimeError(.syntax, at: offset, expected: "a zone abbreviation of three letters or more")
    }
    return name
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private mutating func clock(hours limit: Int) throws(TimeError) -> Int {
    let start = offset
    let sign = read(anyOf: "+-")
    let hours = try number("hours")
    var seconds = 0
    if skip(":") {
      seconds = try number("minutes") * 60
      if skip(":") { seconds += try number("seconds") }
    }
    guard hours <= limit, seconds < 3600 else {
      throw TimeError(.outOfRange, at: start, expected: "a time of at most \(limit) hours")
    }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + seconds)
  }

  private mutating func yearlyDate() throws(TimeError) -> POSIXRule.YearlyDate {
    let day: POSIXRule.YearlyDate.Day
    if skip("M") {
      let month = try number("a month from 1 to 12", in: 1...12)
      try expect(".", "'.' and a week")
      let week = try number("a week from 1 to 5", in: 1...5)
      try expect(".", "'.' and a weekday")
      day = .weekday(month: month, week: week, weekday: try number("a weekday from 0 to 6", in: 0...6))
    } else if skip("J") {
      day = .julian(try number("a day of the year from 1 to 365", in: 1...365))
    } else {
      day = .zeroBased(try number("a day of the year from 0 to 365", in: 0...365))
    }
    return POSIXRule.YearlyDate(day: day, time: skip("/") ? try clock(hours: 167) : 7200)
  }
}
