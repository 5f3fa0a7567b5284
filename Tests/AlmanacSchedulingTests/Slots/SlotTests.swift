import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Slots")
struct SlotTests {
  let madrid: Zone
  let office: Availability

  init() throws {
    madrid = try Zone("Europe/Madrid")
    office = Availability(try WeeklyHours("mon-fri 09:00-11:00"), in: madrid)
  }

  private func busy(_ from: String, _ to: String, isBooking: Bool = false) throws -> BusyTime.Item {
    .init(
      try instant("2026-03-02T\(from)", in: madrid)..<instant("2026-03-02T\(to)", in: madrid), summary: from,
      isBooking: isBooking)
  }

  private func grid(
    _ items: [BusyTime.Item] = [], lasting minutes: Int = 30, policy: BookingPolicy = BookingPolicy(),
    at now: Instant = .min
  ) throws -> SlotGrid {
    try SlotGrid(
      lasting: .minutes(minutes), in: try days("2026-03-02", "2026-03-03", in: madrid),
      for: [SlotParticipant("Ana", availability: office, busy: BusyTime(items))], policy: policy, at: now)
  }

  @Test("start every step from the start of the hours and end within them")
  func steps() throws {
    #expect(try grid().clock == ["09:00", "09:30", "10:00", "10:30"])
    #expect(
      try grid(policy: BookingPolicy(every: .minutes(20))).clock == [
        "09:00", "09:20", "09:40", "10:00", "10:20",
      ])
    var late = office
    late.pattern = .weekly(try WeeklyHours("mon 09:10-11:00"))
    let window = try date("2026-03-02")..<date("2026-03-03")
    #expect(try late.slots(lasting: .minutes(30), on: window, at: .min).clock == ["09:10", "09:40", "10:10"])
    let clock = BookingPolicy(every: .minutes(30), from: .midnight)
    #expect(
      try late.slots(lasting: .minutes(30), on: window, policy: clock, at: .min).clock == [
        "09:30", "10:00", "10:30",
      ])
  }

  @Test("one call with calendars gives the free slots, and the reasons why others are not free")
  func callSite() throws {
    var course = EventCalendar()
    course.insert(
      Event("Algebra", from: try zoned("2026-03-02T09:15", madrid), lasting: .minutes(30), uid: "algebra"))
    let week = try days("2026-03-02", "2026-03-03", in: madrid)
    let free = try office.slots(lasting: .minutes(30), in: week, around: [course], at: .min)
    #expect(free.clock == ["10:00", "10:30"])
    #expect(free.unavailable.map { $0.reasons.map { $0.code } } == [["conflict"], ["conflict"]])
    #expect(free.unavailable.first?.reasons.first?.description == "busy: Algebra")
  }

  @Test("an item that ends when a slot begins does not block it")
  func touching() throws {
    #expect(try grid([busy("09:30", "10:00")]).clock == ["09:00", "10:00", "10:30"])
  }

  @Test("overlapping items may end in any order")
  func nested() throws {
    #expect(try grid([busy("09:00", "10:30"), busy("09:15", "09:20")]).clock == ["10:30"])
  }

  @Test("neighbouring slots share their buffers or add them, as the policy states")
  func buffers() throws {
    var item = try busy("09:30", "10:00")
    item.bufferAfter = .minutes(15)
    var policy = BookingPolicy(every: .minutes(5), buffers: Buffers(before: .minutes(10), after: .minutes(5)))
    // Before it: 5 minutes after a slot. After it: the longer of 15 and 10 minutes.
    #expect(try grid([item], lasting: 20, policy: policy).clock.prefix(3) == ["09:00", "09:05", "10:15"])
    policy.buffers.combination = .adding
    #expect(try grid([item], lasting: 20, policy: policy).clock.prefix(3) == ["09:00", "09:05", "10:25"])
    let reasons = try grid([item], lasting: 20, policy: policy).reasons(
      at: instant("2026-03-02T10:20", in: madrid))
    #expect(reasons == [.buffer(item, of: "Ana")])
  }

  @Test("notice: a slot is bookable up to the notice before its start, and not after")
  func notice() throws {
    let now = try instant("2026-03-02T07:30", in: madrid)
    let policy = BookingPolicy(minimumNotice: .hours(2))
    #expect(try grid(policy: policy, at: now).clock == ["09:30", "10:00", "10:30"])
    let nine = try instant("2026-03-02T09:00", in: madrid)
    #expect(
      try grid(policy: policy, at: now).reasons(at: nine) == [
        .tooLate(latest: try instant("2026-03-02T07:00", in: madrid))
      ])
    // The past needs no notice to be past.
    #expect(try grid(at: nine.adding(seconds: 1)).clock == ["09:30", "10:00", "10:30"])
    // A day before across a change of clocks is the same time on the wall.
    let sunday = Availability(try WeeklyHours("sun 09:00-10:00"), in: madrid)
    let window = try days("2026-03-29", "2026-03-30", in: madrid)
    let dayBefore = BookingPolicy(minimumNotice: .days(1))
    for (now, expected) in [("2026-03-28T09:00:00", 1), ("2026-03-28T09:00:01", 0)] {
      let grid = try sunday.slots(
        lasting: .hours(1), in: window, policy: dayBefore, at: try instant(now, in: madrid))
      #expect(grid.slots.count == expected)
    }
  }

  @Test("days ahead: rolling, in open days, or a range")
  func bookableDays() throws {
    let now = try instant("2026-03-06T12:00", in: madrid)
    let window = try date("2026-03-05")..<date("2026-03-14")
    func days(_ bookable: BookingPolicy.BookableDays, at now: Instant) throws -> [Int] {
      let policy = BookingPolicy(bookable: bookable)
      return try office.slots(lasting: .hours(2), on: window, policy: policy, at: now).map {
        $0.start.local.date.dayOfMonth
      }
    }
    #expect(try days(.rolling(days: 4), at: now) == [9, 10])
    #expect(try days(.rollingOpenDays(4), at: now) == [9, 10, 11, 12])
    #expect(try days(.range(try date("2026-03-06")..<date("2026-03-10")), at: .min) == [6, 9])
    let friday = try instant("2026-03-13T09:00", in: madrid)
    let rolling = try office.slots(
      lasting: .hours(2), on: window, policy: BookingPolicy(bookable: .rolling(days: 4)), at: now)
    #expect(rolling.reasons(at: friday) == [.tooEarly(from: try date("2026-03-09"))])
    let open = try office.slots(
      lasting: .hours(2), on: window, policy: BookingPolicy(bookable: .rollingOpenDays(4)), at: now)
    #expect(open.reasons(at: friday) == [.tooEarly(from: try date("2026-03-09"))])
    // From a Friday on five open days reach the next Friday; the day said is the first on which it can be booked.
    for (today, isBookable) in [("2026-03-06", true), ("2026-03-05", false)] {
      let grid = try office.slots(
        lasting: .hours(2), on: window, policy: BookingPolicy(bookable: .rollingOpenDays(5)),
        at: try instant("\(today)T08:00", in: madrid))
      #expect(grid.reasons(at: friday).isEmpty == isBookable)
      if !isBookable { #expect(grid.reasons(at: friday) == [.tooEarly(from: try date("2026-03-06"))]) }
    }
  }

  @Test("limits count bookings of the day and the week in the schedule's zone")
  func limits() throws {
    let one = try busy("10:30", "11:00", isBooking: true)
    #expect(try grid([one], policy: BookingPolicy(dailyLimit: 1)).clock == [])
    #expect(try grid([one], policy: BookingPolicy(dailyLimit: 2)).clock.count == 3)
    #expect(try grid([busy("10:30", "11:00")], policy: BookingPolicy(dailyLimit: 1)).clock.count == 3)
    let friday = try instant("2026-03-06T09:00", in: madrid)
    let week = try SlotGrid(
      lasting: .minutes(30), in: friday..<friday.adding(seconds: 60),
      for: [SlotParticipant("", availability: office, busy: BusyTime([one]))],
      policy: BookingPolicy(weeklyLimit: 1), at: .min)
    #expect(week.reasons(at: friday) == [.weeklyLimit(1)])
  }

  @Test("coach, client and room must all have time, and each reason names whose it is")
  func several() throws {
    let room = Availability(try WeeklyHours("mon 09:30-12:00"), in: madrid)
    let coach = SlotParticipant("coach", availability: office, busy: BusyTime([try busy("09:40", "10:00")]))
    let client = SlotParticipant("client", busy: BusyTime([try busy("10:20", "10:40")]))
    let grid = try SlotGrid(
      lasting: .minutes(20), in: try days("2026-03-02", "2026-03-03", in: madrid),
      for: [coach, client, SlotParticipant("room", availability: room)], at: .min)
    #expect(grid.clock == ["10:00", "10:40"])
    #expect(
      grid.unavailable.map { $0.reasons.map { $0.description } } == [
        ["outside of the hours (room)"], ["outside of the hours (room)"],
        ["busy (coach): 09:40"], ["busy (client): 10:20"],
      ])
  }

  @Test("every reason is given, not the first only")
  func everyReason() throws {
    var closed = office
    let works = ClosedPeriod(on: try date("2026-03-02"), "Works")
    closed.closures = [works]
    let item = try busy("09:00", "12:00", isBooking: true)
    let nine = try instant("2026-03-02T09:10", in: madrid)
    let policy = BookingPolicy(
      minimumNotice: .hours(1), bookable: .range(try date("2027-01-01")..<date("2028-01-01")), dailyLimit: 1)
    let grid = try SlotGrid(
      lasting: .hours(2), in: try days("2026-03-02", "2026-03-03", in: madrid),
      for: [SlotParticipant("", availability: closed, busy: BusyTime([item]))], policy: policy, at: nine)
    #expect(
      grid.reasons(at: nine).map { $0.code } == [
        "too_late", "outside_bookable_days", "off_grid", "outside_hours", "closed", "conflict", "daily_limit",
      ])
    #expect(grid.reasons(at: try instant("2026-03-03T09:00", in: madrid)) == [.notSearched])
  }

  @Test(
    "on days on which clocks change, slots stand on the wall clock: skipped times are absent, repeated ones there twice",
    arguments: [
      ("Europe/Madrid", "2026-03-29", ["01:00", "01:30", "03:00", "03:30"]),
      (
        "Europe/Madrid", "2026-10-25",
        ["01:00", "01:30", "02:00", "02:30", "02:00", "02:30", "03:00", "03:30"]
      ),
      ("Australia/Lord_Howe", "2026-10-04", ["01:00", "01:30", "02:30", "03:00", "03:30"]),
      ("Australia/Lord_Howe", "2026-04-05", ["01:00", "01:30", "01:30", "02:00", "02:30", "03:00", "03:30"]),
      ("Asia/Kathmandu", "2026-03-29", ["01:00", "01:30", "02:00", "02:30", "03:00", "03:30"]),
    ])
  func clockChanges(zone: String, day: String, expected: [String]) throws {
    let night = Availability(try WeeklyHours("sun 01:00-04:00"), in: try Zone(zone))
    let next = try date(day).adding(days: 1)
    #expect(try night.slots(lasting: .minutes(30), on: try date(day)..<next, at: .min).clock == expected)
  }

  @Test(
    "hours of a night give as many slots as the night has hours, across midnight and the change of clocks",
    arguments: [
      ("Europe/Madrid", "2026-03-28", 7), ("Europe/Madrid", "2026-10-24", 9),
      ("Europe/Madrid", "2026-03-21", 8),
      ("Australia/Lord_Howe", "2026-04-04", 8), ("Australia/Lord_Howe", "2026-10-03", 7),
    ])
  func nights(zone: String, saturday: String, count: Int) throws {
    let bar = Availability(try WeeklyHours("sat 22:00-06:00"), in: try Zone(zone))
    let first = try date(saturday)
    let grid = try bar.slots(lasting: .hours(1), on: first..<first.adding(days: 2), at: .min)
    #expect(grid.slots.count == count)
    for slot in grid { #expect(slot.interval.upperBound.seconds(since: slot.interval.lowerBound) == 3600) }
    for (one, next) in zip(grid.slots, grid.slots.dropFirst()) {
      #expect(one.interval.upperBound <= next.interval.lowerBound)
    }
    // A search that begins at midnight finds the slots that begin after it, and one that crosses it only before.
    let late = BookingPolicy(every: .minutes(90))
    let saturdays = try bar.slots(
      lasting: .minutes(90), on: first..<first.adding(days: 1), policy: late, at: .min)
    let sundays = try bar.slots(
      lasting: .minutes(90), on: first.adding(days: 1)..<first.adding(days: 2), policy: late, at: .min)
    #expect(saturdays.clock == ["22:00", "23:30"])
    let both = try bar.slots(lasting: .minutes(90), on: first..<first.adding(days: 2), policy: late, at: .min)
    #expect(saturdays.slots + sundays.slots == both.slots)
  }

  @Test("a slot of a whole day is a day on the wall clock, also one of 23 or 25 hours")
  func wholeDays() throws {
    let room = Availability(.always, in: madrid)
    for (day, hours) in [("2026-03-28", 24), ("2026-03-29", 23), ("2026-10-25", 25)] {
      let first = try date(day)
      let grid = try room.slots(lasting: .days(1), on: first..<first.adding(days: 1), at: .min)
      #expect(
        grid.slots.map { $0.interval.upperBound.seconds(since: $0.interval.lowerBound) } == [hours * 3600])
      let exact = try room.slots(lasting: .hours(24), on: first..<first.adding(days: 1), at: .min)
      #expect(
        exact.slots.first.map { $0.interval.upperBound.seconds(since: $0.interval.lowerBound) } == 86_400)
    }
  }

  @Test("hours of a notice are exact, also over a change of clocks")
  func noticeOverChange() throws {
    let sunday = Availability(try WeeklyHours("sun 03:30-04:30"), in: madrid)
    let window = try AlmanacSchedulingTests.days("2026-03-29", "2026-03-30", in: madrid)
    // 03:30 is two hours after 00:30, since 02:00–03:00 is not there.
    for (now, expected) in [("2026-03-29T00:30:00", 1), ("2026-03-29T00:30:01", 0)] {
      let grid = try sunday.slots(
        lasting: .hours(1), in: window, policy: BookingPolicy(minimumNotice: .hours(2)),
        at: try instant(now, in: madrid))
      #expect(grid.slots.count == expected)
    }
  }

  @Test("hours that overlap over midnight are one opening, each with the starts of its own grid")
  func overlapping() throws {
    let clinic = Availability(try WeeklyHours("mon 22:00-02:00; tue 00:30-03:00"), in: madrid)
    let grid = try clinic.slots(lasting: .hours(1), on: try date("2026-03-02")..<date("2026-03-04"), at: .min)
    // From 00:30 on Tuesday's grid decides; Monday's last start, 01:00, is none of its.
    #expect(grid.clock == ["22:00", "23:00", "00:00", "00:30", "01:30"])
    #expect(grid.unavailable.map { $0.slot }.clock == ["01:00", "02:30"])
    #expect(grid.unavailable.map { $0.reasons.map { $0.code } } == [["off_grid"], ["outside_hours"]])
    let touching = Availability(try WeeklyHours("mon 09:00-10:15,10:15-12:00"), in: madrid)
    let monday = try touching.slots(
      lasting: .minutes(30), on: try date("2026-03-02")..<date("2026-03-03"), at: .min)
    #expect(monday.clock == ["09:00", "09:30", "10:00", "10:15", "10:45", "11:15"])
  }

  @Test("open days ahead pass over closures, dates without hours and weekends")
  func openDays() throws {
    var open = office
    open.closures = [ClosedPeriod(on: try date("2026-03-10"), "Holiday")]
    open.overrides[try date("2026-03-11")] = []
    open.overrides[try date("2026-03-14")] = [OpeningHours(from: try time("09:00"), to: try time("11:00"))]
    let policy = BookingPolicy(bookable: .rollingOpenDays(4))
    let grid = try open.slots(
      lasting: .hours(2), on: try date("2026-03-06")..<date("2026-03-20"), policy: policy,
      at: try instant("2026-03-06T08:00", in: madrid))
    // Friday; then Monday, Thursday, Friday and the Saturday that is open for once.
    #expect(grid.map { $0.start.local.date.dayOfMonth } == [6, 9, 12, 13, 14])
  }

  @Test("weeks of a limit begin on the weekday of the policy, and count the bookings in the calendars")
  func weeks() throws {
    var calendar = EventCalendar()
    for (uid, start) in [("a", "2026-03-01T09:00"), ("b", "2026-03-04T09:00")] {
      let session = SessionBook.Session(
        uid: uid, coach: "eva", client: "bob", plan: .init(try zoned(start, madrid), lasting: .hours(1)),
        in: madrid)
      calendar.insert(session.event())
    }
    var cancelled = try #require(calendar.items.compactMap { $0.event }.first)
    cancelled.uid = "c"
    cancelled.status = .cancelled
    calendar.insert(cancelled)
    calendar.insert(Event("Lunch", from: try zoned("2026-03-05T09:00", madrid), lasting: .hours(1), uid: "d"))
    let week = try date("2026-03-05")..<date("2026-03-07")
    // Sunday the 1st is in the week of the 4th where weeks begin on Sunday.
    for (first, limit, count) in [(Weekday.monday, 2, 3), (.sunday, 2, 0), (.monday, 1, 0), (.sunday, 3, 3)] {
      let policy = BookingPolicy(weeklyLimit: limit, firstWeekday: first)
      let grid = try office.slots(lasting: .hours(1), on: week, around: [calendar], policy: policy, at: .min)
      #expect(grid.slots.count == count, "\(first) \(limit)")
    }
    let day = try date("2026-03-04")..<date("2026-03-05")
    for (limit, count) in [(1, 0), (2, 1)] {
      let policy = BookingPolicy(dailyLimit: limit)
      #expect(
        try office.slots(lasting: .hours(1), on: day, around: [calendar], policy: policy, at: .min).slots
          .count
          == count)
    }
  }

  @Test("a viewer elsewhere sees the same slots on their own clock")
  func viewers() throws {
    let kolkata = try Zone("Asia/Kolkata")
    let window = try days("2026-03-02", "2026-03-03", in: madrid)
    let there = try office.slots(lasting: .hours(1), in: window, at: .min, viewer: kolkata)
    #expect(
      there.map { "\($0.start)" } == [
        "2026-03-02T13:30:00+05:30[Asia/Kolkata]", "2026-03-02T14:30:00+05:30[Asia/Kolkata]",
      ])
    #expect(
      try there.map { $0.interval }
        == office.slots(lasting: .hours(1), in: window, at: .min).map { $0.interval })
  }

  @Test("hours removed by an override are explained")
  func replaced() throws {
    var changed = office
    changed.overrides[try date("2026-03-02")] = [OpeningHours(from: try time("10:15"), to: try time("11:15"))]
    let grid = try changed.slots(
      lasting: .minutes(30), on: try date("2026-03-02")..<date("2026-03-03"), at: .min)
    #expect(grid.clock == ["10:15", "10:45"])
    #expect(grid.unavailable.map { $0.slot }.clock == ["09:00", "09:30", "10:00", "10:30"])
    #expect(
      grid.unavailable.map { $0.reasons.map { $0.code } } == [
        ["outside_hours"], ["outside_hours"], ["outside_hours"], ["off_grid"],
      ])
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

  @Test("of a limit are the first ones")
  func limited() throws {
    let grid = try grid([busy("09:30", "10:00")])
    #expect(grid.slots.count == 3 && grid.slots(limit: 2) == Array(grid.slots.prefix(2)))
    #expect(grid.slots(limit: 9) == grid.slots)
    #expect(grid.candidates(limit: 2) == Array(grid.candidates.prefix(2)))
    #expect(grid.slots(limit: 0).isEmpty && grid.candidates(limit: -1).isEmpty)
  }

  @Test("at any time are in the past too, without notice")
  func anyTime() throws {
    let window = try days("2026-03-02", "2026-03-03", in: madrid)
    let needs = [Requirement.all([SlotParticipant("Ana", availability: office)])]
    let now = window.upperBound
    #expect(try SlotGrid(lasting: .minutes(30), in: window, requiring: needs, at: now).slots.isEmpty)
    let grid = try SlotGrid.anyTime(lasting: .minutes(30), in: window, requiring: needs)
    #expect(grid.clock == ["09:00", "09:30", "10:00", "10:30"])
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
}
