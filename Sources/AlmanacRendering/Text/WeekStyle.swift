/// How a week is shown.
public enum WeekStyle: String, Sendable, Hashable, CaseIterable {
  /// A row a day with its summary (row U3).
  case rows
  /// The days' hours side by side.
  case hours
}
