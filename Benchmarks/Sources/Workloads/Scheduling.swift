import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime

extension Workload {
  /// Slots, bookings, and choices among people; seasons.
  static var scheduling: [Workload] { slots + bookings + choices + seasons }

  private static var slots: [Workload] {
    [
      // One person with as many busy items in the month as the size says, many of which overlap.
      Workload("slots", growing: 1, from: 250) { input in
        let (office, busy) = try (Office(), BusyTime(Office.items(input.size)))
        return Job { Int64(office.grid(busy).slots.count) }
      },
      Workload("slots.reasons", growing: 1, from: 250) { input in
        let (office, busy) = try (Office(), BusyTime(Office.items(input.size)))
        return Job { Int64(office.grid(busy).candidates.count) }
      },
      Workload("slots.ofCalendar", growing: 1, from: 250) { input in
        let office = try Office()
        var calendar = EventCalendar()
        for item in Office.items(input.size) {
          let minutes = item.interval.upperBound.seconds(since: item.interval.lowerBound) / 60
          calendar.insert(
            Event(
              item.summary, from: item.interval.lowerBound.in(Question.madrid),
              lasting: .minutes(minutes),
              uid: item.summary))
        }
        return Job {
          let grid = try! office.hours.slots(
            lasting: .minutes(30), in: Office.month, around: [calendar], policy: office.policy, at: Office.now
          )
          return Int64(grid.slots.count)
        }
      },
    ]
  }

  /// A class with as many bookings as the size says.
  private static var bookings: [Workload] {
    [
      Workload("booking.decide", growing: 0, from: 500) { input in
        let roster = Marathon(bookings: input.size).roster
        return Job { Int64(roster.decide(.book("new"), at: Office.now).events.count) }
      },
      Workload("booking.refuse", growing: 0, from: 500) { input in
        let roster = Marathon(bookings: input.size).roster
        return Job { Int64(roster.decide(.book("member 7"), at: Office.now).events.count) }
      },
      Workload("booking.bookAndCancel", growing: 0, from: 500) { input in
        var marathon = Marathon(bookings: input.size)
        return Job { Int64(marathon.request(.book("new")) + marathon.request(.cancel("new"))) }
      },
    ]
  }

  private static var choices: [Workload] {
    [
      Workload("pool.slots", growing: 1, from: 10) { input in
        let pool = try Pool(coaches: input.size)
        return Job { Int64((try? pool.grid().slots.count) ?? 0) }
      },
      Workload("pool.choice", growing: 0, from: 500) { input in
        let pool = try Pool(sessions: input.size)
        let start = try pool.startOfChoice()
        let grid = try pool.gridOfCoaches(start..<start.adding(seconds: 60))
        func choice() -> SlotChoice { grid.choice(at: start, history: pool.book.history) }
        return Job(answer: { choice().everyone.joined() }) { Int64(choice().parts.count) }
      },
      // Where somebody has joined later, the bookings since the last choice are gone through (`ShareReplays`).
      Workload("pool.choice.newcomers", growing: 0, from: 500) { input in
        var pool = try Pool(sessions: input.size)
        let start = try pool.startOfChoice()
        pool.coaches[48...] = [SlotParticipant("mia"), SlotParticipant("noa")]
        let grid = try pool.gridOfCoaches(start..<start.adding(seconds: 60))
        return Job { Int64(grid.choice(at: start, history: pool.book.history).parts.count) }
      },
      Workload("pool.series", growing: 0, from: 500) { input in
        let pool = try Pool(sessions: input.size)
        let grid = try pool.gridOfCoaches(pool.term)
        return Job {
          let outcome = pool.tuesdays(on: grid)
          return Int64(outcome.dates.count - outcome.refused.count)
        }
      },
      // Somebody else who is needed is busy on each of the Tuesdays.
      Workload("pool.series.refused", growing: 0, from: 500) { input in
        let pool = try Pool(sessions: input.size)
        let grid = try pool.gridWithoutTuesdays()
        return Job { Int64(pool.tuesdays(on: grid).refused.count) }
      },
    ]
  }

