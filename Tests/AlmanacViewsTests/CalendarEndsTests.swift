import AlmanacEvents
import AlmanacTime
import AlmanacViews
import Testing

/// The calendar has the days -9999-01-01 … 9999-12-31; its views have whole weeks.
@Suite("Views at the ends of the calendar")
struct CalendarEndsTests {
  static let ends = [Sample.month(-9999, 1), Sample.month(9999, 12)]
  static let nearYearOne = [
    Sample.month(1, 1), Sample.month(0, 12), Sample.month(-1, 12), Sample.month(1, 12),
  ]

  /// Calendars repeat every 400 years, weekdays included.
  func alike(_ month: YearMonth) -> YearMonth {
    month.adding(months: month.year < 0 ? 4_800 : -4_800)
  }

  func view(_ month: YearMonth, _ options: ViewOptions) -> MonthView {
    let all = Occurrence(Event("all", from: CivilDate.min, uid: "all"), from: .date(.min), to: .date(.max))
    // There is no later date to end it.
    let last = Occurrence(Event("last", from: CivilDate.max, uid: "last"), from: .date(.max), to: .date(.max))
    return MonthView(of: month, showing: ViewContents([all, last]), in: Sample.madrid, options: options)
  }

  @Test("have each day of the month once, under its own weekday", arguments: ends + nearYearOne)
  func eachDayOnce(month: YearMonth) {
    for first in Weekday.allCases {
      for weeks in [ViewOptions.WeekCount.asNeeded, .six] {
        var options = ViewOptions(firstWeekday: first)
        options.weeks = weeks
        let view = view(month, options)
        #expect(view.days.filter(\.isInMonth).map(\.date) == Array(month.firstDay...month.lastDay))
        #expect(Set(view.days.map(\.date)).count == view.days.count)
        for week in view.weeks {
          #expect(week.days.count == 7)
          for (day, weekday) in zip(week.days, view.weekdays) where day.exists {
            #expect(day.date.weekday == weekday)
          }
        }
        let ids = view.weeks.flatMap { $0.days.map(\.id) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 + 1 == $1 })
        #expect(Set(view.weeks.map(\.id)).count == view.weeks.count)
      }
    }
  }

  @Test("have cells without a day where the calendar has none, and these are empty", arguments: ends)
  func beyond(month: YearMonth) {
    var absent = 0
    for first in Weekday.allCases {
      var options = ViewOptions(firstWeekday: first)
      options.weeks = .six
      let cells = view(month, options).weeks.flatMap(\.days)
      #expect(cells.filter(\.exists).allSatisfy { !$0.items.isEmpty })
      for cell in cells where !cell.exists {
        absent += 1
        #expect(cell.items.isEmpty && cell.color == nil && cell.hiddenCount == 0)
        #expect(!cell.isInMonth && !cell.isValid && !cell.isToday && !cell.isSelected)
      }
    }
    #expect(absent > 0)
  }

  @Test("number weeks as 400 years away, where all is alike", arguments: ends)
  func weekNumbers(month: YearMonth) {
    for first in Weekday.allCases {
      for numbering in [ViewOptions.WeekNumbering.iso, .local(minimalDays: 1), .local(minimalDays: 7)] {
        var options = ViewOptions(firstWeekday: first)
        options.weekNumbers = numbering
        #expect(view(month, options).weeks.map(\.number) == view(alike(month), options).weeks.map(\.number))
      }
    }
  }

  @Test("are shorter weeks, whole days and whole years", arguments: [CivilDate.min, .max])
  func weeksDaysYears(date: CivilDate) {
    for zone in [Zone.utc, Sample.madrid, Sample.zone("Pacific/Apia"), Sample.zone("America/New_York")] {
      for first in Weekday.allCases {
        let week = WeekView(of: date, showing: [], in: zone, firstWeekday: first)
        #expect(week.days.contains { $0.date == date })
        #expect((1...7).contains(week.days.count))
        #expect(!week.days.contains { !$0.exists })
        let year = YearView(of: date.year, showing: [], in: zone, firstWeekday: first)
        #expect(year.days.count == 365)
        for month in year.months {
          for week in month.weeks {
            for (day, weekday) in zip(week.days, year.weekdays) {
              #expect(day == nil || day?.date.weekday == weekday)
            }
          }
        }
      }
      let day = DayView(of: date, showing: [], in: zone)
      #expect(day.column.length > 0)
      #expect((20...25).contains(day.column.hours.count))
      let list = ListView(of: date...date, showing: [], in: zone, by: .week)
      #expect(list.isEmpty)
    }
  }

  @Test("can be reached, and no further", arguments: CalendarNavigator.View.allCases)
  func navigation(view: CalendarNavigator.View) {
    for (date, direction) in [(CivilDate.min, -1), (.max, 1)] {
      var navigator = CalendarNavigator(showing: view, at: date)
      navigator.step(by: -direction * 3)
      var steps = 0
      while steps < 10, navigator.step(by: direction) { steps += 1 }
      #expect((2...4).contains(steps))
      #expect(
        navigator.days(of: view, firstWeekday: .sunday).contains(date) || view == .list || view == .week)
    }
  }

  @Test("are runs of weeks too")
  func runs() {
    let view = MonthView(weeks: 3, from: .max, showing: ViewContents([]), in: .utc)
    #expect(view.days.last?.date == .max)
    #expect(view.weeks.count == 3)
    #expect(MonthView(weeks: 60, from: .min, showing: ViewContents([]), in: .utc).days.first?.date == .min)
  }
}

@Suite("Hidden weekdays")
struct HiddenWeekdayTests {
  /// March 2026 begins on a Sunday and has 22 working days.
  @Test("leave no row of a month that shows none of its days")
  func rows() {
    var options = ViewOptions()
    options.hiddenWeekdays = [.saturday, .sunday]
    let view = MonthView(of: Sample.month(2026, 3), showing: ViewContents([]), in: .utc, options: options)
    #expect(view.weeks.map { $0.days.first?.date.dayOfMonth } == [2, 9, 16, 23, 30])
    #expect(view.days.count(where: \.isInMonth) == 22)
    let year = YearView(of: 2026, showing: ViewContents([]), in: .utc, options: options)
    #expect(year.days.count == 261)
    #expect(year.months.allSatisfy { $0.weeks.allSatisfy { $0.days.contains { $0 != nil } } })
  }
}
