import AlmanacRecurrence
import AlmanacTime
import Foundation
import Synchronization

/// Remembers the years of one calendar, up to a bound.
final class CalendarYearCache: Sendable {
  private let calendar: FoundationCalendar
  /// In order of their first days.
  private let years = Mutex<[CalendarYear]>([])
  private static let bound = 512

  init(_ calendar: FoundationCalendar) {
    self.calendar = calendar
  }

  func year(containing day: Int) -> CalendarYear? {
    if let known = years.withLock({ Self.year(in: $0, containing: day) }) { return known }
    guard let year = calendar.year(containing: day) else { return nil }
    years.withLock { years in
      if years.count >= Self.bound { years.removeAll(keepingCapacity: true) }
      let place = Self.place(in: years, of: year.firstDay)
      if place == 0 || years[place - 1] != year { years.insert(year, at: place) }
    }
    return year
  }

  private static func year(in years: [CalendarYear], containing day: Int) -> CalendarYear? {
    let place = place(in: years, of: day)
    guard place > 0, years[place - 1].contains(day) else { return nil }
    return years[place - 1]
  }

  /// How many years begin on a day or before it.
  private static func place(in years: [CalendarYear], of day: Int) -> Int {
    years.partitioningIndex { $0.firstDay > day }
  }
}
