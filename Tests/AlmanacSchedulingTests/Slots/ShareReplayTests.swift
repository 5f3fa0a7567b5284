import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

/// A choice by shares the naive way: all bookings are gone through in the order in which they were made.
private struct NaiveShares {
  struct Booking {
    let name: String
    let start: Int
    let made: Int
  }

  let names: [String]
  let weights: [String: Int]
  var counts: [String: Int] = [:]
  var most = (bookings: 0, share: 1)

  func share(_ name: String) -> Int { weights[name] ?? 1 }
  var sum: Int { names.reduce(0) { $0 + share($1) } }

  /// The candidates in the order in which they are chosen.
  static func order(
    _ bookings: [Booking], of names: [String], weights: [String: Int], in window: Range<Int>?
  ) -> [String] {
    let own = bookings.filter { names.contains($0.name) && window?.contains($0.start) ?? true }
    var naive = NaiveShares(names: names, weights: weights)
    let all = Dictionary(grouping: own) { $0.name }.mapValues { $0.count }
    let isLate = names.contains {
      naive.share($0) > 0 && naive.share($0) * own.count >= ((all[$0] ?? 0) + 1) * naive.sum
    }
    if isLate {
      for booking in own.sorted(by: { ($0.made, $0.start, $0.name) < ($1.made, $1.start, $1.name) }) {
        naive.raise(booking.name)
        naive.count(booking.name)
      }
      for name in names { naive.raise(name) }
    } else {
      naive.counts = all
    }
    let total = naive.counts.values.reduce(1, +)
    func rank(_ name: String) -> (Int, Double, String) {
      let (count, share) = (naive.counts[name] ?? 0, naive.share(name))
      let isWithinShare = count * naive.sum < share * total
      return (share == 0 ? 2 : isWithinShare ? 0 : 1, Double(count + 1) / Double(max(1, share)), name)
    }
    return names.sorted { rank($0) < rank($1) }
  }

  mutating func count(_ name: String) {
    let count = counts[name] ?? 0
    if share(name) > 0, most.bookings * share(name) < count * most.share { most = (count, share(name)) }
    counts[name] = count + 1
  }

  mutating func raise(_ name: String) {
    let share = share(name)
    let isLate =
      if let count = counts[name] {
        (count + 3) * most.share < share * most.bookings
      } else {
        (sum + share) * most.share < share * sum * most.bookings
      }
    guard isLate else { return }
    let due = most.bookings * share / most.share
    let next = ((most.bookings + 1) * share + most.share - 1) / most.share - 2
    counts[name] = max(counts[name] ?? 0, due, next)
  }
}

@Suite("Choices by shares after any bookings")
struct ShareReplayTests {
  private let day: Range<Instant>

  init() throws { day = try days("2026-03-02", "2026-06-02", in: .utc) }

  private func moment(_ hour: Int) -> Instant { day.lowerBound.adding(seconds: hour * 3600) }
  private func hour(_ number: Int) -> Range<Instant> { moment(number)..<moment(number + 1) }

  /// The candidates in the order in which they are chosen: who is added for one more.
  private func order(_ names: [String], _ policy: ChoicePolicy, _ history: BookingHistory) throws -> [String]
  {
    var result: [String] = []
    for count in 1...names.count {
      let needs = [try Requirement.any(count, of: names.map { SlotParticipant($0) }, as: "coach")]
      let grid = try SlotGrid(lasting: .hours(1), in: day, requiring: needs, at: .min)
      let chosen = grid.choice(at: moment(2_000), by: policy, history: history).everyone
      result += chosen.filter { !result.contains($0) }
    }
    return result
  }

  @Test(
    "the order is that of all bookings gone through at each choice, in whatever order they are added",
    arguments: UInt64(1)...UInt64(rounds(15)))
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = (0..<random.int(2...6)).map { "coach \($0)" }
    // Several pools at a time, with weights and windows of their own.
    let pools = (0..<random.int(1...3)).map { _ in
      let pool = names.filter { _ in !random.once(in: 4) }
      var weights: [String: Int] = [:]
      for name in names where random.once(in: 2) { weights[name] = random.int(0...5) }
      let first = random.int(0...300)
      return (
        names: (pool.isEmpty ? names : pool).shuffled(using: &random), weights: weights,
        window: random.once(in: 2) ? first..<(first + random.int(100...600)) : nil
      )
    }
    let isInOrder = random.once(in: 2)
    var histories = [(history: BookingHistory(), bookings: [NaiveShares.Booking]())]
    for number in 0..<120 {
      // A copy goes its own way.
      if number == 60 { histories.append(histories[0]) }
      for index in histories.indices {
        // Those of the last names come later.
        let present = Array(names.prefix(1 + number * names.count / 80))
        for _ in 0..<random.int(0...3) {
          let made = isInOrder || !random.once(in: 8) ? number : random.int(0...120)
          let (name, start) = (random.one(of: present), random.int(0...1_000))
          histories[index].bookings.append(.init(name: name, start: start, made: made))
          histories[index].history.add(name, hour(start), made: moment(made))
        }
        guard random.once(in: 3) else { continue }
        let pool = random.one(of: pools)
        let window = pool.window.map { moment($0.lowerBound)..<moment($0.upperBound) }
        let order = try order(
          pool.names, .shares(weights: pool.weights, in: window), histories[index].history)
        let expected = NaiveShares.order(
          histories[index].bookings, of: pool.names, weights: pool.weights, in: pool.window)
        #expect(order == expected, "\(number): \(pool)")
      }
    }
  }

  @Test("cancelled sessions no longer count", arguments: UInt64(1)...UInt64(rounds(3)))
  func cancelled(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["eva", "leo", "mia", "noa"]
    var book = SessionBook()
    var bookings: [String: NaiveShares.Booking] = [:]
    for number in 0..<80 {
      let pool = Array(names.prefix(1 + number / 20))
      let needs = [
        try Requirement.any(
          of: book.participants(pool.map { SlotParticipant($0) }, in: day), as: SessionBook.coachRole)
      ]
      let grid = try SlotGrid(lasting: .hours(1), in: day, requiring: needs, at: .min)
      let chosen = book.decide(
        SessionRequest(["client \(number)"], at: moment(200 + 2 * number).in(.utc)), offering: grid,
        now: moment(number))
      #expect(
        chosen.choice.everyone.first
          == NaiveShares.order(Array(bookings.values), of: pool, weights: [:], in: nil)[0])
      try book.apply(chosen.decision)
      let session = try #require(chosen.decision.session)
      bookings[session.uid] = .init(name: session.coach, start: 200 + 2 * number, made: number)
      if random.once(in: 3), let uid = bookings.keys.sorted().first, let coach = bookings[uid]?.name {
        #expect(!book.request(.cancel(uid), by: coach, now: moment(number)).isRefused)
        bookings[uid] = nil
      }
      if random.once(in: 3) {
        let equal = book.history
        #expect(
          try order(pool, .fewestBookings(), equal)
            == NaiveShares.order(Array(bookings.values), of: pool, weights: [:], in: nil))
        #expect(equal == book.history)
      }
    }
  }
}
