import AlmanacTime
import Testing

@Suite("Months")
struct YearMonthTests {
  @Test("Adding months runs on into other years")
  func overrun() throws {
    #expect(try YearMonth(2026, 3).adding(months: 10) == YearMonth(2027, 1))
    #expect(try YearMonth(2026, 1).adding(months: -1) == YearMonth(2025, 12))
    #expect(try YearMonth(0, 1).adding(months: -1) == YearMonth(-1, 12))
    #expect(try YearMonth(2026, 3).adding(months: -27).description == "2023-12")
  }

  @Test("Length, first and last day", arguments: [(2024, 29), (2026, 28), (1900, 28), (2000, 29), (-4, 29)])
  func february(year: Int, length: Int) throws {
    let month = try YearMonth(year, 2)
    #expect(month.length == length)
    #expect(month.firstDay.dayOfMonth == 1 && month.lastDay.dayOfMonth == length)
    #expect(month.days.count == length)
    #expect(try month.days.upperBound == YearMonth(year, 3).firstDay)
  }

  @Test("The months of a year have their days")
  func lengths() throws {
    let months = try YearMonth(2026, 1)..<YearMonth(2027, 1)
    #expect(months.map { $0.length } == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  }

  @Test("Text forms and their errors")
  func text() throws {
    #expect(try YearMonth("2026-03") == YearMonth(2026, 3))
    #expect(try YearMonth("202603") == YearMonth(2026, 3))
    #expect(try YearMonth("-000044-03") == YearMonth(-44, 3))
    expectFault(.outOfRange, at: 5, "2026-13") { (text) throws(TimeError) in try YearMonth(text) }
    expectFault(.syntax, at: 7, "2026-03-01") { (text) throws(TimeError) in try YearMonth(text) }
  }

  @Test("Years and months beyond the range are refused; adding months ends at the range")
  func extremeMonths() throws {
    let first = try YearMonth(-9999, 1)
    let last = try YearMonth(9999, 12)
    for number in extremes where abs(number.advanced(by: number < 0 ? 1 : 0)) >= 1 << 31 - 1 {
      #expect(throws: TimeError(.outOfRange, expected: "a year from -9999 to 9999")) {
        try YearMonth(number, 6)
      }
      #expect(throws: TimeError(.outOfRange, expected: "a month from 1 to 12")) {
        try YearMonth(2026, number)
      }
      #expect(try YearMonth(2026, 3).adding(months: number) == (number < 0 ? first : last))
    }
    for (year, month) in [(202603, 1), (2026, 0), (2026, 13), (10_000, 1)] {
      #expect(throws: TimeError.self) { try YearMonth(year, month) }
    }
    #expect(first.firstDay == .min && last.lastDay == .max)
    #expect(last.days.count == 30)  // no later date exists to end it
  }
}
