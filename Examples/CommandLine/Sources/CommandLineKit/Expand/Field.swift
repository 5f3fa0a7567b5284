/// The name, parameters and value of a line such as `DTSTART;TZID=Europe/Madrid:20260302T090000`; names are in upper case.
struct Field: Sendable, Hashable {
  let name: String
  let value: String
  private let parameters: [(name: String, value: String)]

  /// - Throws: `Complaint` for a line without a colon, or a parameter without a value.
  init(_ line: String) throws(Complaint) {
    guard let colon = Self.colon(in: line) else {
      throw Complaint("there is no colon in this line", expected: "a line such as RRULE:FREQ=DAILY")
    }
    let head = line[..<colon].split(separator: ";", omittingEmptySubsequences: false)
    name = String(head[0]).trimmed.uppercased()
    value = String(line[line.index(after: colon)...]).trimmed
    var parameters: [(name: String, value: String)] = []
    for part in head.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else {
        throw Complaint("\(part) is not a parameter", expected: "a name and a value such as VALUE=DATE")
      }
      let text = String(part[part.index(after: equals)...]).trimmed
      let unquoted = text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
      parameters.append((String(part[..<equals]).trimmed.uppercased(), unquoted))
    }
    self.parameters = parameters
  }

  /// The first value of a parameter.
  subscript(parameter: String) -> String? {
    parameters.first { $0.name == parameter }?.value
  }

  /// The colon that ends the name and the parameters: the first one outside quotation marks.
  private static func colon(in line: String) -> String.Index? {
    var isQuoted = false
    for index in line.utf8.indices {
      switch line.utf8[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ":") where !isQuoted: return index
      default: break
      }
    }
    return nil
  }

  static func == (lhs: Field, rhs: Field) -> Bool {
    lhs.name == rhs.name && lhs.value == rhs.value
      && lhs.parameters.elementsEqual(rhs.parameters) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let bytes = utf8.drop(while: isBlank)
    guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[bytes.startIndex...last])
  }
}
