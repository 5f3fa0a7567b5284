internal import AlmanacTime

/// A set of days around one year, one bit each; `YearShape.newYear` is the bit of the year's first day.
///
/// 512 bits contain the year with spare days on both sides: a week-based year begins up to three days before 1 January
/// and ends up to three days after 31 December, and SKIP moves a week by one.
struct DayBits: Sendable, Equatable {
  var words = SIMD8<UInt64>()

  /// The number of bits.
  static let size = 512

  init() {}

  init(words: SIMD8<UInt64>) {
    self.words = words
  }

  init(_ range: Range<Int>) {
    insert(range)
  }

  /// Creates a set of weekdays, bit 0 for Monday … bit 6 for Sunday, week after week.
  ///
  /// - Parameter first: The weekday of bit 0, Monday 0 … Sunday 6.
  init(repeating weekdays: UInt8, from first: Int) {
    // 64 days are nine weeks and a day, so each word begins one weekday later than the one before.
    for index in 0..<8 { words[index] = UInt64(repeating: weekdays, from: (first + index) % 7) }
  }

  /// Creates a set of every n-th day within a range of bits, counted from any bit.
  init(every interval: Int, from first: Int, in range: Range<Int>) {
    let start = range.lowerBound + (first - range.lowerBound).flooredRemainder(interval)
    for bit in stride(from: start, to: range.upperBound, by: interval) { insert(bit) }
  }

  var count: Int {
    var count = 0
    for index in 0..<8 { count &+= words[index].nonzeroBitCount }
    return count
  }

  /// Whether a bit of 0 ..< 512 is set.
  func contains(_ bit: Int) -> Bool {
    words[(bit >> 6) & 7] & (1 << UInt64(bit & 63)) != 0
  }

  /// Sets a bit; one outside the 512 is ignored.
  mutating func insert(_ bit: Int) {
    guard bit >= 0, bit < Self.size else { return }
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// Sets a range of bits; those outside the 512 are ignored.
  mutating func insert(_ range: Range<Int>) {
    for index in 0..<8 {
      let low = Swift.max(range.lowerBound &- index &* 64, 0)
      let high = Swift.min(range.upperBound &- index &* 64, 64)
      if low < high { words[index] |= UInt64.ones(low..<high) }
    }
  }

  /// Sets the bits of a word, its bit 0 placed at an offset; those outside the 512 are ignored.
  mutating func insert(_ bits: UInt64, at offset: Int) {
    guard offset > -64, offset < Self.size else { return }
    guard offset >= 0 else {
      words[0] |= bits >> UInt64(-offset)
      return
    }
    let index = offset >> 6
    let shift = UInt64(offset & 63)
    words[index] |= bits << shift
    if shift > 0, index < 7 { words[index + 1] |= bits >> (64 - shift) }
  }

  func intersection(_ other: DayBits) -> DayBits {
    var result = self
    result.words &= other.words
    return result
  }

  mutating func formUnion(_ other: DayBits) {
    words |= other.words
  }

  /// The 64 bits from a bit of 0 ..< 512 on.
  func bits(from first: Int) -> UInt64 {
    let index = first >> 6
    let shift = UInt64(first & 63)
    guard (0..<8).contains(index) else { return 0 }
    let low = words[index] >> shift
    return shift == 0 || index == 7 ? low : low | words[index + 1] << (64 - shift)
  }

  /// The first bit that is set from a bit of 0 or more on; `nil` when there is none.
  func firstBit(from first: Int) -> Int? {
    var bit = first
    while bit < Self.size {
      let word = words[bit >> 6] >> UInt64(bit & 63)
      if word != 0 { return bit + word.trailingZeroBitCount }
      bit = (bit | 63) + 1
    }
    return nil
  }

  func forEachBit(_ body: (Int) -> Void) {
    for index in 0..<8 {
      var left = words[index]
      while left != 0 {
        body(index * 64 + left.trailingZeroBitCount)
        left &= left &- 1
      }
    }
  }

  /// The n-th bit that is set, counted from 0; `position` is less than `count`.
  func bit(at position: Int) -> Int {
    var left = position
    for index in 0..<8 {
      let count = words[index].nonzeroBitCount
      if left < count { return index * 64 + words[index].bit(at: left) }
      left -= count
    }
    return Self.size - 1
  }
}

extension UInt64 {
  /// Creates a set of weekdays, bit 0 for Monday … bit 6 for Sunday, week after week.
  ///
  /// - Parameter first: The weekday of bit 0, Monday 0 … Sunday 6.
  init(repeating weekdays: UInt8, from first: Int) {
    let week = UInt64(weekdays)
    let rotated = (week >> UInt64(first) | week << UInt64(7 - first)) & 0x7F
    // Bits 0, 7, 14 … 63.
    self = rotated &* 0x8102_0408_1020_4081
  }

  /// The bits of a range within 0 ..< 64.
  static func ones(_ range: Range<Int>) -> UInt64 {
    range.isEmpty ? 0 : (~0 >> UInt64(64 - range.count)) << UInt64(range.lowerBound)
  }

  /// The n-th bit that is set, counted from 0; 64 when there are fewer.
  func bit(at position: Int) -> Int {
    var bits = self
    for _ in 0..<position { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }
}
