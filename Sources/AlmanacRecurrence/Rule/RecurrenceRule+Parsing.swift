public import AlmanacTime

extension RecurrenceRule {
  /// The UTF-8 bytes of the longest text that is read as a rule; one with every value that its parts can have is
  /// shorter.
  static let longestText = 1 << 14

  /// Reads the value of an RRULE property, such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24`.
  ///
  /// Accepts what RFC 5545 §3.3.10 and RFC 7529 allow: parts in any order and either case, each once. A leading
  /// `RRULE:` and empty parts (`;;`, a semicolon at the end) are skipped. `validate(for:)` reports parts that are
  /// each legal but not together; `repairing(_:)` reads the faulty rules of other programs.
  ///
  /// - Throws: `RecurrenceError` for the first fault, with its offset in bytes.
  public init(_ text: String) throws(RecurrenceError) {
    var reader = RuleReader(text, isStrict: true)
    self = try reader.read()
  }

  /// Reads a rule as calendar programs in the field write it, and reports what had to be repaired.
  ///
  /// UNTIL is read in every form that contains a date; numbers outside their limits, unknown and empty parts are
  /// ignored; a repeated part is joined when it is a list, else the first is used; of COUNT and UNTIL together UNTIL is
  /// used; INTERVAL=0 is 1, an INTERVAL beyond 2147483647 is that number, and COUNT=0 is ignored, so that the rule has no end;
  /// spaces are ignored.
  ///
  /// ```swift
  /// let (rule, issues) = try RecurrenceRule.repairing("FREQ=DAILY;INTERVAL=0;UNTIL=2026-06-30")
  /// "\(rule)"                  // FREQ=DAILY;UNTIL=20260630
  /// issues.count               // 2: out_of_range, until_form
  /// ```
  ///
  /// - Throws: `RecurrenceError` only when there is no FREQ, or an unknown one, or the text is longer than a rule can
  ///   be.
  public static func repairing(
    _ text: String
  ) throws(RecurrenceError) -> (rule: RecurrenceRule, issues: [RecurrenceIssue]) {
    var reader = RuleReader(text, isStrict: false)
    let rule = try reader.read()
    return (rule, reader.issues)
  }

  /// Reads a rule from its parts, each with its values in the form of RRULE, as `repairing(_:)` does.
  package static func repairing(
    _ parts: [(part: Part, values: [String])]
  ) throws(RecurrenceError) -> (rule: RecurrenceRule, issues: [RecurrenceIssue]) {
    var reader = RuleReader(parts)
    let rule = try reader.read()
    return (rule, reader.issues)
  }
}

/// A reader of the text of a rule. Every fault goes through one function, `fault`: a strict reader throws it, a
/// repairing one records it and continues with the repair that the caller applies.
struct RuleReader {
  private(set) var bytes: [UInt8]
  let isStrict: Bool
  var issues: [RecurrenceIssue] = []
  var rule = RecurrenceRule(.daily)
  /// The parts read so far, a bit each.
  private var seen: UInt32 = 0
  /// Whether RSCALE is present: numbers are then read up to the widest limits of any calendar, and `validate(for:)` reports
  /// those that the calendar does not have.
  var hasScale = false
  private var entries: [Entry] = []

  init(_ text: String, isStrict: Bool) {
    bytes = Array(text.utf8)
    self.isStrict = isStrict
  }

  /// Creates a reader of parts that are already divided; their values become its bytes.
  init(_ parts: [(part: RecurrenceRule.Part, values: [String])]) {
    self.init("", isStrict: false)
    for (part, values) in parts {
      let start = bytes.count
      var places: [Range<Int>] = []
      for value in values {
        bytes += value.utf8
        places.append(bytes.count - value.utf8.count..<bytes.count)
      }
      entries.append(Entry(part: part, nameOffset: start, value: start..<bytes.count, values: places))
    }
  }

  /// - Parameters:
  ///   - value: The range of the text to report as found, if any.
  ///   - hidesInstances: Whether the repaired rule may lack instances of the rule as it was meant.
  mutating func fault(
    _ code: RecurrenceError.Code, in part: RecurrenceRule.Part?, at offset: Int, of value: Range<Int>? = nil,
    expected: String, repair: String, hidesInstances: Bool = false
  ) throws(RecurrenceError) {
    let found = value.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    guard !isStrict else {
      let place = found.isEmpty ? "" : " in \(part?.name ?? ""), not \(found)"
      throw RecurrenceError(code, at: offset, expected: expected + place)
    }
    issues.append(
      RecurrenceIssue(
        code: code, part: part, offset: offset, found: found, expected: expected, repair: repair,
        hidesInstances: hidesInstances))
  }

