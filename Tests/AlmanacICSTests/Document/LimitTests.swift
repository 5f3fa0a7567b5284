import AlmanacEvents
import AlmanacICS
import AlmanacTime
import TestSupport
import Testing

/// A component beyond a limit is told of and costs no other; a document beyond one is not read. Each limit is there
/// without being asked for.
@Suite("Limits")
struct LimitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let code: String
    let limits: ICSLimits
    /// The lines of an event that has as much as is allowed; more makes one with more.
    let lines: @Sendable (_ more: Int) -> [String]
    /// Whether the event is there with what is allowed, or not at all.
    var staysBeyond = false

    var testDescription: String { code }

    var staying: Case { Case(code: code, limits: limits, lines: lines, staysBeyond: true) }
  }

  private static func nested(_ depth: Int) -> [String] {
    (1..<depth).map { "BEGIN:X-\($0)" } + (1..<depth).reversed().map { "END:X-\($0)" }
  }

  private static func list(_ name: String, _ count: Int, _ value: (Int) -> String) -> String {
    name + (0..<count).map(value).joined(separator: ",")
  }

  private static func day(_ number: Int) -> String {
    let (year, month, day) = CivilDate(daysSinceEpoch: number).fields
    return String(year * 10_000 + month * 100 + day)
  }

  /// Limits as they are, and smaller ones. Lines of 32 MB and a hundred thousand dates are read at length only.
  static let cases: [Case] = [ICSLimits.standard, small].flatMap { limits -> [Case] in
    var brief = limits
    if !isAtLength {
      brief.lineLength = min(limits.lineLength, 1 << 20)
      brief.values = min(limits.values, 10_000)
    }
    let shorter = brief
    return [
      Case(code: "too_deep", limits: limits) { nested(limits.depth + $0) },
      Case(code: "too_many_properties", limits: limits) { more in
        // BEGIN, UID, DTSTAMP, DTSTART and END are lines too.
        (0..<limits.properties - 5 + more).map { "COMMENT:\($0)" }
      },
      Case(code: "line_too_long", limits: shorter) {
        ["COMMENT:" + String(repeating: "x", count: shorter.lineLength - 8 + $0)]
      },
      Case(code: "too_many_parameters", limits: limits) {
        ["COMMENT" + (0..<limits.parameters + $0).map { ";X-\($0)=1" }.joined() + ":1"]
      }.staying,
      Case(
        code: "too_many_values", limits: limits,
        lines: { [list("CATEGORIES:", limits.values + $0) { "\($0)" }] }, staysBeyond: true),
      Case(
        code: "too_many_values", limits: limits,
        lines: { [list("RESOURCES:", limits.values + $0) { "\($0)" }] }, staysBeyond: true),
      Case(
        code: "too_many_values", limits: shorter,
        lines: { [list("EXDATE;VALUE=DATE:", shorter.values + $0, day)] }, staysBeyond: true),
      Case(
        code: "too_many_values", limits: shorter,
        lines: { [list("RDATE;VALUE=DATE:", shorter.values + $0, day)] }, staysBeyond: true),
    ]
  }

  private static let small = ICSLimits(
    depth: 4, properties: 20, lineLength: 200, parameters: 5, values: 10)

  private func text(_ lines: [String]) -> String {
    calendar(
      ["BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260302"] + lines
        + ["END:VEVENT", "BEGIN:VEVENT", "UID:b", "DTSTAMP:20260101T000000Z"]
        + ["DTSTART;VALUE=DATE:20260303", "END:VEVENT"])
  }

  @Test("A part at its limit is read; one beyond it is reported with its position", arguments: cases)
  func component(limit: Case) throws {
    let options = ICSOptions(limits: limit.limits)
    let allowed = try ICSDocument(parsing: text(limit.lines(0)), options: options)
    #expect(allowed.diagnostics == [])
    #expect(allowed.calendars[0].items.map(\.uid) == ["a", "b"])

    let beyond = text(limit.lines(1))
    let document = try ICSDocument(parsing: beyond, options: options)
    let told = try #require(document.diagnostics.first)
    #expect(document.codes == [limit.code])
    #expect(told.severity == .error)
    // BEGIN:VCALENDAR, VERSION and PRODID stand before the event, UID, DTSTAMP and DTSTART before its lines.
    #expect((4...8 + limit.limits.depth).contains(told.line))
    #expect((told.message + told.repair).contains("at most"))
    #expect(told.uid == "a")
    #expect(document.calendars[0].items.map(\.uid) == (limit.staysBeyond ? ["a", "b"] : ["b"]))
    #expect(document.text == beyond)

    let error = #expect(throws: ICSError.self) {
      try ICSDocument(parsing: beyond, options: ICSOptions(isStrict: true, limits: limit.limits))
    }
    #expect(error?.code == .refused)
    #expect(error?.line == told.line)
  }

  @Test("Lists are counted over all the lines of their property")
  func severalLines() throws {
    let options = ICSOptions(limits: Self.small)
    for name in ["CATEGORIES", "RESOURCES"] {
      let lines = (0..<4).map { number in Self.list(name + ":", 3) { "\(number)-\($0)" } }
      let document = try ICSDocument(parsing: text(lines), options: options)
      let item = try #require(document.calendars[0].item(ItemID(uid: "a")))
      #expect(item.categories.count + item.resources.count == 10)
    }
    let busy = Self.list("FREEBUSY:", 6) { "2026030\($0 + 1)T090000Z/PT1H" }
    let statement = calendar([
      "BEGIN:VFREEBUSY", "UID:a", "DTSTAMP:20260101T000000Z", busy, busy, "END:VFREEBUSY",
    ])
    let document = try ICSDocument(parsing: statement, options: options)
    #expect(document.calendars[0].freeBusy[0].periods.count == 10)
    #expect(document.codes == ["too_many_values"])
  }

  @Test("A calendar's own properties are limited as those of a component")
  func header() throws {
    let many = (0..<30).map { "X-PROPERTY-\($0):1" }
    let document = try ICSDocument(
      parsing: calendar(many), options: ICSOptions(limits: ICSLimits(properties: 20)))
    #expect(document.codes == ["too_many_properties"])
    #expect(document.diagnostics[0].line == 22)
    #expect(document.calendars[0].unmodelled.properties.count == 18)
    #expect(document.text == calendar(many))
  }

  @Test("Too many bytes or lines end the reading: code, line, and the accepted number")
  func document() throws {
    let given = text([])
    let bytes = #expect(throws: ICSError.self) {
      try ICSDocument(parsing: given, options: ICSOptions(limits: ICSLimits(bytes: 100)))
    }
    #expect(bytes?.code == .tooManyBytes)
    #expect(bytes?.expected == "at most 100 bytes")
    let lines = #expect(throws: ICSError.self) {
      try ICSDocument(parsing: given, options: ICSOptions(limits: ICSLimits(lines: 5)))
    }
    #expect(lines?.code == .tooManyLines)
    #expect(lines.map { (6...13).contains($0.line) } == true)
    #expect(lines?.expected == "at most 5 lines")
    func refused(_ limits: ICSLimits) -> ICSError? {
      #expect(throws: ICSError.self) { try ICSDocument(parsing: given, options: ICSOptions(limits: limits)) }
    }
    // BEGIN, two properties and END of the calendar, and two events.
    #expect(
      try ICSDocument(parsing: given, options: ICSOptions(limits: ICSLimits(components: 6))).calendars[0]
        .count == 2)
    #expect(refused(ICSLimits(components: 5))?.code == .tooManyComponents)
    #expect(refused(ICSLimits(components: 5))?.expected == "at most 5 components")
    #expect(refused(ICSLimits(calendars: 0))?.code == .tooManyCalendars)
    #expect(refused(ICSLimits(calendars: 0))?.line == 1)
    let many = String(
      repeating: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", count: ICSLimits.standard.calendars + 1)
    let error = #expect(throws: ICSError.self) { try ICSDocument(parsing: many) }
    #expect(error?.code == .tooManyCalendars)
    #expect(ICSLimits.standard.bytes < 4 << 30)
    #expect(ICSLimits.standard.lines <= ICSLimits.standard.bytes)
  }

  @Test("Occurrences are limited where they are asked for, whatever the rule")
  func occurrences() throws {
    let every = text(["RRULE:FREQ=DAILY"]).replacing(
      "DTSTART;VALUE=DATE:20260302", with: "DTSTART:20260302T090000Z")
    let document = try ICSDocument(parsing: every.replacing("DAILY", with: "SECONDLY"))
    let window = try utc("2026-03-02T00:00:00")..<utc("2036-03-02T00:00:00")
    let agenda = document.calendars[0].agenda(in: window, viewer: .utc, matching: OccurrenceQuery(limit: 500))
    #expect(try agenda.occurrences.count == 500)
    #expect(agenda.isTruncated)
    // Three hundred million seconds, without a limit that anybody gave.
    let rest = document.calendars[0].agenda(in: window, viewer: .utc)
    #expect(rest.found.filter { $0.recurrenceID != nil }.count == OccurrenceQuery.defaultBudget)
    #expect(rest.unexpanded.count == 1)
    #expect(throws: EventError.self) { try rest.occurrences }
  }
}

