import AlmanacEvents
import AlmanacICS
import AlmanacTime

/// Any bytes as TZif, any text as a POSIX rule: reading ends, and the zone that is read answers consistently.
struct ZoneBytes {
  private let input: [UInt8]

  init(_ input: [UInt8]) { self.input = input }

  func check() {
    if let zone = try? Zone(name: "Fuzz/TZif", tzif: input) { Self.check(zone) }
    let text = String(decoding: input.prefix(200), as: UTF8.self)
    guard let zone = try? Zone(name: "Fuzz/POSIX", posix: text) else { return }
    Self.check(zone)
    if let rule = zone.posixRule {
      guard let again = try? Zone(name: "Fuzz/POSIX", posix: rule) else { fatalError("\(rule) is not read") }
      require(again.hasSameRules(as: zone), "\(text) and \(rule) differ")
    }
  }

  /// Instants and wall-clock times lead to each other, and transitions ascend.
  static func check(_ zone: Zone) {
    var last: Instant?
    var count = 0
    let range = Instant(secondsSinceEpoch: -4_000_000_000)..<Instant(secondsSinceEpoch: 8_000_000_000)
    for transition in zone.transitions(in: range) {
      require(
        last.map { $0 < transition.instant } ?? true, "transitions do not ascend at \(transition.instant)")
      last = transition.instant
      for seconds in [-1, 0, 1, 3_600] { check(zone, transition.instant.adding(seconds: seconds)) }
      count += 1
      if count == 60 { break }
    }
    for seconds in stride(from: -4_000_000_000, through: 8_000_000_000, by: 1_234_567_891) {
      check(zone, Instant(secondsSinceEpoch: Int64(seconds)))
    }
    check(zone, Instant(secondsSinceEpoch: .min / 4))
    check(zone, Instant(secondsSinceEpoch: .max / 4))
  }

  private static func check(_ zone: Zone, _ instant: Instant) {
    let local = zone.local(at: instant)
    // Of several changes within two days each is resolved against its neighbours only.
    let near = zone.transitions(in: instant.adding(seconds: -172_800)..<instant.adding(seconds: 172_800))
    guard Array(near.prefix(2)).count < 2 else { return }
    // Beyond the years of the calendar a local time is that of the nearest.
    guard local > .min.adding(days: 3), local < .max.adding(days: -3) else { return }
    switch zone.resolve(local) {
    case .unique(let found): require(found == instant, "\(instant) is \(local), which is \(found)")
    case .fold(let first, let second):
      require(first == instant || second == instant, "\(instant) is \(local), which is \(first) or \(second)")
    case .gap: fatalError("\(instant) is \(local), which is skipped")
    }
    var cursor = ZoneCursor(zone)
    require(
      cursor.instant(of: local) == zone.instant(of: local), "a cursor resolves \(local) otherwise")
  }
}

/// Any lines as the content of a VTIMEZONE that an event uses: reading ends, the times come back from what is written.
struct ZoneDefinition {
  private let text: String

  init(_ input: [UInt8]) {
    let lines = String(decoding: input, as: UTF8.self)
    text = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:-//fuzz//EN\r
      BEGIN:VTIMEZONE\r
      TZID:Fuzz\r
      \(lines)\r
      END:VTIMEZONE\r
      BEGIN:VEVENT\r
      UID:a\r
      DTSTAMP:20260101T000000Z\r
      DTSTART;TZID=Fuzz:20260302T090000\r
      RRULE:FREQ=MONTHLY;COUNT=14\r
      SUMMARY:Monthly\r
      END:VEVENT\r
      END:VCALENDAR\r

      """
  }

  func check() {
    let options = ICSOptions(uids: .seeded(1))
    guard let document = try? ICSDocument(parsing: text.utf8, options: options) else { return }
    for calendar in document.calendars {
      for case .zoned(let start)? in calendar.items.map({ $0.start }) { ZoneBytes.check(start.zone) }
    }
    guard let written = try? ICSDocument(parsing: document.bytes(.normalized), options: options) else {
      return require(document.calendars.isEmpty, "what is written is not read")
    }
    require(
      Self.starts(document) == Self.starts(written),
      "other times:\n\(Self.starts(document))\n\(Self.starts(written))\n\(document.text(.normalized))")
  }

  private static func starts(_ document: ICSDocument) -> [[Int64]] {
    let window = Instant(secondsSinceEpoch: 1_700_000_000)..<Instant(secondsSinceEpoch: 1_900_000_000)
    return document.calendars.map { calendar in
      let occurrences = (try? calendar.occurrences(in: window, viewer: .utc)) ?? []
      return occurrences.map { $0.interval(in: .utc).lowerBound.secondsSinceEpoch }
    }
  }
}

/// Any text as a date, a time, a duration: reading ends, and what is read is printed and read as the same.
struct TimeTexts {
  private let text: String

  init(_ input: [UInt8]) { text = String(decoding: input.prefix(100), as: UTF8.self) }

  func check() {
    if let date = try? CivilDate(text) {
      for form in [CivilForm.basic, .extended] {
        require((try? CivilDate(date.formatted(form))) == date, "\(date) is read otherwise")
      }
      require((try? CivilDate(date.year, date.month, date.dayOfMonth)) == date, "\(date) has other fields")
      let week = WeekDate(date)
      let back = try? WeekDate(year: week.year, week: week.week, weekday: week.weekday).date
      require(back == date, "\(date) is in \(week), which is \(String(describing: back))")
    }
    if let time = try? CivilTime(text) {
      require((try? CivilTime("\(time)")) == time, "\(time) is read otherwise")
    }
    if let time = try? CivilDateTime(text) {
      require((try? CivilDateTime(time.formatted(.basic))) == time, "\(time) is read otherwise")
      require((try? CivilDateTime("\(time)")) == time, "\(time) is read otherwise")
    }
    if let time = try? Instant(text) {
      require((try? Instant("\(time)")) == time, "\(time) is read otherwise")
    }
    if let length = try? CalendarDuration(text) {
      require((try? CalendarDuration("\(length)")) == length, "\(length) is read otherwise")
    }
    if let month = try? YearMonth(text) {
      require((try? YearMonth("\(month)")) == month, "\(month) is read otherwise")
    }
    if let time = try? ZonedDateTime(text) {
      let again = try? ZonedDateTime("\(time)")
      require(again?.instant == time.instant, "\(time) is read as \(String(describing: again))")
    }
    if let week = try? WeekDate(text) {
      require((try? WeekDate("\(week)")) == week, "\(week) is read otherwise")
    }
  }
}
