/// The rounds of the circle method, by numbers from 0, with home and away in turns: one number stays, the others go round
/// it.
struct RoundRobin: Sendable {
  typealias Pairing = (home: Int, away: Int)

  /// The pairings of each round, those of the lowest numbers first.
  let rounds: [[Pairing]]
  /// The numbers, an even one; with an odd number of teams, the last number stands for the bye.
  let count: Int

  /// - Parameters:
  ///   - teams: 2 or more.
  ///   - isReversed: Whether the rounds of a half are in reverse order. This has as few breaks; but teams begin with two matches
  ///     away or at home, while in the usual order they end with them.
  init(_ teams: Int, _ legs: SeasonPlan.Legs, isReversed: Bool = false) {
    let count = (teams + 1) / 2 * 2
    self.count = count
    let turning = count - 1
    let half = (0..<turning).map { round -> [Pairing] in
      var pairings: [Pairing] = []
      if teams == count { pairings.append(round % 2 == 0 ? (round, turning) : (turning, round)) }
      for step in stride(from: 1, to: count / 2, by: 1) {
        let (one, other) = ((round + step) % turning, (round - step + turning) % turning)
        pairings.append(step % 2 == 1 ? (one, other) : (other, one))
      }
      return pairings.sorted { min($0.home, $0.away) < min($1.home, $1.away) }
    }
    let first = isReversed ? half.reversed() : half
    rounds = legs == .single ? first : first + first.map { $0.map { (home: $0.away, away: $0.home) } }
  }
}
