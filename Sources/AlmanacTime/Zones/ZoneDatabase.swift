#if !hasFeature(Embedded)
  internal import Synchronization
#endif

/// Where zones are found by name: a source of zone files, the system's or the caller's own.
///
/// ```swift
/// let zones = ZoneDatabase { name in bundledFiles[name] }
/// let madrid = try zones.zone(named: "Europe/Madrid")
/// ```
public struct ZoneDatabase: Sendable {
  private let read: @Sendable (String) -> [UInt8]?
  private let readIndex: @Sendable () -> [UInt8]?
  /// Zones that are there already, whatever their names look like.
  private var known: @Sendable (String) -> Zone? = { _ in nil }

  /// - Parameter read: The bytes of the zone file (TZif) of a name, `nil` when there is none. It is called with
  ///   well-formed names only: letters, digits, `+`, `-`, `_` and single slashes; not with what lies beside
  ///   the zones of a system's database and is none: `localtime`, `posixrules`, `Factory`, `posix/…`, `right/…`.
  public init(read: @escaping @Sendable (String) -> [UInt8]?) {
    self.init(index: { nil }, read: read)
  }

  /// - Parameters:
  ///   - index: The bytes of the database's list of names, as `ZoneNames` reads them, `nil` when there is none.
  ///   - read: The bytes of the zone file (TZif) of a name, `nil` when there is none.
  public init(
    index: @escaping @Sendable () -> [UInt8]?, read: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.read = read
    readIndex = index
  }

  /// The zone files of the operating system, looked up on each call.
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

  /// The names of the database, its links and their spelling; empty when it has no list of them.
  ///
  /// They are read on each call: keep the answer to ask it often.
  public func names() -> ZoneNames {
    ZoneNames(tzdata: readIndex() ?? [])
  }

  /// The zone of an IANA name or one of its links; `UTC`, `Etc/UTC` and `Z` need no file.
  ///
  /// - Throws: `TimeError` with code `unknownZone`, or `badZoneData` for a damaged file.
  public func zone(named name: String) throws(TimeError) -> Zone {
    if let known = known(name) { return known }
    if name == "UTC" || name == "Etc/UTC" || name == "Z" { return .utc }
    guard Self.isWellFormed(name), !Self.isOfTheSystem(name), let bytes = read(name) else {
      throw TimeError(.unknownZone, expected: "a zone name such as Europe/Madrid")
    }
    return try Zone(name: name, tzif: bytes)
  }

  /// The same database with zones of the caller's before its own, found under their names, whatever they look like.
  public func adding(_ zones: [Zone]) -> ZoneDatabase {
    var byName: [String: Zone] = [:]
    for zone in zones where byName[zone.name] == nil { byName[zone.name] = zone }
    return adding { [byName] name in byName[name] }
  }

  func adding(_ find: @escaping @Sendable (String) -> Zone?) -> ZoneDatabase {
    var database = self
    database.known = { [known] name in find(name) ?? known(name) }
    return database
  }

  /// What lies beside the zones and names no place: the machine's own zone, templates, and second copies of all zones,
  /// one of them with leap seconds.
  static func isOfTheSystem(_ name: String) -> Bool {
    name == "localtime" || name == "posixrules" || name == "Factory"
      || name.utf8.starts(with: "posix/".utf8) || name.utf8.starts(with: "right/".utf8)
  }

  /// Names that cannot leave the database: no empty, hidden or parent folders, nothing absolute.
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
    /// The same database, which reads the file of each zone once. The zones are stored as long as the database and its
    /// copies; a name without a zone is looked up again each time.
    ///
    /// ```swift
    /// let options = ICSOptions(zones: ZoneDatabase.system.caching())      // for many documents
    /// ```
    public func caching() -> ZoneDatabase {
      let outer = self
      let found = Mutex<[String: Zone]>([:])
      return adding { name in
        if let zone = found.withLock({ $0[name] }) { return zone }
        guard let zone = try? outer.zone(named: name) else { return nil }
        found.withLock { $0[name] = zone }
        return zone
      }
    }
  }
#endif
