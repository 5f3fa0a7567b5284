/// Checks of UTF-8 after Unicode's table of well-formed sequences (no overlong forms, no surrogates).
enum UTF8Validation {
  /// The position of the first byte that begins no well-formed sequence, or `nil` when all are well-formed.
  static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    var position = 0
    while position < count {
      while position &+ 8 <= count {
        let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { break }
        position &+= 8
      }
      // Up to the end of a word by sequences, then words again.
      let stop = min(position &+ 8, count)
      while position < stop {
        let length = sequenceLength(at: position, in: bytes)
        if length == 0 { return position }
        position &+= length
      }
    }
    return nil
  }

  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { firstInvalid(in: bytes) == nil }

  /// The length of the well-formed sequence that begins at `position`, or 0.
  @inline(__always)
  static func sequenceLength(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let lead = bytes[position]
    if lead < 0x80 { return 1 }
    let left = bytes.count &- position
    func continues(_ offset: Int) -> Bool { bytes[position &+ offset] & 0xC0 == 0x80 }
    switch lead {
    case 0xC2...0xDF:
      return left >= 2 && continues(1) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, continues(1), continues(2) else { return 0 }
      let second = bytes[position &+ 1]
      if lead == 0xE0 && second < 0xA0 || lead == 0xED && second > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard left >= 4, continues(1), continues(2), continues(3) else { return 0 }
      let second = bytes[position &+ 1]
      if lead == 0xF0 && second < 0x90 || lead == 0xF4 && second > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  /// How many bytes at the end begin a sequence that further bytes may complete (0 to 3).
  static func unfinishedTail(of bytes: [UInt8]) -> Int {
    var back = 1
    while back <= 3, back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 {
        back += 1
        continue
      }
      let expected = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return expected > back ? back : 0
    }
    return 0
  }

  static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    switch scalar {
    case 0..<0x80:
      output.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      output.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      output.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case 0x800..<0x1_0000:
      output.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      output.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      output.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
      output.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      output.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
      output.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      output.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
  }
}
