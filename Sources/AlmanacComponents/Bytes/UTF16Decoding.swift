/// Converts UTF-16 to UTF-8.
enum UTF16Decoding {
  enum ByteOrder: CaseIterable {
    case little, big

    /// The code units in the bytes; an odd last byte is omitted.
    func units(of bytes: [UInt8]) -> some BidirectionalCollection<UInt16> {
      let (high, low) = self == .big ? (0, 1) : (1, 0)
      return (0..<bytes.count / 2).lazy.map { index in
        UInt16(bytes[2 * index + high]) << 8 | UInt16(bytes[2 * index + low])
      }
    }
  }

  private static let byteOrderMark: UInt16 = 0xFEFF

  /// The byte order, recognised by a byte order mark or by two ASCII characters at
  /// the start; `nil` if neither.
  static func byteOrder(of bytes: [UInt8]) -> ByteOrder? {
    ByteOrder.allCases.first { order in
      let start = order.units(of: Array(bytes.prefix(4)))
      return start.first == byteOrderMark
        || start.count == 2 && start.allSatisfy { $0 < 0x80 && !ASCII.isControl(UInt8($0)) }
    }
  }

  /// UTF-8 without a byte order mark; an unpaired surrogate becomes U+FFFD.
  static func utf8(of bytes: [UInt8], _ order: ByteOrder, reporting findings: inout Diagnostics)
    -> [UInt8]
  {
    let units = order.units(of: bytes)
    var rest = units.dropFirst(units.first == byteOrderMark ? 1 : 0).makeIterator()
    var output: [UInt8] = []
    output.reserveCapacity(units.count + units.count / 8)
    var (codec, line) = (UTF16(), 1)
    while true {
      switch codec.decode(&rest) {
      case .scalarValue(let scalar):
        if scalar == "\n" { line += 1 }
        output.append(contentsOf: scalar.utf8)
      case .error:
        findings.add(.undecodable, line: line, "half a pair of UTF-16 units", repair: "read as U+FFFD")
        output.append(contentsOf: "\u{FFFD}".utf8)
      case .emptyInput:
        if !bytes.count.isMultiple(of: 2) {
          findings.add(.undecodable, line: line, "half a UTF-16 unit at the end", repair: "ignored")
        }
        return output
      }
    }
  }
}

/// Decodes UTF-16 that arrives in parts.
struct UTF16StreamDecoder: Sendable {
  private var order: UTF16Decoding.ByteOrder?
  private var isDecided = false
  /// The bytes of an incomplete character at the end of the last part.
  private var carried: [UInt8] = []

  /// A part as UTF-8; unchanged if the first part is not UTF-16.
  mutating func utf8(of part: [UInt8]) -> [UInt8] {
    if !isDecided, !part.isEmpty {
      order = UTF16Decoding.byteOrder(of: part)
      isDecided = true
    }
    guard let order else { return part }
    var bytes = carried + part
    let isCut = order.units(of: bytes).last.map(UTF16.isLeadSurrogate) ?? false
    carried = Array(bytes.suffix(bytes.count % 2 + (isCut ? 2 : 0)))
    bytes.removeLast(carried.count)
    var findings = Diagnostics(limit: 0)
    return UTF16Decoding.utf8(of: bytes, order, reporting: &findings)
  }
}
