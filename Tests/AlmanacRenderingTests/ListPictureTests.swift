import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Lists as pictures and pages")
struct ListPictureTests {
  static let american = Localization(identifier: "en_US")

  static func list(
    _ items: [Occurrence], by grouping: ListView.Grouping = .month, from first: String = "2026-03-01",
    to last: String = "2026-03-31", today: String? = nil
  ) -> ListView {
    ListView(
      of: ViewSample.date(first)...ViewSample.date(last), showing: ViewContents(items), in: ViewSample.madrid,
      by: grouping, today: today.map(ViewSample.date))
  }

  static func texts(_ source: String) -> [String] {
    source.matches(of: /<text [^>]*>([^<]*)<\/text>/).map { String($0.1) }
  }

  static let lunch = ViewSample.timed("Lunch meeting", "2026-03-18T11:00", minutes: 60)
  static let night = ViewSample.timed("Night shift", "2026-03-11T22:00", minutes: 480)
  static let holiday = ViewSample.allDay("Holiday", "2026-03-02", "2026-03-05")

  @Test("have items of another list before their own, and the number of those that come later")
  func preceded() throws {
    let rent = Self.list([ViewSample.timed("Pay rent", "2025-12-30T12:00", minutes: 0)], from: "2025-12-01")
    var view = Self.list([Self.lunch], by: .day).preceded(by: rent, under: "Overdue")
    view.laterCount = 8
    #expect(view.items.map(\.item.summary) == ["Pay rent", "Lunch meeting"])
    for source in [SVGRenderer().document(view), HTMLRenderer().document(view)] {
      let places = try [">Overdue<", ">Pay rent<", ">Lunch meeting<", ">+8 more<"].map {
        try #require(source.firstRange(of: $0)).lowerBound
      }
      #expect(places == places.sorted())
      // The year is not that of the list.
      #expect(source.contains("Tue 30 Dec 2025 · 12:00"))
    }
    let lines = TextRenderer().lines(view).map(\.plain)
    #expect(lines.first == "Overdue" && lines.last == "+8 more")
    #expect(view.grouped { _ in "All" }.laterCount == 8)
    #expect(Self.list([Self.lunch]).preceded(by: Self.list([]), under: "Overdue") == Self.list([Self.lunch]))
    var empty = Self.list([])
    empty.laterCount = 1
    #expect(TextRenderer().lines(empty).map(\.plain).last == "+1 more")
    let labels = SVGRenderer().document(empty).matches(of: /<text [^>]*y="([0-9.]+)"[^>]*>[^<]*</)
      .compactMap { Double($0.1) }
    #expect(labels.count == 3 && zip(labels, labels.dropFirst()).allSatisfy { $1 - $0 >= 15 })
  }

  @Test("have the dot of an item first, then its day and time, then its title")
  func order() throws {
    for grouping in ListView.Grouping.allCases {
      let page = HTMLRenderer().document(Self.list([Self.lunch], by: grouping))
      let places = try [#"class="al-dot"#, "11:00–12:00", "Lunch meeting</bdi>"].map {
        try #require(page.firstRange(of: $0)).lowerBound
      }
      #expect(places == places.sorted())
      #expect(
        page.contains(#"<time datetime="2026-03-18">Wed 18 Mar · 11:00–12:00</time>"#) == (grouping != .day))
    }
  }

  @Test("have the times of items of several days", arguments: [ListView.Grouping.week, .month, .category])
  func overnight(grouping: ListView.Grouping) {
    let view = Self.list([Self.holiday, Self.night], by: grouping)
    for source in [SVGRenderer().document(view), HTMLRenderer().document(view)] {
      #expect(
        source.contains("Wed 11 Mar 22:00 – Thu 12 Mar 06:00") && source.contains("Mon 2 Mar – Wed 4 Mar"))
    }
    let lines = TextRenderer().lines(view).map(\.plain)
    #expect(lines.contains { $0.contains(/Wed 11 Mar – Thu 12 Mar +22:00 → 06:00 ● Night shift/) })
    #expect(lines.contains { $0.contains(/Mon  2 Mar – Wed  4 Mar +● Holiday/) })
  }

  @Test("have no year in a section of a month, and the year of another one beside those of several years")
  func years() {
    func source(_ grouping: ListView.Grouping) -> String {
      HTMLRenderer().document(Self.list([Self.lunch], by: grouping, to: "2027-01-06"))
    }
    #expect(source(.month).contains(">Wed 18 Mar · 11") && source(.week).contains(">Wed 18 Mar · 11"))
    #expect(source(.category).contains(">Wed 18 Mar 2026 · 11"))
  }

  @Test("have whole times in a narrow picture where the titles are short")
  func shortTitles() {
    let evening = ViewSample.timed("Duty", "2026-03-18T20:00", minutes: 240)
    let tour = ViewSample.timed("Tour", "2026-03-16T18:00", minutes: 23 * 60)
    let texts = Self.texts(SVGRenderer(width: 360).document(Self.list([evening, tour])))
    #expect(texts.contains("Wed 18 Mar · 20:00–00:00"), "\(texts)")
    #expect(texts.contains("Mon 16 Mar 18:00 – Tue 17 Mar 17:00"), "\(texts)")
  }

