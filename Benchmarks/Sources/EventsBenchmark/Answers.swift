import AlmanacEvents
import AlmanacTime
import Measuring

/// The questions that a calendar answers.
struct Answers {
  static let monthRow = "the month of May 2026"
  private static let fullestRow = "its fullest day"
  private static let dayRow = "the mean of its days"
  private static let nextRow = "the next ten items, from each of its days at ten"
  private static let previousRow = "the previous ten"
  static let names = [monthRow, fullestRow, dayRow, nextRow, previousRow]

  private let viewer: Zone
  private let month: Range<Instant>
  private let days: [Range<Instant>]

  init(in viewer: Zone) {
    self.viewer = viewer
    let dates = try YearMonth(2026, 5).days
    month = QueryWindow(days: dates, in: viewer).range
    days = (0..<31).map { number in
      let date = dates.lowerBound.adding(days: number)
      return QueryWindow(days: date..<date.adding(days: 1), in: viewer).range
    }
  }

  func count(_ calendar: EventCalendar, in window: Range<Instant>) -> Int {
    calendar.agenda(in: window, viewer: viewer).found.count
  }

  func measure(_ calendar: EventCalendar, into report: inout Report) {
    let counts = days.map { count(calendar, in: $0) }
    let fullest = days[counts.indices.max { counts[$0] < counts[$1] } ?? 0]
    let mornings = days.map { $0.lowerBound.adding(seconds: 10 * 3_600) }
    let times = measureInTurns([
      { keep(Int64(count(calendar, in: month))) },
      { keep(Int64(count(calendar, in: fullest))) },
      { for day in days { keep(Int64(count(calendar, in: day))) } },
      { for time in mornings { keep(Int64(calendar.next(after: time, count: 10, viewer: viewer).count)) } },
      {
        for time in mornings { keep(Int64(calendar.previous(before: time, count: 10, viewer: viewer).count)) }
      },
    ])
    report.add(Self.monthRow, times[0], bar: 3_000, finding: count(calendar, in: month))
    report.add(Self.fullestRow, times[1], bar: 100, finding: counts.max())
    report.add(Self.dayRow, times[2] / 31, bar: 100, finding: counts.reduce(0, +) / 31)
    report.add(Self.nextRow, times[3] / 31, bar: 20)
    report.add(Self.previousRow, times[4] / 31)
  }

  /// The same over and over, for a profiler.
  func loop(_ name: String, on calendar: EventCalendar) {
    let counts = days.map { count(calendar, in: $0) }
    let fullest = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    for _ in 0..<2_000 {
      switch name {
      case "month": keep(Int64(count(calendar, in: month)))
      case "full": for _ in 0..<30 { keep(Int64(count(calendar, in: days[fullest]))) }
      case "day": for day in days { keep(Int64(count(calendar, in: day))) }
      default:
        for day in days {
          keep(
            Int64(
              calendar.next(after: day.lowerBound.adding(seconds: 36_000), count: 10, viewer: viewer).count))
        }
      }
    }
  }
}
