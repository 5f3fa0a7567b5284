import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Fair choices")
struct ChoicePolicyTests {
  private let day: Range<Instant>

  init() throws { day = try days("2026-03-02", "2026-06-02", in: .utc) }

  private func hour(_ number: Int) -> Range<Instant> {
    let start = day.lowerBound.adding(seconds: number * 3600)
    return start..<start.adding(seconds: 3600)
  }

  private func grid(_ people: [SlotParticipant], count: Int = 1) throws -> SlotGrid {
    try SlotGrid(lasting: .hours(1), in: day, requiring: [try .any(count, of: people, as: "coach")], at: .min)
  }

  @Test(
    "while all are free, after every booking each is within one of the exact share",
    arguments: UInt64(1)...UInt64(rounds(8))
  )
  func shares(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = (0..<random.int(2...7)).map { "coach \($0)" }
    let isEqual = random.once(in: 3)
    var weights: [String: Int] = [:]
    for name in names where !isEqual { weights[name] = random.int(1...9) }
    let grid = try grid(names.map { SlotParticipant($0) })
    let policy = isEqual ? ChoicePolicy.fewestBookings() : .shares(weights: weights)
    var history = BookingHistory()
    var counts: [String: Int] = [:]
    let sum = names.reduce(0) { $0 + (weights[$1] ?? 1) }
    for number in 0..<120 {
      let chosen = grid.choice(at: hour(number).lowerBound, by: policy, history: history).everyone
      #expect(chosen.count == 1)
      history.add(chosen[0], hour(number))
      counts[chosen[0], default: 0] += 1
      for name in names {
        // |count − n·w/W| < 1, in whole numbers.
        let distance = (counts[name] ?? 0) * sum - (number + 1) * (weights[name] ?? 1)
        #expect(abs(distance) < sum, "\(name) after \(number + 1): \(counts)")
      }
    }
  }

