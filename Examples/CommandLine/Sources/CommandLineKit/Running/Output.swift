import AlmanacFiles

/// What a command prints: gathered, and passed on whenever it grows large.
struct Output {
  private var bytes: [UInt8] = []
  private let drain: @Sendable ([UInt8]) throws(FileError) -> Void
  /// Why nothing more can be written. A command that prints without end looks at it now and then.
  private(set) var failure: FileError?
  /// Whether anything was printed.
  private(set) var isUsed = false
  /// Whether what was printed is worth having even if the command fails: a report of what failed.
  var outlivesFailure = false

  private static let capacity = 1 << 16

  init(to drain: @escaping @Sendable ([UInt8]) throws(FileError) -> Void) {
    self.drain = drain
  }

  mutating func write(_ text: String) {
    isUsed = true
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { flush() }
  }

  mutating func write(_ more: [UInt8]) {
    isUsed = true
    bytes.append(contentsOf: more)
    if bytes.count >= Self.capacity { flush() }
  }

  mutating func writeLine(_ text: String) {
    write(text)
    write("\n")
  }

  mutating func flush() {
    guard failure == nil, !bytes.isEmpty else { return bytes.removeAll() }
    do throws(FileError) { try drain(bytes) } catch { failure = error }
    bytes.removeAll(keepingCapacity: true)
  }
}
