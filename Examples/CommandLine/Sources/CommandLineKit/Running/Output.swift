import AlmanacFiles
import AlmanacRendering

/// What a command prints: gathered, and passed on whenever it grows large.
struct Output {
  private var bytes: [UInt8] = []
  private let drain: @Sendable ([UInt8]) throws(FileError) -> Void
  /// Whether it appears on a terminal, which controls in a text of a file could reprogram.
  private let isTerminal: Bool
  /// Why nothing more can be written. A command that prints without end looks at it now and then.
  private(set) var failure: FileError?
  /// Whether anything was printed.
  private(set) var isUsed = false
  /// Whether what was printed is worth having even if the command fails: a report of what failed.
  var outlivesFailure = false

  private static let capacity = 1 << 16

  init(isTerminal: Bool = false, to drain: @escaping @Sendable ([UInt8]) throws(FileError) -> Void) {
    self.isTerminal = isTerminal
    self.drain = drain
  }

  mutating func write(_ text: String) {
    isUsed = true
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { flush() }
  }

  /// Prints the content of a file: exactly, but to a terminal without its controls.
  mutating func write(document content: [UInt8]) {
    isUsed = true
    if isTerminal {
      let lines = SafeText.lines(String(decoding: content, as: UTF8.self))
      bytes.append(contentsOf: lines.joined(separator: "\n").utf8)
    } else {
      bytes.append(contentsOf: content)
    }
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
