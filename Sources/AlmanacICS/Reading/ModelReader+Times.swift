import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// Dates and times.
extension ModelReader {
  /// A DATE or DATE-TIME with what its parameters say of it.
  mutating func time(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes, _ property: String
  ) -> EventTime? {
    let line = lines[index]
    guard let read = civil(index, 0, bytes.value(of: line), line, property) else { return nil }
    return placed(read, line, bytes, property)
  }

  /// An instant, which must be in UTC.
  mutating func instant(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes, _ property: String
  ) -> Instant? {
    let line = lines[index]
    guard let read = civil(index, 0, bytes.value(of: line), line, property) else { return nil }
    if read.isUTC, !read.isDate, !line.hasParameters { return Instant(utc: read.local) }
    let time = placed(read, line, bytes, property)
    if !read.isUTC || read.isDate {
      report(
        .warning, .notUTC, line, property, "a time that is not in UTC",
        repair: time.zone == nil ? "read as UTC" : "turned to UTC")
    }
    return time.instant(in: .utc)
  }

  /// What a value says before its zone is known.
  struct CivilReading {
    var local: CivilDateTime
    var isDate: Bool
    var isUTC: Bool
  }

  /// One value of a line, checked: libical takes 30 February and hour 25.
  mutating func civil(
    _ index: Int, _ place: Int, _ value: UnsafeBufferPointer<UInt8>, _ line: ContentLine, _ property: String
  ) -> CivilReading? {
    let read = libical.time(ofLine: index, place)
    if let read, let exact = CivilReading(read) {
      if value.count == 8 || value.count == 15 || (value.count == 16 && read.isUTC) { return exact }
    }
    var patient = PatientTime(value)
    guard let found = patient.read() else {
      let reason = read == nil && value.isEmpty ? "an empty value" : "\(excerpt(value)) is no date or time"
      report(.error, .badTime, line, property, reason, repair: "left out")
      return nil
    }
    if patient.isAltered {
      report(
        .warning, .timeForm, line, property, "\(excerpt(value)) is not written as RFC 5545 §3.3.5 has it",
        repair: "read as \(found.isDate ? found.local.date.description : found.local.description)")
    }
    return found
  }

  /// Puts a reading into the zone of its line.
  mutating func placed(
    _ read: CivilReading, _ line: ContentLine, _ bytes: LineBytes, _ property: String
  ) -> EventTime {
    let tzid = line.hasParameters ? bytes.rawParameter("TZID", of: line) : nil
    if read.isDate || (line.hasParameters && saysDate(line, bytes)) {
      if !read.isDate {
        report(
          .warning, .timeForm, line, property, "a time where VALUE=DATE says a date",
          repair: "read as \(read.local.date)")
      } else if tzid != nil {
        report(.note, .dateWithZone, line, property, "a date has no time zone", repair: "TZID passed over")
      }
      return .date(read.local.date)
    }
    guard let tzid, !tzid.isEmpty else {
      return read.isUTC
        ? .zoned(ZonedDateTime(unchecked: read.local, in: .utc, at: Instant(utc: read.local)))
        : .floating(read.local)
    }
    guard let zone = zone(tzid, at: read.local, line, bytes, property) else {
      return read.isUTC ? .utc(Instant(utc: read.local)) : .floating(read.local)
    }
    if read.isUTC {
      if zone != .utc {
        report(
          .warning, .utcWithZone, line, property, "a time in UTC with the zone \(zone.name)",
          repair: "shown in that zone, at the same instant")
      }
      return .zoned(ZonedDateTime(Instant(utc: read.local), in: zone))
    }
    return .zoned(ZonedDateTime(read.local, in: zone))
  }

  private func saysDate(_ line: ContentLine, _ bytes: LineBytes) -> Bool {
    bytes.rawParameter("VALUE", of: line).map { isNamed($0, "DATE") } ?? false
  }

  /// The zone of a line's TZID, whose escapes are undone (RFC 6868).
  private mutating func zone(
    _ tzid: UnsafeBufferPointer<UInt8>, at local: CivilDateTime, _ line: ContentLine, _ bytes: LineBytes,
    _ property: String
  ) -> Zone? {
    guard tzid.contains(UInt8(ascii: "^")), let decoded = bytes.parameter("TZID", of: line) else {
      return zone(tzid, at: local, line, property)
    }
    return Array(decoded.utf8).withUnsafeBufferPointer { zone($0, at: local, line, property) }
  }

