import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("A month as text")
struct MonthTextTests {
  static let renderers = Localization.all.flatMap { localization in
    [20, 30, 47, 80, 120].flatMap { width in
      [true, false].map { TextRenderer(localization: localization, width: width, showsWeekNumbers: $0) }
    }
  }

  static func views() throws -> [MonthView] {
    var options = ViewOptions()
    options.weeks = .six
    options.maximumLanes = 1
    var weekdays = ViewOptions(firstWeekday: .sunday)
    weekdays.hiddenWeekdays = [.saturday, .monday]
    return [
      ViewSample.month(), ViewSample.month(options: options), ViewSample.month(options: weekdays),
      ViewSample.month(try YearMonth(2026, 2), selected: nil, firstWeekday: .saturday),
    ]
  }

  @Test("has lines of one width in every language and style, within the width where that is possible")
  func equalWidths() throws {
    for renderer in Self.renderers {
      for view in try Self.views() {
        for style in TextRenderer.MonthStyle.allCases {
          let widths = Set(renderer.grid(view, style: style).map(\.width))
          #expect(widths.count == 1)
          if renderer.width >= 30 { #expect(widths.allSatisfy { $0 <= renderer.width }) }
        }
      }
    }
  }

  @Test("has boxes of one width with any title")
  func strangeTitles() {
    let titles = sampleTexts(200)
    let occurrences = titles.enumerated().map { number, title in
      let day = ViewSample.march.firstDay.adding(days: number % 31)
      let event = Event(title, from: day, to: day.adding(days: number % 4), color: .teal, uid: "\(number)")
      return Occurrence(event, from: event.start, to: event.end)
    }
    let view = MonthView(of: ViewSample.march, showing: ViewContents(occurrences), in: ViewSample.madrid)
    let lines = TextRenderer(width: 90).grid(view, style: .boxed)
    #expect(Set(lines.map(\.width)).count == 1)
    #expect(lines.allSatisfy { isInert($0.plain) })
  }

  @Test("is the same text with colours and without")
  func sameText() throws {
    for view in try Self.views() {
      for style in TextRenderer.MonthStyle.allCases {
        var renderer = TextRenderer(localization: .catalan, showsWeekNumbers: true)
        let plain = renderer.text(renderer.lines(view, style: style))
        #expect(!plain.contains("\u{1B}"))
        for depth in [ColorDepth.ansi16, .ansi256, .trueColor] {
          renderer.colors = depth
          let colored = renderer.text(renderer.lines(view, style: style))
          #expect(colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
          #expect(colored.contains("\u{1B}"))
        }
      }
    }
  }

  /// Each week in its line, each day in its own five cells.
  @Test("shows the meaning of the colour by a mark too, and red for several items only")
  func marks() throws {
    let view = ViewSample.month()
    let lines = TextRenderer(localization: .catalan).grid(view)
    for (week, line) in zip(view.weeks, lines.dropFirst(2)) {
      let cells = Array(line.plain)
      for (column, day) in week.days.enumerated() {
        let cell = String(cells[(column * 5)..<(column * 5 + 5)])
        #expect(cell.contains("•") == (day.count == 1))
        #expect(cell.contains("+") == (day.count > 1))
        #expect(cell.contains("\(day.date.dayOfMonth)"))
        #expect(cell.hasPrefix("[") == day.isToday)
        #expect(cell.hasSuffix(">") == day.isSelected)
      }
      let reds = line.runs.filter { ($0.style.background ?? $0.style.foreground)?.isRed ?? false }
      #expect(
        reds.map(\.text)
          == week.days.filter { $0.count > 1 }.map { day in
            DisplayWidth.padded("\(day.date.dayOfMonth)", to: 2, .right) + "+"
          })
    }
  }

  @Test("dims the neighbouring months' days")
  func dimmed() {
    let view = ViewSample.month()
    for (week, line) in zip(view.weeks, TextRenderer().grid(view).dropFirst(2)) {
      let dimmed = line.runs.filter(\.style.isDim).map(\.text).joined()
      #expect(
        dimmed.filter(\.isNumber)
          == week.days.filter { !$0.isInMonth }.map { "\($0.date.dayOfMonth)" }.joined())
    }
  }

  @Test("lists the selected day, or a note that it is empty")
  func selectedDay() {
    let renderer = TextRenderer(localization: .catalan)
    let some = renderer.lines(ViewSample.month(selected: "2026-03-19")).map(\.plain)
    #expect(
      some.suffix(3) == [
        "dijous, 19 de març de 2026", "  tot el dia ● Falles de València (7/7) · continua",
        "  tot el dia ● Sant Josep",
      ])
    let none = renderer.lines(ViewSample.month(selected: "2026-03-20")).map(\.plain)
    #expect(none.last == "  No hi ha res")
  }

  /// Capability U10 of `Systems.md`: the app was Catalan.
  @Test("names the month and the weekdays in the language")
  func language() {
    let lines = TextRenderer(localization: .catalan).grid(ViewSample.month()).map(\.plain)
    #expect(lines[0].contains("març de 2026"))
    #expect(lines[1].split(separator: " ") == ["dl.", "dt.", "dc.", "dj.", "dv.", "ds.", "dg."])
  }

  @Test("has coloured text that can be read on light and dark terminals")
  func contrast() {
    for color in [
      CalendarColor.navy, .yellow, .teal, .gold, .black, .white, .hotPink,
    ] {
      for (background, own) in [(TextRenderer.Background.dark, CalendarColor.black), (.light, .white)] {
        let renderer = TextRenderer(colors: .trueColor, background: background)
        let event = Event("x", from: ViewSample.date("2026-03-04"), color: color)
        let view = MonthView(
          of: ViewSample.march, showing: ViewContents([Occurrence(event, from: event.start, to: event.end)]),
          in: .utc, selected: ViewSample.date("2026-03-04"))
        let inks = renderer.lines(view).flatMap(\.runs).compactMap(\.style.foreground)
        #expect(!inks.isEmpty)
        #expect(inks.allSatisfy { $0.contrastRatio(with: own) >= 4.5 })
      }
    }
  }

  /// Looked at, and compared with a printed calendar of March 2026.
  @Test("looks like a calendar")
  func picture() {
    let renderer = TextRenderer(localization: .catalan, showsWeekNumbers: true)
    #expect(
      renderer.text(renderer.lines(ViewSample.month())) == """
                      març de 2026              \n\
        Setm  dl.  dt.  dc.  dj.  dv.  ds.  dg. \n\
           9  23   24   25   26•  27•  28•   1• \n\
          10   2+   3+   4    5•   6    7    8  \n\
          11   9   10   11   12   13•  14•  15• \n\
          12  16• [17•] 18• <19+> 20   21   22  \n\
          13  23   24   25   26   27   28•  29• \n\
          14  30   31•   1    2•   3    4    5  

        • una tasca   + diverses tasques   [ ] avui   < > seleccionat

        dijous, 19 de març de 2026
          tot el dia ● Falles de València (7/7) · continua
          tot el dia ● Sant Josep

        """)
  }
}
