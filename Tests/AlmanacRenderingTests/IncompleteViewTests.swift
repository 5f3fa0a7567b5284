import AlmanacEvents
import AlmanacRecurrence
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Views of which instances are missing")
struct IncompleteViewTests {
  private let calendar: EventCalendar
  private let options = ViewOptions()
  private let day = ViewSample.date("2026-03-18")

  init() throws {
    var calendar = EventCalendar(name: "Flood")
    for number in 0..<5 {
      calendar.insert(
        Event(
          "X\(number)", from: ViewSample.date("2026-03-01").at(.noon).in(.utc), lasting: .seconds(1),
          repeating: RecurrenceRule(.secondly), uid: "h\(number)"))
    }
    calendar.insert(
      Event("Surgery", from: day.at(.noon).in(.utc), lasting: .hours(1), uid: "real"))
    self.calendar = calendar
  }

  /// The answer of a query with a small budget.
  private func agenda(_ days: ClosedRange<CivilDate>) -> Agenda {
    let range = QueryWindow(days: days.lowerBound..<days.upperBound.adding(days: 1), in: .utc).range
    return calendar.agenda(in: range, viewer: .utc, matching: OccurrenceQuery(budget: 10))
  }

  private let notice = "incomplete: 1 March 2026 12:00:02 → X0, X1, X2, +2 more"

  @Test("an incomplete month marks its days from the first missing instance on, in every form")
  func month() {
    let days = MonthView.days(shown: ViewSample.march, options: options)
    let agenda = agenda(days)
    let view = MonthView(
      of: ViewSample.march, showing: ViewContents(agenda.found, unexpanded: agenda.unexpanded), in: .utc)
    #expect(view.unexpanded.count == 5)
    #expect(view.days.filter { !$0.isIncomplete }.map { $0.date }.max() == ViewSample.date("2026-02-28"))
    #expect(view[day]?.items.map { $0.item.summary } == ["Surgery"])
    let text = TextRenderer().lines(view).map { $0.plain }
    #expect(text.contains { $0.contains("! \(notice)") })
    #expect(SVGRenderer().document(view).contains(notice))
    #expect(HTMLRenderer().document(view).contains(notice))
    let json = JSON(view).text()
    #expect(json.contains(#""uid":"h0""#) && json.contains(#""from":"2026-03-01T12:00:02Z"#))
    #expect(json.contains(#""incomplete":true"#))
  }

  @Test("an empty day that is not whole does not say that nothing is on")
  func emptyDay() throws {
    let empty = ViewSample.date("2026-03-20")
    let cut = [
      UnexpandedSeries(uid: "h", summary: "X", from: ViewSample.date("2026-03-01").at(.noon).in(.utc).instant)
    ]
    let nothing = ViewPhrases.english.nothing
    let dayView = DayView(of: empty, showing: ViewContents([], unexpanded: cut), in: .utc)
    let week = WeekView(days: empty...empty, showing: ViewContents([], unexpanded: cut), in: .utc)
    let list = ListView(of: empty...empty, showing: ViewContents([], unexpanded: cut), in: .utc)
    let year = YearView(of: 2026, showing: ViewContents([], unexpanded: cut), in: .utc)
    #expect(year.days.filter { $0.isIncomplete }.count == 306)
    let (text, svg, html) = (TextRenderer(), SVGRenderer(), HTMLRenderer())
    let forms = [
      [text.lines(dayView), text.lines(week), text.lines(list), text.lines(year), text.lines(dayView.cell)]
        .map {
          $0.map { $0.plain }.joined(separator: "\n")
        },
      [svg.document(dayView), svg.document(week), svg.document(list), svg.document(year)],
      [html.document(dayView), html.document(week), html.document(list), html.document(year)],
      [JSON(dayView), JSON(week), JSON(list), JSON(year)].map { $0.text() },
    ]
    for form in forms.joined() {
      #expect(form.contains("incomplete"))
      #expect(!form.contains(nothing), "\(form)")
    }
  }
}
