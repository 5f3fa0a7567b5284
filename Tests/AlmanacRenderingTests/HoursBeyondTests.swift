import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Items at other hours than those that a view shows")
struct HoursBeyondTests {
  private static let items = [
    ViewSample.timed("Early run", "2026-03-11T06:00", minutes: 60),
    ViewSample.timed("Breakfast", "2026-03-11T07:00", minutes: 120),
    ViewSample.timed("Lecture", "2026-03-11T10:00", minutes: 60),
    ViewSample.timed("Concert", "2026-03-11T19:00", minutes: 120),
    ViewSample.timed("Late film", "2026-03-11T22:00", minutes: 60),
    ViewSample.timed("Night shift", "2026-03-11T21:00", minutes: 360),
    ViewSample.timed("Ends at eight", "2026-03-12T07:00", minutes: 60),
  ]
  private static let date = ViewSample.date("2026-03-11")

  private static func options(_ hours: Range<Int>) -> ViewOptions {
    var options = ViewOptions()
    options.hours.visible = hours
    return options
  }

  private static func day(_ hours: Range<Int> = 8..<20) -> DayView {
    DayView(of: date, showing: ViewContents(items), in: ViewSample.madrid, options: options(hours))
  }

  private static func week(_ hours: Range<Int> = 8..<20) -> WeekView {
    WeekView(of: date, showing: ViewContents(items), in: ViewSample.madrid, options: options(hours))
  }

  /// The counts of a source, each with its tooltip.
  private static func counts(_ source: String) -> [String] {
    source.matches(of: /<summary title="([^"]*)">\+\d|<g class="al-more"><title>([^<]*)</)
      .map { String($0.1 ?? $0.2 ?? "") }
  }

  @Test("are counted before and after them, with their names")
  func counted() {
    for source in [HTMLRenderer().document(Self.day()), SVGRenderer().document(Self.day())] {
      let counts = Self.counts(source)
      #expect(counts.count == 2)
      #expect(counts.contains { $0.hasPrefix("Early run") })
      #expect(counts.contains { $0.contains("Night shift") && $0.contains("Late film") })
      #expect(source.contains(">→ 08:00<") && source.contains(">20:00 →<"))
    }
    for source in [HTMLRenderer().document(Self.week()), SVGRenderer().document(Self.week())] {
      let counts = Self.counts(source)
      #expect(counts.count == 3)
      #expect(counts.contains { $0.contains("Night shift") && $0.contains("Ends at eight") })
    }
    for source in [HTMLRenderer().document(Self.day(0..<24)), SVGRenderer().document(Self.day(0..<24))] {
      #expect(Self.counts(source).isEmpty && !source.contains("→ 00:00"))
    }
  }

  @Test("have their hours on the first of several clocks")
  func clocks() {
    var options = Self.options(8..<20)
    options.hours.zones = [.utc]
    let day = DayView(
      of: Self.date, showing: ViewContents(Self.items), in: ViewSample.madrid, options: options)
    #expect(HTMLRenderer().document(day).contains("<span>20:00 →</span><span></span>"))
    #expect(SVGRenderer().document(day).contains(">20:00 →<"))
  }

  @Test("are in the day's list, before its first and after its last")
  func order() throws {
    let source = HTMLRenderer().document(Self.day())
    let places = try ["Early run</bdi>", "Breakfast</bdi>", "Concert</bdi>", "Late film</bdi>"].map {
      try #require(source.firstRange(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test("are counted above and below the rows of text")
  func text() throws {
    for lines in [
      TextRenderer(width: 120).lines(Self.day()), TextRenderer(width: 120).lines(Self.week(), style: .hours),
    ].map({ $0.map(\.plain) }) {
      let first = try #require(lines.firstIndex { $0.hasPrefix("08:00") })
      #expect(lines[first - 1].contains("+1"))
      #expect(lines.last?.contains("+2") == true)
      #expect(Set(lines.dropFirst().map(\.count)).count == 1)
    }
    #expect(!TextRenderer(width: 120).lines(Self.day(0..<24)).contains { $0.plain.contains("+1") })
  }

  @Test("have a sign where their box is cut")
  func cut() {
    let (html, svg) = (HTMLRenderer().document(Self.day()), SVGRenderer().document(Self.day()))
    #expect(html.matches(of: /class="[^"]*al-above[^"]*" data-uid="Breakfast"/).count == 1)
    #expect(html.matches(of: /class="[^"]*al-below[^"]*" data-uid="Concert"/).count == 1)
    #expect(html.matches(of: /al-(above|below)[^"]*" data-uid/).count == 2)
    #expect(svg.contains(">↑ Breakfast<") && svg.contains(">↓ Concert<") && svg.contains(">Lecture<"))
  }

  @Test("are counted in the lanes of resources")
  func resources() {
    let view = ResourceView(
      of: Self.date, showing: ViewContents(Self.items), in: ViewSample.madrid, options: Self.options(8..<20))
    for style in ResourceStyle.allCases {
      for source in [HTMLRenderer().document(view, style: style), SVGRenderer().document(view, style: style)]
      {
        for name in ["Early run", "Late film", "Night shift"] {
          #expect(Self.counts(source).contains { $0.contains(name) })
        }
      }
    }
  }
}
