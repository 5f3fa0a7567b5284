import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document's content, as Foundation's parser reads it.
private final class Document: NSObject, XMLParserDelegate {
  var elements: [(name: String, attributes: [String: String])] = []
  var text = ""
  private(set) var isWellFormed = false

  init(_ source: String) {
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    elements.append((name, attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
  }
}

@Suite("SVG and HTML")
struct MarkupTests {
  static let hostile =
    sampleTexts(40) + [
      "</text></svg><script>alert(1)</script>", "\" onload=\"alert(1)", "' style='x", "<!--", "]]>", "&amp;",
      "\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{0}\u{1B}[2J",
    ]

  static let occurrences =
    ViewSample.occurrences
    + hostile.enumerated().map { number, title -> Occurrence in
      let day = ViewSample.date("2026-03-23").adding(days: number % 7)
      var event = Event(title, at: day.startOfDay.adding(seconds: number * 1700), uid: "\(number)")
      event.location = title
      event.extent = .duration(.minutes(number * 11 % 200))
      return Occurrence(event, from: event.start, to: event.end, calendar: 1)
    }

  /// The documents in Catalan, made once for all tests.
  private static let catalan = documents()

  static func documents(_ localization: Localization = .catalan) -> [(name: String, source: String)] {
    let (zone, calendars) = (ViewSample.madrid, ViewSample.calendars)
    let today = ViewSample.date("2026-03-24")
    let now = ZonedDateTime(today.at(.noon), in: zone).instant
    var options = ViewOptions()
    options.maximumLanes = 5
    options.hours.zones = [.utc]
    let month = MonthView(
      of: ViewSample.march, showing: ViewContents(occurrences, calendars: calendars), in: zone, today: today,
      selected: today, options: options)
    let week = WeekView(
      days: ViewSample.date("2026-03-23")...ViewSample.date("2026-03-29"),
      showing: ViewContents(occurrences, calendars: calendars), in: zone, today: today, now: now,
      options: options)
    let day = DayView(
      of: today, showing: ViewContents(occurrences, calendars: calendars), in: zone, today: today, now: now,
      options: options)
    let year = YearView(
      of: 2026, showing: ViewContents(occurrences, calendars: calendars), in: zone, today: today)
    let list = ListView(
      of: ViewSample.march.firstDay...ViewSample.march.lastDay,
      showing: ViewContents(occurrences, calendars: calendars), in: zone)
    let chart = ChartView(
      hostile.joined(), unit: hostile[0],
      series: hostile.enumerated().map { index, name in
        .init(name, [.init(today, Double(index)), .init(today, -1)])
      })
    let (svg, html) = (SVGRenderer(localization: localization), HTMLRenderer(localization: localization))
    return [
      ("month.svg", svg.document(month)), ("week.svg", svg.document(week)), ("day.svg", svg.document(day)),
      ("year.svg", svg.document(year)), ("month.html", html.document(month)),
      ("week.html", html.document(week)), ("day.html", html.document(day)),
      ("year.html", html.document(year)),
      ("list.html", html.document(list)), ("list.svg", svg.document(list)),
      ("month-dark.svg", SVGRenderer(localization: localization, theme: .dark).document(month)),
      ("chart.svg", svg.document(chart)), ("week-rows.svg", svg.document(week, style: .rows)),
      ("week-rows.html", html.document(week, style: .rows)),
    ]
  }

  @Test("are well formed with any title, and no part of a title becomes markup")
  func wellFormed() {
    for (name, source) in Self.catalan {
      let document = Document(source)
      #expect(document.isWellFormed, "\(name)")
      #expect(
        !document.elements.contains {
          $0.name == "script" || $0.attributes.keys.contains { $0.hasPrefix("on") }
        })
      #expect(isInert(source.replacing("\n", with: "")), "\(name)")
    }
  }

  @Test("fetch nothing from elsewhere")
  func selfContained() {
    for (name, source) in Self.catalan {
      let others = source.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!others.contains("http:") && !others.contains("https:") && !others.contains("url("), "\(name)")
    }
  }

