import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("What pictures say is true and can be read")
struct ReadabilityTests {
  private static let me: Set<String> = ["mailto:Me@example.org"]

  static func week(
    _ items: [Occurrence], now: String? = nil, day: String = "2026-03-29", me: Set<String> = []
  )
    -> WeekView
  {
    var options = ViewOptions()
    options.me = me
    return WeekView(
      of: ViewSample.date(day), showing: ViewContents(items), in: ViewSample.madrid,
      today: ViewSample.date(day),
      now: now.map { ZonedDateTime(try! CivilDateTime($0), in: ViewSample.madrid).instant }, options: options)
  }

  @Test("The present and skipped hours are below the boxes of items")
  func order() throws {
    let view = Self.week(
      [ViewSample.timed("Night", "2026-03-28T22:00", minutes: 420)], now: "2026-03-29T04:30")
    let svg = SVGRenderer().document(view)
    let html = HTMLRenderer().document(view)
    let (now, box) = (
      try #require(svg.firstRange(of: "al-now")),
      try #require(svg.range(of: "Night", from: svg.firstRange(of: "al-now")))
    )
    #expect(now.lowerBound < box.lowerBound)
    let gap = try #require(html.firstRange(of: "al-gap\""))
    let last = try #require(html.ranges(of: ">Night</bdi>").last)
    #expect(gap.lowerBound < last.lowerBound)
    #expect(try #require(html.firstRange(of: "class=\"al-now\"")).lowerBound < last.lowerBound)
  }

  @Test("A continued item has the time of its end, never that of its start", arguments: [600, 800, 1000])
  func continued(width: Int) {
    let items = (0..<3).map { ViewSample.timed("Night \($0)", "2026-03-24T22:00", minutes: 420 + $0) }
    let svg = SVGRenderer(width: width).document(Self.week(items, day: "2026-03-25"))
    let texts = svg.matches(of: />([^<]*)<\/text>/).map { String($0.1) }
    // The hour of the axis, and the start on the first day.
    let starts = texts.count { $0.contains("22:00") } - 1
    let boxes = texts.count { $0.hasPrefix("Night") || $0.hasPrefix("Nig") }
    #expect(starts <= (boxes + 1) / 2)
    #expect(!texts.contains { $0.contains("→ 22:00") })
  }

  @Test(
    "Items without a confirmation are dashed and have a question mark; declined ones are hidden unless asked for"
  )
  func answers() {
    func invitation(_ title: String, _ status: Attendee.Status?) -> Occurrence {
      ViewSample.timed(title, "2026-03-25T10:00", minutes: 60) {
        $0.attendees = [Attendee("mailto:me@EXAMPLE.org", status: status)]
      }
    }
    let items = [
      invitation("Asked", nil), invitation("Open", .needsAction), invitation("Maybe", .tentative),
      invitation("Yes", .accepted), invitation("No", .declined),
      ViewSample.timed("Draft", "2026-03-25T12:00", minutes: 60) { $0.status = .tentative },
    ]
    let view = Self.week(items, day: "2026-03-25", me: Self.me)
    #expect(Set(view.items.filter(\.isTentative).map(\.item.summary)) == ["Asked", "Open", "Maybe", "Draft"])
    #expect(!view.items.contains { $0.item.summary == "No" })
    #expect(view.days[2].count == 5)
    var options = view.options
    options.showsDeclinedEvents = true
    let all = WeekView(
      of: ViewSample.date("2026-03-25"), showing: ViewContents(items), in: ViewSample.madrid, options: options
    )
    #expect(all.items.filter(\.isDeclined).map(\.item.summary) == ["No"] && all.days[2].count == 5)
    // Nobody in particular looks at it.
    #expect(Self.week(items, day: "2026-03-25").items.filter(\.isTentative).count == 1)
    let draft = Self.week([items[5]], day: "2026-03-25")
    #expect(SVGRenderer().document(draft).contains("stroke-dasharray"))
    #expect(HTMLRenderer().document(draft).contains("al-tentative"))
    for source in [SVGRenderer().document(draft), HTMLRenderer().document(draft)] {
      #expect(source.contains("?\u{A0}Draft"))
    }
  }

