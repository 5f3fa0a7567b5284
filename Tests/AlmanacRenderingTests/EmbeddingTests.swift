import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Pages and pictures to embed")
struct EmbeddingTests {
  static let occurrences =
    ViewSample.occurrences
    + (0..<12).map { ViewSample.timed("Lecture \($0)", "2026-03-10T09:00", minutes: 60 + $0) }

  static func month(_ options: ViewOptions = .standard) -> MonthView {
    MonthView(
      of: ViewSample.march, showing: ViewContents(occurrences, calendars: ViewSample.calendars),
      in: ViewSample.madrid, today: ViewSample.date("2026-03-17"), options: options)
  }

  @Test("The style sheet and the classes leave a page around a fragment alone")
  func prefix() throws {
    var sheet = HTMLRenderer.styleSheet
    sheet.replace(/@(media|container)[^{]*\{|\([^()]*\)/, with: "")
    let selectors = sheet.split(separator: "}").compactMap { rule in
      rule.contains("{") ? rule.split(separator: "{").first : nil
    }
    #expect(selectors.count > 50)
    for selector in selectors.flatMap({ $0.split(separator: ",") }) {
      #expect(selector.trimmingPrefix(/\s+/).hasPrefix(".al"), "\(selector)")
    }
    let renderer = HTMLRenderer()
    #expect(renderer.document(Self.month()).contains("@page"))
    for source in [renderer.fragment(Self.month()), renderer.document(Self.month())] {
      for match in source.matches(of: #/ class="([^"]*)"/#) {
        for name in match.1.split(separator: " ") {
          #expect(name == "al" || name.hasPrefix("al-"), "\(name)")
        }
      }
    }
  }

  @Test("A fragment is one element without a page, a style sheet or a heading of the first level")
  func fragment() {
    let renderer = HTMLRenderer(localization: .catalan)
    let source = renderer.fragment(Self.month())
    #expect(source.hasPrefix(#"<div class="al" lang="ca" dir="ltr">"#) && source.hasSuffix("</div>\n"))
    for part in ["<html", "<style", "<h1", "<body"] { #expect(!source.contains(part)) }
    #expect(source.contains(#"data-uid="Programació" data-start="2026-03-03T11:00:00+01:00"#))
    var dark = renderer
    dark.theme = .dark
    #expect(dark.fragment(Self.month()).hasPrefix(#"<div class="al al-dark""#))
  }

  @Test("The caller's links, texts, marks and classes are written, and no address runs a script")
  func decoration() {
    var decoration = Decoration()
    decoration.text = { $0.item.uid == "Programació" ? "<b>Programming</b>" : nil }
    decoration.marks = { _ in ["↻"] }
    decoration.classes = { _ in ["mine\" onload=\"x"] }
    for (address, isSafe) in [
      ("/events/1?a=b&c", true), ("https://example.org/", true), ("mailto:a@example.org", true),
      ("javascript:alert(1)", false), ("\u{9}java\nscript:alert(1)", false), ("DATA:text/html,x", false),
      ("#a:b", true),
    ] {
      decoration.link = { _ in address }
      for source in [
        HTMLRenderer().document(Self.month(), decoration: decoration),
        SVGRenderer().document(Self.month(), decoration: decoration),
      ] {
        #expect(source.contains("href=\"") == isSafe, "\(address)")
        // In a picture the title is cut where it has no room, the mark is not.
        #expect(source.contains(/&lt;b&gt;P[^<]*↻/))
        #expect(source.contains(/class="[^"]*\bmine\b/) && !source.contains("onload=\"x"))
      }
    }
  }

  @Test("Where a title has no room, it is cut in favour of the marks after it")
  func marks() throws {
    var calendar = EventCalendar()
    let start = try CivilDateTime("2026-03-03T11:00").in(Zone("Europe/Madrid"))
    calendar.insert(
      Event("Programming in a language that nobody knows", from: start, lasting: .hours(1), uid: "a"))
    let month = MonthView(of: try YearMonth(2026, 3), showing: calendar, in: try Zone("Europe/Madrid"))
    var decoration = Decoration()
    decoration.marks = { _ in ["★", "⏰"] }
    let source = SVGRenderer().document(month, decoration: decoration)
    #expect(source.contains(/>11:00 Pro[a-z ]*… ★ ⏰</))
    #expect(!SVGRenderer().document(month).contains("★"))
  }

  @Test("The items without a lane are in an element that opens, and in the title of their number")
  func more() throws {
    let page = HTMLRenderer().document(Self.month())
    let details = try #require(
      page.firstMatch(
        of: /<details><summary title="([^"]*)">\+4 more<\/summary><\/details><ul [^>]*>(.*?)<\/ul>/))
    #expect(details.1.matches(of: /Lecture \d+/).count == 4)
    #expect(details.2.matches(of: />Lecture \d+</).count == 4)
    // Each lecture is shown in a lane or in the list.
    for number in 0..<12 { #expect(page.contains(">Lecture \(number)</bdi>")) }
    let picture = SVGRenderer().document(Self.month())
    #expect(picture.matches(of: /<g class="al-more"><title>[^<]*Lecture/).count == 1)
    var options = ViewOptions()
    options.maximumLanes = 100
    #expect(!HTMLRenderer().document(Self.month(options)).contains("<details>"))
  }

  @Test("The names of calendars are those of colours, once below several months")
  func legend() throws {
    var (html, svg) = (HTMLRenderer(), SVGRenderer())
    (html.showsCalendars, svg.showsCalendars) = (true, true)
    // The second calendar has no colour.
    for source in [html.document([Self.month(), Self.month()]), svg.document([Self.month(), Self.month()])] {
      #expect(source.matches(of: />Universitat</).count == 1 && !source.contains(">Home<"))
    }
  }

  @Test("A page of three hundred items is smaller than 120 kB")
  func size() {
    let items = (0..<300).map { number in
      ViewSample.timed(
        "Meeting number \(number)",
        "2026-03-\(number % 28 < 9 ? "0" : "")\(number % 28 + 1)T\(10 + number % 10):30",
        minutes: 60)
    }
    let view = MonthView(of: ViewSample.march, showing: ViewContents(items), in: ViewSample.madrid)
    #expect(HTMLRenderer().document(view).utf8.count < 120_000)
  }

  @Test("Resources have a lane each, an item with several is in each, one with none in the last")
  func resources() throws {
    func at(_ title: String, _ rooms: String, hour: Int) -> Occurrence {
      ViewSample.timed(title, "2026-03-10T\(hour):00", minutes: 60) { $0.location = rooms }
    }
    let items = [
      at("Yoga", "Room B", hour: 10), at("Chess", "Room A", hour: 11), at("Feast", "Room A,Room B", hour: 12),
      at("Walk", "", hour: 13),
    ]
    let view = ResourceView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid,
      lanes: ["Room C"]
    ) { $0.item.location.split(separator: ",").map(String.init) }
    #expect(view.lanes.map(\.name) == ["Room C", "Room A", "Room B", nil])
    let titles = view.lanes.map { $0.column.boxes.map(\.item.item.summary) }
    #expect(titles == [[], ["Chess", "Feast"], ["Yoga", "Feast"], ["Walk"]])
    for style in ResourceStyle.allCases {
      for source in [HTMLRenderer().document(view, style: style), SVGRenderer().document(view, style: style)]
      {
        #expect(source.matches(of: /data-uid="Feast"/).count == 2)
        for name in ["Room A", "Room B", "Room C"] { #expect(source.contains(">\(name)<")) }
      }
    }
    let text = TextRenderer(width: 100).lines(view).map(\.plain).joined(separator: "\n")
    #expect(text.contains("Room A") && text.matches(of: /Feast/).count == 2)
    let plain = ResourceView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid)
    #expect(plain.lanes.map(\.name) == ["Room A", "Room A,Room B", "Room B", nil])
  }

  @Test(
    "Resources are in the alphabetical order of a language, and a renderer speaks the language that it is given"
  )
  func languages() {
    let items = ["Xarxes", "Ñ", "Àtic", "Nz"].map { room in
      ViewSample.timed(room, "2026-03-10T10:00", minutes: 60) { $0.location = room }
    }
    let view = ResourceView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid,
      options: ViewOptions(.spanish))
    #expect(view.lanes.map(\.name) == ["Àtic", "Nz", "Ñ", "Xarxes"])
    var (text, svg, html) = (TextRenderer(), SVGRenderer(), HTMLRenderer())
    (text.localization, svg.localization, html.localization) = (.catalan, .italian, .german)
    #expect(
      [text.phrases, svg.phrases, html.phrases]
        == [ViewPhrases(.catalan), ViewPhrases(.italian), ViewPhrases(.german)])
    // Phrases of the caller's stay with another region of the language.
    text.phrases.several = "moltes"
    text.localization = Localization(identifier: "ca_AD")
    #expect(text.phrases.several == "moltes")
  }

