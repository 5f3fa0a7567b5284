public import AlmanacTime
public import Foundation

extension Zone {
  /// The zone of Foundation's: the one of the same name in a database, or a fixed offset.
  ///
  /// A name that the database does not have is taken from Foundation's own transitions of the years 1900 to 2100.
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
  /// Foundation's zone of the same name, or of the same fixed offset.
  ///
  /// - Throws: `ConversionError` with code `unknownZone` for a zone that Foundation does not know by its name, or
  ///   an offset that it does not take.
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
  /// Year to second as digits, with the zone.
  ///
  /// - Throws: `ConversionError` with code `unknownZone`.
  public init(_ zoned: ZonedDateTime) throws(ConversionError) {
    self.init(zoned.local)
    timeZone = try TimeZone(zoned.zone)
  }
}
