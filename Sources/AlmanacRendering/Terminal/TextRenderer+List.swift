internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  /// The layout of a list, an argument of `lines(_:style:)`.
  public enum ListStyle: String, Sendable, Hashable, CaseIterable {
    /// A heading for each section, and its items below.
    case sections
    /// A line for each item: `day | name`, and one for a list that goes on.
    case table
  }

  /// The list, or a phrase that it is empty.
  public func lines(_ view: ListView, style: ListStyle = .sections) -> [StyledText] {
    guard !view.isEmpty else {
      return [StyledText(phrases.nothing, .dim)]
        + (continuation(of: view).map { ["", StyledText($0, .dim)] } ?? [])
    }
    return (style == .sections ? sectionLines(view) : table(view))
      + noticeLines(view)
  }

  private func sectionLines(_ view: ListView) -> [StyledText] {
    var blocks = view.sections.map { section in
      if case .day(let date) = section.key {
        [heading(date, isToday: date == view.today)] + itemLines(section.entries.map { ($0.item, $0.day) })
      } else {
        [heading(heading(section.key))] + datedLines(section.entries)
      }
    }
    if !view.undated.isEmpty {
      blocks.append([StyledText(phrases.undated, .bold)] + aligned([], view.undated.map(line)))
    }
    if let more = continuation(of: view) { blocks.append([StyledText(more, .dim)]) }
    return Array(blocks.joined(separator: [""]))
  }

  /// A line for each item, with days and times in columns.
  private func datedLines(_ entries: [ListView.Entry]) -> [StyledText] {
    let counted = entries.counted(\.item, on: \.day)
    var dates: [CivilDate: String] = [:]
    let days = counted.map { shortDays($0.item, &dates) + " " }
    let times = counted.map { $0.item.isMultiDay ? timesOfDays($0.item) : time($0, on: $0.entry.day) }
    return aligned([days, times], lines(counted.map { ($0.item, nil, $0.count) }))
  }

  /// `Sat 7 Mar`, or the first and the last day.
  ///
  /// - Parameter dates: The texts of days that occurred before: thousands of items may be on a few days.
  private func shortDays(_ item: ViewItem, _ dates: inout [CivilDate: String]) -> String {
    func text(_ date: CivilDate) -> String {
      let text = dates[date] ?? alignedDate(date)
      dates[date] = text
      return text
    }
    let first = text(item.days.lowerBound)
    return item.isMultiDay ? "\(first) – \(text(item.days.upperBound))" : first
  }

  /// `22:00 → 06:00`, the times on the first and on the last day of an item; empty for one of whole days.
  private func timesOfDays(_ item: ViewItem) -> String {
    item.isAllDay ? "" : "\(startTime(item)) → \(endTime(item))"
  }

  /// The short form of a day, in which days of one digit and of two are below each other where they come first.
  private func alignedDate(_ date: CivilDate) -> String {
    let day = localization.number(date.dayOfMonth)
    let isFirst = date.dayOfMonth < 10 && localization.date(date, .mediumDayAndMonth).hasPrefix(day)
    let text = shortDate(date)
    return isFirst ? text.replacing(" \(day)", with: "  \(day)", maxReplacements: 1) : text
  }

  private func table(_ view: ListView) -> [StyledText] {
    let counted = view.items.counted(from: view.days.lowerBound)
    let dated = zip(counted, lines(counted.map { ($0.item, nil, $0.count) })).map {
      (day: $0.item.days.lowerBound.description, line: $1)
    }
    let undated = view.undated.map { (day: DisplayWidth.padded("", to: 10), line: line($0)) }
    return (dated + undated).map { cut(StyledText("\($0.day) | ") + $0.line) }
      + (continuation(of: view).map { [StyledText($0, .dim)] } ?? [])
  }

  /// The line of an item without a day.
  private func line(_ entry: ListView.Undated) -> StyledText {
    var line =
      StyledText(Self.sign(of: entry.item) + " ", inked(entry.color))
      + StyledText(SafeText.guarded(name(entry.item)))
    line.append(beginning(entry), .dim)
    line.append(calendarName(entry.calendar), .dim)
    line.append(tail: label(of: entry.item), .dim)
    return line
  }
}
