import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar

/// What JSCalendar says, as iCalendar, and back.
extension ICSDocument {
  init(jsCalendar bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    let read = try JSCalendarDocument(parsing: bytes, options: options)
    self.init(read.calendars, diagnostics: read.diagnostics)
  }

  func jsCalendar(uids: UIDSource = .random) -> String { JSCalendarDocument(calendars).text(uids: uids) }
}
