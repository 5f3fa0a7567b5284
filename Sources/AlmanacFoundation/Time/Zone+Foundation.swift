public import AlmanacTime
public import Foundation

extension Zone {
  /// Creates the zone that corresponds to one of Foundation: the one of the same name in a database, or a fixed
  /// offset.
  ///
  /// A zone whose name the database does not have gets Foundation's own transitions of the years 1900 to 2100.
  ///
  /// - Throws: `TimeError` with code `badZoneData` when the database's file is damaged.
  public init(_ timeZone: TimeZone, in database: ZoneDatabase = .system) throws(TimeError) {
    if timeZone.identifier == "GMT" || timeZone.identifier == "UTC" {
      self = .utc
      return
    }
    do throws(TimeError) {
      self = try database.zone(named: timeZone.identifier)
    } catch {
      guard error.code == .unknownZone else { throw error }
      self = Zone(transitionsOf: timeZone)
    }
  }

  private init(transitionsOf timeZone: TimeZone) {
    var date = Date(timeIntervalSince1970: -2_208_988_800)
    let end = Date(timeIntervalSince1970: 4_102_444_800)
    let initial = timeZone.phase(at: date)
    var transitions: [ZoneTransition] = []
    while transitions.count < 2000, let next = timeZone.nextDaylightSavingTimeTransition(after: date),
      next > date, next < end
    {
      transitions.append(ZoneTransition(Instant(next), timeZone.phase(at: next)))
      date = next
    }
    guard !transitions.isEmpty else {
      self.init(offset: initial.offset)
      return
    }
    self.init(name: timeZone.identifier, initial: initial, transitions: transitions)
  }
}

extension TimeZone {
  /// Creates Foundation's zone of the same name, or of the same fixed offset.
  ///
  /// - Throws: `ConversionError` with code `unknownZone` for a zone name that Foundation does not have, or an offset
  ///   that it does not accept.
  public init(_ zone: Zone) throws(ConversionError) {
    if let offset = zone.fixedOffset, zone.name == Zone.offsetName(offset) || zone == .utc {
      guard let fixed = TimeZone(secondsFromGMT: offset), fixed.secondsFromGMT() == offset else {
        throw ConversionError(.unknownZone, in: "offset", expected: "an offset of at most 18 hours")
      }
      self = fixed
    } else if let named = TimeZone(identifier: zone.name) {
      self = named
    } else {
      throw ConversionError(.unknownZone, in: "name", expected: "a zone name such as Europe/Madrid")
    }
  }

  fileprivate func phase(at date: Date) -> ZonePhase {
    let offset = secondsFromGMT(for: date)
    return ZonePhase(
      offset: offset, isDaylight: isDaylightSavingTime(for: date),
      abbreviation: abbreviation(for: date) ?? Zone.offsetName(offset))
  }
}

extension DateComponents {
  /// Creates components from year to second, with the zone.
  ///
  /// - Throws: `ConversionError` with code `unknownZone`.
  public init(_ zoned: ZonedDateTime) throws(ConversionError) {
    self.init(zoned.local)
    timeZone = try TimeZone(zoned.zone)
  }
}

extension Instant {
  /// Creates the instant of a date; fractions of a second are rounded down.
  ///
  /// A date outside `Instant.min ... Instant.max` becomes the nearer of the two, one that is not a number the first.
  public init(_ date: Date) {
    let (earliest, latest) = (Double(Instant.min.secondsSinceEpoch), Double(Instant.max.secondsSinceEpoch))
    let seconds = Swift.max(earliest, date.timeIntervalSince1970.rounded(.down))
    self.init(secondsSinceEpoch: Int64(Swift.min(seconds, latest)))
  }
}

extension CivilDate {
  /// Creates the date that the calendars of a zone show at a moment.
  public init(_ date: Date, in zone: Zone) { self = Instant(date).in(zone).local.date }

  /// The present date on the clocks of a zone, by the clock of this machine.
  ///
  /// ```swift
  /// let month = MonthView(of: CivilDate.today(in: zone).yearMonth, showing: course, in: zone, today: .today(in: zone))
  /// ```
  public static func today(in zone: Zone) -> CivilDate { CivilDate(Date(), in: zone) }
}

extension Range<Instant> {
  /// Creates the half-open range from the start of an interval to its end; fractions of a second are rounded down.
  public init(_ interval: DateInterval) { self = Instant(interval.start)..<Instant(interval.end) }
}

extension DateInterval {
  /// Creates the interval from the start of a half-open range to its end.
  public init(_ range: Range<Instant>) {
    self.init(start: Date(range.lowerBound), end: Date(range.upperBound))
  }
}

extension Date {
  /// Creates the date of an instant.
  public init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.secondsSinceEpoch))
  }
}

extension AlmanacTime.Weekday {
  /// Creates the weekday that corresponds to one of Foundation.
  public init(_ weekday: Locale.Weekday) {
    self.init(daysAfterMonday: Locale.Weekday.fromMonday.firstIndex(of: weekday) ?? 0)
  }

  /// Creates a weekday from Foundation's number in `DateComponents.weekday` and `Calendar.firstWeekday`: Sunday 1 … Saturday 7, counted
  /// round the week.
  public init(sundayBased number: Int) {
    self.init(daysAfterMonday: number.flooredRemainder(7) + 5)
  }

  /// Sunday 1 … Saturday 7.
  public var sundayBased: Int { daysAfterMonday == 6 ? 1 : daysAfterMonday + 2 }
}

extension Locale.Weekday {
  fileprivate static let fromMonday: [Locale.Weekday] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  /// Creates the corresponding weekday.
  public init(_ weekday: AlmanacTime.Weekday) {
    self = Self.fromMonday[weekday.daysAfterMonday]
  }
}
