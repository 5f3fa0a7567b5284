/// A time of day on a 24-hour clock, without a date and without a zone, to the second.
///
/// The library counts in whole seconds: iCalendar knows nothing finer, and a date with a time then fits in
/// one integer. What is measured finer (a repetition, a rest) is a `Swift.Duration`.
///
/// ```swift
/// let nine = try CivilTime(9, 30)
/// nine.secondOfDay                  // 34200
/// "\(nine)"                         // 09:30:00
/// ```
public struct CivilTime: Sendable, Hashable {
  @usableFromInline let second32: Int32

  /// Trusts that the number lies in 0 ..< 86 400.
  public init(uncheckedSecondOfDay second: Int) {
    second32 = Int32(truncatingIfNeeded: second)
  }

  /// - Returns: `nil` for a number outside 0 ..< 86 400.
  public init?(secondOfDay second: Int) {
    guard (0..<86_400).contains(second) else { return nil }
    self.init(uncheckedSecondOfDay: second)
  }

  /// - Throws: `TimeError` with code `outOfRange` for an hour, a minute or a second that the clock does not have.
  public init(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) throws(TimeError) {
    guard (0...23).contains(hour) else { throw TimeError(.outOfRange, expected: "an hour from 0 to 23") }
    guard (0...59).contains(minute) else { throw TimeError(.outOfRange, expected: "a minute from 0 to 59") }
    guard (0...59).contains(second) else { throw TimeError(.outOfRange, expected: "a second from 0 to 59") }
    self.init(uncheckedSecondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// 00:00:00.
  public static let midnight = CivilTime(uncheckedSecondOfDay: 0)
  /// 12:00:00.
  public static let noon = CivilTime(uncheckedSecondOfDay: 43_200)

  /// Seconds since midnight, 0 ..< 86 400.
  public var secondOfDay: Int { Int(second32) }

  /// 0…23.
  public var hour: Int { Int(second32) / 3600 }

  /// 0…59.
  public var minute: Int { Int(second32) / 60 % 60 }

  /// 0…59.
  public var second: Int { Int(second32) % 60 }
}

extension CivilTime: Comparable {
  public static func < (lhs: CivilTime, rhs: CivilTime) -> Bool { lhs.second32 < rhs.second32 }
}
