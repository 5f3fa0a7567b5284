import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("A month as a page, also where it is a list")
struct MonthPageTests {
  private static func page(_ items: [Occurrence], today: String? = nil) -> String {
    HTMLRenderer().fragment(
      MonthView(
        of: ViewSample.march, showing: ViewContents(items), in: ViewSample.madrid,
        today: today.map(ViewSample.date)))
  }

  /// The times of an item in the order of its days.
  private static func times(_ title: String, in page: String) -> [String] {
    page.matches(of: /title="([^"]*)" data-time="([^"]*)"/).filter { $0.1.hasPrefix(title) }
      .map { String($0.2) }
  }

  @Test("has whole times, the days of long items, and that an item continues")
  func times() {
    let page = Self.page([
      ViewSample.timed("Lecture", "2026-03-10T09:00", minutes: 90),
      ViewSample.timed("Night", "2026-03-12T22:00", minutes: 480),
      ViewSample.allDay("Falles", "2026-03-16", "2026-03-18"),
    ])
    #expect(Self.times("Lecture", in: page) == ["09:00–10:30"])
    #expect(Self.times("Night", in: page) == ["22:00 →", "→ 06:00 · continued"])
    #expect(Self.times("Falles", in: page) == ["16–17 March", "16–17 March"])
  }

  @Test("has the word for today, and the numbers of weeks in the grid of days")
  func today() throws {
    let page = Self.page(
      [ViewSample.timed("Lecture", "2026-03-10T09:00", minutes: 90)], today: "2026-03-10")
    #expect(page.contains(/data-label="[^"]*10 March · today"/))
    let grid = try #require(page.firstMatch(of: /<div class="al-mini".*?<\/div>/)).0
    for number in 9...13 { #expect(grid.contains("<b>\(number)</b>")) }
    var renderer = HTMLRenderer()
    renderer.showsWeekNumbers = false
    #expect(!renderer.fragment(EmbeddingTests.month()).contains("<b>11</b>"))
  }

  @Test("has signs where a bar continues in another week, and lines through each part of a cancelled one")
  func bars() {
    let start = "2026-03-13T18:00"
    let trip = ViewSample.timed("Trip", start, minutes: 5 * 1440) { $0.status = .cancelled }
    let page = Self.page([trip])
    let classes = page.matches(of: /class="(al-item[^"]*)" data-uid="Trip"/).map { String($0.1) }
    // From Friday to Wednesday.
    #expect(classes.map { $0.contains("al-onward") } == [false, false, true, false, false, false])
    #expect(classes.map { $0.contains("al-from") } == [false, false, false, true, false, false])
    let titles = page.matches(of: /<bdi class="(al-title[^"]*)">[^<]*Trip</).map { String($0.1) }
    #expect(titles.count == 6 && titles.allSatisfy { $0.contains("al-struck") })
  }
}

@Suite("The elements of pages and pictures")
struct ElementTests {
  @Test("Each time of a page can be read by programs", arguments: ["en_US", "ar_EG", "de_DE"])
  func machineReadable(identifier: String) {
    let renderer = HTMLRenderer(localization: Localization(identifier: identifier))
    let date = ViewSample.date("2026-03-10")
    let contents = ViewContents(ViewSample.occurrences)
    let now = ZonedDateTime(date.at(.midnight), in: ViewSample.madrid).instant.adding(seconds: 36_000)
    let lanes = ResourceView(of: date, showing: contents, in: ViewSample.madrid, now: now)
    for source in [
      renderer.document(WeekView(of: date, showing: contents, in: ViewSample.madrid, now: now)),
      renderer.document(lanes), renderer.document(lanes, style: .timeline),
    ] {
      #expect(!source.contains("<time>") && !source.contains("<time style"))
    }
  }

  @Test("Items in lists that open, and the single item of a row, have an identity")
  func identity() throws {
    let page = HTMLRenderer().fragment(EmbeddingTests.month())
    let list = try #require(page.firstMatch(of: /<\/details><ul.*?<\/ul>/)).0
    #expect(
      list.matches(of: /<li style="[^"]*" class="al-item al-event[^"]*" data-uid="Lecture \d+" data-start=/)
        .count == 4)
    let view = WeekView(
      of: ViewSample.date("2026-04-02"), showing: ViewContents(ViewSample.occurrences), in: ViewSample.madrid)
    for source in [
      HTMLRenderer().document(view, style: .rows), SVGRenderer().document(view, style: .rows),
    ] {
      #expect(source.contains(#"data-uid="Reunió" data-start="2026-04-02T10:00:00+02:00"#))
    }
  }

  /// The contents of an image are hidden from screen readers, and links within them.
  @Test("A picture with links is not a single image")
  func role() {
    var decoration = Decoration()
    decoration.link = { _ in "/" }
    #expect(SVGRenderer().document(EmbeddingTests.month(), decoration: decoration).contains(#"role="group""#))
    #expect(SVGRenderer().document(EmbeddingTests.month()).contains(#"role="img""#))
  }

  /// UAX #9: a time in the paragraph of a title would be reordered with it.
  @Test("A time beside a title of the other direction is apart from it")
  func direction() {
    let hebrew = ViewSample.timed("שיעור", "2026-03-10T09:00", minutes: 60)
    let latin = ViewSample.timed("Lecture", "2026-03-10T12:00", minutes: 60)
    let day = DayView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents([hebrew, latin]), in: ViewSample.madrid)
    for page in [HTMLRenderer().document(day), HTMLRenderer(localization: .hebrew).document(day)] {
      for (title, time) in [("שיעור", "09:00"), ("Lecture", "12:00")] {
        #expect(
          page.contains(
            #"<div class="al-text"><bdi class="al-title">\#(title)</bdi> <span class="al-time"><span>\#(time)<"#
          ))
      }
    }
  }
}

