/// TEXT values and lists of values (RFC 5545 §3.3.11, §3.1.1).
package enum TextValue {
  /// The text of an escaped value.
  ///
  /// `\n` and `\N` are line feeds; `\\` `\;` `\,` and also `\:` `\"` (written by older programs) are the
  /// character itself; any other backslash is literal, because some programs do not escape it. Control
  /// characters are removed.
  package static func unescaped(_ value: UnsafeBufferPointer<UInt8>) -> String {
    guard let base = value.baseAddress else { return "" }
    if LineGrammar.hasControls(value) {
      return value.filter { !ASCII.isControl($0) }.withUnsafeBufferPointer { unescaped($0) }
    }
    if firstPosition(of: ASCII.backslash, in: base, from: 0, to: value.count) == value.count {
      return String(decoding: value, as: UTF8.self)
    }
    return String(unsafeUninitializedCapacity: value.count) { output in
      guard let text = output.baseAddress else { return 0 }
      var (length, start) = (0, 0)
      while start < value.count {
        let end = firstPosition(of: ASCII.backslash, in: base, from: start, to: value.count)
        (text + length).initialize(from: base + start, count: end - start)
        length += end - start
        guard end < value.count else { break }
        let next = end + 1 < value.count ? base[end + 1] : 0
        start = end + 2
        switch next {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): text[length] = ASCII.lineFeed
        case ASCII.backslash, ASCII.semicolon, ASCII.comma, ASCII.colon, ASCII.quote: text[length] = next
        default:
          text[length] = ASCII.backslash
          start = end + 1
        }
        length += 1
      }
      return length
    }
  }

  package static func unescaped(_ value: String) -> String { value.withBytes { unescaped($0) } }

  /// `text` as a TEXT value: `\` `;` `,` escaped, line breaks of every kind as `\n`, other
  /// control characters removed.
  package static func escaped(_ text: String) -> String {
    if text.withBytes({ firstSpecial(in: $0, from: 0) == $0.count }) { return text }
    var bytes: [UInt8] = []
    append(escaping: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `text` as a TEXT value.
  package static func append(escaping text: String, to output: inout [UInt8]) {
    text.withBytes { bytes in
      var start = 0
      while true {
        let index = firstSpecial(in: bytes, from: start)
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        guard index < bytes.count else { return }
        start = index + 1
        switch bytes[index] {
        case ASCII.backslash, ASCII.semicolon, ASCII.comma:
          output.append(ASCII.backslash)
          output.append(bytes[index])
        case ASCII.lineFeed where index > 0 && bytes[index - 1] == ASCII.carriageReturn: break
        case ASCII.lineFeed, ASCII.carriageReturn:
          output.append(ASCII.backslash)
          output.append(UInt8(ascii: "n"))
        default: break
        }
      }
    }
  }

  /// The text without the control characters that content lines may not contain (RFC 5545 §3.1).
  ///
  /// - Parameter keepsLines: Whether line breaks are preserved as line feeds, for parameter values, which
  ///   encode them (RFC 6868).
  static func withoutControls(_ text: String, keepsLines: Bool = false) -> String {
    guard text.utf8.contains(where: ASCII.isControl) else { return text }
    var bytes: [UInt8] = []
    var previous: UInt8 = 0
    for byte in text.utf8 {
      let isFeed = byte == ASCII.lineFeed && previous != ASCII.carriageReturn
      if keepsLines, isFeed || byte == ASCII.carriageReturn {
        bytes.append(ASCII.lineFeed)
      } else if !ASCII.isControl(byte) {
        bytes.append(byte)
      }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte is escaped or removed.
  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    ASCII.isControl(byte) || byte == ASCII.backslash || byte == ASCII.semicolon || byte == ASCII.comma
  }

  /// Examines eight bytes at a time until one is special.
  private static func firstSpecial(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      while bytes.count - index >= 8 {
        let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        var found = (word &- ones &* 0x20) & ~word
        found |= zeros(word ^ ones &* UInt64(ASCII.backslash)) | zeros(word ^ ones &* UInt64(ASCII.semicolon))
        found |= zeros(word ^ ones &* UInt64(ASCII.comma)) | zeros(word ^ ones &* UInt64(ASCII.delete))
        if found & (ones &* 0x80) != 0 { break }
        index &+= 8
      }
    }
    while index < bytes.count, !isSpecial(bytes[index]) { index &+= 1 }
    return index
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Has the highest bit set in some byte exactly if some byte of the word is zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  /// The ranges of a list's values, still escaped, separated by unescaped commas.
  ///
  /// - Parameter limit: The largest number of ranges; a list can have as many values as bytes.
  package static func listParts(_ value: UnsafeBufferPointer<UInt8>, upTo limit: Int = .max) -> [Range<Int>] {
    parts(of: value, at: ASCII.comma, upTo: limit)
  }

  /// The ranges of the fields of a structured value such as REQUEST-STATUS or GEO, still
  /// escaped, separated by semicolons.
  package static func fields(_ value: UnsafeBufferPointer<UInt8>, upTo limit: Int = .max) -> [Range<Int>] {
    parts(of: value, at: ASCII.semicolon, upTo: limit)
  }

  private static func parts(
    of value: UnsafeBufferPointer<UInt8>, at separator: UInt8, upTo limit: Int
  ) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < value.count {
      if value[index] == ASCII.backslash {
        index += 2
        continue
      }
      if value[index] == separator {
        guard parts.count < limit else { return parts }
        parts.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    if parts.count < limit { parts.append(start..<value.count) }
    return parts
  }
}
