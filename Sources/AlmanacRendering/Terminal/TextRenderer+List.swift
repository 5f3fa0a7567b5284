internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  public enum ListStyle: String, Sendable, Hashable, CaseIterable {
    /// A heading for each section, and its items below.
    case sections
    /// A line for each item: `day | name`.
    case table
  }

  /// The list, or a phrase that it is empty.
  public func lines(_ view: ListView, style: ListStyle = .sections) -> [StyledText] {
    guard !view.isEmpty else { return [StyledText(phrases.nothing, .dim)] }
    let notice = noticeLines(view.unexpanded, in: view.zone)
    switch style {
    case .sections: return sectionLines(view) + notice
    case .table: return table(view) + notice
    }
  }

  private func sectionLines(_ view: ListView) -> [StyledText] {
    var lines: [StyledText] = []
    for section in view.sections {
      if !lines.isEmpty { lines.append("") }
      lines.append(heading(section.key, today: view.today))
      if case .day = section.key {
        lines += itemLines(section.entries.map { ($0.item, $0.day) })
      } else {
        lines += datedLines(section.entries)
      }
    }
    if !view.undated.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines.append(StyledText(phrases.undated, .bold))
      lines += view.undated.map { entry in
        (StyledText("  ") + line(entry)).truncated(to: max(width, 20))
      }
    }
    return lines
  }

  func heading(_ key: ListView.Key, today: CivilDate?) -> StyledText {
    switch key {
    case .day(let date): heading(date, isToday: date == today)
    case .week(let first, let number):
      StyledText(phrases.week(number), .bold) + StyledText("  \(localization.date(first))", .dim)
    case .month(let month): StyledText(localization.date(month), .bold)
    case .category(let name): StyledText(name ?? phrases.uncategorized, .bold)
    case .custom(let name): StyledText(name, .bold)
    }
  }

  /// A line for each item, with days and times in columns.
  private func datedLines(_ entries: [ListView.Entry]) -> [StyledText] {
    let days = entries.map { shortDays($0.item) }
    let times = entries.map { $0.item.isMultiDay ? "" : time($0.item, on: $0.day) }
    let dayColumn = days.map { DisplayWidth.of($0) }.max() ?? 0
    let timeColumn = times.map { DisplayWidth.of($0) }.max() ?? 0
    return entries.indices.map { index in
      var line = StyledText("  " + DisplayWidth.padded(days[index], to: dayColumn) + "  ")
      line.append(DisplayWidth.padded(times[index], to: timeColumn) + " ")
      line.append(self.line(entries[index].item, on: nil))
      return line.truncated(to: max(width, 20))
    }
  }

  /// `Sat 7 Mar`, or the first and the last day.
  private func shortDays(_ item: ViewItem) -> String {
    let first = shortDate(item.days.lowerBound)
    return item.isMultiDay ? "\(first) – \(shortDate(item.days.upperBound))" : first
  }

  func shortDate(_ date: CivilDate) -> String {
    let day = DisplayWidth.padded("\(date.dayOfMonth)", to: 2, .right)
    return
      "\(localization.name(of: date.weekday, .short)) \(day) \(localization.name(ofMonth: date.month, .short))"
  }

  private func table(_ view: ListView) -> [StyledText] {
    let days = view.items.map { $0.days.lowerBound.description }
    var lines = zip(view.items, days).map { item, day in
      (StyledText("\(day) | ") + line(item, on: nil)).truncated(to: max(width, 20))
    }
    lines += view.undated.map { entry in
      (StyledText(String(repeating: " ", count: 10) + " | ") + line(entry)).truncated(to: max(width, 20))
    }
    return lines
  }

  /// The line of an item without a day.
  private func line(_ entry: ListView.Undated) -> StyledText {
    StyledText(Self.sign(of: entry.item) + " ", inked(entry.color))
      + StyledText(SafeText.guarded(entry.item.summary))
  }
}
