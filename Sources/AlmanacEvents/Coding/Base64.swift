/// Bytes as text (RFC 4648 §4), which the standard library lacks.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<Swift.min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for place in 0..<3 { bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0) }
      for place in 0..<4 {
        let digit = Int(bits >> UInt32(18 - 6 * place) & 63)
        text.append(place <= group.count ? digits[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: `nil` for what is not base64.
  static func bytes(_ text: String) -> [UInt8]? {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    let all = Array(text.utf8)
    guard all.count % 4 == 0 else { return nil }
    let padding = all.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    for (index, digit) in all.dropLast(padding).enumerated() {
      guard let value = values[Int(digit)] else { return nil }
      bits = bits << 6 | UInt32(value)
      // Digits hold 6, 12, 18, 24 bits: a byte is full from the second digit of four on.
      let held = UInt32(index % 4 + 1) * 6 % 8
      if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> held)) }
    }
    return bytes
  }
}
