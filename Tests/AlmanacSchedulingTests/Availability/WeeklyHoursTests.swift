import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Weekly hours")
struct WeeklyHoursTests {
  @Test("are read as people type them")
  func reading() throws {
    let hours = try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00; sat 10-14")
    #expect(hours[.wednesday].map { "\($0)" } == ["09:00:00-13:00:00", "15:00:00-19:00:00"])
    #expect(hours[.saturday] == [OpeningHours(from: try time("10:00"), to: try time("14:00"))])
    #expect(hours[.sunday].isEmpty)
    #expect(
      try WeeklyHours("fri-mon 8:30-24:00")[.sunday] == [OpeningHours(from: try time("08:30"), to: .midnight)]
    )
    #expect(try WeeklyHours("") == WeeklyHours())
    #expect(try WeeklyHours("9-13,15-19") == WeeklyHours("mon-sun 9-13,15-19"))
    #expect(try WeeklyHours("9-13; sat 10-14") == WeeklyHours("mon-sun 9-13; sat 10-14"))
  }

  @Test("print in the form that is read")
  func printing() throws {
    let hours = try WeeklyHours("tue,thu 15-19,09:00-13:00; Saturday 22:00-02:00")
    #expect("\(hours)" == "tue 09:00-13:00,15:00-19:00; thu 09:00-13:00,15:00-19:00; sat 22:00-02:00")
    #expect(try WeeklyHours("\(hours)") == hours)
  }

  @Test(
    "name the group that cannot be read",
    arguments: [
      ("mon", 0), ("9", 0), ("9-13 mon", 0), ("mon 9-13; xyz 9-13", 9), ("mon 9", 0), ("mon 9-25", 0),
      ("mon-tue-wed 9-10", 0),
      ("m 9-10", 0), ("mon 9-10,", 0), ("mon 9:60-10", 0), ("mon +9-10", 0),
    ])
  func refusing(text: String, position: Int) {
    let error = #expect(throws: SchedulingError.self) { try WeeklyHours(text) }
    #expect(error?.code == .syntax)
    #expect(error?.position == position)
  }
}
