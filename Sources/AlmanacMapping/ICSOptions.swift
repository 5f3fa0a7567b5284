@_exported public import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

/// How a document is read.
public struct ICSOptions: Sendable {
  /// Whether the first thing that is not legal ends the reading.
  public var isStrict: Bool
  public var limits: ICSLimits
  /// Where zones are found by their IANA names.
  public var zones: ZoneDatabase
  /// The last word on a TZID that nothing else explains.
  public var resolveZone: (@Sendable (_ tzid: String) -> Zone?)?
  /// Gives UIDs to components that have none. With a seeded source, reading a document again gives the same ones.
  public var uids: UIDSource
  /// Through which typed values pass; `nil` for the one that is the target's own.
  package var door: (any ValueDoor)?

  /// Whether typed values are Almanac's own, where libical's are the default: for programs that compare both.
  @_spi(Doors) public var isWithoutLibical: Bool {
    get { door is PureDoor }
    set { door = newValue ? PureDoor() : nil }
  }

  public init(
    isStrict: Bool = false, limits: ICSLimits = .standard, zones: ZoneDatabase = .system,
    resolveZone: (@Sendable (_ tzid: String) -> Zone?)? = nil, uids: UIDSource = .random
  ) {
    self.isStrict = isStrict
    self.limits = limits
    self.zones = zones
    self.resolveZone = resolveZone
    self.uids = uids
  }

  /// What was found, in the order of the lines, as much of it as the limits keep.
  ///
  /// - Throws: ``ICSError`` for the first that is more than a note, when the reading is strict.
  package func settled(_ diagnostics: [Diagnostic]) throws(ICSError) -> [Diagnostic] {
    let order = diagnostics.indices.sorted { (diagnostics[$0].line, $0) < (diagnostics[$1].line, $1) }
    let sorted = order.prefix(limits.diagnostics).map { diagnostics[$0] }
    if isStrict, let first = sorted.first(where: { $0.severity > .note }) {
      throw ICSError(.refused, line: first.line, expected: "a legal document: \(first.description)")
    }
    return sorted
  }

  public static let standard = ICSOptions()
  public static let strict = ICSOptions(isStrict: true)
}
