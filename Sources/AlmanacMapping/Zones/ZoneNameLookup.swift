public import AlmanacTime

/// Finds the zone that a name means, as calendars in the field write it: by the ladder that reading a TZID goes down.
///
/// ```swift
/// var lookup = ZoneNameLookup()
/// lookup.zone(named: "(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien")
/// // Europe/Berlin, found by its Windows name
/// ```
public struct ZoneNameLookup: Sendable {
  /// By which step of the ladder a name was found; the raw value is a phrase.
  public enum Step: String, Sendable, Hashable, CaseIterable {
    case name = "IANA name"
    /// Other capitals, blanks, quotes, or something before it: `/mozilla.org/20050126_1/europe/berlin`.
    case spelling = "IANA name, spelled otherwise"
    /// CLDR's Windows names, and the texts by which Windows shows them in several languages.
    case windows = "Windows name"
    /// The caller's own function.
    case hook = "the program's own name"
    /// `UTC+2`, `(GMT+01:00) Somewhere`: one offset for good.
    case offset = "offset in the name"
  }

  public struct Found: Sendable, Hashable {
    public let zone: Zone
    public let step: Step
  }

  private var resolver: ZoneResolver

  /// - Parameter options: Where zones are found by their IANA names, and the last word on a name.
  public init(_ options: ICSOptions = .standard) {
    resolver = ZoneResolver(options)
  }

  /// The zone of a name; `nil` for one that nothing explains.
  public mutating func zone(named name: String) -> Found? {
    let (zone, rung) = resolver.resolve(name)
    // Without a file no other step has a zone.
    guard let zone, case .step(let step) = rung else { return nil }
    return Found(zone: zone, step: step)
  }
}
