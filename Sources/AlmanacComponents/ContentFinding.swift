/// Something in a document that is not as RFC 5545 has it, and what was done about it.
package struct ContentFinding: Sendable, Hashable {
  /// What was found; an open set.
  package struct Code: Sendable, Hashable {
    package let name: String

    // Lines
    package static let missingColon = Code(name: "missingColon")
    package static let missingName = Code(name: "missingName")
    package static let invalidName = Code(name: "invalidName")
    package static let unterminatedQuote = Code(name: "unterminatedQuote")
    package static let missingParameterValue = Code(name: "missingParameterValue")
    package static let unquotedColon = Code(name: "unquotedColon")
    package static let controlCharacter = Code(name: "controlCharacter")
    package static let blankLineInFold = Code(name: "blankLineInFold")
    package static let strayFold = Code(name: "strayFold")
    // Components
    package static let unterminatedComponent = Code(name: "unterminatedComponent")
    package static let mismatchedEnd = Code(name: "mismatchedEnd")
    package static let strayEnd = Code(name: "strayEnd")
    package static let outsideCalendar = Code(name: "outsideCalendar")
    // Encoding
    package static let decoded = Code(name: "decoded")
    package static let splitCharacter = Code(name: "splitCharacter")
    package static let undecodable = Code(name: "undecodable")
    // Limits of one component
    package static let tooDeep = Code(name: "tooDeep")
    package static let tooManyProperties = Code(name: "tooManyProperties")
    package static let lineTooLong = Code(name: "lineTooLong")
    package static let tooManyParameters = Code(name: "tooManyParameters")
  }

  /// Whether it was found in the bytes, before there were lines.
  package var isOfEncoding: Bool { [.decoded, .splitCharacter, .undecodable].contains(code) }

  package let code: Code
  /// The physical line on which the content line starts, from 1.
  package let line: Int
  /// The byte in the unfolded content line, from 1.
  package let column: Int
  /// The name of the line's property in capitals; empty where the line has none or it was not read yet.
  package let property: String
  /// What is wrong, and what would have been accepted.
  package let message: String
  /// What was done.
  package let repair: String

  package init(
    _ code: Code, line: Int, column: Int = 1, property: String = "", message: String, repair: String
  ) {
    self.code = code
    self.line = line
    self.column = column
    self.property = property
    self.message = message
    self.repair = repair
  }
}

/// Findings in the order of the document, bounded.
package struct ContentFindings: Sendable {
  package private(set) var all: [ContentFinding] = []
  /// How many more there were than are kept.
  package private(set) var omitted = 0
  let limit: Int

  package init(limit: Int = ContentLimits.standard.findings) { self.limit = limit }

  init(_ all: [ContentFinding], limit: Int) {
    self.init(limit: limit)
    self.all = all
  }

  mutating func add(
    _ code: ContentFinding.Code, line: Int, column: Int = 1, property: @autoclosure () -> String = "",
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String
  ) {
    guard all.count < limit else {
      omitted += 1
      return
    }
    all.append(
      ContentFinding(
        code, line: line, column: column, property: property(), message: message(), repair: repair()))
  }

  /// Appends what another part of the document had.
  mutating func append(_ other: ContentFindings) {
    let room = max(0, limit - all.count)
    all.append(contentsOf: other.all.prefix(room))
    omitted += other.omitted + max(0, other.all.count - room)
  }

  /// Gives out what was found since this was done last, which makes room for more.
  mutating func takeAll() -> [ContentFinding] {
    defer { all.removeAll() }
    return all
  }

  /// Forgets what was added since there were so many.
  mutating func goBack(to earlier: (kept: Int, omitted: Int)) {
    all.removeLast(all.count - earlier.kept)
    omitted = earlier.omitted
  }
}
