import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime

/// Everything that is done with a document: read whole and in parts, edited, written in every form.
struct Work: Sendable {
  let bytes: [UInt8]
  private let options = ICSOptions(uids: .seeded(1))

  /// The result, which is the same on every thread.
  func done() -> [String] {
    guard let document = try? ICSDocument(parsing: bytes, options: options) else { return ["refused"] }
    return results(for: document)
  }

  /// Reads it by several tasks, too.
  func doneByTasks() async -> [String] {
    guard let document = try? await ICSDocument.parsing(bytes, tasks: 4, options: options) else {
      return ["refused"]
    }
    return results(for: document)
  }

  private func results(for document: ICSDocument) -> [String] {
    var results = [document.text, document.text(.normalized), document.jCal]
    results.append(JSCalendarDocument(document.calendars).text(uids: .seeded(1)))
    results.append("\(document.diagnostics)")
    results.append(edited(document).text)
    results.append("\(occurrences(in: document))")
    results.append("\(streamed())")
    results.append((try? ICSDocument(jCal: document.jCal.utf8, options: options).text) ?? "refused")
    return results
  }

  /// The first item of each calendar has another title.
  private func edited(_ document: ICSDocument) -> ICSDocument {
    var document = document
    for index in document.calendars.indices {
      guard var first = document.calendars[index].items.first(where: { _ in true }) else { continue }
      first.summary += ", changed"
      _ = try? document.calendars[index].update(first, at: nil)
    }
    return document
  }

  private func occurrences(in document: ICSDocument) -> Int {
    let year = Instant(secondsSinceEpoch: 1_767_225_600)..<Instant(secondsSinceEpoch: 1_798_761_600)
    return document.calendars.agenda(in: year, viewer: .utc).found.count
  }

  private func streamed() -> Int {
    var stream = ICSStream(options: options)
    var count = 0
    stream.append(bytes)
    stream.finish()
    while (try? stream.next()) != nil { count += 1 }
    return count
  }
}
