import AlmanacICS
import Measuring

/// Twice the input takes about twice the time, in every direction in which a document can grow.
struct Linearity {
  private(set) var rows: [Row] = []

  init() {
    rows = [
      row("a line of 2 MB against 1 MB, unfolded") { Self.event(["SUMMARY:" + Self.text($0 << 20)]) },
      row("components 12 deep against 6, 1 000 times") { Self.nested(6 * $0, times: 1000) },
      row("8 000 properties in an event against 4 000") {
        Self.event((0..<4000 * $0).map { "COMMENT;X-A=\($0):c" })
      },
      row("20 000 dates in one EXDATE against 10 000") {
        Self.event(["EXDATE:" + (0..<10_000 * $0).map(Self.date).joined(separator: ",")])
      },
      row("20 000 instances changed against 10 000") { Self.overridden(10_000 * $0) },
    ]
  }

  private func row(_ name: String, _ make: (Int) -> [UInt8]) -> Row {
    let (once, twice) = (make(1), make(2))
    func work(_ bytes: [UInt8]) -> () -> Void {
      {
        let document = try? ICSDocument(parsing: bytes)
        keep(Int64(document?.bytes(.normalized).count ?? 0))
      }
    }
    let seconds = measureInTurns(rounds: 5, seconds: 0.02, [work(once), work(twice)])
    return Row(name: name, almanac: 1000 * seconds[1], peer: 1000 * seconds[0], unit: "ms", bar: 2.3)
  }

  private static func text(_ length: Int) -> String { String(repeating: "x", count: length) }

  private static func date(_ number: Int) -> String {
    let (year, month, day) = (2000 + number / 336, number / 28 % 12 + 1, number % 28 + 1)
    return "\(year * 10_000 + month * 100 + day)T090000Z"
  }

  private static func calendar(_ lines: [String]) -> [UInt8] {
    Array(
      (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
  }

  private static func event(_ lines: [String]) -> [UInt8] {
    calendar(["BEGIN:VEVENT", "UID:1", "DTSTART:20000101T090000Z"] + lines + ["END:VEVENT"])
  }

  private static func nested(_ depth: Int, times: Int) -> [UInt8] {
    let one = (0..<depth).map { "BEGIN:X-\($0)" } + (0..<depth).reversed().map { "END:X-\($0)" }
    return event((0..<times / 4).flatMap { _ in one })
  }

  private static func overridden(_ count: Int) -> [UInt8] {
    calendar(
      ["BEGIN:VEVENT", "UID:1", "DTSTART:20000101T090000Z", "RRULE:FREQ=DAILY", "END:VEVENT"]
        + (0..<count).flatMap {
          let date = date($0)
          return [
            "BEGIN:VEVENT", "UID:1", "RECURRENCE-ID:\(date)", "DTSTART:\(date)", "SUMMARY:\($0)",
            "END:VEVENT",
          ]
        })
  }
}
