import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar

extension Workload {
  /// Every direction in which a document can grow, read, printed and edited.
  static var shapes: [Workload] { documentShapes + mapShapes }

  private static var documentShapes: [Workload] {
    Shapes.directions.flatMap { name, size, make in
      [
        // The parameters of a line are compared with each other; `ICSLimits.parameters` bounds them.
        shape("read." + name, size, growing: name == "parameters" ? 2 : 1) { size in
          let bytes = make(size)
          // It is not refused.
          _ = try ICSDocument(parsing: bytes)
          return Job { Int64((try? ICSDocument(parsing: bytes))?.diagnostics.count ?? 0) }
        },
        shape("print." + name, size) { size in
          let document = try ICSDocument(parsing: make(size))
          return Job { Int64(document.bytes(.normalized).count) }
        },
        shape("edit." + name, size) { size in
          let document = try ICSDocument(parsing: make(size))
          return Job { Int64(Shapes.edited(document)) }
        },
      ]
    }
  }

  private static var mapShapes: [Workload] {
    Shapes.maps.map { name, key, entry in
      shape("jsCalendar." + name, 250) { size in
        let bytes = Shapes.object(key, entry, size)
        return Job { Int64(Shapes.passed(bytes)) }
      }
    }
  }

  private static func shape(
    _ name: String, _ size: Int, growing exponent: Double = 1, _ prepare: @escaping (Int) throws -> Job
  ) -> Workload {
    Workload(name, growing: exponent, from: size, by: 2, isCounted: false) { try prepare($0.size) }
  }
}

/// Documents that grow in one direction.
private enum Shapes {
  /// The name of a direction, and the smallest of the sizes.
  static let directions: [(name: String, size: Int, make: @Sendable (Int) -> [UInt8])] = [
    ("summary", 1 << 18, { event(["SUMMARY:" + text($0)]) }),
    ("attachment", 1 << 18, { event(["ATTACH;ENCODING=BASE64;VALUE=BINARY:" + text($0)]) }),
    ("extension", 1 << 18, { event(["X-A:" + text($0)]) }),
    ("categories", 10_000, { event(["CATEGORIES:" + list("c", $0)]) }),
    ("members", 2_500, { event(["ATTENDEE;MEMBER=" + list("\"mailto:m\"", $0) + ":mailto:a"]) }),
    (
      "parameters", 16,
      { size in
        let parameters = (0..<size).map { ";X-P\($0)=v" }.joined()
        return event((0..<100).map { "ATTENDEE\(parameters):mailto:\($0)" })
      }
    ),
    ("depth", 2, { nested($0, times: 200) }),
    ("comments", 500, { event((0..<$0).map { "COMMENT;X-A=\($0):c \($0)" }) }),
    ("extensions", 500, { event((0..<$0).map { "X-A\($0):c" }) }),
    (
      "exceptions", 2_000,
      { event(["RRULE:FREQ=DAILY", "EXDATE:" + (0..<$0).map(date).joined(separator: ",")]) }
    ),
    (
      "alarm", 500,
      { event(["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:PT0S"] + comments($0) + ["END:VALARM"]) }
    ),
    ("zones", 100, { zones($0) }),
    ("overrides", 500, { overridden($0) }),
  ]

  /// Maps of one Event of JSCalendar.
  static let maps: [(name: String, key: String, entry: @Sendable (Int) -> String)] = [
    ("locations", "locations", { _ in #"{"@type":"Location","name":"n"}"# }),
    (
      "virtualLocations", "virtualLocations",
      { #"{"@type":"VirtualLocation","uri":"https://x.example/\#($0)"}"# }
    ),
    ("participants", "participants", { _ in #"{"@type":"Participant","name":"n"}"# }),
    (
      "invited", "participants",
      { #"{"@type":"Participant","sendTo":{"imip":"mailto:\#($0)@x.example"}}"# }
    ),
    ("links", "links", { #"{"@type":"Link","href":"https://x.example/\#($0)"}"# }),
    (
      "alerts", "alerts",
      { _ in #"{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"}}"# }
    ),
    ("keywords", "keywords", { _ in "true" }),
    ("relatedTo", "relatedTo", { _ in #"{"@type":"Relation","relation":{"parent":true}}"# }),
    ("overrides", "recurrenceOverrides", { #"{"title":"\#($0)"}"# }),
  ]

  /// With more lines in a component than the limits allow at first.
  static func passed(_ bytes: [UInt8]) -> Int {
    let options = ICSOptions(limits: ICSLimits(properties: 100_000))
    return (try? JSCalendarDocument(parsing: bytes, options: options))?.text(uids: .seeded(1)).utf8.count ?? 0
  }

  static func object(_ name: String, _ entry: (Int) -> String, _ count: Int) -> [UInt8] {
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

  /// One comment more, before all others, in the first item.
  static func edited(_ document: ICSDocument) -> Int {
    var document = document
    guard var item = document.calendars.first?.items.first(where: { _ in true }) else { return 0 }
    item.comments.insert("first", at: 0)
    _ = try? document.calendars[0].update(item, at: nil)
    return document.bytes.count
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
