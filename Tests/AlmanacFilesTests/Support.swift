import AlmanacEvents
import AlmanacFiles
import AlmanacTime
import Foundation

/// A folder that is gone after the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func file(_ name: String, _ content: String) throws -> String {
    try Data(content.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  func content(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// The names in the folder, those that begin with a dot included.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  /// The contents of the files whose names do not begin with a dot.
  var state: [String: String] {
    get throws {
      let names = try names.filter { !$0.hasPrefix(".") }
      return Dictionary(uniqueKeysWithValues: try names.map { ($0, try content($0)) })
    }
  }
}

enum Sample {
  static let now = Instant(secondsSinceEpoch: 1_772_438_400)

  static func calendar(_ uid: String, _ summary: String, _ more: String = "") -> String {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//t//t//EN", "BEGIN:VEVENT", "UID:\(uid)",
      "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000", "SUMMARY:\(summary)",
    ]
    let end = ["END:VEVENT", "END:VCALENDAR", ""]
    return (lines + (more.isEmpty ? [] : [more]) + end).joined(separator: "\r\n")
  }

  static func event(_ uid: String, _ summary: String = "An event") throws -> Item {
    let start = try CivilDateTime("2026-03-02T09:00")
    var event = Event(summary, from: start, lasting: .hours(1), uid: uid)
    event.stamp = now
    return .event(event)
  }
}

extension FileError {
  /// The code of the error that a body throws.
  static func code(_ body: () throws(FileError) -> Void) -> Code? {
    do throws(FileError) { try body() } catch { return error.code }
    return nil
  }
}

extension EventCalendar {
  var summaries: [String] { items.map { $0.summary }.sorted() }

  mutating func rename(_ uid: String, _ summary: String) throws(EventError) {
    guard var item = item(uid: uid) else { return }
    item.summary = summary
    try update(item, at: Sample.now)
  }
}