  /// Seasons of as many teams as the size says.
  private static var seasons: [Workload] {
    [
      Workload("season.pairings", growing: 2, from: 10, by: 2) { input in
        let plan = try League(teams: input.size).plan
        return Job { Int64((try? plan.pairings().count) ?? 0) }
      },
      Workload("season.matches", growing: 3, from: 10, by: 2) { input in
        let plan = try League(teams: input.size).plan
        return Job { Int64((try? plan.outcome(uids: .seeded(1))) == nil ? 0 : 1) }
      },
      Workload("season.constraints", growing: nil, from: 10) { input in
        let plan = try League(teams: input.size).constrained
        return Job { Int64((try? plan.outcome(uids: .seeded(1))) == nil ? 0 : 1) }
      },
      Workload("season.impossible", growing: nil, from: 10) { input in
        let plan = try League(teams: input.size).impossible
        return Job { Int64((try? plan.outcome(uids: .seeded(1))) == nil ? 0 : 1) }
      },
    ]
  }
}

/// Hours of a week in Madrid, and busy items in a month.
struct Office {
  let hours: Availability
  let policy = BookingPolicy(
    every: .minutes(15), buffers: Buffers(before: .minutes(5), after: .minutes(5)), minimumNotice: .hours(2))
  static let month = QueryWindow(days: try! YearMonth(2026, 3).days, in: Question.madrid).range
  static let now = month.lowerBound

  init() throws {
    hours = Availability(try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00"), in: Question.madrid)
  }

  static func items(_ count: Int) -> [BusyTime.Item] {
    var random = Random(state: 7)
    return (0..<count).map { number in
      let start = month.lowerBound.adding(seconds: random.next(31 * 288) * 300)
      return BusyTime.Item(
        start..<start.adding(seconds: (5 + random.next(4) * 10) * 60), summary: "\(number)")
    }
  }

  func grid(_ busy: BusyTime) -> SlotGrid {
    try! SlotGrid(
      lasting: .minutes(30), in: Self.month, for: [SlotParticipant("", availability: hours, busy: busy)],
      policy: policy, at: Self.now)
  }
}

/// A class with one place left.
private struct Marathon {
  var book: ClassBook
  let start = Office.month.lowerBound.adding(seconds: 86_400)

  init(bookings: Int) {
    book = ClassBook([
      ClassSeries(
        "Marathon", from: start.in(Question.madrid), lasting: .hours(4), places: bookings + 1, uid: "marathon"
      )
    ])
    for number in 0..<bookings { _ = request(.book("member \(number)")) }
  }

  var roster: Roster {
    book.roster(of: "marathon", at: start)
      ?? Roster(of: book.series[0].nextOccurrences(from: Office.now, limit: 1)[0])
  }

  /// The number of the events that come of a request.
  mutating func request(_ command: RosterCommand) -> Int {
    book.request(command, of: "marathon", at: start, now: Office.now).events.count
  }
}

/// Coaches with 200 busy items each, two rooms, and a book of sessions that are over.
struct Pool {
  var coaches: [SlotParticipant]
  let rooms: [SlotParticipant]
  let policy = BookingPolicy(every: .minutes(15))
  let book: SessionBook
  /// The coaches of its sessions, by their place.
  let past: [Int]
  /// The first of ten Tuesdays for which a client asks.
  let first: SessionRequest
  let term = Office.month.lowerBound..<Office.month.lowerBound.adding(seconds: 80 * 86_400)

