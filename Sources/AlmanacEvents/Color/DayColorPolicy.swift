/// The rule that decides the colour of a day from the items on it.
///
/// The caller decides which items count, in a view by `ViewItem.countsForColor`; each colour is that of one item.
///
///     DayColorPolicy.multiple.color(of: [])                    // nil
///     DayColorPolicy.multiple.color(of: [.teal])               // teal
///     DayColorPolicy.multiple.color(of: [.teal, .teal])        // the reserved red
///     DayColorPolicy.differing.color(of: [.teal, .teal])       // teal
public enum DayColorPolicy: String, Sendable, Hashable, CaseIterable, Codable {
  /// Red from two items on; the default.
  case multiple
  /// Red only when the items' colours differ, as they are shown.
  case differing

  /// The colour of a day with items of these colours: nil without items; the item's colour as shown
  /// (``CalendarColor/shown``) for one; else that colour or ``CalendarColor/reservedRed`` as the rule says.
  ///
  /// A day is red only by this rule.
  ///
  /// - Complexity: O(*n*) in the number of items.
  @inlinable
  public func color(of items: some Sequence<CalendarColor>) -> CalendarColor? {
    var rest = items.makeIterator()
    guard let first = rest.next() else { return nil }
    while let next = rest.next() {
      if self == .multiple || (next != first && next.shown != first.shown) { return .reservedRed }
    }
    return first.shown
  }
}
