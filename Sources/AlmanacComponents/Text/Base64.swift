/// Bytes as text (RFC 4648 §4), which the standard library lacks.
package enum Base64 {
  /// The bytes that a text stands for.
  ///
  /// - Parameter isStrict: Whether blanks, and padding that is missing or more than there should be, make it none.
  /// - Returns: `nil` for what is not base64.
  package static func decoded(_ text: String, isStrict: Bool = false) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      if !isStrict, byte == 0x20 || byte == 0x09 { continue }
      guard padding == 0, let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 1
      if count == 4 {
        output.append(UInt8(truncatingIfNeeded: bits >> 16))
        output.append(UInt8(truncatingIfNeeded: bits >> 8))
        output.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (0, 0)
      }
    }
    guard !isStrict || padding == (4 - count) % 4 else { return nil }
    switch count {
    case 0: break
    case 2: output.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      output.append(UInt8(truncatingIfNeeded: bits >> 10))
      output.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return nil
    }
    return output
  }

  package static func encoded(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let bits =
        UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      output.append(digits[Int(bits >> 18)])
      output.append(digits[Int(bits >> 12 & 63)])
      output.append(left > 1 ? digits[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      output.append(left > 2 ? digits[Int(bits & 63)] : UInt8(ascii: "="))
      index += 3
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
