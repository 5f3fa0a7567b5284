internal import AlmanacComponents
public import AlmanacTime

/// The order in which occurrences are listed. It is total, so equal inputs give equal outputs.
///
/// Occurrences are ordered by the instant of the start, dates and floating times in the viewer's zone; then whole days
/// before times; then the later end first; then by summary, UID and recurrence id; then by the place of the calendar.
///
/// ```swift
/// let order = OccurrenceOrder(viewer: madrid)
/// let sorted = found.sorted { order.isBefore($0, $1) }
/// ```
public struct OccurrenceOrder: Sendable {
  /// The zone in which dates and floating times are read.
  public let viewer: Zone

  /// Creates the order as a viewer in a zone sees it.
  public init(viewer: Zone) {
    self.viewer = viewer
  }

  /// Whether one occurrence is listed before another. Texts compare by their Unicode scalars, whatever the language.
  public func isBefore(_ one: Occurrence, _ other: Occurrence) -> Bool {
    let (time, otherTime) = (one.interval(in: viewer), other.interval(in: viewer))
    if time.lowerBound != otherTime.lowerBound { return time.lowerBound < otherTime.lowerBound }
    if one.isAllDay != other.isAllDay { return one.isAllDay }
    if time.upperBound != otherTime.upperBound { return time.upperBound > otherTime.upperBound }
    if let isBefore = one.item.summary.isBefore(other.item.summary) { return isBefore }
    if let isBefore = one.item.uid.isBefore(other.item.uid) { return isBefore }
    let (id, otherID) = (one.times.idKey, other.times.idKey)
    if id != otherID { return id < otherID }
    return one.calendar < other.calendar
  }
}

extension Array where Element == OccurrenceCollector.Hit {
  /// The indices of hits in order of start; then whole days first, then the longer ones, then by the first bytes of the
  /// summary, and then by a given order.
  ///
  /// The criteria before the summary make one number, see ``TimeKeys``.
  func order(then isBefore: (Element, Element) -> Bool) -> [UInt32] {
    guard let keys = TimeKeys(self) else {
      return indices.map { UInt32(truncatingIfNeeded: $0) }.sorted { one, other in
        let (one, other) = (self[Int(one)], self[Int(other)])
        return one.start != other.start
          ? one.start < other.start : one.isBefore(other) ?? isBefore(one, other)
      }
    }
    var places = keys.places
    keys.forEachRunOfEqualTimes { sort(&places, within: $0, isBefore) }
    return places
  }

  /// Sorts by insertion, as few hits share one start and one end.
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
}

/// The times of hits as sorted numbers: start, whether it is a whole day, and length make one number, whose last bits are
/// the index of the hit. Where that is too long for a number, it has the start and the index alone.
private struct TimeKeys {
  private var numbers: [UInt64] = []
  private var placeBits: UInt64

  /// - Returns: `nil` where not even the start and the index fit.
  init?(_ hits: [OccurrenceCollector.Hit]) {
    placeBits = Self.bits(of: UInt64(hits.count))
    guard let one = hits.first else { return }
    var (earliest, latest) = (one.start, one.start)
    var (shortest, longest) = (one.length, one.length)
    for hit in hits {
      earliest = min(earliest, hit.start)
      latest = max(latest, hit.start)
      shortest = min(shortest, hit.length)
      longest = max(longest, hit.length)
    }
    let startBits = Self.bits(of: UInt64(bitPattern: latest &- earliest))
    let lengthBits = Self.bits(of: UInt64(bitPattern: longest &- shortest))
    let isWhole = startBits + 1 + lengthBits + placeBits <= 64
    guard isWhole || startBits + placeBits <= 64 else { return nil }
    numbers.reserveCapacity(hits.count)
    var place: UInt64 = 0
    for hit in hits {
      var number = UInt64(bitPattern: hit.start &- earliest)
      if isWhole {
        number =
          (number << 1 | (hit.isDate ? 0 : 1)) &<< lengthBits | UInt64(bitPattern: longest &- hit.length)
      }
      numbers.append(number &<< placeBits | place)
      place += 1
    }
    sort(bits: isWhole ? startBits + 1 + lengthBits : startBits)
  }

  private static func bits(of number: UInt64) -> UInt64 { UInt64(64 - number.leadingZeroBitCount) }