  @Test(
    "have shorter times where they are narrow, none of which is cut",
    arguments: [280, 320, 400, 560, 1000], ["en_US", "es_ES", "de_DE", "ar_EG", "ca_ES"])
  func narrow(width: Int, identifier: String) {
    let localization = Localization(identifier: identifier)
    let renderer = SVGRenderer(localization: localization, width: width)
    let late = ViewSample.timed("Dinner", "2026-03-23T18:30", minutes: 150)
    for grouping in ListView.Grouping.allCases {
      let view = Self.list([Self.lunch, Self.night, Self.holiday, late], by: grouping)
      let texts = Self.texts(renderer.document(view))
      #expect(!texts.contains { $0.contains("…") }, "\(texts)")
      #expect(texts.count { $0.contains(localization.number(11)) } > 0)
    }
    let month = MonthView(
      of: ViewSample.march, showing: ViewContents([Self.lunch, late]), in: ViewSample.madrid)
    #expect(width >= 560 || !Self.texts(renderer.document(month)).contains { $0.contains("…") })
  }

  /// UAX #9: without isolates an Arabic title, a Latin name at its end and the place beside it are one run of text.
  @Test("isolate titles, places and remarks from each other")
  func directions() throws {
    let item = ViewSample.timed("اجتماع (عاجل) مع John", "2026-03-18T11:00", minutes: 60) {
      $0.location = "Room 5"
      $0.status = .tentative
    }
    let line = "&#x2067;?\u{A0}اجتماع (عاجل) مع John&#x2069; · Room 5 · tentative"
    #expect(Self.texts(SVGRenderer().document(Self.list([item]))).contains(line))
    let hebrew = Self.texts(SVGRenderer(localization: .hebrew).document(Self.list([item]))).joined()
    #expect(hebrew.contains(#/&#x2067;\?\u{A0}اجتماع[^&]*&#x2069; · &#x2066;Room 5&#x2069; · /#))
    // On several lines each part of the title is isolated.
    let long = ViewSample.timed(
      "اجتماع عاجل في القاعة الكبيرة من أجل المراجعة مع John", "2026-03-18T11:00", minutes: 60)
    let narrow = Self.texts(SVGRenderer(width: 320).document(Self.list([long]))).filter { $0.contains("&#x") }
    #expect(narrow.count > 1 && narrow.allSatisfy { $0.contains("&#x2069;") })
    // Nothing is lost on the way to lines.
    let mixed = sampleTexts(60).map { title in
      ViewSample.timed(title, "2026-03-18T11:00", minutes: 60, uid: title) { $0.location = " Sala  1 " }
    }
    let places = Self.texts(SVGRenderer(width: 2000).document(Self.list(mixed))).count { $0.contains("Sala") }
    #expect(places == mixed.count)
    let rows = ReadabilityTests.week([item], day: "2026-03-18")
    #expect(
      Self.texts(SVGRenderer().document(rows, style: .rows)).contains {
        $0.hasPrefix("&#x2067;اجتماع") && $0.contains("&#x2069; · 11:00–12:00 · Room 5 · tentative")
      })
  }

  @Test("say which day is today")
  func today() {
    let view = Self.list([Self.lunch], by: .day, today: "2026-03-18")
    #expect(Self.texts(SVGRenderer().document(view)).contains("Wednesday, 18 March 2026 · today"))
    #expect(HTMLRenderer().document(view).contains(">Wednesday, 18 March 2026 · today</h2>"))
  }
}

@Suite("Bars of items with times")
struct TimedBarTests {
  /// From Monday to Thursday.
  private static let trip = ViewSample.timed("Long trip", "2026-03-16T18:00", minutes: 64 * 60)

  private static func day(_ date: String) -> DayView {
    DayView(of: ViewSample.date(date), showing: ViewContents([trip]), in: ViewSample.madrid)
  }

  @Test("have their end on the last day, and their start on the first")
  func ends() {
    func line(_ date: String) -> String {
      TextRenderer().lines(Self.day(date)).map(\.plain).first { $0.contains("Long trip") } ?? ""
    }
    #expect(line("2026-03-16").contains("18:00 → ● Long trip (1/4)"))
    #expect(line("2026-03-17").contains(/^ +● Long trip \(2\/4\)/))
    #expect(line("2026-03-19").contains("→ 10:00 ● Long trip (4/4)"))
    for (date, hasEnd) in [("2026-03-16", false), ("2026-03-18", false), ("2026-03-19", true)] {
      #expect(HTMLRenderer().document(Self.day(date)).contains(">→ 10:00<") == hasEnd)
      #expect(SVGRenderer().document(Self.day(date)).contains(">→ 10:00<") == hasEnd)
    }
    let week = ReadabilityTests.week([Self.trip], day: "2026-03-18")
    #expect(HTMLRenderer().document(week).matches(of: />18:00<.*?Long trip.*?>→ 10:00</).count == 1)
    #expect(SVGRenderer().document(week).contains(">→ 10:00<"))
    let text = TextRenderer(width: 120).lines(week, style: .hours).map(\.plain)
    #expect(text.contains { $0.contains(/\[18:00 Long trip ─+ → 10:00\]/) })
    let title = "Long trip · 16 March 18:00 – 19 March 10:00"
    #expect(SVGRenderer().document(week).contains("<title>\(title)</title>"))
  }
}
