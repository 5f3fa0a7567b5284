import AlmanacRecurrence
import AlmanacTime

/// A block of `expand --input`: its lines and the request that they state.
struct ExpansionBlock: Sendable {
  struct Line: Sendable, Hashable {
    /// The line number, from 1.
    let number: Int
    var text: String
  }

  /// The lines without results of an earlier run.
  let lines: [Line]

  init(_ lines: [Line]) { self.lines = lines.filter { !Self.isResult($0.text) } }

  /// The request or its fault; `nil` for a block of comments only. It is parsed at each call, so that it is not stored.
  var request: Result<ExpansionRequest, Complaint>? {
    let fields = lines.filter { !$0.text.hasPrefix("#") }
    if fields.isEmpty { return nil }
    do throws(Complaint) { return .success(try Self.request(fields)) } catch { return .failure(error) }
  }

  /// The number of the line with DTSTART, for messages, else of the first line.
  var line: Int {
    lines.first { $0.text.uppercased().hasPrefix("DTSTART") }?.number ?? lines.first?.number ?? 1
  }

  private static func isResult(_ text: String) -> Bool {
    text.hasPrefix("INSTANCES:") || text.hasPrefix("ERROR:")
  }

  private static func request(_ lines: [Line]) throws(Complaint) -> ExpansionRequest {
    var reader = BlockReader()
    for line in lines { try reader.read(line.text) }
    return try reader.request()
  }
}

extension ExpansionBlock {
  /// The blocks of a text, which blank lines separate; a line that begins with a space continues the one before.
  static func blocks(in bytes: [UInt8]) -> [ExpansionBlock] {
    var blocks: [ExpansionBlock] = []
    var lines: [Line] = []
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let ended = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let content = String(decoding: ended, as: UTF8.self)
      if content.trimmed.isEmpty {
        if !lines.isEmpty { blocks.append(ExpansionBlock(lines)) }
        lines = []
      } else if let first = content.utf8.first, first == 32 || first == 9, !lines.isEmpty {
        lines[lines.count - 1].text += content.dropFirst()
      } else {
        lines.append(Line(number: index + 1, text: content))
      }
    }
    if !lines.isEmpty { blocks.append(ExpansionBlock(lines)) }
    return blocks
  }
}

/// A reader of the fields of a block. Rules are parsed last, since their validation needs the start.
private struct BlockReader {
  private var rules: [String] = []
  private var exclusionRules: [String] = []
  private var start: EventTime?
  private var additions: [RecurrenceDate] = []
  private var exceptions: [EventTime] = []
  private var from: EventTime?
  private var limit: Int?

  mutating func read(_ line: String) throws(Complaint) {
    let field = try Field(line)
    switch field.name {
    case "RRULE": rules.append(field.value)
    case "EXRULE": exclusionRules.append(field.value)
    case "DTSTART":
      guard start == nil else { throw Complaint("there are two DTSTART lines", expected: "one start") }
      start = try field.time()
    case "RDATE": additions += try field.dates()
    case "EXDATE": exceptions += try field.dates().map { $0.start }
    case "START-AT": from = try field.time()
    case "LIMIT":
      guard let number = Int(field.value), number >= 0 else {
        throw Complaint("LIMIT: \(field.value) is not a number", expected: "a number such as 10")
      }
      limit = number
    default:
      throw Complaint(
        "unknown line \(field.name)",
        expected: "RRULE, DTSTART, EXRULE, RDATE, EXDATE, START-AT or LIMIT")
    }
  }

  func request() throws(Complaint) -> ExpansionRequest {
    guard let start else {
      throw Complaint("DTSTART is missing", expected: "a start such as DTSTART:20260302T090000")
    }
    guard !rules.isEmpty || !additions.isEmpty else {
      throw Complaint("RRULE is missing", expected: "a rule such as RRULE:FREQ=DAILY")
    }
    var set = RecurrenceSet(start: start, Recurrence(additions: additions, exceptions: exceptions))
    for rule in rules { set.recurrence.rules.append(try RecurrenceRule(rule, in: "RRULE", for: start)) }
    for rule in exclusionRules {
      set.recurrence.exclusionRules.append(try RecurrenceRule(rule, in: "EXRULE", for: start))
    }
    var request = ExpansionRequest(set)
    request.from = from
    request.limit = limit
    return request
  }
}
