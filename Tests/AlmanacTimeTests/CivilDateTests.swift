import AlmanacTime
import TestSupport
import Testing

@Suite("Dates")
struct CivilDateTests {
  @Test(
    "Day numbers of well-known dates",
    arguments: [
      ("1970-01-01", 0), ("2000-03-01", 11_017), ("1969-12-31", -1), ("2000-02-29", 11_016),
      ("1858-11-17", -40_587),  // Modified Julian Day 0
      ("-004713-11-24", -2_440_588),  // Julian Day 0, proleptic Gregorian
      ("0001-01-01", -719_162), ("0000-12-31", -719_163), ("0000-02-29", -719_469),
      ("9999-12-31", 2_932_896), ("-009999-01-01", -4_371_587),
    ])
  func dayNumbers(text: String, day: Int) throws {
    #expect(try CivilDate(text).daysSinceEpoch == day)
    #expect(CivilDate(daysSinceEpoch: day).description == text)
  }

  @Test("Every day of the range follows the one before by the calendar's own rules")
  func everyDay() {
    var year = -9999
    var month = 1
    var day = 1
    var weekday = 0  // 1 January of -9999 and of 1 (400 × 25 years later) are Mondays
    var dayOfYear = 1
    var mismatches = 0
    for number in CivilDate.min.daysSinceEpoch...CivilDate.max.daysSinceEpoch {
      let date = CivilDate(daysSinceEpoch: number)
      let fields = date.fields
      if fields.year != year || fields.month != month || fields.day != day { mismatches += 1 }
      // The rest is computed from these: looked at on a tenth of the days, leap days among them.
      if number % 10 == 0 || (month == 2 && day == 29) {
        if date.weekday.daysAfterMonday != weekday || date.dayOfYear != dayOfYear { mismatches += 1 }
        if Gregorian.days(year: year, month: month, day: day) != number { mismatches += 1 }
      }
      weekday = (weekday + 1) % 7
      day += 1
      dayOfYear += 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        (day, month) = (1, month + 1)
        if month > 12 { (month, year, dayOfYear) = (1, year + 1, 1) }
      }
    }
    #expect(mismatches == 0)
    #expect(year == 10_000 && month == 1 && day == 1)
  }

  @Test("Fields, weekday, ISO week and day of the year as Python has them", .enabled(if: Oracle.hasPython))
  func python() throws {
    let script = """
      import random, datetime
      rng = random.Random(7)
      days = [1, 2, 3651695, 3652058, 3652059] + [rng.randint(1, 3652059) for _ in range(4000)]
      for day in days:
          date = datetime.date.fromordinal(day)
          iso = date.isocalendar()
          print(day - 719163, date.year, date.month, date.day, date.isoweekday(),
                date.timetuple().tm_yday, iso[0], iso[1], iso[2])
      """
    let lines = Oracle.lines(Oracle.python(script)).map { $0.compactMap { Int($0) } }
    #expect(lines.count == 4005)
    for line in lines {
      let date = CivilDate(daysSinceEpoch: line[0])
      let week = WeekDate(date)
      let found = [
        date.daysSinceEpoch, date.year, date.month, date.dayOfMonth, Int(date.weekday.rawValue),
        date.dayOfYear,
        week.year, week.week, Int(week.weekday.rawValue),
      ]
      #expect(found == line)
      // 400 years are a whole number of weeks: the same applies to years that Python does not have.
      let earlier = CivilDate(daysSinceEpoch: line[0] - 25 * 146_097)
      #expect(earlier.year == line[1] - 10_000 && earlier.month == line[2] && earlier.dayOfMonth == line[3])
      #expect(WeekDate(earlier).year == line[6] - 10_000 && WeekDate(earlier).week == line[7])
    }
  }

  @Test("Fields that the calendar does not have are refused")
  func refusals() {
    for (year, month, day) in [
      (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
      (10_000, 1, 1), (-10_000, 12, 31), (Int.max, 1, 1), (Int.min, 1, 1), (2026, Int.max, 1),
      (2026, 1, Int.min),
    ] {
      #expect(throws: TimeError.self) { try CivilDate(year, month, day) }
    }
  }

  @Test("Months are added by the calendar, a day that is missing clamped or refused")
  func months() throws {
    let january = try CivilDate(2026, 1, 31)
    #expect(try january.adding(months: 1) == CivilDate(2026, 2, 28))
    #expect(try january.adding(months: 25) == CivilDate(2028, 2, 29))
    #expect(try january.adding(months: -2) == CivilDate(2025, 11, 30))
    #expect(try january.adding(months: 1) == CivilDate(2026, 2, 28))
    #expect(january.adding(exactMonths: 1) == nil)
    #expect(try january.adding(exactMonths: 2) == CivilDate(2026, 3, 31))
    #expect(try CivilDate(2024, 2, 29).adding(years: 1) == CivilDate(2025, 2, 28))
    #expect(try CivilDate(2024, 2, 29).adding(years: -4) == CivilDate(2020, 2, 29))
  }

  @Test("Sums beyond the range give its end, or nothing where the caller refuses")
  func saturation() throws {
    let date = try CivilDate(2026, 5, 15)
    #expect(CivilDate.max.adding(days: 1) == .max && CivilDate.min.adding(days: -1) == .min)
    #expect(try CivilDate(9999, 11, 15).adding(months: 2) == .max)
    #expect(try CivilDate(9999, 11, 15).adding(exactMonths: 2) == nil)
    #expect(try CivilDate(-9999, 2, 15).adding(months: -2) == .min)
    #expect(date.adding(years: 8000) == .max && date.adding(years: -20_000) == .min)
    for number in extremes where abs(number.advanced(by: number < 0 ? 1 : 0)) >= 1 << 31 - 1 {
      let end: CivilDate = number < 0 ? .min : .max
      #expect(date.adding(days: number) == end)
      #expect(date.adding(months: number) == end)
      #expect(date.adding(years: number) == end)
      #expect(date.adding(exactMonths: number) == nil)
      #expect(CivilDate(daysSinceEpoch: number) == end)
      #expect(date.advanced(by: number) == end)
    }
  }

  @Test("Laws of adding, counting and printing on seeded dates")
  func laws() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      let date = random.date()
      let other = random.date()
      #expect(date.adding(days: other.days(since: date)) == other)
      #expect((date < other) == (other.days(since: date) > 0))
      #expect(try CivilDate(date.year, date.month, date.dayOfMonth) == date)
      #expect(try CivilDate(date.description) == date)
      #expect(try CivilDate(date.formatted(.basic)) == date)
      let months = random.int(-5000...5000)
      let moved = date.adding(months: months)
      if moved != .min && moved != .max {
        #expect(moved.yearMonth.months(since: date.yearMonth) == months)
        #expect(moved.dayOfMonth == min(date.dayOfMonth, moved.yearMonth.length))
      }
      let first = Weekday.allCases[random.int(0...6)]
      let start = date.startOfWeek(from: first)
      #expect(start == .min || (start.weekday == first && (0...6).contains(date.days(since: start))))
    }
  }

  @Test("A half-open range of dates is a collection of days")
  func ranges() throws {
    let days = try CivilDate(2024, 2, 27)..<CivilDate(2024, 3, 2)
    #expect(days.map { $0.dayOfMonth } == [27, 28, 29, 1])
    #expect(days.count == 4)
    #expect((CivilDate.max.adding(days: -2)...CivilDate.max).count == 3)
  }
}
