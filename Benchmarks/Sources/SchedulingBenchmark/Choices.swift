import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Measuring

/// Fifty coaches with 200 busy items each and two rooms; a book of 10 000 sessions; a league of 20 teams.
struct Choices {
  let month: Range<Instant>
  let zone: Zone
  let now: Instant
  let coaches: [SlotParticipant]
  let rooms: [SlotParticipant]
  let policy = BookingPolicy(every: .minutes(15))
  let book: SessionBook
  let tuesdays: SessionRequest
  let weekly = RecurrenceRule(.weekly, until: .count(10))
  var league: SeasonPlan

  init(_ month: Range<Instant>, _ zone: Zone, _ office: Availability) throws {
    (self.month, self.zone, now) = (month, zone, month.lowerBound)
    var state: UInt64 = 11
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func items(_ count: Int, minutes: Int) -> BusyTime {
      BusyTime(
        (0..<count).map { _ in
          let start = month.lowerBound.adding(seconds: random(31 * 96) * 900)
          return BusyTime.Item(start..<start.adding(seconds: minutes * 60))
        })
    }
    coaches = (0..<50).map {
      SlotParticipant("coach \($0)", availability: office, busy: items(200, minutes: 90))
    }
    rooms = (0..<2).map { SlotParticipant("room \($0)", busy: items(300, minutes: 60)) }
    var events: [SessionEvent] = []
    for number in 0..<10_000 {
      let start = month.lowerBound.adding(seconds: -(number / 50 + 1) * 3600)
      let session = Session(
        uid: "s\(number)", coach: "coach \(number % 50)", client: "client \(number % 500)",
        plan: Session.Plan(start.in(zone), lasting: .hours(1)), in: zone, state: .completed, started: start,
        ended: start.adding(seconds: 3600))
      events.append(SessionEvent(number: number + 1, at: month.lowerBound, .saved(session)))
    }
    var book = SessionBook()
    try book.apply(events)
    self.book = book
    tuesdays = SessionRequest(["new"], at: month.lowerBound.adding(seconds: (24 + 18) * 3600).in(zone))
    league = SeasonPlan("Liga", of: (0..<20).map { .init("team \($0)", at: $0 < 2 ? "shared" : nil) })
    league.days = SeasonPlan.weekly(from: try CivilDate("2026-08-29"), count: 38, lasting: 2)
    let names = league.teams.map { $0.name }
    for number in 0..<29 {
      let days = league.days[random(38)]
      let (one, other) = (random(20), random(19))
      let opponent = names[other < one ? other : other + 1]
      switch number % 6 {
      case 0:
        league.constraints.append(
          .meeting(names[one], opponent, on: days.lowerBound..<days.upperBound.adding(days: 28)))
      case 1: league.constraints.append(.notMeeting(names[one], opponent, on: days))
      case 2: league.constraints.append(.venueTaken(league.teams[one].venues[0], on: days))
      default: league.constraints.append(.notHome(names[one], on: days))
      }
    }
    league.constraints.append(.rest(days: 4))
  }

  func grid() throws -> SlotGrid {
    try SlotGrid(
      lasting: .hours(1), in: month,
      requiring: [try .any(of: coaches, as: SessionBook.coachRole), try .any(of: rooms, as: "room")],
      policy: policy, at: now)
  }

  /// The choice of a start among coaches of whom two are new.
  func gridOfNewcomers(_ start: Instant) throws -> SlotGrid {
    let pool = coaches.dropLast(2) + [SlotParticipant("mia"), SlotParticipant("noa")]
    return try SlotGrid(
      lasting: .hours(1), in: start..<start.adding(seconds: 60),
      requiring: [try .any(of: Array(pool), as: SessionBook.coachRole)], policy: policy, at: now)
  }

  /// The coaches, and somebody else who is busy on each of the Tuesdays.
  func refusedTuesdays(_ term: Range<Instant>) throws -> SlotGrid {
    let items = (0..<10).map { week in
      let start = tuesdays.start.adding(.days(7 * week)).instant
      return BusyTime.Item(start..<start.adding(seconds: 3600))
    }
    let needs = [
      try Requirement.any(of: coaches, as: SessionBook.coachRole),
      .free([SlotParticipant("other", busy: BusyTime(items))]),
    ]
    return try SlotGrid(lasting: .hours(1), in: term, requiring: needs, policy: policy, at: now)
  }

