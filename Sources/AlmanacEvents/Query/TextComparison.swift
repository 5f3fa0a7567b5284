extension String {
  /// The text in the form by which texts are compared without regard to case. Unicode's upper case comes first, so that
  /// `STRASSE` and `Straße` are equal, and `ΟΔΟΣ` and `οδος`.
  package var caseFolded: String {
    utf8.allSatisfy { $0 < 0x80 } ? lowercased() : uppercased().lowercased()
  }
}

/// The order of texts in lists: by Unicode scalars, which is the order of their UTF-8 bytes and quick to compare.
extension String {
  /// The first eight bytes as one number; different numbers are in the order of their texts.
  var leadingBytes: UInt64 {
    withBytes { bytes in
      if bytes.count >= 8 { return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) }
      var number: UInt64 = 0
      for index in 0..<8 { number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
      return number
    }
  }

  /// Whether this text is before another; `nil` when both are the same, scalar by scalar.
  @inline(__always)
  func isBefore(_ other: String) -> Bool? {
    withBytes { mine in other.withBytes { theirs in Self.isBefore(mine, theirs) } }
  }

  /// Whether both texts are the same, scalar by scalar; `==` also accepts canonically equivalent ones.
  func isSpelled(like other: String) -> Bool { isBefore(other) == nil }

  private static func isBefore(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool? {
    let common = Swift.min(one.count, other.count)
    var index = 0
    while index + 8 <= common {
      let word = one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let otherWord = other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != otherWord { return word.bigEndian < otherWord.bigEndian }
      index += 8
    }
    while index < common {
      if one[index] != other[index] { return one[index] < other[index] }
      index += 1
    }
    return one.count == other.count ? nil : one.count < other.count
  }

  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    // A string that is bridged from another system and is not stored as UTF-8.
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
