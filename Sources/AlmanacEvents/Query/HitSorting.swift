extension Array where Element == OccurrenceCollector.Hit {
  /// Puts hits in order of start; of one start whole days first, then what lasts longer, then by the number of the
  /// name, and then in an order that is asked for.
  ///
  /// Starts are sorted digit by digit, which for the thousands of a month costs a third of comparing them.
  mutating func sortByStart(name: (Element) -> UInt64, then isBefore: (Element, Element) -> Bool) {
    var ties: [Tie] = []
    var sorted: [Element] = []
    sorted.reserveCapacity(count)
    let keys = sortedKeys()
    var first = 0
    while first < keys.count {
      let start = self[Int(keys[first].index)].start
      var next = first + 1
      while next < keys.count, self[Int(keys[next].index)].start == start { next += 1 }
      if next == first + 1 {
        sorted.append(self[Int(keys[first].index)])
      } else {
        ties.removeAll(keepingCapacity: true)
        for key in keys[first..<next] {
          let hit = self[Int(key.index)]
          ties.append(Tie(hit, key.index, name: name(hit)))
        }
        ties.sort(then: { isBefore(self[$0], self[$1]) })
        for tie in ties { sorted.append(self[Int(tie.index)]) }
      }
      first = next
    }
    self = sorted
  }

  /// A start, in seconds after the earliest, and where it stands.
  private typealias StartKey = (start: UInt32, index: UInt32)

  /// Where the hits stand, in order of start.
  private func sortedKeys() -> [StartKey] {
    var (earliest, latest) = (Int64.max, Int64.min)
    for hit in self {
      earliest = Swift.min(earliest, hit.start)
      latest = Swift.max(latest, hit.start)
    }
    let (span, overflow) = latest.subtractingReportingOverflow(earliest)
    guard count > 100, !overflow, span <= UInt32.max else {
      return indices.sorted { self[$0].start < self[$1].start }.map { (0, UInt32(truncatingIfNeeded: $0)) }
    }
    var keys: [StartKey] = []
    keys.reserveCapacity(count)
    for index in indices {
      keys.append(
        (UInt32(truncatingIfNeeded: self[index].start - earliest), UInt32(truncatingIfNeeded: index)))
    }
    var other = keys
    var shift: UInt32 = 0
    while shift < 32, span >> Int64(shift) != 0 {
      Self.distribute(keys, into: &other, byDigitAt: shift)
      swap(&keys, &other)
      shift += Self.digitBits
    }
    return keys
  }

  private static var digitBits: UInt32 { 11 }

  /// One stable pass of a radix sort.
  private static func distribute(_ keys: [StartKey], into result: inout [StartKey], byDigitAt shift: UInt32) {
    let mask: UInt32 = 1 << digitBits - 1
    var places = [Int32](repeating: 0, count: 1 << Int(digitBits))
    for key in keys { places[Int(key.start &>> shift & mask)] += 1 }
    var place: Int32 = 0
    for digit in places.indices {
      let size = places[digit]
      places[digit] = place
      place += size
    }
    for key in keys {
      let digit = Int(key.start &>> shift & mask)
      result[Int(places[digit])] = key
      places[digit] += 1
    }
  }
}

/// A hit of the same start as others, with most of their order as numbers.
private struct Tie {
  let order: UInt64
  let name: UInt64
  /// Where the hit stands.
  let index: UInt32

  init(_ hit: OccurrenceCollector.Hit, _ index: UInt32, name: UInt64) {
    // Whole days first, then the later end.
    let length = UInt64(clamping: hit.end.subtractingReportingOverflow(hit.start).partialValue)
    order = (hit.isDate ? 0 : 1 << 63) | (UInt64(Int64.max) - Swift.min(length, UInt64(Int64.max)))
    self.name = name
    self.index = index
  }

  @inline(__always)
  func isBefore(_ other: Tie, _ then: (Int, Int) -> Bool) -> Bool {
    if order != other.order { return order < other.order }
    if name != other.name { return name < other.name }
    return then(Int(index), Int(other.index))
  }
}

extension [Tie] {
  /// By insertion, as they are few.
  fileprivate mutating func sort(then isBefore: (Int, Int) -> Bool) {
    if count > 200 { return sort { $0.isBefore($1, isBefore) } }
    for index in indices.dropFirst() { insertSorted(index, isBefore) }
  }

  /// Puts an element in its place among those before it, which are in order.
  private mutating func insertSorted(_ index: Int, _ isBefore: (Int, Int) -> Bool) {
    let tie = self[index]
    var (low, high) = (0, index)
    while low < high {
      let middle = (low + high) / 2
      if tie.isBefore(self[middle], isBefore) { high = middle } else { low = middle + 1 }
    }
    var place = index
    while place > low {
      self[place] = self[place - 1]
      place -= 1
    }
    self[low] = tie
  }
}
