/// Reads one JSON value (RFC 8259), no deeper than a limit.
package struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private let depthLimit: Int
  /// Of the error that ends the reading.
  private let code: ICSError.Code
  /// What was wrong with texts and did not cost the reading: the member of which each is a value or the name, and the UID
  /// of the object in which it stands.
  package private(set) var findings: [Diagnostic] = []
  private let findingLimit: Int
  /// The line on which each value begins, in the order of their beginnings, where they are kept.
  package private(set) var valueLines: [Int] = []
  private let keepsLines: Bool
  private var line = 1

  /// - Parameters:
  ///   - keepsLines: Whether ``valueLines`` are kept, and what stands too deep is read as `null` in place of ending the
  ///     reading.
  ///   - findings: How many of them are kept.
  package init(
    _ bytes: [UInt8], depth limit: Int, keepsLines: Bool = false, findings: Int = 0,
    refusing code: ICSError.Code = .refused
  ) {
    self.bytes = bytes
    self.code = code
    findingLimit = findings
    depthLimit = limit
    self.keepsLines = keepsLines
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// One for a whole document.
  ///
  /// - Parameters:
  ///   - form: What is expected in it.
  ///   - code: Of what is none.
  /// - Throws: ``ICSError`` for an empty one, and for more bytes than the limits allow.
  package init(
    document bytes: [UInt8], of form: String, _ code: ICSError.Code, depth: Int, keepsLines: Bool = false,
    _ limits: ICSLimits
  ) throws(ICSError) {
    guard bytes.contains(where: { $0 > 0x20 }) else { throw ICSError(.empty, expected: "a \(form) object") }
    guard bytes.count <= limits.bytes else { throw ICSError(.tooManyBytes, limit: limits.bytes) }
    self.init(bytes, depth: depth, keepsLines: keepsLines, findings: limits.diagnostics, refusing: code)
  }

  package mutating func read() throws(ICSError) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw fault("nothing after the value") }
    return value
  }

  private func fault(_ expected: String) -> ICSError {
    ICSError(code, line: 1 + bytes.prefix(position).count { $0 == 0x0A }, expected: expected)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func value(depth: Int) throws(ICSError) -> JSONValue {
    guard depth <= depthLimit || keepsLines else {
      throw fault("at most \(depthLimit) values within each other")
    }
    skipBlanks()
    if keepsLines { valueLines.append(line) }
    switch next {
    case UInt8(ascii: "[") where depth > depthLimit, UInt8(ascii: "{") where depth > depthLimit:
      try skip()
      return .null
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "t") where take(word: "true"): return .bool(true)
    case UInt8(ascii: "f") where take(word: "false"): return .bool(false)
    case UInt8(ascii: "n") where take(word: "null"): return .null
    default: return .number(try number())
    }
  }

  private mutating func array(depth: Int) throws(ICSError) -> [JSONValue] {
    position += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return elements }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
    } while take(",")
    guard take("]") else { throw fault("',' or ']'") }
    return elements
  }

  private mutating func object(depth: Int) throws(ICSError) -> [JSONValue.Member] {
    position += 1
    var members: [JSONValue.Member] = []
    let first = findings.count
    var isNamed = first
    skipBlanks()
    if take("}") { return members }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw fault("a name in quotes") }
      let line = self.line
      let name = try string()
      skipBlanks()
      guard take(":") else { throw fault("':'") }
      let known = findings.count
      let value = try value(depth: depth + 1)
      let hadControls = findings[known...].contains { $0.property.isEmpty && $0.code == .controlCharacter }
      members.append(JSONValue.Member(name: name, value: value, line: line, hadControls: hadControls))
      while isNamed < findings.count {
        if findings[isNamed].property.isEmpty { findings[isNamed].property = name }
        isNamed += 1
      }
      skipBlanks()
    } while take(",")
    guard take("}") else { throw fault("',' or '}'") }
    if first < findings.count, let uid = members.first(where: { $0.name == "uid" })?.value.text {
      for index in first..<findings.count where findings[index].uid.isEmpty { findings[index].uid = uid }
    }
    return members
  }

  /// Passes over an array or an object, whatever is in it, without going deeper itself.
  private mutating func skip() throws(ICSError) {
    var open = 0
    repeat {
      switch next {
      case nil: throw fault("']' or '}'")
      case UInt8(ascii: "\""):
        _ = try string()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      case 0x0A: line += 1
      default: break
      }
      position += 1
    } while open > 0
  }

  private mutating func number() throws(ICSError) -> String {
    let start = position
    while let byte = next, (48...57).contains(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    guard Double(digits) != nil else { throw fault("a value") }
    return JSONNumber.isLegal(digits) ? digits : JSONNumber.canonical(digits)
  }

  private mutating func string() throws(ICSError) -> String {
    position += 1
    let start = line
    var output: [UInt8] = []
    (hasControls, hasHalves) = (false, false)
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        if hasControls { find(.controlCharacter, start) }
        guard !hasHalves, let text = String(validating: output, as: UTF8.self) else {
          find(.undecodable, start)
          return String(decoding: output, as: UTF8.self)
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &output)
      default:
        if byte == 0x0A { line += 1 }
        if Self.isForbidden(UInt32(byte)) { hasControls = true } else { output.append(byte) }
      }
    }
    throw fault("'\"' at the end of a text")
  }

  /// Of the text that is read.
  private var hasControls = false
  private var hasHalves = false

  private mutating func find(_ code: Diagnostic.Code, _ line: Int) {
    guard findings.count < findingLimit else { return }
    let hasControls = code == .controlCharacter
    findings.append(
      Diagnostic(
        .warning, code, line: line,
        message: hasControls
          ? "control characters, of which only a tab and line breaks are expected"
          : "what is no UTF-8, or half a pair of UTF-16 units",
        repair: hasControls ? "read without them" : "read as U+FFFD"))
  }

  /// What no text of iCalendar may have (RFC 5545 §3.3.11).
  private static func isForbidden(_ scalar: UInt32) -> Bool {
    JSONValue.isControl(scalar) && ![0x09, 0x0A, 0x0D].contains(scalar)
  }

  private mutating func escape(into output: inout [UInt8]) throws(ICSError) {
    guard let byte = next else { throw fault("a character after '\\'") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "b"), UInt8(ascii: "f"): hasControls = true
    case UInt8(ascii: "u"):
      var scalar = try hexadecimal()
      let end = position
      if 0xD800..<0xDC00 ~= scalar, take(word: "\\u") {
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
      let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
      output.append(contentsOf: String(character).utf8)
    default: throw fault("one of \" \\ / b f n r t u after '\\'")
    }
  }

  private mutating func hexadecimal() throws(ICSError) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count,
      let value = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits") }
    position = end
    return value
  }
}
