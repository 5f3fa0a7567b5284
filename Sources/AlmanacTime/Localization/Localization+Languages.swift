extension Localization {
  /// `30 June 2026`. As in all of these, weeks begin on Monday and hours are 0 to 23; a region may change both.
  public static let english = Localization(.english)
  /// `30 de juny de 2026`.
  public static let catalan = Localization(.catalan)
  /// `30 de junio de 2026`.
  public static let spanish = Localization(.spanish)
  /// `30 giugno 2026`.
  public static let italian = Localization(.italian)
  /// `30 juin 2026`.
  public static let french = Localization(.french)
  /// `30. Juni 2026`.
  public static let german = Localization(.german)
  /// `30 de junho de 2026`.
  public static let portuguese = Localization(.portuguese)

  private static let tables = LanguageTable.tables(in: PackageResources.Languages_txt)

  /// Creates one of the included localizations from its table.
  private init(_ language: Language) {
    let table = Self.tables[language] ?? LanguageTable()
    func names(_ row: String) -> Names {
      Names(long: table[row], short: table["short " + row], narrow: table["narrow " + row])
    }
    func forms(_ gender: String) -> OrdinalForms.Forms? {
      let words = table[gender + " ordinals"]
      guard !words.isEmpty else { return nil }
      return OrdinalForms.Forms(
        words: words, fromEnd: table[gender + " ordinals from the end"], endings: table[gender + " endings"])
    }
    self.init(
      language: language, weekdays: names("weekdays"), months: names("months"),
      dates: DateForms(
        long: table.text("long date"), dayAndMonth: table.text("day and month"),
        monthAndYear: table.text("month and year"), weekday: table.text("weekday before a date"),
        months: table["months in dates"], shortMonths: table["short months in dates"],
        firstDay: table.text("first day"),
        medium: table.text("medium date"), mediumDayAndMonth: table.text("medium day and month"),
        short: table.text("short date"), days: table.text("days of a month")),
      conjunction: Conjunction(
        table.text("and"), table["and"].last ?? "", before: table["sounds"], not: table["exceptions"]),
      ordinals: OrdinalForms(
        masculine: forms("masculine") ?? OrdinalForms.Forms(words: [], fromEnd: [], endings: []),
        feminine: forms("feminine"), lastDigitDecides: !table["last digit decides"].isEmpty),
      decimalSeparator: table.text("decimal separator"))
  }

  /// Applies the habits of a region, such as `US`.
  mutating func apply(region: String) {
    let table = Self.tables[language] ?? LanguageTable()
    if table["weeks from Sunday"].contains(region) { firstWeekday = .sunday }
    if table["weeks from Friday"].contains(region) { firstWeekday = .friday }
    if table["weeks from Saturday"].contains(region) { firstWeekday = .saturday }
    let halves = table["before and after noon"]
    if halves.count == 2, table["hours to twelve"].contains(region) {
      clock = .hours12(am: halves[0], pm: halves[1])
    }
    if table["regions of the other decimal separator"].contains(region) {
      decimalSeparator = table.text("other decimal separator")
    }
    guard table["month before day"].contains(region) else { return }
    dates.dayAndMonth = table.text("month and day")
    dates.long = table.text("long date by month")
    dates.medium = table.text("medium date by month")
    dates.mediumDayAndMonth = table.text("medium month and day")
    dates.short = table.text("short date by month")
  }
}

/// The texts of one language in a data file.
///
/// A row of a file is a name and its texts, separated by bars: `weekdays|Monday|Tuesday`. The rows of a language follow
/// the row `language|en`.
package struct LanguageTable: Sendable {
  /// The texts by name, with their bars: of most rows none is ever needed.
  private var rows: [String: ArraySlice<UInt8>] = [:]

  private static let bar = UInt8(ascii: "|")

  package init() {}

  /// Reads the tables of a file.
  package static func tables(in file: [UInt8]) -> [Localization.Language: LanguageTable] {
    var tables: [Localization.Language: LanguageTable] = [:]
    var language = Localization.Language(rawValue: "")
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let name = line.prefix { $0 != bar }
      let texts = line[name.endIndex...]
      if name.elementsEqual("language".utf8) {
        language = Localization.Language(rawValue: String(decoding: texts.dropFirst(), as: UTF8.self))
      } else {
        tables[language, default: LanguageTable()].rows[String(decoding: name, as: UTF8.self)] = texts
      }
    }
    return tables
  }

  /// The texts of a row; empty where the language does not have it.
  package subscript(_ row: String) -> [String] {
    rows[row].map { $0.split(separator: Self.bar).map { String(decoding: $0, as: UTF8.self) } } ?? []
  }

  /// The texts of all rows.
  package var texts: [String: [String]] {
    Dictionary(uniqueKeysWithValues: rows.keys.map { ($0, self[$0]) })
  }

  /// The first text of a row; empty where the language does not have it.
  package func text(_ row: String) -> String {
    guard let texts = rows[row] else { return "" }
    return String(decoding: texts.drop { $0 == Self.bar }.prefix { $0 != Self.bar }, as: UTF8.self)
  }
}

extension [Localization.Language: LanguageTable] {
  /// The texts in the language of a localization, in English where there are none.
  package func texts(in localization: Localization) -> LanguageTable {
    self[localization.language] ?? self[.english] ?? LanguageTable()
  }
}
