/// Reading the parameters of a content line, their values unquoted and decoded (RFC 5545 §3.2, RFC 6868).
extension Parameter {
  /// Reads `;NAME=value,"value";NAME=value`. A parameter without `=` gets one empty value.
  static func all(in text: UnsafeBufferPointer<UInt8>) -> [Parameter] {
    var found: [Parameter] = []
    var cursor = ParameterCursor(text)
    while let parameter = cursor.next() {
      var values: [String] = []
      var start = parameter.value.lowerBound
      while true {
        let end = nextSeparator(ASCII.comma, in: text, from: start, to: parameter.value.upperBound)
        values.append(decoded(UnsafeBufferPointer(rebasing: text[start..<end])))
        if end == parameter.value.upperBound { break }
        start = end + 1
      }
      found.append(Parameter(String(decoding: text[parameter.name], as: UTF8.self), values))
    }
    return found
  }

  static func first(_ name: StaticString, in text: UnsafeBufferPointer<UInt8>) -> String? {
    var cursor = ParameterCursor(text)
    while let parameter = cursor.next() {
      guard AlmanacComponents.isNamed(UnsafeBufferPointer(rebasing: text[parameter.name]), name) else {
        continue
      }
      let end = nextSeparator(
        ASCII.comma, in: text, from: parameter.value.lowerBound, to: parameter.value.upperBound)
      return decoded(UnsafeBufferPointer(rebasing: text[parameter.value.lowerBound..<end]))
    }
    return nil
  }

  /// The text of a parameter without the quotes around it, not decoded.
  static func plain(_ name: StaticString, in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>?
  {
    var cursor = ParameterCursor(text)
    while let parameter = cursor.next() {
      guard AlmanacComponents.isNamed(UnsafeBufferPointer(rebasing: text[parameter.name]), name) else {
        continue
      }
      let value = UnsafeBufferPointer(rebasing: text[parameter.value])
      guard value.count >= 2, value[0] == ASCII.quote, value[value.count - 1] == ASCII.quote else {
        return value
      }
      return UnsafeBufferPointer(rebasing: value[1..<value.count - 1])
    }
    return nil
  }

  /// Without quotes, `^n` `^'` `^^` read as RFC 6868 has them; another `^` stands for itself.
  static func decoded(_ given: UnsafeBufferPointer<UInt8>) -> String {
    var text = given
    if text.count >= 2, text[0] == ASCII.quote, text[text.count - 1] == ASCII.quote {
      text = UnsafeBufferPointer(rebasing: text[1..<text.count - 1])
    }
    guard text.contains(where: { $0 == ASCII.caret || $0 == ASCII.quote || ASCII.isControl($0) }) else {
      return String(decoding: text, as: UTF8.self)
    }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == ASCII.caret, index < text.count {
        switch text[index] {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): output.append(ASCII.lineFeed)
        case UInt8(ascii: "'"): output.append(ASCII.quote)
        case ASCII.caret: output.append(ASCII.caret)
        default:
          output.append(ASCII.caret)
          continue
        }
        index += 1
      } else if byte != ASCII.quote, !ASCII.isControl(byte) {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// Steps through the text of a line's parameters.
struct ParameterCursor {
  struct Position {
    let name: Range<Int>
    let value: Range<Int>
  }

  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The next parameter; empty ones (`;;`) are passed over.
  mutating func next() -> Position? {
    while position < text.count {
      let start = position + 1  // behind the semicolon
      guard start <= text.count else { return nil }
      let end = nextSeparator(ASCII.semicolon, in: text, from: start, to: text.count)
      position = end
      guard start < end else { continue }
      var name = start..<end
      var value = end..<end
      if let sign = text[name].firstIndex(of: ASCII.equals) {
        value = sign + 1..<end
        name = start..<sign
      }
      while let last = name.last, ASCII.isBlank(text[last]) { name = name.lowerBound..<last }
      while let first = name.first, ASCII.isBlank(text[first]) { name = first + 1..<name.upperBound }
      // What has no name could not be written again; reading the line told of it.
      guard ComponentName.isLegal(UnsafeBufferPointer(rebasing: text[name])) else { continue }
      return Position(name: name, value: value)
    }
    return nil
  }
}

/// The next `separator` outside quotes in `start..<end`, or `end`.
func nextSeparator(
  _ separator: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
) -> Int {
  var quoted = false
  var index = start
  while index < end {
    let byte = text[index]
    if byte == ASCII.quote {
      quoted.toggle()
    } else if byte == separator, !quoted {
      return index
    }
    index += 1
  }
  return end
}
