import AlmanacComponents
import AlmanacMapping

extension DocumentReader {
  /// What the lines themselves showed, each with the component and the property in which it stands.
  borrowing func lineDiagnostics(_ raw: RawDocument) -> [Diagnostic] {
    var piece: Int?
    var table = LineTable()
    return raw.findings.all.map { finding in
      guard let index = raw.piece(at: finding.line) else { return finding }
      guard raw.pieces[index].kind != .refusedComponent else {
        return finding.of(refusedUIDs[raw.pieces[index].lineNumber] ?? "")
      }
      if piece != index {
        table = raw.lines(of: index)
        piece = index
      }
      return finding.of(uid(of: index, raw), in: table)
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
  /// - Parameter table: Of a component beyond a limit: its BEGIN and its UID.
  static func uid(ofRefused table: borrowing LineTable) -> String {
    table.withComponent { $0.text(.uid) ?? "" } ?? ""
  }
}

extension LineTable {
  /// The UID of the AVAILABLE in which a physical line is; `nil` where it is in none.
  fileprivate func uidOfAvailable(at number: Int) -> String? {
    var uid: String?
    _ = withComponent { statement in
      guard statement.kind == .availability else { return }
      statement.forEach { element in
        guard case .component(let inner) = element, inner.kind == .available, inner.lines.contains(number)
        else { return }
        uid = uid ?? inner.text(.uid)
      }
    }
    return uid
  }
}

extension Diagnostic {
  /// What the lines themselves showed, with the component in which they stand.
  func of(_ uid: String) -> Diagnostic {
    var diagnostic = self
    diagnostic.uid = uid
    return diagnostic
  }

  /// - Parameters:
  ///   - uid: That of the component with the lines.
  ///   - table: The lines among which it was found.
  func of(_ uid: String, in table: borrowing LineTable) -> Diagnostic {
    var diagnostic = of(table.uidOfAvailable(at: line) ?? uid)
    if code.isOfEncoding { diagnostic.property = table.property(at: line) }
    return diagnostic
  }
}
