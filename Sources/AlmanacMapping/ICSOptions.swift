@_exported public import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

/// Options for reading a document.
///
/// Documents read with the same options, or copies of them, share the zones that their VTIMEZONEs define: reading a
/// folder with one value is faster than with one for each file.
public struct ICSOptions: Sendable {
  /// Whether reading ends with an `ICSError` at the first warning or error.
  public var isStrict: Bool
  /// The limits on the size of a document; `ICSLimits.standard` by default.
  public var limits: ICSLimits
  /// The database of zones by IANA name.
  public var zones: ZoneDatabase
  /// Resolves a TZID that is neither a known name nor defined in the file; called before an
  /// offset in the name is used.
  public var resolveZone: (@Sendable (_ tzid: String) -> Zone?)?
  /// The source of UIDs for components without one. With a seeded source, reading a document
  /// again yields the same ones.
  public var uids: UIDSource
  /// The zones of VTIMEZONEs read with these options and copies of them.
  package let definedZones = DefinedZones()
  /// The door for typed values; `nil` for libical where it is linked, else ``PureDoor``.
  package var door: (any ValueDoor)?

  /// Whether typed values are read and written by Almanac even where libical is linked, for programs that compare both;
  /// by default `false`.
  @_spi(Doors) public var isWithoutLibical: Bool {
    get { door is PureDoor }
    set { door = newValue ? PureDoor() : nil }
  }

  /// Creates options; without arguments they are ``standard``.
  public init(
    isStrict: Bool = false, limits: ICSLimits = .standard, zones: ZoneDatabase = .system,
    resolveZone: (@Sendable (_ tzid: String) -> Zone?)? = nil, uids: UIDSource = .random
  ) {
    (self.isStrict, self.limits, self.zones) = (isStrict, limits, zones)
    (self.resolveZone, self.uids) = (resolveZone, uids)
  }

  /// The diagnostics in the order of lines, up to the limit.
  ///
  /// - Throws: `ICSError` for the first warning or error if the reading is strict.
  package func sortedAndChecked(_ diagnostics: [Diagnostic]) throws(ICSError) -> [Diagnostic] {
    let order = diagnostics.indices.sorted { (diagnostics[$0].line, $0) < (diagnostics[$1].line, $1) }
    var sorted = order.prefix(limits.diagnostics).map { diagnostics[$0] }
    var gaps = Set(sorted.lazy.map(\.code).filter(\.leavesGap))
    sorted += order.dropFirst(limits.diagnostics).lazy.map { diagnostics[$0] }.filter {
      $0.code.leavesGap && gaps.insert($0.code).inserted
    }
    try refuse(sorted)
    return sorted
  }

  /// - Throws: `ICSError` for the first warning or error if the reading is strict.
  package func refuse(_ diagnostics: [Diagnostic]) throws(ICSError) {
    guard isStrict, let first = diagnostics.first(where: { $0.severity > .note }) else { return }
    throw ICSError(.refused, line: first.line, expected: "a legal document: \(first.description)")
  }

  /// The default: faults are reported as diagnostics, and zones are those of the system.
  public static let standard = ICSOptions()
  /// Reading ends with an `ICSError` at the first warning or error; otherwise as ``standard``.
  public static let strict = ICSOptions(isStrict: true)
}
