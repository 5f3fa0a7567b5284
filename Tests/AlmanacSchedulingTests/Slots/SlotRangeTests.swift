import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Ranges, durations and steps of slots")
struct SlotRangeTests {
  let madrid: Zone
  let office: Availability

  init() throws {
    madrid = try Zone("Europe/Madrid")
    office = Availability(try WeeklyHours("mon-fri 09:00-11:00"), in: madrid)
  }

  @Test(
    "of less than a minute or more than 366 days are refused",
    arguments: [
      .zero, .minutes(-30), .seconds(59), -.weeks(2_000_000_000), .days(367), .hours(.max),
      .weeks(2_000_000_000),
    ] as [CalendarDuration])
  func outOfRange(length: CalendarDuration) throws {
    let window = try days("2026-03-02", "2026-03-03", in: madrid)
    let error = SchedulingError(.outOfRange, expected: "a duration from a minute to 366 days")
    #expect(throws: error) { try office.slots(lasting: length, in: window, at: .min) }
    #expect(throws: error) { try SlotGrid.anyTime(lasting: length, in: window, requiring: []) }
  }

  @Test(
    "a step of less than a minute is refused",
    arguments: [.zero, .minutes(-5), .seconds(1)] as [CalendarDuration])
  func smallStep(step: CalendarDuration) throws {
    let window = try days("2026-03-02", "2026-03-03", in: madrid)
    let error = SchedulingError(.outOfRange, expected: "a minute or more from one start to the next")
    #expect(throws: error) {
      try office.slots(lasting: .minutes(30), in: window, policy: BookingPolicy(every: step), at: .min)
    }
  }

  @Test("of a long range those from the present on are searched")
  func longRange() throws {
    let window = Instant.min..<(try days("2026-03-02", "2026-03-03", in: madrid).upperBound)
    let now = window.upperBound.adding(seconds: -86_400)
    #expect(
      try office.slots(lasting: .minutes(30), in: window, at: now).clock == [
        "09:00", "09:30", "10:00", "10:30",
      ])
    var calendar = EventCalendar()
    let ten = try CivilDateTime("1990-01-01T10:00").in(madrid)
    calendar.insert([.event(Event("Ten", from: ten, lasting: .hours(1), repeating: RecurrenceRule(.daily)))])
    #expect(
      try office.slots(lasting: .minutes(30), in: window, around: [calendar], at: now).clock == [
        "09:00", "09:30",
      ])
  }

  @Test("whatever range is asked for, the work ends")
  func bounded() throws {
    let all = Availability(.always, in: madrid)
    let grid = try all.slots(lasting: .hours(24), in: Instant.min..<Instant.max, at: .min)
    #expect(grid.slots.count <= 1_101)
    let edge = try all.slots(
      lasting: .days(366),
      in: Instant(secondsSinceEpoch: .max - 9)..<Instant(secondsSinceEpoch: .max), at: .min)
    #expect(edge.candidates.count <= 1)
    let far = Instant(secondsSinceEpoch: .max)
    #expect(edge.reasons(at: far) == [.notSearched])
    let stated = Availability([], in: madrid)
    #expect(try stated.slots(lasting: .days(9), in: far.adding(seconds: -9)..<far, at: .min).slots.isEmpty)
    let policy = BookingPolicy(
      every: .weeks(.max), buffers: Buffers(before: .weeks(.max), after: .weeks(.max), combination: .adding),
      minimumNotice: .weeks(.max), bookable: .rolling(days: .max))
    let huge = try all.slots(
      lasting: .hours(1), in: Instant.max.adding(seconds: -86_400)..<Instant.max, policy: policy,
      at: Instant.min)
    #expect(huge.candidates.count <= 1)
  }

  @Test("are on the last representable day too", arguments: [true, false])
  func lastDay(isStated: Bool) throws {
    let day = CivilDate.max.startOfDay.in(.utc).instant..<CivilDateTime.max.in(.utc).instant
    let hours = Availability(try WeeklyHours("mon-sun 09:00-11:00"), in: .utc)
    let first = try date("9999-12-01")
    let stated = Availability(hours.statements(uid: "a", from: first, at: day.lowerBound), in: .utc)
    let grid = try (isStated ? stated : hours).slots(lasting: .hours(1), in: day, at: .min)
    #expect(grid.clock == ["09:00", "10:00"])
  }
}
