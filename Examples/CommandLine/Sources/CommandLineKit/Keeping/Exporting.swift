import AlmanacEvents
import AlmanacICS

extension EventCalendar {
  /// As iCalendar that opens anywhere.
  var exported: [UInt8] { ICSDocument([self]).bytes(.normalized) }
}

extension ICSDocument {
  /// As JSCalendar, with a line break at its end.
  var jsCalendarLine: [UInt8] { jsCalendar().utf8 + [UInt8(ascii: "\n")] }
}

extension [EventCalendar] {
  /// As jCal of what would be iCalendar that opens anywhere, with a line break at its end.
  var jCal: [UInt8] {
    let document = try? ICSDocument(parsing: ICSDocument(self).bytes(.normalized))
    let text = document?.jCal ?? "[]"
    return text.utf8 + [UInt8(ascii: "\n")]
  }
}
