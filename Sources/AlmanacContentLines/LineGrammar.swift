/// Finds name, parameters and value in one unfolded line.
enum LineGrammar {
  /// Sets role, name and value positions; what is wrong becomes findings.
  /// - Returns: the limit the line breaks, if any.
  static func read(
    _ line: inout ContentLine, _ text: UnsafeBufferPointer<UInt8>, limits: ContentLimits,
    findings: inout ContentFindings
  ) -> ContentFinding.Code? {
    guard let base = text.baseAddress else { return nil }
    let count = text.count
    if count > limits.lineLength {
      line.valueStart = count
      findings.add(.lineTooLong, line: line.lineNumber, "at most \(limits.lineLength) bytes in a line")
      return .lineTooLong
    }
    var index = 0
    while index < count, nameBytes[Int(base[index])] { index &+= 1 }
    let nameLength = index
    while index < count, ASCII.isBlank(base[index]) { index &+= 1 }
    guard index < count, nameLength > 0, base[index] == ASCII.colon || base[index] == ASCII.semicolon else {
      reportName(&line, text, at: index, nameLength: nameLength, findings: &findings)
      return nil
    }
    line.nameLength = nameLength
    line.role = .property
    if base[index] == ASCII.colon {
      line.valueStart = index &+ 1
      recognise(&line, base)
      return nil
    }
    // Written without what is wrong with it, it would begin or end something.
    recognise(&line, base)
    if line.role != .property {
      reportName(&line, text, at: index, nameLength: nameLength, findings: &findings)
      return nil
    }
    return readParameters(&line, text, from: index, limits: limits, findings: &findings)
  }

  private static func recognise(_ line: inout ContentLine, _ base: UnsafePointer<UInt8>) {
    let name = UnsafeBufferPointer(start: base, count: line.nameLength)
    if line.nameLength == 3, isNamed(name, "END") {
      line.role = .end
    } else if line.nameLength == 5, isNamed(name, "BEGIN") {
      line.role = .begin
    }
  }

  private static func reportName(
    _ line: inout ContentLine, _ text: UnsafeBufferPointer<UInt8>, at index: Int, nameLength: Int,
    findings: inout ContentFindings
  ) {
    line.role = .malformed
    line.nameLength = 0
    line.valueStart = 0
    if index == text.count {
      findings.add(
        .missingColon, line: line.lineNumber, column: index + 1, "expected ':' and a value behind the name")
    } else if nameLength == 0, text[index] == ASCII.colon || text[index] == ASCII.semicolon {
      findings.add(.missingName, line: line.lineNumber, column: index + 1, "expected a property name")
    } else {
      findings.add(
        .invalidName, line: line.lineNumber, column: index + 1,
        "expected letters, digits and '-' and then ':' or ';'")
    }
  }

  /// Walks `;name=value` up to the colon that ends them.
  private static func readParameters(
    _ line: inout ContentLine, _ text: UnsafeBufferPointer<UInt8>, from start: Int, limits: ContentLimits,
    findings: inout ContentFindings
  ) -> ContentFinding.Code? {
    var quoteStart: Int?
    var parameters = 0
    var hasSign = false
    var index = start
    var plainColon: Int?
    var badName: Int?
    while index < text.count {
      let byte = text[index]
      if byte == ASCII.quote {
        quoteStart = quoteStart == nil ? index : nil
      } else if byte == ASCII.colon {
        if quoteStart == nil { break }
        if plainColon == nil { plainColon = index }
      } else if quoteStart == nil {
        if byte == ASCII.semicolon {
          if parameters > 0, !hasSign { reportMissingValue(line, at: index, &findings) }
          parameters += 1
          hasSign = false
        } else if byte == ASCII.equals {
          hasSign = true
        } else if !hasSign, !nameBytes[Int(byte)], !ASCII.isBlank(byte), badName == nil {
          badName = index
        }
      }
      index += 1
    }
    if index == text.count {
      // A quote that is never closed swallowed the colon: then the first colon behind the quote ends the parameters.
      guard let quoteStart, let colon = text[quoteStart...].firstIndex(of: ASCII.colon) else {
        line.role = .malformed
        line.nameLength = 0
        line.valueStart = 0
        findings.add(
          .missingColon, line: line.lineNumber, column: index + 1,
          "expected ':' and a value behind the parameters")
        return nil
      }
      findings.add(
        .unterminatedQuote, line: line.lineNumber, column: quoteStart + 1, "expected a closing '\"'")
      index = colon
    }
    if !hasSign { reportMissingValue(line, at: index, &findings) }
    if let badName, badName < index {
      findings.add(
        .invalidName, line: line.lineNumber, column: badName + 1,
        "a parameter's name is of letters, digits and '-'; passed over")
    }
    if let later = laterColonOfZone(text, parameters: start..<index) {
      findings.add(
        .unquotedColon, line: line.lineNumber, column: index + 1, "a TZID with ':' must stand in quotes")
      index = later
    }
    line.valueStart = index + 1
    if parameters > limits.parameters {
      findings.add(
        .tooManyParameters, line: line.lineNumber, "at most \(limits.parameters) parameters in a line")
      return .tooManyParameters
    }
    return nil
  }

  private static func reportMissingValue(
    _ line: ContentLine, at index: Int, _ findings: inout ContentFindings
  ) {
    findings.add(
      .missingParameterValue, line: line.lineNumber, column: index + 1,
      "expected '=' and a value in the parameter")
  }

  /// `DTSTART;TZID=GMT+05:30:20120904T020000`, as Google and Outlook write it: the last colon ends the parameters.
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

  /// The place of the first control character that may not stand in a line.
  static func firstControl(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = text.baseAddress, holdsControls(base, text.count) else { return nil }
    return text.firstIndex(where: ASCII.isControl)
  }

  /// Reads every byte without a branch, so that the compiler does 16 at a time.
  @inline(__always)
  private static func holdsControls(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var found: UInt8 = 0
    for index in 0..<count {
      let byte = base[index]
      found |= (byte < 0x20 ? 1 : 0) & (byte != ASCII.tab ? 1 : 0)
      found |= byte == ASCII.delete ? 1 : 0
    }
    return found != 0
  }

  /// Letters, digits and '-'; '_' and '.' too, which are seen in vendors' names.
  static let nameBytes: [Bool] = (0..<256).map { value in
    let byte = UInt8(value)
    return ASCII.isDigit(byte) || 0x41...0x5A ~= ASCII.uppercased(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }
}
