internal import AlmanacTime

/// The days of a rule in each kind of Gregorian year: computed on first use, once enough years have been opened to be worth
/// it.
///
/// The days depend on the length and the first weekday of a year, of which there are fourteen kinds; with BYWEEKNO also on the
/// lengths of the years on either side.
struct YearKinds: Sendable {
  private struct Kind {
    var words: SIMD8<UInt64>?
    /// The place of its instances in `seconds`.
    var range: Range<Int>?
  }

  private var openedYears = 0
  /// The number of years in a row without a day that the limits allow, up to the last one that was opened.
  private var emptyYears = 0
  private var kinds: [Kind] = []
  /// The instances of kinds one after another, in seconds after midnight of the first bit's day.
  private(set) var seconds: [Int64] = []

  /// The days of a year that is being opened; `nil` for the first two years, whose days are not stored.
  mutating func open(_ year: GregorianYear, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan)
    -> SIMD8<UInt64>?
  {
    openedYears &+= 1
    guard openedYears > 2 else { return nil }
    if kinds.isEmpty { kinds = Array(repeating: Kind(), count: plan.parts.weeks.isEmpty ? 14 : 56) }
    guard case .grid(let interval, let first) = set else { return counted(words(of: year, set, plan)) }
    let limits = counted(words(of: year, .limited, plan))
    if limits == SIMD8() { return limits }
    return limits & DayBits(every: interval, from: first - year.origin, in: year.days).words
  }

  /// Whether no year has a day that the limits allow: in 400 years in a row, after which the calendar repeats, none had.
  var isNever: Bool { emptyYears >= 400 }

  private mutating func counted(_ limits: SIMD8<UInt64>) -> SIMD8<UInt64> {
    emptyYears = limits == SIMD8() ? emptyYears &+ 1 : 0
    return limits
  }

  /// The days of the kind of a year.
  private mutating func words(of year: GregorianYear, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan)
    -> SIMD8<UInt64>
  {
    let kind = place(of: year)
    if let words = kinds[kind].words { return words }
    let words = plan.yearMask(set, year, within: 0..<DayBits.size).words
    kinds[kind].words = words
    return words
  }

  private func place(of year: GregorianYear) -> Int {
    kinds.count == 14 ? year.kind : year.kindAmongNeighbours
  }

  /// The place in `seconds` of a year's instances; `nil` where they are not stored, or differ between years of a kind.
  mutating func secondsRange(of year: GregorianYear, _ set: ExpansionPlan.YearSet, _ plan: ExpansionPlan)
    -> Range<Int>?
  {
    if kinds.isEmpty { return nil }
    if case .grid = set { return nil }
    let kind = place(of: year)
    if let range = kinds[kind].range { return range }
    let first = seconds.count
    DayBits(words: words(of: year, set, plan)).forEachBit { seconds.append(Int64($0) * 86_400) }
    kinds[kind].range = first..<seconds.count
    return first..<seconds.count
  }
}
