internal import AlmanacTime

extension CalendarSystem {
  /// The Hebrew calendar (RSCALE=HEBREW), by its own arithmetic: from the year 1 to the Gregorian year 9999.
  ///
  /// Months are numbered from Tishri; Adar I of a leap year is 5L, Adar (or Adar II) always 6. Days begin at
  /// midnight, as in all calendars of RFC 7529.
  ///
  /// - Complexity: O(1).
  public static var hebrew: CalendarSystem {
    CalendarSystem(name: "HEBREW") { day in HebrewYear(containing: day)?.calendarYear }
  }
}

/// A Hebrew year begins on the day of the molad of Tishri, a mean new moon, unless one of four rules postpones it.
private struct HebrewYear {
  let number: Int
  /// Days since 1970-01-01.
  let firstDay: Int
  let length: Int

  /// 1 Tishri of year 1, which lies in 3761 BC.
  private static let firstDayOfAll = -2_092_590
  /// Moons are counted in parts of a day.
  private static let partsPerDay = 25_920
  private static let partsPerMonth = 765_433

  init?(containing day: Int) {
    guard day >= Self.firstDayOfAll, day <= CivilDate.max.daysSinceEpoch + 400 else { return nil }
    // Nineteen years have 235 months; the estimate is a little too small, never too great.
    let months = (day - Self.firstDayOfAll) * Self.partsPerDay / Self.partsPerMonth
    var number = Swift.max(1, months * 19 / 235 - 1)
    while Self.firstDay(of: number + 1) <= day { number += 1 }
    self.number = number
    firstDay = Self.firstDay(of: number)
    length = Self.firstDay(of: number + 1) - firstDay
  }

  private static func monthsBefore(_ year: Int) -> Int { (235 * year - 234).flooredQuotient(19) }

  /// Days from the first molad to that of a year's Tishri, moved off Sunday, Wednesday and Friday; the day begins at
  /// noon, so that a molad after noon is already the next day's.
  private static func daysToMolad(_ year: Int) -> Int {
    let months = monthsBefore(year)
    let day = 29 * months + (12_084 + 13_753 * months).flooredQuotient(partsPerDay)
    return (3 * (day + 1)).flooredRemainder(7) < 3 ? day + 1 : day
  }

  private static func firstDay(of year: Int) -> Int {
    let day = daysToMolad(year)
    // Postponed where a year would else have 356 or 382 days.
    let postponed = daysToMolad(year + 1) - day == 356 ? 2 : day - daysToMolad(year - 1) == 382 ? 1 : 0
    return firstDayOfAll + day + postponed
  }

  private var isLeap: Bool { (7 * number + 1) % 19 < 7 }

  var calendarYear: CalendarYear? {
    // Heshvan and Kislev have 29 or 30 days, by which years are deficient, regular or complete.
    var months: [(number: MonthNumber, length: Int)] = [
      (1, 30), (2, length % 10 == 5 ? 30 : 29), (3, length % 10 == 3 ? 29 : 30), (4, 29), (5, 30),
    ]
    if isLeap { months.append((MonthNumber(5, isLeap: true), 30)) }
    months += [(6, 29), (7, 30), (8, 29), (9, 30), (10, 29), (11, 30), (12, 29)]
    return CalendarYear(
      number: number, monthsBefore: Self.monthsBefore(number), firstDay: firstDay, months: months)
  }
}
