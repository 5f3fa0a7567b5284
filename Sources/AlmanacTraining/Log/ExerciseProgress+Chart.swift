public import AlmanacTime
public import AlmanacViews

extension ExerciseProgress {
  /// The values that one chart shows.
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// The best load and the estimated one-repetition maximum of each session, in kilograms.
    case load
    /// The volume of each session, in kilograms.
    case volume
    /// The sum of the repetitions of each session, without a unit.
    case repetitions
    /// The longest time of each session, in seconds.
    case time
  }

  /// The measures of which the series has a value: no load for an exercise without weights.
  public var measures: [Measure] {
    Measure.allCases.filter { measure in values(of: measure).contains { $0.points.contains { $0.value > 0 } }
    }
  }

  /// A chart of the series, for `SVGRenderer` of `AlmanacRendering` or the program's own drawing.
  ///
  /// - Parameters:
  ///   - measure: The values to show. The scale contains 0, except for loads.
  ///   - days: The days to show, half-open; `nil` for those of the points.
  ///   - localization: The language of the names, English where the library does not have it.
  public func chart(
    of measure: Measure = .load, days: Range<CivilDate>? = nil, localization: Localization = .english
  ) -> ChartView {
    let unit =
      switch measure {
      case .load, .volume: "kg"
      case .repetitions: ""
      case .time: "s"
      }
    return ChartView(
      exercise.name, unit: unit, series: values(of: measure, localization), days: days,
      startsAtZero: measure != .load)
  }

  private func values(of measure: Measure, _ localization: Localization = .english) -> [ChartView.Series] {
    let words = TrainingWords(localization)
    func series(_ name: String, _ value: (Point) -> Double?) -> ChartView.Series {
      ChartView.Series(
        words.phrase(name, ["f": formula.name]),
        points.compactMap { point in value(point).map { ChartView.Point(point.date, $0) } })
    }
    switch measure {
    case .load:
      return [
        series("best load") { $0.bestLoad?.kilograms },
        series("estimated maximum") { $0.estimatedMaximum?.kilograms },
      ]
    case .volume: return [series("volume") { $0.volume.kilograms }]
    case .repetitions: return [series("repetitions") { Double($0.repetitions) }]
    case .time: return [series("best time") { $0.bestTime.map { Double($0.components.seconds) } }]
    }
  }
}
