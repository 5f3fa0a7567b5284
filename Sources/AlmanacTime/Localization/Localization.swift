/// The texts of one language: names of weekdays and months, dates, lists and ordinals. It is an argument of
/// everything that writes words for people.
///
/// Seven languages are included; others are created from their tables. Other layers add their own phrases in
/// extensions, by `language`. The caller passes a localization; the library does not have a current one.
///
/// ```swift
/// let catalan = Localization(identifier: "ca_ES")
/// catalan.date(try CivilDate(2026, 4, 3))                    // 3 d’abril de 2026
/// catalan.list(["dilluns", "dimarts", "dijous"])            // dilluns, dimarts i dijous
/// catalan.name(of: .sunday, .short)                         // dg.
/// ```
public struct Localization: Sendable, Hashable {
  /// A language by its ISO 639 code; further ones may be created.
  public struct Language: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// `en`.
    public static let english = Language(rawValue: "en")
    /// `ca`.
    public static let catalan = Language(rawValue: "ca")
    /// `es`.
    public static let spanish = Language(rawValue: "es")
    /// `it`.
    public static let italian = Language(rawValue: "it")
    /// `fr`.
    public static let french = Language(rawValue: "fr")
    /// `de`.
    public static let german = Language(rawValue: "de")
    /// `pt`.
    public static let portuguese = Language(rawValue: "pt")
  }

  /// The direction of reading, by which renderers place columns and arrows and set `dir`.
  public enum Direction: Sendable, Hashable {
    /// Left to right, as in Latin script; `ltr` in HTML.
    case leftToRight
    /// Right to left, as in Arabic and Hebrew; `rtl` in HTML.
    case rightToLeft
  }

  /// The length of a name.
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
    /// The full names, as in headings and sentences: `Wednesday`.
    public var long: [String]
    /// The abbreviations, with a full stop where the language writes one: `Wed`, `dc.`
    public var short: [String]
    /// The shortest forms, for the columns of a grid: `W`; two may be the same.
    public var narrow: [String]

    /// Creates the names of the seven weekdays or the twelve months; one that is missing is written as empty text.
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

  private struct Texts: Sendable, Hashable {
    var language: Language
    var direction: Direction
    var weekdays: Names
    var months: Names
    var dates: DateForms
    var conjunction: Conjunction
    var ordinals: OrdinalForms
    var firstWeekday: Weekday
    var clock: Clock
    var digits: String
    var decimalSeparator: String
  }

  /// Immutable texts behind one reference, as views and renderers copy a localization often.
  private final class Storage: Sendable {
    let texts: Texts

    init(_ texts: Texts) {
      self.texts = texts
    }
  }

  private var storage: Storage

  private mutating func change(_ body: (inout Texts) -> Void) {
    var texts = storage.texts
    body(&texts)
    storage = Storage(texts)
  }

  /// The language, by which other layers find their phrases.
  public var language: Language {
    _read { yield storage.texts.language }
    set { change { $0.language = newValue } }
  }
  /// The direction of reading, by default from left to right.
  public var direction: Direction {
    _read { yield storage.texts.direction }
    set { change { $0.direction = newValue } }
  }
  /// The weekdays from Monday, whatever the first weekday is.
  public var weekdays: Names {
    _read { yield storage.texts.weekdays }
    set { change { $0.weekdays = newValue } }
  }
  /// The months outside of dates.
  public var months: Names {
    _read { yield storage.texts.months }
    set { change { $0.months = newValue } }
  }
  /// The patterns of dates and of ranges of days.
  public var dates: DateForms {
    _read { yield storage.texts.dates }
    set { change { $0.dates = newValue } }
  }
  /// The word for "and" in lists.
  public var conjunction: Conjunction {
    _read { yield storage.texts.conjunction }
    set { change { $0.conjunction = newValue } }
  }
  /// The words and endings of ordinal numbers.
  public var ordinals: OrdinalForms {
    _read { yield storage.texts.ordinals }
    set { change { $0.ordinals = newValue } }
  }
  /// The weekday with which weeks begin.
  public var firstWeekday: Weekday {
    _read { yield storage.texts.firstWeekday }
    set { change { $0.firstWeekday = newValue } }
  }
  /// The form of times of day, by default 24 hours.
  public var clock: Clock {
    _read { yield storage.texts.clock }
    set { change { $0.clock = newValue } }
  }
  /// The digits from 0 to 9 in which numbers are written; empty for those of ASCII.
  public var digits: String {
    _read { yield storage.texts.digits }
    set { change { $0.digits = newValue } }
  }
  /// The text between the whole part of a number and its decimals: `.` or `,`.
  public var decimalSeparator: String {
    _read { yield storage.texts.decimalSeparator }
    set { change { $0.decimalSeparator = newValue } }
  }

  /// Creates a localization from its tables, for a language that is not included.
  public init(
    language: Language, direction: Direction = .leftToRight, weekdays: Names, months: Names, dates: DateForms,
    conjunction: Conjunction, ordinals: OrdinalForms, firstWeekday: Weekday = .monday,
    clock: Clock = .hours24, digits: String = "", decimalSeparator: String = "."
  ) {
    storage = Storage(
      Texts(
        language: language, direction: direction, weekdays: weekdays, months: months, dates: dates,
        conjunction: conjunction, ordinals: ordinals, firstWeekday: firstWeekday, clock: clock,
        digits: digits, decimalSeparator: decimalSeparator))
  }

  /// Selects the localization for a locale identifier such as `ca_ES`, `pt-BR` or `it_IT.UTF-8`; English for those that are not
  /// among the seven.
  ///
  /// The region decides the first weekday, the clock, the decimal separator, and the order of day and month in English dates,
  /// by Unicode's CLDR.
  /// Without a region weeks begin on Monday and hours are 0 to 23.
  public init(identifier: String) {
    let parts = identifier.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
      .split { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      .map { String(decoding: $0, as: UTF8.self) }
    let code = parts.first?.lowercased() ?? ""
    self = Self.all.first { $0.language.rawValue == code } ?? .english
    guard language.rawValue == code, let region = parts.dropFirst().first(where: { $0.utf8.count == 2 })
    else {
      return
    }
    apply(region: region.uppercased())
  }

  /// The seven included localizations, in the order of their codes.
  public static let all: [Localization] = [
    .catalan, .german, .english, .spanish, .french, .italian, .portuguese,
  ]

  /// The name of a weekday; empty where the table has none.
  public func name(of weekday: Weekday, _ width: Width = .long) -> String {
    weekdays[weekday.daysAfterMonday, width]
  }

  /// The name of a month, 1…12, outside of dates; empty for any other number.
  public func name(ofMonth month: Int, _ width: Width = .long) -> String {
    month > 0 ? months[month - 1, width] : ""
  }
}

