#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import ucrt
#endif

/// The position of the first `byte` in `start..<end`, or `end`.
///
/// Uses libc's `memchr`, which examines 16 to 32 bytes at a time; nothing else of libc is needed here.
func firstPosition(of byte: UInt8, in base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
  guard start < end, let hit = memchr(base + start, Int32(byte), end - start) else { return end }
  return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
}

/// ASCII bytes by name.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let comma: UInt8 = 0x2C
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let backslash: UInt8 = 0x5C
  static let caret: UInt8 = 0x5E
  static let delete: UInt8 = 0x7F

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  @inline(__always)
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// The value of a hexadecimal digit in either case; `nil` for any other byte.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte & 0x0F }
    let letter = uppercased(byte) &- 0x41
    return letter < 6 ? letter + 10 : nil
  }

  /// Whether content lines may not contain the control character (RFC 5545 §3.1: all but HTAB).
  @inline(__always)
  static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != tab) || byte == delete }

  @inline(__always)
  static func uppercased(_ byte: UInt8) -> UInt8 { byte &- 0x61 < 26 ? byte & 0xDF : byte }
}

/// Whether the bytes spell `name` (given in upper case), without regard to case.
func isNamed(_ bytes: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
  guard bytes.count == name.utf8CodeUnitCount else { return false }
  let expected = name.utf8Start
  for index in 0..<bytes.count where ASCII.uppercased(bytes[index]) != expected[index] { return false }
  return true
}

/// Whether two names are equal without regard to case (RFC 5545 §3.5); names are ASCII.
func sameName(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
  one.count == other.count
    && one.elementsEqual(other) { ASCII.uppercased($0) == ASCII.uppercased($1) }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without leading and trailing blanks.
  @inline(__always)
  func trimmed(where isBlank: (UInt8) -> Bool) -> UnsafeBufferPointer<UInt8> {
    var rest = self[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return UnsafeBufferPointer(rebasing: rest)
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the string.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    // A string that is bridged from another system and is not stored as UTF-8.
    var copy = self
    return copy.withUTF8(body)
  }

  /// Whether the UTF-8 of the string contains that of `text`.
  ///
  /// - Complexity: O(*n* + *k* × *m*), where *k* is the number of times that the first of the *m* bytes of `text` occurs.
  package func containsBytes(of text: String) -> Bool {
    withBytes { bytes in
      text.withBytes { sought in
        guard let base = bytes.baseAddress, let first = sought.first else { return sought.isEmpty }
        let end = bytes.count - sought.count + 1
        var start = firstPosition(of: first, in: base, from: 0, to: end)
        while start < end {
          if UnsafeBufferPointer(rebasing: bytes[start..<start + sought.count]).elementsEqual(sought) {
            return true
          }
          start = firstPosition(of: first, in: base, from: start + 1, to: end)
        }
        return false
      }
    }
  }
}

extension Dictionary {
  /// Creates a dictionary of pairs; of several pairs with one key the first is used.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
