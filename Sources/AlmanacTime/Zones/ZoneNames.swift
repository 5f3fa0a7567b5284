/// The names of a zone database: which there are, how they are spelled, and which zone a link stands for.
///
/// ```swift
/// let names = ZoneDatabase.system.names()
/// names.spelling(of: "europe/madrid")          // Europe/Madrid
/// names.canonicalName(of: "Asia/Calcutta")     // Asia/Kolkata
/// ```
public struct ZoneNames: Sendable, Hashable {
  /// Zones and links in ascending order of their bytes.
  public let all: [String]
  /// By name in lower case.
  private let spellings: [String: String]
  /// By the link's own spelling.
  private let targets: [String: String]

  /// Reads a list of names: `tzdata.zi`, with its zones and links, or `zone1970.tab` or `zone.tab`, which only have
  /// the zones of places. Lines that are neither are passed over.
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

  /// The database's own spelling of a name, found whatever the case of its ASCII letters; `nil` for an unknown name.
  public func spelling(of name: String) -> String? {
    spellings[Self.lowercased(name)]
  }

  /// The zone that a name stands for, links followed, whatever the case; `nil` for an unknown name.
  public func canonicalName(of name: String) -> String? {
    guard var found = spelling(of: name) else { return nil }
    // A file whose links go round in a circle ends at some member of it.
    for _ in 0..<8 {
      guard let target = targets[found] else { break }
      found = target
    }
    return found
  }

  /// The links that stand for a zone, in ascending order.
  public func links(to name: String) -> [String] {
    guard let canonical = canonicalName(of: name) else { return [] }
    return all.filter { $0 != canonical && canonicalName(of: $0) == canonical }
  }

  /// The name that a line of a list defines, and what it is a link to.
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
