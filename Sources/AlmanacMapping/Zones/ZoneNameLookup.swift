public import AlmanacTime

/// Finds the zone for a name as calendars write it, with the steps that reading a TZID uses.
///
/// ```swift
/// var lookup = ZoneNameLookup()
/// lookup.zone(named: "(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien")
/// // Europe/Berlin, found by its Windows name
/// ```
public struct ZoneNameLookup: Sendable {
  /// The step that found the zone; the raw value is a phrase for people.
  public enum Step: String, Sendable, Hashable, CaseIterable {
    case name = "IANA name"
    /// Other case, blanks, quotes, or a prefix: `/mozilla.org/20050126_1/europe/berlin`.
    case spelling = "IANA name, spelled otherwise"
    /// CLDR's Windows names, and the display names of Windows in several languages.
    case windows = "Windows name"
    /// The function in ``ICSOptions/resolveZone``.
    case hook = "the program's own name"
    /// A constant offset: `UTC+2`, `(GMT+01:00) Somewhere`.
    case offset = "offset in the name"
  }

  public struct Found: Sendable, Hashable {
    public let zone: Zone
    public let step: Step
  }

  private var resolver: ZoneResolver

  /// - Parameter options: The zone database and the function `resolveZone`.
  public init(_ options: ICSOptions = .standard) {
    resolver = ZoneResolver(options)
  }

  /// The zone for a name; `nil` if no step finds one.
  public mutating func zone(named name: String) -> Found? {
    let (zone, source) = resolver.resolve(name)
    // Without a file the other steps have found no zone.
    guard let zone, case .step(let step) = source else { return nil }
    return Found(zone: zone, step: step)
  }
}
