import AlmanacEvents
import AlmanacICS
import AlmanacTime

/// A window and the zone of the one who looks.
struct Question {
  let window: Range<Instant>
  let viewer: Zone

  init(_ days: Range<CivilDate>, in viewer: Zone) {
    window = QueryWindow(days: days, in: viewer).range
    self.viewer = viewer
  }

  static let madrid = zone("Europe/Madrid")
  static let month = Question(try! YearMonth(2026, 5).days, in: madrid)
  static let day = Question(wednesday..<wednesday.adding(days: 1), in: madrid)
  private static let wednesday = try! YearMonth(2026, 5).firstDay.adding(days: 12)

  private static func zone(_ name: String) -> Zone {
    do throws(TimeError) { return try Zone(name) } catch { return .utc }
  }

  func answer(of calendar: EventCalendar) -> String {
    fingerprint(calendar.agenda(in: window, viewer: viewer).found, viewer)
  }
}

/// The number of occurrences, and the sum of their starts in Unix seconds.
private func fingerprint(_ occurrences: [Occurrence], _ viewer: Zone) -> String {
  let starts = occurrences.map { $0.start.instant(in: viewer).secondsSinceEpoch }
  return "\(starts.count)/\(starts.reduce(0, &+))"
}

/// A calendar file; or as many events as the size says, a thousand in each decade, so that each month has as many.
private func calendar(_ input: Input) throws -> EventCalendar {
  if input.text != nil {
    return try ICSDocument(parsing: input.calendarText()).calendars.first ?? EventCalendar()
  }
  var calendar = EventCalendar()
  for text in SampleText.make(events: 1_000, decades: max(1, input.size / 1_000)) {
    for part in try ICSDocument(parsing: text).calendars { calendar.insert(part.items) }
  }
  return calendar
}

extension Workload {
  /// The questions that a calendar answers.
  static var queries: [Workload] {
    [
      query("month", .month), query("day", .day),
      Workload("next", growing: 0, from: 1_000) { input in
        let calendar = try calendar(input)
        let (morning, viewer) = (Question.day.window.lowerBound.adding(seconds: 10 * 3_600), Question.madrid)
        func next() -> [Occurrence] { calendar.next(after: morning, count: 10, viewer: viewer) }
        return Job(answer: { fingerprint(next(), viewer) }) { Int64(next().count) }
      },
      Workload("previous", growing: 0, from: 1_000) { input in
        let calendar = try calendar(input)
        let (morning, viewer) = (Question.day.window.lowerBound.adding(seconds: 10 * 3_600), Question.madrid)
        return Job { Int64(calendar.previous(before: morning, count: 10, viewer: viewer).count) }
      },
    ]
  }

  private static func query(_ name: String, _ question: Question) -> Workload {
    Workload(name, growing: 0, from: 1_000) { input in
      let calendar = try calendar(input)
      return Job(answer: { question.answer(of: calendar) }) {
        Int64(calendar.agenda(in: question.window, viewer: question.viewer).found.count)
      }
    }
  }

  /// A hundred changes of single items of a calendar whose older states are kept.
  static var edits: [Workload] {
    [
      edit("edit.update", keepingEach: false, Change.update),
      edit("edit.update.keepingEach", keepingEach: true, Change.update),
      edit("edit.removeAndAdd", keepingEach: false, Change.removeAndAdd),
      edit("edit.removeAndAdd.keepingEach", keepingEach: true, Change.removeAndAdd),
    ]
  }

  /// - Parameter keepingEach: Whether a copy of just before each change is alive, in place of one of before all.
  private static func edit(
    _ name: String, keepingEach: Bool, _ change: @escaping (inout EventCalendar, Item) -> Void
  ) -> Workload {
    Workload(name, growing: 0, from: 1_000) { input in
      var calendar = try calendar(input)
      let items = Array(calendar.items)
      let chosen = (0..<100).map { items[$0 * 7_919 % items.count] }
      return Job {
        var older = calendar
        for item in chosen {
          if keepingEach { older = calendar }
          change(&calendar, item)
        }
        return Int64(older.count)
      }
    }
  }

  private enum Change {
    static func update(_ calendar: inout EventCalendar, _ item: Item) {
      var changed = item
      changed.location = "elsewhere"
      _ = try? calendar.update(changed, at: nil)
    }

    static func removeAndAdd(_ calendar: inout EventCalendar, _ item: Item) {
      _ = try? calendar.remove(uid: item.uid)
      _ = try? calendar.add(item, at: Instant(secondsSinceEpoch: 1_767_225_600))
    }
  }
}
