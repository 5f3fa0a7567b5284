internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A list with a heading for each section, and a line with time and title for each item.
struct ListDrawing {
  private let pen: Pen
  private let title: String
  private let sections: [(heading: String, lines: [Line])]
  private let isEmpty: Bool
  /// The width of the times, after which all titles begin.
  private let timeWidth: Double

  private let margin = 16.0
  private let top = 56.0
  private let headingHeight = 34.0
  private let lineHeight = 21.0

  /// The line of an item under a heading.
  private struct Line {
    let color: CalendarColor
    var isCancelled = false
    var time = ""
    let title: String
    var details: [String] = []

    var full: String { ([time, title] + details).filter { !$0.isEmpty }.joined(separator: " · ") }
  }

  init(view: ListView, pen: Pen) {
    self.pen = pen
    title = pen.title(view)
    isEmpty = view.isEmpty
    let dated = view.sections.map { section in
      (
        pen.heading(section.key).joined(separator: " · "),
        section.entries.map { Self.line($0, section.key, pen) }
      )
    }
    let undated = view.undated.map { Line(color: $0.color, title: $0.item.summary) }
    sections = dated + (undated.isEmpty ? [] : [(pen.phrases.undated, undated)])
    let widest = sections.flatMap(\.lines).map { TypeWidth.of($0.time) }.max() ?? 0
    timeWidth = widest > 0 ? min(widest * 12 + 14, pen.drawingWidth * 0.45) : 0
  }

  private static func line(_ entry: ListView.Entry, _ key: ListView.Key, _ pen: Pen) -> Line {
    let item = entry.item
    let day: CivilDate? = if case .day = key { entry.day } else { nil }
    var time = pen.timeOrDays(item, on: day)
    if day == nil, !item.isMultiDay {
      time = "\(pen.localization.date(entry.day, .weekdayAndDay)) · \(time)"
    }
    return Line(
      color: item.color, isCancelled: item.isCancelled, time: time, title: pen.title(item),
      details: pen.details(item, on: day))
  }

  var document: String {
    var height = top
    for section in sections { height += headingHeight + Double(section.lines.count) * lineHeight }
    return pen.document(
      title: title, description: isEmpty ? pen.phrases.nothing : summary,
      height: height + (isEmpty ? headingHeight : 12)
    ) {
      if isEmpty {
        pen.label(pen.phrases.nothing, left: margin, y: top + 18, width: width, size: 13, fill: pen.ink.faint)
      }
      var place = top
      for section in sections {
        pen.label(section.heading, left: margin, y: place + 24, width: width, size: 15, bold: true)
        place += headingHeight
        for line in section.lines {
          draw(line, top: place)
          place += lineHeight
        }
        pen.line()
      }
    }
  }

  private var width: Double { pen.drawingWidth - 2 * margin }

  private var summary: String {
    sections.map { "\($0.heading): " + $0.lines.map(\.full).joined(separator: ", ") }.joined(separator: "; ")
  }

  private func draw(_ line: Line, top: Double) {
    pen.group(line.full) {
      pen.dot(line.color, isCancelled: line.isCancelled, left: margin, top: top + 4)
      let left = margin + 17
      pen.label(line.time, left: left, y: top + 14, width: timeWidth - 8, fill: pen.ink.faint)
      pen.label(
        ([line.title] + line.details).joined(separator: " · "), left: left + timeWidth, y: top + 14,
        width: width - 17 - timeWidth, fill: line.isCancelled ? pen.ink.faint : nil,
        struck: line.isCancelled)
    }
  }
}
