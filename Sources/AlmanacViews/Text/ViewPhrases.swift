/// The words that views need beside names of days and months, in one language.
///
/// Seven languages are here. For any other the caller supplies them and gives them to the renderer; locale data has no
/// such words but today's and now's, with which AlmanacFoundation's `ViewPhrases(_: Locale)` begins.
///
/// ```swift
/// let phrases = ViewPhrases(.catalan)
/// phrases.several                 // diverses tasques
/// phrases.more(3)                 // +3 més
/// ```
public struct ViewPhrases: Sendable, Hashable {
  /// What stands for the items of a day that has several.
  public var several: String
  /// One item, as the opposite of several.
  public var single: String
  /// How many items do not fit, `{n}` being the number: `+{n} more`.
  public var morePattern: String
  public var allDay: String
  /// A week by its number, `{n}`: `Week {n}`.
  public var weekPattern: String
  /// What stands above the numbers of weeks.
  public var weekAbbreviation: String
  /// What an empty day or list says.
  public var nothing: String
  public var today: String
  public var selected: String
  public var now: String
  /// Said of what began on an earlier day.
  public var continued: String
  public var cancelled: String
  public var completed: String
  public var tentative: String
  /// Said where items are missing, as they repeat too often to be all shown.
  public var incomplete: String
  /// The heading of items that have no day.
  public var undated: String
  /// The heading of items that have no category.
  public var uncategorized: String

  public init(
    several: String, single: String, more: String, allDay: String, week: String, weekAbbreviation: String,
    nothing: String, today: String, selected: String, now: String, continued: String, cancelled: String,
    completed: String, tentative: String, undated: String, uncategorized: String,
    incomplete: String = "incomplete"
  ) {
    self.several = several
    self.single = single
    morePattern = more
    self.allDay = allDay
    weekPattern = week
    self.weekAbbreviation = weekAbbreviation
    self.nothing = nothing
    self.today = today
    self.selected = selected
    self.now = now
    self.continued = continued
    self.cancelled = cancelled
    self.completed = completed
    self.tentative = tentative
    self.incomplete = incomplete
    self.undated = undated
    self.uncategorized = uncategorized
  }

  /// `+3 more`.
  public func more(_ count: Int) -> String { Self.filled(morePattern, count) }

  /// `Week 11`.
  public func week(_ number: Int) -> String { Self.filled(weekPattern, number) }

  /// A pattern with its first `{n}` replaced; a pattern without one stays as it is.
  private static func filled(_ pattern: String, _ number: Int) -> String {
    guard let place = pattern.firstRange(of: "{n}") else { return pattern }
    return pattern[..<place.lowerBound] + "\(number)" + pattern[place.upperBound...]
  }
}
