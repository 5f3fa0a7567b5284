import AlmanacComponents
import AlmanacEvents
public import AlmanacTime

/// Finds the zone for a TZID in steps: IANA name, the same in another spelling or with a prefix,
/// Windows name, the location stated in the file's VTIMEZONE, that VTIMEZONE itself, the caller's
/// function `resolveZone`, an offset in the name.
///
/// On a second reading of a calendar the VTIMEZONE comes first for names that are not exact IANA names and whose zone has
/// other offsets at the times in use than the VTIMEZONE.
package struct ZoneResolver {
  /// The step that found a zone: one for a name alone, the location in a VTIMEZONE, the VTIMEZONE itself, or none.
  package enum Source: Sendable, Hashable {
    case step(ZoneNameLookup.Step)
    case location, file, nothing
  }

  /// A TZID of one calendar with its zone, its first occurrence and the range of times that it is used with.
  package struct Use: Sendable {
    let tzid: [UInt8]
    let zone: Zone?
    let source: Source
    let line: Int
    let property: String
    var earliest = CivilDateTime.max
    var latest = CivilDateTime.min
    /// Whether a recurrence in it is endless, so that its rules matter beyond the times in the file.
    var isEndless = false
    /// The latest end of those recurrences in this zone whose end is known without expanding them.
    var seriesEnd = Instant.min
    /// The recurrences in it with a COUNT that needs expansion.
    var counted: [ZoneSeries] = []

    var name: String { String(decoding: tzid, as: UTF8.self) }

    private static let maximumCounted = 20_000

    fileprivate mutating func add(from first: CivilDateTime, to last: CivilDateTime) {
      (earliest, latest) = (min(earliest, first), max(latest, last))
    }

    /// Adds recurrences. Beyond the limit of those that are expanded the use is treated as endless.
    fileprivate mutating func add(_ series: [ZoneSeries], isEndless: Bool, until end: Instant) {
      counted += series.prefix(Self.maximumCounted - counted.count)
      self.isEndless = self.isEndless || isEndless || counted.count == Self.maximumCounted
      seriesEnd = max(seriesEnd, end)
    }

    /// Whether a time is in it; X-WR-TIMEZONE uses a zone without a time.
    var hasTimes: Bool { earliest <= latest }
  }

  private let database: ZoneDatabase
  private let resolveZone: (@Sendable (String) -> Zone?)?
  /// The definitions that were read, and the zones that were built, with the same options.
  let defined: DefinedZones
  /// Zones by IANA name, for all calendars; `nil` for names that are not in the database.
  private var named: [String: Zone?] = [:]
  private var names: ZoneNames?
  /// The zones that are defined in the document, for all calendars: one for all names with the same observances.
  private var zonesByObservances: [[TimeZoneDefinition.Observance]: Zone] = [:]
  /// The transitions of these zones.
  private var transitions = 0
  /// The uses in the calendar being read.
  package private(set) var uses: [Use] = []
  private var indexes: [String: Int] = [:]
  /// The index of the use that was looked up last.
  private(set) var lastLookedUp = 0
  private var reportedCount = 0
  /// Whether there are names beyond the limit.
  private var hasExcess = false
  /// The first use of a name beyond the limit, until it is reported.
  var newExcess: (line: Int, property: String)?
  package private(set) var definitions: [String: TimeZoneDefinition] = [:]
  /// TZIDs for which the file's own definition takes precedence.
  private var tzidsOfFile: Set<String> = []
  /// Whether a name that is not an exact IANA name was looked up before any definition of it: one further down may decide
  /// its zone.
  package private(set) var lacksDefinition = false

  package init(_ options: ICSOptions) {
    database = options.zones
    resolveZone = options.resolveZone
    defined = options.definedZones
  }

  /// Clears the uses, before reading a calendar, or a part of it again with known definitions.
  package mutating func begin(
    _ definitions: [String: TimeZoneDefinition] = [:], usingFileFor tzids: Set<String> = []
  ) {
    (uses, indexes) = ([], [:])
    (lastLookedUp, reportedCount) = (0, 0)
    (hasExcess, newExcess, lacksDefinition) = (false, nil, false)
    (self.definitions, tzidsOfFile) = (definitions, tzids)
  }

  /// The first TZID used with a time for each zone.
  package var tzids: [Zone: String] {
    var tzids: [Zone: String] = [:]
    for use in uses where use.hasTimes {
      if let zone = use.zone, tzids[zone] == nil { tzids[zone] = use.name }
    }
    return tzids
  }

  /// The zones by the TZIDs used, each of which occurs in one use.
  package var byTZID: [String: Zone] {
    var zones: [String: Zone] = [:]
    for use in uses { if let zone = use.zone { zones[use.name] = zone } }
    return zones
  }

  /// Adds a definition.
  ///
  /// - Returns: `false` if the limit of definitions is reached.
  mutating func define(_ definition: TimeZoneDefinition) -> Bool {
    guard definitions.count < Self.maximumDefinitions else { return false }
    definitions[definition.tzid, default: definition].add(definition)
    return true
  }

  /// The zone for a TZID that is used by `property` on `line`.
  ///
  /// - Parameter local: The time in it; `nil` if there is none.
  mutating func zone(
    _ tzid: UnsafeBufferPointer<UInt8>, at local: CivilDateTime?, line: Int, _ property: String
  ) -> Zone? {
    guard let index = index(of: tzid, line, property) else {
      if !hasExcess { (hasExcess, newExcess) = (true, (line, property)) }
      return nil
    }
    lastLookedUp = index
    if let local { uses[index].add(from: local, to: local) }
    return uses[index].zone
  }

  /// Records a recurrence in a zone whose TZID occurred before.
  ///
  /// - Parameter use: The index of the start's use, if it has a TZID.
  mutating func record(_ series: ZoneSeries, use: Int) {
    let name = series.start.zone.name
    func isSame(_ use: Use) -> Bool { use.zone?.name == name }
    let isOfStart = use < uses.count && isSame(uses[use])
    guard let index = isOfStart ? use : uses.prefix(64).firstIndex(where: isSame) else { return }
    uses[index].add(series.counted.isEmpty ? [] : [series], isEndless: series.isEndless, until: series.end)
  }

  /// The most definitions of zones that are read.
  package static let maximumDefinitions = 1_000

  /// The limit of TZIDs; further names are not resolved.
  static let limit = 10_000

  /// The limit of different transitions of zones that a document defines, each of which takes some thirty bytes; further
  /// zones are not resolved. A zone with daylight saving time for ever has about a thousand.
  private static let maximumTransitions = 1_000_000

  private mutating func index(
    of tzid: UnsafeBufferPointer<UInt8>, _ line: Int, _ property: String
  ) -> Int? {
    if lastLookedUp < uses.count, uses[lastLookedUp].tzid.elementsEqual(tzid) { return lastLookedUp }
    // Calendars use a handful of names; thousands are found through `indexes`.
    if let known = uses.prefix(8).firstIndex(where: { $0.tzid.elementsEqual(tzid) }) { return known }
    let name = String(decoding: tzid, as: UTF8.self)
    if let known = indexes[name] { return known }
    guard uses.count < Self.limit else { return nil }
    let (zone, source) = resolve(name)
    indexes[name] = uses.count
    uses.append(Use(tzid: Array(tzid), zone: zone, source: source, line: line, property: property))
    return uses.count - 1
  }

  /// Returns the uses added since the last call.
  mutating func drainNewUses() -> ArraySlice<Use> {
    defer { reportedCount = uses.count }
    return uses.dropFirst(reportedCount)
  }

  /// Adds the uses found in another part of the calendar.
  package mutating func merge(_ others: [Use]) {
    for use in others {
      guard let index = indexes[use.name] else {
        indexes[use.name] = uses.count
        uses.append(use)
        continue
      }
      uses[index].add(from: use.earliest, to: use.latest)
      uses[index].add(use.counted, isEndless: use.isEndless, until: use.seriesEnd)
    }
  }

  /// The zone for a name, and the step that found it.
  package mutating func resolve(_ tzid: String) -> (Zone?, Source) {
    let definition = definition(of: tzid)
    if tzidsOfFile.contains(tzid), let definition, let zone = zone(of: definition) { return (zone, .file) }
    if let zone = zone(named: tzid) { return (zone, .step(.name)) }
    if definition == nil { lacksDefinition = true }
    let name = Self.plain(tzid)
    if let zone = zone(spelledLike: name) { return (zone, .step(.spelling)) }
    if let name = WindowsZones.ianaName(of: name), let zone = zone(named: name) {
      return (zone, .step(.windows))
    }
    if let definition {
      if let zone = zone(named: definition.location) { return (zone, .location) }
      if hasRoom(for: definition), let zone = zone(of: definition) { return (zone, .file) }
    }
    if let zone = resolveZone?(tzid) { return (zone, .step(.hook)) }
    if let offset = OffsetText(statedBy: name) { return (Zone(offset: offset.seconds), .step(.offset)) }
    return (nil, .nothing)
  }

  /// Whether the zone of a definition is within the limit of transitions.
  private func hasRoom(for definition: TimeZoneDefinition) -> Bool {
    transitions < Self.maximumTransitions || zonesByObservances[definition.observances] != nil
  }

  /// The zone of a definition to be compared with, which does not count towards the limit.
  func comparedZone(of definition: TimeZoneDefinition) -> Zone? {
    zonesByObservances[definition.observances] ?? defined.zone(of: definition)
  }

  /// The zone of a definition; `nil` without any observance. Zones of different names share their transitions where their
  /// observances are equal.
  private mutating func zone(of definition: TimeZoneDefinition) -> Zone? {
    if let known = zonesByObservances[definition.observances] {
      return known.name == definition.tzid ? known : known.named(definition.tzid)
    }
    let zone = defined.zone(of: definition)
    if let zone, transitions < Self.maximumTransitions {
      transitions += zone.transitionCount
      zonesByObservances[definition.observances] = zone
    }
    return zone
  }

  /// The definition in the file for a TZID, which a parameter may state with escapes, quotes and blanks.
  func definition(of tzid: String) -> TimeZoneDefinition? {
    definitions[tzid] ?? definitions[Self.unquoted(tzid)] ?? definitions[Self.plain(tzid)]
  }

  /// A TZID without surrounding quotes and blanks, and without TEXT escapes, which do
  /// not belong in a parameter.
  static func plain(_ tzid: String) -> String {
    unquoted(tzid.utf8.contains(UInt8(ascii: "\\")) ? TextValue.unescaped(tzid) : tzid)
  }

  /// A TZID without surrounding quotes and blanks.
  static func unquoted(_ tzid: String) -> String {
    var text = tzid[...].trimmed
    let quote = UInt8(ascii: "\"")
    while text.utf8.count > 2, text.utf8.first == quote, text.utf8.last == quote {
      text = Substring(text.utf8.dropFirst().dropLast()).trimmed
    }
    return String(text)
  }

  /// The zone of the database with exactly that name.
  mutating func zone(named name: String) -> Zone? {
    if let known = named[name] { return known }
    let zone = name.isEmpty ? nil : try? database.zone(named: name)
    if named.count < 2 * Self.limit { named[name] = .some(zone) }
    return zone
  }

  /// The zone for another spelling: `/mozilla.org/20050126_1/Europe/Berlin`, `america/new york`,
  /// `"Europe/Berlin"`.
  private mutating func zone(spelledLike tzid: String) -> Zone? {
    let trimmed = tzid.filter { $0 != "\"" }.replacing(" ", with: "_")
    let parts = trimmed.split(separator: "/")
    let lengths = parts.count > 1 ? Array((2...min(parts.count, 3)).reversed()) : [1]
    let candidates = lengths.map { parts.suffix($0).joined(separator: "/") }
    for name in candidates { if let zone = zone(named: name) { return zone } }
    guard !parts.isEmpty, trimmed.utf8.count < 100 else { return nil }
    let names = self.names ?? database.names()
    self.names = names
    for name in candidates.compactMap({ names.spelling(of: $0) }) {
      if let zone = zone(named: name) { return zone }
    }
    return nil
  }
}

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
    /// The name exactly as the database has it: `Europe/Berlin`.
    case name = "IANA name"
    /// Other case, blanks, quotes, or a prefix: `/mozilla.org/20050126_1/europe/berlin`.
    case spelling = "IANA name, spelled otherwise"
    /// CLDR's Windows names, and the display names of Windows in several languages.
    case windows = "Windows name"
    /// The function in ``ICSOptions/resolveZone``.
    case hook = "name resolved by the program"
    /// A constant offset: `UTC+2`, `(GMT+01:00) Somewhere`.
    case offset = "offset in the name"
  }

  /// The result of a search for a name.
  public struct Found: Sendable, Hashable {
    /// The zone of that name.
    public let zone: Zone
    /// The step that found the zone.
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
