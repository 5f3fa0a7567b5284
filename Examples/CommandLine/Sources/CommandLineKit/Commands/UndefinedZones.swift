import AlmanacComponents
import AlmanacICS

/// The TZIDs of a file without a VTIMEZONE in their VCALENDAR, which RFC 5545 §3.2.19 requires for each that does not begin with a
/// solidus.
struct UndefinedZones: ~Copyable {
  private(set) var diagnostics: [Diagnostic] = []
  /// The unfolded line that is being read, and the number of its first line.
  private var line: [UInt8] = []
  private var lineNumber = 1
  private var number = 1
  private var endsLine = false
  private var isInDefinition = false
  private var defined: Set<String> = []
  private var used: [(tzid: String, line: Int, property: String)] = []
  private var seen: Set<String> = []

  /// The longest line whose parameters are read, in bytes.
  private static let longest = 1 << 16

  mutating func append(_ part: ArraySlice<UInt8>) {
    for byte in part {
      if endsLine {
        endsLine = false
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { continue }
        endLine()
      }
      if byte == UInt8(ascii: "\n") {
        (endsLine, number) = (true, number + 1)
      } else if byte != UInt8(ascii: "\r"), line.count < Self.longest {
        line.append(byte)
      }
    }
  }

  mutating func finish() {
    endLine()
    endCalendar()
  }

  private mutating func endLine() {
    defer { (line, lineNumber) = ([], number) }
    let (name, tzid, value) = Self.parts(of: line)
    switch (name, value.uppercased()) {
    case ("BEGIN", "VTIMEZONE"): isInDefinition = true
    case ("END", "VTIMEZONE"): isInDefinition = false
    case ("END", "VCALENDAR"): endCalendar()
    case ("TZID", _) where isInDefinition: defined.insert(value)
    default:
      guard let tzid, !tzid.hasPrefix("/"), seen.insert(tzid).inserted else { return }
      used.append((tzid, lineNumber, name))
    }
  }

  private mutating func endCalendar() {
    diagnostics += used.filter { !defined.contains($0.tzid) }.map { use in
      Diagnostic(
        .error, Diagnostic.Code(rawValue: "missing_timezone"), line: use.line, property: use.property,
        message: "\(use.tzid) has no VTIMEZONE in this calendar, as RFC 5545 §3.2.19 requires",
        repair: "the zone of that name is used; export writes its VTIMEZONE")
    }
    (defined, used, seen) = ([], [], [])
  }

  /// The name of a property in upper case, its TZID parameter and its value.
  private static func parts(of line: [UInt8]) -> (name: String, tzid: String?, value: String) {
    var isQuoted = false
    var pieces: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var value = line[line.endIndex...]
    scan: for (index, byte) in line.enumerated() {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ";") where !isQuoted:
        pieces.append(line[start..<index])
        start = index + 1
      case UInt8(ascii: ":") where !isQuoted:
        pieces.append(line[start..<index])
        value = line[(index + 1)...]
        break scan
      default: continue
      }
    }
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    let name = pieces.first.map { text($0).uppercased() } ?? ""
    let tzid = pieces.dropFirst().lazy.map(text).first { $0.uppercased().hasPrefix("TZID=") }
    return (name, tzid.map { String($0.dropFirst(5)).filter { $0 != "\"" } }, text(value))
  }
}
