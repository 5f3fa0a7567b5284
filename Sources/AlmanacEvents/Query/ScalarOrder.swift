/// The order of texts that lists use: by Unicode scalars, which is the order of their UTF-8 bytes, and quick.
extension String {
  /// The first eight bytes as one number: where these differ, they are in the order of the texts.
  var leadingBytes: UInt64 {
    withBytes { bytes in
      if bytes.count >= 8 { return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) }
      var number: UInt64 = 0
      for index in 0..<8 { number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
      return number
    }
  }

  /// Whether this text stands before another; `nil` when both are the same, scalar by scalar.
  @inline(__always)
  func isBefore(_ other: String) -> Bool? {
    withBytes { mine in other.withBytes { theirs in Self.isBefore(mine, theirs) } }
  }

  /// Whether both are the same, scalar by scalar; `==` takes for equal what only looks so.
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
    // A string of another system, which does not hold UTF-8.
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
