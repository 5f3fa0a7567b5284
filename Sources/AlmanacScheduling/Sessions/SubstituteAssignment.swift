/// The search for the most sessions that substitutes can take over: a matching of sessions with substitutes under their limits is a
/// bound, and where it exceeds another limit, each of the sessions in turn is refused this substitute (branch and bound).
///
/// Sessions and candidates are numbers from 0.
struct SubstituteAssignment {
  /// A candidate can take over only some of several sessions: of those on a day, or of two that are too close.
  struct Limit {
    let candidate: Int
    let sessions: Set<Int>
    let most: Int
  }

  /// The limits that were found, each of which rules out an assignment that was tried.
  private var limits: [Limit] = []
  /// Whether no assignment has more sessions, since the steps sufficed.
  private(set) var isProven = true
  private var count: Int
  private var steps: SearchSteps

  /// - Parameters:
  ///   - count: The sessions that an assignment already has; another one needs more.
  ///   - steps: The most steps of the search.
  init(beyond count: Int, steps: SearchSteps) { (self.count, self.steps) = (count, steps) }

  /// Checks assignments, each of more sessions than those that were possible before, until none is left.
  ///
  /// - Parameters:
  ///   - candidates: Those who can take over each session, the preferred one first.
  ///   - check: The limits that an assignment exceeds; none if it is possible. It takes steps.
  mutating func run(_ candidates: [[Int]], check: ([Int?], inout SearchSteps) -> [Limit]) {
    while true {
      guard steps.take(matchingSteps(candidates)) else { return isProven = false }
      var matching = LimitedMatching(candidates, limits)
      let assignment = matching.run()
      guard assignment.count(where: { $0 != nil }) > count else { return }
      let exceeded = limits.filter { Self.exceeds(assignment, $0) }
      if let limit = exceeded.min(by: { $0.most < $1.most }) {
        // Another candidate gets one of so many sessions: the first, or the second while the first has this one, and so on.
        var fixed = candidates
        let own = limit.sessions.sorted().filter { assignment[$0] == limit.candidate }
        for session in own.prefix(limit.most + 1) {
          var rest = fixed
          rest[session].removeAll { $0 == limit.candidate }
          run(rest, check: check)
          fixed[session] = [limit.candidate]
        }
        return
      }
      let found = check(assignment, &steps)
      guard steps.left >= 0 else { return isProven = false }
      if found.isEmpty {
        count = assignment.count { $0 != nil }
        return
      }
      // A session that is refused for those of others may be possible beside other ones.
      if found.contains(where: { $0.most == 0 }) { isProven = false }
      limits += found
    }
  }

  /// The steps of a matching, which takes as long as the attempt to give some of the sessions to a substitute.
  private func matchingSteps(_ candidates: [[Int]]) -> Int {
    1 + limits.reduce(candidates.count) { $0 + $1.sessions.count } / 32
  }

  private static func exceeds(_ assignment: [Int?], _ limit: Limit) -> Bool {
    limit.sessions.count { assignment[$0] == limit.candidate } > limit.most
  }
}

/// The most sessions that get a candidate, by augmenting paths, under limits that have no session of a candidate in common.
private struct LimitedMatching {
  private let candidates: [[Int]]
  /// The limits that apply, and the one of each candidate and session.
  private var limits: [SubstituteAssignment.Limit] = []
  private var limitOf: [[Int]: Int] = [:]
  private var chosen: [Int?]
  private var seen: Set<Int> = []

  init(_ candidates: [[Int]], _ limits: [SubstituteAssignment.Limit]) {
    self.candidates = candidates
    chosen = Array(repeating: nil, count: candidates.count)
    // Limits that exclude more sessions first; of equal ones the earlier.
    let order = limits.indices.sorted { one, other in
      let (first, second) = (limits[one], limits[other])
      let (more, less) = (first.sessions.count - first.most, second.sessions.count - second.most)
      return more == less ? one < other : more > less
    }
    for limit in order.map({ limits[$0] }) {
      let keys = limit.sessions.map { [limit.candidate, $0] }
      guard keys.allSatisfy({ limitOf[$0] == nil }) else { continue }
      for key in keys { limitOf[key] = self.limits.count }
      self.limits.append(limit)
    }
  }

  mutating func run() -> [Int?] {
    for session in candidates.indices {
      seen = []
      _ = place(session)
    }
    return chosen
  }

  private mutating func place(_ session: Int) -> Bool {
    for candidate in candidates[session] {
      guard let number = limitOf[[candidate, session]] else {
        chosen[session] = candidate
        return true
      }
      guard seen.insert(number).inserted else { continue }
      let owners = limits[number].sessions.filter { chosen[$0] == candidate }.sorted()
      if owners.count < limits[number].most || owners.contains(where: { place($0) }) {
        chosen[session] = candidate
        return true
      }
    }
    return false
  }
}
