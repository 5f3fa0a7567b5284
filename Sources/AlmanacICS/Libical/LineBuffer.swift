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
