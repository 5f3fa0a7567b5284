@testable import AlmanacRecurrence
import AlmanacTime

extension RecurrenceRule {
  /// Whether two rules have the same instances from a start, decided by the days that they select rather than by their
  /// texts.
  ///
  /// `true` is certain: the rules have the same times of day, the same end, and either select the same days in each of
  /// the fourteen kinds of year, or step in the same way with the same parts. `false` may also mean that only expansion
  /// could decide: COUNT is never compared with UNTIL, nor are two UNTILs between the same instances, nor rules that
  /// step by weeks and months across years. Rules in another calendar system are equivalent where they are equal.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=DAILY;BYDAY=WE,MO,WE;BYHOUR=9")
  /// let other = RecurrenceRule(.weekly, on: [.monday, .wednesday])
  /// rule.isEquivalent(to: other, from: .floating(try CivilDateTime("2026-03-02T09:00")))    // true
  /// ```
  func isEquivalent(to other: RecurrenceRule, from start: EventTime) -> Bool {
    guard !isScaled, !other.isScaled else { return self == other }
    let plan = withSortedLists.occurrences(from: start).plan
    let other = other.withSortedLists.occurrences(from: start).plan
    if plan.shape == .empty || other.shape == .empty { return plan.shape == other.shape }
    return plan.count == other.count && plan.last == other.last && plan.times == other.times
      && plan.positions == other.positions && plan.start == other.start && plan.selectsSameDays(as: other)
  }
}

extension ExpansionPlan {
  fileprivate func selectsSameDays(as other: ExpansionPlan) -> Bool {
    if let mine = yearGrid, let theirs = other.yearGrid {
      guard mine.interval == theirs.interval, (mine.first - theirs.first) % mine.interval == 0 else {
        return false
      }
      return GregorianYear.ofEachKind.allSatisfy { year in
        yearMask(mine.set, year, within: 0..<DayBits.size)
          == other.yearMask(theirs.set, year, within: 0..<DayBits.size)
      }
    }
    if case .steps = shape { return shape == other.shape }
    return shape == other.shape && parts.canonical == other.parts.canonical
      && maskPositions == other.maskPositions
  }

  /// The years of the plan and their sets of days, where the sets depend on nothing but the kind of year.
  private var yearGrid: (interval: Int, first: Int, set: YearSet)? {
    switch shape {
    case .years(_, _, .grid): nil
    case .years(let interval, let first, let set) where parts.weeks.isEmpty: (interval, first, set)
    // Steps of a day have no limits.
    case .steps(86_400): (1, 0, .limited)
    case .steps(604_800): (1, 0, .grid(interval: 7, first: Int(start.flooredQuotient(86_400))))
    default: nil
    }
  }
}

extension RuleParts {
  /// The parts without the facts on which no day depends.
  fileprivate var canonical: RuleParts {
    var parts = self
    if ordinals.isEmpty { parts.countsInMonth = false }
    if weeks.isEmpty { parts.weekStart = 0 }
    return parts
  }
}

extension GregorianYear {
  /// A year of each of the fourteen kinds: 28 years in a row have all of them.
  fileprivate static var ofEachKind: [GregorianYear] {
    (2001...2028).map { GregorianYear($0) }
  }
}
