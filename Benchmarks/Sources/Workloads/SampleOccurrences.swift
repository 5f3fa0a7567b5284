import AlmanacEvents
import AlmanacTime
import AlmanacViews

/// Occurrences from a fixed seed: the same in every run.
enum SampleOccurrences {
  static let month = try! YearMonth(2026, 3)
  static let today = month.firstDay.adding(days: 16)
  static let calendars = [CalendarLabel(name: "Work", color: .steelBlue), CalendarLabel(name: "Home")]

  private static let titles = [
    "Seminar on type systems", "Àlgebra lineal", "Laboratori de xarxes", "Team meeting", "数学ゼミナール",
    "Review of the quarter’s plans", "Entrenament", "Call with the suppliers in Porto", "Dinner",
    "שיעור פיזיקה",
  ]

  private static let colors: [CalendarColor?] = [.teal, .orange, .orchid, .gold, nil, .crimson]

  /// A month of items, one in eight of them of several days, in the order in which queries give them.
  static func ofMonth(_ count: Int) -> [Occurrence] {
    var random = Random(state: 20_260_301)
    let made = (0..<count).map { number in
      let day = month.firstDay.adding(days: random.next(42) - 6)
      let (title, color) = (titles[random.next(titles.count)], colors[random.next(colors.count)])
      if random.next(8) == 0 {
        let event = Event(
          title, from: day, to: day.adding(days: 1 + random.next(5)), color: color,
          uid: "\(number)@example.com")
        return Occurrence(event, from: event.start, to: event.end, calendar: random.next(2))
      }
      let start = day.startOfDay.adding(seconds: 900 * (28 + random.next(48)))
      return timed(title, start, minutes: 15 * (1 + random.next(8)), color: color, number: number)
    }
    return made.sorted { $0.start.instant(in: Question.madrid) < $1.start.instant(in: Question.madrid) }
  }

  /// A day of items at any minute, a quarter of an hour to three hours long.
  static func ofDay(_ count: Int) -> [Occurrence] {
    var random = Random(state: 7)
    return (0..<count).map { number in
      let start = today.startOfDay.adding(seconds: 60 * random.next(1260))
      return timed(
        titles[number % titles.count], start, minutes: 15 + random.next(166), color: .teal, number: number)
    }
  }

  private static func timed(
    _ title: String, _ start: CivilDateTime, minutes: Int, color: CalendarColor?, number: Int
  ) -> Occurrence {
    let event = Event(
      title, from: start.in(Question.madrid), lasting: .minutes(minutes), color: color,
      uid: "\(number)@example.com")
    return Occurrence(event, from: event.start, to: event.end)
  }
}
