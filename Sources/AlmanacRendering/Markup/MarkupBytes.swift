internal import AlmanacComponents
internal import AlmanacTime

/// Markup as UTF-8 in memory that grows. Bytes are appended faster than to an array or a string.
struct MarkupBytes: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init() {
    memory = .allocate(capacity: 256)
  }

  deinit { memory.deallocate() }

  /// The text, which is valid UTF-8, as each part of it was a text.
  var text: String {
    let bytes = UnsafeBufferPointer(rebasing: memory[..<count])
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return String(copying: UTF8Span(unchecked: bytes.span))
      }
    #endif
    return String(decoding: bytes, as: UTF8.self)
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * (count + length))
    _ = larger.moveInitialize(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }

  @inline(__always)
  private mutating func append(_ start: UnsafePointer<UInt8>?, _ length: Int) {
    guard let start, length > 0 else { return }
    if length > memory.count - count { grow(by: length) }
    guard let end = memory.baseAddress.map({ $0 + count }) else { return }
    end.initialize(from: start, count: length)
    count += length
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    if text.hasPointerRepresentation { append(text.utf8Start, text.utf8CodeUnitCount) }
  }

  mutating func append(text: String) {
    text.withBytes { append($0.baseAddress, $0.count) }
  }

  mutating func append(_ number: Double) {
    guard number.isShort else { return append(text: number.markup) }
    if Double.shortCapacity > memory.count - count { grow(by: Double.shortCapacity) }
    count += number.write(
      into: UnsafeMutableBufferPointer(rebasing: memory[count..<count + Double.shortCapacity]))
  }

  /// Appends the digits that a closure writes, no more than a number of bytes.
  @inline(__always)
  mutating func append(capacity: Int, digits: (inout DigitWriter) -> Void) {
    if capacity > memory.count - count { grow(by: capacity) }
    var writer = DigitWriter(memory: UnsafeMutableBufferPointer(rebasing: memory[count..<count + capacity]))
    digits(&writer)
    count += writer.count
  }

  mutating func append(contentsOf other: borrowing MarkupBytes) {
    append(UnsafePointer(other.memory.baseAddress), other.count)
  }
}

extension MarkupBytes {
  @inline(__always)
  mutating func appendEnd(_ name: StaticString) {
    append("</")
    append(name)
    append(">")
  }

  /// Appends a text on one line with the characters of markup as references (`MarkupWriter.text(_:)`).
  mutating func appendEscaped(_ text: String) {
    if text.isEmpty { return }
    let isPlain = text.withBytes { bytes in
      guard Self.isPlain(bytes) else { return false }
      append(bytes.baseAddress, bytes.count)
      return true
    }
    if isPlain { return }
    let line = SafeText.singleLine(text)
    let safe = Self.mayContainNoncharacters(line) ? Self.withoutNoncharacters(line) : line
    safe.withBytes { bytes in
      var first = 0
      for index in bytes.indices {
        let entity: StaticString
        switch bytes[index] {
        case UInt8(ascii: "&"): entity = "&amp;"
        case UInt8(ascii: "<"): entity = "&lt;"
        case UInt8(ascii: ">"): entity = "&gt;"
        case UInt8(ascii: "\""): entity = "&quot;"
        case UInt8(ascii: "'"): entity = "&#39;"
        default: continue
        }
        append(bytes.baseAddress.map { $0 + first }, index - first)
        append(entity)
        first = index + 1
      }
      append(bytes.baseAddress.map { $0 + first }, bytes.count - first)
    }
  }

  /// Whether `isPlain(_:at:)` is true of each byte; eight bytes at a time are examined.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      // The last eight bytes overlap those before.
      let word = min(index, bytes.count - 8)
      if word >= 0,
        isPlain(UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: word, as: UInt64.self))
      {
        index = word + 8
        continue
      }
      let end = min(index + 8, bytes.count)
      while index < end {
        guard isPlain(bytes, at: index) else { return false }
        index += 1
      }
    }
    return true
  }

  /// Whether eight bytes are ASCII, without controls and characters of markup.
  @inline(__always)
  private static func isPlain(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (low, high) = (ones &* 0x7F, ones &* 0x80)
    // For a byte of ASCII the sum has its high bit where the byte is not zero.
    @inline(__always)
    func differs(_ bits: UInt64, from byte: UInt64) -> UInt64 { (bits ^ (ones &* byte)) &+ low }
    let isPrinted = (bytes & low) &+ ones &* 0x60
    // `&` and `'`, as well as `<` and `>`, differ in one bit.
    let isText =
      differs(bytes & ~ones & low, from: 0x26) & differs(bytes & ~(ones &* 2) & low, from: 0x3C)
      & differs(bytes & low, from: 0x22) & differs(bytes & low, from: 0x7F)
    return (~bytes & isPrinted & isText) & high == high
  }

  /// Whether the byte at an index of UTF-8 begins neither a control, nor a character of markup, nor one of those among which
  /// noncharacters are.
  @inline(__always)
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    case 0x20..<0x7F: true
    case 0xEF...: false
    default: DisplayControl.scalar(in: bytes, at: index) == nil
    }
  }

  /// Whether any bytes are those at the end of noncharacters, BF BE or BF BF.
  private static func mayContainNoncharacters(_ text: String) -> Bool {
    text.withBytes { bytes in
      bytes.indices.dropFirst().contains { bytes[$0 - 1] == 0xBF && bytes[$0] & 0xFE == 0xBE }
    }
  }

  private static func withoutNoncharacters(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      clean.append(scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar)
    }
    return String(clean)
  }
}
