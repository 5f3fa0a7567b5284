public import AlmanacEvents
internal import AlmanacTime

/// The place of a side in the table of a season: its matches so far and the points for them.
public struct Standing: Sendable, Hashable, Identifiable {
  /// The name of the side.
  public let side: String
  /// The number of matches that it won.
  public fileprivate(set) var won = 0
  /// The number of matches that were drawn.
  public fileprivate(set) var drawn = 0
  /// The number of matches that it lost.
  public fileprivate(set) var lost = 0
  /// The goals or points that it scored in its matches.
  public fileprivate(set) var scored = 0
  /// The goals or points that others scored against it.
  public fileprivate(set) var conceded = 0
  /// The points for the matches, by the rules that were passed to `Season.standings(points:)`.
  public fileprivate(set) var points = 0

  fileprivate init(_ side: String) { self.side = side }

  public var id: String { side }

  /// The number of matches played.
  public var played: Int { won + drawn + lost }

  /// The goals scored less those conceded, bounded to the range of `Int`.
  public var difference: Int {
    let (difference, overflow) = scored.subtractingReportingOverflow(conceded)
    return overflow ? (scored < conceded ? .min : .max) : difference
  }

  fileprivate mutating func count(_ outcome: Outcome, scoring own: Int, against other: Int, _ points: Int) {
    switch outcome {
    case .won: won += 1
    case .drawn: drawn += 1
    case .lost: lost += 1
    }
    scored = scored.saturatingAdd(own)
    conceded = conceded.saturatingAdd(other)
    self.points = self.points.saturatingAdd(points)
  }
}

extension Season {
  /// The table: all sides, by points, then by the difference of goals, then by goals scored, then by name.
  ///
  /// Leagues that break ties in another way, such as by the matches between the tied sides, sort the result anew.
  ///
  /// ```swift
  /// for (place, side) in season.standings().enumerated() { print(place + 1, side.side, side.points) }
  /// ```
  ///
  /// - Parameter points: The points for an outcome; by default 3 for a win and 1 for a draw.
  /// - Complexity: O(*m* + *n* log *n*) for *m* matches and *n* sides.
  public func standings(
    points: (Outcome) -> Int = { $0 == .won ? 3 : $0 == .drawn ? 1 : 0 }
  ) -> [Standing] {
    var table = Dictionary(uniqueKeysWithValues: sides.map { ($0, Standing($0)) })
    for fixture in rounds.flatMap({ $0.fixtures }) {
      guard let score = fixture.score, let outcome = fixture.outcome else { continue }
      table[fixture.home]?.count(outcome, scoring: score.home, against: score.away, points(outcome))
      table[fixture.away]?
        .count(outcome.opposite, scoring: score.away, against: score.home, points(outcome.opposite))
    }
    return sides.compactMap { table[$0] }.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (b.points, b.difference, b.scored, one.offset) < (a.points, a.difference, a.scored, other.offset)
    }.map { $0.element }
  }
}
