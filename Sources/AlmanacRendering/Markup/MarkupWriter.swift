internal import AlmanacComponents
internal import AlmanacTime

/// Writes XML and HTML elements; every text and attribute that goes in is escaped.
class MarkupWriter {
  // No access to it is open while another begins.
  @exclusivity(unchecked) private var bytes: MarkupBytes
  /// The letters of categories that may be part of a class; a cache.
  private var classNames: [String: String] = [:]

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
    element(name, attributes: { write(attributes) }, content: content)
  }

  private func write(_ attributes: Attributes) {
    for (name, value) in attributes { attribute(name, value) }
  }

  /// Writes an element with the attributes and the contents that closures write. An element of which a page has thousands has its
  /// attributes so, as a list of them would be made in memory first.
  @inline(__always)
  final func element(_ name: StaticString, attributes: () -> Void, content: () -> Void) {
    bytes.append("<")
    bytes.append(name)
    attributes()
    bytes.append(">")
    content()
    bytes.appendEnd(name)
  }

  /// Writes an element without contents in the same way, closed at once as in XML.
  @inline(__always)
  final func emptyElement(_ name: StaticString, attributes: () -> Void) {
    bytes.append("<")
    bytes.append(name)
    attributes()
    bytes.append("/>")
  }

  /// Writes an attribute of the element that is begun, unless its value is empty.
  final func attribute(_ name: StaticString, _ value: String) {
    if !value.isEmpty { attribute(name) { bytes.appendEscaped(value) } }
  }

  /// Writes an attribute of the element that is begun, with the value that a closure writes as texts.
  @inline(__always)
  final func attribute(_ name: StaticString, value: () -> Void) {
    bytes.append(" ")
    bytes.append(name)
    bytes.append("=\"")
    value()
    bytes.append("\"")
  }

  /// Writes an attribute of the element that is begun whose value is a number.
  final func attribute(_ name: StaticString, _ value: Double) {
    attribute(name) { number(value) }
  }

  /// Writes a number with at most two decimals.
  final func number(_ number: Double) {
    bytes.append(number)
  }

  /// Writes the digits that a closure writes, no more than a number of bytes.
  @inline(__always)
  final func digits(capacity: Int, _ write: (inout DigitWriter) -> Void) {
    bytes.append(capacity: capacity, digits: write)
  }

  /// Writes text of the program itself, in which nothing is escaped.
  @inline(__always)
  final func literal(_ text: StaticString) {
    bytes.append(text)
  }

  /// The same of a text that is composed.
  final func literal(composed text: String) {
    bytes.append(text: text)
  }

  /// Writes an element with classes and without other attributes.
  final func element(_ name: StaticString, class classes: StaticString, content: () -> Void) {
    element(name, attributes: { attribute("class") { literal(classes) } }, content: content)
  }

  /// Writes an element with classes and a text.
  final func element(_ name: StaticString, class classes: StaticString, _ text: String) {
    element(name, attributes: { attribute("class") { literal(classes) } }) { bytes.appendEscaped(text) }
  }

  /// Writes an element with a text.
  final func element(_ name: StaticString, _ attributes: Attributes = [:], _ text: String) {
    element(name, attributes: { write(attributes) }) { bytes.appendEscaped(text) }
  }

  /// Writes an element with a text and without attributes.
  final func element(_ name: StaticString, _ text: String) {
    element(name, [:], text)
  }

  /// Writes an element without contents, closed at once as in XML; HTML allows it for elements that never have any.
  final func element(_ name: StaticString, _ attributes: Attributes) {
    emptyElement(name) { write(attributes) }
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

  /// Writes the letters of a category that may be part of a class.
  final func classPart(_ category: String) {
    if let known = classNames[category] { return bytes.append(text: known) }
    let name = Self.className(category)
    classNames[category] = name
    bytes.append(text: name)
  }

  /// Writes a style element with trusted contents, which are not escaped.
  final func style(_ rules: String) {
    element("style", attributes: {}) { literal(composed: rules) }
  }
}

/// A stream for the texts of an element or attribute, written as by `MarkupWriter.text(_:)`.
struct EscapedText: TextOutputStream {
  let writer: MarkupWriter

  mutating func write(_ text: String) { writer.text(text) }
}

extension Double {
  /// The number with at most two decimals; one of more digits than a number has exactly, as a power of ten.
  var markup: String {
    if isShort {
      return String(unsafeUninitializedCapacity: Self.shortCapacity, initializingUTF8With: write(into:))
    }
    return magnitude < 1e15 ? String(Int((self * 100).rounded()) / 100) : description
  }

  /// The bytes of a short number at most, which a string stores without memory of its own.
  static let shortCapacity = 15

  /// Whether the number has at most fifteen characters with its decimals.
  var isShort: Bool { magnitude < 9_999_999_999 }

  /// Writes a short number into memory of `shortCapacity` bytes and returns how many it has.
  func write(into memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let hundredths = Int((self * 100).rounded())
    var (rest, digits) = (hundredths.magnitude, 2)
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
