import AlmanacTime

/// Reads the text of a rule. Every fault is raised in one place: a strict reader throws it, a repairing one notes it
/// and goes on as the caller of `fault` then does.
struct RuleReader {
  private(set) var bytes: [UInt8]
  let isStrict: Bool
  var issues: [RecurrenceIssue] = []
  var rule = RecurrenceRule(.daily)
  /// Which parts have been met, a bit each.
  private var seen: UInt32 = 0
  /// Whether the numbers are those of another calendar system.
  var isScaled = false

  init(_ text: String, isStrict: Bool) {
    bytes = Array(text.utf8)
    self.isStrict = isStrict
  }

  mutating func fault(
    _ code: RecurrenceError.Code, in part: RecurrenceRule.Part?, at offset: Int, expected: String,
    repair: String
  ) throws(RecurrenceError) {
    guard !isStrict else { throw RecurrenceError(code, at: offset, expected: expected) }
    issues.append(RecurrenceIssue(code, in: part, at: offset, expected: expected, repair: repair))
  }

  mutating func read() throws(RecurrenceError) -> RecurrenceRule {
    let longest = RecurrenceRule.longestText
    guard bytes.count <= longest else {
      throw RecurrenceError(.tooLong, at: longest, expected: "at most \(longest) bytes")
    }
    let body = trimmed(bodyRange())
    try passOverEscapes(in: body)
    var entries: [Entry] = []
    for piece in pieces(of: body, at: ";") {
      if let entry = try entry(in: piece) { entries.append(entry) }
    }
    isScaled = entries.contains { $0.part == .calendarScale }
    for entry in entries { try read(entry) }
    guard has(.frequency) else {
      throw RecurrenceError(.missingFrequency, at: body.upperBound, expected: "FREQ= and how often")
    }
    return rule
  }

  /// Programs that take a rule for a text escape its separators.
  private mutating func passOverEscapes(in body: Range<Int>) throws(RecurrenceError) {
    for index in body.dropLast() where bytes[index] == UInt8(ascii: "\\") {
      guard bytes[index + 1] == UInt8(ascii: ";") || bytes[index + 1] == UInt8(ascii: ",") else { continue }
      try fault(.syntax, in: nil, at: index, expected: "no \\ before a separator", repair: "read without it")
      bytes[index] = UInt8(ascii: " ")
    }
  }

  /// A part's name and where its value stands.
  struct Entry {
    let part: RecurrenceRule.Part
    let nameOffset: Int
    let value: Range<Int>
  }

  /// `nil` for nothing at all, and for what is passed over with a report.
  private mutating func entry(in piece: Range<Int>) throws(RecurrenceError) -> Entry? {
    let piece = trimmed(piece)
    guard !piece.isEmpty else { return nil }
    let names = "a part such as FREQ=, INTERVAL= or BYDAY="
    guard let equals = bytes[piece].firstIndex(of: UInt8(ascii: "=")) else {
      try fault(.syntax, in: nil, at: piece.lowerBound, expected: names, repair: "left out")
      return nil
    }
    let name = trimmed(piece.lowerBound..<equals)
    let value = trimmed(equals + 1..<piece.upperBound)
    for part in RecurrenceRule.Part.allCases where matches(name, part.name) {
      guard !value.isEmpty else {
        let expected = "a value for \(part.name)"
        try fault(.emptyValue, in: part, at: value.lowerBound, expected: expected, repair: "left out")
        return nil
      }
      return Entry(part: part, nameOffset: name.lowerBound, value: value)
    }
    try fault(.unknownPart, in: nil, at: name.lowerBound, expected: names, repair: "left out")
    return nil
  }

  private mutating func read(_ entry: Entry) throws(RecurrenceError) {
    let part = entry.part
    if has(part) {
      let isList = part.limits(scaled: false) != nil && part != .count && part != .interval
      let repair = isList ? "joined with the first" : "the first is used"
      try fault(.repeatedPart, in: part, at: entry.nameOffset, expected: "\(part.name) once", repair: repair)
      guard isList else { return }
    }
    seen |= 1 << UInt32(part.rawValue)
    switch part {
    case .calendarScale: try readScale(entry)
    case .frequency: try readFrequency(entry)
    case .until, .count: try readEnd(entry)
    case .interval: rule.interval = try number(of: part, in: entry.value, or: "taken as 1") ?? 1
    case .byDay: try readWeekdays(entry)
    case .byMonth: try readMonths(entry)
    case .weekStart: try readWeekStart(entry)
    case .skip: try readSkip(entry)
    case .bySecond, .byMinute, .byHour, .byMonthDay, .byYearDay, .byWeekNumber, .bySetPosition:
      for place in pieces(of: entry.value, at: ",") {
        if let value = try number(of: part, in: place, or: "left out") { rule[numbers: part].append(value) }
      }
    }
  }

  private func has(_ part: RecurrenceRule.Part) -> Bool { seen & 1 << UInt32(part.rawValue) != 0 }

  private mutating func readEnd(_ entry: Entry) throws(RecurrenceError) {
    if has(.count) && has(.until) {
      let expected = "COUNT or UNTIL, not both"
      try fault(
        .countWithUntil, in: .count, at: entry.nameOffset, expected: expected, repair: "COUNT left out")
    }
    if entry.part == .until {
      if let until = try until(in: entry.value) { rule.end = .until(until) }
    } else if let count = try number(of: .count, in: entry.value, or: "left out: no end"), rule.end == .never
    {
      rule.end = .count(count)
    }
  }

  private mutating func readFrequency(_ entry: Entry) throws(RecurrenceError) {
    for frequency in RecurrenceRule.Frequency.allCases where matches(entry.value, frequency.code) {
      rule.frequency = frequency
      return
    }
    let expected = "SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"
    throw RecurrenceError(.unknownValue, at: entry.value.lowerBound, expected: expected)
  }

  private mutating func readWeekStart(_ entry: Entry) throws(RecurrenceError) {
    if let weekday = weekday(entry.value) {
      rule.weekStart = weekday
    } else {
      let expected = "MO, TU, WE, TH, FR, SA or SU"
      let offset = entry.value.lowerBound
      try fault(.unknownValue, in: .weekStart, at: offset, expected: expected, repair: "taken as MO")
    }
  }

  private mutating func readSkip(_ entry: Entry) throws(RecurrenceError) {
    for skip in RecurrenceRule.Skip.all where matches(entry.value, skip.code) {
      rule.skip = skip
      return
    }
    let expected = "OMIT, BACKWARD or FORWARD"
    try fault(
      .unknownValue, in: .skip, at: entry.value.lowerBound, expected: expected, repair: "taken as OMIT")
  }

  private mutating func readScale(_ entry: Entry) throws(RecurrenceError) {
    for index in entry.value where !isNameByte(bytes[index]) {
      let expected = "the name of a calendar system: letters, digits and '-'"
      try fault(.syntax, in: .calendarScale, at: index, expected: expected, repair: "left out: Gregorian")
      isScaled = false
      return
    }
    rule.calendarScale = String(decoding: bytes[entry.value].map { upper($0) }, as: UTF8.self)
  }
}
