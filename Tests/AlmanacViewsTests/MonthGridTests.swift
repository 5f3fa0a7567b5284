import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import AlmanacViews
import Testing

@Suite("The grid of a month")
struct MonthGridTests {
  static let months = (0..<120).map { Sample.month(2019, 1).adding(months: $0 * 7) }

  func view(_ month: YearMonth, _ options: ViewOptions) -> MonthView {
    MonthView(of: month, showing: ViewContents([]), in: .utc, options: options)
  }

  @Test("is whole weeks from the first weekday, each with a day of the month", arguments: months)
  func wholeWeeks(month: YearMonth) {
    for first in Weekday.allCases {
      let view = view(month, ViewOptions(firstWeekday: first))
      let dates = view.days.map(\.date)
      #expect(dates.first?.weekday == first)
      #expect(zip(dates, dates.dropFirst()).allSatisfy { $1.days(since: $0) == 1 })
      #expect(view.days.filter(\.isInMonth).map(\.date) == Array(month.days))
      #expect(
        view.weeks.allSatisfy { week in week.days.count == 7 && week.days.contains(where: \.isInMonth) })
    }
  }

  @Test("has six weeks when these are asked for", arguments: months)
  func sixWeeks(month: YearMonth) {
    var options = ViewOptions(firstWeekday: .sunday)
    options.weeks = .six
    #expect(view(month, options).weeks.count == 6)
  }

  @Test("leaves hidden weekdays out, but never all")
  func hiddenWeekdays() {
    var options = ViewOptions()
    options.hiddenWeekdays = [.saturday, .sunday]
    let weekdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
    for week in view(Sample.month(2026, 3), options).weeks {
      #expect(week.days.map(\.date.weekday) == weekdays)
    }
    options.hiddenWeekdays = Set(Weekday.allCases)
    #expect(view(Sample.month(2026, 3), options).weeks.allSatisfy { $0.days.count == 7 })
  }

  @Test("numbers each row by the ISO week that most of its days are in, whatever day it begins with")
  func isoWeeks() {
    for month in Self.months {
      for first in Weekday.allCases {
        for week in view(month, ViewOptions(firstWeekday: first)).weeks {
          let days = week.days.filter { WeekDate($0.date).week == week.number }
          #expect(days.count >= 4)
        }
      }
    }
  }

  /// The week numbers that a printed US calendar of January 2027 has.
  @Test("numbers rows by the first weekday's own weeks")
  func localWeeks() {
    var options = ViewOptions(firstWeekday: .sunday)
    options.weekNumbers = .local(minimalDays: 1)
    #expect(view(Sample.month(2027, 1), options).weeks.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(view(Sample.month(2026, 12), options).weeks.map(\.number) == [49, 50, 51, 52, 1])
  }

  @Test("marks today and the selected day, also in a neighbouring month")
  func todayAndSelected() {
    let view = MonthView(
      of: Sample.month(2026, 3), showing: ViewContents([]), in: .utc, today: Sample.date("2026-03-17"),
      selected: Sample.date("2026-04-02"))
    #expect(view.days.filter(\.isToday).map(\.date) == [Sample.date("2026-03-17")])
    #expect(view.selectedDay?.date == Sample.date("2026-04-02"))
    #expect(view.selectedDay?.isInMonth == false)
  }

  @Test("disables days outside the valid range, which show nothing")
  func validDays() {
    var options = ViewOptions()
    options.validDays = Sample.date("2026-03-10")...Sample.date("2026-03-20")
    let view = MonthView(
      of: Sample.month(2026, 3), showing: ViewContents([Sample.allDay("all", "2026-03-01", "2026-04-01")]),
      in: .utc, options: options)
    #expect(view.days.filter(\.isValid).count == 11)
    #expect(view.days.allSatisfy { $0.isValid == !$0.items.isEmpty && $0.isValid == ($0.color != nil) })
    #expect(view.weeks.flatMap(\.segments).map(\.columns.count) == [6, 5])
  }

  @Test("ends with the calendar itself", arguments: [Sample.month(9999, 12), Sample.month(-9999, 1)])
  func limits(month: YearMonth) {
    for first in Weekday.allCases {
      var options = ViewOptions(firstWeekday: first)
      options.weeks = .six
      let item = Occurrence(Event("end", from: month.lastDay), from: .date(.min), to: .date(.max))
      let view = MonthView(of: month, showing: ViewContents([item]), in: .utc, options: options)
      #expect(view.weeks.count == 6)
      #expect(view.weeks.allSatisfy { $0.days.count == 7 })
    }
  }

  @Test("that shows nothing of a series costs as much as the instances that were passed over")
  func skippedInstances() throws {
    var event = Event(
      "Never", at: try CivilDateTime("2026-01-01T00:00"), repeating: RecurrenceRule(.minutely), uid: "never"
    )
    event.recurrence.exclusionRules = [RecurrenceRule(.minutely)]
    var calendar = EventCalendar()
    calendar.insert(event)
    // Weeks from Monday: 28 days in February 2027.
    let view = MonthView(of: Sample.month(2027, 2), showing: [calendar], in: .utc, firstWeekday: .monday)
    #expect(view.days.allSatisfy { $0.items.isEmpty })
    #expect((28 * 1440 / 10...29 * 1440 / 10).contains(view.cost))
    #expect(MonthView(of: Sample.month(2025, 2), showing: [calendar], in: .utc).cost == 0)
  }
}