  var places: [UInt32] {
    let mask = (1 &<< placeBits) &- 1
    return numbers.map { UInt32(truncatingIfNeeded: $0 & mask) }
  }

  func forEachRunOfEqualTimes(_ body: (Range<Int>) -> Void) {
    var first = 0
    while first < numbers.count {
      let time = numbers[first] &>> placeBits
      var next = first + 1
      while next < numbers.count, numbers[next] &>> placeBits == time { next += 1 }
      if next > first + 1 { body(first..<next) }
      first = next
    }
  }

  /// Sorts digit by digit: the indices are in order already. For hundreds of numbers this takes a third of the time of
  /// comparisons.
  private mutating func sort(bits: UInt64) {
    if numbers.count < 100 { return numbers.sort() }
    // Each pass visits all values of a digit, so few numbers get a small digit.
    let digitBits: UInt64 = numbers.count < 4_000 ? 8 : 11
    var other = numbers
    var counts = [Int](repeating: 0, count: 1 << digitBits)
    for shift in stride(from: placeBits, to: placeBits + bits, by: Int(digitBits)) {
      counts.withUnsafeMutableBufferPointer { counts in
        other.withUnsafeMutableBufferPointer { other in
          numbers.withUnsafeBufferPointer { Self.distribute($0, into: other, byDigitAt: shift, counts) }
        }
      }
      swap(&numbers, &other)
    }
  }

  /// One stable pass of a radix sort.
  ///
  /// - Parameters:
  ///   - result: A buffer with room for all numbers.
  ///   - places: A buffer with one element for each value of a digit.
  private static func distribute(
    _ numbers: UnsafeBufferPointer<UInt64>, into result: UnsafeMutableBufferPointer<UInt64>,
    byDigitAt shift: UInt64, _ places: UnsafeMutableBufferPointer<Int>
  ) {
    let mask = UInt64(places.count - 1)
    places.update(repeating: 0)
    for number in numbers { places[Int(number &>> shift & mask)] &+= 1 }
    var place = 0
    for digit in places.indices {
      let size = places[digit]
      places[digit] = place
      place &+= size
    }
    for number in numbers {
      let digit = Int(number &>> shift & mask)
      result[places[digit]] = number
      places[digit] &+= 1
    }
  }
}

extension OccurrenceCollector.Hit {
  fileprivate var length: Int64 { end &- start }

  /// Whether a hit comes before another of the same start; `nil` where the rest of the order decides.
  fileprivate func isBefore(_ other: Self) -> Bool? {
    if isDate != other.isDate { return isDate }
    if end != other.end { return end > other.end }
    return name != other.name ? name < other.name : nil
  }
}

extension String {
  /// The text in the form by which texts are compared without regard to case. Unicode's upper case comes first, so that
  /// `STRASSE` and `Straße` are equal, and `ΟΔΟΣ` and `οδος`.
  package var caseFolded: String {
    utf8.allSatisfy { $0 < 0x80 } ? lowercased() : uppercased().lowercased()
  }
}

/// The order of texts in lists: by Unicode scalars, which is the order of their UTF-8 bytes and quick to compare.
extension String {
  /// The first eight bytes as one number; different numbers are in the order of their texts.
  var leadingBytes: UInt64 {
    withBytes { bytes in
      if bytes.count >= 8 {
        return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
      }
      var number: UInt64 = 0
      for index in 0..<8 { number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
      return number
    }
  }

  /// Whether this text is before another; `nil` when both are the same, scalar by scalar.
  @inline(__always)
  func isBefore(_ other: String) -> Bool? {
    withBytes { mine in
      other.withBytes { theirs in
        Self.isBefore(UnsafeRawBufferPointer(mine), UnsafeRawBufferPointer(theirs))
      }
    }
  }

  /// Whether both texts are the same, scalar by scalar; `==` also accepts canonically equivalent ones.
  func isSpelled(like other: String) -> Bool { isBefore(other) == nil }

  private static func isBefore(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool? {
    let common = Swift.min(one.count, other.count)
    var index = 0
    while index + 8 <= common {
      let word = one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let otherWord = other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != otherWord { return word.bigEndian < otherWord.bigEndian }
      index += 8
    }
    while index < common {
      if one[index] != other[index] { return one[index] < other[index] }
      index += 1
    }
    return one.count == other.count ? nil : one.count < other.count
  }
}
