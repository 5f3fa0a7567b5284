internal import AlmanacComponents

/// Writes XML and HTML elements; every text and attribute that goes in is escaped.
class MarkupWriter {
  // No access to it is open while another begins.
  @exclusivity(unchecked) private var bytes: MarkupBytes

  /// - Parameter prologue: The text before the first element, written unchanged.
  init(prologue: String) {
    bytes = MarkupBytes()
    bytes.append(text: prologue)
  }

  final var output: String { bytes.text }

  typealias Attributes = KeyValuePairs<StaticString, String>

  /// The value of a class attribute: the names whose condition is true.
  static func classes(_ names: KeyValuePairs<String, Bool>) -> String {
    var classes = ""
    for (name, isTrue) in names where isTrue { classes += classes.isEmpty ? name : " " + name }
    return classes
  }

  /// Writes an element with the contents that the closure writes. Attributes with an empty value are omitted.
  final func element(_ name: StaticString, _ attributes: Attributes = [:], content: () -> Void) {
    bytes.appendTag(name, attributes, end: ">")
    content()
    bytes.appendEnd(name)
  }

  /// Writes an element with classes and without other attributes.
  final func element(_ name: StaticString, class classes: String, content: () -> Void) {
    bytes.appendTag(name, class: classes)
    content()
    bytes.appendEnd(name)
  }

  /// Writes an element with classes and a text.
  final func element(_ name: StaticString, class classes: String, _ text: String) {
    bytes.appendTag(name, class: classes)
    bytes.appendEscaped(text)
    bytes.appendEnd(name)
  }

  /// Writes an element with a text.
  final func element(_ name: StaticString, _ attributes: Attributes = [:], _ text: String) {
    bytes.appendTag(name, attributes, end: ">")
    bytes.appendEscaped(text)
    bytes.appendEnd(name)
  }

  /// Writes an element with a text and without attributes.
  final func element(_ name: StaticString, _ text: String) {
    element(name, [:], text)
  }

  /// Writes an element without contents, closed at once as in XML; HTML allows it for elements that never have any.
  final func element(_ name: StaticString, _ attributes: Attributes) {
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
    bytes.append("<style>")
    bytes.append(text: rules)
    bytes.append("</style>")
  }
}

extension Double {
  /// The number with at most two decimals; one of more digits than a number has exactly, as a power of ten.
  var markup: String {
    guard magnitude < 1e15 else { return description }
    let hundredths = Int((self * 100).rounded())
    var rest = hundredths.magnitude
    // Fifteen characters are stored without memory of their own.
    guard rest < 1_000_000_000_000 else { return String(hundredths / 100) }
    return String(unsafeUninitializedCapacity: 15) { memory in
      var digits = 2
      while digits > 0, rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
      // From the last digit to the first, at the end of the memory.
      var first = memory.count
      func write(_ byte: UInt8) {
        first -= 1
        memory[first] = byte
      }
      for place in 0... {
        if place == digits, digits > 0 { write(UInt8(ascii: ".")) }
        write(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
        if rest == 0, place >= digits { break }
      }
      if hundredths < 0 { write(UInt8(ascii: "-")) }
      for index in first..<memory.count { memory[index - first] = memory[index] }
      return memory.count - first
    }
  }
}