@Suite("Limits of a document that is read in parts")
struct StreamLimitTests {
  /// Feeds the same part again and again; how many bytes were taken when the stream refused more.
  private func bytesUntilRefused(_ start: String, _ part: String, limit: Int) -> (
    bytes: Int, code: ICSError.Code?
  ) {
    var stream = ICSStream(options: ICSOptions(limits: ICSLimits(componentBytes: limit)))
    var fed = 0
    do {
      stream.append(Array(start.utf8))
      while fed < 10 * limit {
        stream.append(Array(part.utf8))
        fed += part.utf8.count
        while try stream.next() != nil {}
      }
    } catch { return (fed, error.code) }
    return (fed, nil)
  }

  @Test(
    "A component or a line without an end is refused when it is too long, not when memory is full",
    arguments: [
      ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
      ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n "),
      ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "COMMENT:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n"),
      (
        "BEGIN:VCALENDAR\r\n",
        "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n"
      ),
    ])
  func endless(start: String, part: String) {
    let limit = 20_000
    let (bytes, code) = bytesUntilRefused(start, part, limit: limit)
    #expect(code == .tooManyBytes)
    #expect(bytes <= limit + 4096)
  }

  @Test("Input within the limit is read, however large its chunks are")
  func within() throws {
    let text = calendar(
      (0..<2000).flatMap {
        ["BEGIN:VEVENT", "UID:\($0)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "END:VEVENT"]
      })
    var stream = ICSStream(options: ICSOptions(limits: ICSLimits(componentBytes: 200)))
    stream.append(Array(text.utf8))
    stream.finish()
    var items = 0
    while let element = try stream.next() { if case .item = element { items += 1 } }
    #expect(items == 2000)
  }

  @Test("Diagnostics that are not collected stay bounded; collecting them goes on")
  func diagnostics() throws {
    var stream = ICSStream(options: ICSOptions(limits: ICSLimits(diagnostics: 10)))
    let event = Array("BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260302T0900\r\nno colon\r\nEND:VEVENT\r\n".utf8)
    stream.append(Array("BEGIN:VCALENDAR\r\n".utf8))
    for _ in 0..<100 {
      stream.append(event)
      while try stream.next() != nil {}
    }
    #expect(stream.takeDiagnostics().count == 10)
    for _ in 0..<3 { stream.append(event) }
    while try stream.next() != nil {}
    let codes = Set(stream.takeDiagnostics().map(\.code.rawValue))
    #expect(codes == ["missing_stamp", "time_form", "invalid_name"])
  }
}
