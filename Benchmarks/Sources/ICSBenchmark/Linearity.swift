import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import Measuring

/// Twice the input takes about twice the time, in every direction in which a document can grow, read, printed and edited.
struct Linearity {
  private static let directions: [(name: String, make: @Sendable (Int) -> [UInt8])] = [
    ("SUMMARY of 1 to 8 MB, unfolded", { event(["SUMMARY:" + text($0 << 20)]) }),
    ("ATTACH of 1 to 8 MB", { event(["ATTACH;ENCODING=BASE64;VALUE=BINARY:" + text($0 << 20)]) }),
    ("X-A of 1 to 8 MB", { event(["X-A:" + text($0 << 20)]) }),
    ("125 000 to 1 000 000 CATEGORIES", { event(["CATEGORIES:" + list("c", 125_000 * $0)]) }),
    (
      "MEMBER of 12 500 to 100 000 values",
      { event(["ATTENDEE;MEMBER=" + list("\"mailto:m\"", 12_500 * $0) + ":mailto:a"]) }
    ),
    (
      "12 to 96 parameters, 500 times",
      { size in
        let parameters = (0..<12 * size).map { ";X-P\($0)=v" }.joined()
        return event((0..<500).map { "ATTENDEE\(parameters):mailto:\($0)" })
      }
    ),
    ("components 1 to 8 deep, 500 times", { nested($0, times: 500) }),
    ("1 000 to 8 000 COMMENTs in an event", { event((0..<1000 * $0).map { "COMMENT;X-A=\($0):c \($0)" }) }),
    ("1 000 to 8 000 X- lines in an event", { event((0..<1000 * $0).map { "X-A\($0):c" }) }),
    (
      "10 000 to 80 000 dates in one EXDATE",
      { event(["RRULE:FREQ=DAILY", "EXDATE:" + (0..<10_000 * $0).map(date).joined(separator: ",")]) }
    ),
    (
      "1 000 to 8 000 lines in an alarm",
      { event(["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:PT0S"] + comments(1000 * $0) + ["END:VALARM"]) }
    ),
    ("100 to 800 zones of the file's own", { zones(100 * $0) }),
    ("2 500 to 20 000 changed instances", { overridden(2_500 * $0) }),
    ("2 500 to 20 000 events", { input(events: 2_500 * $0) }),
  ]

  /// Maps of one Event of JSCalendar.
  private static let maps: [(name: String, entry: @Sendable (Int) -> String)] = [
    ("locations", { _ in #"{"@type":"Location","name":"n"}"# }),
    ("virtualLocations", { #"{"@type":"VirtualLocation","uri":"https://x.example/\#($0)"}"# }),
    ("participants", { _ in #"{"@type":"Participant","name":"n"}"# }),
    ("participants", { #"{"@type":"Participant","sendTo":{"imip":"mailto:\#($0)@x.example"}}"# }),
    ("links", { #"{"@type":"Link","href":"https://x.example/\#($0)"}"# }),
    ("alerts", { _ in #"{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"}}"# }),
    ("keywords", { _ in "true" }),
    ("relatedTo", { _ in #"{"@type":"Relation","relation":{"parent":true}}"# }),
    ("recurrenceOverrides", { #"{"title":"\#($0)"}"# }),
  ]

  /// - Parameter show: Takes each line of the table as it is measured.
  init(_ show: (Growth) -> Void) {
    for (name, entry) in Self.maps {
      let inputs = Growth.sizes.map { Self.object(name, entry, 1_000 * $0) }
      show(
        Growth(
          "JSCalendar: 1 000 to 8 000 \(name), there and back",
          inputs.map { bytes in { Self.passed(bytes) } }))
    }
    for (name, make) in Self.directions {
      let inputs = Growth.sizes.map(make)
      show(
        Growth("read: " + name, inputs.map { bytes in { Self.read(bytes)?.diagnostics.count ?? 0 } }))
      let documents = inputs.compactMap(Self.read)
      guard documents.count == inputs.count else { continue }
      show(Growth("print: " + name, documents.map { document in { document.bytes(.normalized).count } }))
      show(Growth("edit: " + name, documents.map { document in { Self.edited(document) } }))
    }
  }

  /// With more lines in a component than the limits allow at first.
  private static func passed(_ bytes: [UInt8]) -> Int {
    let options = ICSOptions(limits: ICSLimits(properties: 100_000))
    return (try? JSCalendarDocument(parsing: bytes, options: options))?.text().utf8.count ?? 0
  }

  private static func object(_ name: String, _ entry: (Int) -> String, _ count: Int) -> [UInt8] {
    let entries = (0..<count).map { number in
      let key = name == "recurrenceOverrides" ? day(number) + "T09:00:00" : "k\(number)"
      return "\"\(key)\":\(entry(number))"
    }
    let head = #"{"@type":"Event","uid":"1","start":"2000-01-01T09:00:00","duration":"PT1H","#
    let rule = #""recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily"}],"#
    return Array("\(head)\(rule)\"\(name)\":{\(entries.joined(separator: ","))}}".utf8)
  }

  private static func day(_ number: Int) -> String {
    let digits = date(number)
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6).prefix(2))"
  }

  private static func read(_ bytes: [UInt8]) -> ICSDocument? { try? ICSDocument(parsing: bytes) }

  /// One comment more, before all others, in the first item.
  private static func edited(_ document: ICSDocument) -> Int {
    let before = document.calendars.first
    var document = document
    guard var item = document.calendars.first?.items.first(where: { _ in true }) else { return 0 }
    item.comments.insert("first", at: 0)
    _ = try? document.calendars[0].update(item)
    let bytes = document.bytes
    if document.calendars.first == before { exitWithFailure() }
    return bytes.count
  }

  private static func list(_ value: String, _ count: Int) -> String {
    Array(repeating: value, count: count).joined(separator: ",")
  }

  private static func comments(_ count: Int) -> [String] { (0..<count).map { "COMMENT:\($0)" } }

  private static func zones(_ count: Int) -> [UInt8] {
    calendar(
      (0..<count).flatMap { number in
        [
          "BEGIN:VTIMEZONE", "TZID:Zone \(number)", "BEGIN:STANDARD", "DTSTART:19700101T000000",
          "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
        ]
      }
        + (0..<count).flatMap { number in
          [
            "BEGIN:VEVENT", "UID:\(number)", "DTSTART;TZID=Zone \(number):20260101T090000", "END:VEVENT",
          ]
        })
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
    return event((0..<times).flatMap { _ in one })
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
