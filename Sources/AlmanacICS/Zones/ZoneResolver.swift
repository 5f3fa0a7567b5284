import AlmanacContentLines
import AlmanacEvents
import AlmanacTime

/// Finds the zone that a TZID means, by the ladder: IANA name, the same spelled otherwise or behind a prefix, Windows
/// name, the place that the file's VTIMEZONE tells, that VTIMEZONE itself, the caller's hook, an offset in the name.
struct ZoneResolver {
  enum Rung: Sendable {
    case name, spelling, windows, location, file, hook, offset, nothing
  }

  /// What a TZID of one calendar means, and the times it was used with.
  private struct Entry {
    let tzid: [UInt8]
    var zone: Zone?
    var rung: Rung
    var isNew = true
    var earliest = CivilDateTime.max
    var latest = CivilDateTime.min
  }

  private let database: ZoneDatabase
  private let hook: (@Sendable (String) -> Zone?)?
  /// By IANA name, for all calendars; `nil` for names that are none.
  private var named: [String: Zone?] = [:]
  private var names: ZoneNames?
  /// Of the calendar that is being read.
  private var entries: [Entry] = []
  private var last = 0
  private(set) var definitions: [String: TimeZoneDefinition] = [:]
  /// TZIDs for which the file's own definition holds.
  private var yielding: Set<String> = []
  /// Whether a name was asked for that only a definition further down could explain.
  private(set) var lacksDefinition = false

  init(_ options: ICSOptions) {
    database = options.zones
    hook = options.resolveZone
  }

  /// Forgets what one calendar defined.
  mutating func beginCalendar() {
    entries.removeAll()
    definitions.removeAll()
    yielding.removeAll()
    lacksDefinition = false
    last = 0
  }

  /// Forgets what names meant, to read the calendar again with all its definitions at hand.
  mutating func beginSecondReading(
    _ definitions: [String: TimeZoneDefinition], yielding tzids: Set<String>
  ) {
    entries.removeAll()
    self.definitions = definitions
    yielding = tzids
    lacksDefinition = false
    last = 0
  }

  /// By the name of a zone, the first TZID that was read as it.
  var tzids: [String: String] {
    var found: [String: String] = [:]
    for entry in entries {
      guard let zone = entry.zone, found[zone.name] == nil else { continue }
      found[zone.name] = String(decoding: entry.tzid, as: UTF8.self)
    }
    return found
  }

  /// The first definition of a TZID stands.
  mutating func define(_ definition: TimeZoneDefinition) {
    if definitions[definition.tzid] == nil { definitions[definition.tzid] = definition }
  }

  /// - Returns: the zone, how it was found, and whether this TZID was asked for the first time.
  mutating func zone(
    _ tzid: UnsafeBufferPointer<UInt8>, at local: CivilDateTime
  ) -> (zone: Zone?, rung: Rung, isNew: Bool) {
    let index = index(of: tzid)
    last = index
    if local < entries[index].earliest { entries[index].earliest = local }
    if local > entries[index].latest { entries[index].latest = local }
    let isNew = entries[index].isNew
    if isNew { entries[index].isNew = false }
    return (entries[index].zone, entries[index].rung, isNew)
  }

  private mutating func index(of tzid: UnsafeBufferPointer<UInt8>) -> Int {
    if last < entries.count, entries[last].tzid.elementsEqual(tzid) { return last }
    if let known = entries.firstIndex(where: { $0.tzid.elementsEqual(tzid) }) { return known }
    let (zone, rung) = resolve(String(decoding: tzid, as: UTF8.self))
    entries.append(Entry(tzid: Array(tzid), zone: zone, rung: rung))
    return entries.count - 1
  }

