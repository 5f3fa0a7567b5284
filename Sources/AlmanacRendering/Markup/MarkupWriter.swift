internal import AlmanacComponents

/// Writes XML and HTML elements; every text and attribute that goes in is escaped.
class MarkupWriter {
  /// The output as UTF-8, to which bytes are appended faster than to a string.
  private var bytes: [UInt8]

  /// - Parameter prologue: The text before the first element, written unchanged.
  init(prologue: String) {
    bytes = Array(prologue.utf8)
  }

  final var output: String { String(decoding: bytes, as: UTF8.self) }

  typealias Attributes = KeyValuePairs<String, String>

  /// The value of a class attribute: the names whose condition is true.
  static func classes(_ names: KeyValuePairs<String, Bool>) -> String {
    names.filter { $0.value }.map { $0.key }.joined(separator: " ")
  }

  /// Writes an element with the contents that the closure writes. Attributes with an empty value are omitted.
  final func element(_ name: String, _ attributes: Attributes = [:], content: () -> Void) {
    bytes.appendTag(name, attributes, end: ">")
    content()
    bytes.appendEnd(name)
  }

  /// Writes an element with classes and without other attributes.
  final func element(_ name: String, class classes: String, content: () -> Void) {
    bytes.appendTag(name, class: classes)
    content()
    bytes.appendEnd(name)
  }

  /// Writes an element with classes and a text.
  final func element(_ name: String, class classes: String, _ text: String) {
    bytes.appendTag(name, class: classes)
    bytes.appendEscaped(text)
    bytes.appendEnd(name)
  }

  /// Writes an element with a text.
  final func element(_ name: String, _ attributes: Attributes = [:], _ text: String) {
    bytes.appendTag(name, attributes, end: ">")
    bytes.appendEscaped(text)
    bytes.appendEnd(name)
  }

  /// Writes an element with a text and without attributes.
  final func element(_ name: String, _ text: String) {
    element(name, [:], text)
  }

  /// Writes an element without contents, closed at once as in XML; HTML allows it for elements that never have any.
  final func element(_ name: String, _ attributes: Attributes) {
    bytes.appendTag(name, attributes, end: "/>")
  }

  /// Writes a text on one line, without controls or overrides of direction, and with the characters of markup as
  /// references. Noncharacters, which XML does not allow, become U+FFFD.
  final func text(_ text: String) {
    bytes.appendEscaped(text)
  }

  /// Writes a text that has another direction than the text around it, between the marks of an isolate (UAX #9).
  final func isolated(_ text: String, _ isRightToLeft: Bool) {
    bytes.append(isRightToLeft ? "&#x2067;" : "&#x2066;")
    bytes.appendEscaped(text)
    bytes.append("&#x2069;")
  }

  /// Writes what another writer has written.
  final func append(_ other: MarkupWriter) {
    bytes.append(contentsOf: other.bytes)
  }

  /// Writes a line break between elements.
  final func line() {
    bytes.append("\n")
  }

  /// Writes a style element with trusted contents, which are not escaped.
  final func style(_ rules: String) {
    bytes.append("<style>\(rules)</style>")
  }
}

/// The parts of elements. Each is one access to the writer's output, which Swift checks at run time.
extension [UInt8] {
  fileprivate mutating func append(_ text: String) {
    text.withBytes { append(contentsOf: $0) }
  }

  fileprivate mutating func appendTag(_ name: String, _ attributes: MarkupWriter.Attributes, end: String) {
    append("<")
    append(name)
    for (key, value) in attributes where !value.isEmpty {
      append(" ")
      append(key)
      append("=\"")
      appendEscaped(value)
      append("\"")
    }
    append(end)
  }

  fileprivate mutating func appendTag(_ name: String, class classes: String) {
    append("<")
    append(name)
    append(" class=\"")
    appendEscaped(classes)
    append("\">")
  }

  fileprivate mutating func appendEnd(_ name: String) {
    append("</")
    append(name)
    append(">")
  }

  fileprivate mutating func appendEscaped(_ text: String) {
    let isPlain = text.withBytes { bytes in
      guard bytes.indices.allSatisfy({ Self.isPlain(bytes, at: $0) }) else { return false }
      append(contentsOf: bytes)
      return true
    }
    if isPlain { return }
    let line = SafeText.singleLine(text)
    let safe = Self.mayContainNoncharacters(line) ? Self.withoutNoncharacters(line) : line
    safe.withBytes { bytes in
      var first = 0
      for index in bytes.indices {
        let entity: String
        switch bytes[index] {
        case UInt8(ascii: "&"): entity = "&amp;"
        case UInt8(ascii: "<"): entity = "&lt;"
        case UInt8(ascii: ">"): entity = "&gt;"
        case UInt8(ascii: "\""): entity = "&quot;"
        case UInt8(ascii: "'"): entity = "&#39;"
        default: continue
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[first..<index]))
        append(entity)
        first = index + 1
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[first...]))
    }
  }

  /// Whether the byte at an index of UTF-8 begins neither a control, nor a character of markup, nor one of those among which
  /// noncharacters are.
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
    var text = text
    return text.withUTF8 { bytes in
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

extension Double {
  /// The number with at most two decimals.
  var markup: String {
    let hundredths = Int((self * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    var text = hundredths < 0 ? "-" : ""
    text += String(whole)
    guard rest > 0 else { return text }
    text += rest < 10 ? ".0" : "."
    text += String(rest % 10 == 0 ? rest / 10 : rest)
    return text
  }
}
