internal import AlmanacTime

/// The result of a match for one of its sides.
public enum Outcome: String, Sendable, Hashable, CaseIterable, Codable {
  /// The side has the higher score.
  case won
  /// The side has the lower score.
  case lost
  /// Both sides have the same score.
  case drawn

  /// Creates the result for the side with the first score.
  public init(score: Int, against other: Int) {
    self = score == other ? .drawn : score > other ? .won : .lost
  }

  /// The result for the other side.
  package var opposite: Outcome {
    switch self {
    case .won: .lost
    case .lost: .won
    case .drawn: .drawn
    }
  }
}

/// The colours of the results of matches. They are apart from the colours of items, so they may use red.
///
///     let theme = OutcomeTheme.standard
///     theme.color(of: .won)                                   // green, one side's view
///     theme.colors(of: Outcome(score: 1, against: 3))         // (red, green): both sides' view
///     theme.color(of: nil)                                    // nil: not played
public struct OutcomeTheme: Sendable, Hashable, Codable {
  private var schema = StoredSchema()
  /// The colour of the winner; `#008000` by default.
  public var won = CalendarColor.green
  /// The colour of the loser; `#ff0000` by default.
  public var lost = CalendarColor.red
  /// The colour of both sides after a draw; `#ffa500` by default.
  public var drawn = CalendarColor.orange

  /// Green for the winner, red for the loser, orange for both after a draw.
  public static let standard = OutcomeTheme()

  /// The colour of a match from one side's view; nil without a result.
  public func color(of outcome: Outcome?) -> CalendarColor? {
    switch outcome {
    case .won: won
    case .lost: lost
    case .drawn: drawn
    case nil: nil
    }
  }

  /// The colours of both sides, given the result for side A; nil without a result.
  public func colors(of outcome: Outcome?) -> (sideA: CalendarColor, sideB: CalendarColor)? {
    guard let outcome, let sideA = color(of: outcome), let sideB = color(of: outcome.opposite) else {
      return nil
    }
    return (sideA, sideB)
  }
}
