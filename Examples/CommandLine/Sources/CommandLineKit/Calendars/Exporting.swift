import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime

extension EventCalendar {
  /// Normalized iCalendar, which opens in any program.
  func exported(at now: Instant) -> [UInt8] { ICSDocument([self]).bytes(.normalized, at: now) }
}

extension ICSDocument {
  /// JSCalendar with a line break at its end.
  var jsCalendarLine: [UInt8] { JSCalendarDocument(calendars).text().utf8 + [UInt8(ascii: "\n")] }
}

extension [EventCalendar] {
  /// jCal of the normalized iCalendar, with a line break at its end.
  func jCal(at now: Instant) -> [UInt8] {
    ICSDocument(self).jCal(.normalized, at: now).utf8 + [UInt8(ascii: "\n")]
  }
}
