import AlmanacComponents
import AlmanacEvents
package import AlmanacTime

/// Reading of dates and times.
extension ValueDoor {
  /// A date or time, also in the forms of other programs.
  package func lenientTime(_ value: UnsafeBufferPointer<UInt8>) -> ModelReader.CivilReading? {
    time(value).flatMap(ModelReader.CivilReading.init) ?? ModelReader.CivilReading(lenient: value)
  }
}

extension ModelReader {
  /// A DATE or DATE-TIME, interpreted according to its parameters.
  mutating func time(_ property: PropertyView) -> EventTime? {
    civil(property.value, property).map { applyingZone($0, property) }
  }

  /// An instant, which should be in UTC; other forms are reported.
  mutating func instant(_ property: PropertyView) -> Instant? {
    guard let read = civil(property.value, property) else { return nil }
    if read.isUTC, !property.hasParameters { return Instant(utc: read.local) }
    let time = applyingZone(read, property)
    if !read.isUTC {
      report(
        .warning, .notUTC, property, "a time that is not in UTC",
        repair: time.zone == nil ? "read as UTC" : "turned to UTC")
    }
    return time.instant(in: .utc)
  }

  /// A date or time read without its zone.
  package struct CivilReading {
    package var local: CivilDateTime
    package var isDate: Bool
    package var isUTC: Bool
  }

  /// One value of a property, validated, since the door accepts 30 February and hour 25.
  mutating func civil(_ value: UnsafeBufferPointer<UInt8>, _ property: PropertyView) -> CivilReading? {
    if let exact = door.time(value).flatMap(CivilReading.init) { return exact }
    guard let found = CivilReading(lenient: value) else {
      let reason = value.isEmpty ? "an empty value" : "\(excerpt(value)) is not a date or time"
      report(.error, .badTime, property, reason)
      return nil
    }
    if !found.isDate || value.count != 8 {
      report(
        .warning, .timeForm, property, "\(excerpt(value)) is not written as RFC 5545 §3.3.5 has it",
        repair: "read as \(found.isDate ? found.local.date.description : found.local.description)")
    }
    return found
  }

  /// One value, read without reporting deviations of form.
  func stated(_ value: UnsafeBufferPointer<UInt8>) -> CivilReading? { door.lenientTime(value) }

  /// Applies the zone of the property to a reading.
  mutating func applyingZone(_ read: CivilReading, _ property: PropertyView) -> EventTime {
    if read.isDate || property.hasParameter("VALUE", "DATE") {
      if !read.isDate {
        report(
          .warning, .timeForm, property, "a time although VALUE=DATE is stated",
          repair: "read as \(read.local.date)")
      } else if property.withParameter("TZID", { _ in true }) != nil {
        report(.note, .dateWithZone, property, "a date has no time zone", repair: "TZID ignored")
      } else if property.hasParameter("VALUE", "DATE-TIME") {
        report(
          .warning, .timeForm, property, "a date although VALUE=DATE-TIME is stated",
          repair: "read as \(read.local.date)")
      }
      return .date(read.local.date)
    }
    let (line, title) = (property.line, property.title)
    let zone = property.withParameter("TZID") { tzid -> Zone? in
      if !tzid.isEmpty { return zones.zone(tzid, at: read.local, line: line, title) }
      if !read.isUTC {
        report(.warning, .unknownZone, property, "TZID is empty", repair: "its times are read without a zone")
      }
      return nil
    }
    guard let zone = zone ?? nil else {
      return read.isUTC
        ? .zoned(ZonedDateTime(unchecked: read.local, in: .utc, at: Instant(utc: read.local)))
        : .floating(read.local)
    }
    if read.isUTC {
      if zone != .utc {
        report(
          .warning, .utcWithZone, property, "a time in UTC with the zone \(zone.name)",
          repair: "shown in that zone, at the same instant")
      }
      return .zoned(ZonedDateTime(Instant(utc: read.local), in: zone))
    }
    return .zoned(ZonedDateTime(read.local, in: zone))
  }
}

