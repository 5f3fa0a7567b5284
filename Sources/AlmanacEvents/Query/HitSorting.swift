extension Array where Element == OccurrenceCollector.Hit {
  /// The places of hits in order of start; of one start whole days first, then what lasts longer, then by the number
  /// of the name, and then in an order that is asked for.
  ///
  /// All that comes before names makes one number, and those are sorted digit by digit: of hundreds that costs a
  /// third of comparing them.
  func order(then isBefore: (Element, Element) -> Bool) -> [UInt32] {
    let keys = sortedKeys()
    var places = keys.map { $0.place }
    var first = 0
    while first < keys.count {
      var next = first + 1
      while next < keys.count, keys[next].number == keys[first].number { next += 1 }
      if next > first + 1 { sort(&places, within: first..<next, isBefore) }
      first = next
    }
    return places
  }

  /// By insertion, as those of one start and one end are few.
  private func sort(
    _ places: inout [UInt32], within range: Range<Int>, _ isBefore: (Element, Element) -> Bool
  ) {
    func isEarlier(_ one: UInt32, _ other: UInt32) -> Bool {
      let (one, other) = (self[Int(one)], self[Int(other)])
      return one.isBefore(other) ?? isBefore(one, other)
    }
    if range.count > 40 { return places[range].sort(by: isEarlier) }
    for index in range.dropFirst() {
      let place = places[index]
      var hole = index
      while hole > range.lowerBound, isEarlier(place, places[hole - 1]) {
        places[hole] = places[hole - 1]
        hole -= 1
      }
      places[hole] = place
    }
  }

  /// When something is, as one number, and its place.
  private typealias TimeKey = (number: UInt64, place: UInt32)

  /// The starts, whether they are whole days, and the lengths, in order; of spans too long for one number the starts
  /// alone.
  private func sortedKeys() -> [TimeKey] {
    guard let one = first else { return [] }
    var (earliest, latest) = (one.start, one.start)
    var (shortest, longest) = (one.length, one.length)
    for hit in self {
      earliest = Swift.min(earliest, hit.start)
      latest = Swift.max(latest, hit.start)
      shortest = Swift.min(shortest, hit.length)
      longest = Swift.max(longest, hit.length)
    }
    let startBits = Self.bits(from: earliest, to: latest)
    let lengthBits = Self.bits(from: shortest, to: longest)
    let isWhole = startBits + 1 + lengthBits <= 64
    var keys: [TimeKey] = []
    keys.reserveCapacity(count)
    for place in indices {
      let start = UInt64(bitPattern: self[place].start &- earliest)
      let length = UInt64(bitPattern: longest &- self[place].length)
      let number =
        isWhole ? (start << 1 | (self[place].isDate ? 0 : 1)) << UInt64(lengthBits) | length : start
      keys.append((number, UInt32(truncatingIfNeeded: place)))
    }
    Self.sort(&keys, bits: isWhole ? startBits + 1 + lengthBits : startBits)
    return keys
  }

  private static func bits(from low: Int64, to high: Int64) -> Int {
    64 - UInt64(bitPattern: high &- low).leadingZeroBitCount
  }

  private static var digitBits: Int { 11 }

  private static func sort(_ keys: inout [TimeKey], bits: Int) {
    if keys.count < 100 { return keys.sort { $0.number < $1.number } }
    var other = keys
    var places = [Int32](repeating: 0, count: 1 << digitBits)
    for shift in stride(from: 0, to: bits, by: digitBits) {
      distribute(keys, into: &other, byDigitAt: UInt64(shift), &places)
      swap(&keys, &other)
    }
  }

  /// One stable pass of a radix sort.
  ///
  /// - Parameter places: As many as a digit has values.
  private static func distribute(
    _ keys: [TimeKey], into result: inout [TimeKey], byDigitAt shift: UInt64, _ places: inout [Int32]
  ) {
    let mask = UInt64(places.count - 1)
    for digit in places.indices { places[digit] = 0 }
    for key in keys { places[Int(key.number &>> shift & mask)] += 1 }
    var place: Int32 = 0
    for digit in places.indices {
      let size = places[digit]
      places[digit] = place
      place += size
    }
    for key in keys {
      let digit = Int(key.number &>> shift & mask)
      result[Int(places[digit])] = key
      places[digit] += 1
    }
  }
}

extension OccurrenceCollector.Hit {
  fileprivate var length: Int64 { end &- start }

  /// Whether what starts at the same time is earlier in order; `nil` where the rest of the order decides.
  fileprivate func isBefore(_ other: Self) -> Bool? {
    if isDate != other.isDate { return isDate }
    if end != other.end { return end > other.end }
    return name != other.name ? name < other.name : nil
  }
}
