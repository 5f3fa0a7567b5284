public import AlmanacEvents

/// How many colours a terminal shows, and so how styles are written for it.
///
/// `.none` writes no escape sequence at all, for files, pipes and `NO_COLOR`.
public enum ColorDepth: String, Sendable, Hashable, CaseIterable {
  case none, ansi16, ansi256, trueColor

  /// A colour as this depth shows it (with xterm's default palette); itself where nothing is shown.
  ///
  /// It is a red exactly when the colour is one: red stays reserved at every depth.
  public func nearest(to color: CalendarColor) -> CalendarColor {
    switch self {
    case .none, .trueColor: color
    case .ansi16: CalendarColor(xterm256: color.ansi16)
    case .ansi256: CalendarColor(xterm256: color.xterm256)
    }
  }
}
