import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Options beyond all bounds")
struct InvalidOptionTests {
  static let extremes = [Int.min, -1, 0, 1, Int.max]

  @Test("give views and renderings, and no trap", arguments: extremes)
  func options(extreme: Int) throws {
    var options = ViewOptions()
    options.maximumLanes = extreme
    options.weekNumbers = .local(minimalDays: extreme)
    options.hiddenWeekdays = Set(Weekday.allCases)
    options.hours.slotMinutes = extreme
    options.hours.minimumMinutes = extreme
    options.hours.maximumColumns = extreme
    options.hours.visible = min(extreme, 0)..<max(extreme, 0)
    options.hours.business = [.init(on: [.monday], from: try CivilTime("17:00"), to: try CivilTime("09:00"))]
    options.nextDayThreshold = try CivilTime("23:59:59")
    options.order = []
    let (zone, occurrences) = (ViewSample.madrid, ViewSample.occurrences)
    let day = ViewSample.date("2026-03-03")
    let now = Instant(secondsSinceEpoch: Int64(extreme))
    let month = MonthView(
      of: ViewSample.march, showing: ViewContents(occurrences), in: zone, options: options)
    let run = MonthView(
      weeks: extreme, from: day, showing: ViewContents(occurrences), in: zone, options: options)
    let week = WeekView(
      days: day...day.adding(days: 2), showing: ViewContents(occurrences), in: zone, now: now,
      options: options)
    let one = DayView(of: day, showing: ViewContents(occurrences), in: zone, now: now, options: options)
    let year = YearView(of: extreme, showing: ViewContents(occurrences), in: zone, options: options)
    #expect(month.days.count == 42 && (1...60).contains(run.weeks.count))
    for width in Self.extremes where width < Int.max || extreme == 0 {
      var text = TextRenderer(width: width)
      text.width = width
      #expect(!text.grid(month).isEmpty && !text.lines(one).isEmpty && !text.lines(week).isEmpty)
      let svg = SVGRenderer(width: width)
      for source in [svg.document(month), svg.document(week), svg.document(one), svg.document(year)] {
        #expect(source.hasSuffix("</svg>\n"))
      }
    }
    let html = HTMLRenderer()
    for source in [html.document(run), html.document(week), html.document(one), html.document(year)] {
      #expect(source.hasSuffix("</html>\n"))
    }
  }

  @Test("move a navigator no further than its limits", arguments: extremes)
  func navigator(extreme: Int) {
    for view in CalendarNavigator.View.allCases {
      var navigator = CalendarNavigator(showing: view, at: ViewSample.date("2026-03-03"), listDays: extreme)
      navigator.step(by: extreme)
      navigator.step(years: extreme)
      #expect((CivilDate.min...CivilDate.max).contains(navigator.date))
      #expect(!navigator.days(of: view, firstWeekday: .sunday).isEmpty)
    }
  }
}