  private mutating func resolve(_ tzid: String) -> (Zone?, Rung) {
    if yielding.contains(tzid), let zone = definitions[tzid]?.zone() { return (zone, .file) }
    if let zone = iana(tzid) { return (zone, .name) }
    let definition = definitions[tzid]
    if definition == nil { lacksDefinition = true }
    if let zone = spelled(tzid) { return (zone, .spelling) }
    if let name = WindowsZones.ianaName(of: tzid), let zone = iana(name) { return (zone, .windows) }
    if let definition {
      if let zone = iana(definition.location) { return (zone, .location) }
      if let zone = definition.zone() { return (zone, .file) }
    }
    if let zone = hook?(tzid) { return (zone, .hook) }
    if let offset = StatedOffset.seconds(in: tzid) { return (Zone(offset: offset), .offset) }
    return (nil, .nothing)
  }

  /// The zone of the database of exactly that name.
  mutating func iana(_ name: String) -> Zone? {
    if let known = named[name] { return known }
    let zone = name.isEmpty ? nil : try? database.zone(named: name)
    named[name] = .some(zone)
    return zone
  }

  /// `/mozilla.org/20050126_1/Europe/Berlin`, `america/new york`, `"Europe/Berlin"`.
  private mutating func spelled(_ tzid: String) -> Zone? {
    let trimmed = tzid.filter { $0 != "\"" }.replacing(" ", with: "_")
    let parts = trimmed.split(separator: "/")
    for count in stride(from: min(parts.count, 3), through: 1, by: -1) where count > 1 || parts.count <= 1 {
      let name = parts.suffix(count).joined(separator: "/")
      if let zone = iana(name) { return zone }
    }
    guard !parts.isEmpty, trimmed.utf8.count < 100 else { return nil }
    let names = self.names ?? database.names()
    self.names = names
    for count in stride(from: min(parts.count, 3), through: 1, by: -1) where count > 1 || parts.count <= 1 {
      if let name = names.spelling(of: parts.suffix(count).joined(separator: "/")), let zone = iana(name) {
        return zone
      }
    }
    return nil
  }
}

// MARK: What the file says against what the names say

extension ZoneResolver {
  /// A TZID whose definition in the file has other offsets, at times used, than the zone it was taken for.
  struct Difference {
    let tzid: String
    let zone: Zone
    /// Whether the name stands against the file.
    let nameHolds: Bool
    let line: Int
  }

  func differences() -> [Difference] {
    entries.compactMap { entry in
      let tzid = String(decoding: entry.tzid, as: UTF8.self)
      guard let zone = entry.zone, let definition = definitions[tzid], entry.rung != .file,
        let stated = definition.zone(), entry.earliest <= entry.latest
      else { return nil }
      // Rules go on: the year after the last start tells whether they are the same.
      let end = zone.instant(of: entry.latest.adding(days: 366))
      guard !Self.agree(zone, stated, from: zone.instant(of: entry.earliest), to: end) else { return nil }
      return Difference(
        tzid: tzid, zone: zone, nameHolds: entry.rung == .name, line: definition.line)
    }
  }

  private static func agree(_ one: Zone, _ other: Zone, from start: Instant, to end: Instant) -> Bool {
    var instant = start
    for _ in 0..<10_000 where instant < end {
      let (mine, theirs) = (one.offsetRange(at: instant), other.offsetRange(at: instant))
      guard mine.offset == theirs.offset else { return false }
      instant = min(mine.range.upperBound, theirs.range.upperBound)
    }
    return true
  }
}

/// An offset that a name states: `GMT+0200`, `UTC-5`, `+01:00`, `(UTC+01:00) Somewhere`.
enum StatedOffset {
  static func seconds(in name: String) -> Int? {
    var text = name[...]
    if text.hasPrefix("(") {
      guard let end = text.firstIndex(of: ")") else { return nil }
      text = text[text.index(after: text.startIndex)..<end]
    }
    if text.hasPrefix("UTC") || text.hasPrefix("GMT") { text = text.dropFirst(3) }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 4 }),
      let first = Int(parts[0]), let second = parts.count == 2 ? Int(parts[1]) : 0, first >= 0, second >= 0
    else { return nil }
    let isLong = parts.count == 1 && parts[0].utf8.count > 2
    let (hours, minutes) = isLong ? (first / 100, first % 100) : (first, second)
    guard hours < 24, minutes < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
