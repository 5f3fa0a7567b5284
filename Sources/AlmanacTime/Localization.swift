/// How one language names weekdays and months, joins lists, writes dates and counts: a value, given to whatever
/// speaks to a person.
///
/// Seven languages are here; any other is made from its tables. Other layers add their own phrases by extension,
/// choosing by `language`. There is no current localization: the caller names one.
///
/// ```swift
/// let catalan = Localization(identifier: "ca_ES")
/// catalan.date(try CivilDate(2026, 4, 3))                    // 3 d'abril de 2026
/// catalan.list(["dilluns", "dimarts", "dijous"])            // dilluns, dimarts i dijous
/// catalan.name(of: .sunday, .short)                         // dg.
/// ```
public struct Localization: Sendable, Hashable {
  /// A language by its ISO 639 code; there may be more of them than are named here.
  public struct Language: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let english = Language(rawValue: "en")
    public static let catalan = Language(rawValue: "ca")
    public static let spanish = Language(rawValue: "es")
    public static let italian = Language(rawValue: "it")
    public static let french = Language(rawValue: "fr")
    public static let german = Language(rawValue: "de")
    public static let portuguese = Language(rawValue: "pt")
  }

  public enum Direction: Sendable, Hashable {
    case leftToRight, rightToLeft
  }

  /// How much room a name takes.
  public enum Width: Sendable, Hashable {
    /// `Wednesday`
    case long
    /// `Wed`
    case short
    /// `W`; two names may be the same.
    case narrow
  }

  /// The names of the weekdays from Monday, or of the months from January, in three widths.
  public struct Names: Sendable, Hashable {
    public var long: [String]
    public var short: [String]
    public var narrow: [String]

    public init(long: [String], short: [String], narrow: [String]) {
      self.long = long
      self.short = short
      self.narrow = narrow
    }

    /// A name by its place from 0; empty where the table has none.
    subscript(_ index: Int, _ width: Width) -> String {
      let names =
        switch width {
        case .long: long
        case .short: short
        case .narrow: narrow
        }
      return names.indices.contains(index) ? names[index] : ""
    }
  }

  public var language: Language
  public var direction: Direction
  public var weekdays: Names
  /// The months as they stand alone.
  public var months: Names
  public var dates: DateForms
  public var lists: ListForms
  public var ordinals: OrdinalForms

  public init(
    language: Language, direction: Direction = .leftToRight, weekdays: Names, months: Names, dates: DateForms,
    lists: ListForms, ordinals: OrdinalForms
  ) {
    self.language = language
    self.direction = direction
    self.weekdays = weekdays
    self.months = months
    self.dates = dates
    self.lists = lists
    self.ordinals = ordinals
  }

  /// The language of a locale identifier such as `ca_ES`, `pt-BR` or `it_IT.UTF-8`; English for those that are not
  /// among the seven.
  public init(identifier: String) {
    let letters = identifier.utf8.prefix { (65...90).contains($0 & 0xDF) }.map { $0 | 0x20 }
    let code = String(decoding: letters, as: UTF8.self)
    self = Self.all.first { $0.language.rawValue == code } ?? .english
  }

  /// The seven, in the order of their codes.
  public static let all: [Localization] = [
    .catalan, .german, .english, .spanish, .french, .italian, .portuguese,
  ]

  public func name(of weekday: Weekday, _ width: Width = .long) -> String {
    weekdays[weekday.daysAfterMonday, width]
  }

  /// The name of a month, 1…12, as it stands alone; empty for any other number.
  public func name(ofMonth month: Int, _ width: Width = .long) -> String {
    month > 0 ? months[month - 1, width] : ""
  }
}
