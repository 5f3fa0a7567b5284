/// Reads a zone file of version 1 to 4 (RFC 8536, RFC 9636).
///
/// The 64-bit block is used where there is one, and the POSIX rule of the footer is carried on for 400 years,
/// after which the calendar repeats.
struct TZif {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Throws: `TimeError` with code `badZoneData` and the offset of the fault in the file.
  mutating func table(named name: String) throws(TimeError) -> ZoneTable {
    var header = try readHeader()
    let wide = header.version >= UInt8(ascii: "2")
    if wide {
      // Readers of the second block are to skip the first, whatever is in it (RFC 8536 §4).
      position += header.blockLength(timeSize: 4)
      header = try readHeader()
    }
    guard header.types > 0 else { throw fault("at least one local time type", at: position - 8) }
    guard header.leaps == 0 else { throw fault("a zone file without leap seconds", at: position - 16) }
    let (initial, transitions) = try readBlock(header, timeSize: wide ? 8 : 4)
    guard wide, let (rule, text) = try readFooter() else {
      return ZoneTable(name: name, initial: initial, transitions: transitions, repeats: false)
    }
    return rule.table(named: name, after: transitions, from: initial, text: text)
  }

  private struct Header {
    var version: UInt8
    var utcFlags, standardFlags, leaps, times, types, characters: Int

    func blockLength(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standardFlags + utcFlags
    }
  }

  private mutating func readHeader() throws(TimeError) -> Header {
    guard try integer(4) == 0x545A_6966 else {
      throw fault("'TZif' at the start of a zone file", at: position - 4)
    }
    let version = UInt8(truncatingIfNeeded: try integer(1))
    position += 15
    var counts: [Int] = []
    for _ in 0..<6 {
      let count = Int(try integer(4))
      guard (0...bytes.count).contains(count) else {
        throw fault("a count that fits the file", at: position - 4)
      }
      counts.append(count)
    }
    return Header(
      version: version, utcFlags: counts[0], standardFlags: counts[1], leaps: counts[2], times: counts[3],
      types: counts[4], characters: counts[5])
  }

  private mutating func readBlock(_ header: Header, timeSize: Int) throws(TimeError)
    -> (ZonePhase, [ZoneTransition])
  {
    guard position + header.blockLength(timeSize: timeSize) <= bytes.count else {
      throw fault("a file of the length that its header states", at: bytes.count)
    }
    let times = try integers(header.times, size: timeSize)
    let types = try integers(header.times, size: 1)
    let phases = try readPhases(header)
    position += header.standardFlags + header.utcFlags
    var transitions: [ZoneTransition] = []
    transitions.reserveCapacity(times.count)
    var last: Int64?
    for (time, type) in zip(times, types) {
      guard phases.indices.contains(Int(type)) else {
        throw fault("a local time type that exists", at: position)
      }
      guard last.map({ $0 < time }) ?? true else {
        throw fault("transitions in ascending order", at: position)
      }
      last = time
      transitions.append(ZoneTransition(Instant(secondsSinceEpoch: time), phases[Int(type)]))
    }
    return (phases[0], transitions)
  }

  private mutating func readPhases(_ header: Header) throws(TimeError) -> [ZonePhase] {
    let names = position + header.types * 6
    var phases: [ZonePhase] = []
    for _ in 0..<header.types {
      let offset = Int(try integer(4))
      let isDaylight = try integer(1) != 0
      let start = Int(UInt8(truncatingIfNeeded: try integer(1)))
      guard start < header.characters, offset.magnitude <= ZonePhase.maxOffset else {
        throw fault("a local time type with a name and an offset", at: position - 6)
      }
      let name = bytes[(names + start)..<(names + header.characters)].prefix { $0 != 0 }
      phases.append(
        ZonePhase(offset: offset, isDaylight: isDaylight, abbreviation: String(decoding: name, as: UTF8.self))
      )
    }
    position = names + header.characters
    return phases
  }

  private mutating func readFooter() throws(TimeError) -> (rule: POSIXRule, text: String)? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else {
      throw fault("a newline before the footer", at: position)
    }
    guard let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw fault("a newline after the footer", at: bytes.count)
    }
    guard end > position + 1 else { return nil }
    let text = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    do {
      return (try POSIXRule(text), text)
    } catch {
      throw fault(error.expected, at: position + 1 + error.offset)
    }
  }

  /// Big-endian, signed.
  private mutating func integer(_ size: Int) throws(TimeError) -> Int64 {
    guard position + size <= bytes.count else { throw fault("\(size) more bytes", at: bytes.count) }
    var value = size > 1 && bytes[position] >= 0x80 ? Int64(-1) : 0
    for byte in bytes[position..<(position + size)] { value = value << 8 | Int64(byte) }
    position += size
    return value
  }

  private mutating func integers(_ count: Int, size: Int) throws(TimeError) -> [Int64] {
    var values: [Int64] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try integer(size)) }
    return values
  }

  private func fault(_ expected: String, at offset: Int) -> TimeError {
    TimeError(.badZoneData, at: offset, expected: expected)
  }
}
