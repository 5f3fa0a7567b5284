#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#endif

/// A source of zones by name: the zone files of the system, or the caller's own.
///
/// ```swift
/// let zones = ZoneDatabase { name in bundledFiles[name] }
/// let madrid = try zones.zone(named: "Europe/Madrid")
/// ```
public struct ZoneDatabase: Sendable {
  private let read: @Sendable (String) -> [UInt8]?
  private var readNames: @Sendable () -> ZoneNames
  /// Zones without a file, which take precedence and may have any name.
  private var added: @Sendable (String) -> Zone? = { _ in nil }

  /// Creates a database of zone files.
  ///
  /// - Parameters:
  ///   - index: Returns the bytes of the database's list of names in a form that `ZoneNames` reads, `nil` when there
  ///     is none.
  ///   - read: Returns the bytes of the zone file (TZif) of a name, `nil` when there is none. It is called with
  ///     well-formed names only: letters, digits, `+`, `-`, `_` and single slashes; not with the names of other
  ///     files of a system's database: `localtime`, `posixrules`, `Factory`, `posix/…`, `right/…`.
  public init(
    index: @escaping @Sendable () -> [UInt8]? = { nil }, read: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.read = read
    readNames = { ZoneNames(tzdata: index() ?? []) }
  }

  /// The zone files of the operating system, read on each call.
  public static let system = ZoneDatabase(
    index: {
      for file in ["tzdata.zi", "zone1970.tab", "zone.tab"] {
        for directory in systemDirectories {
          if let bytes = readFile("\(directory)/\(file)") { return bytes }
        }
      }
      return nil
    },
    read: { name in
      for directory in systemDirectories {
        if let bytes = readFile("\(directory)/\(name)"), bytes.starts(with: [0x54, 0x5A, 0x69, 0x66]) {
          return bytes
        }
      }
      return nil
    })

  static let systemDirectories = [
    "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
    "/etc/zoneinfo",
  ]

  /// The names and links of the database; empty when it has no list of them.
  ///
  /// The list is read on each call, once by a database from ``caching()``.
  public func names() -> ZoneNames { readNames() }

  /// The zone of an IANA name or one of its links; `UTC`, `Etc/UTC` and `Z` need no file.
  ///
  /// - Throws: `TimeError` with code `unknownZone`, or `badZoneData` for a damaged file.
  public func zone(named name: String) throws(TimeError) -> Zone {
    if let zone = added(name) { return zone }
    if name == "UTC" || name == "Etc/UTC" || name == "Z" { return .utc }
    guard Self.isWellFormed(name), !Self.isOfTheSystem(name), let bytes = read(name) else {
      throw TimeError(.unknownZone, expected: "a zone name such as Europe/Madrid")
    }
    return try Zone(name: name, tzif: bytes)
  }

  /// The same database with further zones, which take precedence and may have any name.
  public func adding(_ zones: [Zone]) -> ZoneDatabase {
    // Embedded Swift has no initializer of dictionaries from pairs.
    var byName: [String: Zone] = [:]
    for zone in zones where byName[zone.name] == nil { byName[zone.name] = zone }
    return adding { [byName] name in byName[name] }
  }

  func adding(_ find: @escaping @Sendable (String) -> Zone?) -> ZoneDatabase {
    modified(self) { $0.added = { [added] name in find(name) ?? added(name) } }
  }

  /// Whether a name is that of a file other than a zone: the machine's own zone, templates, and second copies of all
  /// zones, one of them with leap seconds.
  static func isOfTheSystem(_ name: String) -> Bool {
    name == "localtime" || name == "posixrules" || name == "Factory"
      || name.utf8.starts(with: "posix/".utf8) || name.utf8.starts(with: "right/".utf8)
  }

  /// Whether a name stays within the database: no empty, hidden or parent folders, no absolute path.
  static func isWellFormed(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 100 else { return false }
    var previous = UInt8(ascii: "/")
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "/"): if previous == UInt8(ascii: "/") { return false }
      case 48...57, 65...90, 97...122, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"): break
      default: return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "/")
  }
}