  mutating func read() throws(RecurrenceError) -> RecurrenceRule {
    let longest = RecurrenceRule.longestText
    guard bytes.count <= longest else {
      throw RecurrenceError(.tooLong, at: longest, expected: "at most \(longest) bytes")
    }
    let body = trimmed(bodyRange())
    if entries.isEmpty {
      try skipEscapes(in: body)
      for piece in pieces(of: body, at: ";") {
        if let entry = try entry(in: piece) { entries.append(entry) }
      }
    }
    hasScale = entries.contains { $0.part == .calendarScale }
    for entry in entries { try read(entry) }
    guard isRead(.frequency) else {
      throw RecurrenceError(.missingFrequency, at: body.upperBound, expected: "FREQ= and how often")
    }
    return rule
  }

  /// Blanks the backslashes of programs that escape a rule's separators as if it were a text.
  private mutating func skipEscapes(in body: Range<Int>) throws(RecurrenceError) {
    for index in body.dropLast() where bytes[index] == UInt8(ascii: "\\") {
      guard bytes[index + 1] == UInt8(ascii: ";") || bytes[index + 1] == UInt8(ascii: ",") else { continue }
      try fault(.syntax, in: nil, at: index, expected: "no \\ before a separator", repair: "read without it")
      bytes[index] = UInt8(ascii: " ")
    }
  }

  /// A part, the place of its value, and those of the values in it.
  struct Entry {
    let part: RecurrenceRule.Part
    let nameOffset: Int
    let value: Range<Int>
    let values: [Range<Int>]
  }

  /// One part; `nil` for an empty piece, and for a faulty one, which is ignored.
  private mutating func entry(in piece: Range<Int>) throws(RecurrenceError) -> Entry? {
    let piece = trimmed(piece)
    guard !piece.isEmpty else { return nil }
    let names = "a part such as FREQ=, INTERVAL= or BYDAY="
    guard let equals = bytes[piece].firstIndex(of: UInt8(ascii: "=")) else {
      try fault(
        .syntax, in: nil, at: piece.lowerBound, expected: names, repair: "ignored", hidesInstances: true)
      return nil
    }
    let name = trimmed(piece.lowerBound..<equals)
    let value = trimmed(equals + 1..<piece.upperBound)
    for part in RecurrenceRule.Part.allCases where matches(name, part.name) {
      guard !value.isEmpty else {
        let expected = "a value for \(part.name)"
        try fault(.emptyValue, in: part, at: value.lowerBound, expected: expected, repair: "ignored")
        return nil
      }
      return Entry(
        part: part, nameOffset: name.lowerBound, value: value, values: pieces(of: value, at: ","))
    }
    try fault(
      .unknownPart, in: nil, at: name.lowerBound, expected: names, repair: "ignored",
      hidesInstances: !isExtension(name))
    return nil
  }

  private mutating func read(_ entry: Entry) throws(RecurrenceError) {
    let part = entry.part
    if isRead(part) {
      let isList = part.limits(scaled: false) != nil && part != .count && part != .interval
      let repair = isList ? "joined with the first" : "the first is used"
      try fault(
        .repeatedPart, in: part, at: entry.nameOffset, expected: "\(part.name) once", repair: repair,
        hidesInstances: !isList && !repeatsValue(entry))
      guard isList else { return }
    }
    seen |= 1 << UInt32(part.rawValue)
    switch part {
    case .calendarScale: try readScale(entry)
    case .frequency: try readFrequency(entry)
    case .until, .count: try readEnd(entry)
    case .interval: rule.interval = try number(of: part, in: entry.value, or: "read as 1") ?? 1
    case .weekStart:
      let expected = "MO, TU, WE, TH, FR, SA or SU"
      rule.weekStart =
        try word(entry, expected, or: "read as MO", of: Weekday.allCases) { $0.code } ?? .monday
    case .skip:
      let expected = "OMIT, BACKWARD or FORWARD"
      rule.skip =
        try word(entry, expected, or: "read as OMIT", of: RecurrenceRule.Skip.allCases) { $0.code } ?? .omit
    case .bySecond, .byMinute, .byHour, .byDay, .byMonthDay, .byYearDay, .byWeekNumber, .byMonth,
      .bySetPosition:
      for element in entry.values { try readElement(of: part, in: trimmed(element)) }
    }
  }

