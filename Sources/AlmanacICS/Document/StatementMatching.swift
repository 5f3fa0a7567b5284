import AlmanacMapping

/// Which statement of a text a statement of the changed calendar was.
enum StatementMatching {
  /// By statement, the place of its partner, ever later: first those that are the same, between these the ones of one
  /// UID, between those the ones at the same place.
  static func partners<Statement: Hashable>(
    of after: [Statement], in former: [Statement], _ uid: (Statement) -> String
  ) -> [Int?] {
    var partners = [Int?](repeating: nil, count: after.count)
    match(after, former, &partners)
    match(after.map(uid), former.map(uid), &partners)
    for gap in gaps(partners, former.count) {
      for (place, partner) in zip(gap.after, gap.former) { partners[place] = partner }
    }
    return partners
  }

  /// Matches what has equal keys and no partner yet.
  private static func match<Key: Hashable>(_ after: [Key], _ former: [Key], _ partners: inout [Int?]) {
    for gap in gaps(partners, former.count) {
      var places = Dictionary(grouping: gap.former) { former[$0] }.mapValues { $0[...] }
      var next = gap.former.lowerBound
      for place in gap.after {
        var left = places[after[place]]?.drop { $0 < next } ?? []
        guard let partner = left.popFirst() else { continue }
        places[after[place]] = left
        partners[place] = partner
        next = partner + 1
      }
    }
  }

  /// What has no partner, before, between and behind those that have.
  private static func gaps(_ partners: [Int?], _ count: Int) -> [(after: Range<Int>, former: Range<Int>)] {
    var gaps: [(after: Range<Int>, former: Range<Int>)] = []
    var (start, next) = (0, 0)
    for (place, partner) in partners.enumerated() {
      guard let partner else { continue }
      gaps.append((start..<place, next..<partner))
      (start, next) = (place + 1, partner + 1)
    }
    gaps.append((start..<partners.count, next..<count))
    return gaps.filter { !$0.after.isEmpty && !$0.former.isEmpty }
  }
}
