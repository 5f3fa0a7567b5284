import Testing
import AlmanacRecurrence
import AlmanacTime

/// One case of a corpus: rules with a start, and what they give.
///
/// A corpus is text. Blocks are parted by empty lines, `#` begins a comment, and each line is a name, parameters and
/// a value as in iCalendar:
///
///     # Every other week on two days
///     RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU
///     DTSTART;TZID=America/New_York:19970805T090000
///     INSTANCES:19970805T090000,19970817T090000,19970819T090000,19970831T090000
///
/// `EXRULE`, `RDATE` and `EXDATE` join the rule. `LIMIT:3` says that only the first three instances are listed of a
/// rule that goes on. `START-AT` asks for the instances from a time on. `INSTANCES:***…` is a rule to be refused.
struct RecurrenceBlock {
  var comment = ""
  var rules: [String] = []
  var exclusionRules: [String] = []
  var start = ""
  var zoneName: String?
  var additions: [String] = []
  var exceptions: [String] = []
  var startAt: CivilDateTime?
  var limit: Int?
  var instances: [CivilDateTime] = []
  /// The text in place of instances, such as `*** UNIMPLEMENTED: …`.
  var refusal: String?

  var isDate: Bool { !start.contains("T") }
}

struct CorpusError: Error, CustomStringConvertible {
  let description: String
}

extension RecurrenceBlock {
  /// The blocks of a corpus.
  static func read(_ corpus: String) throws -> [RecurrenceBlock] {
    var blocks: [RecurrenceBlock] = []
    var block = RecurrenceBlock()
    for line in (corpus + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !block.rules.isEmpty { blocks.append(block) }
        block = RecurrenceBlock()
      } else {
        try block.read(line: String(line))
      }
    }
    return blocks
  }

  private mutating func read(line: String) throws {
    if line.hasPrefix("#") {
      comment += comment.isEmpty ? String(line.dropFirst(2)) : " " + line.dropFirst(2)
      return
    }
    guard let colon = line.firstIndex(of: ":") else { throw CorpusError(description: "no colon: \(line)") }
    let names = line[..<colon].split(separator: ";")
    let value = String(line[line.index(after: colon)...])
    let values = value.split(separator: ",").map(String.init)
    switch names[0] {
    case "RRULE": rules.append(value)
    case "EXRULE": exclusionRules.append(value)
    case "RDATE": additions += values
    case "EXDATE": exceptions += values
    case "START-AT": startAt = try Self.time(value)
    case "LIMIT": limit = Int(value)
    case "DTSTART":
      start = value
      zoneName = names.first { $0.hasPrefix("TZID=") }.map { String($0.dropFirst(5)) }
    case "INSTANCES":
      if value.contains("***") { refusal = value } else { instances += try values.map(Self.time) }
    default: throw CorpusError(description: "unknown line: \(line)")
    }
  }

  /// The digits of a date, a wall-clock time or a UTC time.
  static func time(_ text: String) throws -> CivilDateTime {
    let digits = text.hasSuffix("Z") ? String(text.dropLast()) : text
    return digits.contains("T") ? try CivilDateTime(digits) : try CivilDate(digits).startOfDay
  }
}

extension RecurrenceBlock: CustomTestStringConvertible {
  var testDescription: String { comment.isEmpty ? rules.joined(separator: " ") : comment }
}
