/// A day of the week; its raw value is the ISO 8601 number, Monday 1 to Sunday 7.
public enum Weekday: UInt8, Sendable, Hashable, CaseIterable {
  /// `MO`, 1.
  case monday = 1
  /// `TU`, 2.
  case tuesday
  /// `WE`, 3.
  case wednesday
  /// `TH`, 4.
  case thursday
  /// `FR`, 5.
  case friday
  /// `SA`, 6.
  case saturday
  /// `SU`, 7.
  case sunday

  /// Creates the weekday a number of days after Monday, counted round the week; 0 and 7 are Monday, -1 is Sunday.
  public init(daysAfterMonday days: Int) {
    self = Weekday(rawValue: UInt8(days.flooredRemainder(7) + 1)) ?? .sunday
  }

  /// Days since Monday, 0…6.
  public var daysAfterMonday: Int { Int(rawValue) - 1 }

  /// The days from the first weekday of a week to this one, 0…6.
  public func days(after first: Weekday) -> Int {
    let difference = Int(rawValue) - Int(first.rawValue)
    return difference < 0 ? difference + 7 : difference
  }

  /// The weekday a number of days later, or earlier when negative.
  public func advanced(by days: Int) -> Weekday {
    Weekday(daysAfterMonday: daysAfterMonday + days.flooredRemainder(7))
  }

  /// The seven weekdays from a first one on.
  public static func week(from first: Weekday) -> [Weekday] {
    (0..<7).map { first.advanced(by: $0) }
  }
}

extension Weekday {
  /// The two letters of RFC 5545 §3.3.10: `MO` … `SU`.
  public var code: String { Self.codes[daysAfterMonday] }

  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// Creates the weekday with a code of two ASCII letters in either case; `nil` for any other text.
  public init?(code: String) {
    let letters = code.utf8.lazy.map { $0 & 0xDF }
    let weekday = Weekday.allCases.first { $0.code.utf8.elementsEqual(letters) }
    guard let weekday else { return nil }
    self = weekday
  }
}