  init(coaches count: Int = 50, sessions: Int = 0) throws {
    var random = Random(state: 11)
    func items(_ count: Int, minutes: Int) -> BusyTime {
      BusyTime(
        (0..<count).map { _ in
          let start = Office.month.lowerBound.adding(seconds: random.next(31 * 96) * 900)
          return BusyTime.Item(start..<start.adding(seconds: minutes * 60))
        })
    }
    let office = try Office().hours
    coaches = (0..<count).map {
      SlotParticipant("coach \($0)", availability: office, busy: items(200, minutes: 90))
    }
    rooms = (0..<2).map { SlotParticipant("room \($0)", busy: items(300, minutes: 60)) }
    var events: [SessionEvent] = []
    for number in 0..<sessions {
      let start = Office.month.lowerBound.adding(seconds: -(number / 50 + 1) * 3600)
      let session = SessionBook.Session(
        uid: "s\(number)", coach: "coach \(number % 50)", client: "client \(number % 500)",
        plan: SessionBook.Session.Plan(start.in(Question.madrid), lasting: .hours(1)), in: Question.madrid,
        state: .completed, started: start, ended: start.adding(seconds: 3600))
      events.append(SessionEvent(number: number + 1, at: Office.now, .saved(session)))
    }
    past = (0..<sessions).map { $0 % 50 }
    var book = SessionBook()
    try book.apply(events)
    self.book = book
    first = SessionRequest(
      ["new"], at: Office.month.lowerBound.adding(seconds: (24 + 18) * 3600).in(Question.madrid))
  }

  private func grid(_ window: Range<Instant>, _ needs: [Requirement]) -> SlotGrid {
    try! SlotGrid(lasting: .hours(1), in: window, requiring: needs, policy: policy, at: Office.now)
  }

  func grid() throws -> SlotGrid {
    grid(
      Office.month,
      [try .any(of: coaches, as: SessionBook.coachRole), try .any(of: rooms, as: "room")])
  }

  func startOfChoice() throws -> Instant { try grid().slots[100].interval.lowerBound }

  func gridOfCoaches(_ window: Range<Instant>) throws -> SlotGrid {
    grid(window, [try .any(of: coaches, as: SessionBook.coachRole)])
  }

  func gridWithoutTuesdays() throws -> SlotGrid {
    let items = (0..<10).map { week in
      let start = first.start.adding(.days(7 * week)).instant
      return BusyTime.Item(start..<start.adding(seconds: 3600))
    }
    return grid(
      term,
      [
        try .any(of: coaches, as: SessionBook.coachRole),
        .free([SlotParticipant("other", busy: BusyTime(items))]),
      ])
  }

  func tuesdays(on grid: SlotGrid) -> BatchOutcome<PlannedSession> {
    book.decideSeries(
      first, repeating: RecurrenceRule(.weekly, until: .count(10)), .skipping, by: "", now: Office.now,
      uids: .seeded(1),
      offering: [grid]
    ).outcome
  }
}

/// A double round robin on weekends.
private struct League {
  var plan: SeasonPlan

  init(teams: Int) throws {
    plan = SeasonPlan("Liga", of: (0..<teams).map { .init("team \($0)", at: $0 < 2 ? "shared" : nil) })
    plan.days = SeasonPlan.weekly(from: try CivilDate("2026-08-29"), count: 2 * (teams - 1), lasting: 2)
  }

  /// With wishes for one and a half times as many matches as there are teams.
  var constrained: SeasonPlan {
    var (random, plan, names) = (Random(state: 11), self.plan, self.plan.teams.map { $0.name })
    for number in 0..<(names.count * 3 / 2) {
      let days = plan.days[random.next(plan.days.count)]
      names.swapAt(0, random.next(names.count))
      switch number % 6 {
      case 0:
        plan.constraints.append(
          .meeting(names[0], names[1], on: days.lowerBound..<days.upperBound.adding(days: 28)))
      case 1: plan.constraints.append(.notMeeting(names[0], names[1], on: days))
      default: plan.constraints.append(.notHome(names[0], on: days))
      }
    }
    plan.constraints.append(.rest(days: 4))
    return plan
  }

  /// With two teams that have no home match in the round in which they meet.
  var impossible: SeasonPlan {
    var plan = plan
    plan.constraints += [.notHome("team 5", on: plan.days[0]), .notHome("team 6", on: plan.days[0])]
    plan.constraints.append(.meeting("team 5", "team 6", on: plan.days[0]))
    return plan
  }
}
