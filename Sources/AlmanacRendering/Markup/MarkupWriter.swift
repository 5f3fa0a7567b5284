/// Writes XML and HTML elements; every text and attribute that goes in is escaped.
struct MarkupWriter {
  private(set) var output: String

  /// - Parameter prologue: What stands before the first element, as it is.
  init(prologue: String = "") {
    output = prologue
  }

  typealias Attributes = KeyValuePairs<String, String>

  /// An element with what the closure writes in it. Attributes that are empty texts are left out.
  mutating func element(
    _ name: String, _ attributes: Attributes = [:], content: (inout MarkupWriter) -> Void
  ) {
    open(name, attributes)
    output += ">"
    content(&self)
    output += "</" + name + ">"
  }

  /// An element without content, closed at once as XML has it and HTML allows for those that never have any.
  mutating func element(_ name: String, _ attributes: Attributes) {
    open(name, attributes)
    output += "/>"
  }

  private mutating func open(_ name: String, _ attributes: Attributes) {
    output += "<" + name
    for (key, value) in attributes where !value.isEmpty {
      output += " " + key + "=\"" + Self.escaped(value) + "\""
    }
  }

  /// An element that holds a text.
  mutating func element(_ name: String, _ attributes: Attributes = [:], _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// An element without attributes that holds a text.
  mutating func element(_ name: String, _ text: String) {
    element(name, [:], text)
  }

  mutating func text(_ text: String) {
    output += Self.escaped(text)
  }

  /// A line break between elements, for those who read the source.
  mutating func line() {
    output += "\n"
  }

  /// The contents of a style element: trusted, written here.
  mutating func style(_ rules: String) {
    output += "<style>" + rules + "</style>"
  }

  /// On one line, without controls or overrides of direction, and with what means something to a parser as references.
  /// Noncharacters, which XML does not allow, become U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in SafeText.singleLine(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }
}

extension Double {
  /// With at most two decimals, as markup has numbers.
  var markup: String {
    let hundredths = Int((self * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
  }
}
