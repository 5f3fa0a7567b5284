/// A time zone: which offset from UTC clocks in a place show at each instant.
///
/// A zone comes from the zone database (`Zone("Europe/Madrid")`), is a fixed offset, or is made of transitions
/// that somebody else wrote down, such as a VTIMEZONE. It is one reference to an immutable table; copies are free.
///
/// ```swift
/// let madrid = try Zone("Europe/Madrid")
/// madrid.offset(at: try Instant("2026-07-01T00:00:00Z"))              // 7200
/// madrid.instant(of: try CivilDateTime("2026-03-29T02:30"))           // a gap: 2026-03-29T01:30:00Z, 03:30 on the clock
/// ```
public struct Zone: Sendable {
  let table: ZoneTable

  init(table: ZoneTable) {
    self.table = table
  }

  /// Reads a zone of the system's database, `ZoneDatabase.system`.
  ///
  /// - Throws: `TimeError` with code `unknownZone` or `badZoneData`.
  public init(_ name: String) throws(TimeError) {
    self = try ZoneDatabase.system.zone(named: name)
  }

  /// A zone of one offset, in seconds east of Greenwich; the name defaults to the form `+01:00`.
  /// Offsets beyond a day in either direction are taken as the nearest within.
  public init(offset: Int, name: String? = nil) {
    let bounded = Swift.min(Swift.max(offset, -86_399), 86_399)
    let first = ZonePhase(offset: bounded, isDaylight: false, abbreviation: name ?? Self.offsetName(bounded))
    table = ZoneTable(name: name ?? Self.offsetName(bounded), initial: first, transitions: [], repeats: false)
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(offset: 0, name: "UTC")

  /// The IANA name, the form `+01:00` of a fixed offset, or the name that the maker gave.
  public var name: String { table.name }

  /// The offset when there is only one, in seconds east of Greenwich.
  public var fixedOffset: Int? { table.starts.isEmpty ? table.initial.offset : nil }

  /// The same zone under another name.
  public func named(_ name: String) -> Zone {
    Zone(table: ZoneTable(name: name, copying: table))
  }

  /// The POSIX `TZ` rule that holds for ever after the zone's last recorded transition, such as
  /// `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` for a zone that was made without one.
  public var posixRule: String? { table.posixRule }

  /// `+01:00`, with seconds where there are any. Offsets are bounded to what `ZonePhase` has.
  public static func offsetName(_ offset: Int) -> String {
    let length = Int(ZonePhase.bounded(offset).magnitude)
    let name = (offset < 0 ? "-" : "+") + Digits.two(length / 3600) + ":" + Digits.two(length / 60 % 60)
    return length % 60 == 0 ? name : name + ":" + Digits.two(length % 60)
  }
}

/// Zones are equal when name and transitions are.
extension Zone: Hashable {
  public static func == (lhs: Zone, rhs: Zone) -> Bool {
    lhs.table === rhs.table || (lhs.name == rhs.name && lhs.table.hasSameRules(as: rhs.table))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    // Zones of one name mostly differ today, if at all: January and July of 2026.
    for seconds: Int64 in [1_767_225_600, 1_782_864_000] {
      hasher.combine(offset(at: Instant(secondsSinceEpoch: seconds)))
    }
  }

  /// Whether both show the same clock at every instant, whatever they are called.
  public func hasSameRules(as other: Zone) -> Bool {
    table === other.table || table.hasSameRules(as: other.table)
  }
}

extension Zone: CustomStringConvertible {
  public var description: String { name }
}
