import AlmanacComponents
import AlmanacEvents
package import AlmanacTime

/// Reading of dates and times.
extension ModelReader {
  /// A DATE or DATE-TIME, interpreted according to its parameters.
  mutating func time(_ property: PropertyView) -> EventTime? {
    civil(property.value, property).map { placed($0, property) }
  }

  /// An instant, which should be in UTC; other forms are reported.
  mutating func instant(_ property: PropertyView) -> Instant? {
    guard let read = civil(property.value, property) else { return nil }
    if read.isUTC, !property.hasParameters { return Instant(utc: read.local) }
    let time = placed(read, property)
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
    guard let lenient = LenientTime(value) else {
      let reason = value.isEmpty ? "an empty value" : "\(excerpt(value)) is no date or time"
      report(.error, .badTime, property, reason)
      return nil
    }
    let found = lenient.reading
    if lenient.isAltered {
      report(
        .warning, .timeForm, property, "\(excerpt(value)) is not written as RFC 5545 §3.3.5 has it",
        repair: "read as \(found.isDate ? found.local.date.description : found.local.description)")
    }
    return found
  }

  /// One value, read without reporting deviations of form.
  func stated(_ value: UnsafeBufferPointer<UInt8>) -> CivilReading? {
    door.time(value).flatMap(CivilReading.init) ?? LenientTime(value)?.reading
  }

  /// Applies the zone of the property to a reading.
  mutating func placed(_ read: CivilReading, _ property: PropertyView) -> EventTime {
    if read.isDate || property.hasParameter("VALUE", "DATE") {
      if !read.isDate {
        report(
          .warning, .timeForm, property, "a time although VALUE=DATE is stated",
          repair: "read as \(read.local.date)")
      } else if property.withParameter("TZID", { _ in true }) != nil {
        report(.note, .dateWithZone, property, "a date has no time zone", repair: "TZID passed over")
      }
      return .date(read.local.date)
    }
    let (line, title) = (property.line, property.title)
    let zone = property.withParameter("TZID") { tzid -> Zone? in
      tzid.isEmpty ? nil : zones.zone(tzid, at: read.local, line: line, title)
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
}

extension Instant {
  package init(utc local: CivilDateTime) { self.init(secondsSinceEpoch: local.secondsSinceEpoch) }
}
