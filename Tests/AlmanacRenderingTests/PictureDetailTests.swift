import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Details of pictures")
struct PictureDetailTests {
  private static func texts(_ source: String) -> [String] { ListPictureTests.texts(source) }

  private static func week(_ title: String, _ count: Int = 1, width: Int = 1000) -> WeekView {
    WeekView(
      of: ViewSample.date("2026-03-10"),
      showing: ViewContents(
        (0..<count).map { ViewSample.timed(title, "2026-03-10T09:00", minutes: 180, uid: "\($0)") }),
      in: ViewSample.madrid)
  }

  @Test("A word is broken only where no size has room for it, and never between joined letters")
  func words() {
    for title in ["Pilates", "Pilates class", "العلاج الطبيعي", "الاجتماع"] {
      let texts = Self.texts(SVGRenderer(width: 900).document(Self.week(title, 2)))
      let words = title.split(separator: " ").map(String.init)
      let parts = texts.filter { text in
        words.contains { $0.hasPrefix(text) || text.hasPrefix($0) } && !text.contains(":")
      }
      for part in parts.flatMap({ $0.split(separator: " ") }) {
        #expect(words.contains(String(part)) || part.hasSuffix("…"), "\(parts)")
      }
    }
  }

  @Test("A word that has room in a smaller size is whole beside one that has none")
  func sizes() {
    let view = Self.week("Pilates individualizado", 2)
    let texts = Self.texts(SVGRenderer(width: 900).document(view))
    #expect(texts.contains("Pilates") && !texts.contains("Pilate"), "\(texts)")
  }

  @Test("A title has as many letters and signs before it is cut as beside another script")
  func letters() throws {
    let scalars = [0xB7] + Array(0xC0...0x17F) + Array(0x2010...0x2026) + [0x2039, 0x203A]
    for letter in try scalars.map({ String(try #require(Unicode.Scalar($0))) }) {
      func cut(_ end: String) throws -> Int {
        let title = String(repeating: "a" + letter, count: 60) + end
        let item = ViewSample.allDay(title, "2026-03-10", "2026-03-10")
        let view = MonthView(of: ViewSample.march, showing: ViewContents([item]), in: ViewSample.madrid)
        return try #require(Self.texts(SVGRenderer().document(view)).first { $0.hasPrefix("a") }).count
      }
      #expect(try cut("") == cut("語"), "\(letter)")
    }
  }

  @Test("A title of pictures that a font may not join is cut before the next day")
  func joined() {
    let family = "👨‍👩‍👧‍👦"
    let item = ViewSample.timed(
      String(repeating: family, count: 6), "2026-03-10T09:00", minutes: 60)
    let view = MonthView(of: ViewSample.march, showing: ViewContents([item]), in: ViewSample.madrid)
    let text =
      Self.texts(SVGRenderer(width: 700).document(view)).first { $0.contains("👨") || $0.contains("…") } ?? ""
    // The day is 90 pixels wide, and each person a square of twelve.
    #expect(text.unicodeScalars.count { $0.properties.isEmoji && $0.value > 0x1F000 } <= 7, "\(text)")
  }

  @Test("A list has the whole times of each item that has room, whatever is beside it")
  func ownForms() {
    let late = ListPictureTests.list(
      [ViewSample.timed("Pay rent", "2025-12-30T12:00", minutes: 0)], from: "2025-12-01")
    let view = ListPictureTests.list([ListPictureTests.lunch], by: .day).preceded(by: late, under: "Overdue")
    #expect(Self.texts(SVGRenderer(width: 360).document(view)).contains("11:00–12:00"))
  }

  @Test("To-dos without a date have the sign of a to-do, as in text")
  func undated() throws {
    let contents = ViewContents([], undated: [(.todo(Todo("Buy milk", uid: "milk")), 0)])
    let view = ListView(
      of: ViewSample.march.firstDay...ViewSample.march.lastDay, showing: contents, in: ViewSample.madrid,
      includesUndated: true)
    #expect(Self.texts(SVGRenderer().document(view)).contains("☐ Buy milk"))
    #expect(HTMLRenderer().document(view).contains(">☐ Buy milk<"))
  }

  @Test("The line through a cancelled item of a list ends with its title")
  func struck() {
    let item = ViewSample.timed("Yoga", "2026-03-18T11:00", minutes: 60) {
      $0.status = .cancelled
      $0.location = "Hall"
    }
    let source = SVGRenderer().document(ListPictureTests.list([item]))
    #expect(
      source.contains(#/<tspan text-decoration="line-through">✗\u{A0}Yoga<\/tspan> · Hall · cancelled</#))
    #expect(!source.contains(#/<text [^>]*text-decoration/#))
  }

  @Test("The line through a cancelled title ends before its time")
  func struckBox() {
    let item = ViewSample.timed("Yoga", "2026-03-18T11:00", minutes: 15) { $0.status = .cancelled }
    let day = DayView(
      of: ViewSample.date("2026-03-18"), showing: ViewContents([item]), in: ViewSample.madrid)
    let month = MonthView(of: ViewSample.march, showing: ViewContents([item]), in: ViewSample.madrid)
    let struck = "<tspan text-decoration=\"line-through\">✗\u{A0}Yoga</tspan>"
    #expect(SVGRenderer().document(day).contains(">\(struck) 11:00–11:15<"))
    #expect(SVGRenderer().document(month).contains(">11:00 \(struck)<"))
  }

  @Test("A word of a box that is longer than a line is cut, not broken")
  func longWords() {
    for title in ["Kapitulationsurkunde", "networks introduction"] {
      let texts = Self.texts(SVGRenderer(width: 700).document(Self.week(title, 2)))
      let words = title.split(separator: " ")
      for text in texts where words.contains(where: { $0.hasPrefix(text.prefix(3)) }) {
        #expect(words.contains { $0 == text } || text.hasSuffix("…"), "\(texts)")
      }
    }
  }

  @Test("A day of a week as rows names its items where they have room, and in a tooltip")
  func rows() {
    let items = (10..<15).map { ViewSample.timed("Item \($0)", "2026-03-10T\($0):00", minutes: 60) }
    let view = WeekView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid)
    let (svg, html) = (
      SVGRenderer().document(view, style: .rows), HTMLRenderer().document(view, style: .rows)
    )
    #expect(svg.contains(">10:00 Item 10 · 11:00 Item 11") && svg.contains("<title>Item 10 · 10:00–11:00; "))
    for number in 10..<15 {
      #expect(svg.contains("Item \(number) · ") && html.contains(">\(number):00 Item \(number)</bdi>"))
    }
    var localization = Localization.english
    localization.digits = "٠١٢٣٤٥٦٧٨٩"
    for source in [
      SVGRenderer(localization: localization).document(view, style: .rows),
      HTMLRenderer(localization: localization).document(view, style: .rows),
      TextRenderer(localization: localization).lines(view).map(\.plain).joined(),
    ] {
      #expect(source.contains("(٥)") && !source.contains("(5)"))
    }
  }

  @Test("Each item of a day is named in a picture, however many there are", arguments: [300, 360, 800])
  func names(width: Int) {
    let items = (10..<52).map { ViewSample.timed("Item \($0)", "2026-03-10T09:00", minutes: 60) }
    let month = MonthView(of: ViewSample.march, showing: ViewContents(items), in: ViewSample.madrid)
    let week = WeekView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid)
    for source in [SVGRenderer(width: width).document(month), SVGRenderer(width: width).document(week)] {
      let shown = source.replacing(/<desc>.*?<\/desc>/, with: "")
      for item in items { #expect(shown.contains(item.item.summary)) }
    }
    let names = HTMLRenderer().document(week).matches(of: /<span class="al-names"[^>]*>(.*?)<\/span>/)
    #expect(names.contains { $0.1.matches(of: /<bdi>/).count == 40 })
  }

  @Test("The weekday of a heading is before the number of the day, as on a page, and apart from it")
  func heading() throws {
    let source = SVGRenderer().document(Self.week("Class", 2))
    for (name, number) in [("Tue", "10"), ("Fri", "13")] {
      func place(_ text: String) throws -> Double {
        let found = source.matches(of: /x="([0-9.]+)"[^>]*font-size="13[.0]*"[^>]*>([^<]+)</)
          .first { $0.2 == text }
        return Double(try #require(found).1) ?? 0
      }
      // The number is centred in 26 pixels, with a ring of three around them; three letters are 18 to 36 pixels wide.
      #expect((18 + 16...36 + 30).contains(try place(number) - place(name)))
    }
  }

  @Test("A lane of a timeline with a single item of whole days has one row, and signs where it continues")
  func timeline() throws {
    func height(_ items: [Occurrence]) -> Double {
      let view = ResourceView(
        of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid)
      let source = SVGRenderer().document(view, style: .timeline)
      return source.firstMatch(of: /viewBox="0 0 [0-9.]+ ([0-9.]+)"/).flatMap { Double($0.1) } ?? 0
    }
    let days = ViewSample.allDay("Fair", "2026-03-09", "2026-03-12")
    #expect(height([days]) == height([ViewSample.timed("Class", "2026-03-10T09:00", minutes: 60)]))
    let view = ResourceView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents([days]), in: ViewSample.madrid)
    #expect(Self.texts(SVGRenderer().document(view, style: .timeline)).contains("‹ Fair ›"))
    #expect(
      HTMLRenderer().document(view, style: .timeline).contains(/class="al-item[^"]* al-from al-onward/))
  }

