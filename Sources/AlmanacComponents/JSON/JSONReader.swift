/// Reads one JSON value (RFC 8259) up to a limited depth.
package struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private let depthLimit: Int
  /// The code of errors thrown.
  private var code = ICSError.Code.refused
  /// Faults of strings that do not end the reading, each with the member that has the string as its value or
  /// name, and the UID of the enclosing object.
  package private(set) var findings: [Diagnostic] = []
  private let findingLimit: Int
  /// The line on which each value begins, in order, if `isJCal` is set.
  package private(set) var valueLines: [Int] = []
  private let isJCal: Bool
  private var line = 1
  /// The name of the member being read.
  private var member = ""
  /// Whether the last string read had control characters, and whether it had unpaired UTF-16 surrogates.
  private var hasControls = false
  private var hasHalves = false

  /// The first bytes of a text that are neither blank (RFC 8259 §2) nor of a byte order mark, two at most.
  ///
  /// - Complexity: O(*n*) in the number of blank bytes at the beginning.
  package static func opening(of text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { text in
      var opening: [UInt8] = []
      var index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      while index < text.count, opening.count < 2 {
        if !ASCII.isBlank(text[index]), !ASCII.isLineEnd(text[index]) { opening.append(text[index]) }
        index += 1
      }
      return opening
    }
  }

  /// - Parameters:
  ///   - isJCal: Whether the text is jCal. Its values are arrays, whose lines are recorded in ``valueLines``,
  ///     whereas other objects have the lines of their members; a value that is nested too deep is read as
  ///     `null`, so that only its component is refused, whereas elsewhere it is an error; and all members of one
  ///     name are kept, because they are parameters of a content line, whereas elsewhere the last of them is
  ///     read and the repetition reported.
  ///   - findings: The largest number of findings stored.
  package init(_ bytes: [UInt8], depth limit: Int, isJCal: Bool = false, findings: Int = 0) {
    (self.bytes, depthLimit, self.isJCal, findingLimit) = (bytes, limit, isJCal, findings)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Creates a reader of a whole document.
  ///
  /// - Parameters:
  ///   - form: The expected format, for error messages.
  ///   - code: The code of errors thrown while reading.
  /// - Throws: ``ICSError`` if the document is empty or has more bytes than the limits allow.
  package init(
    document bytes: [UInt8], of form: String, _ code: ICSError.Code, depth: Int, isJCal: Bool = false,
    _ limits: ICSLimits
  ) throws(ICSError) {
    guard bytes.contains(where: { $0 > 0x20 }) else { throw ICSError(.empty, expected: "a \(form) object") }
    guard bytes.count <= limits.bytes else { throw ICSError(.tooManyBytes, limit: limits.bytes) }
    self.init(bytes, depth: depth, isJCal: isJCal, findings: limits.diagnostics)
    self.code = code
  }

  package mutating func read() throws(ICSError) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw fault("nothing after the value") }
    return value
  }

  private func fault(_ expected: String) -> ICSError { ICSError(code, line: line, expected: expected) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if byte == ASCII.lineFeed { line += 1 }
      position += 1
    }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func consume(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func value(depth: Int) throws(ICSError) -> JSONValue {
    guard depth <= depthLimit || isJCal else {
      throw fault("at most \(depthLimit) values within each other")
    }
    skipBlanks()
    if isJCal { valueLines.append(line) }
    switch next {
    case UInt8(ascii: "[") where depth > depthLimit, UInt8(ascii: "{") where depth > depthLimit:
      try skip()
      return .null
    case ASCII.quote: return .string(try string())
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try readAll(upTo: "]") { (reader) throws(ICSError) in
        elements.append(try reader.value(depth: depth + 1))
      }
      return .array(elements)
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "t") where consume(word: "true"): return .bool(true)
    case UInt8(ascii: "f") where consume(word: "false"): return .bool(false)
    case UInt8(ascii: "n") where consume(word: "null"): return .null
    default: return .number(try number())
    }
  }

  /// Reads the comma-separated elements between an opening bracket and its closing bracket.
  private mutating func readAll(
    upTo bracket: Unicode.Scalar, _ read: (inout JSONReader) throws(ICSError) -> Void
  ) throws(ICSError) {
    position += 1
    skipBlanks()
    if consume(bracket) { return }
    repeat {
      try read(&self)
      skipBlanks()
    } while consume(",")
    guard consume(bracket) else { throw fault("',' or '\(bracket)'") }
  }

  private mutating func object(depth: Int) throws(ICSError) -> [JSONValue.Member] {
    var object = JSONMap()
    let (first, outer) = (findings.count, member)
    try readAll(upTo: "}") { (reader) throws(ICSError) in
      reader.skipBlanks()
      guard reader.next == ASCII.quote else { throw reader.fault("a name in quotes") }
      let line = reader.line
      let name = try reader.string(isName: true)
      reader.skipBlanks()
      guard reader.consume(":") else { throw reader.fault("':'") }
      reader.member = name
      let value = try reader.value(depth: depth + 1)
      let hadControls = reader.hasControls && value.text != nil
      let read = JSONValue.Member(name: name, value: value, line: line, hadControls: hadControls)
      if reader.isJCal || !object.replace(read) {
        object.append(read)
      } else {
        reader.report(.repeatedProperty, line, of: name)
      }
    }
    member = outer
    if first < findings.count, let uid = object["uid"]?.text {
      for index in first..<findings.count where findings[index].uid.isEmpty { findings[index].uid = uid }
    }
    return object.entries
  }

  /// Skips an array or an object without recursion.
  private mutating func skip() throws(ICSError) {
    var open = 0
    repeat {
      switch next {
      case nil: throw fault("']' or '}'")
      case ASCII.quote:
        _ = try string()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      case ASCII.lineFeed: line += 1
      default: break
      }
      position += 1
    } while open > 0
  }

  private mutating func number() throws(ICSError) -> String {
    let digits = bytes[position...].prefix { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
    position = digits.endIndex
    guard let number = JSONNumber(String(decoding: digits, as: UTF8.self)) else { throw fault("a value") }
    return number.spelling
  }

  // MARK: Texts

  private mutating func string(isName: Bool = false) throws(ICSError) -> String {
    position += 1
    let start = line
    var output: [UInt8] = []
    (hasControls, hasHalves) = (false, false)
    while let byte = next {
      position += 1
      switch byte {
      case ASCII.quote:
        let legal = String(validating: output, as: UTF8.self)
        let text = legal ?? String(decoding: output, as: UTF8.self)
        let member = isName ? text : member
        if hasControls { report(.controlCharacter, start, of: member) }
        if hasHalves || legal == nil { report(.undecodable, start, of: member) }
        return text
      case ASCII.backslash: try escape(into: &output)
      default:
        if byte == ASCII.lineFeed { line += 1 }
        if Self.isForbidden(UInt32(byte)) { hasControls = true } else { output.append(byte) }
      }
    }
    throw fault("'\"' at the end of a text")
  }

  private mutating func report(_ code: Diagnostic.Code, _ line: Int, of member: String) {
    guard findings.count < findingLimit else { return }
    let (message, repair) =
      switch code {
      case .undecodable: ("bytes that are not UTF-8, or half of a surrogate pair", "read as U+FFFD")
      case .repeatedProperty: ("more than one member of this name, which occurs once", "the last one is read")
      default: ("control characters, of which only a tab and line breaks are expected", "read without them")
      }
    findings.append(
      Diagnostic(.warning, code, line: line, property: member, message: message, repair: repair))
  }

  /// Whether TEXT may not contain the scalar (RFC 5545 §3.3.11).
  private static func isForbidden(_ scalar: UInt32) -> Bool {
    JSONValue.isControl(scalar) && ![0x09, 0x0A, 0x0D].contains(scalar)
  }

  private mutating func escape(into output: inout [UInt8]) throws(ICSError) {
    guard let byte = next else { throw fault("a character after '\\'") }
    position += 1
    switch byte {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "n"): output.append(ASCII.lineFeed)
    case UInt8(ascii: "r"): output.append(ASCII.carriageReturn)
    case UInt8(ascii: "t"): output.append(ASCII.tab)
    case UInt8(ascii: "b"), UInt8(ascii: "f"): hasControls = true
    case UInt8(ascii: "u"):
      var scalar = try hexadecimal()
      let end = position
      if 0xD800..<0xDC00 ~= scalar, consume(word: "\\u") {
        let low = try hexadecimal()
        if 0xDC00..<0xE000 ~= low {
          scalar = 0x1_0000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        } else {
          // A character of its own.
          position = end
        }
      }
      guard !Self.isForbidden(scalar) else { return hasControls = true }
      if Unicode.Scalar(scalar) == nil { hasHalves = true }
      output.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    default: throw fault("one of \" \\ / b f n r t u after '\\'")
    }
  }

  private mutating func hexadecimal() throws(ICSError) -> UInt32 {
    let digits = bytes[position...].prefix(4).compactMap(ASCII.hexadecimalDigit)
    guard digits.count == 4 else { throw fault("four hexadecimal digits") }
    position += 4
    return digits.reduce(0) { $0 << 4 | UInt32($1) }
  }
}
