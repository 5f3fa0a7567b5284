import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("The hours of a page, by its width and on paper")
struct HourPageTests {
  private static func day(
    _ items: [Occurrence], hours: Range<Int> = 0..<24, now: String? = nil
  ) -> DayView {
    var options = ViewOptions()
    options.hours.visible = hours
    return DayView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid,
      now: now.map { ZonedDateTime(try! CivilDateTime($0), in: ViewSample.madrid).instant }, options: options)
  }

  private static func week(_ items: [Occurrence]) -> WeekView {
    WeekView(of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid)
  }

  private static func items(_ count: Int) -> [Occurrence] {
    (10..<10 + count).map { ViewSample.timed("Item \($0)", "2026-03-10T09:00", minutes: 60) }
  }

  /// The boxes of items outside the lists that open, each with its classes.
  private static func boxes(_ page: String) -> [(classes: String, uid: String)] {
    page.replacing(/<\/details><ul.*?<\/ul>/, with: "")
      .matches(of: /<li style="[^"]*"[^>]* class="([^"]*)" data-uid="([^"]*)"/).map {
        (String($0.1), String($0.2))
      }
  }

  /// The names in the list below the hours, which is for paper.
  private static func printed(_ page: String) throws -> String {
    String(try #require(page.firstMatch(of: /<tr class="al-printed".*?<\/tr>/)).0)
  }

  @Test("Three items at once have a box each in a wide week, and two of them a common one in a narrow week")
  func three() {
    let page = HTMLRenderer().document(Self.week(Self.items(3)))
    let boxes = Self.boxes(page)
    #expect(Set(boxes.map(\.uid)) == ["Item 10", "Item 11", "Item 12"])
    #expect(boxes.count { $0.classes.contains("al-wide") } == 2)
    #expect(page.matches(of: /class="al-more al-narrow".*?<summary[^>]*>\+2</).count == 1)
    // Of two there is one layout.
    #expect(!HTMLRenderer().document(Self.week(Self.items(2))).contains("al-narrow\""))
  }

  @Test("Of twelve items at once a day has at most eight columns where it is wide, four where it is narrow")
  func day() {
    let page = HTMLRenderer().document(Self.day(Self.items(12)))
    let boxes = Self.boxes(page)
    #expect(boxes.count == 7 && boxes.count { !$0.classes.contains("al-wide") } == 3)
    #expect(page.contains(/class="al-more al-wide".*?<summary[^>]*>\+5 more</))
    #expect(page.contains(/class="al-more al-narrow".*?<summary[^>]*>\+9 more</))
  }

  @Test("A week as lists has each item, in the order of their starts")
  func phone() throws {
    let late = ViewSample.timed("Late", "2026-03-10T09:50", minutes: 30)
    let page = HTMLRenderer().document(Self.week(Self.items(12) + [late]))
    // What a narrow week has only is not in the lists.
    let shown = page.replacing(/<li [^>]*class="al-more al-narrow".*?<\/ul><\/li>/, with: "")
    var places: [String: Int] = [:]
    for match in shown.matches(of: /<li style="[^"]*order:(\d+)[^"]*"[^>]* data-uid="([^"]*)"/) {
      places[String(match.2)] = Int(match.1)
    }
    #expect(places.count == 13 && places["Late"] == 590 && places["Item 21"] == 540)
    #expect(HTMLRenderer.styleSheet.contains(/ol>\.al-more:not\(\.al-narrow\)>ul\{display:contents\}/))
  }

  @Test("Paper has the name of each item that has no box, and those at other hours")
  func names() throws {
    let early = ViewSample.timed("Early run", "2026-03-10T06:00", minutes: 60)
    let renderer = HTMLRenderer()
    let text = try Self.printed(renderer.document(Self.day(Self.items(12) + [early], hours: 8..<20)))
    for name in (13..<22).map({ "Item \($0)" }) + ["06:00–07:00 Early run"] { #expect(text.contains(name)) }
    // Those with a box on wide paper are not repeated there.
    #expect(text.matches(of: /<li class="al-narrow">/).count == 4)
    #expect(!text.contains("Item 12<"))
    let week = try Self.printed(renderer.document(Self.week(Self.items(5))))
    for number in 11..<15 { #expect(week.contains("Item \(number)")) }
    #expect(!renderer.document(Self.week(Self.items(2))).contains("<tr class=\"al-printed\""))
  }

  @Test(
    "Paper has the whole hours with items, at least eight, and the hour in whose place the present is on a screen"
  )
  func hours() throws {
    let items = [
      ViewSample.timed("Visit", "2026-03-10T09:30", minutes: 15),
      ViewSample.timed("Lunch", "2026-03-10T12:00", minutes: 60),
    ]
    let page = HTMLRenderer().document(Self.day(items, now: "2026-03-10T10:10"))
    let style = try #require(page.firstMatch(of: /--al-from:([0-9.]+);--al-used:([0-9.]+)/))
    let (from, used) = (Double(style.1) ?? 0, Double(style.2) ?? 0)
    #expect(from * 24 <= 9 && (from + used) * 24 >= 13 && (8..<11).contains(used * 24 + 0.001))
    let long = HTMLRenderer().document(Self.day(items, hours: 9..<13))
    #expect(long.contains("--al-from:0.0;--al-used:1.0;"))
    #expect(page.contains(#/class="al-clocks al-near"[^>]*><span>10:00</#))
    let empty = HTMLRenderer().document(Self.day([]))
    #expect(empty.contains("--al-from:0.0;--al-used:1.0;--al-lines"))
  }

  @Test("The end of a range can be left out without its start, and a time that is no range is whole")
  func times() {
    let items = [
      ViewSample.timed("Lesson", "2026-03-10T09:00", minutes: 60),
      ViewSample.timed("Night", "2026-03-10T22:00", minutes: 480),
    ]
    let page = HTMLRenderer().document(Self.day(items))
    #expect(page.contains("<span class=\"al-time\"><span>09:00</span><span>–10:00</span></span>"))
    #expect(page.contains("<span class=\"al-time\"><span>22:00 →</span></span>"))
    let american = HTMLRenderer(localization: Localization(identifier: "en_US"))
    let lunch = ViewSample.timed("Lunch", "2026-03-10T11:00", minutes: 60)
    #expect(american.document(Self.day([lunch])).contains("<span>11 AM</span><span>–12 PM</span>"))
  }

  @Test("Clocks of twelve hours have one notation in the boxes of a picture")
  func notation() {
    let american = Localization(identifier: "en_US")
    let items = [
      ViewSample.timed("Lunch", "2026-03-10T12:00", minutes: 60),
      ViewSample.timed("Call", "2026-03-10T08:00", minutes: 0),
      ViewSample.timed("Night", "2026-03-10T22:00", minutes: 480),
    ]
    let svg = ListPictureTests.texts(SVGRenderer(localization: american).document(Self.day(items)))
    #expect(svg.contains("12 PM–1 PM") && svg.contains("Call 8 AM") && svg.contains("10 PM →"), "\(svg)")
    let html = HTMLRenderer(localization: american).document(Self.day(items))
    for part in ["12 PM", "–1 PM", "8 AM", "10 PM →"] { #expect(html.contains("<span>\(part)</span>")) }
  }

  @Test(
    "Of many items of whole days a week and a day have eight lanes, and name the others", arguments: [12, 40])
  func lanes(count: Int) {
    let items = (0..<count).map { ViewSample.allDay("Item \($0)", "2026-03-10", "2026-03-11") }
    let week = Self.week(items + [ViewSample.timed("Class", "2026-03-10T10:00", minutes: 60)])
    for source in [HTMLRenderer().document(week), HTMLRenderer().document(Self.day(items))] {
      #expect(source.matches(of: /<tr class="al-lane">/).count == 9)
      #expect(source.contains(">+\(count - 8) more<"))
      for item in items { #expect(source.contains(">\(item.item.summary)<")) }
    }
    for source in [SVGRenderer().document(week), SVGRenderer().document(Self.day(items))] {
      #expect(
        source.contains(">+\(count - 8) more<") && source.matches(of: #/<g class="al-event /#).count <= 9)
      let shown = source.replacing(/<desc>.*?<\/desc>/, with: "")
      for item in items { #expect(shown.contains(item.item.summary)) }
    }
    let text = TextRenderer(width: 120).lines(week, style: .hours).map(\.plain)
    #expect(text.count { $0.contains("[Item ") } == 8 && text.contains { $0.contains("+\(count - 8) more") })
    var options = ViewOptions()
    options.maximumLanes = 10
    let ten = WeekView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid, options: options
    )
    #expect(HTMLRenderer().document(ten).contains(">+\(count - 10) more<"))
  }

  @Test("A week as lists has a long item where it begins")
  func longItems() throws {
    let items = [
      ViewSample.allDay("Fair", "2026-03-09", "2026-03-12"),
      ViewSample.timed("Hike", "2026-03-10T08:00", minutes: 50 * 60),
      ViewSample.timed("Train", "2026-03-09T22:30", minutes: 9 * 60),
      ViewSample.timed("Tea", "2026-03-10T07:45", minutes: 15),
    ]
    let page = HTMLRenderer().document(Self.week(items))
    let day = try #require(page.split(separator: "data-label=").first { $0.hasPrefix("\"Tuesday") })
    let found = day.matches(of: /<li style="[^"]*order:(-?\d+)[^"]*"[^>]* data-uid="([^"]*)"/)
      .map { (order: Int($0.1) ?? 0, uid: String($0.2)) }
    #expect(found.count == 4)
    let sorted = found.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    #expect(sorted.map(\.element.uid) == ["Fair", "Train", "Tea", "Hike"])
  }

  /// Chromium knows the value with its prefix only.
  @Test("Texts of the other direction are aligned with the page in each browser")
  func alignment() {
    let sheet = HTMLRenderer.styleSheet
    #expect(sheet.contains("text-align:-webkit-match-parent;text-align:match-parent"))
    #expect(
      sheet.ranges(of: "text-align:match-parent").count
        == sheet.ranges(of: "text-align:-webkit-match-parent").count)
  }

  @Test("The hours that clocks skip are seen beside a box over them")
  func gap() {
    let view = WeekView(
      of: ViewSample.date("2026-03-29"),
      showing: ViewContents([ViewSample.timed("Night", "2026-03-29T01:00", minutes: 120)]),
      in: ViewSample.madrid)
    #expect(HTMLRenderer().document(view).contains(#"class="al-gap""#))
    #expect(HTMLRenderer.styleSheet.contains(/\.al-gap::after\{[^}]*z-index:1/))
  }
}
