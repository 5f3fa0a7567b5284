import AlmanacEvents
import AlmanacICS
import Testing

/// Issue: "code, severity, line, component UID, property, what was done" – also where a line is not a content line
/// (RFC 5545 §3.1) or stands in no component (§3.4).
@Suite("Diagnostics of lines")
struct LineDiagnosticsTests {
  private static let head = ["UID:me", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260302"]

  private func event(_ lines: [String]) -> [String] { ["BEGIN:VEVENT"] + Self.head + lines + ["END:VEVENT"] }

  private func told(_ lines: [String], isStream: Bool) throws -> [String] {
    let bytes = Array(lines.joined(separator: "\r\n").utf8)
    var all: [Diagnostic] = []
    if isStream {
      var stream = ICSStream()
      stream.append(bytes)
      stream.finish()
      while try stream.next() != nil {}
      all = stream.takeDiagnostics()
    } else {
      all = try ICSDocument(parsing: bytes).diagnostics
    }
    return all.map { "\($0.line) \($0.code.rawValue) \($0.uid)/\($0.property)/\($0.repair)" }
  }

  private func whole(_ lines: [String]) -> [String] {
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN"] + lines + ["END:VCALENDAR"]
  }

  private let ignoredLine = "ignored; kept in the file"

  @Test("A line in a component has its UID and its property", arguments: [false, true])
  func inside(isStream: Bool) throws {
    let lines = event([
      "SUMMARY;LANGUAGE=en", "no colon here", "COMMENT:a\u{7}b", "X-P;A:1", "X-Q" + many + ":1",
    ])
    #expect(
      try told(whole(lines), isStream: isStream) == [
        "8 missing_colon me/SUMMARY/\(ignoredLine)", "9 invalid_name me//\(ignoredLine)",
        "10 control_character me/COMMENT/read without them",
        "11 missing_parameter_value me/X-P/read as an empty value",
        "12 too_many_parameters me/X-Q/\(ignoredLine)",
      ])
  }

  private let many = (0...100).map { ";X-\($0)=1" }.joined()

  @Test("A line outside of components has no UID", arguments: [false, true])
  func outside(isStream: Bool) throws {
    let inside = whole(["END:VTODO"] + event([]) + ["END:VTODO"])
    let lines = ["Content-Type: text/calendar"] + inside + ["END:VCALENDAR", "trailing garbage"]
    #expect(
      try told(lines, isStream: isStream) == [
        "1 outside_calendar /CONTENT-TYPE/\(ignoredLine)", "5 stray_end //\(ignoredLine)",
        "11 stray_end //\(ignoredLine)", "13 stray_end //\(ignoredLine)", "14 invalid_name //\(ignoredLine)",
        "14 outside_calendar //\(ignoredLine)",
      ])
  }

  @Test("An event with a line of too many parameters is read without that line")
  func manyParameters() throws {
    let text = whole(event(["SUMMARY:m", "X-P" + many + ":1"])).joined(separator: "\r\n") + "\r\n"
    let document = try ICSDocument(parsing: text)
    #expect(document.calendars[0].items.map(\.summary) == ["m"])
    #expect(document.text == text)
  }

  @Test("A line belongs to the component around it, not to one before", arguments: [false, true])
  func owners(isStream: Bool) throws {
    let lines = [
      "BEGIN:VAVAILABILITY", "UID:outer", "DTSTAMP:20260101T000000Z", "no line", "BEGIN:AVAILABLE", "no line",
      "UID:inner", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "END:AVAILABLE", "no line",
      "END:VAVAILABILITY", "BEGIN:VTIMEZONE", "TZID:Europe/Madrid", "no line", "BEGIN:STANDARD",
      "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
      "no line", "BEGIN:X-BOX", "UID:box", "no line", "END:X-BOX",
    ]
    let found = try told(whole(lines), isStream: isStream).filter { $0.contains(" invalid_name ") }
    #expect(
      found.map { $0.replacing("invalid_name ", with: "").replacing("//" + ignoredLine, with: "") } == [
        "7 outer", "9 inner", "14 outer", "18 ", "25 ", "28 box",
      ])
  }

  @Test("A component nested too deeply is reported once, with its UID", arguments: [false, true])
  func tooDeep(isStream: Bool) throws {
    let deep = (0..<400).map { "BEGIN:X-\($0)" } + (0..<400).reversed().map { "END:X-\($0)" }
    #expect(
      try told(whole(event(deep)), isStream: isStream) == [
        "23 too_deep me//the component is kept in the file, but not read"
      ])
  }

  @Test("Bytes that are not UTF-8 are reported with component and property", arguments: [false, true])
  func bytes(isStream: Bool) throws {
    var bytes = Array(whole(event(["SUMMARY:one"]) + event(["LOCATION:caf#"])).joined(separator: "\n").utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "#") { bytes[index] = 0xE9 }
    var told: [Diagnostic] = []
    if isStream {
      var stream = ICSStream()
      stream.append(bytes)
      stream.finish()
      while try stream.next() != nil {}
      told = stream.takeDiagnostics()
    } else {
      told = try ICSDocument(parsing: bytes).diagnostics
    }
    let decoded = told.filter { $0.code.rawValue == "decoded" }
    #expect(decoded.map { "\($0.line) \($0.uid) \($0.property)" } == ["14 me LOCATION"])
    #expect(decoded.map(\.repair) == ["read as Windows-1252"])
  }
}
