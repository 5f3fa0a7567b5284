internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// Lines over days, with a grid at the ticks; each series has a colour, a dash and a shape of its points of its own.
struct ChartDrawing {
  let view: ChartView
  let pen: Pen

  private let margin = 16.0
  private let legendHeight = 36.0
  private let axisHeight = 30.0

  var document: String {
    pen.document(title: view.title, description: summary, height: plot.top + plot.height + axisHeight + 8) {
      guard !view.isEmpty else {
        return pen.label(
          pen.phrases.nothing, left: margin, y: plot.top + 18, width: plot.width, size: 13,
          fill: pen.ink.faint)
      }
      legend()
      grid()
      for (index, series) in view.series.enumerated() { line(series, pen.ink.marks(index)) }
    }
  }

  /// The box of the points.
  private var plot: Box {
    let labels = view.valueTicks.map { TypeWidth.of(label($0)) * 12 }.max() ?? 0
    let left = margin + min(labels + 10, pen.drawingWidth / 4)
    let width = pen.drawingWidth - left - margin - 8
    return Box(
      left: left, top: 56 + legendHeight, width: width,
      height: view.isEmpty ? 40 : min(max(width * 0.42, 180), 520))
  }

  private func label(_ value: Double) -> String {
    let number = pen.localization.number(value.markup)
    return view.unit.isEmpty ? number : "\(number) \(view.unit)"
  }

  private func text(_ point: ChartView.Point, of series: ChartView.Series) -> String {
    "\(series.name) · \(pen.localization.date(point.date)): \(label(point.value))"
  }

  /// Every series with its points in words.
  private var summary: String {
    if view.isEmpty { return pen.phrases.nothing }
    return view.series.map { series in
      let points = series.points.map { "\(pen.localization.date($0.date)) \(label($0.value))" }
      return "\(series.name): " + (points.isEmpty ? pen.phrases.nothing : points.joined(separator: ", "))
    }.joined(separator: "; ")
  }

  private func left(of date: CivilDate) -> Double { plot.left + view.fraction(of: date) * plot.width }

  private func top(of value: Double) -> Double { plot.top + (1 - view.fraction(of: value)) * plot.height }

  private func legend() {
    var left = margin
    for (index, series) in view.series.enumerated() {
      let width = TypeWidth.of(series.name) * 13
      guard left + 20 + width <= pen.drawingWidth - margin || index == 0 else { break }
      pen.point(pen.ink.marks(index), left: left + 6, y: 62)
      pen.label(series.name, left: left + 18, y: 66.5, width: pen.drawingWidth - left - margin - 18, size: 13)
      left += width + 44
    }
    pen.line()
  }

  private func grid() {
    for value in view.valueTicks {
      let y = top(of: value)
      pen.line(left: plot.left, width: plot.width, y: y, color: pen.ink.line)
      pen.label(label(value), left: margin, y: y + 4, width: plot.left - margin - 4, fill: pen.ink.faint)
    }
    let room = plot.width / Double(max(view.dayTicks.count, 1))
    for date in view.dayTicks {
      // A label is centred below its day and stays within the picture.
      let width = min(TypeWidth.of(name(date)) * 12 + 4, room)
      let place = min(max(left(of: date) - width / 2, margin), pen.drawingWidth - margin - width)
      let tick = Box(left: left(of: date) - 0.5, top: plot.top + plot.height, width: 1, height: 6)
      pen.rectangle(tick, fill: pen.ink.faint)
      pen.label(
        name(date), left: place, y: plot.top + plot.height + 20, width: width, fill: pen.ink.faint,
        centered: true)
    }
    pen.line()
  }

  /// The label of a day: its month where all ticks begin months.
  private func name(_ date: CivilDate) -> String {
    guard view.dayTicks.count > 1, view.dayTicks.allSatisfy({ $0.dayOfMonth == 1 }) else {
      return pen.localization.date(date, .mediumDayAndMonth)
    }
    let month = pen.localization.name(ofMonth: date.month, .short)
    return date.month == 1 || date == view.dayTicks.first ? "\(month) \(date.year)" : month
  }

  private func line(_ series: ChartView.Series, _ mark: Ink.Mark) {
    pen.group(series.name) {
      pen.polyline(series.points.map { (left(of: $0.date), top(of: $0.value)) }, mark)
      for point in series.points {
        pen.group(text(point, of: series)) {
          pen.point(mark, left: left(of: point.date), y: top(of: point.value))
        }
      }
    }
    pen.line()
  }
}

extension Ink {
  /// The signs of a series of a chart.
  struct Mark {
    let color: CalendarColor
    let dash: String
    let shape: Int
  }

  /// The signs of the series of an index. The colours have a contrast of at least 4.5 on `paper`; after four series the
  /// colours repeat with other shapes and dashes.
  func marks(_ index: Int) -> Mark {
    let dashes = ["", "7 4", "2 3", "9 3 2 3"]
    return Mark(
      color: series[index % series.count], dash: dashes[(index + index / series.count) % dashes.count],
      shape: (index + index / series.count) % 4)
  }
}

extension Pen {
  /// Draws the lines between points.
  fileprivate func polyline(_ points: [(left: Double, y: Double)], _ mark: Ink.Mark) {
    guard points.count > 1 else { return }
    let path = points.map { "\(x($0.left, width: 0).markup) \($0.y.markup)" }.joined(separator: "L")
    element(
      "path",
      [
        "d": "M\(path)", "fill": "none", "stroke": mark.color.hex, "stroke-width": "2.5",
        "stroke-linejoin": "round", "stroke-dasharray": mark.dash,
      ])
  }

  /// Draws a point in the shape of its series.
  fileprivate func point(_ mark: Ink.Mark, left: Double, y: Double) {
    let (x, r) = (x(left, width: 0), 5.0)
    let corners =
      switch mark.shape {
      case 0:
        [(-r, -r), (r, -r), (r, r), (-r, r)]
      case 1: [(0, -r * 1.3), (r * 1.3, 0), (0, r * 1.3), (-r * 1.3, 0)]
      case 2: [(0, -r * 1.2), (r * 1.2, r), (-r * 1.2, r)]
      default: [(-r * 1.2, -r), (r * 1.2, -r), (0, r * 1.2)]
      }
    let path = corners.map { "\((x + $0).markup) \((y + $1).markup)" }.joined(separator: "L")
    element("path", ["d": "M\(path)Z", "fill": mark.color.hex, "stroke": ink.paper.hex, "stroke-width": "1"])
  }
}
