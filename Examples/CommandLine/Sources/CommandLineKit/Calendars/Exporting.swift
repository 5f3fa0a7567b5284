import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime

extension EventCalendar {
  /// Normalized iCalendar, which any program can read.
  func exported(at now: Instant) -> [UInt8] { ICSDocument([self]).bytes(.normalized, at: now) }
}

extension ICSDocument {
  /// JSCalendar, with a line break at the end.
  var jsCalendarLine: [UInt8] { JSCalendarDocument(calendars).text().utf8 + [UInt8(ascii: "\n")] }
}

extension [EventCalendar] {
  /// jCal of the normalized iCalendar, with a line break at the end.
  func jCal(at now: Instant) -> [UInt8] {
    ICSDocument(self).jCal(.normalized, at: now).utf8 + [UInt8(ascii: "\n")]
  }
}
