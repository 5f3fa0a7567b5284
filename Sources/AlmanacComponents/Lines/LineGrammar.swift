/// Locates the name, the parameters and the value in an unfolded line.
enum LineGrammar {
  /// Sets the role of the line and the positions of name and value; reports faults as findings.
  static func read(
    _ line: inout ContentLine, _ text: UnsafeBufferPointer<UInt8>, limits: ICSLimits,
    findings: inout Diagnostics
  ) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    if count > limits.lineLength {
      return findings.add(
        .lineTooLong, line: line.lineNumber, property: property(of: text),
        "a line of \(count) bytes, expected at most \(limits.lineLength)", repair: refused)
    }
    var index = 0
    while index < count, nameBytes[Int(base[index])] { index &+= 1 }
    let name = UnsafeBufferPointer(start: base, count: index)
    while index < count, ASCII.isBlank(base[index]) { index &+= 1 }
    guard index < count, !name.isEmpty, base[index] == ASCII.colon || base[index] == ASCII.semicolon else {
      return reportName(name, line, text, at: index, &findings)
    }
    let role: ContentLine.Role = isNamed(name, "END") ? .end : isNamed(name, "BEGIN") ? .begin : .property
    if base[index] == ASCII.semicolon {
      // Without its illegal characters the name would be BEGIN or END.
      guard role == .property else {
        return findings.add(
          .invalidName, line: line.lineNumber,
          "parameters after BEGIN or END, expected ':' and the name of a component", repair: ignoredLine)
      }
      guard let colon = endOfParameters(line, text, from: index, limits, &findings) else { return }
      index = colon
    }
    (line.role, line.nameLength, line.valueStart) = (role, name.count, index &+ 1)
  }

  static let ignoredLine = "ignored; kept in the file"
  /// The repair text for components that exceed a limit.
  static let refused = "the component is kept in the file, but not read"

  /// The name of a line's property, for messages; empty if there is none.
  static func property(of text: UnsafeBufferPointer<UInt8>) -> String {
    let name = text.prefix { nameBytes[Int($0)] }
    guard let next = text[name.endIndex...].first(where: { !ASCII.isBlank($0) }), !name.isEmpty,
      next == ASCII.colon || next == ASCII.semicolon
    else { return "" }
    let shown = shortened(name)
    return shown == "BEGIN" || shown == "END" ? "" : shown
  }

  private static func shortened(_ name: some Collection<UInt8>) -> String {
    String(decoding: name.prefix(80), as: UTF8.self).uppercased() + (name.count > 80 ? "…" : "")
  }

  private static func reportName(
    _ name: UnsafeBufferPointer<UInt8>, _ line: ContentLine, _ text: UnsafeBufferPointer<UInt8>,
    at index: Int, _ findings: inout Diagnostics
  ) {
    if index == text.count {
      findings.add(
        .missingColon, line: line.lineNumber, property: shortened(name),
        "nothing after the name, expected ':' and a value", repair: ignoredLine)
    } else if name.isEmpty, text[index] == ASCII.colon || text[index] == ASCII.semicolon {
      findings.add(
        .missingName, line: line.lineNumber, "the name of the property is missing", repair: ignoredLine)
    } else {
      findings.add(
        .invalidName, line: line.lineNumber,
        "not a property name, expected letters, digits and '-' and then ':' or ';'", repair: ignoredLine)
    }
  }

  /// The position of the colon that ends the parameters `;name=value`; `nil` if the line cannot be read.
  private static func endOfParameters(
    _ line: ContentLine, _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ limits: ICSLimits,
    _ findings: inout Diagnostics
  ) -> Int? {
    func report(_ code: Diagnostic.Code, _ message: @autoclosure () -> String, repair: String) {
      findings.add(code, line: line.lineNumber, property: property(of: text), message(), repair: repair)
    }
    func reportMissingValue() {
      report(
        .missingParameterValue, "a parameter without a value, expected '=' and one",
        repair: "read as an empty value")
    }
    let parameters = ParameterScan(text, from: start)
    var index = parameters.end
    for _ in 0..<parameters.withoutValue { reportMissingValue() }
    if index == text.count {
      // An unclosed quote extends over the colon: the first colon after the quote ends the parameters.
      guard let quoteStart = parameters.openQuote, let colon = text[quoteStart...].firstIndex(of: ASCII.colon)
      else {
        report(.missingColon, "nothing after the parameters, expected ':' and a value", repair: ignoredLine)
        return nil
      }
      report(
        .unterminatedQuote, "an open quote, expected a closing '\"'", repair: "read as ended at the next ':'")
      index = colon
    }
    if !parameters.lastHasValue { reportMissingValue() }
    if let badName = parameters.badName, badName < index {
      report(
        .invalidName, "not a parameter name, expected letters, digits and '-'",
        repair: "the parameter is ignored")
    }
    if let later = laterColonOfZone(text, parameters: start..<index) {
      report(.unquotedColon, "a TZID with ':', expected in quotes", repair: "read as part of the TZID")
      index = later
    }
    guard parameters.count <= limits.parameters else {
      report(
        .tooManyParameters, "\(parameters.count) parameters, expected at most \(limits.parameters)",
        repair: ignoredLine)
      return nil
    }
    if parameters.hasComma || parameters.mayRepeat {
      reportValues(of: UnsafeBufferPointer(rebasing: text[start..<index])) { report($0, $1, repair: $2) }
    }
    return index
  }

  /// Reports commas outside quotes in parameters that have one value, and parameters that occur again (RFC 5545 §3.2).
  private static func reportValues(
    of parameters: UnsafeBufferPointer<UInt8>,
    _ report: (_ code: Diagnostic.Code, _ message: String, _ repair: String) -> Void
  ) {
    var seen: Set<String> = []
    for (name, value) in ParameterCursor(parameters) {
      let (shown, isSingle) = (shortened(name), Parameter.isSingle(name))
      // Names of zones have commas, and are reported where they are not known.
      if isSingle, shown != "TZID", Parameter.hasComma(value) {
        report(.unquotedComma, "\(shown) with ',', expected in quotes", "read as part of its value")
      }
      if !seen.insert(shown).inserted {
        report(
          .repeatedParameter, "\(shown) occurs more than once, expected once",
          isSingle ? "the first is used" : "its values are added to those of the first")
      }
    }
  }

  /// The parameters up to the first colon outside of quotes, or to the end of the line.
  private struct ParameterScan {
    private(set) var end: Int
    private(set) var count = 0
    /// The parameters before the last one that have no '='.
    private(set) var withoutValue = 0
    private(set) var lastHasValue = false
    /// The first byte that no name can have.
    private(set) var badName: Int?
    /// The quote that is not closed.
    private(set) var openQuote: Int?
    /// Whether there is a comma outside quotes.
    private(set) var hasComma = false
    /// Whether a name may occur again: two have the same digest, or one has blanks around it.
    private(set) var mayRepeat = false

    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
      var digests: UInt64 = 0
      var nameStart = start
      end = start
      while end < text.count, text[end] != ASCII.colon || openQuote != nil {
        let byte = text[end]
        if byte == ASCII.quote {
          openQuote = openQuote == nil ? end : nil
        } else if openQuote == nil {
          if byte == ASCII.semicolon {
            if count > 0, !lastHasValue { withoutValue += 1 }
            count += 1
            lastHasValue = false
            nameStart = end + 1
          } else if byte == ASCII.equals {
            if !lastHasValue, nameStart < end {
              let digest = Self.digest(of: text, from: nameStart, to: end)
              mayRepeat = mayRepeat || digests & digest != 0
              digests |= digest
            }
            lastHasValue = true
          } else if byte == ASCII.comma, lastHasValue {
            hasComma = true
          } else if !lastHasValue, !nameBytes[Int(byte)] {
            if ASCII.isBlank(byte) { mayRepeat = true } else if badName == nil { badName = end }
          }
        }
        end += 1
      }
    }

    /// One of 64 bits for a name, from its length and its first and last letter, in any case.
    private static func digest(
      of text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
    ) -> UInt64 {
      let (first, last) = (Int(text[start] & 0xDF), Int(text[end - 1] & 0xDF))
      return 1 << UInt64((end - start + 46 * first + 53 * last) & 63)
    }
  }

  /// The last colon, which ends the parameters in `DTSTART;TZID=GMT+05:30:20120904T020000`, as Google and
  /// Outlook write it.
  private static func laterColonOfZone(_ text: UnsafeBufferPointer<UInt8>, parameters: Range<Int>) -> Int? {
    guard let last = text[parameters].lastIndex(of: ASCII.semicolon),
      parameters.upperBound - last > 6, !text[last..<parameters.upperBound].contains(ASCII.quote),
      isNamed(UnsafeBufferPointer(rebasing: text[last + 1..<last + 5]), "TZID"),
      text[last + 5] == ASCII.equals,
      let colon = text.lastIndex(of: ASCII.colon), colon > parameters.upperBound,
      text.count - colon > 8, text[(colon + 1)..<(colon + 9)].allSatisfy(ASCII.isDigit)
    else { return nil }
    return colon
  }

  /// Whether a text contains control characters that lines may not contain.
  ///
  /// Reads blocks without branches, so that the compiler can process 16 bytes at a time.
  ///
  /// - Parameter isLines: Whether LF and CRLF count as line endings rather than control characters.
  static func hasControls(_ text: UnsafeBufferPointer<UInt8>, besideLineEnds isLines: Bool = false) -> Bool {
    guard let base = text.baseAddress else { return false }
    let feed = isLines ? ASCII.lineFeed : ASCII.tab
    let carriage = isLines ? ASCII.carriageReturn : ASCII.tab
    @inline(__always)
    func stray(_ byte: UInt8, before next: UInt8) -> UInt8 {
      let isControl: UInt8 = ASCII.isControl(byte) && byte != feed ? 1 : 0
      let isLineEnd: UInt8 = byte == carriage && next == feed ? 1 : 0
      return isControl & ~isLineEnd
    }
    var start = 0
    while start &+ 16 < text.count {
      var found: UInt8 = 0
      for index in start..<start &+ 16 { found |= stray(base[index], before: base[index &+ 1]) }
      if found != 0 { return true }
      start &+= 16
    }
    for index in start..<text.count {
      if stray(base[index], before: index &+ 1 < text.count ? base[index &+ 1] : 0) != 0 { return true }
    }
    return false
  }

  /// Letters, digits and '-'; also '_' and '.', which occur in vendors' names.
  static let nameBytes: [Bool] = (0..<256).map { value in
    let byte = UInt8(value)
    return ASCII.isDigit(byte) || 0x41...0x5A ~= ASCII.uppercased(byte) || "-_.".utf8.contains(byte)
  }
}
