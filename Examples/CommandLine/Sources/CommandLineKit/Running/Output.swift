import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacTime

/// The output of a command, written in large parts.
struct Output {
  private var bytes: [UInt8] = []
  private let drain: @Sendable ([UInt8]) throws(FileError) -> Void
  /// Whether it is shown on a terminal, which control characters in a file could reprogram.
  private let isTerminal: Bool
  /// The error after which nothing more is written. A command with endless output checks it repeatedly.
  private(set) var failure: FileError?
  /// Whether anything was printed.
  private(set) var isUsed = false
  /// Whether the output is preserved if the command fails, since it reports what failed.
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

  /// Prints the content of a file unchanged, or on a terminal without control characters.
  mutating func write(document content: [UInt8]) {
    write(copy: content) { SafeText.lines($0).joined(separator: "\n") }
  }

  /// Prints normalized jCal as ``write(json:)`` does, in parts unless it is shown on a terminal.
  mutating func write(jCalOf document: ICSDocument, at now: Instant) {
    var shown: [UInt8] = []
    document.writeJCal(.normalized, at: now) { part in
      if isTerminal {
        shown += part
      } else {
        write(document: part)
      }
    }
    write(json: shown + [UInt8(ascii: "\n")])
  }

  /// Prints a JSON text with its line break unchanged, or on a terminal with its control characters as escapes.
  mutating func write(json content: [UInt8]) { write(copy: content) { SafeText.json($0) + "\n" } }

  private mutating func write(copy content: [UInt8], shownAs shown: (String) -> String) {
    isUsed = true
    if isTerminal {
      bytes.append(contentsOf: shown(String(decoding: content, as: UTF8.self)).utf8)
    } else {
      bytes.append(contentsOf: content)
    }
    if bytes.count >= Self.capacity { flush() }
  }

  /// Prints a value on one line, as ``JSON/withOffsets`` and with the handles of items. The elements of its lists are made one
  /// after the other, since a list may be long.
  mutating func writeLine(_ value: JSON, _ handles: Handles?) {
    func text(_ value: JSON) -> String { value.naming(by: handles).withOffsets.text() }
    guard case .object(let members) = value else { return writeLine(text(value)) }
    write("{")
    for (place, member) in members.naming(by: handles).withZone.enumerated() {
      write((place == 0 ? "" : ",") + JSON.string(member.name).text() + ":")
      guard case .array(let elements) = member.value else {
        write(text(member.value))
        continue
      }
      write("[")
      for (place, element) in elements.enumerated() { write((place == 0 ? "" : ",") + text(element)) }
      write("]")
    }
    writeLine("}")
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

extension DefaultStringInterpolation {
  /// Appends a title, a place or another text of an item within a line of other texts: the line keeps its order on terminals
  /// that reorder text written from right to left.
  mutating func appendInterpolation(title: String) {
    appendInterpolation(SafeText.guarded(title))
  }
}