extension Localization {
  public static func == (left: Localization, right: Localization) -> Bool {
    left.storage === right.storage || left.storage.texts == right.storage.texts
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.texts)
  }
}

extension Localization {
  /// The word that joins the last two elements of a list, and its form before some sounds.
  public struct Conjunction: Sendable, Hashable {
    /// The word itself: `and`.
    public var word: String
    /// The form before the beginnings in `sounds`: `e` in place of Spanish `y` before `i`.
    public var beforeSound: String
    /// The beginnings of the next word, in lower case, with which `beforeSound` is used.
    public var sounds: [String]
    /// Longer beginnings with which `beforeSound` is not used.
    public var exceptions: [String]

    /// Creates a conjunction; without `sounds` the word has one form.
    public init(
      _ word: String, _ beforeSound: String = "", before sounds: [String] = [], not exceptions: [String] = []
    ) {
      self.word = word
      self.beforeSound = beforeSound
      self.sounds = sounds
      self.exceptions = exceptions
    }

    fileprivate func word(before text: String) -> String {
      let isException = exceptions.contains { text.begins(with: $0) }
      return !isException && sounds.contains { text.begins(with: $0) } ? beforeSound : word
    }
  }

  /// The items joined by commas and the conjunction: `a, b and c`.
  public func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    let others = items.dropLast().joined(separator: ", ")
    return others + " " + conjunction.word(before: last) + " " + last
  }
}

extension String {
  /// Whether it begins with an ASCII text in lower case, ignoring its own case.
  fileprivate func begins(with prefix: String) -> Bool {
    let letters = utf8.prefix(prefix.utf8.count).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    return letters.elementsEqual(prefix.utf8)
  }
}

extension Localization {
  /// The forms of ordinal numbers.
  public struct OrdinalForms: Sendable, Hashable {
    /// The words and endings of one gender.
    public struct Forms: Sendable, Hashable {
      /// The words for first, second, third, fourth, fifth.
      public var words: [String]
      /// The words for last, second-to-last, third-to-last.
      public var wordsFromEnd: [String]
      /// The endings after the digits, by the number's last digit from 0: `th`, `st`, `nd`…
      public var endings: [String]

      /// Creates the forms of one gender. A digit without an ending of its own has that of 0; for a number without a
      /// word `ordinalWord(_:_:)` returns `nil`.
      public init(words: [String], fromEnd: [String], endings: [String]) {
        self.words = words
        wordsFromEnd = fromEnd
        self.endings = endings
      }
    }

    /// The forms with masculine nouns, and those of languages without genders.
    public var masculine: Forms
    /// The forms with feminine nouns.
    public var feminine: Forms
    /// Whether the ending of numbers beyond nine, except 11, 12 and 13, is that of the last digit: `21st` like `1st`.
    /// Otherwise it is that of 0.
    public var lastDigitDecides: Bool

    /// Creates the forms of a language; without `feminine` both genders have the masculine ones.
    public init(masculine: Forms, feminine: Forms? = nil, lastDigitDecides: Bool = false) {
      self.masculine = masculine
      self.feminine = feminine ?? masculine
      self.lastDigitDecides = lastDigitDecides
    }
  }

  /// The grammatical gender of the noun with which an ordinal agrees.
  public enum Gender: Sendable, Hashable {
    /// Catalan `primer`, `1r`; also for languages without genders.
    case masculine
    /// Catalan `primera`, `1a`.
    case feminine
  }

  /// The digits with an ending: `1st`, `2n`, `3.º`.
  public func ordinal(_ number: Int, _ gender: Gender = .masculine) -> String {
    let forms = gender == .feminine ? ordinals.feminine : ordinals.masculine
    let magnitude = number.magnitude
    var digit = Int(magnitude % 10)
    if magnitude > 9, !ordinals.lastDigitDecides || (11...13).contains(magnitude % 100) { digit = 0 }
    let ending = forms.endings.indices.contains(digit) ? forms.endings[digit] : forms.endings.first ?? ""
    return "\(number)\(ending)"
  }

  /// The word of an ordinal: `first` … `fifth`, from -1 `last`, `second-to-last`; `nil` for numbers without a word.
  public func ordinalWord(_ number: Int, _ gender: Gender = .masculine) -> String? {
    let forms = gender == .feminine ? ordinals.feminine : ordinals.masculine
    let words = number > 0 ? forms.words : forms.wordsFromEnd
    let index = number.magnitude
    return (1...5).contains(index) && Int(index) <= words.count ? words[Int(index) - 1] : nil
  }
}
