import AlmanacEvents
import AlmanacICS

extension EventCalendar {
  /// As iCalendar that opens anywhere.
  var exported: [UInt8] { ICSDocument([self]).bytes(.normalized) }
}