  @Test("name the language, the direction and the days, and title each picture")
  func accessible() {
    for (name, source) in Self.catalan {
      let document = Document(source)
      let root = document.elements.first?.attributes ?? [:]
      #expect(root["lang"] == "ca" || root["xml:lang"] == "ca", "\(name)")
      #expect(document.elements.contains { $0.name == "title" })
      if name.hasSuffix("svg") { #expect(root["role"] == "img" && root["aria-label"]?.isEmpty == false) }
    }
    var arabic = Localization.english
    arabic.direction = .rightToLeft
    for (_, source) in Self.documents(arabic) {
      let root = Document(source).elements.first?.attributes ?? [:]
      #expect(root["dir"] == "rtl" || root["direction"] == "rtl")
    }
  }

  @Test("describe the drawing in words, and tables with captions and headers")
  func described() {
    for (name, source) in Self.catalan {
      let elements = Document(source).elements
      if name.hasSuffix("svg") {
        #expect(elements.count { $0.name == "desc" } == 1, "\(name)")
        // The picture's, and one for each group.
        #expect(elements.count { $0.name == "title" } == elements.count { $0.name == "g" } + 1, "\(name)")
      } else {
        let tables = elements.count { $0.name == "table" }
        #expect(elements.count { $0.name == "caption" } == tables, "\(name)")
        #expect(elements.filter { $0.name == "th" }.allSatisfy { $0.attributes["scope"] != nil }, "\(name)")
      }
    }
    let month = Self.catalan.first { $0.name == "month.svg" }?.source ?? ""
    #expect(month.contains("dimarts, 3 de març: ") && month.contains("11:00–13:00 Programació"))
  }

  @Test("show today, and the meanings of colours in words and signs")
  func signs() {
    let documents = Dictionary(uniqueKeysWithValues: Self.catalan.map { ($0.name, $0.source) })
    for name in ["month.html", "week.html", "day.html", "year.html"] {
      let document = Document(documents[name] ?? "")
      #expect(document.elements.count { $0.attributes["aria-current"] == "date" } == 1, "\(name)")
      let labels = document.elements.compactMap { $0.attributes["aria-label"] }
      #expect(document.text.contains("diverses tasques") || labels.contains("diverses tasques"))
    }
    let month = Document(documents["month.html"] ?? "")
    let view = MonthView(
      of: ViewSample.march, showing: ViewContents(Self.occurrences, calendars: ViewSample.calendars),
      in: ViewSample.madrid)
    #expect(month.elements.count { $0.name == "time" } == view.days.count)
    #expect(month.elements.count { $0.name == "tr" } == view.weeks.count + 1)
    #expect(
      month.elements.filter { $0.attributes["class"] == "al-mark" }.count == view.days.count { $0.count > 0 })
  }

  /// WCAG 2.2, success criterion 1.4.3.
  @Test("have text with a contrast of 4.5 or more on its background")
  func contrast() throws {
    var pairs = 0
    for (_, source) in Self.catalan {
      for match in source.matches(of: /--al-fill:(#[0-9a-f]{6});--al-on:(#[0-9a-f]{6})/) {
        let (back, ink) = (try CalendarColor(String(match.1)), try CalendarColor(String(match.2)))
        #expect(back.contrastRatio(with: ink) >= 4.5)
        pairs += 1
      }
    }
    #expect(pairs > 50)
    for (ink, papers) in [("#1b1f24", ["#ffffff", "#f3f5f7"]), ("#656d76", ["#ffffff", "#f3f5f7"])] {
      for paper in papers { #expect(try CalendarColor(ink).contrastRatio(with: CalendarColor(paper)) >= 4.5) }
    }
  }

  @Test("are the same each time, and coordinates are numbers")
  func deterministic() {
    #expect(Self.documents().map(\.source) == Self.catalan.map(\.source))
    for (name, source) in Self.catalan where name.hasSuffix("svg") {
      for element in Document(source).elements where element.name == "rect" && element.attributes["x"] != nil
      {
        for key in ["x", "y", "width", "height"] {
          #expect((element.attributes[key].flatMap(Double.init) ?? -1) >= 0, "\(name) \(key)")
        }
      }
    }
  }
}