  @Test(
    "nobody who is unavailable is chosen, and among the available the fewest bookings decide",
    arguments: UInt64(1)...20)
  func unavailable(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d"]
    var away: [String: Set<Int>] = [:]
    // Each has a booking at first: one who has none for long is new.
    for name in names { away[name] = Set((4..<60).filter { _ in random.once(in: 3) }) }
    let grid = try grid(
      names.map { name in
        SlotParticipant(name, busy: BusyTime((away[name] ?? []).map { BusyTime.Item(hour($0)) }))
      })
    var history = BookingHistory()
    var counts = ["a": 0, "b": 0, "c": 0, "d": 0]
    for number in 0..<60 {
      let free = names.filter { !(away[$0] ?? []).contains(number) }
      let choice = grid.choice(at: hour(number).lowerBound, by: .fewestBookings(), history: history)
      // The naive choice: the fewest, then the name.
      let expected = free.min { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
      #expect(choice.everyone.first == expected)
      guard let chosen = choice.everyone.first else { continue }
      history.add(chosen, hour(number))
      counts[chosen, default: 0] += 1
      for verdict in choice.parts[0].others {
        let isFree = free.contains(verdict.name)
        #expect(verdict.reasons.map { $0.code } == [isFree ? "not_chosen" : "conflict"])
      }
    }
  }

  @Test("one who joins later gets a fair share from then on, not every booking", arguments: [1, 2, 3])
  func newcomer(weight: Int) throws {
    let pool = ["eva", "leo", "mia"]
    var history = BookingHistory()
    for number in 0..<90 { history.add(pool[number % 3], hour(number)) }
    let grid = try grid(
      pool.map { SlotParticipant($0) } + [SlotParticipant("new")])
    let policy = ChoicePolicy.shares(weights: ["new": weight])
    var counts: [String: Int] = [:]
    for number in 90..<190 {
      let chosen = grid.choice(at: hour(number).lowerBound, by: policy, history: history).everyone[0]
      history.add(chosen, hour(number))
      counts[chosen, default: 0] += 1
      let distance = (counts["new"] ?? 0) * (3 + weight) - (number - 89) * weight
      #expect(abs(distance) < 2 * (3 + weight))
    }
  }

  @Test("two who join one after the other, with and without a window, get fair shares from then on")
  func newcomers() throws {
    let people = [("eva", 0), ("leo", 0), ("mia", 40), ("noa", 100)]
    for window in [nil, hour(20).lowerBound..<day.upperBound] {
      var history = BookingHistory()
      var chosen: [String] = []
      for number in 0..<200 {
        let present = people.filter { $0.1 <= number }.map { SlotParticipant($0.0) }
        let choice = try grid(present).choice(
          at: hour(number).lowerBound, by: .fewestBookings(in: window), history: history)
        chosen += choice.everyone
        history.add(chosen[number], hour(number))
      }
      for (range, names) in [(20..<40, 2), (40..<100, 3), (100..<200, 4)] {
        for name in people.prefix(names).map({ $0.0 }) {
          let count = chosen[range].count { $0 == name }
          #expect(abs(count - range.count / names) <= 2, "\(name) in \(range)")
        }
      }
    }
  }

  @Test(
    "of those who are present each gets its share, also after absences: nobody gets everything afterwards",
    arguments: UInt64(1)...UInt64(rounds(10)))
  func absences(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = (0..<random.int(2...6)).map { "coach \($0)" }
    let isEqual = random.once(in: 2)
    var weights: [String: Int] = [:]
    for name in names { weights[name] = isEqual ? 1 : random.int(1...3) }
    // Some are absent from the beginning, some more than once; one is always there.
    var away: [String: Set<Int>] = [:]
    for name in names.dropFirst() where !random.once(in: 3) {
      for _ in 0..<random.int(1...2) {
        let first = random.one(of: [0, random.int(0...250)])
        away[name, default: []].formUnion(first..<(first + random.int(30...100)))
      }
    }
    let isBusy = random.once(in: 2)
    let people = names.map { name in
      SlotParticipant(
        name, busy: isBusy ? BusyTime((away[name] ?? []).map { BusyTime.Item(hour($0)) }) : .none)
    }
    func present(_ number: Int) -> [String] { names.filter { away[$0]?.contains(number) != true } }
    let all = try grid(people)
    var history = BookingHistory()
    var chosen: [String] = []
    for number in 0..<400 {
      // They are not in the pool meanwhile, or they are busy.
      let here = present(number)
      let grid = isBusy ? all : try grid(people.filter { here.contains($0.name) })
      let choice = grid.choice(at: hour(number).lowerBound, by: .shares(weights: weights), history: history)
      chosen.append(try #require(choice.everyone.first))
      history.add(chosen[number], hour(number))
    }
    var first = 0
    while first < 400 {
      let here = present(first)
      let last = (first..<400).first { present($0) != here } ?? 400
      let sum = here.reduce(0) { $0 + (weights[$1] ?? 1) }
      for end in stride(from: first + 1, through: last, by: 1) {
        for name in here {
          let count = chosen[first..<end].count { $0 == name }
          let distance = abs(count * sum - (end - first) * (weights[name] ?? 1))
          #expect(distance <= 4 * sum, "\(name) in \(first)..<\(end) of \(here): \(count)")
        }
      }
      first = last
    }
  }

  @Test(
    "one who joins gets a share of the bookings made from then on, on whatever dates they and those before are",
    arguments: UInt64(1)...UInt64(rounds(8)))
  func anyDates(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let others = (0..<random.int(2...4)).map { "coach \($0)" }
    // Last by name, so that ties are decided against it.
    let moment = day.lowerBound.adding(seconds: -86_400)
    let grid = try grid(others.map { SlotParticipant($0) } + [SlotParticipant("new")])
    let hours = (0..<400).shuffled(using: &random)
    let window = random.once(in: 2) ? hour(100).lowerBound..<hour(300).lowerBound : nil
    let inside = hours.filter { window?.contains(hour($0).lowerBound) ?? true }
    let before = others.count * random.int(5...20)
    var history = BookingHistory()
    for (index, number) in inside.prefix(before).enumerated() {
      history.add(others[index % others.count], hour(number), made: moment.adding(seconds: index - before))
    }
    var count = 0
    for (index, number) in inside.dropFirst(before).prefix(60).enumerated() {
      let chosen = grid.choice(
        at: hour(number).lowerBound, by: .fewestBookings(in: window), history: history)
      history.add(chosen.everyone[0], hour(number), made: moment.adding(seconds: index))
      count += chosen.everyone == ["new"] ? 1 : 0
      let share = Double(index + 1) / Double(others.count + 1)
      #expect(abs(Double(count) - share) < 2, "\(count) of \(index + 1)")
    }
  }

  @Test("those who are named in other letters are the same persons")
  func letters() throws {
    let grid = try grid(["eva@example.org", "leo@example.org"].map { SlotParticipant($0) })
    func chosen(_ policy: ChoicePolicy) -> [String] {
      grid.choice(at: hour(1).lowerBound, by: policy).everyone
    }
    #expect(chosen(.priority(["LEO@example.org": 5])) == ["leo@example.org"])
    #expect(chosen(.shares(weights: ["Eva@Example.org": 0])) == ["leo@example.org"])
  }

  @Test("the limits of the slots apply beside those of a candidate's own")
  func limits() throws {
    let busy = BusyTime([BusyTime.Item(hour(1), isBooking: true)])
    let own = BookingPolicy(buffers: Buffers(after: .minutes(5)), weeklyLimit: 3)
    for policy in [nil, own] {
      let eva = SlotParticipant("eva", busy: busy, policy: policy)
      let grid = try SlotGrid(
        lasting: .hours(1), in: day, requiring: [try .any(of: [eva], as: "coach")],
        policy: BookingPolicy(dailyLimit: 1), at: .min)
      guard case .tooFew(_, _, let verdicts) = grid.reasons(at: hour(5).lowerBound).first else {
        Issue.record("a limit was not applied")
        continue
      }
      #expect(verdicts.map { $0.reasons } == [[.dailyLimit(1, of: "eva")]])
      #expect(grid.reasons(at: hour(30).lowerBound).isEmpty)
    }
  }

  @Test("the other policies, with ties by name")
  func policies() throws {
    let grid = try grid(["leo", "eva", "mia"].map { SlotParticipant($0) })
    var history = BookingHistory()
    history.add("eva", hour(1))
    history.add("leo", hour(5))
    func chosen(_ policy: ChoicePolicy, at number: Int = 10) -> String {
      grid.choice(at: hour(number).lowerBound, by: policy, history: history).everyone[0]
    }
    #expect(chosen(.inOrder) == "leo")
    #expect(chosen(.fewestBookings()) == "mia")
    // Only the fourth hour and later count.
    #expect(chosen(.fewestBookings(in: hour(4).lowerBound..<day.upperBound)) == "eva")
    #expect(chosen(.longestWaiting) == "mia")
    history.add("mia", hour(8))
    #expect(chosen(.longestWaiting) == "eva")
    #expect(chosen(.longestWaiting, at: 3) == "leo")
    #expect(chosen(.priority(["mia": 2, "leo": 1])) == "mia")
    #expect(chosen(.same(as: ["LEO@example.org", "leo"])) == "leo")
    #expect(chosen(.same(as: ["mia", "eva"])) == "mia")
    #expect(chosen(.sequence([.priority(["mia": 1, "leo": 1]), .longestWaiting])) == "leo")
    #expect(chosen(.custom { name, _, history in -history.count(of: name) }) == "eva")
    #expect(chosen(.shares(weights: ["eva": 0, "leo": 0, "mia": 0])) == "eva")
    #expect(history.last(of: "leo", before: hour(5).lowerBound) == nil)
    #expect(history.last(of: "leo", before: hour(6).lowerBound) == hour(5).lowerBound)
    #expect(history.count(of: "nobody") == 0)
  }

  @Test(
    "the ranking is that of every start scored minute by minute; where none fits, the fewest stand in the way",
    arguments: UInt64(1)...UInt64(rounds(10)))
  func ranking(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let window = try days("2026-03-02", "2026-03-04", in: .utc)
    let names = (0..<random.int(2...5)).map { "p\($0)" }
    var busy: [String: Set<Int>] = [:]
    var people: [SlotParticipant] = []
    let isCrowded = random.once(in: 2)
    for name in names {
      var items: [BusyTime.Item] = []
      var minutes: Set<Int> = []
      for _ in 0..<random.int(isCrowded ? 20...30 : 0...6) {
        let (from, length) = (random.int(0...94) * 30, random.int(1...6) * 30)
        items.append(
          BusyTime.Item(
            window.lowerBound.adding(
              seconds: from * 60)..<window.lowerBound.adding(seconds: (from + length) * 60)))
        minutes.formUnion(from..<(from + length))
      }
      busy[name] = minutes
      people.append(SlotParticipant(name, busy: BusyTime(items)))
    }
    people[0].availability = Availability(try WeeklyHours("mon-sun 08:00-20:00"), in: .utc)
    var score = SlotScore()
    score.preferred = ["p1": Availability(try WeeklyHours("mon-sun 09:00-12:00"), in: .utc)]
    (score.early, score.gaps, score.outsidePreferred) = (
      random.int(0...3), random.int(0...3), random.int(0...3)
    )
    let grid = try SlotGrid(
      lasting: .hours(1), in: window, requiring: [.all(people)], policy: BookingPolicy(every: .minutes(30)),
      at: .min)
    let ranking = grid.ranked(by: score, limit: 100)

    var naive: [(missing: Int, score: Int, minute: Int)] = []
    for minute in stride(from: 0, to: 2880, by: 30) where (480...1170).contains(minute % 1440) {
      let slot = minute..<(minute + 60)
      var missing = names.filter { !(busy[$0] ?? []).isDisjoint(with: slot) }
      if minute % 1440 > 1140, !missing.contains("p0") { missing.append("p0") }
      var points = score.early * (minute / 60)
      for name in names {
        let own = busy[name] ?? []
        // A slot that is taken itself has no gap on that side.
        let before = (0..<120).first { own.contains(minute - 1 - $0) } ?? 0
        let after = (0..<120).first { own.contains(minute + 60 + $0) } ?? 0
        points += score.gaps * (before + after)
      }
      points += score.outsidePreferred * slot.count { !(540..<720).contains($0 % 1440) }
      naive.append((missing.count, points, minute))
    }
    let fewest = naive.map { $0.missing }.min() ?? 0
    #expect(ranking.isComplete == (fewest == 0))
    let best = naive.filter { $0.missing == fewest }
    #expect(Set(ranking.slots.map { $0.slot.interval.lowerBound }).count == best.count)
    if fewest == 0 {
      let expected = best.sorted { ($0.score, $0.minute) < ($1.score, $1.minute) }
      #expect(ranking.slots.map { $0.score } == expected.map { $0.score })
      #expect(
        ranking.slots.map { $0.slot.interval.lowerBound.seconds(since: window.lowerBound) / 60 }
          == expected.map { $0.minute })
    }
    for found in ranking.slots {
      #expect(found.missing.count == fewest)
      #expect(found.missing.allSatisfy { !$0.reasons.isEmpty })
    }
  }

  @Test("a meeting may begin at the starting times of each of its people, and what is found can be booked")
  func startsOfEverybody() throws {
    let day = try days("2026-03-02", "2026-03-03", in: .utc)
    func person(_ name: String, _ hours: String?) throws -> SlotParticipant {
      SlotParticipant(name, availability: try hours.map { Availability(try WeeklyHours($0), in: .utc) })
    }
    for third in [nil, "mon 00:00-24:00"] {
      let people = [
        try person("eva", "mon 09:00-12:00"), try person("leo", "mon 09:30-11:30"), try person("mia", third),
      ]
      // The order of the people does not matter.
      for people in [people, people.reversed()] {
        let grid = try SlotGrid(lasting: .hours(1), in: day, requiring: [.all(people)], at: .min)
        let ranking = grid.ranked(limit: 20)
        let minutes = ranking.slots.map { $0.slot.interval.lowerBound.seconds(since: day.lowerBound) / 60 }
        #expect(minutes.sorted() == [570, 600, 630] && ranking.isComplete)
        for found in ranking.slots {
          #expect(grid.onStartsOfEverybody.reasons(at: found.slot.interval.lowerBound).isEmpty)
        }
        #expect(Set(grid.onStartsOfEverybody.slots) == Set(ranking.slots.map { $0.slot }))
      }
    }
  }

  @Test("a ranking without any time says why")
  func excluded() throws {
    let window = try days("2026-03-02", "2026-03-03", in: .utc)
    let late = try SlotGrid(
      lasting: .hours(1), in: window, requiring: [.all([SlotParticipant("a")])], at: window.upperBound)
    #expect(late.ranked().slots.isEmpty)
    // The notice of the last time of the search stands for all.
    #expect(late.ranked().excluded == [.tooLate(latest: window.upperBound.adding(seconds: -3_600))])
    let closed = try SlotGrid(
      lasting: .hours(1), in: window,
      requiring: [.all([SlotParticipant("a", availability: Availability(WeeklyHours(), in: .utc))])], at: .min
    )
    #expect(closed.ranked().excluded == [.noStarts(in: closed.searched)])
  }
}
