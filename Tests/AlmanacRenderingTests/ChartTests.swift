import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Charts as SVG")
struct ChartTests {
  @Test(
    "WCAG: the lines of all series have a contrast of 4.5 in both themes",
    arguments: SVGRenderer.Theme.allCases)
  func contrast(theme: SVGRenderer.Theme) throws {
    let day = ViewSample.date("2026-03-02")
    let series = (0..<5).map { index in
      ChartView.Series("s\(index)", [.init(day, Double(index)), .init(day.adding(days: 7), 3)])
    }
    let source = SVGRenderer(theme: theme).document(ChartView("T", series: series))
    let paper = try CalendarColor(
      String(try #require(source.firstMatch(of: /height="100%" fill="(#[0-9a-f]+)"/)).1))
    let strokes = source.matches(of: /fill="none" stroke="(#[0-9a-f]+)"[^>]*?(stroke-dasharray="[^"]*")?\/>/)
    #expect(strokes.count == 5)
    for stroke in strokes { #expect(try CalendarColor(String(stroke.1)).contrastRatio(with: paper) >= 4.5) }
    // A series of the same colour has another dash.
    #expect(Set(strokes.map { "\($0.1) \($0.2 ?? "")" }).count == 5)
  }

  @Test("Every point is in the description and has its own title")
  func accessible() throws {
    let chart = GoldenView.chart
    let source = SVGRenderer(localization: .catalan).document(chart)
    let description = String(try #require(source.firstMatch(of: /<desc>([^<]*)<\/desc>/)).1)
    #expect(source.contains("role=\"img\" aria-label=\"Esquat\""))
    for series in chart.series {
      #expect(description.contains(series.name + ": "))
      #expect(source.ranges(of: "<title>\(series.name) · ").count == series.points.count)
    }
    #expect(description.contains("12 de gener de 2026 50 kg") && description.contains("72,5 kg"))
  }

  @Test("Every point is within the picture at any width", arguments: [280, 560, 1000, 3000])
  func inside(width: Int) throws {
    let source = SVGRenderer(localization: .hebrew, width: width).document(GoldenView.chart)
    let size = try #require(source.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/))
    let (right, bottom) = (try #require(Double(size.1)), try #require(Double(size.2)))
    let corners = source.matches(of: /[ML]([0-9.]+) ([0-9.]+)/)
    #expect(corners.count > 100)
    for corner in corners {
      let (x, y) = (try #require(Double(corner.1)), try #require(Double(corner.2)))
      #expect((0...right).contains(x) && (0...bottom).contains(y))
    }
  }
}
