/// A time zone: the offset from UTC of the clocks of a place at each instant.
///
/// A zone comes from the zone database (`Zone("Europe/Madrid")`), is a fixed offset, or consists of
/// transitions, such as those of a VTIMEZONE. It is one reference to an immutable table, so copying is O(1).
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

  /// Creates a zone with one offset, in seconds east of Greenwich; the name defaults to the form `+01:00`.
  /// Offsets of a day or more in either direction are bounded to 86 399 seconds.
  public init(offset: Int, name: String? = nil) {
    let bounded = Swift.min(Swift.max(offset, -86_399), 86_399)
    let first = ZonePhase(offset: bounded, isDaylight: false, abbreviation: name ?? Self.offsetName(bounded))
    table = ZoneTable(name: name ?? Self.offsetName(bounded), initial: first, transitions: [], repeats: false)
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(offset: 0, name: "UTC")

  /// More seconds than the clocks of any zone are changed by; those of a POSIX rule can be changed by twice as many.
  package static let longestShift = 90_000

  /// The IANA name, the form `+01:00` of a fixed offset, or the name passed to an initializer.
  public var name: String { table.name }

  /// The offset in seconds east of Greenwich, of a zone without transitions.
  public var fixedOffset: Int? { table.starts.isEmpty ? table.initial.offset : nil }

  /// The same zone under another name. Both share the memory of the transitions.
  ///
  /// - Complexity: O(1).
  public func named(_ name: String) -> Zone {
    Zone(table: ZoneTable(table, named: name))
  }

  /// The number of its transitions that are written out, which decides its size in memory.
  package var transitionCount: Int { table.starts.count }

  /// The POSIX `TZ` rule that applies for ever after the zone's last recorded transition, such as
  /// `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` for a zone without one.
  public var posixRule: String? { table.posixRule }

  /// The form `+01:00` of an offset, with seconds where there are any. Offsets are bounded to those of `ZonePhase`.
  public static func offsetName(_ offset: Int) -> String {
    DigitWriter.text { $0.append(offset: offset) }
  }

  /// The offset that a text such as `+01:00` or `+0100` states.
  static func offset(named name: String) throws(TimeError) -> Int {
    try TimeError.reading(name) { (scanner) throws(TimeError) in try scanner.utcOffset() }
  }
}

extension Zone {
  /// Reads the bytes of a zone file (TZif, versions 1 to 4: RFC 8536).
  ///
  /// - Throws: `TimeError` with code `badZoneData` and the offset in the file.
  public init(name: String, tzif bytes: [UInt8]) throws(TimeError) {
    var reader = TZif(bytes)
    table = try reader.table(named: name)
  }

  /// Creates a zone with transitions in any order, such as those of a VTIMEZONE.
  ///
  /// - Parameters:
  ///   - name: The name of the zone, which need not be an IANA name.
  ///   - initial: The phase before the first transition.
  ///   - transitions: The changes of phase. Those that change nothing, or the offset by more than a day, are dropped.
  ///   - repeats: Whether the last 400 years of the transitions repeat for ever.
  public init(name: String, initial: ZonePhase, transitions: [ZoneTransition], repeats: Bool = false) {
    var former = initial
    // Samoa skipped a day; with longer transitions a day could end before it begins.
    let sorted = transitions.sorted { $0.instant < $1.instant }.filter { transition in
      guard abs(transition.phase.offset - former.offset) <= 86_400 else { return false }
      former = transition.phase
      return true
    }
    table = ZoneTable(name: name, initial: initial, transitions: sorted, repeats: repeats)
  }

  /// Creates a zone that follows a POSIX `TZ` rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`, which applies for all time.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(name: String, posix text: String) throws(TimeError) {
    let rule = try POSIXRule(text)
    table = rule.table(named: name, after: [], from: rule.standard, text: text)
  }
}

/// Zones are equal when name and transitions are.
extension Zone: Hashable {
  public static func == (lhs: Zone, rhs: Zone) -> Bool {
    lhs.table === rhs.table || (lhs.name == rhs.name && lhs.table.hasSameRules(as: rhs.table))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    // Different zones of one name mostly differ in the present: January and July of 2026.
    for seconds: Int64 in [1_767_225_600, 1_782_864_000] {
      hasher.combine(offset(at: Instant(secondsSinceEpoch: seconds)))
    }
  }

  /// Whether both have the same offset at every instant, regardless of their names.
  public func hasSameRules(as other: Zone) -> Bool {
    table === other.table || table.hasSameRules(as: other.table)
  }
}

extension Zone: CustomStringConvertible {
  public var description: String { name }
}
