internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A list with a heading for each section, and a line with time and title for each item.
struct ListDrawing {
  private let pen: Pen
  private let title: String
  private let sections: [(heading: String, lines: [Line])]
  /// The phrase below the sections.
  private let end: String?
  private let isEmpty: Bool
  /// The width of the times, after which all titles begin.
  private let timeWidth: Double

  private let margin = 16.0
  private let top = 56.0
  private let headingHeight = 34.0
  private let lineHeight = 21.0

  /// The line of an item under a heading.
  private struct Line {
    /// The item; `nil` for one without a day, and for a number of further items.
    var item: ViewItem?
    /// The colour of its dot; `nil` for none.
    var color: CalendarColor?
    /// The time from the longest form to the shortest; none for a line without one.
    var times: [String] = []
    let title: String
    var details: [String] = []
    /// The parts of the title and the details on each line on which they have room.
    var texts: [[String]] = []

    /// The text for a tooltip.
    var full: String { (times.prefix(1) + [title] + details).filter { !$0.isEmpty }.joined(separator: " · ") }

    /// The longest form of the time that has room, or the shortest one.
    func time(in room: Double) -> String {
      times.first { TypeWidth.of($0) * 12 + 14 <= room } ?? times.last ?? ""
    }
  }

  init(view: ListView, pen: Pen) {
    let dated = view.sections.map { section in
      (
        pen.heading(section, in: view), section.entries.map { Self.line($0, section.key, in: view, pen) }
      )
    }
    let undated = view.undated.map { Line(color: $0.color, title: pen.title($0)) }
    self.init(
      pen.title(view), dated + (undated.isEmpty ? [] : [(pen.phrases.undated, undated)]),
      end: pen.continuation(of: view), isEmpty: view.isEmpty, pen: pen)
  }

  /// The items of resources.
  init(_ view: ResourceView, title: String, pen: Pen) {
    let lanes = view.week.days.enumerated().map { (pen.heading(view.week, $0) ?? "", $1) }
    self.init(title, lanes, pen)
  }

  /// The items of days.
  init(days: [DayCell], title: String, pen: Pen) {
    let named = days.map { day in
      let date = pen.localization.date(day.date, .weekdayAndDay)
      return (day.isToday ? "\(date) · \(pen.phrases.today)" : date, day)
    }
    self.init(title, named, pen)
  }

  private init(_ title: String, _ days: [(heading: String, day: DayCell)], _ pen: Pen) {
    let sections = days.filter { !$0.day.items.isEmpty }.map { heading, day in
      let named = day.items.named
      let shown = named.map { item in
        Line(
          item: item, color: item.color, times: pen.timeForms(item, on: day.date),
          title: pen.decoration.title(item, in: pen), details: pen.details(item, on: day.date))
      }
      let more = day.items.count - named.count
      return (heading, shown + (more > 0 ? [Line(title: pen.more(more))] : []))
    }
    self.init(title, sections, isEmpty: sections.isEmpty, pen: pen)
  }

  private init(
    _ title: String, _ sections: [(heading: String, lines: [Line])], end: String? = nil, isEmpty: Bool,
    pen: Pen
  ) {
    self.title = title
    self.end = end
    self.isEmpty = isEmpty
    self.pen = pen
    let room = pen.drawingWidth - 2 * margin - 17
    let timeWidth = Self.timeWidth(sections.flatMap(\.lines), to: room)
    self.timeWidth = timeWidth
    self.sections = sections.map { heading, lines in
      let wrapped = lines.map { line in
        var line = line
        line.texts = TypeWidth.wrapped([line.title] + line.details, to: (room - timeWidth) / 12, lines: 3)
        return line
      }
      return (heading, wrapped)
    }
  }

  /// The width of the times, each in the longest form that has room beside the titles, or in the shortest one.
  private static func timeWidth(_ lines: [Line], to room: Double) -> Double {
    let titles = (lines.map { TypeWidth.of($0.title) }.max() ?? 0) * 12
    let share = max(room * 0.5, room - titles)
    let widest = lines.map { TypeWidth.of($0.time(in: share)) }.max() ?? 0
    return widest > 0 ? min(widest * 12 + 14, max(room * 0.6, share)) : 0
  }

  private static func line(
    _ entry: ListView.Entry, _ key: ListView.Key, in view: ListView, _ pen: Pen
  ) -> Line {
    let item = entry.item
    let day: CivilDate? = if case .day = key { entry.day } else { nil }
    return Line(
      item: item, color: item.color,
      times: day.map { pen.timeForms(item, on: $0) } ?? pen.timeForms(entry, under: key, in: view),
      title: pen.decoration.title(item, in: pen), details: pen.details(item, on: day))
  }

  /// The height without a title.
  var height: Double {
    sections.reduce(0) { $0 + headingHeight + $1.lines.reduce(0) { $0 + height($1) } }
      + (isEmpty ? headingHeight : 12)
      + (end == nil ? 0 : headingHeight)
  }

  private func height(_ line: Line) -> Double { lineHeight + Double(max(line.texts.count, 1) - 1) * 15 }

  var document: String {
    pen.document(title: title, description: isEmpty ? pen.phrases.nothing : summary, height: top + height) {
      draw(top: top)
    }
  }

  func draw(top: Double) {
    if isEmpty {
      pen.label(pen.phrases.nothing, left: margin, y: top + 18, width: width, size: 13, fill: pen.ink.faint)
    }
    var place = isEmpty ? top + headingHeight - 12 : top
    for section in sections {
      pen.heading(section.heading, left: margin, y: place + 24, width: width, sizes: 11...15)
      place += headingHeight
      for line in section.lines {
        if let item = line.item {
          pen.group(item, line.full) { draw(line, top: place) }
        } else {
          pen.group(line.full) { draw(line, top: place) }
        }
        place += height(line)
      }
      pen.line()
    }
    if let end { pen.label(end, left: margin, y: place + 20, width: width, size: 13, fill: pen.ink.faint) }
  }

  private var width: Double { pen.drawingWidth - 2 * margin }

  private var summary: String {
    sections.map { "\($0.heading): " + $0.lines.map(\.full).joined(separator: ", ") }.joined(separator: "; ")
  }

  private func draw(_ line: Line, top: Double) {
    if let item = line.item {
      pen.dot(item, left: margin, top: top + 4)
    } else if let color = line.color {
      pen.dot(color, left: margin, top: top + 4)
    }
    let left = margin + 17
    let isCancelled = line.item?.isCancelled ?? false
    pen.label(line.time(in: timeWidth), left: left, y: top + 14, width: timeWidth - 8, fill: pen.ink.faint)
    // The line through a cancelled title ends with it.
    var rest = isCancelled ? line.title.utf8.count : 0
    for (index, parts) in line.texts.enumerated() {
      pen.label(
        parts, left: left + timeWidth, y: top + 14 + Double(index) * 15, width: width - 17 - timeWidth,
        fill: isCancelled || line.color == nil ? pen.ink.faint : nil, struck: rest > 0)
      rest -= (parts.first?.utf8.count ?? 0) + 1
    }
  }
}
