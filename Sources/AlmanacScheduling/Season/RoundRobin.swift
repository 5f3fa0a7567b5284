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
  ///   - shift: How many of the last rounds of the second half come first in it. With one there are 2*n* − 4 breaks in a double
  ///     round robin of *n* teams, the least that there can be, and two more for each two rounds more; without a shift 3*n* − 6.
  init(_ teams: Int, _ legs: SeasonPlan.Legs, isReversed: Bool = false, shift: Int = 0) {
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
    let second = (first.suffix(shift) + first.dropLast(shift)).map {
      $0.map { (home: $0.away, away: $0.home) }
    }
    rounds = legs == .single ? first : first + second
  }

  /// The tables by their breaks, those with the fewest first.
  static func tables(_ teams: Int, _ legs: SeasonPlan.Legs, isMirrored: Bool) -> [RoundRobin] {
    // An odd number of teams has the fewest breaks where a half ends as the next one begins.
    let shifts = legs == .single || isMirrored ? [0] : teams % 2 == 0 && teams > 2 ? [1, 3, 5, 7, 9, 0] : [0]
    return shifts.filter { $0 < teams }.flatMap { shift in
      [false, true].map { RoundRobin(teams, legs, isReversed: $0, shift: shift) }
    }
  }
}
