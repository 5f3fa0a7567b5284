import AlmanacComponents

extension DocumentReader {
  /// What the lines themselves showed, each with the component and the property in which it stands.
  borrowing func lineDiagnostics(_ raw: RawDocument) -> [Diagnostic] {
    var piece: Int?
    var table = LineTable()
    return raw.findings.all.map { finding in
      guard let index = raw.piece(at: finding.line) else { return Diagnostic(finding) }
      guard raw.pieces[index].kind != .refusedComponent else {
        return Diagnostic(finding, uid: refusedUIDs[raw.pieces[index].lineNumber] ?? "")
      }
      if piece != index {
        table = raw.lines(of: index)
        piece = index
      }
      return Diagnostic(finding, uid: uid(of: index, raw), in: table)
    }
  }

  /// The UID of a component; empty for what is none.
  private borrowing func uid(of piece: Int, _ raw: RawDocument) -> String {
    let behind = drafts.partitionIndex { $0.firstPiece > piece }
    guard raw.pieces[piece].kind == .component, behind > 0 else { return "" }
    return drafts[behind - 1].uid(ofComponentAt: raw.pieces[piece].lineNumber)
  }
}

extension RawDocument {
  /// The piece in which a line of the source stands.
  fileprivate func piece(at line: Int) -> Int? {
    let behind = pieces.partitionIndex { $0.lineNumber > line }
    return behind == 0 ? nil : behind - 1
  }
}

extension ReadComponents {
  static func uid(ofRefused table: borrowing LineTable) -> String {
    guard let line = table.lines.dropFirst().first else { return "" }
    return TextValue.unescaped(table.value(of: line))
  }
}

extension LineTable {
  /// The UID of the AVAILABLE in which a physical line stands, as it stands; `nil` where it stands in none.
  fileprivate func uidOfAvailable(at number: Int) -> String? {
    withBytes { bytes in
      var uid: String?
      var isInside = false
      for line in lines {
        switch line.role {
        case .begin where isNamed(bytes.componentName(of: line), "AVAILABLE"):
          if line.lineNumber > number { return nil }
          (uid, isInside) = (nil, true)
        case .end where isInside && isNamed(bytes.componentName(of: line), "AVAILABLE"):
          if line.lineNumber >= number { return uid }
          isInside = false
        case .property where isInside && uid == nil && isNamed(bytes.name(of: line), "UID"):
          uid = TextValue.unescaped(bytes.value(of: line))
        default: break
        }
      }
      return nil
    }
  }

  fileprivate var isAvailability: Bool {
    guard let begin = lines.first, begin.role == .begin else { return false }
    return withBytes { isNamed($0.componentName(of: begin), "VAVAILABILITY") }
  }
}

extension Diagnostic {
  /// What the lines themselves showed.
  ///
  /// - Parameters:
  ///   - uid: That of the component with the lines.
  ///   - table: The lines among which it was found.
  init(_ finding: ContentFinding, uid: String, in table: borrowing LineTable) {
    let inner = table.isAvailability ? table.uidOfAvailable(at: finding.line) : nil
    self.init(
      finding, uid: inner ?? uid,
      property: finding.isOfEncoding ? table.property(at: finding.line) : finding.property)
  }

  init(_ finding: ContentFinding, uid: String = "", property: String? = nil) {
    let isError = [
      .invalidName,
      .tooDeep, .tooManyProperties, .lineTooLong, .tooManyParameters, .missingColon, .missingName,
    ].contains(finding.code)
    self.init(
      isError ? .error : finding.code == .decoded ? .note : .warning,
      Code(rawValue: Self.snakeCase(finding.code.name)), line: finding.line, uid: uid,
      property: property ?? finding.property, message: finding.message, repair: finding.repair)
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