  @Test("The bar of a trip on a page has the time at which it ends, in its last day")
  func ends() {
    let trip = ViewSample.timed("Trip", "2026-03-17T18:30", minutes: 40 * 60 + 30)
    let view = MonthView(of: ViewSample.march, showing: ViewContents([trip]), in: ViewSample.madrid)
    #expect(HTMLRenderer().document(view).matches(of: /<span class="al-end">→ 11:00<\/span>/).count == 1)
  }

  @Test("A day of a month as a list has items of whole days first, then the others by their start")
  func order() throws {
    // The second bar stays in its lane when the first one has ended.
    let items = [
      ViewSample.allDay("Feast", "2026-03-09", "2026-03-11"),
      ViewSample.allDay("Weeks", "2026-03-10", "2026-03-14"),
      ViewSample.timed("Late", "2026-03-11T20:00", minutes: 60),
      ViewSample.timed("Dawn", "2026-03-11T06:00", minutes: 60),
    ]
    let view = MonthView(of: ViewSample.march, showing: ViewContents(items), in: ViewSample.madrid)
    let page = HTMLRenderer().fragment(view)
    let cell = try #require(page.split(separator: "<td ").first { $0.contains("datetime=\"2026-03-11\"") })
    var found = cell.matches(of: /<li style="[^"]*order:(\d+)[^"]*"[^>]* data-uid="([^"]*)"/)
      .map { (order: Int($0.1) ?? -1, title: String($0.2)) }
    found.sort { $0.order < $1.order }
    #expect(found.map(\.title) == ["Weeks", "Dawn", "Late"])
  }
}