#if !hasFeature(Embedded)
  extension ZoneDatabase {
    /// The same database, which reads the file of each zone and the list of names once. They are stored as long as the
    /// database and its copies; a name without a zone is looked up again each time.
    ///
    /// ```swift
    /// let options = ICSOptions(zones: ZoneDatabase.system.caching())      // for many documents
    /// ```
    public func caching() -> ZoneDatabase {
      let outer = self
      let found = LockedState<[String: Zone]>([:])
      let names = LockedState<ZoneNames?>(nil)
      var database = adding { name in
        if let zone = found.withLock({ $0[name] }) { return zone }
        guard let zone = try? outer.zone(named: name) else { return nil }
        found.withLock { $0[name] = zone }
        return zone
      }
      database.readNames = {
        names.withLock { names in
          let known = names ?? outer.names()
          names = known
          return known
        }
      }
      return database
    }
  }
#endif

/// The names of a zone database: their spelling, and the zones of links.
///
/// ```swift
/// let names = ZoneDatabase.system.names()
/// names.spelling(of: "europe/madrid")          // Europe/Madrid
/// names.canonicalName(of: "Asia/Calcutta")     // Asia/Kolkata
/// ```
public struct ZoneNames: Sendable, Hashable {
  /// Zones and links in ascending order of their bytes.
  public let all: [String]
  /// The names by their lower case.
  private let spellings: [String: String]
  /// The zones or links to which links refer, by the spelling of the link.
  private let targets: [String: String]

  /// Reads a list of names: `tzdata.zi`, with its zones and links, or `zone1970.tab` or `zone.tab`, which only
  /// contain the zones of places. Other lines are skipped.
  public init(tzdata bytes: [UInt8]) {
    var targets: [String: String] = [:]
    var spellings: [String: String] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      guard let (name, target) = Self.entry(line), ZoneDatabase.isWellFormed(name),
        !ZoneDatabase.isOfTheSystem(name)
      else { continue }
      spellings[Self.lowercased(name)] = name
      targets[name] = target
    }
    all = spellings.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.spellings = spellings
    self.targets = targets
  }

  /// The database's spelling of a name in any case of ASCII letters; `nil` for an unknown name.
  public func spelling(of name: String) -> String? {
    spellings[Self.lowercased(name)]
  }

  /// The name of the zone of a name or link, in either case; `nil` for an unknown name.
  public func canonicalName(of name: String) -> String? {
    guard var found = spelling(of: name) else { return nil }
    // Links that form a circle end at some member of it.
    for _ in 0..<8 {
      guard let target = targets[found] else { break }
      found = target
    }
    return found
  }

  /// The links to a zone, in ascending order.
  public func links(to name: String) -> [String] {
    guard let canonical = canonicalName(of: name) else { return [] }
    return all.filter { $0 != canonical && canonicalName(of: $0) == canonical }
  }

  /// The name that a line of a list defines, and the target if it is a link.
  private static func entry(_ line: ArraySlice<UInt8>) -> (name: String, target: String?)? {
    let columns = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
    if columns.count >= 3 { return (String(decoding: columns[2], as: UTF8.self), nil) }
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard words.count >= 3 else { return nil }
    let second = String(decoding: words[1], as: UTF8.self)
    if words[0].elementsEqual("Z".utf8) { return (second, nil) }
    if words[0].elementsEqual("L".utf8) { return (String(decoding: words[2], as: UTF8.self), second) }
    return nil
  }

  private static func lowercased(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

#if hasFeature(Embedded) || os(Windows) || os(WASI)
  /// These platforms have no zone files: zones come from a `ZoneDatabase` that the program provides.
  func readFile(_ path: String) -> [UInt8]? { nil }
#else
  /// The bytes of a file of at most a mebibyte; `nil` when it cannot be read or is larger.
  func readFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= 1 << 20 {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      guard count > 0 else { return nil }
      bytes.append(contentsOf: chunk[..<count])
    }
    return nil
  }
#endif
