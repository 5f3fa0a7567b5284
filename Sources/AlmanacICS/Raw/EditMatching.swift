import AlmanacMapping

/// Matches the parts after an edit with the parts before it, by the most specific key first: the items of a
/// calendar, the properties of a component, the values of a list.
struct EditMatching<Part> {
  private let after: [Part]
  private let former: [Part]
  /// The index of the partner before the edit, for each part after it.
  private(set) var partners: [Int?]

  init(of after: [Part], in former: [Part]) {
    (self.after, self.former) = (after, former)
    partners = Array(repeating: nil, count: after.count)
  }

  /// The indices of former parts without a partner.
  var rest: [Int] {
    let taken = Set(partners)
    return former.indices.filter { !taken.contains($0) }
  }

  /// Matches parts with equal keys in order: partners have the order of the parts.
  ///
  /// - Complexity: O(n); no key is hashed if all parts are in their places.
  mutating func match<Key: Hashable>(by key: (Part) -> Key) {
    let (after, former) = (after.map(key), former.map(key))
    for gap in gaps {
      let same = zip(gap.after, gap.former).prefix { after[$0] == former[$1] }
      for (place, partner) in same { partners[place] = partner }
      var next = gap.former.lowerBound + same.count
      var places = Dictionary(grouping: next..<gap.former.upperBound) { former[$0] }.mapValues { $0[...] }
      for place in gap.after.dropFirst(same.count) {
        var left = places[after[place]]?.drop { $0 < next } ?? []
        guard let partner = left.popFirst() else { continue }
        places[after[place]] = left
        partners[place] = partner
        next = partner + 1
      }
    }
  }

  /// Matches parts with equal keys in any order; parts without a key stay unmatched.
  mutating func matchAnywhere<Key: Hashable>(by key: (Part) -> Key?) {
    guard partners.contains(nil) else { return }
    var places = Dictionary(grouping: rest) { key(former[$0]) }.mapValues { $0[...] }
    for place in after.indices where partners[place] == nil {
      if let key = key(after[place]) { partners[place] = places[key]?.popFirst() }
    }
  }

  /// Matches a part with the former part that, alone among the unmatched ones, has one of its elements.
  mutating func matchOwners<Element: Hashable>(of elements: (Part) -> [Element]) {
    guard partners.contains(nil) else { return }
    var owners: [Element: Int?] = [:]
    for place in rest {
      for element in Set(elements(former[place])) {
        owners[element] = owners.keys.contains(element) ? .some(nil) : place
      }
    }
    var taken: Set<Int> = []
    for place in after.indices where partners[place] == nil {
      let owned = elements(after[place]).lazy.compactMap { owners[$0] ?? nil }
      partners[place] = owned.first { taken.insert($0).inserted }
    }
  }

  /// Matches unmatched parts by position between those with partners.
  ///
  /// - Parameter isPart: Whether a part may be a former one.
  mutating func matchByPlace(where isPart: (Part, Part) -> Bool = { _, _ in true }) {
    for gap in gaps {
      for (place, partner) in zip(gap.after, gap.former) where isPart(after[place], former[partner]) {
        partners[place] = partner
      }
    }
  }

  /// Matches the remaining parts in order.
  mutating func matchRest() {
    for (place, partner) in zip(partners.indices.filter { partners[$0] == nil }, rest) {
      partners[place] = partner
    }
  }

  /// Matches a part with a former part, whose own partner gets that of the part.
  ///
  /// - Parameter mayChange: Whether the partner of the former part, by its index, may get another one.
  mutating func exchange(_ place: Int, _ partner: Int, where mayChange: (Int) -> Bool) {
    if let other = partners.firstIndex(of: partner) {
      guard mayChange(other) else { return }
      partners[other] = partners[place]
    }
    partners[place] = partner
  }

  /// The half-open ranges of unmatched parts before, between and after the matched ones.
  private var gaps: [(after: Range<Int>, former: Range<Int>)] {
    var gaps: [(after: Range<Int>, former: Range<Int>)] = []
    var (start, next) = (0, 0)
    for (place, partner) in partners.enumerated() {
      guard let partner else { continue }
      gaps.append((start..<place, next..<partner))
      (start, next) = (place + 1, partner + 1)
    }
    gaps.append((start..<partners.count, next..<former.count))
    return gaps.filter { !$0.after.isEmpty && !$0.former.isEmpty }
  }
}
