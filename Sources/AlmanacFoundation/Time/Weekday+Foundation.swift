public import AlmanacTime
public import Foundation

extension AlmanacTime.Weekday {
  /// The same weekday.
  public init(_ weekday: Locale.Weekday) {
    switch weekday {
    case .monday: self = .monday
    case .tuesday: self = .tuesday
    case .wednesday: self = .wednesday
    case .thursday: self = .thursday
    case .friday: self = .friday
    case .saturday: self = .saturday
    case .sunday: self = .sunday
    @unknown default: self = .monday
    }
  }

  /// Foundation's number in `DateComponents.weekday` and `Calendar.firstWeekday`: Sunday 1 … Saturday 7, counted
  /// round the week.
  public init(sundayBased number: Int) {
    self.init(daysAfterMonday: number.flooredRemainder(7) + 5)
  }

  /// Sunday 1 … Saturday 7.
  public var sundayBased: Int { daysAfterMonday == 6 ? 1 : daysAfterMonday + 2 }
}

extension Locale.Weekday {
  /// The same weekday.
  public init(_ weekday: AlmanacTime.Weekday) {
    switch weekday {
    case .monday: self = .monday
    case .tuesday: self = .tuesday
    case .wednesday: self = .wednesday
    case .thursday: self = .thursday
    case .friday: self = .friday
    case .saturday: self = .saturday
    case .sunday: self = .sunday
    }
  }
}
