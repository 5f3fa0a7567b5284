import AlmanacEvents
import AlmanacTime
import AlmanacViews
import TestSupport
import Testing

/// The content of a day of a view: titles, times, colours and the lanes of bars.
private struct Shown: Hashable {
  var items: [String] = []
  var bars: [String] = []
  var other = ""
}

@Suite("Changes are exactly the cells with another content")
struct ExactChangesTests {
  static let month = Sample.month(2026, 3)
  static let week = Sample.date("2026-03-16")...Sample.date("2026-03-22")

  /// A calendar of items and the same after one of them was moved, recoloured, renamed, added or removed.
  func edited(seed: UInt64) -> (before: [Occurrence], after: [Occurrence]) {
    var random = SeededGenerator(seed: seed)
    let before = Sample.occurrences(40, around: Self.month, seed: seed)
    var after = before
    let index = Int.random(in: 0..<after.count, using: &random)
    guard case .event(var event) = after[index].item else { return (before, after) }
    switch seed % 5 {
    case 0: after.remove(at: index)
    case 1: after.append(Sample.timed("new", "2026-03-18T09:15", minutes: 100))
    case 2: event.summary = "renamed"
    case 3: event.color = .hotPink
    default: event.start = .date(Sample.date("2026-03-19"))
    }
    if seed % 5 > 1 { after[index] = Sample.occurrence(event) }
    return (before, after)
  }

  private func text(_ item: ViewItem) -> String {
    "\(item.item.summary) \(item.start.secondsSinceEpoch) \(item.end.secondsSinceEpoch) \(item.color) \(item.item.uid)"
  }

  private func bars(_ segments: [Segment], over column: Int) -> [String] {
    segments.filter { $0.columns.contains(column) }.map {
      "\($0.lane) \($0.columns) \($0.continuesBefore) \($0.continuesAfter) \(text($0.item))"
    }
  }

  private func shown(_ cell: DayCell, _ segments: [Segment], _ column: Int) -> Shown {
    Shown(
      items: cell.items.map(text), bars: bars(segments, over: column),
      other:
        "\(String(describing: cell.color)) \(cell.count) \(cell.hiddenCount) \(cell.isToday) \(cell.isSelected)"
    )
  }

  private func shown(_ column: DayColumn) -> [String] {
    column.boxes.map { "\($0.drawn) \($0.columns) \($0.columnCount) \(text($0.item))" } + [
      "\(column.now ?? -1)"
    ]
  }

  @Test("of a month", arguments: 0..<UInt64(rounds(15)))
  func month(seed: UInt64) {
    let (before, after) = edited(seed: seed)
    var options = ViewOptions()
    options.maximumLanes = seed % 2 == 0 ? 3 : nil
    func view(_ occurrences: [Occurrence]) -> (MonthView, [CivilDate: Shown]) {
      let view = MonthView(
        of: Self.month, showing: ViewContents(occurrences), in: Sample.madrid, options: options)
      var shown: [CivilDate: Shown] = [:]
      for week in view.weeks {
        for (column, day) in week.days.enumerated() {
          shown[day.date] = self.shown(day, week.segments, column)
        }
      }
      return (view, shown)
    }
    let (old, contents) = view(before)
    let (new, newContents) = view(after)
    let expected = new.days.map(\.date).filter { contents[$0] != newContents[$0] }
    #expect(new.changes(since: old).days == expected)
    #expect(!new.changes(since: old).isRelaid)
  }

  @Test("of a week and its days", arguments: 0..<UInt64(rounds(15)))
  func weekAndDays(seed: UInt64) {
    let (before, after) = edited(seed: seed)
    func view(_ occurrences: [Occurrence]) -> WeekView {
      WeekView(days: Self.week, showing: ViewContents(occurrences), in: Sample.madrid)
    }
    func contents(_ view: WeekView) -> [[String]] {
      view.days.indices.map { column in
        let shown = shown(view.days[column], view.segments, column)
        return shown.items + shown.bars + [shown.other] + self.shown(view.columns[column])
      }
    }
    let (old, new) = (view(before), view(after))
    let expected = zip(Self.week, zip(contents(old), contents(new))).filter { $0.1.0 != $0.1.1 }.map(\.0)
    #expect(new.changes(since: old).days == expected)
    for date in Self.week {
      let one = DayView(of: date, showing: ViewContents(before), in: Sample.madrid)
      let two = DayView(of: date, showing: ViewContents(after), in: Sample.madrid)
      let isSame =
        shown(one.cell, one.segments, 0) == shown(two.cell, two.segments, 0)
        && shown(one.column) == shown(two.column)
      #expect(two.changes(since: one).isEmpty == isSame)
    }
  }

  @Test("of a list, section by section, and of a year", arguments: 0..<UInt64(rounds(15)))
  func listAndYear(seed: UInt64) {
    let (before, after) = edited(seed: seed)
    func list(_ occurrences: [Occurrence]) -> ListView {
      ListView(
        of: Self.month.firstDay...Self.month.lastDay, showing: ViewContents(occurrences), in: Sample.madrid)
    }
    func contents(_ view: ListView) -> [ListView.Key: [String]] {
      Dictionary(uniqueKeysWithValues: view.sections.map { ($0.key, $0.entries.map { text($0.item) }) })
    }
    let (old, new) = (list(before), list(after))
    let (one, two) = (contents(old), contents(new))
    let changes = new.changes(since: old)
    #expect(changes.inserted == new.sections.map(\.key).filter { one[$0] == nil })
    #expect(changes.removed == old.sections.map(\.key).filter { two[$0] == nil })
    #expect(changes.changed == new.sections.map(\.key).filter { one[$0] != nil && one[$0] != two[$0] })
    func year(_ occurrences: [Occurrence]) -> YearView {
      YearView(of: 2026, showing: ViewContents(occurrences), in: Sample.madrid)
    }
    let (past, now) = (year(before), year(after))
    let days = zip(past.days, now.days).filter { old, new in
      old.count != new.count || old.color != new.color || past.level(of: old) != now.level(of: new)
    }
    #expect(now.changes(since: past).days == days.map(\.1.date))
  }

  @Test("are the days of today, of the selection and of the present when these move on")
  func marks() {
    func month(_ today: String, _ selected: String) -> MonthView {
      MonthView(
        of: Self.month, showing: ViewContents([]), in: Sample.madrid, today: Sample.date(today),
        selected: Sample.date(selected))
    }
    let changes = month("2026-03-18", "2026-03-05").changes(since: month("2026-03-17", "2026-03-04"))
    #expect(changes.days.map(\.dayOfMonth) == [4, 5, 17, 18])
    func week(_ time: String) -> WeekView {
      let now = ZonedDateTime(try! CivilDateTime(time), in: Sample.madrid).instant
      return WeekView(days: Self.week, showing: ViewContents([]), in: Sample.madrid, now: now)
    }
    let moved = week("2026-03-17T10:01").changes(since: week("2026-03-17T10:00"))
    #expect(moved.days == [Sample.date("2026-03-17")])
    let next = week("2026-03-18T00:00").changes(since: week("2026-03-17T23:59"))
    #expect(next.days == [Sample.date("2026-03-17"), Sample.date("2026-03-18")])
  }
}
