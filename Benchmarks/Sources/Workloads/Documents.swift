import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime
import Measuring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Workload {
  /// Reading and writing a calendar of events.
  static var documents: [Workload] {
    [
      Workload("parse", growing: 1, from: 200) { input in
        let bytes = try input.calendarText()
        return Job(answer: { startsOfEvents(in: bytes) }) { items(in: try? ICSDocument(parsing: bytes)) }
      },
      Workload("print", growing: 1, from: 200) { input in
        let calendars = try ICSDocument(parsing: try input.calendarText()).calendars
        return Job(answer: { mainLines(in: ICSDocument(calendars).bytes) }) {
          Int64(ICSDocument(calendars).bytes.count)
        }
      },
      Workload("print.asRead", growing: 1, from: 200) { input in
        let document = try ICSDocument(parsing: try input.calendarText())
        return Job { Int64(document.bytes.count) }
      },
      Workload("roundTrip", growing: 1, from: 200) { input in
        let bytes = try input.calendarText()
        func printed() -> [UInt8] {
          ((try? ICSDocument(parsing: bytes)).map { ICSDocument($0.calendars) })?.bytes ?? []
        }
        return Job(answer: { mainLines(in: printed()) }) { Int64(printed().count) }
      },
      Workload("stream", growing: 1, from: 200) { input in
        let bytes = try input.calendarText()
        return Job {
          var stream = ICSStream()
          var count: Int64 = 0
          stream.append(bytes)
          stream.finish()
          while (try? stream.next()) != nil { count += 1 }
          return count
        }
      },
      Workload("jCal.write", growing: 1, from: 200) { input in
        let document = try ICSDocument(parsing: try input.calendarText())
        return Job { Int64(document.jCal.utf8.count) }
      },
      Workload("jCal.read", growing: 1, from: 200) { input in
        let text = Array(try ICSDocument(parsing: try input.calendarText()).jCal.utf8)
        return Job { items(in: try? ICSDocument(jCal: text)) }
      },
      Workload("jsCalendar.write", growing: 1, from: 200) { input in
        let calendars = try ICSDocument(parsing: try input.calendarText()).calendars
        return Job { Int64(JSCalendarDocument(calendars).text(uids: .seeded(1)).utf8.count) }
      },
      // With the text of the iCalendar that is made of it.
      Workload("jsCalendar.read", growing: 1, from: 200) { input in
        let calendars = try ICSDocument(parsing: try input.calendarText()).calendars
        let text = Array(JSCalendarDocument(calendars).text(uids: .seeded(1)).utf8)
        return Job {
          Int64(ICSDocument((try? JSCalendarDocument(parsing: text))?.calendars ?? []).bytes.count)
        }
      },
      // The occurrences of a month in a folder that has a file for each event.
      Workload("folder", growing: 1, from: 100) { input in
        let path = try input.text ?? Folder(files: input.size).path
        let month = Question.month
        return Job {
          let calendars = (try? CalendarStore([CalendarLocation(path)], for: .reading))?.calendars ?? []
          return Int64(calendars.agenda(in: month.window, viewer: month.viewer).found.count)
        }
      },
    ]
  }

  private static func items(in document: ICSDocument?) -> Int64 {
    Int64(document?.calendars.reduce(0) { $0 + $1.count } ?? 0)
  }

  /// The number of events, and the sum of their starts in Unix seconds.
  private static func startsOfEvents(in bytes: [UInt8]) -> String {
    let items = (try? ICSDocument(parsing: bytes))?.calendars.flatMap(\.items) ?? []
    let starts = items.compactMap { $0.event?.start.instant(in: Question.month.viewer).secondsSinceEpoch }
    return "\(starts.count)/\(starts.reduce(0, &+))"
  }

  /// The number of those lines of which every event has one.
  private static func mainLines(in bytes: [UInt8]) -> String {
    let names = ["UID", "SUMMARY", "DESCRIPTION", "LOCATION", "DTEND"].map { Array($0.utf8) }
    return "\(bytes.split(separator: 10).count { line in names.contains { line.starts(with: $0) } })"
  }
}

/// A temporary folder that has a file for each event, with the zone. It is removed when the program ends.
private struct Folder {
  let path: String
  nonisolated(unsafe) private static var made: [(path: String, files: Int)] = []

  init(files: Int) throws {
    var template = Array("/tmp/almanac-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw UsageError("/tmp: no folder can be made") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (number, text) in SampleText.files(events: files).enumerated() {
      guard let file = fopen("\(path)/\(number).ics", "w") else {
        throw UsageError("\(path): cannot be written")
      }
      fputs(text, file)
      fclose(file)
    }
    if Self.made.isEmpty { atexit { Folder.removeAll() } }
    Self.made.append((path, files))
  }

  private static func removeAll() {
    for (path, files) in made {
      for number in 0..<files { unlink("\(path)/\(number).ics") }
      rmdir(path)
    }
  }
}

/// The bytes of a file.
func bytes(ofFile path: String) throws -> [UInt8] { try FileSystem.read(path, limit: .max) }