  /// A season of 20 teams, four to a ground with one match a day, and 30 conditions that hold in another season of theirs.
  func sharedGrounds() throws -> SeasonPlan {
    var plan = league
    plan.constraints = []
    plan.teams = (0..<20).map { .init("team \($0)", at: "ground \($0 / 4)") }
    var other = plan
    other.teams.reverse()
    guard case .planned(let season) = try other.outcome() else { return plan }
    plan.constraints = (0..<30).map { number in
      let round = season.rounds[number * 11 % 38]
      return .notHome(round.fixtures[number % 10].away, on: round.days)
    }
    return plan
  }

  /// The slots as one would find them first: maps of the minutes of all people and rooms, then every start with every
  /// pair of a coach and a room.
  func slotsOfAllPairs() -> Int {
    let minutes = month.upperBound.seconds(since: month.lowerBound) / 60
    let maps = (coaches + rooms).map { participant -> [Bool] in
      var taken = [Bool](repeating: false, count: minutes)
      for item in participant.busy.items {
        let from = item.interval.lowerBound.seconds(since: month.lowerBound) / 60
        let upTo = item.interval.upperBound.seconds(since: month.lowerBound) / 60
        for minute in (from..<upTo).clamped(to: 0..<minutes) { taken[minute] = true }
      }
      return taken
    }
    var count = 0
    for minute in stride(from: 0, to: minutes - 60, by: 15) {
      let start = month.lowerBound.adding(seconds: minute * 60)
      guard isOpen(start, to: start.adding(seconds: 3600), in: zone) else { continue }
      var isFree = false
      for coach in 0..<50 where !isFree {
        for room in 50..<52 where !isFree {
          isFree =
            !maps[coach][minute..<(minute + 60)].contains(true)
            && !maps[room][minute..<(minute + 60)].contains(true)
        }
      }
      if isFree { count += 1 }
    }
    return count
  }

  /// The fewest bookings among those who are free, by looking through all bookings for each.
  func fewestOfAll(_ sessions: [Session], at start: Instant) -> String? {
    let slot = start..<start.adding(seconds: 3600)
    let free = coaches.filter { coach in !coach.busy.items.contains { $0.interval.overlaps(slot) } }
    return free.map { coach in (sessions.count { $0.coach == coach.name }, coach.name) }.min { $0 < $1 }?.1
  }

  /// The Tuesdays on which some coach is free, by looking through all sessions and all items for each.
  func tuesdaysOfAll(_ sessions: [Session]) -> Int {
    (0..<10).count { week in
      let start = tuesdays.start.adding(.days(7 * week)).instant
      let slot = start..<start.adding(seconds: 3600)
      return coaches.contains { coach in
        !coach.busy.items.contains { $0.interval.overlaps(slot) }
          && !sessions.contains { $0.coach == coach.name && $0.interval.overlaps(slot) }
      } && isOpen(start, to: slot.upperBound, in: zone)
    }
  }
}

