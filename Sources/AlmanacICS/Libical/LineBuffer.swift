/// Room for one line with its terminating zero, used again for the next; grows, never shrinks.
struct LineBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  init(capacity: Int = 1024) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  mutating func removeAll() { count = 0 }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    append(source, bytes.count)
  }

  mutating func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

  /// Appends a time, a period or a rule without the `Z` behind its digits, and tells where there was one.
  mutating func append(withoutUTC value: UnsafeBufferPointer<UInt8>) -> UTCMarks {
    guard let last = value.last, let source = value.baseAddress else { return [] }
    var marks: UTCMarks = []
    var start = 0
    var index = 8
    while index < value.count {
      let byte = value[index]
      if byte | 0x20 == UInt8(ascii: "z"), value[index - 1] &- 0x30 < 10 {
        marks.insert(byte == last && index == value.count - 1 ? .last : .first)
        append(source + start, index - start)
        start = index + 1
      }
      index += 1
    }
    append(source + start, value.count - start)
    return marks
  }

  private mutating func append(_ source: UnsafePointer<UInt8>, _ length: Int) {
    if capacity - count <= length { grow(to: 2 * (count + length + 1)) }
    (start + count).update(from: source, count: length)
    count += length
  }

  private mutating func grow(to size: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
    capacity = size
  }

  /// The bytes as a C string, valid until the next change.
  mutating func terminated() -> UnsafeMutablePointer<CChar> {
    start[count] = 0
    return UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self)
  }
}

/// Which of a value's times end in `Z`.
struct UTCMarks: OptionSet, Sendable {
  let rawValue: UInt8

  /// The end of a period, or the one time.
  static let last = UTCMarks(rawValue: 1)
  /// The start of a period.
  static let first = UTCMarks(rawValue: 2)
}
