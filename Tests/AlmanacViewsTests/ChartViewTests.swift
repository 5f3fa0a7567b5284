import AlmanacTime
import AlmanacViews
import TestSupport
import Testing

@Suite("A chart of values over days")
struct ChartViewTests {
  private func chart(_ points: [(String, Double)], fromZero: Bool = false) -> ChartView {
    ChartView(
      "Squat", unit: "kg",
      series: [.init("Load", points.map { ChartView.Point(Sample.date($0.0), $0.1) })], startsAtZero: fromZero
    )
  }

  @Test("Points are in the order of their days, and the scale has round values around them")
  func ordered() {
    let view = chart([("2026-03-16", 65), ("2026-03-02", 60), ("2026-03-09", 62.5)])
    #expect(view.series[0].points.map(\.value) == [60, 62.5, 65])
    #expect(view.days == Sample.date("2026-03-02")...Sample.date("2026-03-16"))
    #expect(view.valueTicks == [60, 61, 62, 63, 64, 65] && view.scale == 60...65)
    #expect(view.dayTicks.first == Sample.date("2026-03-02") && view.dayTicks.count == 8)
    #expect(view.fraction(of: Sample.date("2026-03-09")) == 0.5 && view.fraction(of: 62.5) == 0.5)
  }

  @Test("The example of the documentation")
  func documented() {
    let view = chart([("2026-03-02", 60), ("2026-03-09", 62.5)])
    #expect(view.scale == 60...62.5 && view.valueTicks == [60, 60.5, 61, 61.5, 62, 62.5])
  }

  @Test("Sums begin at zero; a given period is shown as a whole")
  func period() {
    #expect(chart([("2026-03-02", 960), ("2026-03-03", 1100)], fromZero: true).scale == 0...1200)
    let days = Sample.date("2026-01-01")..<Sample.date("2027-01-01")
    let view = ChartView("", series: [.init("", [.init(Sample.date("2026-05-05"), 1)])], days: days)
    #expect(view.days == Sample.date("2026-01-01")...Sample.date("2026-12-31"))
    #expect(
      view.dayTicks.map(\.month) == [1, 3, 5, 7, 9, 11] && view.dayTicks.allSatisfy { $0.dayOfMonth == 1 })
  }

  @Test("One point, none, and values that are no numbers")
  func degenerate() {
    let one = chart([("2026-03-02", 60)])
    #expect(one.fraction(of: Sample.date("2026-03-02")) == 0.5 && one.valueTicks.count >= 2)
    #expect(one.scale.contains(60) && !one.isEmpty && one.dayTicks == [Sample.date("2026-03-02")])
    let none = chart([("2026-03-02", .nan), ("2026-03-03", .infinity)])
    #expect(none.isEmpty && none.valueTicks.count >= 2)
    #expect(ChartView("", series: []).isEmpty)
  }

  @Test("Ticks are few, ascending and round, and every point is on the chart", arguments: 1...60)
  func laws(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = pow10(Int.random(in: -6...12, using: &random))
    let first = Int.random(in: -40_000...40_000, using: &random)
    let length = [0, 1, 10, 60, 200, 900, 20_000].randomElement(using: &random) ?? 0
    let points = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      ChartView.Point(
        CivilDate(daysSinceEpoch: first + Int.random(in: 0...length, using: &random)),
        Double.random(in: -size...size, using: &random))
    }
    let view = ChartView("", series: [.init("", points)], startsAtZero: Bool.random(using: &random))
    #expect((2...7).contains(view.valueTicks.count) && (1...8).contains(view.dayTicks.count))
    #expect(zip(view.valueTicks, view.valueTicks.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(view.dayTicks, view.dayTicks.dropFirst()).allSatisfy { $0 < $1 })
    #expect(view.dayTicks.allSatisfy { view.days.contains($0) })
    let step = view.valueTicks[1] - view.valueTicks[0]
    for tick in view.valueTicks {
      // Multiples of the step, which is 1, 2 or 5 times a power of ten.
      #expect(abs(tick / step - (tick / step).rounded()) < 1e-6)
    }
    var mantissa = step
    while mantissa >= 9.99 { mantissa /= 10 }
    while mantissa < 0.999 { mantissa *= 10 }
    #expect([1.0, 2, 5].contains { abs(mantissa - $0) < 1e-6 }, "step \(step)")
    for point in points {
      #expect((-1e-9...1 + 1e-9).contains(view.fraction(of: point.value)))
      #expect((0...1).contains(view.fraction(of: point.date)))
    }
  }

  private func pow10(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1) { power, _ in exponent < 0 ? power / 10 : power * 10 }
  }
}
