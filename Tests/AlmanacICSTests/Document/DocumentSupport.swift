import AlmanacEvents
import AlmanacICS
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

extension ICSDocument {
  /// The one item of a document.
  func onlyItem() throws -> Item {
    let items = calendars.flatMap { Array($0.items) }
    try #require(items.count == 1)
    return items[0]
  }

  func onlyEvent() throws -> Event { try #require(try onlyItem().event) }

  var codes: [String] { diagnostics.map(\.code.rawValue) }
}

/// The files of a folder of the repository, by name.
func files(in folder: String, ending: String = ".ics") throws -> [(name: String, bytes: [UInt8])] {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let directory = root.appending(path: folder)
  let names = try FileManager.default.contentsOfDirectory(atPath: directory.path()).sorted()
  return try names.filter { $0.hasSuffix(ending) }.map {
    ($0, Array(try Data(contentsOf: directory.appending(path: $0))))
  }
}

func madrid(_ text: String) throws -> EventTime {
  .zoned(try CivilDateTime(text).in(Zone("Europe/Madrid")))
}

func utc(_ text: String) throws -> Instant { try CivilDateTime(text).in(.utc).instant }