@Suite("Texts of pictures on several lines")
struct WrappedTextTests {
  private static func texts(_ source: String) -> [String] {
    source.matches(of: /<text [^>]*>([^<]*)<\/text>/).map { String($0.1) }
  }

  private static func week(_ item: Occurrence, width: Int = 1000) -> [String] {
    texts(
      SVGRenderer(width: width).document(
        WeekView(
          of: ViewSample.date("2026-03-10"), showing: ViewContents([item]), in: ViewSample.madrid)))
  }

  @Test(
    "break between characters of scripts without spaces",
    arguments: ["定例会議:来期の計画について話し合う会議です。", "重要な連絡、明日の予定について（会議室）へ集合"])
  func breaks(title: String) throws {
    let texts = Self.week(ViewSample.timed(title, "2026-03-10T09:00", minutes: 360))
    let lines = texts.drop { !title.hasPrefix($0) }.prefix { title.contains($0) }
    #expect(lines.count > 1 && lines.joined() == title, "\(lines)")
    #expect(lines.allSatisfy { !"、。:）".contains($0.prefix(1)) && !$0.hasSuffix("（") })
  }

  @Test("have no line for a title that is missing")
  func untitled() {
    let source = SVGRenderer().document(
      DayView(
        of: ViewSample.date("2026-03-10"),
        showing: ViewContents([ViewSample.timed("", "2026-03-10T09:00", minutes: 120, uid: "a")]),
        in: ViewSample.madrid))
    // The first line of a box is 14 pixels below its top, of which one is a gap.
    let box = source.firstMatch(
      of: /data-uid="a"[^>]*>.*?<rect [^>]*y="([0-9.]+)".*?<text [^>]*y="([0-9.]+)"/)
    let (top, y) = (box.flatMap { Double($0.1) } ?? 0, box.flatMap { Double($0.2) } ?? 0)
    #expect(y > top && y < top + 15)
  }

  @Test("have the lines of a title in one size")
  func sizes() {
    let item = ViewSample.timed("A long title of an item with words", "2026-03-10T09:00", minutes: 360)
    let source = SVGRenderer(width: 700).document(
      WeekView(of: ViewSample.date("2026-03-10"), showing: ViewContents([item]), in: ViewSample.madrid))
    let sizes = source.matches(of: /font-size="(\d+)"[^>]*>(A long|title of|an item|with words)/).map { $0.1 }
    #expect(sizes.count > 1 && Set(sizes) == ["12"])
  }

  @Test("are those of a list, which loses nothing where it is narrow")
  func list() {
    let item = ViewSample.timed("Conference in Barcelona", "2026-03-10T22:00", minutes: 600) {
      $0.location = "Palau de Congressos"
    }
    let view = MonthView(of: ViewSample.march, showing: ViewContents([item]), in: ViewSample.madrid)
    let texts = Self.texts(SVGRenderer(width: 320).document(view)).joined(separator: " ")
    #expect(texts.contains("continued") && !texts.contains("…"))
    #expect(texts.matches(of: /Palau de Congressos/).count == 2)
  }

  @Test("A line through a cancelled bar leaves out the sign that it continues")
  func struck() {
    let item = ViewSample.timed("Trip", "2026-03-13T18:00", minutes: 5 * 1440) { $0.status = .cancelled }
    let view = MonthView(of: ViewSample.march, showing: ViewContents([item]), in: ViewSample.madrid)
    let source = SVGRenderer().document(view)
    let signs = source.matches(of: /<text ([^>]*)>(‹[^<]*)</)
    #expect(signs.count == 1 && signs.allSatisfy { $0.2 == "‹" && !$0.1.contains("line-through") })
    #expect(source.matches(of: /line-through"[^>]*>[^<]*Trip</).count == 2)
  }
}
