import Foundation

/// A small calendar whose dates can be checked against any wall calendar: 2 March 2026 is a Monday, clocks in Madrid
/// change on 29 March.
enum Sample {
  static let course = calendar(
    name: "Course", color: "steelblue",
    """
    BEGIN:VEVENT
    UID:algebra@example.com
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Madrid:20260302T090000
    DTEND;TZID=Europe/Madrid:20260302T103000
    RRULE:FREQ=WEEKLY;BYDAY=MO
    EXDATE;TZID=Europe/Madrid:20260323T090000
    SUMMARY:Àlgebra
    LOCATION:Aula 3
    CATEGORIES:Maths,Lectures
    END:VEVENT
    BEGIN:VEVENT
    UID:algebra@example.com
    DTSTAMP:20260101T000000Z
    RECURRENCE-ID;TZID=Europe/Madrid:20260309T090000
    DTSTART;TZID=Europe/Madrid:20260310T160000
    DTEND;TZID=Europe/Madrid:20260310T173000
    SUMMARY:Àlgebra (moved)
    END:VEVENT
    BEGIN:VEVENT
    UID:exam@example.com
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Madrid:20260316T120000
    DURATION:PT2H
    SUMMARY:読書会
    COLOR:orchid
    END:VEVENT
    BEGIN:VEVENT
    UID:holidays@example.com
    DTSTAMP:20260101T000000Z
    DTSTART;VALUE=DATE:20260330
    DTEND;VALUE=DATE:20260407
    SUMMARY:Setmana Santa
    END:VEVENT
    BEGIN:VTODO
    UID:essay@example.com
    DTSTAMP:20260101T000000Z
    SUMMARY:Essay
    END:VTODO
    """)

  static func calendar(name: String? = nil, color: String? = nil, _ components: String) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//example//EN"]
    if let name { lines.append("NAME:" + name) }
    if let color { lines.append("COLOR:" + color) }
    return (lines + [components, "END:VCALENDAR", ""]).joined(separator: "\n").replacing("\n", with: "\r\n")
  }

  static func event(_ uid: String, _ start: String, _ summary: String, _ more: String = "") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nDTSTART\(start)\nSUMMARY:\(summary)\n\(more)END:VEVENT"
  }
}

/// JSON as Foundation reads it.
struct ReadJSON {
  let value: Any

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private init(_ value: Any) {
    self.value = value
  }

  subscript(key: String) -> ReadJSON { ReadJSON((value as? [String: Any])?[key] ?? NSNull()) }

  var array: [ReadJSON] { (value as? [Any] ?? []).map(ReadJSON.init) }
  var string: String? { value as? String }
  var int: Int? { (value as? NSNumber)?.intValue }
  var bool: Bool? { (value as? NSNumber)?.boolValue }
  var isNull: Bool { value is NSNull }
  var keys: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}
