import AlmanacRecurrence
import AlmanacTime
import Foundation

/// A calendar of Foundation's under its RSCALE name, and the meaning of its numbers.
struct FoundationScale: Sendable {
  let identifier: Calendar.Identifier

  /// The calendars by name; of several names for one, the first is written.
  private static let identifiers: KeyValuePairs<String, Calendar.Identifier> = [
    // ISO 8601 differs from the Gregorian calendar in weeks only, which RFC 5545 has anyway.
    "GREGORIAN": .gregorian, "GREGORY": .gregorian, "ISO8601": .iso8601, "BUDDHIST": .buddhist,
    "JAPANESE": .japanese, "ROC": .republicOfChina,
    "CHINESE": .chinese, "DANGI": .dangi, "HEBREW": .hebrew, "COPTIC": .coptic, "INDIAN": .indian,
    "PERSIAN": .persian,
    // All count the same months and days and differ in the number of the year, which rules never name.
    "ETHIOPIC": .ethiopicAmeteMihret, "ETHIOAA": .ethiopicAmeteMihret,
    "ETHIOPIC-AMETE-ALEM": .ethiopicAmeteMihret,
    // Sightings cannot be computed; ICU reads the calendar of Saudi Arabia as the astronomical one.
    "ISLAMIC": .islamic, "ISLAMIC-RGSA": .islamic, "ISLAMIC-CIVIL": .islamicCivil, "ISLAMICC": .islamicCivil,
    "ISLAMIC-TBLA": .islamicTabular, "ISLAMIC-UMALQURA": .islamicUmmAlQura,
  ]

  /// - Parameter name: In upper case, as CLDR's calendar keys or their aliases have it.
  init?(named name: String) {
    guard let entry = Self.identifiers.first(where: { $0.key == name }) else { return nil }
    identifier = entry.value
  }

  private init(identifier: Calendar.Identifier) { self.identifier = identifier }

  /// All calendars, each under every name.
  static var all: [(name: String, scale: FoundationScale)] {
    identifiers.map { ($0.key, FoundationScale(identifier: $0.value)) }
  }

  /// The name of one of Foundation's calendars; `nil` for one that has none here.
  static func name(of identifier: Calendar.Identifier) -> String? {
    switch identifier {
    case .iso8601: "GREGORIAN"
    case .ethiopicAmeteAlem: "ETHIOAA"
    default: identifiers.first { $0.value == identifier }?.key
    }
  }

  /// The day numbers for which the calendar is used: Foundation stops at Julian day 0, and calendars that follow the
  /// true moon are slow to compute and mean little far from today.
  var reach: ClosedRange<Int> {
    switch identifier {
    case .chinese, .dangi, .islamic: -719_162...376_200
    default: -2_440_000...(CivilDate.max.daysSinceEpoch + 400)
    }
  }

  /// A number that counts up from year to year, from Foundation's era and year.
  func yearNumber(era: Int, year: Int) -> Int {
    switch identifier {
    // Cycles of sixty years.
    case .chinese, .dangi: era * 60 + year
    // Era 0 counts from the creation of the world, 5500 years before era 1.
    case .ethiopicAmeteMihret: era == 0 ? year - 5500 : year
    // Era 0 counts back from era 1.
    case .coptic: era == 0 ? 1 - year : year
    default: year
    }
  }

  /// RFC 7529 §4.2 numbers months as CLDR does, where leap months are letters, not numbers: Hebrew Adar I is 5L in
  /// the years that have it and Adar always 6, while Foundation counts thirteen months in every year.
  func monthNumber(month: Int, isLeap: Bool) -> (number: Int, isLeap: Bool) {
    guard identifier == .hebrew else { return (month, isLeap) }
    return month <= 5 ? (month, false) : month == 6 ? (5, true) : (month - 1, false)
  }

  /// The reverse of `monthNumber(month:isLeap:)`.
  ///
  /// - Throws: `ConversionError` for a leap month that the calendar never has.
  func foundationMonth(_ month: MonthNumber) throws(ConversionError) -> (index: Int, isLeap: Bool) {
    switch identifier {
    case .chinese, .dangi: return (month.number, month.isLeap)
    case .hebrew where !month.isLeap: return (month.number <= 5 ? month.number : month.number + 1, false)
    case .hebrew where month.number == 5: return (6, false)
    default:
      guard !month.isLeap else {
        throw ConversionError(.notExpressible, in: "BYMONTH", expected: "a month that the calendar has")
      }
      return (month.number, false)
    }
  }

  /// A running count of months up to the first of a year.
  func monthsBefore(year number: Int, firstDay: Int) -> Int {
    switch identifier {
    case .coptic, .ethiopicAmeteMihret: return number * 13
    case .chinese, .dangi, .hebrew:
      // Years have 12 or 13 months; but each begins within two days of a new moon, and those come on average every
      // 29.530 588 85 days, one of them on 6 January 2000.
      return Int(((Double(firstDay) - 10_963.8) / 29.530_588_853).rounded())
    default: return number * 12
    }
  }
}
