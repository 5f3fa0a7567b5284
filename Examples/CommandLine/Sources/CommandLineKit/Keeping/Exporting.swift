import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime

extension EventCalendar {
  /// As iCalendar that opens anywhere.
  func exported(at now: Instant) -> [UInt8] { ICSDocument([self]).bytes(.normalized, at: now) }
}

extension CalendarFile {
  /// What is to stand in the file: in the form in which it was.
  var written: [UInt8] {
    guard let original else { return document.bytes }
    if JSCalendarDocument.matches(original) { return document.jsCalendarLine }
    return original.isJCal ? document.jCal.utf8 + [UInt8(ascii: "\n")] : document.bytes
  }
}

extension [UInt8] {
  /// Whether it begins as JSON does and iCalendar never, behind a byte order mark or none.
  var isJCal: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return (starts(with: mark) ? dropFirst(mark.count) : self[...]).first { $0 > 0x20 } == UInt8(ascii: "[")
  }
}

extension ICSDocument {
  /// As JSCalendar, with a line break at its end.
  var jsCalendarLine: [UInt8] { JSCalendarDocument(calendars).text().utf8 + [UInt8(ascii: "\n")] }
}

extension [EventCalendar] {
  /// As jCal of what would be iCalendar that opens anywhere, with a line break at its end.
  func jCal(at now: Instant) -> [UInt8] {
    let document = try? ICSDocument(parsing: ICSDocument(self).bytes(.normalized, at: now))
    let text = document?.jCal ?? "[]"
    return text.utf8 + [UInt8(ascii: "\n")]
  }
}
