/// Parsing of the parameters of a content line; values are unquoted and decoded (RFC 5545 §3.2, RFC 6868).
extension Parameter {
  /// Parses `;NAME=value,"value";NAME=value`, except parameters with the names in `known`. A parameter
  /// without `=` has one empty value.
  static func all(in text: UnsafeBufferPointer<UInt8>, but known: [String] = []) -> [Parameter] {
    ParameterCursor(text).lazy.filter { parameter in
      !known.contains { sameName(parameter.name, $0.utf8) }
    }.map { parameter in
      let (value, count) = (parameter.value, parameter.value.count)
      var end = nextSeparator(ASCII.comma, in: value, from: 0)
      if end < count, Self.isSingle(parameter.name) { end = count }
      var values = [decoded(UnsafeBufferPointer(rebasing: value[..<end]))]
      while end < count {
        let start = end + 1
        end = nextSeparator(ASCII.comma, in: value, from: start)
        values.append(decoded(UnsafeBufferPointer(rebasing: value[start..<end])))
      }
      return Parameter(String(decoding: parameter.name, as: UTF8.self), values)
    }
  }

  /// The first value of a parameter.
  static func first(_ name: StaticString, in text: UnsafeBufferPointer<UInt8>) -> String? {
    ParameterCursor(text).value(of: name).map { value in
      let end = nextSeparator(ASCII.comma, in: value, from: 0)
      let isSingle = end < value.count && name.withUTF8Buffer { Self.isSingle($0) }
      return decoded(UnsafeBufferPointer(rebasing: value[..<(isSingle ? value.count : end)]))
    }
  }

  /// Whether the text has a comma outside quotes.
  static func hasComma(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    nextSeparator(ASCII.comma, in: value, from: 0) < value.count
  }

  /// Whether a parameter has one value, to which a comma outside quotes then belongs. Others, and those that no RFC
  /// defines, may have several, separated by commas (RFC 5545 §3.2).
  ///
  /// - Parameter name: In any case.
  static func isSingle(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    singles.contains { AlmanacComponents.isNamed(name, $0) }
  }

  /// The parameters with one value in RFC 5545 §3.2, RFC 6638 §7, RFC 7986 §6, RFC 9073 §5 and RFC 9253 §6, and in the
  /// IETF's draft on JSCalendar.
  private static let singles: [StaticString] = [
    "ALTREP", "CN", "CUTYPE", "DERIVED", "DIR", "EMAIL", "ENCODING", "FBTYPE", "FMTTYPE", "GAP", "JSID",
    "JSPTR", "LABEL", "LANGUAGE", "LINKREL", "ORDER", "PARTSTAT", "RANGE", "RELATED", "RELTYPE", "ROLE",
    "RSVP",
    "SCHEDULE-AGENT", "SCHEDULE-FORCE-SEND", "SCHEDULE-STATUS", "SCHEMA", "SENT-BY", "TZID", "VALUE",
  ]

  /// The text without enclosing quotes, not decoded.
  static func unquoted(_ value: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard value.count >= 2, value[0] == ASCII.quote, value[value.count - 1] == ASCII.quote else {
      return value
    }
    return UnsafeBufferPointer(rebasing: value[1..<value.count - 1])
  }

  /// The text without quotes, with `^n` `^'` `^^` decoded (RFC 6868); any other `^` is preserved.
  static func decoded(_ given: UnsafeBufferPointer<UInt8>) -> String {
    let text = unquoted(given)
    guard text.contains(where: { $0 == ASCII.caret || $0 == ASCII.quote || ASCII.isControl($0) }) else {
      return String(decoding: text, as: UTF8.self)
    }
    var output: [UInt8] = []
    var rest = text.makeIterator()
    var next = rest.next()
    while let byte = next {
      next = rest.next()
      let escaped: UInt8? =
        switch next {
        case UInt8(ascii: "n")?, UInt8(ascii: "N")?: ASCII.lineFeed
        case UInt8(ascii: "'")?: ASCII.quote
        case ASCII.caret?: ASCII.caret
        default: nil
        }
      if byte == ASCII.caret, let escaped {
        output.append(escaped)
        next = rest.next()
      } else if byte != ASCII.quote, !ASCII.isControl(byte) {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// Iterates over the parameters in the text between name and colon, skipping empty ones (`;;`).
struct ParameterCursor: Sequence, IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func next() -> (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)? {
    while position < text.count {
      let start = position + 1  // behind the semicolon
      let end = nextSeparator(ASCII.semicolon, in: text, from: start)
      position = end
      let sign = text[start..<end].firstIndex(of: ASCII.equals) ?? end
      let name = UnsafeBufferPointer(rebasing: text[start..<sign]).trimmed(where: ASCII.isBlank)
      // Skip parameters without a legal name; the line scanner has reported them.
      guard ComponentName.isLegal(name) else { continue }
      return (name, UnsafeBufferPointer(rebasing: text[Swift.min(sign + 1, end)..<end]))
    }
    return nil
  }

  /// The text of a parameter, with its quotes.
  func value(of name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    first { isNamed($0.name, name) }?.value
  }
}

/// The position of the next `separator` outside quotes from `start` on, or the end.
private func nextSeparator(_ separator: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  var isQuoted = false
  var index = start
  while index < text.count, text[index] != separator || isQuoted {
    if text[index] == ASCII.quote { isQuoted.toggle() }
    index += 1
  }
  return index
}
