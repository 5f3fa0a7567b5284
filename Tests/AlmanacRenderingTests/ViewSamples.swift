import AlmanacEvents
import AlmanacTime
import AlmanacViews

/// Occurrences for rendering: lectures, a festival of several days, cancelled and late things, titles of all kinds.
enum ViewSample {
  static let madrid = try! Zone("Europe/Madrid")
  static let calendars = [
    CalendarLabel(name: "Universitat", color: .steelBlue), CalendarLabel(name: "Home"),
  ]
  static let march = try! YearMonth(2026, 3)

  static func date(_ text: String) -> CivilDate { try! CivilDate(text) }

  static func timed(
    _ title: String, _ start: String, minutes: Int, color: CalendarColor? = nil, uid: String? = nil,
    calendar: Int = 0,
    change: (inout Event) -> Void = { _ in }
  ) -> Occurrence {
    let start = ZonedDateTime(try! CivilDateTime(start), in: madrid)
    var event = Event(title, from: start, lasting: .minutes(minutes), color: color, uid: uid ?? title)
    change(&event)
    return Occurrence(event, from: event.start, to: event.end, calendar: calendar)
  }

  static func allDay(
    _ title: String, _ first: String, _ end: String, color: CalendarColor? = nil, calendar: Int = 0
  ) -> Occurrence {
    let event = Event(title, from: date(first), to: date(end), color: color, uid: title)
    return Occurrence(event, from: event.start, to: event.end, calendar: calendar)
  }

  static let occurrences: [Occurrence] = [
    timed("Àlgebra lineal", "2026-03-02T09:00", minutes: 90) { $0.location = "Aula B3" },
    timed("Programació", "2026-03-03T11:00", minutes: 120, color: .orange),
    timed("Física", "2026-03-03T12:00", minutes: 60, color: .mediumSeaGreen),
    timed("Laboratori 実験 👩‍🔬", "2026-03-05T15:00", minutes: 120, color: .orchid),
    timed("Cancel·lada", "2026-03-05T18:00", minutes: 60) { $0.status = .cancelled },
    timed("Nit de xarxes", "2026-03-28T23:00", minutes: 240, color: .teal),
    allDay("Falles de València", "2026-03-13", "2026-03-20", color: .darkOrange, calendar: 1),
    allDay("Sant Josep", "2026-03-19", "2026-03-20", color: .gold, calendar: 1),
    allDay("Exàmens", "2026-02-26", "2026-03-04", color: .slateBlue),
    timed("Tancament \u{1B}[31m\u{202E}", "2026-03-31T00:00", minutes: 0, calendar: 1),
    timed("Reunió", "2026-04-02T10:00", minutes: 45),
  ]

  static func month(
    _ month: YearMonth = march, selected: String? = "2026-03-19", options: ViewOptions = .standard,
    firstWeekday: Weekday? = nil
  ) -> MonthView {
    MonthView(
      of: month, showing: ViewContents(occurrences, calendars: calendars), in: madrid,
      firstWeekday: firstWeekday, today: date("2026-03-17"), selected: selected.map(date), options: options)
  }
}
