import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar

/// jCal and JSCalendar of any bytes: reading ends, and a document is read as written.
enum JSONForms {
  private static let options = ICSOptions(uids: .seeded(1))

  static func checkJCal(_ input: [UInt8]) {
    guard let document = try? ICSDocument(jCal: input, options: options) else { return }
    let bytes = document.bytes(.normalized)
    guard !document.calendars.isEmpty else { return }
    do {
      let again = try ICSDocument(parsing: bytes, options: options)
      RoundTrip.requireSame(document, again, "normalized")
    } catch {
      fatalError("iCalendar of jCal: \(error)")
    }
    do {
      let again = try ICSDocument(jCal: document.jCal.utf8, options: options)
      if document.diagnostics.allSatisfy({ $0.severity == .note }) {
        RoundTrip.requireSame(document, again, "jCal")
      }
    } catch {
      fatalError("jCal of jCal: \(error)")
    }
  }

  static func checkJSCalendar(_ input: [UInt8]) {
    _ = JSCalendarDocument.matches(input)
    guard let document = try? JSCalendarDocument(parsing: input, options: options) else { return }
    let once = document.text(uids: .seeded(1))
    do {
      let again = try JSCalendarDocument(parsing: once.utf8, options: options)
      require(again.calendars.count == document.calendars.count, "JSCalendar: another number of calendars")
      let twice = again.text(uids: .seeded(1))
      require(once == twice, "JSCalendar: not twice the same\n\(once)\n\(twice)")
    } catch {
      fatalError("JSCalendar as written: \(error)\n\(once)")
    }
    let calendars = ICSDocument(document.calendars)
    do {
      let again = try ICSDocument(parsing: calendars.bytes(.normalized), options: options)
      require(
        again.calendars.map(\.count) == document.calendars.map(\.count),
        "JSCalendar: other items as iCalendar")
    } catch {
      require(document.calendars.allSatisfy { $0.count == 0 }, "iCalendar of JSCalendar: \(error)")
    }
  }
}
