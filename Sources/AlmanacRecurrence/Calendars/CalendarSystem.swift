internal import AlmanacTime

/// How a calendar other than the Gregorian divides days into months and years, for rules with RSCALE (RFC 7529).
///
/// It is given to an expansion, never kept in a rule. One question is enough: which year holds a day, and how its
/// months lie. Years must follow one another without gaps; where the system ends, rules end.
///
/// ```swift
/// let weeks = CalendarSystem(name: "X-FOUR-WEEKS") { day in               // 13 months of 28 days
///   let year = Int((Double(day) / 364).rounded(.down))
///   return CalendarYear(
///     number: year, monthsBefore: year * 13, firstDay: year * 364, months: (1...13).map { (MonthNumber($0), 28) })
/// }
/// ```
public struct CalendarSystem: Sendable {
  /// The name as RSCALE has it, in upper case: `HEBREW`, `ISLAMIC-CIVIL`.
  public let name: String
  private let find: @Sendable (Int) -> CalendarYear?

  /// - Parameter yearContaining: The year that holds a day number (days since 1970-01-01), `nil` where the system
  ///   does not reach. It is asked once for each period of an expansion and should remember what is dear to compute.
  public init(name: String, yearContaining: @escaping @Sendable (Int) -> CalendarYear?) {
    self.name = name.uppercased()
    find = yearContaining
  }

  /// The year that holds a day number; `nil` where the system does not reach.
  public func year(containing day: Int) -> CalendarYear? {
    guard let year = find(day), year.contains(day) else { return nil }
    return year
  }
}

/// What a period is counted by when every n-th is wanted.
enum CalendarIndex {
  case years
  case months

  /// The places that a year takes in the count.
  func range(of year: CalendarYear) -> Range<Int> {
    switch self {
    case .years: year.number..<(year.number + 1)
    case .months: year.monthsBefore..<(year.monthsBefore + year.months.count)
    }
  }
}

extension CalendarSystem {
  /// The year that holds a place in the count, sought from any other year by its mean length.
  ///
  /// Each step leaves less than a tenth of the distance, so a few do; `nil` where the system does not reach.
  func year(holding place: Int, in index: CalendarIndex, near start: CalendarYear) -> CalendarYear? {
    var year = start
    for _ in 0..<40 {
      let range = index.range(of: year)
      if range.contains(place) { return year }
      let distance = Swift.min(Swift.max(place - range.lowerBound, -1 << 24), 1 << 24)
      let estimate = year.firstDay + distance * year.length / range.count
      let day = distance > 0 ? Swift.max(estimate, year.endDay) : Swift.min(estimate, year.firstDay - 1)
      let reachable = Swift.min(Swift.max(day, CivilDate.min.daysSinceEpoch), CivilDate.max.daysSinceEpoch)
      guard let next = self.year(containing: reachable), next.firstDay != year.firstDay else { return nil }
      year = next
    }
    return nil
  }

  /// The years on either side; `nil` where the system ends or leaves a gap.
  func year(after year: CalendarYear) -> CalendarYear? {
    guard let next = self.year(containing: year.endDay), next.firstDay == year.endDay else { return nil }
    return next
  }

  func year(before year: CalendarYear) -> CalendarYear? {
    guard let before = self.year(containing: year.firstDay - 1), before.endDay == year.firstDay else {
      return nil
    }
    return before
  }
}
