internal import AlmanacTime

/// A source of new UIDs: random ones, or for tests the same ones each time.
///
/// A calendar passes the number of the new item, so a source has no state: the same source, calendar and call give the
/// same UID. A UID never depends on the content of the item.
///
/// ```swift
/// try course.add(event, at: now)                      // a random UUID
/// try course.add(event, at: now, uids: .seeded(7))    // the same UUID in every run
/// ```
public struct UIDSource: Sendable {
  private let make: @Sendable (_ number: Int) -> String

  /// - Parameter make: Returns a UID for the item of a number. A calendar that has that UID already calls it with the
  ///   next number.
  public init(_ make: @escaping @Sendable (_ number: Int) -> String) {
    self.make = make
  }

  /// Random UUIDs, as RFC 7986 §5.3 recommends.
  public static let random = UIDSource { _ in
    var generator = SystemRandomNumberGenerator()
    return uuid(generator.next(), generator.next())
  }

  /// UUIDs that follow from a seed and the number of the item.
  public static func seeded(_ seed: UInt64) -> UIDSource {
    UIDSource { number in
      let position = mixed(seed) &+ UInt64(bitPattern: Int64(number)) &* 2
      return uuid(mixed(position), mixed(position &+ 1))
    }
  }

  /// Returns the UID for the item of a number; ``random`` ignores the number.
  public func uid(number: Int) -> String {
    make(number)
  }

  /// The first free UID of the source, starting at a number; a random UID after `count` + 1 attempts.
  package func freeUID(from number: Int, taken count: Int, isFree: (String) -> Bool) -> String {
    let uids = (0...count).lazy.map { uid(number: number &+ $0) }
    return uids.first { !$0.isEmpty && isFree($0) } ?? Self.random.uid(number: number)
  }

  private static func mixed(_ number: UInt64) -> UInt64 { (number &+ UInt64.stepOfSplitMix).mixed }

  /// A UUID of version 4 (RFC 9562 §5.4) in lower case.
  private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
    let first = (high & ~0xF000) | 0x4000
    let second = (low & ~(3 << 62)) | (2 << 62)
    let digits = Digits.padded(first, to: 16, radix: 16) + Digits.padded(second, to: 16, radix: 16)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}

extension Sequence<UInt8> {
  /// The FNV-1a hash of the bytes, the same in every process and on every platform.
  @inlinable package var stableHash: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension UInt64 {
  /// The distance of the numbers that SplitMix64 mixes.
  package static let stepOfSplitMix: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The finalizer of SplitMix64: spreads neighbouring numbers over all 64 bits.
  package var mixed: UInt64 {
    var mixed = (self ^ self >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
