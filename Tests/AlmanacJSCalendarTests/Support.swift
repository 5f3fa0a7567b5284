import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime
import Foundation
import Testing

/// A calendar around some lines.
func calendar(_ lines: [String]) -> String {
  (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + lines + ["END:VCALENDAR"])
    .joined(separator: "\r\n") + "\r\n"
}

/// A calendar with one event, whose UID and DTSTAMP are given.
func event(_ lines: String...) -> String {
  calendar(["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"])
}

func utc(_ text: String) throws -> Instant { try CivilDateTime(text).in(.utc).instant }

/// The calendars of a folder of the repository, by name.
func files(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let directory = root.appending(path: folder)
  let names = try FileManager.default.contentsOfDirectory(atPath: directory.path()).sorted()
  return try names.filter { $0.hasSuffix(".ics") }.map {
    ($0, Array(try Data(contentsOf: directory.appending(path: $0))))
  }
}

/// Conversion between JSCalendar and iCalendar documents.
extension ICSDocument {
  init(jsCalendar bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    let read = try JSCalendarDocument(parsing: bytes, options: options)
    self.init(read.calendars, diagnostics: read.diagnostics)
  }

  func jsCalendar(zones: ZoneDatabase = .system, uids: UIDSource = .random) -> String {
    JSCalendarDocument(calendars).text(zones: zones, uids: uids)
  }

  /// The one event of a document.
  func onlyEvent() throws -> Event {
    let items = calendars.flatMap { Array($0.items) }
    try #require(items.count == 1)
    return try #require(items[0].event)
  }

  var codes: [String] { diagnostics.map(\.code.rawValue) }
}
