/// Writes XML and HTML elements; every text and attribute that goes in is escaped.
struct MarkupWriter {
  /// UTF-8, which is appended to at less cost than a text.
  private var bytes: [UInt8]

  /// - Parameter prologue: What stands before the first element, as it is.
  init(prologue: String = "") {
    bytes = Array(prologue.utf8)
    bytes.reserveCapacity(1 << 15)
  }

  var output: String { String(decoding: bytes, as: UTF8.self) }

  typealias Attributes = KeyValuePairs<String, String>

  /// An element with what the closure writes in it. Attributes that are empty texts are left out.
  mutating func element(
    _ name: String, _ attributes: Attributes = [:], content: (inout MarkupWriter) -> Void
  ) {
    open(name, attributes)
    raw(">")
    content(&self)
    raw("</")
    raw(name)
    raw(">")
  }

  /// An element without content, closed at once as XML has it and HTML allows for those that never have any.
  mutating func element(_ name: String, _ attributes: Attributes) {
    open(name, attributes)
    raw("/>")
  }

  private mutating func open(_ name: String, _ attributes: Attributes) {
    raw("<")
    raw(name)
    for (key, value) in attributes where !value.isEmpty {
      raw(" ")
      raw(key)
      raw("=\"")
      text(value)
      raw("\"")
    }
  }

  private mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// An element that holds a text.
  mutating func element(_ name: String, _ attributes: Attributes = [:], _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// An element without attributes that holds a text.
  mutating func element(_ name: String, _ text: String) {
    element(name, [:], text)
  }

  /// On one line, without controls or overrides of direction, and with what means something to a parser as references.
  /// Noncharacters, which XML does not allow, become U+FFFD.
  mutating func text(_ text: String) {
    let safe = SafeText.singleLine(text)
    for byte in (Self.mayHoldNoncharacters(safe) ? Self.withoutNoncharacters(safe) : safe).utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "'"): raw("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  /// Whether any scalar ends as they do, in BF BE or BF BF.
  private static func mayHoldNoncharacters(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if last == 0xBF, byte == 0xBE || byte == 0xBF { return true }
      last = byte
    }
    return false
  }

  private static func withoutNoncharacters(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      clean.append(scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar)
    }
    return String(clean)
  }

  /// A line break between elements, for those who read the source.
  mutating func line() {
    raw("\n")
  }

  /// The contents of a style element: trusted, written here.
  mutating func style(_ rules: String) {
    raw("<style>")
    raw(rules)
    raw("</style>")
  }
}

extension Double {
  /// With at most two decimals, as markup has numbers.
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
