/// A day in one line: nothing, its one item, or that there are several (row U3).
public enum DaySummary: Sendable, Hashable {
  case nothing
  case single(ViewItem)
  /// How many.
  case several(Int)
}

extension DayCell {
  /// What the items that count amount to.
  public var summary: DaySummary {
    guard count < 2 else { return .several(count) }
    return items.first(where: \.counts).map(DaySummary.single) ?? .nothing
  }
}
