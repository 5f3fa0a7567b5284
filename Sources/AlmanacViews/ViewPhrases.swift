public import AlmanacTime

/// The words of views beside the names of days and months, in one language.
///
/// Eighteen languages are included: the seven of `Localization`, and Arabic, Chinese, Danish, Dutch, Hebrew, Japanese, Korean,
/// Polish, Russian, Swedish and Turkish, whose names AlmanacFoundation has. For any other the caller passes its own to the
/// renderer.
///
/// ```swift
/// let phrases = ViewPhrases(.catalan)
/// phrases.several                 // diverses tasques
/// phrases.more(3)                 // +3 més
/// ```
public struct ViewPhrases: Sendable, Hashable {
  /// The word for a day with several items.
  public var several: String
  /// The word for a day with one item.
  public var single: String
  /// The pattern for the number `{n}` of hidden items: `+{n} more`.
  public var morePattern: String
  /// The label of the row of whole days, and of an item that covers the day in place of its times: `all day`.
  public var allDay: String
  /// The pattern for a week with its number `{n}`: `Week {n}`.
  public var weekPattern: String
  /// The heading of the numbers of weeks.
  public var weekAbbreviation: String
  /// The phrase for an empty day or list.
  public var nothing: String
  /// The mark of the present day in headings and legends: `today`.
  public var today: String
  /// The mark of the selected day in legends: `selected`.
  public var selected: String
  /// The title of the line at the present time: `now`.
  public var now: String
  /// The remark on an item that began on an earlier day.
  public var continued: String
  /// The remark on a cancelled item: `cancelled`.
  public var cancelled: String
  /// The remark on a completed to-do: `done`.
  public var completed: String
  /// The remark on an item whose status is tentative or which the viewer has not accepted: `tentative`.
  public var tentative: String
  /// The title of an item whose own is blank: `(no title)`.
  public var untitled: String
  /// The heading of items without a day.
  public var undated: String
  /// The heading of items without a category.
  public var uncategorized: String
  /// The remark where items are missing, since they repeat too often to be expanded.
  public var incomplete: String
  /// The phrase at the end of a list that goes on, with `{d}` for the day from which: `more from {d}`.
  public var continuedPattern: String
  /// The same phrase before the days of `elidedDays`: `altro dall’{d}`.
  public var elidedPattern = ""
  /// The days of a month whose numbers begin with a vowel when they are read, before which the preposition is elided: 8 and 11
  /// in Italian (*otto*, *undici*; the first is *primo*), 1 and 11 in Catalan (*u*, *onze*).
  public var elidedDays: Set<Int> = []
  /// The remark on an item that stands for the number `{n}` of instances of its series on a day: `{n} times`.
  public var timesPattern: String

  /// `more from 2 March 2027`.
  public func more(from date: String) -> String {
    let day = Int(date.prefix { $0.isNumber })
    let isElided = !elidedPattern.isEmpty && day.map { elidedDays.contains($0) } ?? false
    return (isElided ? elidedPattern : continuedPattern).filled(["d": date])
  }

  /// `+3 more`.
  public func more(_ count: Int) -> String { morePattern.filled(["n": "\(count)"]) }

  /// `86400 times`.
  public func times(_ count: Int) -> String { timesPattern.filled(["n": "\(count)"]) }

  /// `Week 11`.
  public func week(_ number: Int) -> String { weekPattern.filled(["n": "\(number)"]) }
}

extension ViewPhrases {
  /// Creates the phrases of a localization's language, in English if the library does not have the language.
  public init(_ localization: Localization) {
    self.init(Self.tables.texts(in: localization))
  }

  /// Whether the library has the phrases of a localization's language.
  package static func hasLanguage(of localization: Localization) -> Bool {
    tables[localization.language] != nil
  }

  /// The English phrases, also used for languages that the library does not have.
  public static let english = ViewPhrases(Localization.english)

  private static let tables = LanguageTable.tables(in: PackageResources.ViewPhrases_txt)

  private init(_ table: LanguageTable) {
    self.init(
      several: table.text("several"), single: table.text("single"), morePattern: table.text("more"),
      allDay: table.text("all day"), weekPattern: table.text("week"),
      weekAbbreviation: table.text("week abbreviation"), nothing: table.text("nothing"),
      today: table.text("today"), selected: table.text("selected"), now: table.text("now"),
      continued: table.text("continued"), cancelled: table.text("cancelled"),
      completed: table.text("completed"), tentative: table.text("tentative"),
      untitled: table.text("untitled"), undated: table.text("undated"),
      uncategorized: table.text("uncategorized"),
      incomplete: table.text("incomplete"), continuedPattern: table.text("continues"),
      timesPattern: table.text("times"))
    elidedPattern = table["continues"].dropFirst().first ?? ""
    elidedDays = Set(table["elided days"].compactMap { Int($0) })
  }
}
