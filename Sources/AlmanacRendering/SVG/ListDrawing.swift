internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A list with a heading for each section, and a line with time and title for each item.
struct ListDrawing {
  private let frame: DrawingFrame
  private let title: String
  private let sections: [Section]
  private let isEmpty: Bool
  /// The width of the times, after which all titles begin.
  private let timeWidth: Double

  private let margin = 16.0
  private let top = 56.0
  private let headingHeight = 34.0
  private let lineHeight = 21.0

  private struct Section {
    let heading: String
    let lines: [Line]
  }

  /// The line of an item under a heading.
  private struct Line {
    let color: CalendarColor
    let isCancelled: Bool
    let time: String
    let title: String
    let notes: [String]

    var full: String { ([time, title] + notes).filter { !$0.isEmpty }.joined(separator: " · ") }
  }

  init(view: ListView, frame: DrawingFrame) {
    self.frame = frame
    title = frame.text.title(view)
    var sections = view.sections.map { section in
      Section(
        heading: frame.text.heading(section.key),
        lines: section.entries.map { Self.line($0, in: section.key, frame.text) })
    }
    if !view.undated.isEmpty {
      sections.append(Section(heading: frame.phrases.undated, lines: view.undated.map(Self.line)))
    }
    self.sections = sections
    isEmpty = view.isEmpty
    let widest = sections.flatMap(\.lines).map { TypeWidth.of($0.time) }.max() ?? 0
    timeWidth = widest > 0 ? min(widest * 12 + 14, frame.drawingWidth * 0.45) : 0
  }

  var document: String {
    var height = top
    for section in sections { height += headingHeight + Double(section.lines.count) * lineHeight }
    return frame.document(
      title: title, description: isEmpty ? frame.phrases.nothing : summary,
      height: height + (isEmpty ? headingHeight : 12)
    ) { writer in
      frame.heading(title, margin: margin, on: &writer)
      if isEmpty {
        frame.label(
          frame.phrases.nothing, in: row(at: top, height: headingHeight), baseline: 18, size: 13,
          fill: frame.ink.faint, on: &writer)
      }
      var place = top
      for section in sections { draw(section, at: &place, on: &writer) }
    }
  }

  private var summary: String {
    sections.map { "\($0.heading): " + $0.lines.map(\.full).joined(separator: ", ") }.joined(separator: "; ")
  }

  private func row(at top: Double, height: Double) -> Box {
    Box(left: margin, top: top, width: frame.drawingWidth - 2 * margin, height: height)
  }

  private func draw(_ section: Section, at place: inout Double, on writer: inout MarkupWriter) {
    frame.label(
      section.heading, in: row(at: place, height: headingHeight), baseline: 24, size: 15, bold: true,
      on: &writer)
    place += headingHeight
    for line in section.lines {
      draw(line, in: row(at: place, height: lineHeight), on: &writer)
      place += lineHeight
    }
    writer.line()
  }

  private func draw(_ line: Line, in row: Box, on writer: inout MarkupWriter) {
    writer.element("g") { writer in
      writer.element("title", line.full)
      frame.dot(line.color, isCancelled: line.isCancelled, left: row.left, top: row.top + 4, on: &writer)
      var box = row
      box.left += 17
      box.width = timeWidth - 8
      frame.label(line.time, in: box, baseline: 14, fill: frame.ink.faint, on: &writer)
      box.left += timeWidth
      box.width = row.left + row.width - box.left
      frame.label(
        ([line.title] + line.notes).joined(separator: " · "), in: box, baseline: 14,
        fill: line.isCancelled ? frame.ink.faint : nil, struck: line.isCancelled, on: &writer)
    }
  }

  private static func line(_ entry: ListView.Entry, in key: ListView.Key, _ text: ViewText) -> Line {
    let item = entry.item
    let day: CivilDate? = if case .day = key { entry.day } else { nil }
    var notes = text.notes(item, on: day)
    if !item.item.location.isEmpty { notes.insert(item.item.location, at: 0) }
    return Line(
      color: item.color, isCancelled: item.isCancelled,
      time: day == nil ? text.dayAndTime(item, on: entry.day) : text.time(item, on: day),
      title: text.title(item), notes: notes)
  }

  private static func line(_ entry: ListView.Undated) -> Line {
    Line(color: entry.color, isCancelled: false, time: "", title: entry.item.summary, notes: [])
  }
}
