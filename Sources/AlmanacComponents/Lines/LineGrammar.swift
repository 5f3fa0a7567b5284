/// Finds name, parameters and value in one unfolded line.
enum LineGrammar {
  /// Sets role, name and value positions; what is wrong becomes findings.
  static func read(
    _ line: inout ContentLine, _ text: UnsafeBufferPointer<UInt8>, limits: ICSLimits,
    findings: inout Diagnostics
  ) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    if count > limits.lineLength {
      line.valueStart = count
      findings.add(
        .lineTooLong, line: line.lineNumber, property: property(of: text),
        "a line of \(count) bytes, expected at most \(limits.lineLength)", repair: refused)
      return
    }
    var index = 0
    while index < count, nameBytes[Int(base[index])] { index &+= 1 }
    let nameLength = index
    while index < count, ASCII.isBlank(base[index]) { index &+= 1 }
    guard index < count, nameLength > 0, base[index] == ASCII.colon || base[index] == ASCII.semicolon else {
      reportName(&line, text, at: index, nameLength: nameLength, findings: &findings)
      return
    }
    line.nameLength = nameLength
    line.role = .property
    if base[index] == ASCII.colon {
      line.valueStart = index &+ 1
      recognise(&line, base)
      return
    }
    // Written without what is wrong with it, it would begin or end something.
    recognise(&line, base)
    if line.role != .property {
      pass(over: &line)
      findings.add(
        .invalidName, line: line.lineNumber, column: index + 1,
        "parameters behind BEGIN or END, expected ':' and a component's name", repair: passedOver)
      return
    }
    readParameters(&line, text, from: index, limits: limits, findings: &findings)
  }

  static let passedOver = "passed over, kept in the file"
  /// Of a component beyond a limit.
  static let refused = "the component is kept in the file and left out of the model"

  /// Makes it a line that is kept and not understood.
  private static func pass(over line: inout ContentLine) {
    line.role = .malformed
    line.nameLength = 0
    line.valueStart = 0
  }

  /// The name of a line's property, to be told; empty where it has none.
  static func property(of text: UnsafeBufferPointer<UInt8>) -> String {
    let name = text.prefix { nameBytes[Int($0)] }
    guard let next = text[name.endIndex...].first(where: { !ASCII.isBlank($0) }), !name.isEmpty,
      next == ASCII.colon || next == ASCII.semicolon
    else { return "" }
    let told = told(name)
    return told == "BEGIN" || told == "END" ? "" : told
  }

  private static func told(_ name: some Collection<UInt8>) -> String {
    let start = String(decoding: name.prefix(80), as: UTF8.self).uppercased()
    return name.count > 80 ? start + "…" : start
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
    findings: inout Diagnostics
  ) {
    pass(over: &line)
    if index == text.count {
      findings.add(
        .missingColon, line: line.lineNumber, column: index + 1, property: told(text.prefix(nameLength)),
        "nothing behind the name, expected ':' and a value", repair: passedOver)
    } else if nameLength == 0, text[index] == ASCII.colon || text[index] == ASCII.semicolon {
      findings.add(
        .missingName, line: line.lineNumber, column: index + 1, "no name, expected that of a property",
        repair: passedOver)
    } else {
      findings.add(
        .invalidName, line: line.lineNumber, column: index + 1,
        "no property's name, expected letters, digits and '-' and then ':' or ';'", repair: passedOver)
    }
  }

  /// Walks `;name=value` up to the colon that ends them.
  private static func readParameters(
    _ line: inout ContentLine, _ text: UnsafeBufferPointer<UInt8>, from start: Int, limits: ICSLimits,
    findings: inout Diagnostics
  ) {
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
          if parameters > 0, !hasSign { reportMissingValue(line, text, at: index, &findings) }
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
        pass(over: &line)
        findings.add(
          .missingColon, line: line.lineNumber, column: index + 1, property: property(of: text),
          "nothing behind the parameters, expected ':' and a value", repair: passedOver)
        return
      }
      findings.add(
        .unterminatedQuote, line: line.lineNumber, column: quoteStart + 1, property: property(of: text),
        "an open quote, expected a closing '\"'", repair: "read as ended at the next ':'")
      index = colon
    }
    if !hasSign { reportMissingValue(line, text, at: index, &findings) }
    if let badName, badName < index {
      findings.add(
        .invalidName, line: line.lineNumber, column: badName + 1, property: property(of: text),
        "no parameter's name, expected letters, digits and '-'", repair: "the parameter is passed over")
    }
    if let later = laterColonOfZone(text, parameters: start..<index) {
      findings.add(
        .unquotedColon, line: line.lineNumber, column: index + 1, property: property(of: text),
        "a TZID with ':', expected in quotes", repair: "read as part of the TZID")
      index = later
    }
    line.valueStart = index + 1
    if parameters > limits.parameters {
      pass(over: &line)
      findings.add(
        .tooManyParameters, line: line.lineNumber, property: property(of: text),
        "\(parameters) parameters, expected at most \(limits.parameters)", repair: passedOver)
    }
  }

  private static func reportMissingValue(
    _ line: ContentLine, _ text: UnsafeBufferPointer<UInt8>, at index: Int, _ findings: inout Diagnostics
  ) {
    findings.add(
      .missingParameterValue, line: line.lineNumber, column: index + 1, property: property(of: text),
      "a parameter without a value, expected '=' and one", repair: "read as an empty value")
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
