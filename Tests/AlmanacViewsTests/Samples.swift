import AlmanacEvents
import AlmanacTime
import TestSupport

enum Sample {
  static let madrid = zone("Europe/Madrid")

  static func month(_ year: Int, _ month: Int) -> YearMonth { try! YearMonth(year, month) }

  static func zone(_ name: String) -> Zone { try! Zone(name) }

  static func date(_ text: String) -> CivilDate { try! CivilDate(text) }

  static func time(_ text: String) -> CivilTime { try! CivilTime(text) }

  static func occurrence(_ event: Event, calendar: Int = 0) -> Occurrence {
    Occurrence(event, from: event.start, to: event.end, calendar: calendar)
  }

  /// An event on the clocks of a zone.
  static func timed(
    _ title: String, _ start: String, to end: String? = nil, minutes: Int = 60, in zone: Zone = madrid,
    color: CalendarColor? = .teal
  ) -> Occurrence {
    let start = ZonedDateTime(try! CivilDateTime(start), in: zone)
    if let end {
      let end = ZonedDateTime(try! CivilDateTime(end), in: zone)
      return occurrence(Event(title, from: start, to: end, color: color, uid: title))
    }
    return occurrence(Event(title, from: start, lasting: .minutes(minutes), color: color, uid: title))
  }

  /// An event of whole days, the end not included.
  static func allDay(_ title: String, _ first: String, _ end: String, color: CalendarColor? = .teal)
    -> Occurrence
  {
    occurrence(Event(title, from: date(first), to: date(end), color: color, uid: title))
  }

  /// A to-do that is due on a day.
  static func due(_ title: String, _ day: String, change: (inout Todo) -> Void = { _ in }) -> Occurrence {
    var todo = Todo(title, due: date(day), color: .teal, uid: title)
    change(&todo)
    return Occurrence(todo, from: .date(date(day)), to: .date(date(day).adding(days: 1)))
  }

  /// Events and whole days of all lengths around a month.
  static func occurrences(_ count: Int, around month: YearMonth, seed: UInt64) -> [Occurrence] {
    var random = SeededGenerator(seed: seed)
    let colors: [CalendarColor] = [.teal, .orange, .orchid, .gold, .steelBlue, .crimson]
    return (0..<count).map { number in
      let day = month.firstDay.adding(days: .random(in: -12...45, using: &random))
      let color = colors.randomElement(using: &random)
      let days = [1, 1, 1, 2, 3, 9].randomElement(using: &random) ?? 1
      if Bool.random(using: &random) {
        return occurrence(
          Event("e\(number)", from: day, to: day.adding(days: days), color: color, uid: "u\(number)"))
      }
      let start = day.startOfDay.adding(seconds: 900 * Int.random(in: 0..<96, using: &random)).in(madrid)
      let minutes = 15 * Int.random(in: 0...(days == 1 ? 12 : days * 96), using: &random)
      return occurrence(
        Event("e\(number)", from: start, lasting: .minutes(minutes), color: color, uid: "u\(number)"))
    }
  }
}
