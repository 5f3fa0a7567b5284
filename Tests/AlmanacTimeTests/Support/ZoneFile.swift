/// Writes zone files (RFC 8536 §3) so that tests can state every byte of them.
struct ZoneFile {
  struct LocalType {
    var offset: Int
    var isDaylight = false
    var name: String
  }

  var version: Character? = "2"
  var types: [LocalType]
  var transitions: [(time: Int64, type: UInt8)] = []
  var footer = ""

  var bytes: [UInt8] {
    guard version != nil else { return block(timeSize: 4, empty: false) }
    return block(timeSize: 4, empty: true) + block(timeSize: 8, empty: false) + Array("\n\(footer)\n".utf8)
  }

  /// Header and data; an empty one has nothing to say, as compilers write the first block of slim files.
  private func block(timeSize: Int, empty: Bool) -> [UInt8] {
    let times = empty ? [] : transitions
    let kinds = empty ? [] : types
    var names: [UInt8] = []
    for kind in kinds { names += Array(kind.name.utf8) + [0] }
    var bytes = Array("TZif".utf8) + [version?.asciiValue ?? 0] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, 0, times.count, kinds.count, names.count] {
      bytes += bigEndian(Int64(count), size: 4)
    }
    for transition in times { bytes += bigEndian(transition.time, size: timeSize) }
    for transition in times { bytes.append(transition.type) }
    var nameOffset = 0
    for kind in kinds {
      bytes += bigEndian(Int64(kind.offset), size: 4) + [kind.isDaylight ? 1 : 0, UInt8(nameOffset)]
      nameOffset += kind.name.utf8.count + 1
    }
    return bytes + names
  }

  private func bigEndian(_ value: Int64, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }
}
