/// UTF-16 bytes to UTF-8.
enum UTF16Decoding {
  enum ByteOrder { case little, big }

  /// The order told by a byte order mark, or by the zero bytes of two ASCII characters at the start.
  static func byteOrder(of bytes: [UInt8]) -> ByteOrder? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return .little
    case (0xFE, 0xFF): return .big
    default: break
    }
    guard bytes.count >= 4 else { return nil }
    func isText(_ byte: UInt8) -> Bool { byte < 0x80 && !ASCII.isControl(byte) }
    if isText(bytes[0]), bytes[1] == 0, isText(bytes[2]), bytes[3] == 0 { return .little }
    if bytes[0] == 0, isText(bytes[1]), bytes[2] == 0, isText(bytes[3]) { return .big }
    return nil
  }

  /// UTF-8 without byte order mark; a surrogate without its other half becomes U+FFFD.
  static func utf8(of bytes: [UInt8], _ order: ByteOrder, reporting findings: inout Diagnostics)
    -> [UInt8]
  {
    let units = bytes.count / 2
    var output: [UInt8] = []
    output.reserveCapacity(units + units / 8)
    var line = 1
    func unit(_ index: Int) -> UInt32 {
      let first = UInt32(bytes[2 * index])
      let second = UInt32(bytes[2 * index + 1])
      return order == .little ? second << 8 | first : first << 8 | second
    }
    var index = units > 0 && unit(0) == 0xFEFF ? 1 : 0
    while index < units {
      let value = unit(index)
      index += 1
      switch value {
      case 0xD800..<0xDC00:
        if index < units, case let low = unit(index), 0xDC00..<0xE000 ~= low {
          index += 1
          UTF8Validation.append(0x1_0000 + (value - 0xD800) << 10 + (low - 0xDC00), to: &output)
        } else {
          findings.add(.undecodable, line: line, "half a pair of UTF-16 units", repair: "read as U+FFFD")
          UTF8Validation.append(0xFFFD, to: &output)
        }
      case 0xDC00..<0xE000:
        findings.add(.undecodable, line: line, "half a pair of UTF-16 units", repair: "read as U+FFFD")
        UTF8Validation.append(0xFFFD, to: &output)
      default:
        if value == 0x0A { line += 1 }
        UTF8Validation.append(value, to: &output)
      }
    }
    if !bytes.count.isMultiple(of: 2) {
      findings.add(.undecodable, line: line, "half a UTF-16 unit at the end", repair: "left out")
    }
    return output
  }
}
