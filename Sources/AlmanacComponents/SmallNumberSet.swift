/// A set of numbers from 0 to 127 in two words; `UInt128` asks for newer systems than this package does.
@frozen
package struct SmallNumberSet: Hashable, Sendable {
  @usableFromInline var low: UInt64
  @usableFromInline var high: UInt64

  /// Creates a set of the numbers of the bits that are set: those of `low` from 0, those of `high` from 64.
  @inlinable
  package init(low: UInt64 = 0, high: UInt64 = 0) { (self.low, self.high) = (low, high) }

  /// Creates a set of one number.
  @inlinable
  package init(_ number: Int) {
    self.init()
    insert(number)
  }

  /// Creates a set of the numbers below a bound.
  @inlinable
  package init(below count: Int) {
    // A shift by 64 and more has no bit left.
    self.init(low: ~(.max << count), high: count < 64 ? 0 : ~(.max << (count - 64)))
  }

  @inlinable
  package var isEmpty: Bool { low | high == 0 }

  @inlinable
  package var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// The lowest number; `nil` in an empty set.
  @inlinable
  package var first: Int? {
    low != 0 ? low.trailingZeroBitCount : high != 0 ? 64 + high.trailingZeroBitCount : nil
  }

  @inlinable
  package func contains(_ number: Int) -> Bool {
    (number < 64 ? low : high) &>> UInt64(truncatingIfNeeded: number) & 1 == 1
  }

  /// - Returns: Whether the number was inserted; `false` if the set contained it already.
  @inlinable
  @discardableResult
  package mutating func insert(_ number: Int) -> Bool {
    let isNew = !contains(number)
    if number < 64 {
      low |= 1 &<< UInt64(truncatingIfNeeded: number)
    } else {
      high |= 1 &<< UInt64(truncatingIfNeeded: number)
    }
    return isNew
  }

  @inlinable
  package mutating func remove(_ number: Int) {
    if number < 64 {
      low &= ~(1 &<< UInt64(truncatingIfNeeded: number))
    } else {
      high &= ~(1 &<< UInt64(truncatingIfNeeded: number))
    }
  }

  @inlinable
  package mutating func removeFirst() -> Int? {
    guard let first else { return nil }
    remove(first)
    return first
  }

  @inlinable
  package func union(_ other: Self) -> Self { Self(low: low | other.low, high: high | other.high) }

  @inlinable
  package func intersection(_ other: Self) -> Self { Self(low: low & other.low, high: high & other.high) }

  @inlinable
  package func subtracting(_ other: Self) -> Self { Self(low: low & ~other.low, high: high & ~other.high) }

  @inlinable
  package func symmetricDifference(_ other: Self) -> Self {
    Self(low: low ^ other.low, high: high ^ other.high)
  }

  /// The numbers whose successor is in the set.
  @inlinable
  package var predecessors: Self { Self(low: low &>> 1 | high &<< 63, high: high &>> 1) }
}