  @Test("Items after each other are not side by side, however short, down to half of the least height")
  func quarters() {
    let quarters = (0..<8).map { number in
      ViewSample.timed(
        "Visit \(number)", "2026-03-25T\(number < 4 ? "09" : "10"):\(["00", "15", "30", "45"][number % 4])",
        minutes: 15
      )
    }
    let column = Self.week(quarters.map { $0 }, day: "2026-03-25").columns[2]
    #expect(column.boxes.count == 8 && column.boxes.allSatisfy { $0.columnCount == 1 })
    #expect(column.boxes.allSatisfy { $0.drawn == $0.time })
    let single = Self.week([quarters[0]], day: "2026-03-25").columns[2]
    #expect(single.boxes.first?.drawn.count == 1800)
    for (number, box) in column.boxes.enumerated() {
      #expect(
        SVGRenderer().document(Self.week(quarters, day: "2026-03-25")).contains(
          ">Visit \(number) \(box.item.localStart.time.clock)<"))
    }
  }

  @Test("The time of a short item wins over the tail of its title")
  func longTitles() {
    let visits = (0..<4).map { number in
      ViewSample.timed(
        "Patient \(number) with a very long name", "2026-03-25T09:\(["00", "15", "30", "45"][number])",
        minutes: 15)
    }
    let texts = ListPictureTests.texts(SVGRenderer().document(Self.week(visits, day: "2026-03-25")))
    for clock in ["09:00", "09:15", "09:30", "09:45"] {
      #expect(texts.contains { $0.hasPrefix("Patient") && $0.hasSuffix("… \(clock)") })
    }
  }

  @Test("The names of several clocks have a line of their own below other labels")
  func clocks() throws {
    var options = ViewOptions()
    options.hours.zones = [try Zone("America/New_York")]
    let item = ViewSample.allDay("Holiday", "2026-03-25", "2026-03-26")
    let view = WeekView(
      of: ViewSample.date("2026-03-25"), showing: ViewContents([item]), in: ViewSample.madrid,
      options: options)
    for localization in [Localization.english, .german, Localization(identifier: "ar")] {
      let source = SVGRenderer(localization: localization).document(view)
      let places = source.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)" font-size="(?:10|11)"[^>]*>([^<]*)</)
        .map { (x: Double($0.1) ?? 0, y: Double($0.2) ?? 0, text: String($0.3)) }
      let names = places.filter { ["CET", "EDT"].contains($0.text) }
      #expect(names.count == 2)
      for name in names {
        #expect(!places.contains { $0.text != "CET" && $0.text != "EDT" && abs($0.y - name.y) < 10.5 })
      }
    }
  }

  @Test("A day of a week with items of whole days alone has a heading where days are below each other")
  func wholeDays() throws {
    let items = [
      ViewSample.allDay("Holiday", "2026-03-25", "2026-03-26"),
      ViewSample.timed("Trip", "2026-03-26T18:00", minutes: 40 * 60),
    ]
    let page = HTMLRenderer().document(Self.week(items, day: "2026-03-25"))
    #expect(page.contains(#"data-label="Wednesday, 25 March · today""#))
    #expect(page.matches(of: /data-label="[^"]+"/).count == 4)
    let lists = page.matches(of: /<ul class="al-whole">(.*?)<\/ul>/).map { String($0.1) }
    #expect(lists.map { $0.contains("Holiday") } == [true, false, false, false])
    #expect(lists.count == 4 && lists[1].contains(">18:00 →<") && lists[3].contains(">→ 10:00 · continued<"))
  }

  @Test(
    "The ground of a page is that of the window, also below its contents",
    arguments: HTMLRenderer.Theme.allCases)
  func wholeWindow(theme: HTMLRenderer.Theme) throws {
    var renderer = HTMLRenderer()
    renderer.theme = theme
    let page = renderer.document(EmbeddingTests.month())
    let root = try #require(page.firstMatch(of: /<html [^>]*class="([^"]*)"/)).1
    #expect(root == ["auto": "al", "light": "al al-light", "dark": "al al-dark"][theme.rawValue] ?? "")
    #expect(page.contains(#"<body class="al-page">"#))
  }

  @Test("A bar of several days has the time at which it begins, once")
  func bars() {
    let item = ViewSample.timed("Train", "2026-03-20T18:30", minutes: 60 * 80)
    let view = MonthView(of: ViewSample.march, showing: ViewContents([item]), in: ViewSample.madrid)
    #expect(SVGRenderer().document(view).matches(of: />18:30 Train</).count == 1)
    #expect(HTMLRenderer().document(view).matches(of: />18:30<\/span><bdi class="al-title">Train/).count == 1)
    let text = TextRenderer(width: 140).lines(view, style: .boxed).map(\.plain).joined()
    #expect(text.matches(of: /18:30 Train/).count == 1)
  }

  /// UAX #9: without an isolate a number at the beginning of a Latin title is at the left of it in Hebrew text.
  @Test("A title of the other direction is isolated, with its ellipsis")
  func directions() {
    let title = "30 days of yoga in the park near the river"
    let item = ViewSample.timed(title, "2026-03-25T10:00", minutes: 60)
    let right = SVGRenderer(localization: .hebrew)
    let view = MonthView(of: ViewSample.march, showing: ViewContents([item]), in: ViewSample.madrid)
    #expect(right.document(view).contains(/>10:00 &#x2066;30 da[a-z ]*…&#x2069;</))
    let renderer = SVGRenderer()
    let hebrew = ViewSample.timed("30 ימים של יוגה בפארק ליד הנהר הגדול", "2026-03-25T10:00", minutes: 60)
    let other = MonthView(of: ViewSample.march, showing: ViewContents([hebrew]), in: ViewSample.madrid)
    #expect(renderer.document(other).contains(/10:00 &#x2067;30 י[^<]*…&#x2069;</))
    #expect(!renderer.document(view).contains("&#x20"))
  }

  /// UAX #9: digits after Arabic letters are in their run, in which a range reads backwards.
  @Test("The time after a title of the other direction is in the direction of the picture")
  func timesBesideTitles() {
    let items = [
      ViewSample.timed("علاج", "2026-03-25T15:00", minutes: 15),
      ViewSample.timed("lunch פגישה", "2026-03-25T12:00", minutes: 30),
    ]
    let source = SVGRenderer().document(
      DayView(of: ViewSample.date("2026-03-25"), showing: ViewContents(items), in: ViewSample.madrid))
    #expect(source.contains(">&#x2067;علاج&#x2069; 15:00–15:15<"))
    #expect(source.contains(">&#x2066;lunch פגישה&#x2069; 12:00–12:30<"))
  }

  @Test("The sign of a title and its first word are on one line")
  func signs() {
    let items = (0..<2).map { number in
      ViewSample.timed("Entrenamiento \(number)", "2026-03-25T10:00", minutes: 120) { $0.status = .tentative }
    }
    let view = Self.week(items, day: "2026-03-25")
    #expect(HTMLRenderer().document(view).contains(">?\u{A0}Entrenamiento 0</bdi>"))
    let texts = ListPictureTests.texts(SVGRenderer(width: 700).document(view))
    #expect(texts.contains { $0.hasPrefix("?\u{A0}E") } && !texts.contains("?"), "\(texts)")
  }

  @Test("An item without a title has a phrase in its place", arguments: ["", " "])
  func untitled(title: String) {
    let items = [
      ViewSample.allDay(title, "2026-03-25", "2026-03-26"),
      ViewSample.timed(title, "2026-03-25T10:00", minutes: 60, uid: "a"),
    ]
    let month = MonthView(of: ViewSample.march, showing: ViewContents(items), in: ViewSample.madrid)
    let (week, list) = (Self.week(items, day: "2026-03-25"), ListPictureTests.list(items))
    let (text, svg, html) = (TextRenderer(width: 200), SVGRenderer(), HTMLRenderer())
    for source in [
      text.lines(week, style: .hours).map(\.plain).joined(),
      text.lines(month, style: .boxed).map(\.plain).joined(),
      text.lines(list).map(\.plain).joined(), svg.document(week), svg.document(month), svg.document(list),
      html.document(week), html.document(month), html.document(list),
    ] {
      #expect(source.matches(of: /\(no title\)/).count >= 2)
    }
    let languages = ["en", "ca", "es", "it", "fr", "de", "pt"].map {
      ViewPhrases(Localization(identifier: $0)).untitled
    }
    #expect(Set(languages).count == 7)
  }

  @Test("Weeks, clocks and dates are those of the region")
  func regions() {
    let american = Localization(identifier: "en_US")
    let item = ViewSample.timed("Lunch", "2026-03-17T13:00", minutes: 90)
    let view = WeekView(
      of: ViewSample.date("2026-03-17"), showing: ViewContents([item]), in: ViewSample.madrid,
      options: ViewOptions(american))
    #expect(view.days.first?.date == ViewSample.date("2026-03-15"))
    for source in [
      SVGRenderer(localization: american).document(view), HTMLRenderer(localization: american).document(view),
    ] {
      #expect(
        source.contains("March 15–21, 2026") && source.contains("1:00–2:30 PM") && source.contains(">11 PM<"))
      #expect(!source.contains("13:00<"))
    }
    let text = TextRenderer(localization: american, width: 120).lines(view, style: .hours).map(\.plain)
    #expect(text.contains { $0.hasPrefix("12 PM") } && Set(text.dropFirst().map(\.count)).count == 1)
  }
}

extension String {
  fileprivate func range(of text: String, from start: Range<String.Index>?) -> Range<String.Index>? {
    guard let start else { return nil }
    return self[start.upperBound...].firstRange(of: text)
  }
}