  private func isRead(_ part: RecurrenceRule.Part) -> Bool { seen & 1 << UInt32(part.rawValue) != 0 }

  /// Whether a part has the value that the first one of its name has.
  private func repeatsValue(_ entry: Entry) -> Bool {
    guard let first = entries.first(where: { $0.part == entry.part }) else { return false }
    return bytes[first.value].elementsEqual(bytes[entry.value]) { upper($0) == upper($1) }
  }

  /// Reads COUNT or UNTIL. Of both UNTIL is used, or the one that can be read.
  private mutating func readEnd(_ entry: Entry) throws(RecurrenceError) {
    let other = entries.first { $0.part == (entry.part == .until ? .count : .until) }
    let repair = other == nil ? "ignored: no end" : "ignored"
    let end: RecurrenceRule.End? =
      try entry.part == .until
      ? until(in: entry.value, or: repair).map { .until($0) }
      : number(of: .count, in: entry.value, or: repair).map { .count($0) }
    guard let end else { return }
    if rule.end != .never, let other {
      let count = entry.part == .count ? entry : other
      // A strict reader ends at the part that makes it two.
      try fault(
        .countWithUntil, in: .count, at: isStrict ? entry.nameOffset : count.nameOffset,
        expected: "COUNT or UNTIL, not both", repair: "COUNT ignored")
      if entry.part == .count { return }
    }
    rule.end = end
  }

  private mutating func readFrequency(_ entry: Entry) throws(RecurrenceError) {
    for frequency in RecurrenceRule.Frequency.allCases where matches(entry.value, frequency.code) {
      rule.frequency = frequency
      return
    }
    let expected = "SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"
    throw RecurrenceError(.unknownValue, at: entry.value.lowerBound, expected: expected)
  }

  /// Matches the text of a part against the codes of several values; `nil` after reporting a repair.
  private mutating func word<Value>(
    _ entry: Entry, _ expected: String, or repair: String, of values: [Value], code: (Value) -> String
  ) throws(RecurrenceError) -> Value? {
    for value in values where matches(entry.value, code(value)) { return value }
    try fault(
      .unknownValue, in: entry.part, at: entry.value.lowerBound, of: entry.value, expected: expected,
      repair: repair, hidesInstances: true)
    return nil
  }

  private mutating func readScale(_ entry: Entry) throws(RecurrenceError) {
    for index in entry.value where !isNameByte(bytes[index]) {
      let expected = "the name of a calendar system: letters, digits and '-'"
      try fault(
        .syntax, in: .calendarScale, at: index, expected: expected, repair: "ignored: Gregorian",
        hidesInstances: true)
      hasScale = false
      return
    }
    rule.calendarScale = String(decoding: bytes[entry.value].map { upper($0) }, as: UTF8.self)
  }
}

extension RecurrenceRule.Part {
  /// Whether a value of the part that is ignored may be that of further instances. Without INTERVAL, COUNT or UNTIL the
  /// instances are only more.
  fileprivate var choosesInstances: Bool {
    switch self {
    case .interval, .count, .until: false
    default: true
    }
  }
}

extension RuleReader {
  /// One value of a list; it is ignored after a report of a fault.
  private mutating func readElement(
    of part: RecurrenceRule.Part, in range: Range<Int>
  ) throws(RecurrenceError) {
    switch part {
    case .byDay:
      if let value = try weekdayOrdinal(in: range) { rule.byDay.append(value) }
    case .byMonth:
      let isLeap = range.last.map { upper(bytes[$0]) == UInt8(ascii: "L") } ?? false
      let number = range.lowerBound..<range.upperBound - (isLeap ? 1 : 0)
      if let month = try self.number(of: part, in: number, or: "ignored") {
        rule.byMonth.append(MonthNumber(month, isLeap: isLeap))
      }
    default:
      if let value = try number(of: part, in: range, or: "ignored") { rule[numbers: part].append(value) }
    }
  }

