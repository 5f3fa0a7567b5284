public import AlmanacTime

/// Values over days as a chart shows them: series of points, the days below and the scale beside them.
///
/// It knows no pixels: ``fraction(of:)-(CivilDate)`` and its sibling place a point in a plot of any size. Values that are
/// not finite are left out.
///
/// ```swift
/// let chart = ChartView(
///   "Squat", unit: "kg", series: [.init("Best load", [.init(march2, 60), .init(march9, 62.5)])])
/// chart.scale             // 60.0...62.5
/// chart.valueTicks        // [60.0, 60.5, 61.0, 61.5, 62.0, 62.5]
/// chart.dayTicks          // 2 March, 3 March … 9 March
/// let x = chart.fraction(of: march9) * width
/// let y = (1 - chart.fraction(of: 62.5)) * height
/// SVGRenderer().document(chart)
/// ```
public struct ChartView: Sendable, Hashable {
  /// The value of one day; a day may have several.
  public struct Point: Sendable, Hashable {
    /// The day, which decides the place from left to right.
    public let date: CivilDate
    /// The value in the unit of the chart. A series leaves out one that is not finite.
    public let value: Double

    /// Creates the point of a value on a day.
    public init(_ date: CivilDate, _ value: Double) {
      self.date = date
      self.value = value
    }
  }

  /// The points of one line.
  public struct Series: Sendable, Hashable {
    /// The name in the legend.
    public let name: String
    /// The points by date; those of one date in the order in which they were given.
    public let points: [Point]

    /// Creates the line of points in any order.
    ///
    /// - Complexity: O(*n* log *n*).
    public init(_ name: String, _ points: [Point]) {
      self.name = name
      self.points = points.filter { $0.value.isFinite }.enumerated()
        .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map { $0.element }
    }
  }

  /// The heading.
  public let title: String
  /// The unit of all values; empty for numbers.
  public let unit: String
  /// The lines in the order of the legend, by which they get their colours and dashes.
  public let series: [Series]
  /// The days of the chart, both included.
  public let days: ClosedRange<CivilDate>
  /// The days with a label, ascending: at most eight, on one rhythm of days, weeks, months or years.
  public let dayTicks: [CivilDate]
  /// The least and the greatest value of the scale, which are ticks.
  public let scale: ClosedRange<Double>
  /// The values with a label, ascending: multiples of 1, 2 or 5 times a power of ten, seven at most.
  public let valueTicks: [Double]

  /// Creates a chart of series.
  ///
  /// - Parameters:
  ///   - title: The title of the chart.
  ///   - unit: The unit of all values, such as `kg`; empty for numbers.
  ///   - series: The lines, each with the values of some days.
  ///   - days: The days to show, half-open, widened to all points; `nil` for the days of the points.
  ///   - startsAtZero: Whether the scale contains 0, as sums want it; else it is that of the values.
  public init(
    _ title: String, unit: String = "", series: [Series], days: Range<CivilDate>? = nil,
    startsAtZero: Bool = false
  ) {
    self.title = title
    self.unit = unit
    self.series = series
    let points = series.flatMap { $0.points }
    var dates = points.map { $0.date }
    if let days, !days.isEmpty { dates += [days.lowerBound, days.upperBound.adding(days: -1)] }
    let first = dates.min() ?? CivilDate(daysSinceEpoch: 0)
    self.days = first...(dates.max() ?? first)
    dayTicks = Self.ticks(in: self.days)
    let values = points.map { $0.value } + (startsAtZero ? [0] : [])
    valueTicks = Self.ticks(from: values.min() ?? 0, to: values.max() ?? 1)
    scale = (valueTicks.first ?? 0)...(valueTicks.last ?? 1)
  }

  /// Whether no series has a point.
  public var isEmpty: Bool { series.allSatisfy { $0.points.isEmpty } }

  /// The place of a day between the first and the last, from 0 to 1; one half in a chart of one day.
  public func fraction(of date: CivilDate) -> Double {
    let length = days.upperBound.days(since: days.lowerBound)
    return length == 0 ? 0.5 : Double(date.days(since: days.lowerBound)) / Double(length)
  }

  /// The place of a value on the scale, from 0 to 1.
  public func fraction(of value: Double) -> Double {
    (value / 2 - scale.lowerBound / 2) / (scale.upperBound / 2 - scale.lowerBound / 2)
  }
}

extension ChartView {
  /// Round values around a range, two at least.
  private static func ticks(from least: Double, to greatest: Double) -> [Double] {
    // Beyond this, sums of ticks would not be finite or not be distinct.
    let limit = 1e300
    let (least, greatest) = (max(least, -limit), min(greatest, limit))
    // A step below this would be lost beside the values.
    let width = max(greatest - least, max(abs(least), abs(greatest)) * 1e-6, 1e-6)
    var power = 1.0
    while power > width { power /= 10 }
    while power * 10 <= width { power *= 10 }
    func count(_ step: Double) -> Double { (greatest / step).rounded(.up) - (least / step).rounded(.down) }
    let step = [0.2, 0.5, 1, 2].map { power * $0 }.first { count($0) <= 6 } ?? power * 5
    let first = (least / step).rounded(.down)
    // A multiple of a fraction is not exact; the quotient by a whole number is nearest to the round value.
    return (0...Int(min(max(count(step), 1), 6))).map { index in
      step < 1 ? (first + Double(index)) / (1 / step).rounded() : (first + Double(index)) * step
    }
  }

  /// Days on the finest rhythm of which at most eight are in a range.
  private static func ticks(in days: ClosedRange<CivilDate>) -> [CivilDate] {
    let most = 8
    let length = days.upperBound.days(since: days.lowerBound)
    if let step = [1, 2, 7, 14].first(where: { length / $0 < most }) {
      return (0...length / step).map { days.lowerBound.adding(days: $0 * step) }
    }
    let (first, last) = (days.lowerBound, days.upperBound)
    let months = (last.year - first.year) * 12 + last.month - first.month
    var step = 1
    for factor in [2, 3, 2] where months / step >= most { step *= factor }
    while months / step >= most { step *= step % 5 == 0 ? 2 : 5 }
    // The first month of the rhythm, which begins with a January of year 0.
    let index = first.year * 12 + first.month - 1
    let start = first.dayOfMonth == 1 ? index : index + 1
    let offset = start + (-start).flooredRemainder(step) - index
    let ticks = (0...months / step + 1).map { turn in
      first.yearMonth.adding(months: offset + turn * step).firstDay
    }
    return ticks.filter { days.contains($0) }
  }
}
