internal import AlmanacTime
public import AlmanacViews
public import Foundation

extension ViewPhrases {
  /// The phrases of any locale: the library's own where it has the language, else as far as locale data has them.
  ///
  /// These are the words for today, now and a week. Data has no "all day" or "several tasks": the other phrases are
  /// those that the caller gives.
  ///
  /// ```swift
  /// var dutch = ViewPhrases(Locale(identifier: "nl_NL"))
  /// dutch.today                     // vandaag
  /// dutch.week(12)                  // Week 12
  /// dutch.allDay = "hele dag"
  /// ```
  ///
  /// - Parameter words: What data does not have.
  public init(_ locale: Locale, otherwise words: ViewPhrases = .english) {
    let localization = Localization(locale)
    guard !Localization.all.contains(where: { $0.language == localization.language }) else {
      self.init(localization)
      return
    }
    self = words
    today = Self.named([.day], locale)
    now = Self.named([.second], locale)
    // Of `y年 ('週': w)` what does not belong to the year.
    let year = DateFormatter.dateFormat(fromTemplate: "y", options: 0, locale: locale) ?? ""
    var pattern = DateFormatter.dateFormat(fromTemplate: "yw", options: 0, locale: locale) ?? ""
    if pattern.hasPrefix(year) { pattern.removeFirst(year.count) }
    guard let word = DatePattern(pattern).firstWord else { return }
    weekPattern = word.prefix(1).uppercased(with: locale) + word.dropFirst() + " {n}"
    let unit = Duration.seconds(7 * 86_400).formatted(
      .units(allowed: [.weeks], width: .abbreviated).locale(locale))
    let abbreviation = unit.filter { $0.isLetter || $0 == "." }
    weekAbbreviation = abbreviation.isEmpty || abbreviation.count >= word.count ? word : abbreviation
  }

  /// What the present is called in a unit: today, now.
  private static func named(
    _ fields: Set<Date.AnchoredRelativeFormatStyle.Field>, _ locale: Locale
  ) -> String {
    let present = Date(timeIntervalSinceReferenceDate: 0)
    let style = Date.AnchoredRelativeFormatStyle(
      anchor: present, allowedFields: fields, presentation: .named, unitsStyle: .wide, locale: locale,
      capitalizationContext: .middleOfSentence)
    return style.format(present)
  }
}