  /// One number of a part; `nil` when it is outside its limits, after a report with a repair.
  private mutating func number(
    of part: RecurrenceRule.Part, in range: Range<Int>, or repair: String
  ) throws(RecurrenceError) -> Int? {
    guard let limits = part.limits(scaled: hasScale) else { return nil }
    let range = trimmed(range)
    let expected = "\(part.name) of \(limits.phrase())"
    guard let first = range.first else {
      try fault(.emptyValue, in: part, at: range.lowerBound, expected: expected, repair: repair)
      return nil
    }
    let isMinus = bytes[first] == UInt8(ascii: "-")
    let hasSign = (isMinus || bytes[first] == UInt8(ascii: "+")) && (limits.isSigned || !isStrict)
    let digits = range.dropFirst(hasSign ? 1 : 0)
    if let index = digits.first(where: { !isDigit(bytes[$0]) }) ?? (digits.isEmpty ? range.upperBound : nil) {
      try fault(
        .syntax, in: part, at: index, expected: expected, repair: repair,
        hidesInstances: part.choosesInstances)
      return nil
    }
    // Bounded to a number beyond every limit.
    let magnitude = digits.reduce(0) { Swift.min($0 * 10 + Int(bytes[$1] - 48), 1 << 40) }
    let value = isMinus ? -magnitude : magnitude
    guard limits.contains(value) else {
      let largest = limits.range.upperBound
      // Nearly no repetition is what was stated, and not that of another interval.
      let isClamped = part == .interval && value > largest
      try fault(
        .outOfRange, in: part, at: range.lowerBound, of: range, expected: limits.phrase(beside: value),
        repair: isClamped ? "read as \(largest)" : repair,
        hidesInstances: part.choosesInstances && magnitude != 0)
      return isClamped ? largest : nil
    }
    return value
  }

  /// `MO`, `1FR`, `+1FR` or `-2SU`; zero is read as every one.
  private mutating func weekdayOrdinal(in range: Range<Int>) throws(RecurrenceError) -> WeekdayOrdinal? {
    let number = range.lowerBound..<Swift.max(range.lowerBound, range.upperBound - 2)
    let letters = String(decoding: bytes[number.upperBound..<range.upperBound], as: UTF8.self)
    guard let weekday = Weekday(code: letters) else {
      let code = range.isEmpty ? RecurrenceError.Code.emptyValue : .syntax
      let expected = "a weekday such as MO, 1FR or -2SU"
      try fault(
        code, in: .byDay, at: range.lowerBound, expected: expected, repair: "ignored",
        hidesInstances: !range.isEmpty)
      return nil
    }
    if number.isEmpty { return WeekdayOrdinal(weekday) }
    let isZero = bytes[number].contains(48) && !bytes[number].contains { (49...57).contains($0) }
    let ordinal = try self.number(of: .byDay, in: number, or: isZero ? "read as every one" : "ignored")
    return ordinal.map { WeekdayOrdinal(weekday, ordinal: $0) } ?? (isZero ? WeekdayOrdinal(weekday) : nil)
  }
}

// MARK: The bytes of the text

extension RuleReader {
  /// The text without `RRULE:` or `EXRULE:` before it.
  func bodyRange() -> Range<Int> {
    let whole = trimmed(0..<bytes.count)
    for prefix in ["RRULE:", "EXRULE:"] {
      let end = whole.lowerBound + prefix.utf8.count
      if end <= whole.upperBound, matches(whole.lowerBound..<end, prefix) { return end..<whole.upperBound }
    }
    return whole
  }

  /// The range between separators; one piece when there is none.
  func pieces(of range: Range<Int>, at separator: Unicode.Scalar) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == UInt8(ascii: separator) {
      pieces.append(start..<index)
      start = index + 1
    }
    pieces.append(start..<range.upperBound)
    return pieces
  }

  /// The range without white space at both ends. For a strict reader white space is a fault like any other byte.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard !isStrict else { return range }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  func matches(_ range: Range<Int>, _ word: String) -> Bool {
    range.count == word.utf8.count && zip(range, word.utf8).allSatisfy { upper(bytes[$0]) == $1 }
  }

  func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

  func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "-") || (65...90).contains(upper(byte))
  }

  /// Whether a name is that of an extension, `X-…`, which RFC 2445 §4.3.10 allowed in rules.
  func isExtension(_ name: Range<Int>) -> Bool {
    name.count > 2 && upper(bytes[name.lowerBound]) == UInt8(ascii: "X")
      && bytes[name.lowerBound + 1] == UInt8(ascii: "-")
  }

  func upper(_ byte: UInt8) -> UInt8 { byte >= 97 && byte <= 122 ? byte - 32 : byte }
}
