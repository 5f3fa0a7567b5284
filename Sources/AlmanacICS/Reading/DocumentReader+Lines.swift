import AlmanacContentLines

extension DocumentReader {
  /// What the lines themselves showed, each with the component and the property in which it stands.
  borrowing func lineDiagnostics(_ raw: RawDocument) -> [Diagnostic] {
    var piece: Int?
    var table = LineTable()
    return raw.findings.all.map { finding in
      guard let index = raw.piece(at: finding.line) else { return Diagnostic(finding) }
      let kind = raw.pieces[index].kind
      var property = finding.property
      if finding.isOfEncoding, kind != .refusedComponent {
        if piece != index {
          table = raw.lines(of: index)
          piece = index
        }
        property = table.property(at: finding.line)
      }
      return Diagnostic(finding, uid: uid(of: index, raw), property: property)
    }
  }

  /// The UID of a component; empty for what is none.
  private borrowing func uid(of piece: Int, _ raw: RawDocument) -> String {
    let line = raw.pieces[piece].lineNumber
    switch raw.pieces[piece].kind {
    case .refusedComponent: return refusedUIDs[line] ?? ""
    case .component:
      let behind = drafts.partitionIndex { $0.firstPiece > piece }
      return behind == 0 ? "" : drafts[behind - 1].uid(at: line)
    case .calendarBegin, .calendarEnd, .line: return ""
    }
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

extension Diagnostic {
  /// What the lines themselves showed.
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