func measureChoices(
  _ month: Range<Instant>, _ zone: Zone, _ office: Availability, only: Int? = nil
) throws {
  let choices = try Choices(month, zone, office)
  let grid = try choices.grid()
  let sessions = (0..<50).flatMap { choices.book.sessions(of: "coach \($0)") }
  let start = grid.slots[grid.slots.count / 2].interval.lowerBound
  let one = try SlotGrid(
    lasting: .hours(1), in: start..<start.adding(seconds: 60),
    requiring: [try .any(of: choices.coaches, as: SessionBook.coachRole)],
    policy: choices.policy, at: choices.now)
  let term = try SlotGrid(
    lasting: .hours(1), in: month.lowerBound..<month.lowerBound.adding(seconds: 80 * 86_400),
    requiring: [try .any(of: choices.coaches, as: SessionBook.coachRole)], policy: choices.policy,
    at: choices.now)
  func planned(on grid: SlotGrid) -> BatchOutcome<PlannedSession> {
    choices.book.decideSeries(
      choices.tuesdays, repeating: choices.weekly, .skipping, by: "", now: choices.now, offering: [grid]
    ).outcome
  }
  func tuesdays() -> Int {
    let outcome = planned(on: term)
    return outcome.dates.count - outcome.refused.count
  }
  let newcomers = try choices.gridOfNewcomers(start)
  let refused = try choices.refusedTuesdays(term.searched)
  precondition(planned(on: refused).refused.allSatisfy { $0.alternatives.count == 3 })
  let grounds = try choices.sharedGrounds()
  // What is measured gives the same answer as what it is compared with.
  precondition(grid.slots.count == choices.slotsOfAllPairs())
  precondition(
    one.choice(at: start, history: choices.book.history).everyone == [
      choices.fewestOfAll(sessions, at: start)
    ])
  precondition(tuesdays() == choices.tuesdaysOfAll(sessions))
  let free = choices.league
  var draw = free
  draw.constraints = []
  let outcome = try free.outcome()
  // Two teams without a home match in the round in which they meet.
  var impossible = free
  impossible.constraints += [.notHome("team 5", on: free.days[0]), .notHome("team 6", on: free.days[0])]
  impossible.constraints.append(.meeting("team 5", "team 6", on: free.days[0]))
  let conflict = try impossible.outcome()
  var closed = draw
  closed.constraints = (0..<30).map { .notHome("team \($0 * 7 % 20)", on: free.days[$0 * 11 % 38]) }
  let weekends = try closed.outcome()

  let lines = [
    Line(name: "slots of a month, any of 50 coaches and of two rooms", bar: "3000", against: nil) {
      keep(Int64((try? choices.grid().slots.count) ?? 0))
    },
    Line(name: "  naive: minutes of all, every start with every pair", bar: "", against: 0) {
      keep(Int64(choices.slotsOfAllPairs()))
    },
    Line(name: "a choice among 50 with 10 000 bookings", bar: "20", against: nil) {
      keep(Int64(one.choice(at: start, history: choices.book.history).parts.count))
    },
    Line(name: "  naive: all bookings looked through for each", bar: "", against: 2) {
      keep(Int64(choices.fewestOfAll(sessions, at: start)?.utf8.count ?? 0))
    },
    Line(name: "ten Tuesdays decided", bar: "1000", against: nil) { keep(Int64(tuesdays())) },
    Line(name: "  naive: all sessions and items for each", bar: "", against: 4) {
      keep(Int64(choices.tuesdaysOfAll(sessions)))
    },
    Line(name: "38 rounds of 20 teams", bar: "5000", against: nil) {
      keep(Int64((try? draw.pairings().count) ?? 0))
    },
    Line(name: "  with days and venues", bar: "5000", against: 6) {
      keep(Int64((try? draw.outcome()) == nil ? 0 : 1))
    },
    Line(name: "  and 30 constraints", bar: "1000000", against: 6) {
      keep(Int64((try? free.outcome()) == nil ? 0 : 1))
    },
    Line(name: "  and three more, which three cannot hold together", bar: "1000000", against: 6) {
      keep(Int64((try? impossible.outcome()) == nil ? 0 : 1))
    },
    Line(name: "  30 weekends without a home match instead", bar: "1000000", against: 6) {
      keep(Int64((try? closed.outcome()) == nil ? 0 : 1))
    },
    Line(name: "  four teams to a ground, and 30 constraints", bar: "1000000", against: 6) {
      keep(Int64((try? grounds.outcome()) == nil ? 0 : 1))
    },
    Line(name: "a choice where two of the 50 are new", bar: "", against: 2) {
      keep(Int64(newcomers.choice(at: start, history: choices.book.history).parts.count))
    },
    Line(name: "ten refused Tuesdays, with their alternatives", bar: "1000", against: 4) {
      keep(Int64(planned(on: refused).refused.count))
    },
  ]
  if let only, lines.indices.contains(only) {
    for _ in 0..<2_000 { lines[only].run() }
    return
  }
  print(
    "\(grid.slots.count) slots; \(free.constraints.count) constraints: \(words(outcome)); more: \(words(conflict)); weekends: \(words(weekends)); grounds: \(words(try grounds.outcome()))"
  )
  print(column("µs", 10), column("bar", 8), column("ratio", 8))
  report(lines, barWidth: 8)
}

extension Season {
  /// Two home or two away matches of a team in succession.
  fileprivate var breaks: Int {
    sides.reduce(0) { sum, side in
      let homes = matches(of: side).map { $0.fixture.home == side }
      return sum + zip(homes, homes.dropFirst()).count { $0 == $1 }
    }
  }
}

private func words(_ outcome: SeasonOutcome) -> String {
  switch outcome {
  case .planned(let season): "\(season.matches.count) matches with \(season.breaks) breaks"
  case .impossible(let constraints): "impossible, \(constraints.count) that cannot hold together"
  }
}

/// Measures work in turns and prints its times and ratios.
func report(_ lines: [Line], barWidth: Int) {
  let seconds = measureInTurns(lines.map { $0.run })
  for (index, line) in lines.enumerated() {
    let time = "\((seconds[index] * 10_000_000).rounded() / 10)"
    let ratio = line.against.map { "\((seconds[index] / seconds[$0] * 10).rounded() / 10)" } ?? ""
    print(column(time, 10), column(line.bar, barWidth), column(ratio, 8), " \(line.name)")
  }
}
