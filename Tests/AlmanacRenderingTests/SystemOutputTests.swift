import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("The printed, drawn and written output of the systems")
struct SystemOutputTests {
  static let empty = ViewSample.date("2026-03-20")

  @Test("U1 the month marks today and the selected day and lists its tasks")
  func u1() {
    let lines = TextRenderer(localization: .catalan).lines(ViewSample.month()).map(\.plain)
    #expect(lines.joined().contains("[17•]") && lines.joined().contains("<19+>"))
    #expect(lines.suffix(2).map { $0.contains("Falles") || $0.contains("Sant Josep") } == [true, true])
  }

  @Test("U3 a day with several tasks is marked so in the week, in every form")
  func u3() {
    let days = ViewSample.date("2026-03-02")...ViewSample.date("2026-03-08")
    let view = WeekView(days: days, showing: ViewContents(ViewSample.occurrences), in: ViewSample.madrid)
    for localization in Localization.all {
      let several = ViewPhrases(localization).several
      let text = TextRenderer(localization: localization).lines(view).map(\.plain)
      #expect(text.count == 8 && text.filter { $0.contains(several) }.count == 2)
      let svg = SVGRenderer(localization: localization).document(view, style: .rows)
      let html = HTMLRenderer(localization: localization).document(view, style: .rows)
      for source in [svg, html] {
        #expect(source.contains("\(several) (") || source.contains(">\(several)<"))
      }
    }
  }

  @Test("U5 the list has lines of the form day | name")
  func u5() {
    let days = ViewSample.date("2026-03-02")...ViewSample.date("2026-03-03")
    let view = ListView(of: days, showing: ViewContents(ViewSample.occurrences), in: ViewSample.madrid)
    #expect(
      TextRenderer().lines(view, style: .table).map(\.plain) == [
        "2026-02-26 | ● Exàmens", "2026-03-02 | ● Àlgebra lineal  Aula B3", "2026-03-03 | ● Programació",
        "2026-03-03 | ● Física",
      ])
  }

  @Test("G2 an empty day or list has a note, in every form and language", arguments: Localization.all)
  func g2(localization: Localization) throws {
    let nothing = ViewPhrases(localization).nothing
    let text = TextRenderer(localization: localization)
    let (svg, html) = (SVGRenderer(localization: localization), HTMLRenderer(localization: localization))
    let day = DayView(of: Self.empty, showing: ViewContents([]), in: ViewSample.madrid)
    let list = ListView(of: Self.empty...Self.empty, showing: ViewContents([]), in: ViewSample.madrid)
    let month = ViewSample.month(selected: "2026-03-20")
    #expect(text.lines(month).last?.plain.contains(nothing) == true)
    #expect(text.lines(try #require(month.selectedDay)).last?.plain.contains(nothing) == true)
    #expect(text.lines(day).first?.plain.contains(nothing) == true)
    #expect(text.lines(list).map(\.plain) == [nothing])
    #expect(svg.document(day).contains(">\(nothing)</text>"))
    #expect(html.document(day).contains(">\(nothing)</p>"))
    #expect(html.document(list).contains(">\(nothing)</p>"))
  }

  @Test("a year shows today and the selected day by signs of their own")
  func yearSigns() {
    let (busy, free) = (ViewSample.date("2026-03-19"), ViewSample.date("2026-03-20"))
    func year(today: CivilDate?, selected: CivilDate?) -> String {
      let view = YearView(
        of: 2026, showing: ViewContents(ViewSample.occurrences), in: ViewSample.madrid, today: today,
        selected: selected)
      return TextRenderer().lines(view).map(\.plain).joined(separator: "\n")
    }
    #expect(year(today: busy, selected: free).contains("19⊕20□"))
    #expect(year(today: free, selected: busy).contains("19⊞20○"))
    #expect(year(today: ViewSample.date("2026-03-05"), selected: nil).contains("5◉"))
    let plain = year(today: nil, selected: nil)
    #expect(!"○◉⊕□▣⊞".contains { plain.contains($0) })
    #expect(plain.contains("19+20 "))
  }

  @Test("hours show working time, further zones and hidden items")
  func hours() throws {
    var options = ViewOptions()
    options.maximumLanes = 0
    options.hours.slotMinutes = 60
    options.hours.zones = [try Zone("Asia/Tokyo")]
    options.hours.business = [
      .init(on: [.thursday], from: try CivilTime("09:00"), to: try CivilTime("11:00"))
    ]
    let date = ViewSample.date("2026-03-19")
    let view = DayView(
      of: date, showing: ViewContents(ViewSample.occurrences), in: ViewSample.madrid, options: options)
    let lines = TextRenderer().lines(view).map(\.plain)
    #expect(lines[1].contains("+2 more") && lines[2].hasPrefix("CET   JST"))
    #expect(lines.filter { $0.contains("┃") }.map { $0.prefix(11) } == ["09:00 17:00", "10:00 18:00"])
    let svg = SVGRenderer().document(view)
    let html = HTMLRenderer().document(view)
    for source in [svg, html] {
      #expect(source.contains("+2 more") && source.contains("JST") && source.contains("Asia/Tokyo"))
    }
    #expect(html.matches(of: /class="al-closed"/).count == 2)
  }
}