  @Test("Months without the numbers of weeks have no column for them, and several months are one picture")
  func weekNumbers() throws {
    var (html, svg) = (HTMLRenderer(), SVGRenderer())
    #expect(html.fragment(Self.month()).contains("al-week"))
    html.showsWeekNumbers = false
    svg.showsWeekNumbers = false
    #expect(!html.fragment(Self.month()).contains("al-week"))
    let april = MonthView(
      of: try YearMonth(2026, 4), showing: ViewContents(Self.occurrences), in: ViewSample.madrid)
    let both = svg.document([Self.month(), april])
    #expect(both.contains(">March 2026</text>") && both.contains(">April 2026</text>"))
    #expect(both.contains(#"aria-label="March 2026 – April 2026""#))
  }

  /// HTML §3.2.6: no two elements of a page have the same id.
  @Test(
    "The ids of pictures and of their days are different for different views, and begin with the caller's text"
  )
  func ids() throws {
    let date = ViewSample.date("2026-03-10")
    let (contents, zone) = (ViewContents(Self.occurrences), ViewSample.madrid)
    let april = MonthView(of: try YearMonth(2026, 4), showing: contents, in: zone)
    let week = WeekView(of: date, showing: contents, in: zone)
    let resources = ResourceView(of: date, showing: contents, in: zone)
    func pictures(_ svg: SVGRenderer) -> [String] {
      [
        svg.document(Self.month()), svg.document([Self.month(), april]), svg.document(april),
        svg.document(week), svg.document(week, style: .rows),
        svg.document(DayView(of: date, showing: contents, in: zone)), svg.document(resources),
        svg.document(resources, style: .timeline), svg.document(ListPictureTests.list(Self.occurrences)),
        svg.document(YearView(of: 2026, showing: contents, in: zone)),
        svg.document(ChartView("Squat, 1RM", series: [])),
      ]
    }
    func ids(_ source: String) -> [String] { source.matches(of: #/ id="([^"]*)"/#).map { String($0.1) } }
    let own = pictures(SVGRenderer()).map(ids)
    let all = own.flatMap { $0 }
    #expect(Set(all).count == all.count && all.allSatisfy { $0.hasPrefix("al-") })
    #expect(own[0].first == "al-month-2026-03" && own[0].contains("al-month-2026-03-d-2026-03-31"))
    #expect(own[0].count == 32 && own[1].count == 1 + 31 + 30 && own[9].count == 366)
    var svg = SVGRenderer()
    svg.idPrefix = "my \"calendar\""
    for found in pictures(svg).map(ids) {
      #expect(found.first == "mycalendar" && Set(found).count == found.count)
      #expect(found.dropFirst().allSatisfy { $0.hasPrefix("mycalendar-d-") })
    }
    svg.idPrefix = ""
    #expect(pictures(svg).allSatisfy { ids($0).isEmpty })
  }

  @Test("Years have the numbers of their weeks, or do not", arguments: [280, 460, 700, 1000, 1440])
  func weekNumbersOfYears(width: Int) {
    let view = YearView(of: 2026, showing: ViewContents(Self.occurrences), in: ViewSample.madrid)
    var svg = SVGRenderer(width: width)
    let (whole, numbered) = (svg.document(view), view.months.reduce(0) { $0 + $1.weeks.count })
    svg.showsWeekNumbers = false
    let plain = svg.document(view)
    func texts(_ source: String) -> [String] { ListPictureTests.texts(source) }
    #expect(texts(whole).count == texts(plain).count + numbered)
    // ISO 8601: 1 January 2026 is in week 1, and 31 December in week 53.
    #expect(texts(whole).count { $0 == "53" } == 1 && !texts(plain).contains("53"))
  }

  @Test("Events of background categories are the ground of their days and hours, never boxes or bars")
  func background() {
    let items = [
      ViewSample.allDay("Holiday", "2026-03-10", "2026-03-12", color: .orchid),
      ViewSample.timed("Siesta", "2026-03-12T13:00", minutes: 60),
      ViewSample.timed("Walk", "2026-03-10T10:00", minutes: 60, color: .teal),
    ].map { occurrence -> Occurrence in
      guard var event = occurrence.item.event, event.summary != "Walk" else { return occurrence }
      event.categories = ["holiday"]
      return Occurrence(event, from: event.start, to: event.end)
    }
    var options = ViewOptions()
    options.backgroundCategories = ["holiday"]
    let month = MonthView(
      of: ViewSample.march, showing: ViewContents(items), in: ViewSample.madrid, options: options)
    #expect(month.weeks.flatMap(\.segments).map(\.item.item.summary) == ["Walk"])
    let tenth = month[ViewSample.date("2026-03-10")]
    #expect(
      tenth?.background.map(\.item.summary) == ["Holiday"] && tenth?.count == 1 && tenth?.color == .teal)
    let week = WeekView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid, options: options
    )
    #expect(week.segments.isEmpty && week.columns.flatMap(\.boxes).count == 1)
    #expect(
      week.columns.map { $0.background.map(\.time.count) } == [[], [86_400], [86_400], [3600], [], [], []])
    for source in [
      HTMLRenderer().document(month), HTMLRenderer().document(week), SVGRenderer().document(month),
      SVGRenderer().document(week),
    ] {
      #expect(source.contains("Holiday") && source.contains("Siesta"))
    }
  }
}
