internal import AlmanacEvents

/// Numbers that look random, the same for each seed (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

  /// A number from 0 up to a bound, which is not included.
  mutating func below(_ bound: Int) -> Int {
    state &+= UInt64.stepOfSplitMix
    return Int(truncatingIfNeeded: state.mixed >> 33) % bound
  }

  mutating func shuffled(_ count: Int) -> [Int] {
    var result = Array(0..<count)
    for place in stride(from: count - 1, to: 0, by: -1) { result.swapAt(place, below(place + 1)) }
    return result
  }

  /// The first index from a random one on whose number satisfies a condition; `nil` if none does.
  mutating func index(in numbers: [Int], where condition: (Int) -> Bool) -> Int? {
    let start = below(Swift.max(numbers.count, 1))
    return numbers.indices[start...].first { condition(numbers[$0]) }
      ?? numbers.indices[..<start].first { condition(numbers[$0]) }
  }
}

/// Random rounds in which each of an even number of teams meets each other once, by hill climbing (Dinitz and Stinson,
/// 1987).
///
/// The rounds of the circle method are of one kind, and few changes lead from them to another kind; a search that begins
/// with other rounds reaches timetables which it would not find from there.
struct RandomRounds {
  private let count: Int
  private var random: SeededNumbers
  /// The opponent by round and team, and the round by both teams; −1 for none.
  private var opponents: [Int]
  private var rounds: [Int]
  private var met = 0

  private init(_ count: Int, seed: Int) {
    self.count = count
    random = SeededNumbers(seed: seed)
    opponents = Array(repeating: -1, count: count * (count - 1))
    rounds = Array(repeating: -1, count: count * count)
  }

  /// The pairs of each round; `nil` where the attempts do not suffice.
  static func pairs(_ count: Int, seed: Int) -> [[(home: Int, away: Int)]]? {
    var search = RandomRounds(count, seed: seed)
    for _ in 0..<100 * count * count where search.met < count * (count - 1) / 2 { search.addMeeting() }
    guard search.met == count * (count - 1) / 2 else { return nil }
    return (0..<count - 1).map { round in
      (0..<count).map { (home: $0, away: search.opponents[round * count + $0]) }.filter { $0.home < $0.away }
    }
  }

  /// Lets a team that is free in a round meet a team which it has not met; the previous opponent of that team becomes free.
  private mutating func addMeeting() {
    guard let place = random.index(in: opponents, where: { $0 < 0 }) else { return }
    let (round, team) = (place / count, place % count)
    let own = rounds[(team * count)..<((team + 1) * count)].enumerated().map { $0 == team ? 0 : $1 }
    guard let other = random.index(in: own, where: { $0 < 0 }) else { return }
    let former = opponents[round * count + other]
    if former >= 0 { set(former, other, round, isMet: false) }
    set(team, other, round, isMet: true)
  }

  private mutating func set(_ one: Int, _ other: Int, _ round: Int, isMet: Bool) {
    opponents[round * count + one] = isMet ? other : -1
    opponents[round * count + other] = isMet ? one : -1
    rounds[one * count + other] = isMet ? round : -1
    rounds[other * count + one] = isMet ? round : -1
    met += isMet ? 1 : -1
  }
}

extension Timetable {
  /// Random rounds, home and away in turns.
  init?(randomFor teams: Int, isDouble: Bool, seed: Int) {
    guard let pairs = RandomRounds.pairs((teams + 1) / 2 * 2, seed: seed) else { return nil }
    let half = pairs.enumerated().map { round, matches in
      matches.filter { $0.away < teams }.map {
        ($0.home + round) % 2 == 0 ? $0 : (home: $0.away, away: $0.home)
      }
    }
    let second = half.map { $0.map { (home: $0.away, away: $0.home) } }
    self.init(isDouble ? half + second : half, teams: teams, isDouble: isDouble)
  }
}