  /// The zone of a TZID. What is not understood is reported when the calendar is read.
  mutating func zone(
    _ tzid: UnsafeBufferPointer<UInt8>, at local: CivilDateTime?, _ line: ContentLine, _ property: String
  ) -> Zone? {
    zones.zone(tzid, at: local, line: line.lineNumber, property)
  }
}

extension ModelReader.CivilReading {
  /// - Returns: `nil` for what the calendar or the clock does not have; a leap second is the one before.
  init?(_ read: LibicalTime) {
    guard let date = try? CivilDate(read.year, read.month, read.day) else { return nil }
    if read.isDate {
      self.init(local: date.startOfDay, isDate: true, isUTC: false)
      return
    }
    guard let time = try? CivilTime(read.hour, read.minute, min(read.second, 59)), read.second <= 60 else {
      return nil
    }
    self.init(local: date.at(time), isDate: false, isUTC: read.isUTC)
  }
}

extension Instant {
  init(utc local: CivilDateTime) { self.init(secondsSinceEpoch: local.secondsSinceEpoch) }
}

/// Reads dates and times in the ways in which programs write them wrongly: `2026-03-02T09:00:00+01:00`, `20260302T0900`,
/// `20260302T240000`, with blanks around, with fractions of a second.
struct PatientTime {
  private let given: String
  /// Whether what was read is not what the value says to the letter of RFC 5545.
  private(set) var isAltered = true

  init(_ value: UnsafeBufferPointer<UInt8>) {
    given = String(decoding: value.prefix(64), as: UTF8.self)
  }

  mutating func read() -> ModelReader.CivilReading? {
    var text = given.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    var offset: Int?
    if text.last == "Z" || text.last == "z" {
      text.removeLast()
      offset = 0
    } else if let zone = Self.offset(of: text) {
      text = text[..<zone.start]
      offset = zone.seconds
    }
    if let fraction = text.firstIndex(where: { $0 == "." || $0 == "," }) { text = text[..<fraction] }
    let plain = text.uppercased().replacing(" ", with: "T")
    if let date = try? CivilDate(plain) {
      isAltered = plain.utf8.count != given.utf8.count || plain.contains("-")
      return ModelReader.CivilReading(local: date.startOfDay, isDate: true, isUTC: false)
    }
    guard var local = Self.local(plain) else { return nil }
    if let offset { local = local.adding(seconds: -offset) }
    return ModelReader.CivilReading(local: local, isDate: false, isUTC: offset != nil)
  }

  private static func local(_ text: String) -> CivilDateTime? {
    if let local = try? CivilDateTime(text) { return local }
    guard let mark = text.firstIndex(of: "T"), let date = try? CivilDate(String(text[..<mark])) else {
      return nil
    }
    let digits = text[text.index(after: mark)...].filter { $0 != ":" }
    if digits == "2400" || digits == "240000" { return date.adding(days: 1).startOfDay }
    guard digits.utf8.count == 4 || digits.utf8.count == 6, let number = Int(digits) else { return nil }
    let clock = digits.utf8.count == 4 ? number * 100 : number
    // A leap second is the one before.
    let second = clock % 100 == 60 ? 59 : clock % 100
    return (try? CivilTime(clock / 10_000, clock / 100 % 100, second)).map { date.at($0) }
  }

  /// `+01:00`, `-0330`, `+02` behind a time.
  private static func offset(of text: Substring) -> (start: Substring.Index, seconds: Int)? {
    guard let mark = text.firstIndex(of: "T"),
      let start = text[mark...].lastIndex(where: { $0 == "+" || $0 == "-" })
    else { return nil }
    let digits = text[text.index(after: start)...].filter { $0 != ":" }
    guard digits.utf8.count == 2 || digits.utf8.count == 4, let number = Int(digits), number >= 0 else {
      return nil
    }
    let (hours, minutes) = digits.utf8.count == 2 ? (number, 0) : (number / 100, number % 100)
    guard hours < 24, minutes < 60 else { return nil }
    return (start, (text[start] == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
  }
}
