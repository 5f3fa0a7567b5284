/// Base64 (RFC 4648 §4), which the standard library lacks.
package enum Base64 {
  /// Decodes a text.
  ///
  /// - Parameter isStrict: Whether to reject blanks, missing padding and surplus padding.
  /// - Returns: The bytes, or `nil` if the text is not base64.
  package static func decoded(_ text: String, isStrict: Bool = false) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, waiting) = (UInt32(0), 0)
    var padding = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "=") {
        padding += 1
      } else if isStrict || !ASCII.isBlank(byte) {
        guard padding == 0, let value = values[Int(byte)] else { return nil }
        (bits, waiting) = (bits << 6 | value, waiting + 6)
        guard waiting >= 8 else { continue }
        waiting -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> waiting))
      }
    }
    // A last group of one digit encodes no byte; one of two digits needs two padding characters, one of three
    // digits needs one.
    return waiting < 6 && (!isStrict || padding == waiting / 2) ? output : nil
  }

  package static func encoded(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (bits, waiting) = (UInt32(0), 0)
    for byte in bytes {
      (bits, waiting) = (bits << 8 | UInt32(byte), waiting + 8)
      while waiting >= 6 {
        waiting -= 6
        output.append(digits[Int(bits >> waiting & 63)])
      }
    }
    if waiting > 0 { output.append(digits[Int(bits << (6 - waiting) & 63)]) }
    while !output.count.isMultiple(of: 4) { output.append(UInt8(ascii: "=")) }
    return String(decoding: output, as: UTF8.self)
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt32?] = (0..<256).map { byte in
    digits.firstIndex(of: UInt8(byte)).map { UInt32($0) }
  }
}
