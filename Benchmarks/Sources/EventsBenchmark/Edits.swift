import AlmanacEvents
import AlmanacTime
import Measuring

/// Changes of single items: of a calendar that nobody else holds, and of one whose older states are kept.
struct Edits {
  private let calendar: EventCalendar
  private let items: [Item]
  /// Edits between two looks at the clock.
  private static let batch = 1_000

  init(of calendar: EventCalendar) {
    self.calendar = calendar
    items = Array(calendar.items)
  }

  /// What is held while an item is changed.
  enum Copies: String, CaseIterable {
    case none = ""
    case one = ", an older copy being alive"
    case each = ", a copy of just before being alive"
  }

  func measure(into report: inout Report) {
    for copies in Copies.allCases {
      let times = medians(copies)
      report.add("an update" + copies.rawValue, times.update, bar: 10)
      report.add("a removal" + copies.rawValue, times.remove, bar: 10)
      report.add("an addition" + copies.rawValue, times.add, bar: 10)
    }
  }

  func medians(_ copies: Copies, rounds: Int = 11) -> (update: Double, remove: Double, add: Double) {
    var calendar = calendar
    // Before anything is measured, what is shared with the calendar that was given is copied.
    for item in items { calendar = Self.updated(calendar, item) }
    var times: [[Double]] = [[], [], []]
    var next = 0
    for _ in 0..<rounds {
      let chosen = (0..<Self.batch).map { _ -> Item in
        next = (next + 7_919) % items.count
        return items[next]
      }
      times[0].append(
        Self.time(&calendar, chosen, copies) { calendar, item in
          var changed = item
          changed.location = "elsewhere"
          _ = try? calendar.update(changed)
        })
      times[1].append(
        Self.time(&calendar, chosen, copies) { calendar, item in _ = try? calendar.remove(uid: item.uid) })
      times[2].append(
        Self.time(&calendar, chosen, copies) { calendar, item in
          _ = try? calendar.add(item, at: Instant(secondsSinceEpoch: 1_767_225_600))
        })
    }
    let medians = times.map { $0.sorted()[rounds / 2] }
    return (medians[0], medians[1], medians[2])
  }

  private static func updated(_ calendar: consuming EventCalendar, _ item: Item) -> EventCalendar {
    _ = try? calendar.update(item)
    return calendar
  }

  private static func time(
    _ calendar: inout EventCalendar, _ items: [Item], _ copies: Copies,
    _ edit: (inout EventCalendar, Item) -> Void
  ) -> Double {
    var older = copies == .none ? EventCalendar() : calendar
    let start = cpuSeconds()
    for item in items {
      if copies == .each { older = calendar }
      edit(&calendar, item)
    }
    let seconds = (cpuSeconds() - start) / Double(items.count)
    keep(Int64(older.count))
    return seconds
  }
}
