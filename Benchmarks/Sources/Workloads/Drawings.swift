import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews

extension Workload {
  /// Views and their pictures. The number of rows of a day is bounded, so pictures grow no more than views.
  static var drawings: [Workload] {
    [
      Workload("view.month", growing: 1, from: 120) { input in
        let occurrences = SampleOccurrences.ofMonth(input.size)
        return Job { Int64(month(occurrences).weeks.count) }
      },
      Workload("view.day", growing: 1, from: 120) { input in
        let occurrences = SampleOccurrences.ofDay(input.size)
        return Job {
          let contents = ViewContents(occurrences, calendars: SampleOccurrences.calendars)
          let day = DayView(of: SampleOccurrences.today, showing: contents, in: Question.madrid)
          return Int64(day.column.boxes.count)
        }
      },
      Workload("view.changes", growing: 1, from: 120) { input in
        let view = month(SampleOccurrences.ofMonth(input.size))
        let other = month(SampleOccurrences.ofMonth(input.size).dropLast())
        return Job { Int64(other.changes(since: view).days.count) }
      },
      drawing("draw.text") { text.text(text.grid($0)) },
      drawing("draw.boxes") { text.text(text.grid($0, style: .boxed)) },
      drawing("draw.svg") { SVGRenderer(localization: .catalan).document($0) },
      drawing("draw.html") { HTMLRenderer(localization: .catalan).document($0) },
      drawing("draw.json") { JSON($0).text() },
      Workload("draw.year", growing: 1, from: 120) { input in
        let contents = ViewContents(
          SampleOccurrences.ofMonth(input.size), calendars: SampleOccurrences.calendars)
        let year = YearView(of: 2026, showing: contents, in: Question.madrid, today: SampleOccurrences.today)
        let renderer = SVGRenderer(localization: .catalan)
        return Job { Int64(renderer.document(year).utf8.count) }
      },
    ]
  }

  private static let text = TextRenderer(
    localization: .catalan, colors: .trueColor, width: 120, showsWeekNumbers: true)

  private static func month(_ occurrences: [Occurrence]) -> MonthView {
    MonthView(
      of: SampleOccurrences.month,
      showing: ViewContents(occurrences, calendars: SampleOccurrences.calendars), in: Question.madrid,
      today: SampleOccurrences.today)
  }

  private static func drawing(_ name: String, _ draw: @escaping (MonthView) -> String) -> Workload {
    Workload(name, growing: 1, from: 120) { input in
      let view = month(SampleOccurrences.ofMonth(input.size))
      return Job { Int64(draw(view).utf8.count) }
    }
  }
}