extension ModelReader.CivilReading {
  /// - Returns: `nil` for a date or time that does not exist; a leap second is read as the second before it.
  init?(_ read: TimeFields) {
    guard let date = try? CivilDate(Int(read.year), Int(read.month), Int(read.day)), read.second <= 60,
      let time = try? CivilTime(Int(read.hour), Int(read.minute), Int(min(read.second, 59)))
    else { return nil }
    self.init(local: date.at(time), isDate: read.isDate, isUTC: read.isUTC)
  }

  /// Reads a date or a time in an invalid form that programs write; one with an offset is turned to UTC.
  ///
  /// - Returns: `nil` for text that is not a date or time, that is truncated, or that has the name of a zone.
  fileprivate init?(lenient value: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: value.prefix(64), as: UTF8.self)[...].trimmed
    guard let read = try? LenientTime(Array(text.utf8)), !read.isImpossible, !read.lacksMinutes else {
      return nil
    }
    local = read.local
    isDate = read.time == nil
    isUTC = true
    switch read.zone {
    case .none: isUTC = false
    case .utc: break
    case .offset(let seconds): local = local.adding(seconds: -seconds)
    case .named: return nil
    }
  }
}

extension Instant {
  package init(utc local: CivilDateTime) { self.init(secondsSinceEpoch: local.secondsSinceEpoch) }
}

/// An offset from UTC (RFC 5545 §3.3.14): `+0100`, `-033015`; also in other unambiguous forms: `+01:00`,
/// `+01`, `+1`, `0100`, a minus sign instead of the hyphen, `-0000`, surrounding blanks.
struct OffsetText {
  let seconds: Int
  /// Whether the text deviates from the forms of RFC 5545.
  let isAltered: Bool

  init?(_ value: UnsafeBufferPointer<UInt8>) {
    guard value.count <= 64 else { return nil }
    self.init(String(decoding: value, as: UTF8.self))
  }

  /// - Returns: `nil` for text that is not an offset, or is ambiguous.
  init?(_ value: String) {
    let text = value[...].trimmed
    let sign = text.first.flatMap { "+-\u{2212}".contains($0) ? $0 : nil }
    // Hours alone are ambiguous without a sign.
    guard sign != nil || text.utf8.count >= 4 else { return nil }
    let fields = text.dropFirst(sign == nil ? 0 : 1).split(separator: ":", omittingEmptySubsequences: false)
    let first = fields.first?.utf8.count ?? 0
    let digits = (first == 1 ? "0" : "") + fields.joined()
    guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }), [2, 4, 6].contains(digits.utf8.count),
      fields.count == 1 || 1...2 ~= first && fields.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      let number = Int(digits + String(repeating: "0", count: 6 - digits.utf8.count))
    else { return nil }
    let (hours, minutes, rest) = (number / 10_000, number / 100 % 100, number % 100)
    guard hours < 24, minutes < 60, rest < 60 else { return nil }
    let isNegative = sign != nil && sign != "+"
    seconds = (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60 + rest)
    let isLegal = sign != nil && fields.count == 1 && digits.utf8.count > 2
    isAltered = !isLegal || value.utf8.count != digits.utf8.count + 1 || isNegative && seconds == 0
  }

  /// Parses the offset stated in the name of a zone: `GMT+0200`, `UTC-5`,
  /// `(UTC+01:00) Somewhere`, `(GMT + 1.00 h) …`.
  init?(statedBy name: String) {
    var text = name.bracketed?.offset ?? name[...]
    let plain = text.uppercased().filter { $0 != " " }.replacing(".", with: ":")
    // Removes the unit, as in `(GMT + 1.00 h)`.
    text = plain.hasSuffix("H") ? plain.dropLast() : plain[...]
    if text.hasPrefix("UTC") || text.hasPrefix("GMT") { text = text.dropFirst(3) }
    guard let sign = text.popFirst(), sign == "+" || sign == "-" else { return nil }
    let isShort = text.utf8.count == 3 && !text.contains(":")
    self.init("\(sign)\(isShort ? "0" : "")\(text)")
  }
}

extension String {
  /// The offset in brackets and the text after it in the name of a zone: `(UTC+01:00) Somewhere`.
  var bracketed: (offset: Substring, place: Substring)? {
    guard hasPrefix("("), let end = firstIndex(of: ")") else { return nil }
    return (self[..<end].dropFirst(), self[index(after: end)...].drop { $0 == " " })
  }
}
