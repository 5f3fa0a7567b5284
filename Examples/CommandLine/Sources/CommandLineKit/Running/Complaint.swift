import AlmanacRendering

/// One line for standard error: where something is wrong, what it is and what would have been right.
///
///     calendar.ics:12: no such weekday: XX (MO, TU, WE, TH, FR, SA or SU)
struct Complaint: Error, Sendable, Hashable {
  /// A path, `-` for standard input; without one the program speaks for itself.
  var file: String?
  /// Counted from 1.
  var line: Int?
  var what: String
  var expected: String?

  init(_ what: String, expected: String? = nil, file: String? = nil, line: Int? = nil) {
    self.what = what
    self.expected = expected
    self.file = file
    self.line = line
  }

  /// The same, with a place where it has none.
  func at(file: String, line: Int? = nil) -> Complaint {
    var placed = self
    placed.file = placed.file ?? file
    placed.line = placed.line ?? line
    return placed
  }

  /// What is wrong and what was expected, without the place.
  var reason: String {
    SafeText.singleLine(expected.map { "\(what) (expected \($0))" } ?? what)
  }
}

extension Complaint: CustomStringConvertible {
  var description: String {
    var place = file.map { $0 == "-" ? "standard input" : $0 } ?? "almanac"
    if let line { place += ":\(line)" }
    return SafeText.singleLine(place) + ": " + reason
  }
}
